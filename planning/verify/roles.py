"""Who is asked, and how freely they answer: the paper's 0.7, 0.8 for samples, judges at 0. Settings go first."""

from __future__ import annotations

DECOMPOSER, DEBATER, JUDGE = "verify.decomposer", "verify.debater", "verify.judge"
SYNTHESIST, WRITER = "verify.synthesist", "verify.writer"
SAMPLER, SINGLE, CRITIC, GRADER = "verify.sampler", "verify.single", "verify.critic", "verify.grader"

TEMPERATURES = {DECOMPOSER: 0.7, DEBATER: 0.7, SYNTHESIST: 0.7, WRITER: 0.7, JUDGE: 0.0}
BASELINE_TEMPERATURES = {SAMPLER: 0.8, SINGLE: 0.7, CRITIC: 0.7, GRADER: 0.0}

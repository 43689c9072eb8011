"""What a language model is asked to be. Pure."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a language model is asked to be; each may be another model at another temperature."""

    PROPOSER = "proposer"  # claims and counter-arguments of the rehearsal trees
    EXTRACTOR = "extractor"  # what was heard, as actions
    WRITER = "writer"
    AUDIENCE = "audience"
    JUDGE = "judge"
    SCORER = "scorer"  # the impact of an argument

"""What each of the team is told, in each stage: profile, knowledge, workflow, rules and output."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent)

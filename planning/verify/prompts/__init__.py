"""What a verification asks models."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent, of="verify")
render = PROMPTS.render

"""What a comparison of documents asks models."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent, of="compare")
render = PROMPTS.render

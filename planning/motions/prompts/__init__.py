"""What a model is asked about a motion."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent)
render = PROMPTS.render

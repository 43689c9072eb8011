"""What TreeDebater asks models."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent)
render = PROMPTS.render

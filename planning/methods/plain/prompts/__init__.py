"""What plain asks a model."""

from pathlib import Path

from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent, of="plain")

"""What a speaker knows of each stage's craft, as prompts tell it."""

from functools import cache
from pathlib import Path

from config.format import Stage


@cache
def craft(stage: Stage) -> str:
    """How an opening proves, a rebuttal answers, or a closing weighs."""
    return (Path(__file__).parent / f"{stage.value}.md").read_text(encoding="utf-8").strip()

"""Debates with known answers, to see what a judge can be led away by (`probes.yaml`).

Each is judged twice, the second time with names and places of the two sides exchanged, and is passed where the better
side wins both times: who prefers the first speaker or the name Pro passes none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agent.judging.debatrix import side_by_side
from agent.judging.interval import wilson
from agent.judging.masking import SIDES, STANCES, HeldSpeech, Party, View, renamed, reordered, written
from agent.judging.rubric import Wording
from agent.judging.verdict import Judge
from agent.match.afterwards.verdicts import Outcome, Probe, Result
from config.format import Side
from config.yaml_file import read_yaml


class KnownDebate(BaseModel):
    """A motion, a speech for and one against it, and which is better."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    told: str
    motion: str
    better: Literal[Side.PRO, Side.CON]
    pro: str
    con: str

    def view(self) -> View:
        """Two blind openings."""
        texts = {Side.PRO: self.pro, Side.CON: self.con}
        parties = tuple(Party(side.value, SIDES[side], STANCES[side]) for side in Side)
        speeches = (
            HeldSpeech(place, side.value, "opening", written(texts[side]), blind=True)
            for place, side in enumerate(Side)
        )
        return View(self.motion, parties, tuple(speeches))


class Probes(BaseModel):
    """The file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    probes: tuple[KnownDebate, ...]


@cache
def probes() -> tuple[KnownDebate, ...]:
    return read_yaml(Path(__file__).parent / "probes.yaml", Probes).probes


async def probed(judge: Judge, wording: Wording) -> tuple[Probe, ...]:
    """What becomes of each."""
    return tuple(await side_by_side(_probed(judge, wording, one) for one in probes()))


def probed_told(found: Sequence[Probe]) -> str:
    """`passed 5 of 6 [0.44, 0.97]; failed: padding (a weaker case, said again and again: worse, worse)`."""
    passed = sum(one.passed for one in found)
    low, high = wilson(passed, len(found))
    failed = [f"{one.name} ({one.told}: {', '.join(one.came)})" for one in found if not one.passed]
    told = f"passed {passed} of {len(found)} [{low:.2f}, {high:.2f}]"
    return f"{told}; failed: {'; '.join(failed)}" if failed else told


async def _probed(judge: Judge, wording: Wording, known: KnownDebate) -> Probe:
    view = known.view()
    swapped = reordered(renamed(view))
    assert swapped is not None, "the speeches of a probe are blind"
    opinions = await side_by_side(judge.judge(one, wording, 1) for one in (view, swapped))
    results = [one.finished.overall for one in opinions]
    return Probe(
        name=known.name,
        told=known.told,
        passed=all(one.winner == known.better for one in results),
        came=tuple(_came(one, known) for one in results),
    )


def _came(result: Result, known: KnownDebate) -> str:
    if result.outcome is Outcome.WON:
        return "better" if result.winner == known.better else "worse"
    return result.outcome.value

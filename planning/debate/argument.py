"""The words of the debate: evidence and who finds it, claims, actions. Pure.

A *claim* is a proposition about the motion, an *argument* the reasoning under it
(TreeDebater 3.1). The four *actions* are what a speech does to the state of the debate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from pydantic import Field

from config.format import Side
from planning.debate.points import Frozen, Point


class ActionKind(StrEnum):
    PROPOSE = "propose"  # a new claim
    REINFORCE = "reinforce"  # more for one's own claim
    ATTACK = "attack"  # against a claim of the opponent's
    REBUT = "rebut"  # against the opponent's attack on one's own claim


class Action(Frozen):
    """The tuple (action, claim, argument, target) of TreeDebater 3.3, and who did it.

    `target` is the text of the claim acted on; empty for a proposal. `source` names the
    rehearsal node that the claim was recognised as or taken from, if any, and `confidence` how probable that is.
    `point` is what was said, in its exact words; logs from before there were points have none.
    """

    kind: ActionKind
    actor: Side
    claim: str
    argument: str = ""
    target: str = ""
    source: str | None = None
    confidence: float = Field(default=1.0, ge=0, le=1)
    point: Point | None = None


class Evidence(Frozen):
    """Something found out by somebody, with enough to look it up.

    `finding` is what may be said of it; `passage` holds the words it stands on, as they were found, and `place` where
    in the source they are (a page, a heading). `date` is as exact as it is known: year, month or day. `reliability`
    goes from 0 to 1 (see `planning.evidence.ranking`).
    """

    source: str = Field(min_length=1)
    author: str | None = None
    year: int | None = Field(default=None, ge=1500, le=2100)
    title: str | None = None
    finding: str = Field(min_length=1)
    url: str | None = Field(default=None, pattern=r"^https?://[^\s<>\"']+$", max_length=2000)
    place: str | None = None
    date: str | None = Field(default=None, pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")
    passage: str | None = None
    reliability: float | None = Field(default=None, ge=0, le=1)

    @property
    def words(self) -> str:
        """All of it that a figure may come from."""
        return " ".join(str(part) for part in (self.finding, self.passage, self.title, self.year) if part)

    @property
    def named(self) -> str:
        """All of it that the name of somebody who found it out may come from."""
        return " ".join(part for part in (self.words, self.author, self.source, self.place) if part)


class EvidenceSource(Protocol):
    """Finds what is known about something. Raises ProviderError when it cannot go on."""

    @property
    def name(self) -> str: ...

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        """The best items for a query, best first; each keeps source, title, date and passage."""


def evidence_lines(evidence: Mapping[str, Evidence], ids: Sequence[str]) -> Iterator[str]:
    """`e1: finding (author, title, source, year)`."""
    for key in ids:
        item = evidence[key]
        origin = ", ".join(str(part) for part in (item.author, item.title, item.source, item.year) if part)
        yield f"{key}: {item.finding} ({origin})"

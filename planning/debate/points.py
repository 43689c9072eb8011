"""Points: what a speaker said in so many words, and what it was meant to do. Pure.

A point belongs to an action on the flow trees and is kept with the node that the action made or touched. Its id tells
who said it and when: `con2.3` is the third point that con made in the second turn of the match. How a point stands,
open or answered, is no part of it: `planning.debate.standing` tells that from the trees.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side

_ID = re.compile(r"(pro|con)(\d+)\.(\d+)")


class Frozen(BaseModel):
    """What is said and kept as it was said: nothing of it changes, and it has these fields alone."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class PointForm(StrEnum):
    """What is done with the words."""

    STATEMENT = "statement"
    QUESTION = "question"  # put to the other side, which owes an answer
    CONCESSION = "concession"  # grants something to the other side
    COUNTER_PROPOSAL = "counter-proposal"  # another way to what the motion is after
    UNANSWERED = "nobody-answered"  # the other side is said to have left something unanswered
    ASCRIPTION = "ascription"  # the other side is said to have said something


class Objection(StrEnum):
    """The kind of an objection, whatever it is about."""

    LEAVES_OUT = "leaves-someone-out"
    ALTERNATIVE = "better-alternative"
    BACKFIRES = "backfires"
    ABUSED = "abused-or-gamed"
    SINGLE_CASE = "single-case"
    EXISTENCE = "existence-proof"
    EDGE_CASE = "edge-case"
    MEASUREMENT = "measurement-or-cause"
    RIGHTS = "rights"  # and whose business it is
    COST = "cost"
    PRINCIPLE = "principle"
    OTHER = "other"


class SupportKind(StrEnum):
    """What a claim is made to rest on."""

    REASON = "reason"
    EXAMPLE = "example"
    FIGURE = "figure"
    SOURCE = "source"
    STORY = "story"


class Support(Frozen):
    """Something said for the claim of a point, in the speaker's words as far as they are known."""

    kind: SupportKind
    words: str


class Made(Frozen):
    """A prepared node that a point may make; `probability` is None where nobody can tell it."""

    node: str
    probability: float | None = Field(default=None, ge=0, le=1)


class Point(Frozen):
    """One thing that was said: `words` as they were heard or spoken, from `start` to `end`, and `claim` in a sentence.

    Times are seconds of the turn's own clock. `meets`: the flow nodes of the other side that it is about; `answers`
    and `concedes`: points of the other side, by their ids, where it is known which of a node's are meant. `makes`: the
    prepared nodes that it may be, the likeliest first. `corrects`: earlier points of the same speech in whose place
    this one stands, by their ids: one that is put right, or several that are joined. `quote`: the clause of the words
    that may be said back as it stands; empty where none is sure enough.
    """

    id: str = Field(pattern=rf"^{_ID.pattern}$")
    words: str
    start: float | None = None
    end: float | None = None
    claim: str
    support: tuple[Support, ...] = ()
    objection: Objection = Objection.OTHER
    form: PointForm = PointForm.STATEMENT
    meets: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    concedes: tuple[str, ...] = ()
    makes: tuple[Made, ...] = ()
    corrects: tuple[str, ...] = ()
    quote: str = ""

    @property
    def side(self) -> Side:
        """Who said it."""
        return speech_of(self.id)[0]

    @property
    def turn(self) -> int:
        """In which turn, from 0."""
        return speech_of(self.id)[1]

    @property
    def place(self) -> tuple[int, int]:
        """Sorts points into the order in which they were said."""
        return place_of(self.id)


def point_id(side: Side, turn: int, number: int) -> str:
    """The id of a side's point in a turn, which counts from 0; `number` from 1."""
    return f"{side.value}{turn + 1}.{number}"


@lru_cache(maxsize=10_000)  # asked for each pair of points whenever standings are told
def speech_of(point: str) -> tuple[Side, int]:
    """By the id of a point: who said it, and in which turn, from 0."""
    side, turn, _ = _parts(point)
    return Side(side), int(turn) - 1


@lru_cache(maxsize=10_000)
def place_of(point: str) -> tuple[int, int]:
    """By the id of a point: its turn, from 0, and its number within that."""
    _, turn, number = _parts(point)
    return int(turn) - 1, int(number)


def _parts(point: str) -> tuple[str, ...]:
    found = _ID.fullmatch(point)
    if found is None:
        raise ValueError(f"{point!r} is not the id of a point")
    return found.groups()

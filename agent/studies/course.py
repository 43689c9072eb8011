"""A listener's way through a study: which items, in what order, what is asked next, and what was answered. Pure.

Everything is decided when the listener agrees to take part, from a seed that is kept with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from agent.match.afterwards import votes
from agent.studies.study import Item, Name, PastSpeech, Study, Version
from config.errors import RuleError, UsageError

Free = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)]
Rating = Annotated[int, Field(ge=1, le=5)]
Place = Annotated[int, Field(ge=0, le=10)]


class StepKind(StrEnum):
    """What a listener is asked to do."""

    VOTE = "vote"
    SPEECH = "speech"
    CLAIM = "claim"
    BATTLEFIELD = "battlefield"
    VERSION = "version"
    COMPARE = "compare"


class AskedStep(NamedTuple):
    """One thing that is asked of a listener. `heard`: the speeches to hear; `rated`: whether one is given a rating."""

    id: str
    kind: StepKind
    heard: tuple[PastSpeech | Version, ...] = ()
    rated: bool = False

    @property
    def asks(self) -> tuple[str, ...]:
        """What an answer to it has, and nothing else but a comment."""
        asked = {
            StepKind.CLAIM: ("choice",),
            StepKind.BATTLEFIELD: ("words",),
            StepKind.COMPARE: ("better",),
        }
        return asked.get(self.kind, ("vote", "rating") if self.rated else ("vote",))


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class GivenAnswer(_Part):
    """An answer. `better`: the place of a version, from 1, or 0 for neither; `choice`: the place of a claim, from 0.

    `heard`: the share of the sound that was played; `read`: whether the text was looked at.
    """

    vote: votes.Step | None = None
    rating: Rating | None = None
    better: Annotated[int, Field(ge=0, le=2)] | None = None
    choice: Place | None = None
    words: Free | None = None
    comment: Free = ""
    heard: Annotated[float, Field(ge=0, le=1)] | None = None
    read: bool = False

    def check(self, step: AskedStep) -> None:
        """Raises UsageError: it is no answer to this."""
        there = tuple(
            name for name in ("vote", "rating", "better", "choice", "words") if getattr(self, name) is not None
        )
        if {*there} != {*step.asks}:
            raise UsageError(f"this is answered with {' and '.join(step.asks)}, and nothing else")
        if self.words is not None and not self.words:
            raise UsageError("words: write a few words")


class Assigned(_Part):
    """An item, and its versions by key in the order in which this listener hears them."""

    item: Name
    order: tuple[Name, ...]


class Consented(_Part):
    """A listener has agreed to take part."""

    type: Literal["consented"] = "consented"
    at: datetime
    listener: Name
    seed: int
    items: tuple[Assigned, ...]


class AnswerLine(_Part):
    """What a listener answered."""

    type: Literal["answered"] = "answered"
    at: datetime
    listener: Name
    item: Name
    step: Name
    given: GivenAnswer


StudyLine = Consented | AnswerLine
STUDY_LINE: TypeAdapter[StudyLine] = TypeAdapter(Annotated[StudyLine, Field(discriminator="type")])


def drawn(study: Study, taken: Mapping[str, int], seed: int) -> tuple[Assigned, ...]:
    """As many items as a listener hears: those that fewest have been given, by lot among equals, in random order.

    Args:
        taken: how many listeners have been given each item.
    """
    lot = random.Random(seed)
    items = sorted(study.items, key=lambda item: (taken.get(item.id, 0), lot.random()))
    chosen = items[: study.items_per_listener]
    lot.shuffle(chosen)
    return tuple(Assigned(item=item.id, order=_shuffled(item, lot)) for item in chosen)


def _shuffled(item: Item, lot: random.Random) -> tuple[str, ...]:
    keys = [version.key for version in item.versions]
    lot.shuffle(keys)
    return tuple(keys)


def steps(item: Item, order: Iterable[str]) -> tuple[AskedStep, ...]:
    """All that is asked about an item. Checks come when the debate so far has been heard."""
    versions = [one for key in order for one in item.versions if one.key == key]
    whole = not item.versions
    speeches = (
        AskedStep(f"speech-{number}", StepKind.SPEECH, (speech,), whole)
        for number, speech in enumerate(item.context, 1)
    )
    heard = (AskedStep(f"version-{place}", StepKind.VERSION, (one,), True) for place, one in enumerate(versions, 1))
    compared = () if whole else (AskedStep("compare", StepKind.COMPARE, tuple(versions)),)
    checks = tuple(_checks(item))
    early, late = (checks, ()) if item.context else ((), checks)
    return (AskedStep("before", StepKind.VOTE), *speeches, *early, *heard, *compared, *late)


def _checks(item: Item) -> Iterator[AskedStep]:
    if item.main_claim is not None:
        yield AskedStep("claim", StepKind.CLAIM)
    if item.main_battlefield is not None:
        yield AskedStep("battlefield", StepKind.BATTLEFIELD)


class ListenerCourse:
    """One listener's, so far. `consented` is None before they have agreed."""

    def __init__(self, listener: str) -> None:
        self.listener = listener
        self.consented: Consented | None = None
        self.answers: dict[tuple[str, str], AnswerLine] = {}

    def take(self, line: StudyLine) -> None:
        """What was kept of it: the first of each counts."""
        if isinstance(line, Consented):
            self.consented = self.consented or line
        else:
            self.answers.setdefault((line.item, line.step), line)

    def asked(self, study: Study) -> Iterator[tuple[Assigned, Item, AskedStep]]:
        """All that is asked of this listener, in order; items that are in the study no more are left out."""
        for assigned in self.consented.items if self.consented is not None else ():
            if (item := study.item(assigned.item)) is not None:
                yield from ((assigned, item, step) for step in steps(item, assigned.order))

    def next(self, study: Study) -> tuple[Assigned, Item, AskedStep] | None:
        """What is asked now; None before consent, and when all is answered."""
        return next((one for one in self.asked(study) if (one[1].id, one[2].id) not in self.answers), None)

    def answered(self, study: Study, at: datetime, number: int, step: str, given: GivenAnswer) -> AnswerLine:
        """An answer that fits what is asked now, to be kept and then taken.

        Args:
            number: of the item among this listener's, from 1.

        Raises:
            RuleError: something else is asked now. UsageError: it is no answer to this.
        """
        now = self.next(study)
        if self.consented is None:
            raise RuleError("agree to take part first")
        if now is None:
            raise RuleError("this study is done: all was answered")
        assigned, item, asked = now
        if self.consented.items.index(assigned) + 1 != number or asked.id != step:
            raise RuleError("this was answered before, or is not asked yet: reload the page")
        given.check(asked)
        if item.main_claim is not None and (given.choice or 0) >= len(item.main_claim.choices):
            raise UsageError(f"choice: there are {len(item.main_claim.choices)}, counted from 0")
        return AnswerLine(at=at, listener=self.listener, item=item.id, step=step, given=given)

    def done(self, study: Study) -> bool:
        return self.consented is not None and self.next(study) is None

    def passed(self, study: Study) -> bool | None:
        """Whether every attention check so far was passed; None where none was."""
        found = [
            self._passes(item, step, self.answers[item.id, step.id].given)
            for _, item, step in self.asked(study)
            if step.kind in (StepKind.CLAIM, StepKind.BATTLEFIELD) and (item.id, step.id) in self.answers
        ]
        return all(found) if found else None

    @staticmethod
    def _passes(item: Item, step: AskedStep, given: GivenAnswer) -> bool:
        if step.kind is StepKind.CLAIM and item.main_claim is not None:
            return given.choice == item.main_claim.answer
        return item.named(given.words or "")


def courses(lines: Iterable[StudyLine]) -> dict[str, ListenerCourse]:
    """Those of all listeners that left something."""
    found: dict[str, ListenerCourse] = {}
    for line in lines:
        found.setdefault(line.listener, ListenerCourse(line.listener)).take(line)
    return found

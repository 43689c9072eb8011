"""A judge that hears a debate speech by speech, as in Debatrix (Liang et al., arXiv 2403.08010), by a language model.

For each dimension it takes notes of one speech after the other: each call sees the notes so far and one speech, never
the debate at once, so that any debate fits a small context. From its notes alone it decides the dimension, and from
what was decided by dimension the whole. Each decision is one structured answer that names a winner, a tie or a ranking;
scores are counted from these, so that they cannot contradict each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from pydantic import Field, create_model

from agent.judging.masking import HeldSpeech, View
from agent.judging.notes import Analysis, SpeechNote, fitted, parts, sides
from agent.judging.rubric import OF_SIDES, OF_TEAMS, ON_SOURCES, PROMPTS, Wording
from agent.judging.verdict import Opinion, no_verdict, said_in, was_said
from agent.match.afterwards.verdicts import Outcome, QuotedReason, Result
from agent.match.afterwards.votes import MOST_CHARACTERS
from config.errors import ProviderError
from config.plain_text import harmless
from planning.asking.answers import Shape
from planning.asking.asking import asked
from planning.asking.journal import Stopped
from planning.ports import LLM, Answer, Prompt

SECONDS = 120.0  # for one answer
INFO_LETTERS = 2_500
TIE = "tie"
Result_ = TypeVar("Result_")


class Reason(Shape):
    reason: str = Field(min_length=1, max_length=800)
    speech: int
    quote: str = Field(max_length=500)


class Winner(Shape):
    """Between two sides."""

    winner: str
    reasons: list[Reason] = Field(min_length=1, max_length=5)


class Ranking(Shape):
    """Of teams, the best first."""

    ranking: list[str]
    reasons: list[Reason] = Field(min_length=1, max_length=5)


@dataclass(frozen=True)
class Decided:
    """A decision in the words of the match, and the notes it was made from."""

    result: Result
    reasons: tuple[QuotedReason, ...]
    notes: tuple[SpeechNote, ...] = ()


class Debatrix:
    """A `Judge`.

    Args:
        llm: remembers what it answered, where that is wanted. role: in which it is asked. name: of the model.
        settings: with which it is asked, in words.
    """

    def __init__(self, llm: LLM, role: str, name: str, settings: str = "") -> None:
        self._llm, self._role, self.name, self.settings = llm, role, name, settings

    async def judge(self, view: View, wording: Wording, run: int) -> Opinion:
        """As `Judge.judge`; dimensions side by side, speeches in order, blind ones of a stage side by side."""
        hearing = _Hearing(self._llm, self._role, view, wording, run)
        try:
            return await hearing.opinion()
        except ProviderError as error:
            return Opinion(no_verdict(error.reason), error=error)


@dataclass(frozen=True)
class _Hearing:
    """One run over one debate."""

    llm: LLM
    role: str
    view: View
    wording: Wording
    run: int

    @property
    def teams(self) -> bool:
        return len(self.view.parties) > 2

    @property
    def choices(self) -> dict[str, str]:
        """What may be answered, in small letters, and the party it means."""
        named = {party.label.casefold(): party.key for party in self.view.parties}
        return named if self.teams else named | {TIE: TIE}

    async def opinion(self) -> Opinion:
        names = OF_TEAMS if self.teams else OF_SIDES
        decided = dict(zip(names, await side_by_side(map(self._dimension, names)), strict=True))
        told = "\n\n".join(f"{name}: {self._told(one)}" for name, one in decided.items())
        overall = await self._decide("overall", decided=told)
        notes: dict[int, str] = {}
        for note in decided[names[0]].notes:
            notes[note.turn] = f"{notes.get(note.turn, '')} {note.analysis.notes}".strip()[:MOST_CHARACTERS]
        return Opinion(overall.result, {name: one.result for name, one in decided.items()}, overall.reasons, notes)

    async def _dimension(self, name: str) -> Decided:
        notes: list[SpeechNote] = []
        for step in self.view.steps:
            heard = await side_by_side(self._hear(name, speech, notes) for speech in step)
            notes = [*notes, *(note for some in heard for note in some)]
        missing = "; ".join(self.view.missing)
        told = fitted(notes)
        sources = self._sources(name, self.view.speeches)
        decided = await self._decide("decide", **self._of(name), missing=missing, notes=told, sources=sources)
        return replace(decided, notes=tuple(notes))

    async def _hear(self, name: str, speech: HeldSpeech, before: Sequence[SpeechNote]) -> list[SpeechNote]:
        """The notes of one speech, part by part where it is long."""
        notes: list[SpeechNote] = []
        cut = parts(speech)
        for number, text in enumerate(cut, 1):
            who = self.view.who(speech) + (f", part {number} of {len(cut)}" if len(cut) > 1 else "")
            told = fitted([*before, *notes]) or "(none yet)"
            prompt = self._prompt(
                "analyse",
                **self._of(name),
                info=self.view.info[:INFO_LETTERS],
                notes=told,
                who=who,
                closing=speech.closing,
                sources=self._sources(name, [speech]),
                speech=text,
            )
            analysis = await self._analysed(prompt, speech)
            notes.append(SpeechNote(who, speech.turn, analysis))
        return notes

    async def _analysed(self, prompt: Prompt, speech: HeldSpeech) -> Analysis:
        def fault(one: Analysis) -> str | None:
            return next((_not_said(quote) for quote in one.quotes if not was_said(quote, speech.text)), None)

        given = await asked(self.llm, self.role, prompt, Analysis, fault, SECONDS)
        return Analysis(notes=harmless(given.notes), quotes=[harmless(quote) for quote in given.quotes])

    async def _decide(self, prompt: str, **values: object) -> Decided:
        sought = self._prompt(prompt, **values, choices=", ".join(self._labels()))
        if self.teams:
            ranking = await self._asked(sought, self._shape(Ranking), lambda one: self._fault(one, one.ranking))
            ranked = tuple(self.choices[name.casefold()] for name in ranking.ranking)
            return Decided(
                Result(outcome=Outcome.WON, winner=ranked[0], ranking=ranked), self._reasons(ranking.reasons)
            )
        decision = await self._asked(sought, self._shape(Winner), lambda one: self._fault(one, [one.winner]))
        winner = self.choices[decision.winner.casefold()]
        tie = winner == TIE
        result = Result(outcome=Outcome.TIE if tie else Outcome.WON, winner="" if tie else winner)
        return Decided(result, self._reasons(decision.reasons))

    def _shape(self, shape: type[Answer]) -> type[Answer]:
        """With the names in its schema, for servers that hold a model to one; what comes is looked at in any case."""
        named: type[Answer] = _with_names(shape, tuple(self._labels()), self.teams)
        return named

    async def _asked(self, prompt: Prompt, shape: type[Answer], fault: Callable[[Answer], str | None]) -> Answer:
        return await asked(self.llm, self.role, prompt, shape, fault, SECONDS)

    def _fault(self, one: Winner | Ranking, named: Sequence[str]) -> str | None:
        known = [self.choices.get(name.casefold()) for name in named]
        if None in known or (self.teams and sorted(map(str, known)) != sorted(self.choices.values())):
            field = "`ranking` must hold each of these once" if self.teams else "`winner` must be one of these"
            return f"{field}: {', '.join(self._labels())}"
        quotes = ((reason.quote, said_in(self.view, reason.quote, reason.speech)) for reason in one.reasons)
        return next((_not_said(quote) for quote, speech in quotes if speech is None), None)

    def _reasons(self, reasons: Iterable[Reason]) -> tuple[QuotedReason, ...]:
        placed = ((one, said_in(self.view, one.quote, one.speech)) for one in reasons)
        return tuple(
            QuotedReason(reason=harmless(one.reason), turn=speech.turn, quote=harmless(one.quote))
            for one, speech in placed
            if speech is not None
        )

    def _labels(self) -> list[str]:
        return [party.label for party in self.view.parties] + ([] if self.teams else [TIE])

    def _sources(self, name: str, speeches: Iterable[HeldSpeech]) -> str:
        """What was found out about claims in these speeches, in the dimensions on which it bears."""
        if name not in ON_SOURCES:
            return ""
        view = self.view
        return "\n".join(f"{view.who(speech)}: {told}" for speech in speeches for told in view.looked_into(speech))

    def _of(self, name: str) -> dict[str, object]:
        return {"dimension": name, "rubric": self.wording.dimensions[name]}

    def _prompt(self, name: str, **values: object) -> Prompt:
        shared = {"motion": self.view.motion, "wording": self.wording, "teams": self.teams, "sides": sides(self.view)}
        prompt = PROMPTS.render(name, **shared, **values)
        return replace(prompt, name=f"{prompt.name}, run {self.run}")  # so that runs are asked apart

    def _told(self, decided: Decided) -> str:
        result, label = decided.result, self.view.label
        numbers = {speech.turn: self.view.number(speech) for speech in self.view.speeches}
        named = " before ".join(map(label, result.ranking)) or (label(result.winner) if result.winner else "a tie")
        why = [f"- {one.reason} (speech {numbers[one.turn]}: “{one.quote}”)" for one in decided.reasons]
        return "\n".join([named, *why])


@lru_cache(maxsize=64)  # asked for with every decision
def _with_names(shape: type[Shape], labels: tuple[str, ...], teams: bool) -> Any:
    name = Annotated[str, Field(json_schema_extra={"enum": list(labels)})]
    field: Any = {"ranking": (list[name], ...)} if teams else {"winner": (name, ...)}
    return create_model(shape.__name__, __base__=shape, **field)


def _not_said(quote: str) -> str:
    return f"the quotation “{quote[:120]}” was not said there; quote word for word, at least three words"


async def side_by_side(works: Iterable[Awaitable[Result_]]) -> list[Result_]:
    """What all of them bring, once all have ended. Raises what the first that failed raised, the cause before what it
    stopped.
    """
    ended = await asyncio.gather(*works, return_exceptions=True)
    faults = [one for one in ended if isinstance(one, BaseException)]
    if faults:
        raise min(faults, key=lambda fault: isinstance(fault, Stopped))
    return [one for one in ended if not isinstance(one, BaseException)]

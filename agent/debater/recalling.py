"""What a debater knows of a match that it comes to in the middle, from the match alone. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agent.match.events import SentenceSpoken, StatementDrafted, StatementRevised
from agent.match.state import Match
from agent.match.transcript_lines import lines
from config.format import Side
from config.statement import Priority, Sentence, Statement
from planning.methods.method import Past
from planning.reading.passages import Passage


@dataclass(frozen=True)
class Recalled:
    """Where a side stands. `elapsed`: seconds of the turn that is on, None between turns.

    `heard_to`: how far into that turn the other side has been heard. `statements`: what is left to say, by turn.
    """

    past: Past
    turn: int
    elapsed: float | None
    heard_to: float
    statements: dict[int, Statement]


def recall(match: Match, side: Side) -> Recalled:
    """What `side` knows of a match that goes on from its log."""
    now = match.turn
    return Recalled(
        Past(match.flows.get(side, {}), list(_said(match, side))),
        turn=len(match.turns) - 1,
        elapsed=now.clock.read(match.at) if now is not None else None,
        heard_to=max((part.end for part in match.turns[-1].heard), default=0.0) if match.turns else 0.0,
        statements=_left(match, side),
    )


def _said(match: Match, side: Side) -> Iterator[tuple[int, Sentence | Passage]]:
    for record in match.turns:
        if record.side is side:
            for spoken in record.spoken:
                if not spoken.cut:
                    yield record.index, _as_written(match, spoken)
        else:
            for line in lines(part for part in record.heard if part.listener is side):
                yield record.index, Passage(line.text, line.start, line.end)


def _as_written(match: Match, spoken: SentenceSpoken) -> Sentence:
    """With all that was known of it when it was drafted."""
    for version in reversed(_versions(match, spoken.turn)):
        for sentence in version.sentences:
            if sentence.id == spoken.id and sentence.text == spoken.text:
                return sentence
    return Sentence(id=spoken.id, text=spoken.text, unit=spoken.id, priority=Priority.SHOULD)


def _versions(match: Match, turn: int) -> list[StatementDrafted | StatementRevised]:
    """All that was written for a turn, the first draft first."""
    draft = match.drafts.get(turn)
    return [*([draft] if draft else ()), *match.revisions.get(turn, ())]


def _left(match: Match, side: Side) -> dict[int, Statement]:
    """What is left to say of the turn that is on, if it is that side's."""
    now = match.turn
    if now is None or now.side is not side or not (versions := _versions(match, now.index)):
        return {}
    spoken = {sentence.id for sentence in now.spoken}
    rest = tuple(sentence for sentence in versions[-1].sentences if sentence.id not in spoken)
    return {now.index: Statement(sentences=rest)}

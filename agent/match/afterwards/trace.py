"""Where the figures of a match come from: each spoken sentence with a figure, and what carries it. Pure.

Only the sentences of our debaters are traced; what everybody else says is theirs to answer for. A figure comes, in this
order, from an item that the sentence cites, from other evidence that the side had before it, from the motion, from
what the other side said earlier in the debate, or from a sourced sentence of the side's own. It may be reckoned from
numbers there, or in its own sentence; then the step is kept. One that comes from none of these has no source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.match.events import SentenceSpoken, StatementDrafted, StatementRevised
from agent.match.seats import Occupant
from agent.match.state import Match
from config.format import Side
from planning.debate.argument import Evidence
from planning.language.cues.cues import content_words, stem
from planning.language.figures.figures import accounts, figures
from planning.language.text import clean

ALIKE = 2  # words that a sentence and an item it does not cite must share
YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True)
class Origin:
    """What some figures of a sentence come from: evidence, else words of the debate, else other figures beside them.

    `turn` (from 0) is when the words were said, by the other side or `ours`; None where they are the motion's.
    `derived`: how a figure was reckoned, such as `100000 - 60000`; without words, from its own sentence.
    """

    figures: tuple[str, ...]
    id: str = ""
    item: Evidence | None = None
    words: str = ""
    turn: int | None = None
    ours: bool = False
    derived: str = ""


@dataclass(frozen=True)
class Traced:
    """A spoken sentence with figures. `unsourced` ones come from nowhere.

    `unheld`: items the sentence cites that the log does not hold (one written before logs held evidence).
    """

    turn: int
    side: Side
    spoken: SentenceSpoken
    figures: tuple[str, ...]
    origins: tuple[Origin, ...]
    unsourced: tuple[str, ...]
    unheld: tuple[str, ...]


def traced_figures(match: Match) -> list[Traced]:
    """Every sentence with a figure that one of our debaters spoke, in order."""
    seats = match.created.seats if match.created else {}
    traced: list[Traced] = []
    for record in match.turns:
        if record.side in seats and seats[record.side].occupant is Occupant.DEBATER:
            for spoken in record.spoken:
                if found := tuple(dict.fromkeys(figures(spoken.text))):
                    traced.append(_traced(match, spoken, found, traced))
    return traced


def name_of(item: Evidence) -> str:
    """An item as one would cite it: author, title, source, place, date, as far as they are known."""
    told = (item.author, item.title, item.source, item.place, item.date or item.year)
    return clean(", ".join(dict.fromkeys(str(part) for part in told if part)))


def words_of(item: Evidence) -> str:
    """What it stands on, in its own words, on one line."""
    return clean(item.passage or item.finding)


def _traced(match: Match, spoken: SentenceSpoken, found: tuple[str, ...], before: Sequence[Traced]) -> Traced:
    held, cites = _evidence(match, spoken.side), _cites(match, spoken)
    known = [*_candidates(match, spoken, held, cites), *_own(spoken.side, before)]
    carried: dict[tuple[int | None, str], list[str]] = {}
    for account in accounts(spoken.text, [one.item.words if one.item else one.words for one in known]):
        carried.setdefault((account.source, account.derived), []).append(account.figure)
    origins = tuple(
        replace(Origin(()) if place is None else known[place], figures=tuple(here), derived=derived)
        for (place, derived), here in carried.items()
    )
    left = tuple(figure for figure in found if not any(figure in one.figures for one in origins))
    unheld = tuple(key for key in cites if key not in held) if left else ()
    return Traced(spoken.turn, spoken.side, spoken, found, origins, left, unheld)


def _candidates(
    match: Match, spoken: SentenceSpoken, held: Mapping[str, Evidence], cites: tuple[str, ...]
) -> Iterator[Origin]:
    for key in dict.fromkeys([*cites, *held]):
        if key in held and (key in cites or _alike(spoken.text, held[key])):
            yield Origin((), id=key, item=held[key])
    if match.created is not None:
        yield Origin((), words=match.created.motion)
    seams: list[Origin] = []
    for record in match.turns[: spoken.turn]:
        if record.side is not spoken.side:
            heard = [part.text for part in record.heard]
            for words in (*heard, *(part.text for part in record.spoken)):
                yield Origin((), words=words, turn=record.index)
            seams += [Origin((), words=f"{one} {other}", turn=record.index) for one, other in pairwise(heard)]
    yield from seams  # at which the recogniser may have cut a number


def _alike(text: str, item: Evidence) -> bool:
    """Whether an item that a sentence does not cite may be its source: of a year alone if both speak of the same."""
    if not all(YEAR.fullmatch(figure) for figure in figures(text)):
        return True
    said, told = ({stem(word) for word in content_words(words) if word.isalpha()} for words in (text, words_of(item)))
    return len(said & told) >= ALIKE


def _own(side: Side, before: Sequence[Traced]) -> Iterator[Origin]:
    """What the side itself has said with a source."""
    for one in before:
        if one.side is side and not one.unsourced:
            yield Origin((), words=one.spoken.text, turn=one.turn, ours=True)


def _evidence(match: Match, side: Side) -> dict[str, Evidence]:
    """All that a side's statements had beside them, by id."""
    found: dict[str, Evidence] = {}
    for turn in match.drafts:
        for event in _versions(match, turn):
            if event.side is side:
                found |= event.evidence
    return found


def _cites(match: Match, spoken: SentenceSpoken) -> tuple[str, ...]:
    """What the sentence cites in the words that were spoken; a sentence cut by the bell is only its beginning."""
    for event in reversed(_versions(match, spoken.turn)):
        for sentence in event.sentences:
            if sentence.id == spoken.id and sentence.text.startswith(spoken.text):
                return sentence.cites
    return ()


def _versions(match: Match, turn: int) -> list[StatementDrafted | StatementRevised]:
    """All that was written for a turn, the first draft first."""
    draft = match.drafts.get(turn)
    return [*([draft] if draft else ()), *match.revisions.get(turn, ())]

"""What judges are given of a match: what was said, word for word, with times, and nothing of who is who. Pure.

A view can be changed in ways that must not change a verdict: sides take each other's names, blind speeches each other's
places, and the longer side is cut to the words of the shorter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from agent.match.afterwards.finished import FinishedMatch, Said, Speech
from config.errors import RuleError
from config.format import Format, Side, Stage
from planning.language.cues.cues import STOPWORDS
from planning.language.text import clean
from planning.verify.record import ClaimFinding, VerifiedTree
from speech.text.sentences import sentences

SIDES = {Side.PRO: "Pro", Side.CON: "Con"}
STANCES = {Side.PRO: "for", Side.CON: "against"}
HIDDEN = "[name]"
FOUND = {
    ClaimFinding.CONFIRMED: "it holds",
    ClaimFinding.REFUTED: "it does not hold",
    ClaimFinding.UNCONFIRMED: "it could not be confirmed",
}
_MACHINE = re.compile(
    r"\b(?:speaking )?as an? (?:ai|artificial intelligence|(?:large )?language model)\b"
    r"(?:[ -](?:(?:large )?language model|model|assistant|system|debater)\b)?,?\s*",
    re.I,
)
_OURS = re.compile(r"\b(?:Rostrum|TreeDebater|Agent4Debate)\b", re.I)
_CALLED = re.compile(
    r"\b(?:Pro|Con|OG|OO|CG|CO)\b|(?<=\b[Tt]he )(?:Proposition|Opposition|Affirmative|Negative)\b"
    r"|(?<=Opening |Closing )(?:Government|Opposition)\b"
)
_PAIRS = (("Pro", "Con"), ("OG", "OO"), ("CG", "CO"), ("Affirmative", "Negative"), ("Proposition", "Opposition"))
_OTHERS = {here: there for pair in _PAIRS for here, there in (pair, pair[::-1])} | {"Government": "Opposition"}


@dataclass(frozen=True)
class ViewLine:
    """A sentence, and when in its speech it began (None: unknown); `beside`: said by the other side meanwhile."""

    at: float | None
    text: str
    beside: bool = False


@dataclass(frozen=True)
class Party:
    """A side, or a team of one: what judges call it, and whether it is for the motion or against it."""

    key: str
    label: str
    stance: str


@dataclass(frozen=True)
class HeldSpeech:
    """The speech of a turn (from 0); the `blind` ones of a stage were written without knowing each other."""

    turn: int
    party: str
    name: str
    lines: tuple[ViewLine, ...]
    closing: bool = False
    blind: bool = False

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def words(self) -> int:
        """Of its own party."""
        return sum(len(line.text.split()) for line in self.lines if not line.beside)


@dataclass(frozen=True)
class LookedInto:
    """A claim of the speech of a turn, and what came of it when it was verified apart from the debate."""

    turn: int
    quote: str
    tree: VerifiedTree

    @property
    def told(self) -> str:
        """`“quote”: refuted (0.82 sure). Why.`"""
        root = self.tree.root
        return f"“{self.quote}”: {FOUND[self.tree.finding]} ({root.confidence:.2f} sure). {root.answer}"


@dataclass(frozen=True)
class View:
    """A debate as judges see it. `missing`: speeches of the format that were not held. `sources`: claims in them that
    were looked into."""

    motion: str
    parties: tuple[Party, ...]
    speeches: tuple[HeldSpeech, ...]
    info: str = ""
    missing: tuple[str, ...] = ()
    sources: tuple[LookedInto, ...] = ()

    def looked_into(self, speech: HeldSpeech) -> list[str]:
        """What came of the claims in it, as far as they were said in this view."""
        lines = {line.text for line in speech.lines}
        return [one.told for one in self.sources if one.turn == speech.turn and one.quote in lines]

    def label(self, key: str) -> str:
        return next(one.label for one in self.parties if one.key == key)

    def number(self, speech: HeldSpeech) -> int:
        """Its place in the record, from 1."""
        return self.speeches.index(speech) + 1

    def who(self, speech: HeldSpeech) -> str:
        """`(3) Pro, rebuttal`."""
        return f"({self.number(speech)}) {self.label(speech.party)}, {speech.name}"

    @property
    def words(self) -> dict[str, int]:
        """Of each party."""
        counted = Counter({party.key: 0 for party in self.parties})
        for speech in self.speeches:
            counted[speech.party] += speech.words
        return dict(counted)

    @property
    def steps(self) -> list[list[HeldSpeech]]:
        """Speeches in order; blind ones of one stage, one a party, together."""
        steps: list[list[HeldSpeech]] = []
        for speech in self.speeches:
            last = steps[-1] if steps else []
            together = speech.blind and last and last[0].blind and last[0].name == speech.name
            if together and speech.party not in [one.party for one in last]:
                last.append(speech)
            else:
                steps.append([speech])
        return steps


def viewed(match: FinishedMatch) -> View:
    """A match as judges see it. Raises RuleError: it is not over, or nobody spoke."""
    speeches = [speech for speech in match.speeches if speech.said]
    if match.ended is None or not speeches:
        raise RuleError("a match is judged when it is over and somebody has spoken")
    teams, names = teams_of(match.format), _names(match)
    held = {speech.number for speech in speeches}
    missing = [
        f"{turn.speaker if teams else SIDES[turn.side]}, {turn.name}"
        for number, turn in enumerate(match.format.turns, 1)
        if number not in held
    ]
    parties = teams or tuple(Party(side.value, SIDES[side], STANCES[side]) for side in Side)
    heard = tuple(_speech(one, names, bool(teams)) for one in speeches)
    return View(match.motion, parties, heard, missing=tuple(missing))


def teams_of(form: Format) -> tuple[Party, ...]:
    """The teams of a format whose benches change hands, as in British Parliamentary; none where a side is one team.

    On each side two speakers or more have two speeches or more each, one speaker's all before the next one's.
    """
    blocks = {
        side: [
            (speaker, len(list(turns)))
            for speaker, turns in groupby(turn.speaker for turn in form.turns if turn.side is side)
        ]
        for side in Side
    }
    changing = all(
        len({*some}) == len(some) >= 2 and all(one and n >= 2 for one, n in some) for some in blocks.values()
    )
    if not changing:
        return ()
    order = dict.fromkeys((turn.speaker, turn.side) for turn in form.turns)
    return tuple(Party(team_key(speaker), speaker, STANCES[side]) for speaker, side in order)


def team_key(name: str) -> str:
    """`OG` of `Opening Government`."""
    return "".join(word[0] for word in name.split()).upper()


def written(text: str) -> tuple[ViewLine, ...]:
    """A written speech as its sentences."""
    return tuple(ViewLine(None, one) for one in sentences(masked(clean(text), ())))


def masked(text: str, names: Iterable[str]) -> str:
    """Without names, and without what tells that a machine speaks."""
    text = _OURS.sub(HIDDEN, _MACHINE.sub("", text))
    for name in names:
        text = re.sub(rf"\b{re.escape(name)}\b", HIDDEN, text)
    return text


def _names(match: FinishedMatch) -> list[str]:
    """All by which those in the seats may be called, the longest first; common words are not taken for names."""
    whole = {name for seat in match.seats.values() for name in (seat.name, seat.model) if len(name) > 2}
    parts = {part for name in whole for part in name.split() if len(part) > 2 and part[0].isupper()}
    return sorted(whole | {part for part in parts if part.lower() not in STOPWORDS}, key=len, reverse=True)


def _speech(speech: Speech, names: Sequence[str], teams: bool) -> HeldSpeech:
    turn = speech.turn
    lines = [line for said in speech.said for line in _lines(said, said.side is not turn.side, names)]
    party = team_key(turn.speaker) if teams else turn.side.value
    return HeldSpeech(speech.number - 1, party, turn.name, tuple(lines), turn.stage is Stage.CLOSING, turn.blind)


def _lines(said: Said, beside: bool, names: Sequence[str]) -> Iterable[ViewLine]:
    for part in said.parts:
        for text in sentences(masked(clean(part.text), names)):
            yield ViewLine(part.start, text, beside)


# -- what must not change a verdict ----------------------------------------------------------------------------------


def renamed(view: View) -> View:
    """With the names of the two sides exchanged: those of the parties, and where speakers call each other by them."""
    speeches = [
        replace(speech, lines=tuple(replace(line, text=_called_otherwise(line.text)) for line in speech.lines))
        for speech in view.speeches
    ]
    parties = [replace(party, label=_called_otherwise(party.label)) for party in view.parties]
    missing = tuple(map(_called_otherwise, view.missing))
    sources = tuple(replace(one, quote=_called_otherwise(one.quote)) for one in view.sources)
    return replace(view, parties=tuple(parties), speeches=tuple(speeches), missing=missing, sources=sources)


def _called_otherwise(text: str) -> str:
    def other(found: re.Match[str]) -> str:
        of_a_team = text[: found.start()].endswith(("Opening ", "Closing "))
        return "Government" if of_a_team and found[0] == "Opposition" else _OTHERS[found[0]]

    return _CALLED.sub(other, text)


def reordered(view: View) -> View | None:
    """With blind speeches in each other's places; None where each speech follows from the one before."""
    if all(len(step) == 1 for step in view.steps):
        return None
    speeches = [speech for step in view.steps for speech in reversed(step)]
    return replace(view, speeches=tuple(speeches))


def cut(view: View) -> View | None:
    """Every party cut to the words of the shortest, at whole sentences from its end; None where all are as long."""
    counted = view.words
    most = min(counted.values())
    if most == 0 or max(counted.values()) == most:
        return None
    speeches = list(view.speeches)
    for place, speech in reversed([*enumerate(speeches)]):
        speeches[place], counted[speech.party] = _shortened(speech, counted[speech.party], most)
    return replace(view, speeches=tuple(one for one in speeches if one.words))


def _shortened(speech: HeldSpeech, words: int, most: int) -> tuple[HeldSpeech, int]:
    """With so many of its last sentences left out that its party has `most` words, if that is enough; what it has."""
    lines = list(speech.lines)
    while lines and words > most:
        last = lines.pop()
        words -= 0 if last.beside else len(last.text.split())
    return replace(speech, lines=tuple(lines)), words

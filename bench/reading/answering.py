"""What the debater without a model makes of people: which of their points it answers, how, and what it says anyway.

Each opponent's speeches are heard in words, as the ear would give them, or as it did in a match that was held; every
turn is delivered against the clock. Labels say which thought makes which point. Only a node meets a point that answers
a claim which the point makes, and is spoken after it: what quotes, puts off or would fit anything counts nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import Measurement, Target
from bench.matches.library import deliver
from bench.matches.silent import counted
from bench.reading.labels import LabelledSentence, labels
from bench.reading.objections import Objected, held_out, objections
from bench.reading.said import Said, heard, written
from config.errors import ConfigError
from config.format import Format, Side, Stage
from config.shipped import load_format
from config.statement import Sentence
from planning.debate.points import Point, PointForm
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

ANSWERED, ASKED, OWN_CLOSING, FRAMES, FALSE = 0.45, 0.5, 0.6, 0.2, 0.05
TELLING = 4  # words of a phrase from which it is a frame that a listener would know again


@dataclass
class Encounter:
    """One opponent, `by_ear` or by the text. `spoken`: our sentences with their turns; `turns`: of its speeches.
    `banked`: whether a concession was used in our closing."""

    name: str
    by_ear: bool
    objected: Mapping[tuple[Stage, int], Objected]
    made: Mapping[str, frozenset[tuple[Stage, int]]]  # by the id of a point as it was read: the labelled points it is
    spoken: Sequence[tuple[int, Sentence]]
    turns: Mapping[Stage, int]
    points: Mapping[str, Point]
    rehearsal: Rehearsal
    closing: Sequence[str] = ()
    silent: frozenset[str] = frozenset()
    frames: Counter[str] = field(default_factory=Counter)
    banked: bool = False
    named: Sequence[bool] = ()  # for each time that a prepared claim was called theirs, whether it was

    @property
    def open_to_us(self) -> dict[tuple[Stage, int], Objected]:
        """What was said before our last word on it: all but what is first said in the closing."""
        return {key: one for key, one in self.objected.items() if one.speech is not Stage.CLOSING}

    def met(self, key: tuple[Stage, int]) -> bool:
        """Whether a prepared answer to a claim that the point makes was spoken after it, as its reader labelled it.
        Quotations, answers by kind, evasions and signposts are none."""
        said, claims = self.turns[key[0]], self.objected[key].claims
        return any(turn > said and self._answers(sentence, claims) for turn, sentence in self.spoken)

    def _answers(self, sentence: Sentence, claims: frozenset[str]) -> bool:
        node = self.rehearsal.nodes.get(sentence.source or "")
        return node is not None and node.parent in claims

    def asked(self) -> tuple[int, int]:
        """Direct questions that were met, and all."""
        asked = [key for key, one in self.open_to_us.items() if one.asks]
        return sum(map(self.met, asked)), len(asked)

    def granted(self) -> tuple[int, int]:
        """Whether a concession that was heard was used in the end, and whether there was one."""
        heard = any(point.form is PointForm.CONCESSION for point in self.points.values())
        return int(heard and self.banked), int(heard)

    def read(self) -> dict[str, int]:
        """How many points were read at all, with a quote, as their kind; and questions as questions."""
        found: Counter[str] = Counter(read=0, quoted=0, kind_right=0, asked_read=0)
        for key, one in self.open_to_us.items():
            points = [self.points[name] for name, keys in self.made.items() if key in keys and name in self.points]
            found["read"] += bool(points)
            found["quoted"] += any(point.quote for point in points)
            found["kind_right"] += any(point.objection is one.kind for point in points)
            found["asked_read"] += one.asks and any(point.form is PointForm.QUESTION for point in points)
        return dict(found)

    def _answerable(self, one: Objected) -> bool:
        return any(self.rehearsal.nodes[claim].children for claim in one.claims)

    def numbers(self) -> dict[str, Any]:
        (met, asked), (banked, conceded) = self.asked(), self.granted()
        own = [text for text in self.closing if text not in self.silent]
        return {
            "opponent": self.name,
            "by": "ear" if self.by_ear else "text",
            "held_out": held_out(self.name),
            "points": len(self.open_to_us),
            "met": sum(map(self.met, self.open_to_us)),
            "in_no_tree": sum(not self._answerable(one) for one in self.open_to_us.values()),
            "quotations": sum("“" in sentence.text for _, sentence in self.spoken),
            "conceded": conceded,
            "conceded_and_used": banked,
            "asked": asked,
            "asked_and_met": met,
            **self.read(),
            "claims_called_theirs": len(self.named),
            "of_these_false": self.named.count(False),
            "closing_sentences": len(self.closing),
            "closing_of_this_match": len(own),
        }


def run(
    opponents: Path, names: Sequence[str] = (), matches: Path | None = None, embedder: Embedder | None = None
) -> Measurement:
    """Meet every opponent of a folder.

    Args:
        names: of opponents, as `<motion>-<side>`; all of them if left out.
        matches: a folder of `<motion>-<side>` matches in which opponents were heard; only these are met, by the text
            and as they were heard then.

    Raises:
        ConfigError: there is none, or one is not labelled. LogError: a match is damaged.
    """
    cached, _ = counted(embedder)
    library, oxford = Library(), load_format("oxford")
    folders = [
        one.parent
        for one in sorted(opponents.glob("*/objections.tsv"))
        if (not names or one.parent.name in names) and (matches is None or (matches / one.parent.name).is_dir())
    ]
    if not folders:
        heard_too = f" that were heard in {matches}" if matches is not None else ""
        raise ConfigError(
            f"{opponents}: there are no labelled opponents in it (<motion>-<side>/objections.tsv){heard_too}"
        )
    ears = [(one, heard(one, matches / one.name, _side(one))) for one in folders if matches is not None]
    by_text = [_meet(folder, written(folder), library, oxford, cached) for folder in folders]
    by_ear = [_meet(folder, said, library, oxford, cached, by_ear=True) for folder, said in ears]
    return Measurement(
        "encounter",
        {"opponents": str(opponents), "heard": str(matches) if matches else "", "embedder": cached.name},
        [*(one.numbers() for one in [*by_text, *by_ear]), {"frames": _frames(by_text)[:10]}],
        [bar for met in (by_text, by_ear) for judged in (False, True) for bar in _bars(met, judged)]
        + list(_repeated(by_text)),
    )


def _side(folder: Path) -> Side:
    return Side(folder.name.rpartition("-")[2])


def _meet(
    folder: Path,
    speeches: Mapping[Stage, Sequence[Said]],
    library: Library,
    match_format: Format,
    embedder: Embedder,
    *,
    by_ear: bool = False,
) -> Encounter:
    side, rehearsal = _side(folder), library.get(folder.name.rpartition("-")[0])
    marks = labels(folder, rehearsal, side)
    silent, mind = (Strategy(rehearsal, side.other, match_format, embedder, folder.name) for _ in range(2))
    read = _Read()
    spoken: list[tuple[int, Sentence]] = []
    closing: list[str] = []
    alone: frozenset[str] = frozenset()
    frames: Counter[str] = Counter()
    banked = False
    for index, turn in enumerate(match_format.turns):
        mind.in_turn(index)
        silent.in_turn(index)
        if turn.side is side:
            _listen(mind, turn.stage, speeches[turn.stage], marks, read)
            continue
        said, without = (deliver(one, index)[0] for one in (mind, silent))
        spoken += [(index, sentence) for sentence in said]
        told = [phrase for one in said if (phrase := mind.writer.phrase(one.text)) is not None]
        frames.update(phrase for phrase in told if len(phrase.split()) >= TELLING)
        if turn.stage is Stage.CLOSING:
            closing, alone = [one.text for one in said], frozenset(one.text for one in without)
            banked = any(phrase in mind.writer.granting for phrase in told)
    return Encounter(
        folder.name,
        by_ear,
        objections(folder, rehearsal, side),
        read.made,
        spoken,
        {turn.stage: index for index, turn in enumerate(match_format.turns) if turn.side is side},
        {point.id: point for point in mind.heard_points()},
        rehearsal,
        closing,
        alone,
        frames,
        banked,
        read.named,
    )


@dataclass
class _Read:
    """What was read of an opponent: as which labelled points, and for each claim named whether it is one of theirs."""

    made: dict[str, frozenset[tuple[Stage, int]]] = field(default_factory=dict)
    named: list[bool] = field(default_factory=list)


def _listen(
    mind: Strategy,
    stage: Stage,
    speech: Sequence[Said],
    marks: Mapping[tuple[Stage, int], LabelledSentence],
    read: _Read,
) -> None:
    """The opponent's next speech."""
    mind.opponent_begins(stage)
    for thought, numbers in speech:
        told = [marks[stage, n] for n in numbers if (stage, n) in marks]
        points = frozenset((stage, one.point) for one in told if one.point)
        claims = {claim for one in told for claim in one.claims}
        for done in mind.read(mind.encode(thought.text)[0], thought):
            if done.action.source is not None:
                read.named.append(done.action.source in claims)
            if done.action.point is not None:
                read.made[done.action.point.id] = points


def _frames(met: Sequence[Encounter]) -> list[tuple[str, float]]:
    """Phrases with the share of matches in which each was spoken, the commonest first."""
    seen = Counter(phrase for one in met for phrase in one.frames)
    return [(phrase, round(count / len(met), 3)) for phrase, count in seen.most_common()]


def _bars(met: Sequence[Encounter], judged: bool) -> Iterator[Target]:
    some = [one.numbers() for one in met if held_out(one.name) is judged]
    if not some:
        return
    which = ("held out" if judged else "fitted on") + (", heard" if some[0]["by"] == "ear" else "")

    def share(*parts: str, of: str) -> float:
        whole = sum(one[of] for one in some)
        return round(sum(one[part] for one in some for part in parts) / whole, 3) if whole else 0.0

    yield Target(f"points met by a fitting answer, {which}", share("met", of="points"), ANSWERED, above=True)
    yield Target(f"questions met, {which}", share("asked_and_met", of="asked"), ASKED, above=True)
    false = share("of_these_false", of="claims_called_theirs")
    yield Target(f"claims called theirs that are not, {which}", false, FALSE)
    own = share("closing_of_this_match", of="closing_sentences")
    yield Target(f"closing sentences of this match, {which}", own, OWN_CLOSING, above=True)


def _repeated(met: Sequence[Encounter]) -> Iterator[Target]:
    frames = _frames(met)
    yield Target("share of matches with the commonest frame", frames[0][1] if frames else 0.0, FRAMES)

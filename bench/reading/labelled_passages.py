"""Speeches whose points readers have labelled, passage by passage, with what the embedded reader knows of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.reading.labels import LABELS, cut_lines, labels
from bench.reading.objections import ARGUED, OBJECTIONS, held_out, objections
from config.errors import ConfigError
from config.format import Side, Stage
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.cues.manners import remark
from planning.methods.treedebater import shipped
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.reading.extract import reports
from planning.methods.treedebater.reading.fitted import OF_ACCEPTANCE, Acceptance, Floats, PairModel, Weights
from planning.methods.treedebater.reading.pair_features import HeardPassage, PairFeatures
from planning.methods.treedebater.reading.prepared_claims import Recognition
from planning.methods.treedebater.reading.recognise import REPEATED, SpeechReader
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

UNTRUSTED = Acceptance(0.0, np.zeros(len(OF_ACCEPTANCE), dtype=np.float32))
UNFITTED = PairModel.of(0.0, [], UNTRUSTED, 1.0)  # for reading what a model is to be fitted on

Key = tuple[str, Stage, int]
Say = Callable[[str], None]


@dataclass
class LabelledPassage:
    """A passage with what readers found in it, and what the reader knows of it."""

    motion: str
    folder: str
    held_out: bool
    people: bool
    stage: Stage
    text: str
    points: frozenset[Key]
    claims: frozenset[str]
    nodes: tuple[str, ...]
    trees: NDArray[np.intp]
    table: Floats
    nothing: Floats
    repeated: int  # the place of the node whose words it repeats, or -1
    silenced: bool  # it reports the other side, or is no argument at all
    heard: HeardPassage
    seconds: float
    features: Floats = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))

    @property
    def right(self) -> NDArray[np.bool_]:
        return np.asarray([node in self.claims for node in self.nodes], dtype=bool)


@dataclass
class LabelledSpeech:
    """The passages of one speech, in order, and what makes their features anew for other weights."""

    told: list[LabelledPassage]
    recognition: Recognition
    side: Side

    def weigh(self, weights: Weights) -> None:
        """What is known of each pair, as these weights see the claims."""
        beside = PairFeatures(self.recognition, np.flatnonzero(self.recognition.of_side[self.side]))
        for one in self.told:
            one.features = beside.of(replace(one.heard, logits=weights.logits(one.table, one.nothing)))


@dataclass
class PointTold:
    """A labelled point: the words it was made in, and what it is."""

    motion: str
    held_out: bool
    passages: list[str]
    kind: Objection
    asks: bool


def speeches(folders: Iterable[Path], motions: Sequence[str], embedder: Embedder, say: Say) -> list[LabelledSpeech]:
    """All labelled speeches in these folders.

    Raises:
        ConfigError: there are none, or the labels do not fit the speeches or the trees.
    """
    found: list[LabelledSpeech] = []
    for rehearsal in _rehearsals(motions):
        recognition: Recognition | None = None
        for parent in folders:
            for side in Side:
                folder = parent / f"{rehearsal.id}-{side}"
                if (folder / LABELS).is_file():
                    say(f"{parent.name}/{folder.name}")
                    recognition = recognition or shipped.recognition(rehearsal, embedder)
                    found += _speeches(rehearsal, recognition, side, folder, embedder)
    if not found:
        raise ConfigError(f"{', '.join(map(str, folders))}: no {LABELS} in it")
    return found


def _speeches(
    rehearsal: Rehearsal, recognition: Recognition, side: Side, folder: Path, embedder: Embedder
) -> Iterator[LabelledSpeech]:
    found, people = labels(folder, rehearsal, side), (folder / OBJECTIONS).is_file()
    asked = np.flatnonzero(recognition.of_side[side])
    nodes = tuple(recognition.nodes[i].id for i in asked)
    for stage in Stage:
        reader, told = SpeechReader(recognition, side, stage, UNFITTED), list[LabelledPassage]()
        for text, lines in cut_lines((folder / f"{stage}.txt").read_text(encoding="utf-8").splitlines()):
            here = [found[stage, line] for line in lines if (stage, line) in found]
            began = time.perf_counter()
            passage = Encoded(text, embedder)
            table, nothing, cosines = reader.features(passage)
            heard = reader.heard(passage, table, shipped.weights().logits(table, nothing))
            spent = time.perf_counter() - began
            said = int(cosines[asked].argmax())
            told.append(
                LabelledPassage(
                    motion=rehearsal.id,
                    folder=folder.name,
                    held_out=people and held_out(folder.name),
                    people=people,
                    stage=stage,
                    text=text,
                    points=frozenset(
                        (f"{people}{folder.name}", stage, s.point) for s in here if s.kind in ARGUED and s.point
                    ),
                    claims=frozenset(claim for s in here if s.kind == "claim" for claim in s.claims),
                    nodes=nodes,
                    trees=recognition.tree[asked],
                    table=table,
                    nothing=nothing,
                    repeated=said if cosines[asked][said] >= REPEATED else -1,
                    silenced=reports(text) or remark(text) is not None,
                    heard=heard,
                    seconds=spent,
                )
            )
        yield LabelledSpeech(told, recognition, side)


def _rehearsals(motions: Sequence[str]) -> Iterable[Rehearsal]:
    library = Library()
    return [library.get(name) for name in motions] or library.all()


def points(folders: Iterable[Path], motions: Sequence[str] = ()) -> list[PointTold]:
    """All points with kinds in these folders."""
    found: list[PointTold] = []
    for rehearsal in _rehearsals(motions):
        for folder, side in ((parent / f"{rehearsal.id}-{side}", side) for parent in folders for side in Side):
            if (folder / OBJECTIONS).is_file():
                found += _points(rehearsal, side, folder)
    return found


def _points(rehearsal: Rehearsal, side: Side, folder: Path) -> Iterator[PointTold]:
    lines = {stage: (folder / f"{stage}.txt").read_text(encoding="utf-8").splitlines() for stage in Stage}
    sentences = labels(folder, rehearsal, side).items()
    for (stage, number), point in objections(folder, rehearsal, side).items():
        own = [line for (where, line), s in sentences if (where, s.point) == (stage, number) and s.kind in ARGUED]
        texts = [text for line in sorted(own) for text, _ in cut_lines([lines[stage][line - 1]])]
        yield PointTold(rehearsal.id, held_out(folder.name), texts, point.kind, point.asks)

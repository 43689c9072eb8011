"""What there is to do in an evaluation: debates to hold, speeches to write, and which of them are compared. Pure.

Every item has a name that says what it is and ends in letters that change with whatever would make it another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from config.format import Format, Side, Stage


@dataclass(frozen=True)
class WholeDebate:
    """A whole debate of two contestants; its id says nothing of them to whoever hears it."""

    id: str
    motion: str
    pro: str
    con: str

    @property
    def sides(self) -> dict[Side, str]:
        return {Side.PRO: self.pro, Side.CON: self.con}

    def side_of(self, contestant: str) -> Side:
        return Side.PRO if contestant == self.pro else Side.CON


@dataclass(frozen=True)
class TurnPlace:
    """A turn of a debate: `context` is the debate's id, or the name of a recorded one."""

    motion: str
    turn: int
    side: Side
    stage: Stage
    context: str

    @property
    def told(self) -> str:
        """`fat-tax 3 pro rebuttal`."""
        return f"{self.motion} {self.turn + 1} {self.side} {self.stage}"


@dataclass(frozen=True)
class StageVersion:
    """What one contestant is to write in a place."""

    id: str
    place: TurnPlace
    contestant: str


@dataclass(frozen=True)
class Comparison:
    """Two versions of one place; listeners know them as A and B, and nobody but we knows which is which."""

    id: str
    ours: StageVersion
    theirs: StageVersion
    ours_is: str

    @property
    def place(self) -> TurnPlace:
        return self.ours.place

    def version(self, key: str) -> StageVersion:
        return self.ours if key == self.ours_is else self.theirs


@dataclass(frozen=True)
class Work:
    """All of it; `contexts`: the debates that are held for others to be written into."""

    debates: tuple[WholeDebate, ...]
    contexts: tuple[WholeDebate, ...]
    versions: tuple[StageVersion, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def held(self) -> tuple[WholeDebate, ...]:
        """Every debate once."""
        return tuple(dict.fromkeys([*self.debates, *self.contexts]))


@dataclass(frozen=True)
class Wanted:
    """What a plan asks for. `contestants`: name and fingerprint, ours first; `recorded`: debates, by motion."""

    motions: Sequence[str]
    contestants: Mapping[str, str]
    form: Format
    stages: Sequence[Stage]
    sides: Sequence[Side]
    debates: bool
    recorded: Mapping[str, str]
    seed: str

    def work(self) -> Work:
        contexts = {motion: self._context(motion) for motion in self.motions if motion not in self.recorded}
        debates = tuple(self._debates()) if self.debates else ()
        versions = tuple(self._versions({motion: one.id for motion, one in contexts.items()} | dict(self.recorded)))
        needed = any(one.place.turn > 0 for one in versions)
        comparisons = tuple(self._comparisons(versions))
        return Work(debates, tuple(contexts.values()) if needed else (), versions, comparisons)

    def _debates(self) -> Iterator[WholeDebate]:
        ours, *others = self.contestants
        for motion in self.motions:
            for other in others:
                yield self._debate(motion, ours, other)
                yield self._debate(motion, other, ours)

    def _debate(self, motion: str, pro: str, con: str) -> WholeDebate:
        marks = f"{self.contestants[pro]} {self.contestants[con]}"
        return WholeDebate(f"{motion}.debate.{digest(pro, con, marks, self.seed)}", motion, pro, con)

    def _context(self, motion: str) -> WholeDebate:
        """Between ours and the first other, on sides drawn by lot."""
        pair = list(self.contestants)[:2]
        pro, con = pair if drawn(self.seed, "context", motion) % 2 else pair[::-1]
        return self._debate(motion, pro, con)

    def _versions(self, contexts: Mapping[str, str]) -> Iterator[StageVersion]:
        for motion in self.motions:
            for turn, one in enumerate(self.form.turns):
                if one.stage in self.stages and one.side in self.sides and one.cross_examination is None:
                    place = TurnPlace(motion, turn, one.side, one.stage, contexts[motion] if turn else "")
                    for name, mark in self.contestants.items():
                        id = f"{motion}.{turn + 1}-{one.side}.{name}.{digest(place.context, mark, self.seed)}"
                        yield StageVersion(id, place, name)

    def _comparisons(self, versions: Sequence[StageVersion]) -> Iterator[Comparison]:
        name = next(iter(self.contestants))
        ours = {one.place: one for one in versions if one.contestant == name}
        for other in versions:
            if other.contestant != name:
                own = ours[other.place]
                id = f"{other.place.motion}.{other.place.turn + 1}-{other.place.side}.{digest(own.id, other.id)}"
                yield Comparison(id, own, other, "AB"[drawn(self.seed, id) % 2])


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


def drawn(*parts: str) -> int:
    """A number that is the same in every run."""
    return int(digest(*parts), 16)

"""A method of twenty lines debates whole matches through the front door: it needs nothing of TreeDebater."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest

from agent.local.session import LocalRoom
from agent.local.virtual_time import run
from agent.match.events import PlanUpdated, StatementDrafted
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import UnknownName
from config.format import Format, Side, Stage, Turn
from config.settings import Settings
from config.statement import Priority, Sentence
from planning.debate.motion import Motion
from planning.methods import registry
from planning.methods.contract import Applied, Commission, Drafted, Method, Outline, Past, PlanDetail, PlannedPassage
from planning.methods.door import Parts, Position
from planning.reading.passages import Passage
from tests.command_line import spoken_in_tones

FORMAT = Format(
    name="duel",
    turns=tuple(
        Turn(side=side, stage=stage, seconds=20)
        for stage in (Stage.OPENING, Stage.CLOSING)
        for side in (Side.PRO, Side.CON)
    ),
)
MOTION = Motion.of("This house would plant more trees")


class Counting:
    """Says one sentence after the other, each with a number of its own."""

    name = "counting"

    def __init__(self, position: Position) -> None:
        self.motion, self.side, self.heard = position.motion.text, position.side, 0

    def recall(self, past: Past) -> None:
        self.heard = len(past.said)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        self.heard += len(passages)
        return ()

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        return ()

    async def statement(self, wanted: Commission) -> Drafted | None:
        texts = [
            f"Reason {n} of {self.side} is a good one to {self.motion[17:]}{', again' * (n % 4)}."
            for n in range(wanted.words // 6)
        ]
        said = [Sentence(id=f"s{n}", text=t, unit=f"u{n}", priority=Priority.SHOULD) for n, t in enumerate(texts)]
        return Drafted(tuple(said)) if not wanted.so_far else None


class Planning(Counting):
    """The same, and it says what it means to do, in words of its own."""

    name = "planning"

    class Mood(PlanDetail):
        mood: str

    async def plan(self, turn: int, seconds_left: float | None = None) -> Outline:
        why = PlannedPassage("trees", self.side, "nobody speaks for them", 20.0)
        return Outline((why,), self.Mood(mood=f"calm, after {self.heard}"))


class CountingDoor:
    """Debates any motion."""

    keeps_flow = False
    exchanges = False
    parts: Mapping[str, str] = {}

    def __init__(self, method: type[Counting]) -> None:
        self.name, self._method = method.name, method

    def motion(self, wanted: str, settings: Settings) -> Motion | None:
        return None

    def admit(self, motion: Motion, settings: Settings, *, writes: bool, without: Collection[str] = ()) -> None:
        pass

    def method(self, position: Position, parts: Parts) -> Method:
        return self._method(position)


def held(folder: Path, method: type[Counting]) -> Match:
    settings = Settings()
    with registry.added(CountingDoor(method)), spoken_in_tones():
        motion = registry.motion(MOTION.text, [method.name], settings, writes=False)
        seats = dict.fromkeys(Side, SeatSetup(Occupant.DEBATER, method=method.name))
        setup = MatchSetup(motion, FORMAT, seats, settings, folder)
        return run(host_match(LocalRoom(fast=True), setup), fast=True, lag=0.0)


def test_a_method_of_twenty_lines_debates_whole_matches(tmp_path: Path) -> None:
    match = held(tmp_path / "match", Counting)
    assert match.ended == "all turns were held"
    assert not match.failed
    assert match == Match.replay(read_log(tmp_path / "match"))
    assert match.created is not None and match.created.motion == MOTION.text
    drafts = {one.turn: one for one in read_log(tmp_path / "match") if isinstance(one, StatementDrafted)}
    for turn in match.turns:
        written = [sentence.text for sentence in drafts[turn.index].sentences]
        said = [one.text for one in turn.spoken]
        assert said == [text for text in written if text in said], "spoken is what was written, in its order"
        assert not turn.overrun
        assert turn.spoken_seconds > FORMAT.minimum_used * turn.seconds, "it lands inside the clock"


def test_what_it_means_to_do_is_logged_in_its_own_words(tmp_path: Path) -> None:
    match = held(tmp_path / "match", Planning)
    assert match.ended == "all turns were held"
    (first, *_) = [one for one in read_log(tmp_path / "match") if isinstance(one, PlanUpdated)]
    assert (first.k, first.hit_rate) == (None, None)
    assert first.detail == {"mood": "calm, after 0"}
    (passage,) = first.battlefields
    assert (passage.topic, str(passage.rationale), passage.options) == ("trees", "nobody speaks for them", ())


def test_a_method_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownName, match="treedebater"):
        registry.door("trebuchet")

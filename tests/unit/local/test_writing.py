"""A match in writing: the chair, the clock and the log are as in a spoken one, and nobody is heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agent.local.virtual_time import run
from agent.local.writing import WritingRoom
from agent.match.events import Failed, SentenceSpoken, StatementDrafted, TranscriptSegment
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.log import NAME, read_log
from agent.running.host import host_match, resume_match
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import UsageError
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from config.settings import Settings
from planning.methods import registry
from planning.methods.contract import Applied
from planning.reading.passages import Passage
from tests.unit.debater.test_any_method import FORMAT, MOTION, Counting, CountingDoor

PRO, CON = Side
EXAMINED = Format(
    name="examined",
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=40),
        Turn(side=CON, stage=Stage.REBUTTAL, seconds=40, cross_examination=Asks.SIDE),
        Turn(side=CON, stage=Stage.OPENING, seconds=40),
    ),
)
CASE = "trees-case.txt"


class Deaf(Counting):
    """Cannot read."""

    name = "deaf"

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        raise ValueError("it has no eyes")


def setup_of(folder: Path, method: str, match_format: Format = FORMAT, **seats: SeatSetup) -> MatchSetup:
    motion = registry.motion(MOTION.text, [method], Settings(), writes=False)
    debater = SeatSetup(Occupant.DEBATER, method=method)
    sitting: Mapping[Side, SeatSetup] = {side: seats.get(side.value, debater) for side in Side}
    return MatchSetup(motion, match_format, sitting, Settings(), folder)


def held(folder: Path, method: type[Counting] = Counting, **seats: SeatSetup) -> Match:
    with registry.added(CountingDoor(method)):
        return run(host_match(WritingRoom(), setup_of(folder, method.name, **seats)), fast=True, lag=0.0)


def prepared(folder: Path, match_format: Format) -> Match:
    motion = registry.motion("ai-tutor", ["treedebater"], Settings(), writes=False)
    seats = dict.fromkeys(Side, SeatSetup(Occupant.DEBATER))
    setup = MatchSetup(motion, match_format, seats, Settings(seed="one"), folder)
    return run(host_match(WritingRoom(), setup), fast=True, lag=0.0)


def test_a_whole_match_ends_inside_its_clock_and_each_reads_the_other_word_for_word(tmp_path: Path) -> None:
    match, events = held(tmp_path / "m"), read_log(tmp_path / "m")
    assert match.ended == "all turns were held" and not match.failed
    assert match == Match.replay(events)
    drafts = {one.turn: [s.text for s in one.sentences] for one in events if isinstance(one, StatementDrafted)}
    for turn in match.turns:
        said = [one.text for one in turn.spoken]
        assert said == [text for text in drafts[turn.index] if text in said]
        assert 0.85 * turn.seconds < turn.spoken_seconds < turn.seconds  # of five sentences that are all as long
        assert [part.text for part in turn.heard] == said
        assert all(before.end <= after.start for before, after in zip(turn.spoken, turn.spoken[1:], strict=False))


def test_an_hour_of_debate_leaves_no_sound_behind(tmp_path: Path) -> None:
    held(tmp_path / "m")
    assert not [*(tmp_path / "m").glob("*.wav"), *(tmp_path / "m").glob("*.opus")]


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    short = Format(name="short", turns=FORMAT.turns[:2])
    first, second = (
        [one.text for turn in prepared(tmp_path / name, short).turns for one in turn.spoken] for name in "ab"
    )
    assert first == second and len(first) > 4


def test_who_is_examined_answers_each_question(tmp_path: Path) -> None:
    match = prepared(tmp_path / "m", EXAMINED)
    examination = match.turns[1]
    questions, answers = examination.spoken, examination.beside
    assert questions and answers
    assert questions[0].end < answers[0].start
    assert all(one.end < examination.seconds for one in [*questions, *answers])


ASKED = Format(
    name="asked",
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=90, points_of_information=OfferWindow(start=10, end=80)),
        Turn(side=CON, stage=Stage.OPENING, seconds=20),
    ),
)


def test_points_of_information_are_offered_put_and_answered_and_the_speech_goes_on(tmp_path: Path) -> None:
    match, events = prepared(tmp_path / "m", ASKED), read_log(tmp_path / "m")
    opening = match.turns[0]
    assert not match.failed and match == Match.replay(events)
    put = [poi for poi in opening.pois if poi.accepted is not None]
    assert put and len(opening.beside) == len(put)
    question = opening.beside[0]
    assert question.side is CON and question.text.endswith("?")
    before = [one for one in opening.spoken if one.end <= question.start]
    after = [one for one in opening.spoken if one.start >= question.end]
    assert len(before) >= 2 and len(after) >= 3
    assert 0.9 * opening.seconds <= opening.spoken[-1].end <= opening.seconds
    texts = [one.text for one in opening.spoken]
    assert len({*texts}) == len(texts)


def test_a_text_is_said_in_whole_sentences_as_far_as_there_is_time(tmp_path: Path) -> None:
    lines = [f"This is reason number {n} for the trees in our streets." for n in range(1, 40)]
    (tmp_path / CASE).write_text(" ".join(lines), encoding="utf-8")
    match = held(tmp_path / "m", con=SeatSetup(Occupant.TEXT, tmp_path / CASE))
    said = [one.text for one in match.turns[1].spoken]
    assert 2 < len(said) < 39
    assert said == lines[: len(said)]
    assert not any(one.cut for one in match.turns[1].spoken)


def test_it_goes_on_from_its_log_and_says_nothing_twice(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    held(folder)
    events = read_log(folder)
    third = [place for place, one in enumerate(events) if isinstance(one, SentenceSpoken)][2]
    lines = (folder / NAME).read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / NAME).write_text("".join(lines[: third + 1]), encoding="utf-8")
    with registry.added(CountingDoor(Counting)):
        match = run(resume_match(WritingRoom(), setup_of(folder, "counting")), fast=True, lag=0.0)
    assert match.ended == "all turns were held"
    said = [one.text for one in match.turns[0].spoken]
    assert len(set(said)) == len(said) > 3
    assert match.turns[0].spoken_seconds < match.turns[0].seconds


def test_a_method_that_breaks_costs_what_it_broke_and_is_told(tmp_path: Path) -> None:
    match = held(tmp_path / "m", Deaf)
    assert match.ended == "all turns were held"
    assert {one.part for one in match.degraded} == {"reading"}
    assert all(turn.spoken for turn in match.turns)


def test_who_has_to_be_heard_cannot_sit_in_writing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="use --pace fast or real"):
        held(tmp_path / "m", con=SeatSetup(Occupant.MICROPHONE))


def test_nobody_is_said_to_have_failed(tmp_path: Path) -> None:
    prepared(tmp_path / "m", Format(name="short", turns=FORMAT.turns))
    events = read_log(tmp_path / "m")
    assert not [one for one in events if isinstance(one, Failed)]
    assert {one.recognizer for one in events if isinstance(one, TranscriptSegment)} == {"captions"}

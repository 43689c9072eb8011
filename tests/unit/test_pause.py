"""The chair stops the clock of a local match and lets it run again, in virtual time: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.clock import Stopwatch
from agent.debater.debater import Debater
from agent.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    EndReason,
    Event,
    MatchCreated,
    ParticipantLeft,
    SeatInfo,
    SentenceSpoken,
    TurnEnded,
    TurnStarted,
)
from agent.floor import Floor, Seat
from agent.local import FRAME_SECONDS, LocalFloor, LocalVenue
from agent.log import MatchLog, read_log
from agent.match import Match, Phase
from agent.opponents import AudioSeat, MicrophoneSeat, TextSeat
from agent.pace import run
from agent.runner import Runner
from config.format import Format, Side, Stage, Turn
from planning.mind import Mind
from planning.rehearsal import Rehearsal
from speech.audio import ROOM_RATE, Audio, join, read, silence, write
from speech.studio import Studio
from tests.fakes import BagEmbedder, EnergyDetector, ScriptedRecognizer, SineVoice

PRO, CON = Side
SHORT = Format(
    name="short",
    gap_seconds=2,
    warnings_seconds=(4,),
    turns=(Turn(side=PRO, stage=Stage.OPENING, seconds=10), Turn(side=CON, stage=Stage.OPENING, seconds=10)),
)
Pauses = Sequence[tuple[float, float]]  # (match seconds, for so long)


def ramp(seconds: float, first: int = 1) -> Audio:
    """Sound of which every sample tells its place: 1, 2, 3 ... up to 30000 and again."""
    return Audio(((np.arange(round(seconds * ROOM_RATE)) + first - 1) % 30_000 + 1).astype(np.int16), ROOM_RATE)


class Scripted:
    """Plays one sound in its turn, and keeps all it hears with the time at which it came."""

    def __init__(self, side: Side, sound: Audio) -> None:
        self.side, self._sound = side, sound
        self.heard: list[tuple[float, Audio]] = []
        self.said: Callable[[Event], None] = lambda event: None

    async def prepare(self) -> None:
        """Ready."""

    async def speak(self, floor: Floor) -> None:
        start = floor.elapsed() + floor.queued()
        await floor.play(self._sound)
        while not floor.idle:
            await asyncio.sleep(0.03)
        self.said(
            SentenceSpoken(
                turn=floor.turn, side=self.side, id="s1", text="x", start=start, end=start + self._sound.seconds
            )
        )

    def hear(self, audio: Audio) -> None:
        self.heard.append((asyncio.get_running_loop().time(), audio))

    def read(self, text: str, end: float) -> None:
        """It listens."""

    async def on_event(self, event: Event) -> None:
        """It does not react."""

    async def close(self) -> None:
        """Nothing to end."""

    @property
    def sound(self) -> np.ndarray:
        """All that was heard, from the first to the last sample that is not silent."""
        samples = join([audio for _, audio in self.heard], ROOM_RATE).samples
        loud = np.flatnonzero(samples)
        return samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0]


class Hall:
    """A local match of two seats, paused as told; afterwards what happened in it."""

    def __init__(self, folder: Path, pro: Seat, con: Seat, match_format: Format = SHORT) -> None:
        self.folder, self.seats, self.format = folder, {PRO: pro, CON: con}, match_format
        self.refused: list[str] = []
        self.events: list[Event] = []
        self.runner: Runner
        self.watch: Callable[[Event], None] = lambda event: None

    def hold(self, pauses: Pauses = (), meanwhile: Callable[[], None] = lambda: None) -> Match:
        """`meanwhile` is called in the middle of each pause."""
        return run(self._hold(pauses, meanwhile), fast=True)

    async def _hold(self, pauses: Pauses, meanwhile: Callable[[], None]) -> Match:
        self.runner = Runner(
            MatchLog(self.folder),
            LocalVenue(self.seats, self.format, self.folder, lambda event: self.runner.post(event)),
            on_event=self._on_event,
            on_refused=lambda event, reason: self.refused.append(reason),
        )
        for seat in self.seats.values():
            if isinstance(seat, Scripted):
                seat.said = self.runner.post
            await seat.prepare()
        infos = {side: SeatInfo(kind="prepared", name="x") for side in Side}
        created = MatchCreated(match_id="m", motion_id="x", motion="X", format=self.format, seats=infos)
        chair = asyncio.create_task(self._chair(pauses, meanwhile))
        try:
            return await self.runner.run(created)
        finally:
            chair.cancel()
            for seat in self.seats.values():
                await seat.close()

    async def _chair(self, pauses: Pauses, meanwhile: Callable[[], None]) -> None:
        began = asyncio.get_running_loop().time()
        for at, seconds in pauses:
            await asyncio.sleep(began + at - asyncio.get_running_loop().time())
            self.runner.pause("a question")
            await asyncio.sleep(seconds / 2)
            meanwhile()
            await asyncio.sleep(seconds / 2)
            self.runner.resume()

    def _on_event(self, event: Event, match: Match) -> None:
        self.events.append(event)
        self.watch(event)

    def at(self, kind: type) -> list[float]:
        return [event.at for event in self.events if isinstance(event, kind)]


def two(folder: Path, seconds: float = 6.0) -> tuple[Hall, Scripted, Scripted]:
    pro, con = Scripted(PRO, ramp(seconds)), Scripted(CON, ramp(seconds))
    return Hall(folder, pro, con), pro, con


# -- a floor by itself -------------------------------------------------------------------------------


def test_a_paused_floor_stands_keeps_what_is_queued_and_takes_more() -> None:
    async def stand() -> None:
        floor = LocalFloor(0, 10.0)
        await floor.play(ramp(3.0))
        out: list[Audio] = []
        pump = asyncio.create_task(floor.pump(out.append))
        await asyncio.sleep(1.02)
        floor.pause()
        heard, queued = len(out), floor.queued()
        await asyncio.sleep(100.0)
        assert floor.paused
        assert floor.elapsed() == pytest.approx(1.02)
        assert (len(out), floor.queued()) == (heard, queued)
        await floor.play(ramp(1.0, first=72_001 % 30_000))
        assert floor.queued() == pytest.approx(queued + 1.0)
        floor.resume()
        await asyncio.sleep(4.0)
        assert not floor.paused
        assert floor.elapsed() == pytest.approx(5.02)
        assert np.array_equal(join(out, ROOM_RATE).samples[: 4 * ROOM_RATE], ramp(4.0).samples)
        pump.cancel()

    run(stand(), fast=True)


def test_a_stopwatch_stopped_twice_stands_where_it_stopped_first() -> None:
    watch = Stopwatch(5.0).stop(7.0).stop(9.0)
    assert (watch.read(100.0), watch.go(10.0).read(12.0), watch.go(10.0).stood) == (2.0, 4.0, 3.0)
    assert Stopwatch(5.0).go(8.0) == Stopwatch(5.0)


# -- what is heard -----------------------------------------------------------------------------------


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pauses=st.lists(st.tuples(st.floats(0.0, 9.0), st.sampled_from([0.0, 0.001, 0.02, 0.5, 77.7])), max_size=4))
def test_whenever_it_is_paused_every_sample_is_heard_once_and_in_order(
    tmp_path: Path, pauses: list[tuple[float, float]]
) -> None:
    at, schedule = 0.0, []
    for after, seconds in pauses:
        schedule.append((at + after, seconds))
        at += after + seconds
    (tmp_path / "events.jsonl").unlink(missing_ok=True)
    hall, _, con = two(tmp_path)
    match = hall.hold(schedule)
    assert np.array_equal(con.sound, ramp(6.0).samples)
    recording = read(tmp_path / "turn-1-pro-opening.wav", ROOM_RATE).samples
    assert np.array_equal(recording[: 6 * ROOM_RATE], ramp(6.0).samples)
    assert match.turns[0].spoken[0].end == pytest.approx(6.0, abs=FRAME_SECONDS + 1e-6)
    assert Match.replay(read_log(tmp_path)) == match


def test_while_the_clock_stands_nobody_hears_anything_and_nothing_is_recorded(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path)
    hall.hold([(3.33, 60.0)])
    times = [time for time, _ in con.heard]
    assert not [time for time in times if 3.34 < time < 63.33]
    assert [time for time in times if time > 63.33]
    assert read(tmp_path / "turn-1-pro-opening.wav", ROOM_RATE).seconds <= 6.2


def test_the_seats_that_only_play_stand_still_too(tmp_path: Path) -> None:
    folder = tmp_path / "con"
    folder.mkdir()
    write(folder / "opening.wav", ramp(5.0))
    text = tmp_path / "pro.txt"
    text.write_text("One two three. Four five six seven.")
    heard: list[bytes] = []
    for name, pauses in (("plain", []), ("paused", [(1.0, 30.0), (37.0, 20.0)])):
        pro = TextSeat(PRO, SHORT, text, Studio(SineVoice(), SineVoice()))
        hall = Hall(tmp_path / name, pro, AudioSeat(CON, SHORT, folder))
        hall.hold(pauses)
        assert len(hall.at(ClockPaused)) == len(pauses)
        heard.append((tmp_path / name / "turn-1-pro-opening.wav").read_bytes())
        con = read(tmp_path / name / "turn-2-con-opening.wav", ROOM_RATE).samples
        assert np.array_equal(con[: 5 * ROOM_RATE], ramp(5.0).samples)
    assert _speech(heard[0]) == _speech(heard[1])


def _speech(wav: bytes) -> bytes:
    """Without the header and the silence at the end, which is as long as it takes to notice the end."""
    return wav[44:].rstrip(b"\0")


class Microphone:
    """Somebody who counts aloud without end, a number every sample, whether the clock runs or not."""

    def check(self) -> None:
        """It works."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AsyncIterator[Audio]]:
        async def talk() -> AsyncIterator[Audio]:
            second = 1
            while True:
                await asyncio.sleep(FRAME_SECONDS)
                number = int(np.ceil(second * FRAME_SECONDS))
                yield Audio(np.full(round(FRAME_SECONDS * ROOM_RATE), number, dtype=np.int16), ROOM_RATE)
                second += 1

        yield talk()


def test_what_a_person_says_at_the_microphone_in_a_pause_is_not_part_of_the_debate(tmp_path: Path) -> None:
    con = Scripted(CON, ramp(1.0))
    hall = Hall(tmp_path, MicrophoneSeat(PRO, Microphone(), lambda: False), con)  # type: ignore[arg-type]
    match = hall.hold([(3.02, 4.0)])
    heard = set(con.sound.tolist())
    assert {1, 2, 3, 8, 9} <= heard
    assert not heard & {5, 6, 7}
    assert match.turns[0].reason is EndReason.BELL


# -- what the clock does -----------------------------------------------------------------------------


def test_warnings_and_the_bell_keep_the_time_they_have_left(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)  # nobody yields
    hall.hold([(5.0, 100.0), (106.5, 0.25)])
    first = [e for e in hall.events if isinstance(e, ClockSignal) and e.turn == 0]
    assert [(e.left, e.at) for e in first] == [(4, 106.0), (0, 110.25)]
    assert not hall.refused


def test_the_gap_between_turns_keeps_the_time_it_has_left(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)
    hall.hold([(11.5, 60.0)])
    assert hall.at(TurnStarted) == [0.0, 72.0]
    (paused,) = (e for e in hall.events if isinstance(e, ClockPaused))
    assert paused.turn is None


@pytest.mark.parametrize("at", [0.0, 6.0, 10.0, 12.0, 22.0])
def test_a_pause_at_the_very_moment_of_a_signal_or_a_turn_loses_neither(tmp_path: Path, at: float) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)
    match = hall.hold([(at, 9.0)])
    assert match.ended == "all turns were held"
    assert [record.reason for record in match.turns] == [EndReason.BELL, EndReason.BELL]
    assert len(hall.at(ClockSignal)) == 4
    assert len(hall.at(ClockPaused)) == len(hall.at(ClockResumed)) == 1
    for record in match.turns:
        assert record.clock.read(1e6) == pytest.approx(10.0, abs=0.002)


# -- what goes wrong ---------------------------------------------------------------------------------


def test_a_second_pause_and_a_resume_too_many_are_refused_and_change_nothing(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path)
    match = hall.hold([(1.0, 20.0), (21.0, 0.0)], meanwhile=lambda: hall.runner.pause("again"))
    assert hall.refused == [
        "clock_paused is not allowed while the match is paused",
        "clock_paused is not allowed while the match is paused",
    ]
    assert np.array_equal(con.sound, ramp(6.0).samples)
    assert match.ended == "all turns were held"


def test_one_key_stops_the_clock_and_lets_it_run_again(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)

    def at_first(event: Event) -> None:
        if isinstance(event, TurnStarted) and event.turn == 0:
            loop = asyncio.get_running_loop()
            loop.call_later(2.0, lambda: hall.runner.pause_or_resume("key"))
            loop.call_later(7.0, lambda: hall.runner.pause_or_resume("key"))

    hall.watch = at_first
    hall.hold()
    assert (hall.at(ClockPaused), hall.at(ClockResumed)) == ([2.0], [7.0])


@pytest.mark.parametrize("event", [ClockPaused(turn=0, reason="I need time"), ClockResumed()])
def test_a_seat_may_not_touch_the_clock(tmp_path: Path, event: Event) -> None:
    hall, pro, _ = two(tmp_path)
    match = hall.hold([(1.0, 20.0)], meanwhile=lambda: hall.runner.post(event))
    assert hall.refused == ["only the chair may bring this about"]
    assert hall.at(ClockResumed) == [21.0]
    assert match.turns[0].numbers()["paused"] == 20.0
    assert pro.sound.any()


def test_who_leaves_in_a_pause_is_gone_when_the_clock_runs_again(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path)
    left = ParticipantLeft(side=PRO, reason="the line dropped")
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.runner.post(left))
    assert match.turns[0].reason is EndReason.LEFT
    assert match.turns[0].ended == 23.0
    assert len(con.sound) <= round((3.0 + FRAME_SECONDS) * ROOM_RATE)
    assert match.turns[1].started == 25.0


def test_who_yields_in_a_pause_ends_the_turn_and_the_next_begins_after_it(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    yielded = TurnEnded(turn=0, reason=EndReason.YIELDED)
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.runner.post(yielded))
    assert match.turns[0].ended == 13.0
    assert match.turns[1].started == 25.0
    assert match.ended == "all turns were held"


def test_a_match_stopped_in_a_pause_ends_in_order(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.runner.end("enough"))
    assert (match.phase, match.ended, match.at) == (Phase.ENDED, "enough", 13.0)
    assert Match.replay(read_log(tmp_path)) == match


# -- a debate ----------------------------------------------------------------------------------------


def test_a_paused_debate_is_word_for_word_and_sample_for_sample_the_debate_it_would_have_been(
    motion: Rehearsal, tmp_path: Path
) -> None:
    claim = motion.roots(CON)[0].claim.lower().rstrip(".")

    def debate(folder: Path, pauses: Pauses) -> Match:
        seats: dict[Side, Debater] = {}

        def debater(side: Side) -> Debater:
            def mind() -> Mind:
                return Mind(motion, side, LONG, BagEmbedder(), "seed")

            recognizer = ScriptedRecognizer(*([claim] * 3))
            studio = Studio(SineVoice(), SineVoice())
            return Debater(side, LONG, mind, recognizer, EnergyDetector(), studio, lambda e: hall.post(e))

        seats = {side: debater(side) for side in Side}
        hall = DebateHall(folder, seats[PRO], seats[CON], LONG)
        return hall.hold(pauses)

    plain = debate(tmp_path / "plain", [])
    paused = debate(tmp_path / "paused", [(2.2, 300.0), (310.0, 1.0), (330.0, 45.0), (400.0, 5.0)])
    assert sum(record.clock.stood for record in paused.turns) > 300
    for before, after in zip(plain.turns, paused.turns, strict=True):
        for one, other in ((before.spoken, after.spoken), (before.heard, after.heard)):
            assert [s.text for s in one] == [s.text for s in other]
            # times are told in whole milliseconds, and a sum with a pause in it may be rounded to the next one
            told = [(s.start, s.end) for s in other]
            assert [(s.start, s.end) for s in one] == [pytest.approx(pair, abs=0.0011) for pair in told]
        assert (before.overrun, after.overrun) == (0, 0)
        name = f"turn-{before.index + 1}-{before.side}-{before.stage}.wav"
        one, other = (read(tmp_path / folder / name, ROOM_RATE).samples for folder in ("plain", "paused"))
        # a silence that is a share of what is left may come out a sample longer; the voice may not
        assert np.array_equal(one[one != 0], other[other != 0])
        assert abs(len(np.trim_zeros(one)) - len(np.trim_zeros(other))) <= len(before.spoken)
    events = read_log(tmp_path / "paused")
    assert Match.replay(events) == paused
    for end in range(len(events)):
        assert Match.replay(events[:end]).seq == end


LONG = Format(
    name="long",
    gap_seconds=1,
    warnings_seconds=(5,),
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=40),
        Turn(side=CON, stage=Stage.OPENING, seconds=40),
        Turn(side=PRO, stage=Stage.REBUTTAL, seconds=40),
    ),
)


class DebateHall(Hall):
    """Its debaters draft before the match has begun; those events are of no interest here."""

    def post(self, event: Event) -> None:
        if hasattr(self, "runner"):
            self.runner.post(event)


def test_silence_is_what_a_silent_speaker_says_with_or_without_a_pause(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, silence(6.0, ROOM_RATE)), con := Scripted(CON, ramp(1.0)))
    hall.hold([(3.0, 20.0)])
    assert not len(con.sound)
    assert sum(audio.seconds for _, audio in con.heard) == pytest.approx(6.0, abs=0.11)

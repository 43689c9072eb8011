"""What is heard and recorded of a local match that is paused: every sample once, none while the clock stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.debater.debater import Debater
from agent.match.events import ClockPaused, EndReason
from agent.match.state import Match
from agent.running.files.log import BEGUN, NAME, read_log
from agent.running.floor import FRAME_SECONDS
from agent.seats.guests import AudioSeat, TextSeat, sounds_of, texts_of
from agent.seats.person import MicrophoneSeat
from config.format import Format, Side, Stage, Turn
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import ROOM_RATE, Audio, silence
from speech.sound_files import read, write
from speech.synthesis.synthesizer import Synthesizer
from tests.debaters import debater
from tests.fakes import ScriptedRecognizer, SineVoice
from tests.unit.pausing import CON, PRO, SHORT, Hall, Pauses, Scripted, ramp, two


@pytest.mark.long
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pauses=st.lists(st.tuples(st.floats(0.0, 9.0), st.sampled_from([0.0, 0.001, 0.02, 0.5, 77.7])), max_size=4))
def test_whenever_it_is_paused_every_sample_is_heard_once_and_in_order(
    tmp_path: Path, pauses: list[tuple[float, float]]
) -> None:
    at, schedule = 0.0, []
    for after, seconds in pauses:
        schedule.append((at + after, seconds))
        at += after + seconds
    for file in (NAME, BEGUN):
        (tmp_path / file).unlink(missing_ok=True)
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
        pro = TextSeat(PRO, texts_of(PRO, SHORT, text), Synthesizer(SineVoice(), SineVoice()))
        hall = Hall(tmp_path / name, pro, AudioSeat(CON, asyncio.run(sounds_of(CON, SHORT, folder))))
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
    hall = Hall(tmp_path, MicrophoneSeat(PRO, Microphone(), lambda: False), con)
    match = hall.hold([(3.02, 4.0)])
    heard = set(con.sound.tolist())
    assert {1, 2, 3, 8, 9} <= heard
    assert not heard & {5, 6, 7}
    assert match.turns[0].reason is EndReason.BELL


# -- a debate ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_paused_debate_is_word_for_word_and_sample_for_sample_the_debate_it_would_have_been(
    motion: Rehearsal, tmp_path: Path
) -> None:
    claim = motion.roots(CON)[0].claim.lower().rstrip(".")

    def debate(folder: Path, pauses: Pauses) -> Match:
        def seat(side: Side) -> Debater:
            heard = ScriptedRecognizer(*([claim] * 3))
            return debater(motion, side, LONG, lambda event: hall.inbox.post(event), recognizer=heard)

        hall = Hall(folder, seat(PRO), seat(CON), LONG)
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


def test_silence_is_what_a_silent_speaker_says_with_or_without_a_pause(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Scripted(PRO, silence(6.0, ROOM_RATE)), con := Scripted(CON, ramp(1.0)))
    hall.hold([(3.0, 20.0)])
    assert not len(con.sound)
    assert sum(audio.seconds for _, audio in con.heard) == pytest.approx(6.0, abs=0.11)

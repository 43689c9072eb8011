"""A statement on a floor, by voices that are late, hang, stall and fail: what is reported is what was heard."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from agent.debater.recital import (
    AWAITED_SECONDS,
    OPENING_SILENCE,
    SILENCE,
    STALLED_SECONDS,
    Better,
    nothing_better,
)
from agent.debater.speaking import Speaker
from agent.local.virtual_time import run
from agent.match.events import Degraded, Event, SentenceSpoken
from agent.running.floor import LocalFloor
from config.errors import ProviderError
from config.format import Side
from config.statement import Priority, Sentence, Statement
from speech.audio import ROOM_RATE, Audio, join
from speech.ports import Voice
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Durations
from speech.timing.pauses import MORE_BEFORE_CLOSING, PAUSE, PAUSE_MOST
from tests.sung_voices import WORDS, FarSinger, Hoarse, Singer, Wire, silences, words_of

GRAIN = 0.11  # two ticks and a frame
LONGEST_PAUSE = PAUSE_MOST + MORE_BEFORE_CLOSING


def line(number: int, *, words: int = 8, priority: Priority = Priority.MUST, unit: str = "") -> Sentence:
    text = " ".join(WORDS[(3 * number + i) % len(WORDS)] for i in range(words))
    return Sentence(id=f"s{number}", text=text, unit=unit or f"u{number}", priority=priority)


def statement(count: int, *, words: int = 8) -> Statement:
    lines = [line(number, words=words) for number in range(count - 1)]
    return Statement(sentences=(*lines, line(count - 1, words=words, priority=Priority.CLOSING)))


@dataclass
class Held:
    """A turn that was spoken, as it was heard and as it was reported."""

    sound: Audio
    posted: list[Event] = field(default_factory=list)
    error: ProviderError | None = None
    ended: float = 0.0  # when the speaker was done, by the turn's clock
    told: list[SentenceSpoken] = field(default_factory=list)  # to whoever reads what we said ourselves

    @property
    def spoken(self) -> list[SentenceSpoken]:
        return [event for event in self.posted if isinstance(event, SentenceSpoken)]

    @property
    def reported(self) -> list[str]:
        return [word for sentence in self.spoken for word in sentence.text.split()]

    @property
    def reasons(self) -> list[str]:
        return [event.reason for event in self.posted if isinstance(event, Degraded)]

    def words_in(self, sentence: SentenceSpoken) -> list[str]:
        """What is heard between its reported times."""
        return words_of(self.sound.cut(max(0.0, sentence.start - 0.02), sentence.end + 0.02))


def hold(
    synthesizer: Synthesizer,
    said: Statement,
    seconds: float = 60.0,
    *,
    prepared: Sequence[str] = (),
    bell: float | None = None,
    meanwhile: Callable[[LocalFloor], None] = lambda floor: None,
    better: Better = nothing_better,
    newer: Callable[[], Statement | None] = lambda: None,
) -> Held:
    """Speak in virtual time; `prepared` is known before the turn begins, which ends at the `bell` if not before."""

    async def play() -> Held:
        for text in prepared:
            synthesizer.synthesize(text)
        posted: list[Event] = []
        lengths = Durations(synthesizer.known)
        for text in prepared:
            lengths(text)
        floor = LocalFloor(0, seconds)
        heard: list[Audio] = []
        pump = asyncio.create_task(floor.pump(heard.append))
        meanwhile(floor)
        told: list[SentenceSpoken] = []
        speaker = Speaker(Side.PRO, synthesizer, lengths, posted.append, lambda spoken, written: told.append(spoken))
        speaking = asyncio.create_task(speaker.speak(floor, said, newer, better=better))
        await asyncio.wait([pump, speaking], timeout=bell, return_when=asyncio.FIRST_COMPLETED)
        ended = floor.elapsed()
        for task in (pump, speaking):
            task.cancel()
        _, outcome = await asyncio.gather(pump, speaking, return_exceptions=True)
        error = outcome if isinstance(outcome, ProviderError) else None
        assert outcome is None or isinstance(outcome, ProviderError | asyncio.CancelledError), outcome
        return Held(join(heard, ROOM_RATE), posted, error, ended, told)

    return run(play(), fast=True)


def texts(said: Statement) -> list[str]:
    return [sentence.text for sentence in said.sentences]


def all_words(said: Statement) -> list[str]:
    return [word for text in texts(said) for word in text.split()]


def assert_honest(held: Held) -> None:
    """Each sentence once, word for word what was heard, at the times given."""
    assert words_of(held.sound) == held.reported
    ids = [sentence.id for sentence in held.spoken]
    assert len(set(ids)) == len(ids)
    for sentence in held.spoken:
        assert held.words_in(sentence) == sentence.text.split()


# -- a voice that is quick enough --------------------------------------------------------------------


def test_what_is_known_is_spoken_and_reported() -> None:
    said = statement(4)
    held = hold(Synthesizer(Singer("own"), Singer()), said, prepared=texts(said))
    assert held.reported == all_words(said)
    assert_honest(held)
    assert not held.reasons
    assert {sentence.voice for sentence in held.spoken} == {"own"}


@pytest.mark.parametrize("comes", [True, False])
def test_a_better_draft_is_waited_for_while_there_is_sound_and_then_for_a_moment(comes: bool) -> None:
    """Nothing of the older draft is spoken but what is meant to be; should the better one not come, it goes on."""

    def about(number: int) -> Sentence:
        return line(number).model_copy(update={"topic": f"t{number}"})

    said, better = statement(4), Statement(sentences=tuple(about(number) for number in (7, 8, 9)))
    first = len(said.sentences[0].text.split()) / 8  # sung so many words a second
    due = first + 0.5

    def expected(text: str) -> float | None:
        now = asyncio.get_running_loop().time()
        return None if text == said.sentences[0].text or (comes and now >= due) else max(0.0, due - now)

    def newer() -> Statement | None:
        return better if comes and asyncio.get_running_loop().time() >= due else None

    held = hold(
        Synthesizer(Singer("own"), Singer()),
        said,
        prepared=[*texts(said), *texts(better)],
        better=expected,
        newer=newer,
    )
    after = [*all_words(better), *all_words(said)[-8:]] if comes else all_words(said)[8:]
    assert held.reported == [*said.sentences[0].text.split(), *after]
    gap = held.spoken[1].start - held.spoken[0].end
    assert gap <= LONGEST_PAUSE + AWAITED_SECONDS + GRAIN
    assert_honest(held)


def test_what_only_fills_the_time_is_not_begun_when_a_better_draft_is_about_to_come() -> None:
    said, filler = statement(3), line(8).model_copy(update={"priority": Priority.RESERVE})
    better = Statement(sentences=(line(7).model_copy(update={"topic": "t7"}),))
    first = len(said.sentences[0].text.split()) / 8  # sung so many words a second
    due = first + 1.8

    def late() -> bool:
        return asyncio.get_running_loop().time() >= due

    held = hold(
        Synthesizer(Singer("own"), Singer()),
        Statement(sentences=(said.sentences[0], filler)),
        prepared=[said.sentences[0].text, filler.text, *texts(better)],
        better=lambda text: None if late() else due - asyncio.get_running_loop().time(),
        newer=lambda: better if late() else None,
    )
    assert held.reported == [*said.sentences[0].text.split(), *all_words(better)]


def test_the_closing_line_is_not_begun_while_a_better_draft_can_still_come() -> None:
    said = line(1)
    closing = line(8).model_copy(update={"priority": Priority.CLOSING, "unit": "closing"})
    better = Statement(sentences=(line(7).model_copy(update={"topic": "t7"}), closing))
    due = len(said.text.split()) / 8 + 3.5

    def late() -> bool:
        return asyncio.get_running_loop().time() >= due

    held = hold(
        Synthesizer(Singer("own"), Singer()),
        Statement(sentences=(said, closing)),
        prepared=[said.text, *texts(better)],
        better=lambda text: None if late() or text == said.text else due - asyncio.get_running_loop().time(),
        newer=lambda: better if late() else None,
    )
    assert held.reported == [*said.text.split(), *all_words(better)]


def test_pauses_are_not_stretched_while_a_better_draft_is_expected() -> None:
    said = statement(3)
    held = hold(
        Synthesizer(Singer("own"), Singer()),
        said,
        prepared=texts(said),
        better=lambda text: None if text else 30.0,  # all of these are to be spoken until it is there
    )
    gaps = [later.start - one.end for one, later in pairwise(held.spoken)]
    assert held.reported == all_words(said) and max(gaps) <= PAUSE + GRAIN


def test_with_a_voice_that_takes_a_second_and_a_half_no_gap_is_heard() -> None:
    said = statement(12)
    far = FarSinger()
    wire = Wire({"far": lambda text: [1.5, 0.0]})
    held = hold(Synthesizer(far, Singer(), listen=wire), said, prepared=texts(said)[:1])
    assert held.reported == all_words(said)
    assert_honest(held)
    assert max(silences(held.sound)) <= LONGEST_PAUSE + 0.15
    assert {sentence.voice for sentence in held.spoken} == {"far"}
    assert wire.most == far.lanes
    assert len(far.asked) == 12


def test_a_local_voice_makes_one_sentence_at_a_time() -> None:
    said = statement(12)
    wire = Wire({"own": lambda text: [0.5]})
    held = hold(Synthesizer(Singer("own"), Singer(), listen=wire), said, prepared=texts(said)[:1])
    assert held.reported == all_words(said)
    assert wire.most == 1
    assert not held.reasons


# -- played as it arrives ----------------------------------------------------------------------------


def test_a_sentence_that_is_not_known_is_heard_while_it_arrives() -> None:
    said = statement(1, words=16)
    wire = Wire({"far": lambda text: [0.1, 0.3]})  # 0.4 s of sound every 0.3 s: whole after 5 s
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, prepared=[line(5).text, line(6).text])
    assert held.reported == all_words(said)
    assert_honest(held)
    assert held.spoken[0].start < 1.2
    assert held.spoken[0].voice == "far"
    assert not held.reasons


def test_after_a_stream_the_next_decision_knows_its_true_length() -> None:
    """Sung sentences are much longer than first thought: 16 words 6.3 s, not 4; the turn has 20 s."""
    said = Statement(
        sentences=(*[line(n, words=16, priority=Priority.SHOULD) for n in range(4)], line(9, priority=Priority.CLOSING))
    )
    wire = Wire({"far": lambda text: [0.2, 0.35]})
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, 20, prepared=[line(9).text])
    assert_honest(held)
    assert held.spoken[-1].id == "s9"
    assert held.spoken[-1].end <= 20


def test_near_the_end_nothing_is_streamed_whose_length_is_only_guessed() -> None:
    said = statement(2)
    wire = Wire({"far": lambda text: [0.1, 0.39]})
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, 7.4, prepared=[texts(said)[1], line(7).text])
    assert [sentence.voice for sentence in held.spoken] == ["embedded", "far"]
    assert_honest(held)


def test_a_stream_that_turns_out_long_leaves_the_closing_line_its_room() -> None:
    said = statement(2)
    wire = Wire({"far": lambda text: [0.1, 0.39]})
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, 8.6, prepared=[texts(said)[1]])
    assert [sentence.voice for sentence in held.spoken] == ["far", "far"]
    assert_honest(held)


# -- slow, hung, failing -----------------------------------------------------------------------------


@pytest.mark.parametrize("far", [FarSinger, lambda: Singer("far")])
def test_a_voice_that_hangs_leaves_no_gap_and_one_line(far: Callable[[], Voice]) -> None:
    said = statement(6)
    wire = Wire({"far": lambda text: [math.inf]})
    held = hold(Synthesizer(far(), Singer(), listen=wire), said)
    assert held.reported == all_words(said)
    assert_honest(held)
    assert max(silences(held.sound)) <= LONGEST_PAUSE + SILENCE
    assert held.spoken[0].start <= OPENING_SILENCE + GRAIN
    assert {sentence.voice for sentence in held.spoken} == {"embedded"}
    assert held.reasons == ["far: a sentence was not there when it was due"]


def test_a_stream_that_stops_in_the_middle_is_finished_by_the_embedded_voice() -> None:
    said = statement(3, words=14)
    stalled = texts(said)[1]
    wire = Wire({"far": lambda text: [0.0] * 6 + [math.inf] if text == stalled else [0.0]})
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, prepared=[texts(said)[0], texts(said)[2]])
    first, broken, last = held.spoken
    assert broken.text == stalled
    assert broken.voice == "far, then embedded"
    assert not broken.cut
    heard = held.words_in(broken)
    assert heard[:5] == stalled.split()[:5]
    assert [word for i, word in enumerate(heard) if word not in heard[:i]] == stalled.split()  # none missing
    assert len(heard) <= 14 + 2  # and hardly one twice
    assert max(silences(held.sound)) <= LONGEST_PAUSE + STALLED_SECONDS
    assert held.reasons == ["far: the sound stopped in the middle of a sentence"]
    assert (first.text, last.text) == (texts(said)[0], texts(said)[2])


def test_a_stream_that_stops_with_no_other_voice_is_reported_as_far_as_it_was_heard() -> None:
    said = statement(2, words=14)
    opening, closing = texts(said)
    wire = Wire({"far": lambda text: [0.0] * 6 + [math.inf] if text == opening else [0.0]})
    held = hold(Synthesizer(FarSinger(), listen=wire), said, prepared=[closing, line(7, words=14).text])
    broken, last = held.spoken
    assert broken.cut
    count = len(broken.text.split())
    assert 3 <= count <= 7
    assert broken.text.split() == opening.split()[:count]
    assert held.words_in(broken)[:count] == broken.text.split()
    assert last.text == closing


def test_a_late_piece_leaves_a_gap_inside_the_sentence_and_the_times_tell_it() -> None:
    said = statement(1, words=12)
    wire = Wire({"far": lambda text: [0.0, 0.0, 0.0, 1.3, 0.0]})
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, prepared=[line(7, words=12).text])
    assert_honest(held)
    assert held.spoken[0].voice == "far"
    assert any(0.15 < gap < STALLED_SECONDS for gap in silences(held.sound))


def test_a_voice_that_fails_is_left_alone_and_comes_back() -> None:
    said = statement(12)
    now = [0.0]
    hoarse = Hoarse("hoarse", 0, 3)
    synthesizer = Synthesizer(hoarse, Singer(), clock=lambda: now[0])
    held = hold(synthesizer, said)
    assert_honest(held)
    assert len(hoarse.asked) == 3
    assert held.reasons == ["hoarse: no breath"]
    now[0] = 30.0
    again = hold(synthesizer, Statement(sentences=(line(20, words=5), line(21, words=5, priority=Priority.CLOSING))))
    assert {sentence.voice for sentence in again.spoken} == {"hoarse"}


def test_every_voice_fails_and_the_turn_ends_in_order() -> None:
    held = hold(Synthesizer(Hoarse("one"), Hoarse("two")), statement(9))
    assert held.error is not None
    assert "no voice could speak" in str(held.error)
    assert not held.spoken
    assert not words_of(held.sound)
    assert sorted(held.reasons) == ["one: no breath", "two: no breath"]
    assert held.ended < 10


def test_when_every_voice_fails_half_way_what_was_begun_is_heard_first() -> None:
    said = statement(9)
    held = hold(Synthesizer(Hoarse("one", 2), Hoarse("two")), said, prepared=texts(said)[:2])
    assert held.error is not None
    assert held.reported == all_words(Statement(sentences=said.sentences[:2]))
    assert_honest(held)


def test_one_sentence_that_nobody_can_speak_is_left_out() -> None:
    said = statement(4)
    mute = said.sentences[1].text

    class Choosy(Singer):
        def synthesize(self, text: str) -> Audio:
            if text == mute:
                raise ProviderError(self.name, "not that one")
            return super().synthesize(text)

    held = hold(Synthesizer(Choosy("one"), Choosy("two")), said)
    assert [sentence.id for sentence in held.spoken] == ["s0", "s2", "s3"]
    assert held.error is None
    assert_honest(held)


def test_one_voice_alone_that_hangs_ends_the_turn_in_order() -> None:
    held = hold(Synthesizer(Singer("far"), listen=Wire({"far": lambda text: [math.inf]})), statement(5))
    assert held.error is not None
    assert not held.spoken
    assert held.ended < 60


def test_signs_only_are_neither_spoken_nor_reported() -> None:
    sentences = list(statement(3).sentences)
    sentences[1] = Sentence(id="signs", text="🙂 … <break time='9s'/>", unit="signs", priority=Priority.MUST)
    held = hold(Synthesizer(Singer("own"), Singer()), Statement(sentences=tuple(sentences)))
    assert [sentence.id for sentence in held.spoken] == ["s0", "s2"]
    assert_honest(held)
    assert max(silences(held.sound)) <= LONGEST_PAUSE + 0.15


# -- the bell and the pause --------------------------------------------------------------------------


@pytest.mark.parametrize("bell", [3.1, 9.0, 9.5, 11.0])
@pytest.mark.parametrize("streamed", [False, True])
def test_cut_off_in_a_sentence_the_words_heard_are_reported(bell: float, streamed: bool) -> None:
    said = statement(4, words=14)
    wire = Wire({"far": lambda text: [0.1, 0.39]})
    known = [line(7, words=14).text] if streamed else texts(said)
    held = hold(Synthesizer(FarSinger(), Singer(), listen=wire), said, prepared=known, bell=bell)
    assert held.spoken[-1].cut
    assert held.spoken[-1].end <= bell
    heard = words_of(held.sound)
    assert held.reported == heard[: len(held.reported)]
    assert len(heard) - len(held.reported) <= 2
    assert held.told == held.spoken  # the cut one too, as far as it was heard


@pytest.mark.parametrize("begins", [0.05, 1.0, 3.3])
@pytest.mark.parametrize("delay", [0.0, 1.5, math.inf])
def test_a_pause_loses_nothing_and_doubles_nothing(begins: float, delay: float) -> None:
    said = statement(5)

    def stop(floor: LocalFloor) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(begins, floor.pause)
        loop.call_later(begins + 30, floor.resume)

    held = hold(Synthesizer(FarSinger(), Singer(), listen=Wire({"far": lambda text: [delay]})), said, meanwhile=stop)
    assert held.reported == all_words(said)
    assert_honest(held)
    assert held.spoken[-1].end < 30

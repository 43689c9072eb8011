"""The ear in virtual time, with scripted recognisers."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from agent.local.virtual_time import VirtualTimeLoop, run
from config.errors import ProviderError
from speech.audio import EAR_RATE, Audio, join, silence
from speech.hearing.listener import Listener
from speech.hearing.succession import Patience, Succession
from speech.ports import HeardWord, Progress, Recognizer
from tests.fakes import EnergyDetector, ScriptedRecognizer


def voiced(seconds: float) -> Audio:
    times = np.arange(round(seconds * EAR_RATE)) / EAR_RATE
    return Audio((np.sin(2 * np.pi * 300 * times) * 9000).astype(np.int16), EAR_RATE)


def pause(seconds: float = 0.5) -> Audio:
    return silence(seconds, EAR_RATE)


def two_sentences() -> Audio:
    return join([voiced(2), pause(), voiced(1.5), pause()], EAR_RATE)


def text_of(words: Iterable[HeardWord]) -> str:
    return " ".join(word.text for word in words)


@dataclass
class Told:
    """What the ear told, in order: committed words, "|" at an utterance's end, and what might still change."""

    words: list[HeardWord] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    interim: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def take(self, words: Sequence[HeardWord], ended: bool) -> None:
        self.words += words
        self.marks += [word.text for word in words] + (["|"] if ended else [])

    def committed(self) -> str:
        return " ".join(self.marks)


def hear(
    recognizer: Recognizer,
    audio: Audio,
    *,
    streaming: bool = True,
    patience: Patience | None = None,
    watch: Callable[[Told, float], None] = lambda told, at: None,
    shown: Callable[[str], None] = lambda interim: None,
) -> Told:
    """A speech at its own pace; `watch` is asked after each frame, `shown` with all that may still change."""
    told = Told()

    def show(interim: str) -> None:
        told.interim.append(interim)
        shown(interim)

    async def listen() -> None:
        listener = Listener(
            recognizer,
            EnergyDetector(),
            on_words=told.take,
            on_interim=show,
            on_trouble=told.troubles.append,
            streaming=streaming,
            patience=patience,
        )
        at = 0.0
        for frame in audio.frames(0.05):
            listener.push(frame)
            await asyncio.sleep(frame.seconds)
            at += frame.seconds
            watch(told, at)
        await listener.finish()

    run(listen(), fast=True)
    return told


class Counting:
    """Hears a word each half second, numbered over the utterances; commits it half a second after its end.

    Args:
        breaks: in which utterances, counted from 0, it fails, and after how many seconds.
    """

    name = "counting"

    def __init__(self, lanes: int = 1, breaks: dict[int, float] | None = None) -> None:
        self.lanes, self.breaks, self.begun = lanes, breaks or {}, 0

    def utterance(self) -> CountingUtterance:
        self.begun += 1
        return CountingUtterance(self, self.begun - 1)

    def close(self) -> None: ...


class CountingUtterance:
    left_out: Sequence[str] = ()

    def __init__(self, model: Counting, number: int) -> None:
        self._model, self._number = model, number
        self._seconds, self._told = 0.0, 0

    def _words(self, until: float) -> list[HeardWord]:
        count = int(until / 0.5 + 1e-6)
        return [HeardWord(f"w{i}", i * 0.5, i * 0.5 + 0.5) for i in range(count)]

    def accept(self, audio: Audio) -> Progress:
        self._seconds = round(self._seconds + audio.seconds, 6)
        if self._seconds >= self._model.breaks.get(self._number, np.inf):
            raise ProviderError("counting", "lost count", retryable=True)
        sure, all_words = self._words(self._seconds - 0.5), self._words(self._seconds)
        fresh, self._told = sure[self._told :], max(self._told, len(sure))
        return Progress(fresh, text_of(all_words[self._told :]))

    def finish(self) -> Sequence[HeardWord]:
        return self._words(self._seconds + 0.25)[self._told :]


def test_words_come_in_the_order_they_were_spoken_with_their_times() -> None:
    told = hear(ScriptedRecognizer("taxes are fair", "they are"), two_sentences())
    assert told.committed() == "taxes are fair | they are |"
    assert told.words[0].start < 0.2
    assert 2.2 < told.words[3].start < 2.6


def test_committed_words_are_handed_on_while_the_utterance_is_being_spoken() -> None:
    lags: list[float] = []

    def watch(told: Told, at: float) -> None:
        if at < 3.95:
            assert "|" not in told.marks
            lags.append(at - (told.words[-1].end if told.words else 0.0))

    told = hear(Counting(), join([voiced(4), pause()], EAR_RATE), watch=watch)
    assert max(lags) < 1.4
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 |"


def test_what_may_still_change_follows_what_is_committed_and_never_repeats_it() -> None:
    def watch(told: Told, at: float) -> None:
        if told.interim and told.interim[-1]:
            seen = [*told.marks, *told.interim[-1].split()]
            assert seen == [f"w{i}" for i in range(len(seen))]

    told = hear(Counting(), join([voiced(4), pause()], EAR_RATE), watch=watch)
    assert any(told.interim)
    assert told.interim[-1] == ""


class OutOfTurn(Counting):
    """Two lanes: the first utterance can be finished only when all of the second one is shown."""

    def __init__(self) -> None:
        super().__init__(lanes=2)
        self.second_is_shown = threading.Event()

    def utterance(self) -> CountingUtterance:
        self.begun += 1
        return Held(self, self.begun - 1)


class Held(CountingUtterance):
    """The first commits its one word at the very end, the second as it goes."""

    def accept(self, audio: Audio) -> Progress:
        return Progress(tail="first") if self._number == 0 else super().accept(audio)

    def finish(self) -> Sequence[HeardWord]:
        assert isinstance(self._model, OutOfTurn)
        if self._number == 0:
            assert self._model.second_is_shown.wait(timeout=30)
            return [HeardWord("first", 0.0, 0.5)]
        return super().finish()


def test_only_the_earliest_utterance_hands_on_as_it_goes() -> None:
    """The first is finished late, so that both utterances are recognised side by side."""
    model = OutOfTurn()

    def shown(interim: str) -> None:
        if interim == "first w0 w1 w2 w3":  # what waits its turn is shown meanwhile, in order
            model.second_is_shown.set()

    told = hear(model, two_sentences(), shown=shown)
    assert model.second_is_shown.is_set()
    assert told.committed() == "first | w0 w1 w2 w3 |"


def test_a_recogniser_that_breaks_in_the_middle_repeats_nothing_and_loses_nothing() -> None:
    told = hear(Counting(breaks={0: 3.0}), join([voiced(4), pause()], EAR_RATE))
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 |"
    assert not told.troubles


def test_a_recogniser_that_breaks_twice_keeps_what_was_committed_and_goes_on_after_it() -> None:
    told = hear(Counting(breaks={0: 3.0, 1: 3.0}), two_long_sentences())
    assert told.committed() == "w0 w1 w2 w3 | w0 w1 w2 w3 |"
    assert told.troubles == ["0.0 s: counting: lost count"]


def two_long_sentences() -> Audio:
    return join([voiced(4), pause(), voiced(1.5), pause()], EAR_RATE)


def test_if_not_streaming_an_utterance_is_recognised_once_it_is_complete() -> None:
    def watch(told: Told, at: float) -> None:
        assert at > 4 or not told.marks

    told = hear(Counting(), join([voiced(4), pause()], EAR_RATE), streaming=False, watch=watch)
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 |"
    assert not told.interim


def test_a_passage_recognised_late_belongs_to_the_speech_it_was_said_in() -> None:
    first, second = Told(), Told()

    async def listen() -> None:
        listener = Listener(ScriptedRecognizer("the old speech", "the new one"), EnergyDetector(), on_words=Told().take)
        listener.begin(first.take)
        for frame in join([voiced(2), pause()], EAR_RATE).frames(0.05):
            listener.push(frame)  # nothing has been recognised yet when the next speech begins
        listener.begin(second.take)
        listener.push(voiced(1))
        await listener.finish()

    run(listen(), fast=True)
    assert first.committed() == "the old speech |"
    assert second.committed() == "the new one |"


def test_a_speech_cut_off_on_its_last_word_is_heard_to_the_end() -> None:
    told = Told()

    async def listen() -> float:
        listener = Listener(ScriptedRecognizer("cut off here"), EnergyDetector(), on_words=told.take)
        listener.push(voiced(1.013))
        await listener.finish()
        return listener.voiced_until

    assert run(listen(), fast=True) > 0.99
    assert told.committed() == "cut off here |"


class NotingSlack(VirtualTimeLoop):
    """Notes how many seconds the clock may run ahead of each piece of work."""

    def __init__(self) -> None:
        super().__init__()
        self.slack: list[float] = []

    def submit(self, work: Callable[[], Any], slack: float) -> asyncio.Future[Any]:
        self.slack.append(slack)
        return super().submit(work, slack)


def test_when_the_speech_is_over_no_utterance_of_it_may_lag_not_even_one_that_waits_for_a_lane() -> None:
    loop = NotingSlack()

    async def listen() -> None:
        listener = Listener(ScriptedRecognizer("one", "two"), EnergyDetector(), on_words=Told().take, streaming=False)
        listener.push(two_sentences())
        await listener.finish()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(listen())
    assert loop.slack == [0.0, 0.0]


def test_stopped_at_once_it_tells_nothing_more() -> None:
    told = Told()

    async def listen() -> None:
        listener = Listener(ScriptedRecognizer("never told"), EnergyDetector(), on_words=told.take)
        listener.push(voiced(2))
        await asyncio.sleep(0)
        await listener.close()

    run(listen(), fast=True)
    assert not told.marks


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.019, 0.05])
def test_a_turn_of_some_milliseconds_is_heard_as_nothing_much_and_ends(seconds: float) -> None:
    assert hear(Counting(), voiced(seconds)).committed() in ("", "|")


def sounds() -> int:
    """How many there are in memory."""
    return sum(isinstance(thing, Audio) for thing in gc.get_objects())


def test_a_turn_of_an_hour_leaves_nothing_behind() -> None:
    """Sentences of 4 s and pauses, in virtual time; what is held in the middle is held at the end, not more."""
    sentence = join([voiced(4), pause()], EAR_RATE)
    gc.collect()
    before = sounds()  # of tests before this one
    held: list[tuple[int, int, int]] = []
    counted = 0

    def count(words: Sequence[HeardWord], ended: bool) -> None:
        nonlocal counted
        counted += len(words)

    async def listen() -> None:
        listener = Listener(Counting(lanes=2), EnergyDetector(), on_words=count)
        for number in range(800):
            for frame in sentence.frames(0.5):
                listener.push(frame)
                await asyncio.sleep(frame.seconds)
            if number % 100 == 99:
                held.append((len(listener._line), len(listener._tasks), sounds() - before))
        await listener.finish()
        assert (len(listener._line), len(listener._tasks)) == (0, 0)

    run(listen(), fast=True)
    assert counted == 8 + 799 * 9  # with the sound kept from before each sentence there is room for a ninth word
    assert max(lines for lines, _, _ in held) <= 2
    assert max(tasks for _, tasks, _ in held) <= 2
    assert max(kept for _, _, kept in held) < 500  # frames of 20 ms: an hour has 180,000


# -- a recogniser that does not come back --------------------------------------------------------------


class Hanging(Counting):
    """Answers no more from so many seconds of an utterance on, until it is let go."""

    name = "hanging"

    def __init__(self, after: float) -> None:
        super().__init__()
        self.after, self.let_go, self.hung = after, threading.Event(), 0

    def utterance(self) -> CountingUtterance:
        self.begun += 1
        return HangingUtterance(self, self.begun - 1)


class HangingUtterance(CountingUtterance):
    def accept(self, audio: Audio) -> Progress:
        assert isinstance(self._model, Hanging)
        if self._seconds + audio.seconds >= self._model.after:
            self._model.hung += 1
            self._model.let_go.wait()
        return super().accept(audio)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    recognizer = Hanging(after=3.0)
    yield recognizer
    recognizer.let_go.set()


SOON = Patience(least=0.05, each=0.0)  # on the wall; what does not hang takes a thousandth of it


def test_a_recogniser_that_hangs_is_relieved_and_no_word_is_lost_or_told_twice(hanging: Hanging) -> None:
    told = hear(Succession(hanging, Counting), two_long_sentences(), patience=SOON)
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 | w0 w1 w2 w3 |"
    assert told.troubles == ["0.0 s: hanging did not answer in time; counting goes on"]
    assert hanging.hung == 1  # nobody asks it again


def test_a_recogniser_that_hangs_at_the_end_of_a_turn_ends_it_all_the_same(hanging: Hanging) -> None:
    hanging.after = 4.0
    told = hear(Succession(hanging, Counting), voiced(4), patience=SOON)
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 |"


def test_one_that_hangs_without_a_successor_costs_its_words_and_not_the_turn(hanging: Hanging) -> None:
    told = hear(hanging, join([voiced(4), pause()], EAR_RATE), patience=SOON)
    assert told.committed() == "w0 w1 w2 w3 |"
    assert told.troubles == ["0.0 s: hanging did not answer in time"]


def test_a_successor_that_hangs_too_is_relieved_by_the_next(hanging: Hanging) -> None:
    second = Hanging(after=3.5)
    second.name = "second"
    try:
        told = hear(Succession(hanging, lambda: second, Counting), two_long_sentences(), patience=SOON)
    finally:
        second.let_go.set()
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 | w0 w1 w2 w3 |"
    assert [line.split("; ")[1] for line in told.troubles] == ["second goes on", "counting goes on"]


def test_one_that_breaks_twice_leaves_this_utterance_to_the_next_in_line_and_keeps_the_others() -> None:
    first = Counting(breaks={0: 3.0, 1: 3.0})
    first.name = "first"
    told = hear(Succession(first, Counting), two_long_sentences())
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 | w0 w1 w2 w3 |"
    assert told.troubles == ["0.0 s: counting: lost count; counting goes on"]
    assert first.begun == 3


def test_where_no_successor_can_be_made_it_goes_on_without(hanging: Hanging) -> None:
    def fails() -> Recognizer:
        raise ProviderError("spare", "is not installed")

    told = hear(Succession(hanging, fails), two_long_sentences(), patience=SOON)
    assert told.troubles
    assert told.marks.count("|") == 2


class Noting(Counting):
    """Notes how much sound it is given at a time; while it has the first, more comes."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[float] = []
        self.busy, self.go_on = threading.Event(), threading.Event()

    def utterance(self) -> CountingUtterance:
        return NotingUtterance(self, 0)


class NotingUtterance(CountingUtterance):
    def accept(self, audio: Audio) -> Progress:
        assert isinstance(self._model, Noting)
        self._model.pieces.append(audio.seconds)
        self._model.busy.set()
        assert self._model.go_on.wait(timeout=30)
        return super().accept(audio)


def test_what_came_while_the_recogniser_was_busy_is_taken_all_at_once() -> None:
    model, told = Noting(), Told()

    async def listen() -> None:
        listener = Listener(model, EnergyDetector(), on_words=told.take)
        listener.push(voiced(0.5))
        await asyncio.to_thread(model.busy.wait, 30)
        for frame in voiced(2.5).frames(0.05):
            listener.push(frame)
        model.go_on.set()
        while len(model.pieces) < 2:
            await asyncio.sleep(0)
        listener.push(voiced(1))
        await listener.finish()

    asyncio.run(listen())
    assert told.committed() == "w0 w1 w2 w3 w4 w5 w6 w7 |"
    assert model.pieces[1] == pytest.approx(2.5, abs=0.05)

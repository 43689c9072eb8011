"""The voices that need no network, for real."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from config.errors import ProviderError
from speech.audio import ROOM_RATE, Audio
from speech.ports import Voice
from speech.synthesis.loudness import loudness
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice, FliteVoice

LINE = "A motion is only as good as the reasons behind it."
needs_flite = pytest.mark.skipif(shutil.which("flite") is None, reason="flite is not installed here")


@pytest.fixture(params=["espeak", pytest.param("flite", marks=needs_flite)])
def voice(request: pytest.FixtureRequest) -> Voice:
    return EspeakVoice("en-us") if request.param == "espeak" else FliteVoice("slt")


def test_a_sentence_becomes_sound(voice: Voice) -> None:
    audio = voice.synthesize(LINE)
    assert 1.5 < audio.seconds < 6
    assert audio.level > 0.01


@pytest.mark.parametrize("text", ["", "   ", "…!?", "🙂🙂", "-- // --"])
def test_nothing_to_say_is_no_sound(voice: Voice, text: str) -> None:
    assert voice.synthesize(text).seconds == 0


def test_markup_is_read_or_left_out_but_never_obeyed(voice: Voice) -> None:
    plain = voice.synthesize("one two").seconds
    marked = voice.synthesize('one <break time="30s"/> two').seconds
    assert marked < plain + 8


def test_text_that_looks_like_an_option_is_only_text(voice: Voice) -> None:
    assert voice.synthesize("-o /tmp/stolen.wav is what I say").seconds > 1


def test_the_two_sides_sound_different() -> None:
    one, other = EspeakVoice("en-us+f3"), EspeakVoice("gmw/en+m3")
    a, b = one.synthesize(LINE), other.synthesize(LINE)
    length = min(len(a.samples), len(b.samples))
    assert not np.array_equal(a.samples[:length], b.samples[:length])
    assert one.synthesize(LINE).seconds == pytest.approx(a.seconds, rel=0.02)  # and its voice comes back


def test_espeak_takes_calls_from_many_threads() -> None:
    voice = EspeakVoice("en-us")
    with ThreadPoolExecutor(8) as pool:
        lengths = [audio.seconds for audio in pool.map(voice.synthesize, [LINE] * 16)]
    assert max(lengths) - min(lengths) < 0.05


def test_an_unknown_voice_is_refused() -> None:
    with pytest.raises(ProviderError, match="no such voice"):
        EspeakVoice("klingon-x")


@needs_flite
def test_an_unknown_flite_voice_fails_or_speaks_but_never_hangs() -> None:
    try:
        assert FliteVoice("nobody").synthesize(LINE).seconds >= 0
    except ProviderError as error:
        assert "flite nobody" in str(error)


class Broken:
    """A voice that fails the first `times` times."""

    name = "broken"

    def __init__(self, times: int) -> None:
        self.times, self.calls = times, 0

    def synthesize(self, text: str) -> Audio:
        self.calls += 1
        if self.calls <= self.times:
            raise ProviderError("broken", "no power", retryable=True)
        return EspeakVoice("en-us").synthesize(text)


def test_a_sentence_is_levelled_trimmed_and_made_once() -> None:
    voice = Broken(0)
    synthesizer = Synthesizer(voice)
    first = synthesizer.synthesize(LINE)
    assert synthesizer.synthesize(LINE) is first
    assert voice.calls == 1
    assert first.rate == ROOM_RATE
    assert loudness(first) == pytest.approx(-20, abs=1)
    assert abs(int(first.samples[0])) < 2000


def test_a_failed_sentence_is_tried_again_then_spoken_by_the_fallback() -> None:
    once = Synthesizer(Broken(1))
    assert once.synthesize(LINE).seconds > 1
    assert len(once.failures) == 1
    never = Synthesizer(Broken(99), EspeakVoice("en-us"))
    assert never.synthesize(LINE).seconds > 1
    assert never.failures == ["broken: no power"]  # twice the same cause


def test_no_voice_at_all_is_one_clear_error() -> None:
    with pytest.raises(ProviderError, match="no voice could speak"):
        Synthesizer(Broken(99)).synthesize(LINE)

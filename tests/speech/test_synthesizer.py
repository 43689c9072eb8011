"""Real voices made fit for the room: espeak-ng, flite and one over HTTP; texts and servers gone wrong."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import textwrap

import pytest

from agent.components.voices import AT_ONCE
from config.errors import ProviderError
from config.format import Side
from speech.audio import ROOM_RATE, Audio, join
from speech.ports import StreamingVoice, Voice
from speech.synthesis.jobs import Job
from speech.synthesis.loudness import loudness
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice, FliteVoice
from tests.speech_server import Answer, Speaking, SpeechServer, fails, sends, speaker, wav

LINES = [
    "A motion is only as good as the reasons behind it.",
    "We say that cameras in classrooms change how children behave.",
    "Nobody has shown that the harm outweighs what is won.",
    "Ask yourself who pays, and who decides!",
    "Is that fair?",
]
needs_flite = pytest.mark.skipif(shutil.which("flite") is None, reason="flite is not installed here")


def spoken(request: Speaking, volume: float = 1.0) -> bytes:
    """What the embedded voice makes of the text that was asked for, as the server sends it."""
    text = request.server.asked[-1][2]["input"]
    audio = EspeakVoice("en-us").synthesize(text).at(ROOM_RATE)
    return (audio.samples * volume).astype("<i2").tobytes()


def speaks(volume: float = 1.0, step: int = 4_000) -> Answer:
    def answer(request: Speaking) -> None:
        data = spoken(request, volume)
        request.begin()
        for start in range(0, len(data), step):
            request.say(data[start : start + step])

    return answer


def make(name: str) -> Voice:
    engine, _, voice = name.partition(":")
    return FliteVoice(voice) if engine == "flite" else EspeakVoice(voice)


async def whole(synthesizer: Synthesizer, text: str) -> Job:
    take = synthesizer.take(text)
    while not take.done and take.error is None:
        await synthesizer.news(5.0)
    return take


# -- one loudness ------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [pytest.param(0, marks=needs_flite), 1])
def test_both_sides_are_equally_loud(place: int) -> None:
    synthesizers = [Synthesizer(make(AT_ONCE[side][place])) for side in Side]
    one, other = (
        loudness(join([synthesizer.synthesize(line) for line in LINES], ROOM_RATE)) for synthesizer in synthesizers
    )
    assert one is not None and other is not None
    assert one == pytest.approx(other, abs=1)
    assert one == pytest.approx(-20, abs=1)


@pytest.mark.parametrize("volume", [0.1, 0.5, 1.0])
def test_what_is_heard_while_it_arrives_is_as_loud_and_as_long(server: SpeechServer, volume: float) -> None:
    synthesizer = Synthesizer(speaker(server, speaks(volume)), EspeakVoice("en-us"))
    for line in LINES[:2]:
        synthesizer.synthesize(line)
    for line in LINES[2:]:
        take = asyncio.run(whole(synthesizer, line))
        heard, known = join(take.pieces, ROOM_RATE), synthesizer.known(line)
        assert known is not None
        assert len(take.pieces) > 1
        assert loudness(heard) == pytest.approx(-20, abs=2)
        assert loudness(known) == pytest.approx(-20, abs=1)
        assert len(heard.samples) == len(known.samples)
    assert not synthesizer.failures


def test_the_first_sound_is_there_before_the_sentence_is_whole(server: SpeechServer) -> None:
    def slowly(request: Speaking) -> None:
        data = spoken(request)
        request.begin()
        request.say(data[:72_000])
        request.server.go_on.wait(5)
        request.say(data[72_000:])

    async def listen() -> None:
        take = synthesizer.take(LINES[1])
        while not take.pieces:
            await synthesizer.news(5.0)
        assert not take.done
        assert synthesizer.known(LINES[1]) is None
        server.go_on.set()
        while not take.done:
            await synthesizer.news(5.0)
        assert synthesizer.known(LINES[1]) is not None

    synthesizer = Synthesizer(speaker(server, slowly), EspeakVoice("en-us"))
    asyncio.run(listen())
    assert not synthesizer.failures


# -- servers gone wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (sends(b"<html>sign in first</html>", "text/html"), "text/html instead of pcm"),
        (sends(b"<html>sign in first</html>", None), "check the rate"),
        (sends(wav(rate=22_050)), "audio/wav instead of pcm"),
        (sends(bytes(200_001), None), "odd number of bytes"),
        (sends(bytes(200_000), None), "nothing but silence"),
        (sends(b"", None), "no sound"),
        (sends(b"\x10\x27\xf0\xd8" * 500_000, None), "check the rate"),
        (fails(503), "(503)"),
    ],
)
def test_what_is_no_speech_is_replaced_by_the_embedded_voice(server: SpeechServer, answer: Answer, told: str) -> None:
    synthesizer = Synthesizer(speaker(server, answer), EspeakVoice("en-us"))
    asyncio.run(synthesizer.made(LINES))
    for line in LINES:
        recording = synthesizer.recording(line)
        assert recording is not None and recording.voice == "espeak-ng en-us"
        assert recording.audio.seconds > 0.5
    assert len(synthesizer.failures) == 1
    assert told in synthesizer.failures[0]


def test_a_lost_server_is_left_alone_after_some_failures(server: SpeechServer) -> None:
    synthesizer = Synthesizer(speaker(server, fails(500)), EspeakVoice("en-us"))
    for line in LINES:
        synthesizer.synthesize(line)
    assert len(server.asked) == 3


def test_what_was_refused_is_not_asked_for_twice(server: SpeechServer) -> None:
    synthesizer = Synthesizer(speaker(server, fails(400)), EspeakVoice("en-us"))
    synthesizer.synthesize(LINES[0])
    assert len(server.asked) == 1


def test_a_server_that_works_again_is_used_again(server: SpeechServer) -> None:
    now = [0.0]
    synthesizer = Synthesizer(speaker(server, fails(500)), EspeakVoice("en-us"), clock=lambda: now[0])
    for line in LINES[:3]:
        synthesizer.synthesize(line)
    server.answer = speaks()
    now[0] = 60.0
    synthesizer.synthesize(LINES[3])
    recording = synthesizer.recording(LINES[3])
    assert recording is not None and recording.voice.startswith("small-tts")


def test_no_voice_at_all_is_one_clear_error_from_the_loop_too(server: SpeechServer) -> None:
    synthesizer = Synthesizer(speaker(server, fails(500)))
    with pytest.raises(ProviderError, match="no voice could speak"):
        asyncio.run(synthesizer.made(LINES[:2]))


def test_several_sentences_are_asked_for_at_a_time_but_never_too_many(server: SpeechServer) -> None:
    voice = speaker(server, speaks())
    assert isinstance(voice, StreamingVoice)
    synthesizer = Synthesizer(voice, EspeakVoice("en-us"))
    assert synthesizer.lanes == 3
    asyncio.run(synthesizer.made([*LINES, *LINES]))
    assert sorted(body["input"] for _, _, body in server.asked) == sorted(LINES)


def test_a_voice_that_hangs_does_not_keep_the_process_from_ending() -> None:
    script = """
        import asyncio, threading
        from speech.synthesis.synthesizer import Synthesizer
        from speech.voices.embedded import EspeakVoice

        class Hung:
            name = "hung"
            def synthesize(self, text):
                threading.Event().wait()

        async def main():
            synthesizer = Synthesizer(Hung(), EspeakVoice("en-us"))
            synthesizer.ahead(["one", "two"])
            take = synthesizer.take("three")
            await asyncio.sleep(0)
            await synthesizer.news(0.01)
            synthesizer.abandon(take, "late")
            print((await synthesizer.stand_in("three")).voice, flush=True)

        asyncio.run(main())
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.split() == ["espeak-ng", "en-us"]
    assert not done.stderr


# -- texts gone wrong --------------------------------------------------------------------------------

EMOJI = "😀\ufe0f\u200d🔥 ***"
NOTHING = ["", "   ", "🙂🙂🙂", "…!?—", "\x00\x07\x1b", "<break time='30s'/>", "\u202e\u202d", "\ud83d", EMOJI]
STRANGE = [
    "one <break time='30s'/> two",
    '<speak><audio src="http://127.0.0.1/x.wav"/>one two</speak>',
    "one \x00 two \x1b[31m three",
    "[[f@U'nEtIks]] one two",
    "one 🙂 two 🔥 three",
    "-o /tmp/stolen.wav one two",
    "one \ud83d two",
    "\\voice=evil one two; $(touch /tmp/stolen) `id`",
    "one\r\n\r\ntwo\ttwo",
]


@pytest.fixture(params=["espeak", pytest.param("flite", marks=needs_flite), "http"])
def voice(request: pytest.FixtureRequest, server: SpeechServer) -> Voice:
    if request.param == "http":
        return speaker(server, speaks())
    return EspeakVoice("en-us") if request.param == "espeak" else FliteVoice("slt")


@pytest.mark.parametrize("text", NOTHING)
def test_what_holds_no_word_is_no_sound_and_no_failure(voice: Voice, text: str) -> None:
    synthesizer = Synthesizer(voice)
    assert synthesizer.synthesize(text).seconds == 0
    assert not synthesizer.failures


@pytest.mark.parametrize("text", STRANGE)
def test_markup_and_controls_are_read_or_left_out_but_never_obeyed(voice: Voice, text: str) -> None:
    synthesizer = Synthesizer(voice)
    assert 0.3 < synthesizer.synthesize(text).seconds < 12
    assert not synthesizer.failures


@pytest.mark.parametrize("text", [*NOTHING, *STRANGE])
def test_a_voice_by_itself_takes_any_text_too(voice: Voice, text: str) -> None:
    audio = voice.synthesize(text)
    assert isinstance(audio, Audio)
    assert audio.seconds < 15

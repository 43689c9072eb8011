"""The remote voice over real HTTP, against a server on loopback that goes wrong in one way a test."""

from __future__ import annotations

import struct

import pytest

from config.errors import ProviderError
from speech.audio import Audio
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice
from speech.voices.remote import OpenAIVoice
from tests.speech_server import KEY, SENTENCE, SOUND, Speaking, SpeechServer, fails, sends, speaker, wav, whole


def refusal(voice: OpenAIVoice) -> ProviderError:
    """The error, after checking that it is one line and gives nothing away."""
    with pytest.raises(ProviderError) as caught:
        voice.synthesize(SENTENCE)
    error = caught.value
    assert "\n" not in str(error) and len(str(error)) < 300
    assert KEY not in str(error) and error.__cause__ is None
    return error


def test_a_sentence_becomes_sound(server: SpeechServer) -> None:
    voice = speaker(server, whole)
    audio = voice.synthesize(SENTENCE)
    assert audio.rate == 24_000
    assert audio.samples.tobytes() == SOUND
    path, headers, body = server.asked[0]
    assert path == "/v1/audio/speech"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {"input": SENTENCE, "model": "small-tts", "voice": "alloy", "response_format": "pcm"}
    voice.close()


def test_sound_is_handed_on_as_it_arrives(server: SpeechServer) -> None:
    def paused(request: Speaking) -> None:
        request.begin()
        request.say(SOUND[:9_600])
        request.server.go_on.wait(5)
        request.say(SOUND[9_600:])

    pieces = speaker(server, paused).stream(SENTENCE)
    first = next(pieces)  # the server waits, and yet there is sound
    assert 0 < first.seconds <= 0.2
    server.go_on.set()
    assert first.samples.tobytes() + b"".join(piece.samples.tobytes() for piece in pieces) == SOUND


def test_samples_split_between_packets_are_put_together(server: SpeechServer) -> None:
    assert speaker(server, sends(SOUND, "audio/pcm", 4_801)).synthesize(SENTENCE).samples.tobytes() == SOUND


@pytest.mark.parametrize("text", ["", "  ", "…!", "🙂"])
def test_nothing_to_say_asks_nobody(server: SpeechServer, text: str) -> None:
    assert speaker(server, whole).synthesize(text).seconds == 0
    assert not server.asked


def test_a_listener_may_leave_early(server: SpeechServer) -> None:
    pieces = speaker(server, sends(SOUND, None, 960)).stream(SENTENCE)
    assert next(pieces).seconds > 0
    pieces.close()  # type: ignore[attr-defined]


def test_sentences_are_spoken_side_by_side(server: SpeechServer) -> None:
    voice = speaker(server, whole)
    streams = [voice.stream(SENTENCE) for _ in range(4)]
    firsts = [next(stream) for stream in streams]
    assert all(
        sum(p.seconds for p in stream) + first.seconds == 1 for stream, first in zip(streams, firsts, strict=True)
    )


@pytest.mark.parametrize("size", [None, 0, 0xFFFFFFFF, 0x7FFFFFFF])
@pytest.mark.parametrize("step", [0, 7])
def test_a_wav_is_read_with_or_without_its_size(server: SpeechServer, size: int | None, step: int) -> None:
    data = SOUND[:2_000]
    voice = speaker(server, sends(wav(data, size=size), step=step), response_format="wav")
    assert voice.synthesize(SENTENCE).samples.tobytes() == data
    assert server.asked[0][2]["response_format"] == "wav"


def test_what_else_a_wav_holds_is_not_heard(server: SpeechServer) -> None:
    note = struct.pack("<4sI", b"LIST", 5) + b"hello\0"
    voice = speaker(server, sends(wav(extra=note) + note), response_format="wav")
    assert voice.synthesize(SENTENCE).samples.tobytes() == SOUND


def test_a_refused_connection_may_be_tried_again(server: SpeechServer) -> None:
    closed = SpeechServer()
    closed.server_close()
    error = refusal(speaker(closed, whole))
    assert error.retryable and "cannot be reached" in str(error)


def test_a_refused_key_is_named_but_not_shown(server: SpeechServer) -> None:
    error = refusal(speaker(server, fails(401, f"Incorrect API key provided: {KEY}")))
    assert not error.retryable and "set OPENAI_API_KEY" in str(error)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"Retry_After": "7"}, "try again in 7 s"),
        ({"Retry_After": "Wed, 21 Oct 2026 07:28:00 GMT"}, "try again after 07:28:00 UTC"),
        ({}, "try again later"),
    ],
)
def test_too_many_requests_say_when_to_come_back(server: SpeechServer, header: dict[str, str], said: str) -> None:
    error = refusal(speaker(server, fails(429, **header)))
    assert error.retryable and said in str(error)
    assert len(server.asked) == 1  # trying again is the caller's


def test_an_empty_account_is_not_tried_again(server: SpeechServer) -> None:
    error = refusal(speaker(server, fails(429, code="insufficient_quota")))
    assert not error.retryable and "quota" in str(error)


def test_a_failing_server_may_be_tried_again(server: SpeechServer) -> None:
    error = refusal(speaker(server, fails(500)))
    assert error.retryable and "(500)" in str(error)
    assert len(server.asked) == 1


def test_a_refused_request_says_why_in_one_line_without_the_key(server: SpeechServer) -> None:
    error = refusal(speaker(server, fails(400, f"no voice\n'alloy'\x1b[31m for {KEY} " + "x" * 999)))
    assert not error.retryable and "(400): no voice 'alloy'" in str(error)


def test_an_answer_that_never_begins_ends_at_the_deadline(server: SpeechServer) -> None:
    error = refusal(speaker(server, lambda request: request.server.over.wait(5), timeout_seconds=0.3))
    assert error.retryable and "within 0.3 s" in str(error)


def test_a_stalled_stream_ends_at_the_deadline(server: SpeechServer) -> None:
    def stalls(request: Speaking) -> None:
        request.begin()
        request.say(SOUND[:9_600])
        request.server.over.wait(5)

    heard: list[Audio] = []
    with pytest.raises(ProviderError, match=r"within 0\.4 s") as caught:
        heard.extend(speaker(server, stalls, timeout_seconds=0.4).stream(SENTENCE))
    assert caught.value.retryable and heard


def test_a_stream_that_drips_ends_at_the_deadline(server: SpeechServer) -> None:
    def drips(request: Speaking) -> None:
        request.begin()
        while not request.server.over.wait(0.05):  # never quiet for as long as a read timeout
            request.say(SOUND[:2])

    assert refusal(speaker(server, drips, timeout_seconds=0.4)).retryable


def test_a_stream_cut_off_by_the_server_is_no_sentence(server: SpeechServer) -> None:
    def cuts(request: Speaking) -> None:
        request.begin(content_length=str(len(SOUND)))
        request.say(SOUND[:9_600])

    error = refusal(speaker(server, cuts))
    assert error.retryable and "broke off" in str(error)


def test_an_odd_number_of_bytes_is_no_sentence(server: SpeechServer) -> None:
    error = refusal(speaker(server, sends(SOUND[:-1], "audio/pcm")))
    assert error.retryable and "odd number of bytes" in str(error)


@pytest.mark.parametrize("kind", ["application/json", "text/html; charset=utf-8", "audio/mpeg", "audio/wav"])
def test_what_is_not_sound_is_never_played(server: SpeechServer, kind: str) -> None:
    error = refusal(speaker(server, sends(b"<html>sign in first</html>", kind)))
    assert not error.retryable and f"sent {kind.partition(';')[0]} instead" in str(error)


@pytest.mark.parametrize("form", ["pcm", "wav"])
def test_an_empty_answer_is_no_sentence(server: SpeechServer, form: str) -> None:
    error = refusal(speaker(server, sends(b"", None), response_format=form))
    assert error.retryable and "sent no sound" in str(error)


def test_a_wav_of_another_rate_is_refused(server: SpeechServer) -> None:
    error = refusal(speaker(server, sends(wav(rate=22_050)), response_format="wav"))
    assert not error.retryable and "22050 Hz, not 24000" in str(error)
    told = speaker(server, sends(wav(rate=22_050)), response_format="wav", rate=22_050)
    assert told.synthesize(SENTENCE).rate == 22_050


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (wav(channels=2), "2 channels"),
        (wav(size=len(SOUND) + 2), "shorter than it says"),
        (wav()[:30], "without samples"),
        (b"ID3" + SOUND, "not a wav"),
        (b"RIFF....WAVE" + struct.pack("<4sI", b"LIST", 1_000_000) + bytes(70_000), "header without an end"),
        (b"RIFF....WAVE" + struct.pack("<4sI", b"data", 8) + bytes(8), "does not say its format"),
    ],
)
def test_a_broken_wav_is_refused(server: SpeechServer, data: bytes, said: str) -> None:
    assert said in str(refusal(speaker(server, sends(data), response_format="wav")))


def test_a_server_gone_wild_is_stopped(server: SpeechServer) -> None:
    def endless(request: Speaking) -> None:
        request.begin()
        while not request.server.over.is_set():
            request.say(SOUND * 20)

    assert "more than 300 s" in str(refusal(speaker(server, endless)))


def test_without_a_key_only_other_servers_are_asked(server: SpeechServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ProviderError, match="set OPENAI_API_KEY"):
        OpenAIVoice("small-tts", "alloy")
    assert speaker(server, whole).synthesize(SENTENCE).seconds == 1


def test_a_key_that_is_none_is_refused_and_not_shown(server: SpeechServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\nx{KEY}")
    with pytest.raises(ProviderError, match="set it again") as caught:
        speaker(server, whole)
    assert KEY not in str(caught.value)


def test_an_address_that_is_none_is_one_line() -> None:
    with pytest.raises(ProviderError, match=r"cannot be (used|reached)"):
        OpenAIVoice("small-tts", "alloy", base_url="http://[::1").synthesize(SENTENCE)


def test_in_the_studio_a_lost_server_is_replaced_by_the_embedded_voice(server: SpeechServer) -> None:
    synthesizer = Synthesizer(speaker(server, fails(500)), EspeakVoice("en-us"))
    assert synthesizer.synthesize(SENTENCE).seconds > 1
    assert len(server.asked) == 2
    assert len(synthesizer.failures) == 1


def test_a_sentence_is_not_sent_on_to_another_address(server: SpeechServer) -> None:
    elsewhere = SpeechServer()
    error = refusal(speaker(server, fails(307, location=f"{elsewhere.url}/audio/speech")))
    elsewhere.server_close()
    assert "sends on to 127.0.0.1 (307), where nothing was sent; give base_url" in str(error)
    assert len(server.asked) == 1 and not elsewhere.asked

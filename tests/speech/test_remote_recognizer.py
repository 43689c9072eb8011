"""The remote recogniser over real HTTP, against a server on loopback that goes wrong in one way a test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio, silence
from speech.hearing.recognizers.by_request import LONG_SECONDS, STEP_SECONDS, continuation
from speech.hearing.recognizers.remote import MOST_BYTES, OpenAIRecognizer
from speech.hearing.transcript import spread
from tests import hearing_server as serving
from tests.hearing_server import KEY, HearingServer, by_segments, by_text, by_words, fails, raw, sends, untimed_model
from tests.word_tones import SPEECH, WORDS, heard, said

PAUSED = "taxes are fair they fall , on those who can pay , nobody goes hungry because of them"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HearingServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving.running() as server:
        yield server


def recognizer(server: HearingServer, answer: serving.Answer = by_words, **arguments: Any) -> OpenAIRecognizer:
    server.answer = answer
    return OpenAIRecognizer("small-stt", base_url=server.url, **arguments)


def hear(ears: OpenAIRecognizer, audio: Audio) -> list[HeardWord]:
    """An utterance as a listener gives it, a quarter of a second at a time."""
    utterance = ears.utterance()
    words = [word for piece in audio.frames(0.25) for word in utterance.accept(piece).words]
    return [*words, *utterance.finish()]


def text(words: list[HeardWord]) -> str:
    return " ".join(word.text for word in words)


def refusal(ears: OpenAIRecognizer) -> ProviderError:
    """The error, after checking that it is one line and gives nothing away."""
    with pytest.raises(ProviderError) as caught:
        hear(ears, said("taxes are fair"))
    error = caught.value
    assert "\n" not in str(error) and len(str(error)) < 300
    assert KEY not in str(error) and error.__cause__ is None
    return error


# -- what is asked -------------------------------------------------------------------------------------


def test_words_come_with_their_times(server: HearingServer) -> None:
    audio = said(PAUSED)
    words = hear(recognizer(server), audio)
    assert text(words) == SPEECH
    for word, true in zip(words, heard(audio.samples), strict=True):
        assert word.start == pytest.approx(true.start, abs=0.02)
        assert word.end == pytest.approx(true.end, abs=0.02)


def test_a_request_says_what_it_is_about_and_shows_its_key(server: HearingServer) -> None:
    ears = recognizer(server, hints="School uniforms should be mandatory\nmockery")
    hear(ears, said("taxes are fair"))
    path, headers, form = server.asked[0]
    assert path == "/v1/audio/transcriptions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert form["model"] == b"small-stt"
    assert form["language"] == b"en"
    assert form["prompt"] == b"School uniforms should be mandatory. mockery."
    assert form["response_format"] == b"verbose_json"
    ears.close()


def test_words_are_committed_soon_after_they_have_ended_and_little_sound_is_sent_twice(server: HearingServer) -> None:
    audio = said(f"{SPEECH} {SPEECH} {SPEECH}")
    utterance = recognizer(server).utterance()
    lags, at, words = [], 0.0, []
    for piece in audio.frames(0.25):
        at += piece.seconds
        progress = utterance.accept(piece)
        words += progress.words
        lags += [at - word.end for word in progress.words]
        assert f"{SPEECH} {SPEECH} {SPEECH}".startswith(f"{text(words)} {progress.tail}".strip())
    words += utterance.finish()
    assert text(words) == f"{SPEECH} {SPEECH} {SPEECH}"
    assert np.percentile(lags, 95) <= 3.0  # which leaves 0.3 s for the server
    assert sum(server.seconds) <= 2.5 * audio.seconds
    assert max(server.seconds) <= LONG_SECONDS + 2 * STEP_SECONDS


def test_a_window_begins_with_its_sentence(server: HearingServer) -> None:
    def written(request: serving.Hearing) -> None:
        words = [{**word, "word": word["word"].replace("fair", "fair.")} for word in request.words]
        sends({"text": serving.text_of(words), "words": words})(request)

    assert text(hear(recognizer(server, written), said(f"{SPEECH} {SPEECH}"))) == (
        f"{SPEECH} {SPEECH}".replace("fair", "fair.")
    )
    assert server.seconds[:3] == pytest.approx([2.5, 5.0, 7.5 - 1.12], abs=0.02)  # the first sentence is sent twice


def test_at_a_pause_everything_is_committed(server: HearingServer) -> None:
    utterance = recognizer(server).utterance()
    progress = [utterance.accept(piece) for piece in said("taxes are fair they fall , ,").frames(0.1)]
    assert text([word for one in progress for word in one.words]) == "taxes are fair they fall"
    assert progress[-1].tail == ""
    assert list(utterance.finish()) == []
    assert len(server.asked) == 1


@pytest.mark.parametrize("answer", [by_segments, by_text])
def test_without_times_of_words_they_lie_about_where_they_were_said(
    server: HearingServer, answer: serving.Answer
) -> None:
    audio = said(f"{PAUSED} , {SPEECH}")
    words = hear(recognizer(server, answer), audio)
    assert text(words) == f"{SPEECH} {SPEECH}"
    assert all(a.start <= a.end and a.start <= b.start for a, b in pairwise(words))
    for word, true in zip(words, heard(audio.samples), strict=True):
        assert word.start == pytest.approx(true.start, abs=0.8)


def test_a_model_that_tells_no_times_is_asked_for_them_once(server: HearingServer) -> None:
    assert text(hear(recognizer(server, untimed_model), said(PAUSED))) == SPEECH
    assert [form["response_format"] for _, _, form in server.asked] == [b"verbose_json", *[b"json"] * 3]


@pytest.mark.parametrize(
    ("standing", "answer", "fresh"),
    [
        ("", "taxes are fair", "taxes are fair"),
        ("taxes are", "Taxes are fair.", "fair."),
        ("taxes are", "the taxis are fair", "fair"),
        ("taxes are fair", "taxes are there they fall", "they fall"),
        ("taxes are fair", "taxes are", ""),
        ("taxes", "axes fall", "fall"),
        ("they fall", "they fall on those they fall on", "on those they fall on"),
    ],
)
def test_what_stands_is_found_again_in_the_next_answer(standing: str, answer: str, fresh: str) -> None:
    words = spread(answer.split(), 0.0, 1.0)
    assert text(list(words[continuation(spread(standing.split(), 0.0, 1.0), words) :])) == fresh


def test_bare_text_is_taken_for_what_it_is(server: HearingServer) -> None:
    assert text(hear(recognizer(server, raw(b"Taxes are fair.\n", "text/plain")), said("taxes are fair"))) == (
        "Taxes are fair."
    )


def test_words_have_the_punctuation_of_the_text(server: HearingServer) -> None:
    def written(request: serving.Hearing) -> None:
        sends({"text": "Taxes are fair, they fall.", "words": request.words})(request)

    assert text(hear(recognizer(server, written), said("taxes are fair they fall"))) == "Taxes are fair, they fall."


@pytest.mark.parametrize("audio", [silence(0, EAR_RATE), silence(3, EAR_RATE)])
def test_nobody_is_asked_about_silence(server: HearingServer, audio: Audio) -> None:
    assert hear(recognizer(server), audio) == []
    assert not server.asked


def test_a_short_word_is_sent_in_a_second_of_sound(server: HearingServer) -> None:
    assert text(hear(recognizer(server), said("fair"))) == "fair"
    assert server.seconds == [1.0]


# -- what cannot be believed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end"), [(-5.0, -4.0), (300.0, 301.0), (2.0, 1.0), (float("nan"), 1.0), (0.0, float("inf")), ("x", 1)]
)
def test_times_that_cannot_be_are_made_anew(server: HearingServer, start: Any, end: Any) -> None:
    def wrong(request: serving.Hearing) -> None:
        words = request.words
        words[1:2] = [{"word": words[1]["word"], "start": start, "end": end}]
        sends({"text": serving.text_of(words), "words": words})(request)

    audio = said("taxes are fair")
    words = hear(recognizer(server, wrong), audio)
    assert text(words) == "taxes are fair"
    assert all(0 <= word.start <= word.end <= audio.seconds for word in words)


@pytest.mark.parametrize(
    "strange",
    [
        {"words": None, "segments": None},
        {"words": "taxes", "segments": [1, 2]},
        {"words": [{"word": "taxes"}], "segments": [{"text": "taxes are fair"}]},
        {"words": [{"word": "taxes", "start": 0.0, "end": 0.3}]},
        {"segments": [{"text": "taxes are fair", "start": 0.0, "end": 30.0, "no_speech_prob": "high"}]},
    ],
)
def test_what_is_strange_around_the_text_is_left(server: HearingServer, strange: dict[str, Any]) -> None:
    answer = sends({"text": "taxes are fair"} | strange)
    assert text(hear(recognizer(server, answer), said("taxes are fair"))) == "taxes are fair"


@pytest.mark.parametrize("empty", [{"text": ""}, {"text": " ... "}, {"text": "", "words": [], "segments": []}])
def test_an_empty_answer_is_nothing_said(server: HearingServer, empty: dict[str, Any]) -> None:
    assert hear(recognizer(server, sends(empty)), said("taxes are fair")) == []


def test_what_is_invented_is_left_out_with_a_reason(server: HearingServer) -> None:
    utterance = recognizer(server, sends({"text": "Thank you for watching."})).utterance()
    utterance.accept(said("taxes are fair"))
    assert utterance.finish() == []
    assert "known to write over silence" in utterance.left_out[0]


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>no</html>", b"[]", b"3", b'{"error": "sk-never-to-be-seen-4711"}', b'{"text": 3}', b"[" * 9999],
)
def test_what_is_no_answer_is_an_error(server: HearingServer, body: bytes) -> None:
    assert refusal(recognizer(server, raw(body))).retryable


def test_an_endless_answer_is_cut_off(server: HearingServer) -> None:
    def endless(request: serving.Hearing) -> None:
        request.begin()
        for _ in range(MOST_BYTES):
            request.say(b" " * 65_536)

    assert "1000 kB" in refusal(recognizer(server, endless)).reason


def test_a_text_longer_than_can_be_said_is_an_error(server: HearingServer) -> None:
    assert "letters for 1.2 s" in refusal(recognizer(server, sends({"text": "so " * 3000}))).reason


# -- what goes wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said_of_it", "retryable"),
    [
        (fails(401, f"Incorrect API key provided: {KEY}"), "refused the key (401); set OPENAI_API_KEY", False),
        (fails(429, "slow down", retry_after="7"), "too many requests (429); try again in 7 s", True),
        (fails(429, "pay", code="insufficient_quota"), "no quota left (429)", False),
        (fails(500, KEY), "the server failed (500)", True),
        (fails(404, f"no model small-stt\nfor {KEY}"), "refused the request (404): no model small-stt for ***", False),
        (serving.hangs_up, "the answer broke off", True),
    ],
)
def test_what_goes_wrong_is_one_line(
    server: HearingServer, answer: serving.Answer, said_of_it: str, retryable: bool
) -> None:
    error = refusal(recognizer(server, answer))
    assert said_of_it in error.reason
    assert error.retryable is retryable


def test_a_late_answer_is_not_waited_for(server: HearingServer) -> None:
    with pytest.raises(TimeoutError):
        hear(recognizer(server, serving.late, timeout_seconds=0.2), said("taxes are fair"))


def test_an_answer_drop_by_drop_is_late_too(server: HearingServer) -> None:
    def drips(request: serving.Hearing) -> None:
        request.begin()
        while not request.server.over.wait(0.02):
            request.say(b" ")

    with pytest.raises(TimeoutError):
        hear(recognizer(server, drips, timeout_seconds=0.3), said("taxes are fair"))


def test_a_server_that_is_not_there(server: HearingServer) -> None:
    error = refusal(OpenAIRecognizer("small-stt", base_url="http://127.0.0.1:9/v1"))
    assert "cannot be reached" in error.reason
    assert error.retryable


def test_without_a_key_it_says_which_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ProviderError, match="needs a key; set OPENAI_API_KEY"):
        OpenAIRecognizer("whisper-1")
    monkeypatch.setenv("MY_KEY", "geheim\u00df")
    with pytest.raises(ProviderError, match="MY_KEY holds characters that no key has"):
        OpenAIRecognizer("whisper-1", key_variable="MY_KEY")


def test_all_words_are_the_words_of_the_language() -> None:
    assert [word.text for word in heard(said(SPEECH).samples)] == WORDS


def test_a_server_that_tells_how_sure_it_is_of_a_word_is_believed_where_that_can_be(server: HearingServer) -> None:
    told = [0.9, 0.25, 1.5, "no", None]

    def unsure(request: serving.Hearing) -> None:
        words = [{**word, "probability": one} for word, one in zip(request.words, told, strict=True)]
        sends({"text": serving.text_of(words), "words": words})(request)

    words = hear(recognizer(server, unsure), said("taxes are fair they fall"))
    assert [word.sure for word in words] == [0.9, 0.25, None, None, None]
    assert {word.sure for word in hear(recognizer(server), said("taxes are fair"))} == {None}

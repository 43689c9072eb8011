"""A recogniser over the network that fails, is late or is gone in the middle of a turn: another one takes over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from livekit.agents import stt

from agent.components import Components
from agent.components.parts import ears_of
from agent.local.virtual_time import run
from agent.plugins.recognizer import PluginRecognizer
from config.heard_word import HeardWord
from config.settings import Hearing, RemoteRecognizer, Settings
from speech.audio import Audio
from speech.breaker import REST_SECONDS, CircuitBreaker
from speech.hearing.listener import Listener
from speech.hearing.recognizers.remote import OpenAIRecognizer
from speech.hearing.recognizers.sphinx import PocketsphinxRecognizer
from speech.hearing.recognizers.succession import Patience, Succession
from speech.ports import Progress, Recognizer
from tests import hearing_server as serving
from tests.fakes import EnergyDetector
from tests.hearing_server import HearingServer, fails
from tests.word_tones import SPEECH, Tones, said

PLUGINS = Path(__file__).parent.parent / "plugins"
TURN = "taxes are fair they fall | on those who can pay | nobody goes hungry | because of them |"
LONG_TURN = f"{SPEECH} | {SPEECH} | {SPEECH} |"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HearingServer]:
    monkeypatch.setenv("OPENAI_API_KEY", serving.KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving.running() as server:
        yield server


class Turn:
    """A turn as it is heard: the words that were committed, and what was told of troubles."""

    def __init__(self, recognizer: Recognizer, sound: Audio, patience: Patience | None = None) -> None:
        self.words: list[HeardWord] = []
        self.troubles: list[str] = []
        self._recognizer, self._sound, self._patience = recognizer, sound, patience
        run(self._listen(), fast=True)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    async def _listen(self) -> None:
        listener = Listener(
            self._recognizer,
            EnergyDetector(),
            on_words=lambda words, ended: self.words.extend(words),
            on_trouble=self.troubles.append,
            patience=self._patience,
        )
        for frame in self._sound.frames(0.05):
            listener.push(frame)
            await asyncio.sleep(frame.seconds)
        await listener.finish()


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def in_line(first: Recognizer, *, clock: Clock | None = None) -> Succession:
    return Succession(first, Tones, breaker=CircuitBreaker(), clock=clock or Clock())


def remote(server: HearingServer, timeout_seconds: float = 6.0) -> OpenAIRecognizer:
    return OpenAIRecognizer("small-stt", base_url=server.url, timeout_seconds=timeout_seconds)


def words_of(text: str) -> str:
    return " ".join(text.replace("|", " ").replace(",", " ").split())


def test_while_it_answers_nobody_stands_in(server: HearingServer) -> None:
    turn = Turn(in_line(remote(server)), said(LONG_TURN))
    assert turn.text == words_of(LONG_TURN)
    assert turn.troubles == []


@pytest.mark.parametrize("wrong", [serving.hangs_up, fails(500), fails(429), serving.raw(b"<html>")])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_one_request_that_fails_is_made_good(server: HearingServer, number: int, wrong: serving.Answer) -> None:
    server.answers[number] = wrong
    turn = Turn(in_line(remote(server)), said(LONG_TURN))
    assert turn.text == words_of(LONG_TURN)
    assert turn.troubles == []


@pytest.mark.parametrize("wrong", [serving.hangs_up, fails(500), fails(401, serving.KEY), serving.raw(b"{}")])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_gone_in_the_middle_of_a_turn_no_word_is_lost_or_told_twice(
    server: HearingServer, number: int, wrong: serving.Answer
) -> None:
    server.answers = dict.fromkeys(range(number, 100), wrong)
    turn = Turn(in_line(remote(server)), said(LONG_TURN))
    assert turn.text == words_of(LONG_TURN)
    assert turn.troubles and all(line.endswith("; tones goes on") for line in turn.troubles)
    assert not any(serving.KEY in line for line in turn.troubles)


@pytest.mark.parametrize("number", [0, 2])
def test_one_that_is_late_is_relieved_at_once(server: HearingServer, number: int) -> None:
    server.answers = dict.fromkeys(range(number, 100), serving.late)
    turn = Turn(in_line(remote(server, timeout_seconds=0.2)), said(LONG_TURN))
    assert turn.text == words_of(LONG_TURN)
    assert "did not answer in time; tones goes on" in turn.troubles[0]
    assert len(server.asked) <= number + 3  # an utterance each, none of them twice


def test_a_wrong_key_is_not_tried_twice_for_an_utterance(server: HearingServer) -> None:
    server.answer = fails(401)
    turn = Turn(in_line(remote(server)), said("taxes are fair |"))
    assert (turn.text, len(server.asked)) == ("taxes are fair", 1)
    assert "refused the key (401); set OPENAI_API_KEY; tones goes on" in turn.troubles[0]


def test_after_some_failures_it_is_left_alone_for_a_while_and_then_asked_again(server: HearingServer) -> None:
    server.answer, clock = fails(401), Clock()
    recognizers = in_line(remote(server), clock=clock)
    turn = Turn(recognizers, said(f"{TURN} {TURN}"))
    assert turn.text == words_of(f"{TURN} {TURN}")
    asked = len(server.asked)
    assert 3 <= asked <= 4  # the fourth of eight utterances begins beside the third
    assert recognizers.name == "tones"
    server.answer = serving.by_words
    assert Turn(recognizers, said(TURN)).troubles == []
    assert len(server.asked) == asked
    clock.now += REST_SECONDS
    assert Turn(recognizers, said(TURN)).text == words_of(TURN)
    assert len(server.asked) > asked
    assert Turn(recognizers, said(TURN)).troubles == []
    assert recognizers.name.startswith("small-stt")


class Hanging(Tones):
    name = "hanging"

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def utterance(self) -> HangingUtterance:  # type: ignore[override]  # it says nothing else
        return HangingUtterance(self.let_go)


class HangingUtterance:
    left_out: Sequence[str] = ()

    def __init__(self, let_go: threading.Event) -> None:
        self._let_go = let_go

    def accept(self, audio: Audio) -> Progress:
        self._let_go.wait()
        return Progress()

    def finish(self) -> Sequence[HeardWord]:
        return []


def test_who_stands_in_may_hang_too(server: HearingServer) -> None:
    server.answer, spare = fails(401), Hanging()
    recognizers = Succession(remote(server), lambda: spare, Tones, breaker=CircuitBreaker(), clock=Clock())
    try:
        turn = Turn(recognizers, said(TURN), Patience(least=1.0, each=0.0))
    finally:
        spare.let_go.set()
    assert turn.text == words_of(TURN)
    assert "0.0 s: hanging did not answer in time; tones goes on" in turn.troubles
    assert sum("hanging" in line.split("; ")[0] for line in turn.troubles) <= 2  # the lanes; nobody asks it again


@pytest.mark.parametrize("fault", ["status 500", "crash", "leaves", "unreachable", "enormous"])
@pytest.mark.parametrize("streaming", [True, False])
def test_a_plugin_that_fails_in_the_middle(monkeypatch: pytest.MonkeyPatch, fault: str, streaming: bool) -> None:
    monkeypatch.syspath_prepend(str(PLUGINS))
    monkeypatch.setenv("SCRIBE_KEY", "sk-secret")
    plugin = PluginRecognizer("scribe", {"fault": fault, "after": 3, "streaming": streaming})
    turn = Turn(in_line(plugin), said(LONG_TURN))
    assert turn.text == words_of(LONG_TURN)
    assert turn.troubles or (fault == "leaves" and not streaming)
    assert not any("sk-secret" in line for line in turn.troubles)


def test_a_plugin_that_leaves_and_takes_its_time_to_close_has_not_heard_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is said while its stream is being closed, and that there is no more, reaches nobody."""
    monkeypatch.syspath_prepend(str(PLUGINS))
    monkeypatch.setenv("SCRIBE_KEY", "sk-secret")
    closes = stt.RecognizeStream.aclose

    async def slowly(stream: stt.RecognizeStream) -> None:
        await asyncio.sleep(0.5)
        await closes(stream)

    monkeypatch.setattr(stt.RecognizeStream, "aclose", slowly)
    plugin = PluginRecognizer("scribe", {"fault": "leaves", "after": 3, "streaming": True})
    assert Turn(in_line(plugin), said(LONG_TURN)).text == words_of(LONG_TURN)


# -- chosen by the settings ----------------------------------------------------------------------------


def test_the_settings_name_it_and_one_on_this_machine_stands_in(server: HearingServer) -> None:
    components = Components(
        Settings(hearing=Hearing(model="openai:small-stt", remote=RemoteRecognizer(base_url=server.url)))
    )
    recognizer = components.recognizer("School uniforms")
    try:
        assert components.replaced == []
        assert recognizer.name.startswith("small-stt at 127.0.0.1")
        assert isinstance(recognizer, Succession)
        spare = recognizer.spare()
        assert spare is not None and spare.name.startswith(("Whisper", "pocketsphinx"))
        assert Turn(recognizer, said(TURN)).text == words_of(TURN)
        assert server.asked[0][2]["prompt"] == b"School uniforms."
    finally:
        recognizer.close()


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("openai:whisper-1", "needs a key; set OPENAI_API_KEY"),
        ("livekit:nobody", "pip install livekit-plugins-nobody"),
    ],
)
def test_one_that_cannot_be_had_is_replaced_in_one_line(
    monkeypatch: pytest.MonkeyPatch, model: str, reason: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    replaced: list[str] = []
    ears = ears_of(Hearing(model=model), lambda part, why, instead: replaced.append(f"{part}: {why}; {instead}"))
    recognizer = ears.recognizer()
    try:
        assert reason in replaced[0]
        assert not recognizer.name.startswith(("whisper-1", "livekit"))
        assert "named in the settings" not in ears.why
    finally:
        recognizer.close()


def test_a_recogniser_on_this_machine_that_hangs_is_still_given_up_for_good() -> None:
    recognizers = Succession(Hanging(), Tones)
    first = recognizers.turn()
    assert recognizers.late(first) is recognizers.turn()
    assert recognizers.turn().name == "tones"
    assert PocketsphinxRecognizer.name != recognizers.name

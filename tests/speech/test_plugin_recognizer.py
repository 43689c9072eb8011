"""Recognisers by plugins of livekit-agents: real plugin classes, found by their name."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from agent.plugins.plugin import plugin_loop
from agent.plugins.recognizer import PluginRecognizer
from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import Audio
from speech.ports import Utterance
from tests.word_tones import SPEECH, WORDS, heard, said

PLUGINS = Path(__file__).parent.parent / "plugins"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGINS))
    monkeypatch.setenv("SCRIBE_KEY", "sk-secret")
    monkeypatch.setenv("CHOIR_KEY", "sk-secret")


def hear(ears: PluginRecognizer, audio: Audio) -> list[HeardWord]:
    utterance = ears.utterance()
    words = give(utterance, audio)
    return [*words, *utterance.finish()]


def give(utterance: Utterance, audio: Audio) -> list[HeardWord]:
    words: list[HeardWord] = []
    for piece in audio.frames(0.25):
        words += utterance.accept(piece).words
        settle()
    return words


def settle() -> None:
    """All that is under way in the plugins' loop has happened."""

    async def rounds() -> None:
        import asyncio

        for _ in range(20):
            await asyncio.sleep(0)

    plugin_loop().start(rounds).result(10)


def text(words: list[HeardWord]) -> str:
    return " ".join(word.text for word in words)


def failure(*, timeout_seconds: float = 6.0, **options: object) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        hear(PluginRecognizer("scribe", options, timeout_seconds=timeout_seconds), said(SPEECH))
    assert "sk-secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("streaming", [True, False])
def test_words_come_with_their_times(streaming: bool) -> None:
    audio = said(SPEECH)
    words = hear(PluginRecognizer("scribe", {"streaming": streaming}), audio)
    assert text(words) == SPEECH
    for word, true in zip(words, heard(audio.samples), strict=True):
        assert word.start == pytest.approx(true.start, abs=0.05)


@pytest.mark.parametrize("streaming", [True, False])
@pytest.mark.parametrize("times", ["whole", "wild", ""])
def test_words_without_times_lie_about_where_they_were_said(times: str, streaming: bool) -> None:
    audio = said(SPEECH)
    words = hear(PluginRecognizer("scribe", {"times": times, "streaming": streaming}), audio)
    assert text(words) == SPEECH
    starts = [word.start for word in words]
    assert starts == sorted(starts)
    assert max(abs(a - b.start) for a, b in zip(starts, heard(audio.samples), strict=True)) < 1.5


def test_what_is_interim_may_change_and_what_is_final_is_told_once() -> None:
    utterance = PluginRecognizer("scribe").utterance()
    told: list[HeardWord] = []
    tails = []
    for piece in said(SPEECH).frames(0.25):
        progress = utterance.accept(piece)
        settle()
        told += progress.words
        tails.append(progress.tail)
        assert SPEECH.startswith(f"{text(told)} {progress.tail}".strip())
    assert "taxes are" in tails
    assert len(told) >= 12
    assert text([*told, *utterance.finish()]) == SPEECH


def test_interim_words_that_are_never_made_final_are_not_lost() -> None:
    assert text(hear(PluginRecognizer("scribe", {"final": False}), said(SPEECH))) == SPEECH


def test_one_that_does_not_stream_is_asked_for_few_large_windows() -> None:
    ears = PluginRecognizer("scribe", {"streaming": False})
    assert text(hear(ears, said(SPEECH))) == SPEECH
    assert len(ears.stt.seconds) == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("streaming", [True, False])
@pytest.mark.parametrize(
    ("fault", "said_of_it", "retryable"),
    [
        ("status 500", "the service failed (500)", True),
        ("status 401", "refused the key (401)", False),
        ("status 400", "refused the request (400)", False),
        ("unreachable", "cannot be reached", True),
        ("crash", "the transcript broke off (RuntimeError)", False),
        ("enormous", "letters for", False),
    ],
)
def test_what_goes_wrong_is_one_line_without_the_key(
    fault: str, said_of_it: str, retryable: bool, streaming: bool
) -> None:
    error = failure(fault=fault, streaming=streaming)
    assert said_of_it in error.reason
    assert error.retryable is retryable


@pytest.mark.parametrize("after", [0, 6])
@pytest.mark.parametrize("fault", ["status 500", "crash", "leaves"])
def test_a_stream_that_breaks_off_in_the_middle_says_so(fault: str, after: int) -> None:
    utterance = PluginRecognizer("scribe", {"fault": fault, "after": after}).utterance()
    with pytest.raises(ProviderError):
        [*give(utterance, said(SPEECH)), *utterance.finish()]


@pytest.mark.parametrize("streaming", [True, False])
def test_a_service_that_hangs_is_waited_for_only_so_long(streaming: bool) -> None:
    ears = PluginRecognizer("scribe", {"fault": "hangs", "streaming": streaming}, timeout_seconds=0.3)
    with pytest.raises(TimeoutError):
        hear(ears, said(SPEECH))
    settle()
    assert ears.stt.streams == 0  # type: ignore[attr-defined]


def test_a_stream_nobody_listens_to_any_more_is_closed() -> None:
    ears = PluginRecognizer("scribe")
    utterance = ears.utterance()
    give(utterance, said("taxes are fair"))
    assert ears.stt.streams == 1  # type: ignore[attr-defined]
    del utterance
    gc.collect()
    settle()
    assert ears.stt.streams == 0  # type: ignore[attr-defined]


def test_a_stream_that_failed_leaves_nothing_behind() -> None:
    utterance = PluginRecognizer("scribe", {"fault": "crash"}).utterance()
    with pytest.raises(ProviderError):
        give(utterance, said("taxes are fair"))
    left = weakref.ref(utterance)
    del utterance
    gc.collect()
    assert left() is None


@pytest.mark.parametrize("streaming", [True, False])
def test_an_empty_transcript_is_nothing_said(streaming: bool) -> None:
    assert hear(PluginRecognizer("scribe", {"fault": "empty", "streaming": streaming}), said("taxes are fair")) == []


def test_no_sound_is_no_stream() -> None:
    ears = PluginRecognizer("scribe")
    assert ears.utterance().finish() == []
    assert not ears.stt.sessions  # type: ignore[attr-defined]


def test_utterances_share_one_http_session() -> None:
    ears = PluginRecognizer("scribe#second")
    hear(ears, said("taxes are fair"))
    hear(ears, said("taxes are fair"))
    first, second = ears.stt.sessions  # type: ignore[attr-defined]
    assert first is second and not first.closed
    ears.close()


def test_a_plugin_that_cannot_be_had_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said_of_it in [
        ("nobody", "pip install livekit-plugins-nobody"),
        ("../x", "named as in livekit.plugins"),
        ("choir", "its plugin has no speech to text"),
    ]:
        with pytest.raises(ProviderError, match=said_of_it.replace(".", r"\.")):
            PluginRecognizer(name)
    assert "cannot be made with tune" in failure(tune=3).reason
    assert "hearing.plugins" in failure(tune=3).reason
    monkeypatch.delenv("SCRIBE_KEY")
    assert "is its key in the environment?" in failure().reason


def test_the_process_ends_without_a_word_about_open_streams() -> None:
    root = Path(__file__).parent.parent.parent
    asked = (
        f"import sys; sys.path[:0] = [{str(PLUGINS)!r}, {str(root)!r}]\n"
        "from agent.plugins.recognizer import PluginRecognizer\n"
        "from tests.word_tones import said\n"
        "utterance = PluginRecognizer('scribe').utterance()\n"
        "utterance.accept(said('taxes are fair'))\n"
        "print('heard')"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=240, check=True)
    assert (done.stdout, done.stderr) == ("heard\n", "")


def test_the_language_is_what_the_scribe_hears() -> None:
    assert text(heard(said(SPEECH).samples)) == " ".join(WORDS)


@pytest.mark.parametrize(("told", "sure"), [({"sure": 0.7}, 0.7), ({"sure": -1.0}, None), ({}, None)])
def test_how_sure_a_plugin_is_of_a_word_is_kept(told: dict[str, float], sure: float | None) -> None:
    words = hear(PluginRecognizer("scribe", told), said(SPEECH))
    assert {word.sure for word in words} == {sure}

"""Voices by plugins of livekit-agents: a real plugin class, found by its name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agent.components import Components
from agent.plugins.voice import PluginVoice
from config.errors import ProviderError
from config.format import Side
from config.settings import Settings, Speaking
from speech.ports import StreamingVoice
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice

PLUGINS = Path(__file__).parent.parent / "plugins"
LINE = "A motion is only as good as the reasons behind it."
WORDS = len(LINE.split())


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGINS))
    monkeypatch.setenv("CHOIR_KEY", "sk-secret")


def failure(*, timeout_seconds: float = 8.0, **options: object) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        PluginVoice("choir", options, timeout_seconds=timeout_seconds).synthesize(LINE)
    assert "sk-secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_sentence_comes_in_pieces() -> None:
    voice = PluginVoice("choir")
    assert isinstance(voice, StreamingVoice)
    pieces = list(voice.stream(LINE))
    assert len(pieces) > 1
    assert sum(piece.seconds for piece in pieces) == pytest.approx(WORDS * 0.3, abs=0.05)


@pytest.mark.parametrize("text", ["", "…!?", "🙂🙂"])
def test_nothing_to_say_asks_nobody(text: str) -> None:
    assert PluginVoice("choir", {"fault": "crash"}).synthesize(text).seconds == 0


def test_two_channels_become_one() -> None:
    one, two = (PluginVoice("choir", {"channels": channels}).synthesize(LINE) for channels in (1, 2))
    assert two.seconds == pytest.approx(one.seconds, abs=0.01)


def test_options_come_from_the_settings_and_two_voices_of_one_plugin_are_told_apart() -> None:
    speaking = Speaking(
        voices={Side.PRO: "livekit:choir#low", Side.CON: "livekit:choir#high"},
        plugins={"choir#low": {"voice": 150}, "choir#high": {"voice": 300}},
    )
    components = Components(Settings(speaking=speaking))
    low, high = (components.voice(side) for side in Side)
    assert not components.replaced
    assert pitch(high) == pytest.approx(2 * pitch(low), rel=0.05)
    assert low.fallback is not None and low.fallback.name.split()[0] in ("hibari", "flite", "espeak-ng")


def pitch(synthesizer: Synthesizer) -> float:
    audio = synthesizer.synthesize(LINE)
    return int(np.argmax(np.abs(np.fft.rfft(audio.samples.astype(np.float64))))) / audio.seconds


def test_the_plugin_keeps_one_http_session() -> None:
    voice = PluginVoice("choir")
    voice.synthesize(LINE)
    voice.synthesize(LINE)
    first, second = voice._tts.sessions  # type: ignore[attr-defined]
    assert first is second and not first.closed


@pytest.mark.parametrize(
    ("fault", "said", "retryable"),
    [
        ("status 500", "the service failed (500)", True),
        ("status 401", "refused the key (401)", False),
        ("status 400", "refused the request (400)", False),
        ("unreachable", "cannot be reached", True),
        ("crash", "the sound broke off (RuntimeError)", False),
        ("silent", "", True),
    ],
)
def test_what_goes_wrong_is_one_line_without_the_key(fault: str, said: str, retryable: bool) -> None:
    error = failure(fault=fault)
    assert said in error.reason
    assert error.retryable is retryable


@pytest.mark.parametrize("fault", ["hangs", "stalls"])
def test_a_service_that_hangs_is_waited_for_only_so_long(fault: str) -> None:
    error = failure(fault=fault, timeout_seconds=0.3)
    assert "not there within 0.3 s" in error.reason
    assert error.retryable


def test_leaving_early_ends_the_request() -> None:
    pieces = PluginVoice("choir", {"fault": "stalls"}).stream(LINE)
    assert next(pieces).seconds > 0
    pieces.close()
    assert PluginVoice("choir").synthesize(LINE).seconds > 1


def test_the_embedded_voice_takes_over() -> None:
    synthesizer = Synthesizer(PluginVoice("choir", {"fault": "status 500"}), EspeakVoice("en-us"))
    assert synthesizer.synthesize(LINE).seconds > 1
    assert synthesizer.failures == ["livekit choir: the service failed (500)"]


def test_a_plugin_that_cannot_be_had_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in [
        ("nobody", "pip install livekit-plugins-nobody"),
        ("../x", "named as in livekit.plugins"),
        ("os.path", "named as in livekit.plugins"),
    ]:
        with pytest.raises(ProviderError, match=said.replace(".", r"\.")):
            PluginVoice(name)
    assert "cannot be made with tune" in failure(tune=3).reason
    monkeypatch.delenv("CHOIR_KEY")
    assert "is its key in the environment?" in failure().reason


def test_one_that_is_not_installed_is_replaced_in_one_line() -> None:
    components = Components(Settings(speaking=Speaking(voices={Side.PRO: "livekit:nobody", Side.CON: "espeak:en-us"})))
    assert components.voice(Side.PRO).synthesize(LINE).seconds > 1
    assert len(components.replaced) == 1
    assert "pip install livekit-plugins-nobody" in str(components.replaced[0])


def test_the_process_ends_without_a_word_about_open_connections() -> None:
    asked = (
        f"import sys; sys.path.insert(0, {str(PLUGINS)!r})\n"
        "from agent.plugins.voice import PluginVoice\n"
        f"print(PluginVoice('choir').synthesize({LINE!r}).seconds > 1)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=240, check=True)
    assert (done.stdout, done.stderr) == ("True\n", "")

"""Piper voices for real: onnxruntime, Piper's own phonemes and configuration; the model is a hum made on the spot."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from agent.components import Components
from config.errors import ProviderError
from config.format import Side
from config.settings import Settings, Speaking
from speech.audio import ROOM_RATE
from speech.synthesis.synthesizer import Synthesizer
from speech.voices.embedded import EspeakVoice
from speech.voices.piper import PiperVoice
from tests.voices import RATE, SPEAKERS, make_piper

LINE = "A motion is only as good as the reasons behind it."


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_piper(tmp_path_factory.mktemp("voices"))


@pytest.fixture(scope="module")
def voice(path: Path) -> PiperVoice:
    return PiperVoice(str(path))


def refused(*arguments: str, **options: object) -> str:
    with pytest.raises(ProviderError) as caught:
        PiperVoice(*arguments, **options).synthesize(LINE)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 500
    return message


def test_a_sentence_becomes_sound(voice: PiperVoice) -> None:
    audio = voice.synthesize(LINE)
    assert audio.rate == RATE
    assert 1 < audio.seconds < 10
    assert audio.level > 0.1


def test_the_same_sentence_always_has_the_same_length(voice: PiperVoice, path: Path) -> None:
    lengths = {len(voice.synthesize(LINE).samples) for _ in range(5)}
    lengths.add(len(PiperVoice(str(path)).synthesize(LINE).samples))
    assert len(lengths) == 1


def test_longer_texts_take_longer(voice: PiperVoice) -> None:
    assert voice.synthesize(f"{LINE} {LINE}").seconds > 1.8 * voice.synthesize(LINE).seconds


@pytest.mark.parametrize("text", ["", "   ", "…!?", "🙂🙂", "-- // --"])
def test_nothing_to_say_is_no_sound(voice: PiperVoice, text: str) -> None:
    assert voice.synthesize(text).seconds == 0


@pytest.mark.parametrize("text", ["Fine 🙂 words, 50 % of them.", "naïve Ångström\0 œuvre", "x", "one\n\ntwo ∑ three"])
def test_odd_signs_are_passed_over(voice: PiperVoice, text: str) -> None:
    assert voice.synthesize(text).seconds > 0


def test_markup_is_read_but_never_obeyed(voice: PiperVoice) -> None:
    plain = voice.synthesize("one two").seconds
    assert voice.synthesize('one <break time="30s"/> two').seconds < plain + 8
    raw = f"one [[{'a' * 400}]] two"  # Piper takes what stands in such brackets for phonemes
    assert (
        voice.synthesize(raw).samples.shape == voice.synthesize(raw.replace("[", " ").replace("]", " ")).samples.shape
    )


def test_a_voice_is_found_by_name_in_its_folder(path: Path) -> None:
    voice = PiperVoice("tiny", folder=path.parent)
    assert voice.name == "piper tiny"
    assert voice.synthesize(LINE).seconds > 1


def test_a_voice_of_several_speakers_takes_one_by_name_or_number(tmp_path: Path) -> None:
    path = str(make_piper(tmp_path, speakers=2))
    first, second = (pitch(PiperVoice(path, speaker=name)) for name in SPEAKERS)
    assert second == pytest.approx(2 * first, rel=0.05)
    assert pitch(PiperVoice(path, speaker="1")) == pytest.approx(second, rel=0.05)
    assert pitch(PiperVoice(path)) == pytest.approx(first, rel=0.05)
    assert "has no speaker 'eve'; it has ann, bob" in refused(path, speaker="eve")


def pitch(voice: PiperVoice) -> float:
    """Of the hum, in Hz."""
    audio = voice.synthesize("one two three four")
    loudest = int(np.argmax(np.abs(np.fft.rfft(audio.samples.astype(np.float64)))))
    return loudest / audio.seconds


def test_it_and_the_embedded_voice_each_have_their_own_espeak(voice: PiperVoice) -> None:
    embedded = EspeakVoice("en-us")
    lengths = voice.synthesize(LINE).seconds, embedded.synthesize(LINE).seconds
    with ThreadPoolExecutor(4) as pool:
        spoken = list(pool.map(lambda one: one.synthesize(LINE).seconds, [voice, embedded] * 6))
    assert spoken[::2] == pytest.approx([lengths[0]] * 6)
    assert spoken[1::2] == pytest.approx([lengths[1]] * 6, abs=0.05)


def test_what_is_not_there_is_said_with_the_way_to_get_it(tmp_path: Path) -> None:
    told = refused("en_US-lessac-medium", folder=tmp_path)
    assert f"python -m piper.download_voices en_US-lessac-medium --download-dir {tmp_path}" in told
    assert "there is no /nowhere/x.onnx" in refused("/nowhere/x.onnx")
    assert "neither the path" in refused("some/folder/x")
    assert "has no speaker 'ann'; it has one" in refused(str(make_piper(tmp_path)), speaker="ann")


def test_a_missing_configuration_is_named(tmp_path: Path) -> None:
    path = make_piper(tmp_path)
    Path(f"{path}.json").unlink()
    assert "tiny.onnx.json is not beside it" in refused(str(path))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"audio": {"sample_rate": 22050}}', "\xff\x00"])
def test_a_damaged_configuration_is_one_line(tmp_path: Path, text: str) -> None:
    path = make_piper(tmp_path)
    Path(f"{path}.json").write_text(text, encoding="latin-1")
    assert "copy its two files again" in refused(str(path))


@pytest.mark.parametrize("keep", [0, 60, 0.5])
def test_a_damaged_model_is_one_line(tmp_path: Path, keep: float) -> None:
    path = make_piper(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep * len(whole)) if keep < 1 else int(keep)])
    assert "cannot be loaded" in refused(str(path)) or not keep


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("other", "is no Piper voice: it takes input, scales"),
        ("stereo", r"no mono sound but float32 of shape (2, "),
        ("whole", "is no Piper voice: it takes input, input_lengths, scales and makes tensor(int64)"),
        ("nan", "samples that are no numbers"),
        ("fails", "could not speak a sentence"),
    ],
)
def test_a_model_that_is_no_voice_is_found_out(tmp_path: Path, kind: str, said: str) -> None:
    assert said in refused(str(make_piper(tmp_path, kind=kind)))


@pytest.mark.parametrize("rate", [0, -1, 100, 1e9, "22050", None, True])
def test_a_rate_that_speech_cannot_have_is_refused(tmp_path: Path, rate: object) -> None:
    assert "speech needs 8000 to 48000" in refused(str(make_piper(tmp_path, audio={"sample_rate": rate})))


def test_a_voice_that_would_fetch_something_to_read_its_language_is_refused(tmp_path: Path) -> None:
    assert "reads pinyin, not English" in refused(str(make_piper(tmp_path, phoneme_type="pinyin")))


def test_a_configuration_without_the_signs_it_needs_fails_as_one_line(tmp_path: Path) -> None:
    assert "could not speak a sentence (KeyError" in refused(str(make_piper(tmp_path, phoneme_id_map={"a": [1]})))


def test_a_graphics_card_that_is_not_there_is_said(path: Path) -> None:
    assert "set speaking.neural.device to cpu" in refused(str(path), device="cuda")


def test_a_voice_that_fails_is_replaced_in_the_synthesizer(tmp_path: Path) -> None:
    synthesizer = Synthesizer(PiperVoice(str(make_piper(tmp_path, kind="fails"))), EspeakVoice("en-us"))
    assert synthesizer.synthesize(LINE).seconds > 1
    assert len(synthesizer.failures) == 1


def test_without_the_package_it_says_what_to_install(path: Path) -> None:
    asked = (
        "import sys; sys.modules['piper'] = None\n"
        "from speech.voices.piper import PiperVoice\n"
        f"try: PiperVoice({str(path)!r})\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=240, check=True)
    assert "pip install piper-tts" in done.stdout
    assert len(done.stdout.strip().splitlines()) == 1


def test_the_settings_name_a_voice_for_each_side(tmp_path: Path) -> None:
    make_piper(tmp_path, "hum", speakers=2)
    speaking = Speaking(
        voices={Side.PRO: "piper:hum#bob", Side.CON: f"piper:{tmp_path / 'hum.onnx'}"}, neural={"folder": tmp_path}
    )
    components = Components(Settings(speaking=speaking))
    assert components.voice(Side.PRO).name == "piper hum bob"
    assert components.voice(Side.CON).synthesize(LINE).rate == ROOM_RATE
    assert not components.replaced


@pytest.mark.parametrize("wanted", ["piper:nobody", "coqui:nobody", "piper:", "coqui", "siri:x"])
def test_a_voice_that_cannot_be_had_is_replaced_in_one_line(tmp_path: Path, wanted: str) -> None:
    speaking = Speaking(voices={Side.PRO: wanted}, neural={"folder": tmp_path})
    components = Components(Settings(speaking=speaking))
    assert components.voice(Side.PRO).synthesize("Yes.").seconds > 0
    (line,) = map(str, components.replaced)
    assert wanted.partition(":")[0] in line and line.endswith("; using hibari heart")
    assert "\n" not in line

"""Coqui voices for real: a VITS written by Coqui's own classes and loaded as any model is; its weights are random."""

from __future__ import annotations

import shutil
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
from speech.voices.coqui import CoquiVoice
from speech.voices.embedded import EspeakVoice
from tests.extras.neural_voices import make_vits
from tests.voices import RATE, change

LINE = "One good reason."
HUB_NAME = "tts_models/en/ljspeech/vits"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_vits(tmp_path_factory.mktemp("vits"))


@pytest.fixture(scope="module")
def voice(folder: Path) -> CoquiVoice:
    return CoquiVoice(str(folder))


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """The model in a folder of its own, to be spoiled."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Coqui keeps its models."""
    monkeypatch.setenv("TTS_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("COQUI_TOS_AGREED", raising=False)
    return tmp_path / "tts"


def refused(model: object, **options: object) -> str:
    with pytest.raises(ProviderError) as caught:
        CoquiVoice(str(model), **options).synthesize(LINE)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 500
    return message


def test_a_sentence_becomes_sound(voice: CoquiVoice) -> None:
    audio = voice.synthesize(LINE)
    assert audio.rate == RATE
    assert 0.2 < audio.seconds < 10
    assert audio.level > 0.01


def test_the_same_sentence_is_always_spoken_alike(voice: CoquiVoice, folder: Path) -> None:
    import torch

    first = voice.synthesize(LINE)
    voice.synthesize("Something else.")
    torch.manual_seed(99)
    assert np.array_equal(voice.synthesize(LINE).samples, first.samples)
    assert len(CoquiVoice(str(folder)).synthesize(LINE).samples) == len(first.samples)
    others = {len(CoquiVoice(str(folder), seed=seed).synthesize(LINE).samples) for seed in (2, 3)}
    assert others != {len(first.samples)}  # so the length is a matter of chance


def test_the_random_numbers_of_the_others_go_on_as_they_were(voice: CoquiVoice) -> None:
    import torch

    torch.manual_seed(5)
    expected = torch.rand(2)
    torch.manual_seed(5)
    voice.synthesize(LINE)
    assert torch.equal(torch.rand(2), expected)


def test_sentences_from_several_threads_are_spoken_alike(voice: CoquiVoice) -> None:
    with ThreadPoolExecutor(3) as pool:
        spoken = list(pool.map(voice.synthesize, [LINE, "No.", LINE, "No.", LINE, "No."]))
    assert {len(audio.samples) for audio in spoken[::2]} == {len(voice.synthesize(LINE).samples)}
    assert {len(audio.samples) for audio in spoken[1::2]} == {len(voice.synthesize("No.").samples)}


@pytest.mark.parametrize("text", ["", "   ", "…!?", "🙂🙂", "-- // --"])
def test_nothing_to_say_is_no_sound(voice: CoquiVoice, text: str) -> None:
    assert voice.synthesize(text).seconds == 0


@pytest.mark.parametrize("text", ["Fine 🙂 words, 50 % of them.", "naïve Ångström\0 œuvre", "x", "one\n\ntwo ∑ three"])
def test_odd_signs_are_passed_over(voice: CoquiVoice, text: str) -> None:
    assert voice.synthesize(text).seconds > 0


def test_markup_is_read_but_never_obeyed(voice: CoquiVoice) -> None:
    assert voice.synthesize('one <break time="30s"/> [STOP] two').seconds < voice.synthesize("one two").seconds + 8


def test_a_text_with_no_sign_that_the_model_knows_fails_as_one_line(voice: CoquiVoice) -> None:
    with pytest.raises(ProviderError, match="could not speak a sentence"):
        voice.synthesize("日本")


def test_a_model_that_reads_phonemes_needs_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    voice = CoquiVoice(str(make_vits(tmp_path, phonemes=True)))
    lengths = [voice.synthesize(text).seconds for text in ("Yes.", "Yes, 17 percent, really!")]
    assert lengths[1] > lengths[0] > 0
    tokenizer = voice._voice.tts_model.tokenizer
    assert tokenizer.phonemizer.phonemize("Hello, world!", separator="") == "həlˈoʊ, wˈɜːld!"
    assert EspeakVoice("en-us").synthesize(LINE).seconds > 0.5
    british = make_vits(tmp_path / "gb", phonemes=True)
    change(british / "config.json", phoneme_language="en-gb")
    assert CoquiVoice(str(british)).synthesize("Yes.").seconds > 0


def test_a_voice_of_several_speakers_takes_one_of_them(tmp_path: Path) -> None:
    model = str(make_vits(tmp_path, speakers=("ann", "bob")))
    ann, bob = (CoquiVoice(model, speaker=name).synthesize(LINE) for name in ("ann", "bob"))
    assert not np.array_equal(ann.samples, bob.samples)
    assert np.array_equal(CoquiVoice(model).synthesize(LINE).samples, ann.samples)
    assert "has no speaker 'eve'; it has ann, bob" in refused(model, speaker="eve")


def test_a_model_file_or_a_name_in_the_voices_folder_will_do(folder: Path) -> None:
    assert CoquiVoice(str(folder / "model.pth")).synthesize(LINE).seconds > 0
    assert CoquiVoice(folder.name, folder=folder.parent).synthesize(LINE).seconds > 0


def test_what_is_not_there_is_one_line(tmp_path: Path, copy: Path) -> None:
    assert "neither a file or folder here nor a name" in refused("/nowhere/model.pth")
    assert "holds no model file" in refused(tmp_path)
    (copy / "model.pth").rename(copy / "a.pth")
    shutil.copy(copy / "a.pth", copy / "b.pth")
    assert "holds 2 model files; name the one" in refused(copy)
    (copy / "config.json").unlink()
    assert "config.json is missing" in refused(copy / "a.pth")
    assert "it has one voice only" in refused(make_vits(tmp_path / "v"), speaker="ann")


@pytest.mark.parametrize(("name", "damage"), [("config.json", b"{"), ("config.json", b"{}"), ("config.json", b"\xff")])
def test_a_damaged_configuration_is_one_line(copy: Path, name: str, damage: bytes) -> None:
    (copy / name).write_bytes(damage)
    assert "copy the model again" in refused(copy)


@pytest.mark.parametrize("keep", [0, 100, 200_000])
def test_a_damaged_model_is_one_line(copy: Path, keep: int) -> None:
    whole = (copy / "model.pth").read_bytes()
    assert len(whole) > keep
    (copy / "model.pth").write_bytes(whole[:keep])
    assert "copy the model again" in refused(copy)


def test_a_model_and_a_configuration_that_do_not_belong_together_are_refused(copy: Path) -> None:
    change(copy / "config.json", model_args__hidden_channels=12)
    assert "cannot be loaded" in refused(copy)
    change(copy / "config.json", model="no-such-model")
    assert "cannot be loaded" in refused(copy)


class Code:
    """What a hostile model file would bring along."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def test_code_in_a_model_file_is_never_run(copy: Path, tmp_path: Path) -> None:
    import torch

    torch.save({"model": Code(tmp_path / "was-here")}, copy / "model.pth")
    assert "cannot be loaded" in refused(copy)
    assert not (tmp_path / "was-here").exists()


@pytest.mark.parametrize(
    ("rate", "said"), [(100, "cannot be loaded"), (4_000, "4000 Hz; speech needs"), (1_000_000, "cannot be loaded")]
)
def test_a_rate_that_speech_cannot_have_is_refused(copy: Path, rate: int, said: str) -> None:
    change(copy / "config.json", audio__sample_rate=rate)
    assert said in refused(copy)


def test_sound_that_is_none_is_never_played(copy: Path) -> None:
    import torch

    whole = torch.load(copy / "model.pth")
    for name, weights in whole["model"].items():
        if name.startswith("waveform_decoder"):
            weights.fill_(float("nan"))
    torch.save(whole, copy / "model.pth")
    assert "samples that are no numbers" in refused(copy)


def test_a_sentence_that_it_cannot_speak_is_spoken_by_the_embedded_voice(voice: CoquiVoice) -> None:
    synthesizer = Synthesizer(voice, EspeakVoice("en-us"))
    assert synthesizer.synthesize("日本").seconds > 0
    assert "could not speak a sentence" in synthesizer.failures[0]
    assert synthesizer.synthesize(LINE).seconds > 0.2
    assert len(synthesizer.failures) <= 1  # this one was its own


def test_a_name_of_coquis_is_taken_from_this_machine_only(home: Path, folder: Path) -> None:
    assert "is not on this machine (set speaking.neural.download once" in refused(HUB_NAME)
    assert "none of Coqui's models" in refused("tts_models/en/ljspeech/nobody")
    shutil.copytree(folder, home / HUB_NAME.replace("/", "--"))
    assert CoquiVoice(HUB_NAME).synthesize(LINE).seconds > 0


def test_a_model_that_needs_a_vocoder_says_which(home: Path, folder: Path) -> None:
    shutil.copytree(folder, home / "tts_models--en--ljspeech--glow-tts")
    told = refused("tts_models/en/ljspeech/glow-tts")
    assert "vocoder_models/en/ljspeech/multiband-melgan is not on this machine" in told


def test_a_licence_is_never_agreed_to_in_silence(home: Path) -> None:
    for download in (False, True):
        told = refused("tts_models/multilingual/multi-dataset/xtts_v2", download=download)
        assert "COQUI_TOS_AGREED=1" in told


def test_half_a_download_leaves_nothing_behind(home: Path) -> None:
    with pytest.raises(ProviderError, match="could not be fetched") as caught:  # tests reach no other machine
        CoquiVoice(HUB_NAME, download=True)
    assert caught.value.retryable
    assert not any(home.glob("*"))


def test_a_graphics_card_that_is_not_there_is_said(folder: Path) -> None:
    import torch

    if torch.cuda.is_available():
        assert CoquiVoice(str(folder), device="cuda").synthesize(LINE).seconds > 0
    else:
        assert "set speaking.neural.device to cpu" in refused(folder, device="cuda")
    assert CoquiVoice(str(folder), device="auto").synthesize(LINE).seconds > 0


def test_without_the_package_it_says_what_to_install(folder: Path) -> None:
    asked = (
        "import sys; sys.modules['TTS'] = None\n"
        "from speech.voices.coqui import CoquiVoice\n"
        f"try: CoquiVoice({str(folder)!r})\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=240, check=True)
    assert "pip install 'rostrum[coqui]'" in done.stdout
    assert len(done.stdout.strip().splitlines()) == 1


def test_the_settings_name_a_voice_and_its_speaker(tmp_path: Path) -> None:
    make_vits(tmp_path / "two", speakers=("ann", "bob"))
    speaking = Speaking(voices={Side.PRO: "coqui:two#bob", Side.CON: "coqui:two"}, neural={"folder": tmp_path})
    components = Components(Settings(speaking=speaking))
    assert components.voice(Side.PRO).name == "coqui two bob"
    assert components.voice(Side.CON).synthesize(LINE).rate == ROOM_RATE
    assert not components.replaced

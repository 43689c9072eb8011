"""FastSpeech 2 for real: transformers' own classes and files, phones by espeak-ng; the weights are random."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.speaking.duration import run
from config.errors import ProviderError
from speech.voices.fastspeech import FRAME_SECONDS, MOST_TOKENS, PHONES, FastSpeech, Predictor, arpabet
from speech.voices.phonemes import Phonemizer
from tests.extras.neural_voices import make_fastspeech
from tests.fakes import SineVoice
from tests.voices import change

LINE = "A motion is only as good as the reasons behind it."
TEXTS = [LINE, "Yes.", "Hello, world: 50% of $3.5bn went to the OECD!", f"{LINE} {LINE}", "", "🙂", "Really? No."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_fastspeech(tmp_path_factory.mktemp("fastspeech"))


@pytest.fixture(scope="module")
def predictor(folder: Path) -> Predictor:
    return Predictor(str(folder))


def refused(model: object) -> str:
    with pytest.raises(ProviderError) as caught:
        FastSpeech.load(str(model))
    message = str(caught.value)
    assert "\n" not in message and len(message) < 400
    return message


@pytest.mark.parametrize(
    ("text", "phones"),
    [
        ("cat", "K AE1 T"),
        ("hello, nation", "HH AH0 L OW1 , N EY1 SH AH0 N"),
        ("The third voice!", "DH AH0 TH ER1 D V OY1 S !"),
        ("hard choice…", "HH AA1 R D CH OY1 S ."),
        ("judge — things?", "JH AH1 JH , TH IH1 NG Z ?"),
        ("3.5", "TH R IY1 P OY2 N T F AY1 V"),
        ("🙂 …", ""),
    ],
)
def test_english_becomes_arpabet(text: str, phones: str) -> None:
    said = " ".join(arpabet(text, Phonemizer("en-us")))
    assert said.replace("OY2", "OY1").replace("OY0", "OY1") == phones.replace("OY2", "OY1")


def test_all_phones_are_those_of_the_dictionary() -> None:
    vowels = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split()
    consonants = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split()
    assert set(vowels) | set(consonants) == PHONES


def test_it_counts_the_frames_that_the_whole_model_makes(predictor: Predictor, folder: Path) -> None:
    import torch
    import transformers

    whole = transformers.FastSpeech2ConformerModel.from_pretrained(folder).eval()
    vocabulary = json.loads((folder / "vocab.json").read_text())
    said = arpabet(LINE, Phonemizer("en-us"))
    ids = torch.tensor([[vocabulary[symbol] for symbol in [*said, "<sos/eos>"]]])
    with torch.inference_mode():
        spectrogram = whole(ids, return_dict=True).spectrogram
    assert predictor.frames(LINE) == spectrogram.shape[1]


def test_a_longer_text_takes_longer_and_none_takes_no_time(predictor: Predictor) -> None:
    line, yes, _, longer, *nothing, _ = map(predictor.frames, TEXTS)
    assert longer > line > yes > 0
    assert nothing == [0, 0]


def test_a_long_text_is_measured_in_pieces(predictor: Predictor) -> None:
    words = MOST_TOKENS
    long = predictor.frames("word " * words)
    assert long == pytest.approx(predictor.frames("word " * (words // 4)) * 4, rel=0.05)


@pytest.mark.parametrize("text", ["<speak>one</speak> two", "one [two] {three}", "naïve\0Ångström", "日本語 and more"])
def test_odd_texts_have_a_length(predictor: Predictor, text: str) -> None:
    assert predictor.frames(text) > 0


def test_it_learns_the_pace_of_the_delivering_voice(folder: Path) -> None:
    model = FastSpeech.load(str(folder))
    sentences = [f"{' '.join(LINE.split()[:count])}." for count in range(1, 11)]
    before = [model.estimate(sentence) for sentence in sentences]
    for sentence, seconds in zip(sentences, before, strict=True):
        model.observe(sentence, 2 * seconds + 0.3)
    assert [model.estimate(one) for one in sentences] == pytest.approx([2 * one + 0.3 for one in before], rel=0.1)
    assert model.estimate("…") == 0


def test_the_model_is_asked_once_about_each_sentence() -> None:
    asked: list[str] = []

    def frames(text: str) -> float:
        asked.append(text)
        return float(len(text))

    model = FastSpeech(frames)
    model.estimate("one")
    assert model.estimate("two three") == pytest.approx(9 * FRAME_SECONDS)
    model.observe("one", 1.0)
    assert asked == ["one", "two three"]


def test_a_model_with_its_vocoder_is_read_too(tmp_path: Path) -> None:
    folder = make_fastspeech(tmp_path, kind="FastSpeech2ConformerWithHifiGan")
    assert Predictor(str(folder)).frames(LINE) > 50


def test_what_is_not_there_is_one_line(tmp_path: Path) -> None:
    told = "give a folder, or a hub name that is on this machine"
    assert told in refused("/nowhere/fastspeech2")
    assert told in refused("espnet/fastspeech2_conformer")  # and nobody is asked for it
    assert told in refused("not a name at all?")
    assert "copy it again" in refused(tmp_path)


def test_a_damaged_model_is_one_line(tmp_path: Path) -> None:
    for number, (name, damage) in enumerate(
        [("config.json", b"{"), ("vocab.json", b"[]"), ("vocab.json", b"\xff"), ("model.safetensors", b"PK\3\4")]
    ):
        folder = make_fastspeech(tmp_path / str(number))
        (folder / name).write_bytes(damage)
        assert "again" in refused(folder)


def test_weights_that_are_missing_are_not_made_up(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    folder = make_fastspeech(tmp_path)
    weights = load_file(folder / "model.safetensors")
    kept = {name: value for name, value in weights.items() if not name.startswith("duration_predictor.linear")}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    assert "lacks weights (duration_predictor.linear.bias and 1 more)" in refused(folder)


def test_a_model_of_another_kind_or_language_is_refused(tmp_path: Path) -> None:
    folder = make_fastspeech(tmp_path / "a")
    change(folder / "config.json", model_type="bert")
    assert "a FastSpeech2Conformer is needed" in refused(folder)
    folder = make_fastspeech(tmp_path / "b")
    (folder / "vocab.json").write_text(json.dumps({"<sos/eos>": 0, "<unk>": 1, "あ": 2}))
    assert "no symbol for AA, AE" in refused(folder)
    assert "several speakers" in refused(make_fastspeech(tmp_path / "c", num_speakers=2))
    folder = make_fastspeech(tmp_path / "d")
    change(folder / "vocab.json", AA0=10_000)
    assert "beyond the model's" in refused(folder)


def test_it_is_measured_beside_the_other_estimators(folder: Path) -> None:
    outcome = run(texts=4, seed=1, seconds=30.0, voice=SineVoice(), fastspeech=str(folder))
    lines = {line["estimator"]: line for line in outcome.results}
    assert 0 < lines["FastSpeech 2"]["error_mean"] < 10
    assert lines["FastSpeech 2"]["cost_ms"] > 0


def test_without_the_packages_it_says_what_to_install(folder: Path) -> None:
    asked = (
        "import sys; sys.modules['torch'] = None\n"
        "from speech.voices.fastspeech import FastSpeech\n"
        f"try: FastSpeech.load({str(folder)!r})\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=240, check=True)
    assert "pip install 'rostrum[neural]'" in done.stdout
    assert len(done.stdout.strip().splitlines()) == 1

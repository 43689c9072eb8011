"""The voice hibari, for real: its package as it is installed, and as it may be damaged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from config.errors import ProviderError
from config.shipped import load_pronunciations
from speech.models.packages import AGAIN
from speech.ports import PacedVoice
from speech.text.pronunciation import Lexicon
from speech.voices.hibari import HibariVoice
from tests.packages import HIBARI, copied, needs, said_by

pytestmark = needs(HIBARI)
LINE = "A motion is only as good as the reasons behind it."
LONG = "We say that cameras in classrooms change how children behave, and that nobody has asked them."
ASK = (
    "from speech.voices.hibari import HibariVoice\n"
    "try: print(HibariVoice().synthesize('Ready.').seconds)\n"
    "except Exception as error: print(type(error).__name__, error)"
)


@pytest.fixture(scope="module")
def voice() -> HibariVoice:
    return HibariVoice(lexicon=Lexicon(load_pronunciations()))


def test_a_sentence_becomes_sound(voice: HibariVoice) -> None:
    audio = voice.synthesize(LINE)
    assert audio.rate == 24_000
    assert 2 < audio.seconds < 5
    assert audio.level > 0.02


def test_the_same_sentence_is_always_the_same_sound(voice: HibariVoice) -> None:
    with ThreadPoolExecutor(4) as pool:
        sounds = list(pool.map(voice.synthesize, [LINE] * 8))
    assert all(np.array_equal(sounds[0].samples, one.samples) for one in sounds)


@pytest.mark.parametrize("text", ["", "   ", "…!?", "🙂🙂", "-- // --"])
def test_nothing_to_say_is_no_sound(voice: HibariVoice, text: str) -> None:
    assert voice.synthesize(text).seconds == 0


@pytest.mark.parametrize(
    "text",
    ["Fine 🙂 words, 50 % of them.", "naïve Ångström\0 œuvre", "x", "one\n\ntwo ∑ three", "1,250 people in 2019"],
)
def test_odd_signs_and_numbers_are_read_or_passed_over(voice: HibariVoice, text: str) -> None:
    assert voice.synthesize(text).seconds > 0.2


@pytest.mark.parametrize("name", ["Владимир Путин", "李小龙", "Ελλάδα", "김정은", "हिन्दी", "Nguyễn Żak"])
def test_names_in_other_scripts_are_said_not_dropped(voice: HibariVoice, name: str) -> None:
    without = voice.synthesize("They met there.").seconds
    assert voice.synthesize(f"They met {name} there.").seconds > without + 0.2


def test_markup_is_text_and_never_obeyed(voice: HibariVoice) -> None:
    read = voice.synthesize("say word a a a a a a a a a now").seconds
    assert voice.synthesize(f"say [word](/{'a' * 9}/) now").seconds == pytest.approx(read, rel=0.5)


def test_a_sentence_may_end_with_no(voice: HibariVoice) -> None:
    """Its own normalising reads `no.` as the short form of `number`."""
    assert voice._voice.phonemize("So the answer is no.")[0].endswith("nˈO.")


def test_ai_is_two_letters_and_not_an_article_and_a_pronoun(voice: HibariVoice) -> None:
    assert voice._voice.phonemize(voice._lexicon.marked("We welcome A I here.", _named)) != []
    with_letters = voice.synthesize("We welcome A I here.")
    without = HibariVoice().synthesize("We welcome a, I here.")
    assert with_letters.seconds != without.seconds


def _named(word: str, ipa: str, after: str) -> str:
    assert (word, ipa, after) == ("AI", "ˌeɪˈaɪ", "")
    return word


def test_a_very_long_sentence_is_spoken_to_its_end(voice: HibariVoice) -> None:
    words = "reasons " * 300
    assert voice.synthesize(words).seconds > 100


@pytest.mark.parametrize("speed", [0.65, 0.8, 0.95, 1.2])
def test_its_speed_is_what_is_asked_for(voice: HibariVoice, speed: float) -> None:
    assert isinstance(voice, PacedVoice)
    other = voice.at_speed(speed)
    natural = sum(voice.synthesize(line).seconds for line in (LINE, LONG))
    assert sum(other.synthesize(line).seconds for line in (LINE, LONG)) == pytest.approx(natural / speed, rel=0.04)
    assert other._voice is voice._voice


def pitch_at_the_end(voice: HibariVoice, text: str) -> float:
    """In Hz, by autocorrelation of the last 40 ms that are loud and periodic."""
    audio = voice.synthesize(text)
    wave, size = audio.samples.astype(np.float64), round(0.04 * audio.rate)
    shortest, longest = audio.rate // 400, audio.rate // 90
    loud = 0.15 * np.sqrt((wave**2).mean())
    for end in range(len(wave), size, -size // 4):
        piece = wave[end - size : end] - wave[end - size : end].mean()
        same = np.correlate(piece, piece, "full")[size - 1 :]
        lag = shortest + int(np.argmax(same[shortest:longest]))
        if np.sqrt((piece**2).mean()) > loud and same[lag] > 0.4 * same[0]:
            return audio.rate / lag
    raise AssertionError("nothing in it is voiced")


@pytest.mark.parametrize("words", ["The children will learn more", "Schools can afford that"])
def test_a_question_rises_at_its_end(voice: HibariVoice, words: str) -> None:
    assert pitch_at_the_end(voice, f"{words}?") > 1.12 * pitch_at_the_end(voice, f"{words}.")


def test_a_question_is_no_louder(voice: HibariVoice) -> None:
    said, asked = (voice.synthesize(f"The children will learn more{end}") for end in ".?")
    assert asked.level == pytest.approx(said.level, rel=0.1)


# -- what can be wrong with its package --------------------------------------------------------------


def test_without_the_package_it_is_one_line() -> None:
    told = said_by("import sys; sys.modules['hibari'] = None\n" + ASK)
    assert told == "ProviderError hibari heart: hibari.onnx of hibari is not installed; run `make setup`"


@pytest.mark.parametrize(
    ("file", "keep", "said"),
    [
        ("assets/hibari.onnx", 0.5, f"hibari.onnx of hibari was altered or cut short (its SHA-256 differs); {AGAIN}"),
        ("assets/hibari.onnx", None, "hibari.onnx of hibari is not installed; run `make setup`"),
        ("assets/lexicon_us_gold.json.gz", 0.5, "cannot be loaded"),
        ("assets/vocab.json", 0.1, "cannot be loaded"),
        ("assets/oov.onnx", 0.3, "cannot be loaded"),
    ],
)
def test_a_damaged_package_is_one_line(tmp_path: Path, file: str, keep: float | None, said: str) -> None:
    path = copied(HIBARI, tmp_path) / file
    if keep is None:
        path.unlink()
    else:
        whole = path.read_bytes()
        path.write_bytes(whole[: int(keep * len(whole))])
    told = said_by(ASK, first=tmp_path)
    assert told.startswith("ProviderError hibari heart: ")
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_voice_that_it_has_not_is_named_with_those_that_it_has() -> None:
    with pytest.raises(ProviderError, match=r"no such voice; it has heart, emma"):
        HibariVoice("klara")


def test_one_that_was_never_fetched_is_not_fetched_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIBARI_HOME", str(tmp_path))
    with pytest.raises(ProviderError, match=r"there is no .*bf_emma.*; allow its download"):
        HibariVoice("emma")
    (tmp_path / "bf_emma.int8.onnx").write_bytes(b"half of it")
    with pytest.raises(ProviderError, match="is cut short or altered; delete it"):
        HibariVoice("emma")

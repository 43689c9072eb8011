"""The packaged Piper voice, heard while it is made: the pieces are the sentence to the sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from config.errors import ProviderError
from speech.audio import join
from speech.models.packages import AGAIN
from speech.ports import PacedVoice, StreamingVoice
from speech.voices.piper import PiperVoice
from speech.voices.piper_network import FIRST_FRAMES, MARGIN, Feed, Network, load
from tests.packages import JOE, copied, needs, said_by
from tests.voices import make_piper

LINE = "We say that cameras in classrooms change how children behave, and that nobody has asked them."
ASK = (
    "from speech.voices.piper import PiperVoice\n"
    "try: print(PiperVoice('joe').synthesize('Ready.').seconds)\n"
    "except Exception as error: print(type(error).__name__, error)"
)


@pytest.fixture(scope="module")
def voice() -> PiperVoice:
    return PiperVoice("joe")


@needs(JOE)
def test_it_is_heard_after_half_a_second_of_it_is_made(voice: PiperVoice) -> None:
    assert isinstance(voice, StreamingVoice) and isinstance(voice, PacedVoice)
    pieces = [piece.seconds for piece in voice.stream(LINE)]
    assert pieces[0] == pytest.approx(FIRST_FRAMES * 256 / 22_050)
    assert len(pieces) > 2
    assert sum(pieces) == pytest.approx(voice.synthesize(LINE).seconds)


@needs(JOE)
def test_the_cuts_cannot_be_heard(voice: PiperVoice) -> None:
    """Without the noise that is drawn anew each time, the pieces are the very samples of the sentence."""
    quiet = voice.at_speed(1.0)
    quiet._scales[0] = 0.0
    pieces, at_once = join(list(quiet.stream(LINE)), quiet.rate), quiet.synthesize(LINE)
    off = pieces.samples.astype(int) - at_once.samples.astype(int)
    assert abs(off).max() <= 8


@needs(JOE)
@pytest.mark.parametrize("text", ["", "…!?", "🙂🙂"])
def test_nothing_to_say_is_no_sound(voice: PiperVoice, text: str) -> None:
    assert list(voice.stream(text)) == []
    assert voice.synthesize(text).seconds == 0


@needs(JOE)
def test_its_speed_can_be_set(voice: PiperVoice) -> None:
    slow = voice.at_speed(0.7)
    assert slow.synthesize(LINE).seconds > 1.2 * voice.synthesize(LINE).seconds
    assert isinstance(slow, StreamingVoice)


@needs(JOE)
def test_a_very_long_sentence_is_spoken_run_by_run(voice: PiperVoice) -> None:
    first = next(iter(voice.stream("reasons " * 200)))
    assert first.seconds < 1


@needs(JOE)
def test_without_its_package_it_is_one_line() -> None:
    told = said_by(f"import sys; sys.modules[{JOE!r}] = None\n" + ASK)
    assert told == f"ProviderError piper joe: en_US-joe-medium.onnx of {JOE} is not installed; run `make setup`"


@needs(JOE)
@pytest.mark.parametrize("file", ["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"])
def test_a_damaged_package_is_one_line(tmp_path: Path, file: str) -> None:
    path = copied(JOE, tmp_path) / "data" / file
    path.write_bytes(path.read_bytes()[:-100])
    told = said_by(ASK, first=tmp_path)
    assert told == f"ProviderError piper joe: {file} of {JOE} was altered or cut short (its SHA-256 differs); {AGAIN}"


# -- cutting a network -------------------------------------------------------------------------------


def graph(folder: Path, *, reach: int, name: str = "/flow/conv") -> Path:
    """A head that gives each phoneme 30 frames, and a tail that smears every frame over `reach` on both sides."""
    kernel = np.ones((1, 1, 2 * reach + 1), np.float32) / (2 * reach + 1)
    nodes = [
        helper.make_node("Cast", ["input"], ["signs"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["signs", "one"], ["rows"]),
        helper.make_node("Resize", ["rows", "", "times"], ["latent"], mode="nearest"),
        helper.make_node("Conv", ["latent", "kernel"], ["smeared"], name=name, pads=[reach, reach]),
        helper.make_node("Tanh", ["smeared"], ["output"], name="/dec/tanh"),
    ]
    constants = [
        numpy_helper.from_array(np.array([1], np.int64), "one"),
        numpy_helper.from_array(np.array([1, 1, 30], np.float32), "times"),
        numpy_helper.from_array(kernel, "kernel"),
    ]
    inputs = [helper.make_tensor_value_info("input", TensorProto.INT64, [1, "signs"])]
    outputs = [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 1, None])]
    latent = helper.make_tensor_value_info("latent", TensorProto.FLOAT, [1, 1, "frames"])
    model = helper.make_model(
        helper.make_graph(nodes, "smear", inputs, outputs, constants, value_info=[latent]),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=9,
    )
    path = folder / "smear.onnx"
    onnx.save(model, str(path))
    return path


def network(path: Path) -> Network:
    import onnxruntime

    return load(path, onnxruntime.SessionOptions(), ["CPUExecutionProvider"])


def feed(signs: int) -> Feed:
    return {"input": np.array([[(7 * i) % 11 for i in range(signs)]], np.int64)}


@pytest.mark.parametrize("signs", [1, 2, 3, 10, 40])
def test_stretches_are_the_whole(tmp_path: Path, signs: int) -> None:
    found = network(graph(tmp_path, reach=MARGIN))
    pieces = list(found.stretches(feed(signs)))
    assert np.concatenate(pieces) == pytest.approx(found.whole(feed(signs)), abs=1e-6)
    assert len(pieces[0]) == (30 * signs if signs < 3 else FIRST_FRAMES)
    assert found.agrees(feed(signs))


def test_a_tail_that_reaches_too_far_is_found_out(tmp_path: Path) -> None:
    assert not network(graph(tmp_path, reach=4 * MARGIN)).agrees(feed(20))


def test_a_network_of_another_make_is_left_whole(tmp_path: Path) -> None:
    found = network(graph(tmp_path, reach=2, name="/other/conv"))
    assert found.tail is None
    assert len(list(found.stretches(feed(20)))) == 1


def test_a_voice_that_cannot_be_cut_comes_whole(tmp_path: Path) -> None:
    (sentence,) = PiperVoice(str(make_piper(tmp_path))).stream(LINE)
    assert sentence.seconds > 1


def test_one_that_would_sound_otherwise_in_stretches_is_made_whole(tmp_path: Path) -> None:
    found = replace(network(graph(tmp_path, reach=4 * MARGIN)), in_stretches=False)
    assert len(list(found.stretches(feed(20)))) == 1


def test_a_network_that_fails_in_the_middle_is_one_line(tmp_path: Path) -> None:
    class Broken:
        """Makes one stretch and then fails."""

        def __init__(self, inner: Network) -> None:
            self.inner, self.tail = inner, inner

        def stretches(self, feed: Feed) -> Iterator[object]:
            yield np.ones(2000, np.float32)
            raise RuntimeError("no more\nmemory")

    voice = PiperVoice(str(make_piper(tmp_path)))
    voice._network = Broken(voice._network)  # type: ignore[assignment]
    pieces = voice.stream(LINE)
    assert next(pieces).seconds > 0
    with pytest.raises(ProviderError, match=r"could not speak a sentence \(RuntimeError: no more memory\)"):
        next(pieces)

"""The network of a Piper voice, run whole or stretch by stretch.

VITS first reads a sentence (text encoder, durations) and then makes sound of what it has read (flow and HiFi-GAN),
which is four fifths of the work. The second part is made of convolutions only: of a stretch, with some frames more at
both sides than are wanted, it makes the very samples that it makes of the whole. So the onnx graph is cut between the
two, and the first half second is there after a fraction of the time that the sentence takes.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

log = logging.getLogger("rostrum.voices")

FLOW = "/flow"  # how the names of the nodes of the second part begin, first of all
MARGIN = 24  # frames on both sides that the sound of a frame depends on: with so many it is the same to 16 bits
FIRST_FRAMES, MORE = 40, 2  # the first stretch is half a second, each next one twice as long
SAME = 2e-4  # of full scale, for stretches against the whole

Feed = Mapping[str, NDArray[Any]]
Wave = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """A network in one piece or two: `tail` is None where it could not be cut.

    `in_stretches`: whether sound is made so; not where it would be another.
    """

    head: Any
    tail: Any = None
    in_stretches: bool = True

    @property
    def inputs(self) -> set[str]:
        return {one.name for one in self.head.get_inputs()}

    @property
    def output_type(self) -> str:
        return str((self.tail or self.head).get_outputs()[0].type)

    def whole(self, feed: Feed) -> NDArray[Any]:
        """What it makes of a sentence at once."""
        made = self.head.run(None, feed)
        return np.asarray((made if self.tail is None else self.tail.run(None, self._read(made)))[0]).squeeze()

    def stretches(self, feed: Feed) -> Iterator[NDArray[Any]]:
        """The same in pieces; one where it was not cut."""
        if self.tail is None or not self.in_stretches:
            yield self.whole(feed)
            return
        read = self._read(self.head.run(None, feed))
        frames = max(one.shape[-1] for one in read.values())
        start, size = 0, FIRST_FRAMES
        while start < frames:
            end = frames if frames - start - size < FIRST_FRAMES else start + size
            yield self._stretch(read, start, end, frames)
            start, size = end, size * MORE

    def _stretch(self, read: dict[str, NDArray[Any]], start: int, end: int, frames: int) -> NDArray[Any]:
        first, last = max(0, start - MARGIN), min(frames, end + MARGIN)
        part = {name: one[..., first:last] if one.shape[-1] == frames else one for name, one in read.items()}
        made = np.asarray(self.tail.run(None, part)[0]).squeeze()
        hop = len(made) // (last - first)
        return made[(start - first) * hop : (end - first) * hop]

    def _read(self, made: list[NDArray[Any]]) -> dict[str, NDArray[Any]]:
        return {one.name: value for one, value in zip(self.head.get_outputs(), made, strict=True)}

    def agrees(self, feed: Feed) -> bool:
        """Whether stretches sound as the whole does, of a sentence that takes more than two of them."""
        read = self._read(self.head.run(None, feed))
        frames = max(one.shape[-1] for one in read.values())
        whole = np.asarray(self.tail.run(None, read)[0]).squeeze()
        middle = frames // 2
        parts = [self._stretch(read, 0, middle, frames), self._stretch(read, middle, frames, frames)]
        joined = np.concatenate(parts)
        return joined.shape == whole.shape and bool(np.abs(joined - whole).max(initial=0.0) < SAME)


def load(model: Path, options: Any, providers: list[str]) -> Network:
    """The network of a file, cut if that can be done.

    Raises:
        Exception: whatever onnxruntime raises of a damaged file.
    """
    import onnxruntime

    def session(graph: str | bytes) -> Any:
        return onnxruntime.InferenceSession(graph, sess_options=options, providers=providers)

    parts = _cut(model)
    if parts is not None:
        return Network(session(parts[0]), session(parts[1]))
    return Network(session(str(model)))


def _cut(model: Path) -> tuple[bytes, bytes] | None:
    """The two parts; None of a graph of another make, or without the package `onnx`."""
    try:
        import onnx
        from onnx.utils import Extractor

        whole = onnx.load(str(model))
        names = _crossing(whole.graph)
        if not names:
            return None
        extractor = Extractor(whole)
        given = [one.name for one in whole.graph.input]
        out = [whole.graph.output[0].name]
        head, tail = extractor.extract_model(given, names), extractor.extract_model(names, out)
        return head.SerializeToString(), tail.SerializeToString()
    except Exception as error:  # protobuf, the checker and the extractor raise their own kinds; whole it may still work
        log.info("%s is spoken sentence by sentence, not streamed (%s)", model.name, type(error).__name__)
        return None


def _crossing(graph: Any) -> list[str]:
    """What the second part takes from the first; empty where there is no such part."""
    nodes = list(graph.node)
    first = next((i for i, node in enumerate(nodes) if node.name.startswith(FLOW)), len(nodes))
    made = {out for node in nodes[:first] if node.op_type != "Constant" for out in node.output}
    return list(dict.fromkeys(name for node in nodes[first:] for name in node.input if name in made))

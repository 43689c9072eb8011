"""Speech played faster or slower at the same pitch, by ffmpeg's `atempo` (overlapped pieces that match: WSOLA)."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from speech.audio import Audio, Samples

SLOWEST, FASTEST = 0.5, 2.0
UNHEARD = 0.003  # a change of tempo that is not worth the work


def at_tempo(audio: Audio, tempo: float) -> Audio:
    """The sound in 1 / `tempo` of its time.

    Raises:
        ValueError: a tempo under 0.5 or over 2.
    """
    if not SLOWEST <= tempo <= FASTEST:
        raise ValueError(f"a tempo of {tempo:g} is none that speech survives")
    if abs(tempo - 1) < UNHEARD or not len(audio.samples):
        return audio
    import av
    from av.filter import Graph

    graph = Graph()
    source = graph.add("abuffer", f"sample_rate={audio.rate}:sample_fmt=s16:channel_layout=mono")
    change, sink = graph.add("atempo", f"{tempo:.6f}"), graph.add("abuffersink")
    source.link_to(change)
    change.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(audio.samples[None, :]), "s16", "mono")
    frame.sample_rate = audio.rate
    source.push(frame)
    source.push(None)
    pieces: list[Samples] = []
    while True:
        try:
            pieces.append(cast(Any, sink.pull()).to_ndarray()[0])
        except (av.error.EOFError, av.error.BlockingIOError):
            return Audio(np.concatenate(pieces) if pieces else audio.samples[:0], audio.rate)

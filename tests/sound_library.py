"""In place of the module `sounddevice`: devices that refuse what they are told to refuse, and are pulled out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np


class PortAudioError(Exception):
    """As the module has it."""


def device(
    name: str, inputs: int = 0, outputs: int = 0, rate: float = 48_000, system: int = 0, only: Sequence[Any] = ()
) -> dict[str, Any]:
    """`only`: pairs of a rate and a number of channels that are not refused; all are if left out."""
    return {
        "name": name,
        "hostapi": system,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": rate,
        "only": tuple(only),
    }


@dataclass
class FakeStream:
    """One stream. The test speaks into it with `pick_up`, drains it with `drain`, and pulls the plug with `lose`."""

    library: FakeLibrary
    options: Mapping[str, Any]
    running: bool = False
    latency: float = 0.1

    @property
    def samplerate(self) -> float:
        return float(self.options["samplerate"])

    def start(self) -> None:
        device = self.library.devices[self.options["device"]]
        asked = (self.options["samplerate"], self.options["channels"])
        if device["only"] and asked not in device["only"]:
            raise PortAudioError(f"Invalid sample rate or channels {asked}")
        self.running = True
        self.library.opened.append(self)

    def pick_up(self, samples: Any) -> None:
        """Samples of shape (n, channels)."""
        data = np.array(samples, dtype=np.int16).reshape(-1, self.options["channels"])
        self.options["callback"](data, len(data), None, None)

    def drain(self, frames: int) -> Any:
        """What is played next."""
        out = bytearray(frames * 2 * self.options["channels"])
        self.options["callback"](memoryview(out), frames, None, None)
        return np.frombuffer(bytes(out), dtype=np.int16)

    def lose(self) -> None:
        if self.running:
            self.running = False
            self.options["finished_callback"]()

    def abort(self, ignore_errors: bool = True) -> None:
        self.lose()

    def stop(self, ignore_errors: bool = True) -> None:
        self.lose()

    def close(self, ignore_errors: bool = True) -> None:
        self.lose()


@dataclass
class FakeLibrary:
    """The module: `devices` are those that are plugged in, `opened` the streams that were, in order.

    As PortAudio does, it shows what is plugged in anew only when it is started again.
    """

    plugged: list[dict[str, Any]]
    opened: list[FakeStream] = field(default_factory=list)
    started: int = 1
    PortAudioError: type[Exception] = PortAudioError

    def __post_init__(self) -> None:
        self.devices = list(self.plugged)

    def query_devices(self) -> Sequence[Mapping[str, Any]]:
        return self.devices

    def query_hostapis(self) -> Sequence[Mapping[str, Any]]:
        def first(key: str, system: int) -> int:
            fit = [n for n, one in enumerate(self.devices) if one[key] and one["hostapi"] == system]
            return fit[0] if fit else -1

        return [
            {
                "name": name,
                "default_input_device": first("max_input_channels", system),
                "default_output_device": first("max_output_channels", system),
            }
            for system, name in enumerate(("ALSA", "JACK"))
        ]

    def InputStream(self, **options: Any) -> FakeStream:
        return FakeStream(self, options)

    def RawOutputStream(self, **options: Any) -> FakeStream:
        return FakeStream(self, options)

    def _terminate(self) -> None:
        assert not [one for one in self.opened if one.running], "PortAudio closes what is open"

    def _initialize(self) -> None:
        self.devices = list(self.plugged)
        self.started += 1

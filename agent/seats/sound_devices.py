"""The sound devices of this machine, by PortAudio: listed, found by number or name, looked for again.

PortAudio is loaded only when somebody asks for a device.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Protocol

from config.errors import AudioError, UsageError
from speech.audio import ROOM_RATE

WAIT_SECONDS = 1.0  # for somebody who opens a device
INSTALL = "on Debian: apt-get install libportaudio2"


class Direction(StrEnum):
    """Which way the sound goes, as PortAudio calls it."""

    INPUT = "input"
    OUTPUT = "output"


NAMES = {Direction.INPUT: "microphone", Direction.OUTPUT: "loudspeaker"}
ADVICE = {
    Direction.INPUT: "plug one in, or give this user the right to use it (Linux: the group audio)",
    Direction.OUTPUT: "plug one in, or say --quiet where there is that option",
}


class SoundLibrary(Protocol):
    """What is used of the module `sounddevice`."""

    PortAudioError: type[Exception]

    def query_devices(self) -> Sequence[Mapping[str, Any]]: ...

    def query_hostapis(self) -> Sequence[Mapping[str, Any]]: ...

    def InputStream(self, **options: Any) -> Any: ...

    def RawOutputStream(self, **options: Any) -> Any: ...

    def _terminate(self) -> None: ...

    def _initialize(self) -> None: ...


@dataclass(frozen=True)
class Device:
    """One device. `rate`: its own, in Hz; `system`: what it is reached by (ALSA, WASAPI ...); `default_for`: what it is
    used for where none is named."""

    number: int
    name: str
    system: str
    inputs: int
    outputs: int
    rate: float
    default_for: tuple[Direction, ...] = ()

    def channels(self, direction: Direction) -> int:
        return self.inputs if direction is Direction.INPUT else self.outputs

    @property
    def title(self) -> str:
        return f"{self.name}, {self.system}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Suspended(Protocol):
    """What has a stream open while PortAudio is started again."""

    def suspend(self) -> None: ...

    def restore(self) -> None: ...


class SoundDevices:
    """PortAudio in this process. May be used from any thread. `library`: in place of `sounddevice`."""

    def __init__(self, library: SoundLibrary | None = None) -> None:
        self._library = library
        self._open: list[Suspended] = []
        self._claims = 0  # streams that are open, or still being closed
        self._lock, self._counting = threading.RLock(), threading.Lock()

    @property
    def library(self) -> SoundLibrary:
        """Raises AudioError: PortAudio cannot be used here."""
        with self._lock:
            if self._library is None:
                self._library = _sounddevice()
            return self._library

    def listed(self) -> list[Device]:
        """All of them. Raises AudioError: PortAudio cannot be used here."""
        library = self.library
        try:
            found, systems = library.query_devices(), library.query_hostapis()
        except library.PortAudioError as error:
            raise AudioError(f"no audio here: {error}; {INSTALL}") from error
        defaults = _defaults(systems)
        return [_device(number, one, systems, defaults) for number, one in enumerate(found)]

    def find(self, direction: Direction, wanted: str = "") -> Device:
        """The device that is meant.

        `wanted`: its number or a part of its name, in any case; the default device if empty. Raises AudioError: there
        is none, or PortAudio cannot be used. UsageError: the name fits none, or several.
        """
        devices = [one for one in self.listed() if one.channels(direction) > 0]
        if not devices:
            raise AudioError(f"no {direction} device here: {ADVICE[direction]}; `rostrum devices` lists what there is")
        if not wanted:
            return next((one for one in devices if direction in one.default_for), devices[0])
        return chosen(devices, direction, wanted)

    def look_again(self) -> None:
        """Have PortAudio look for devices anew: it lists only those there were when it started.

        Raises AudioError: it cannot be started again, or not now: with a stream that hangs, that would end the process.
        """
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            raise AudioError("a device that does not answer is still being opened")
        try:
            if self._claims:
                raise AudioError("a device that does not answer is still being closed")
            self._start_again()
        finally:
            self._lock.release()

    def _start_again(self) -> None:
        library = self.library
        try:
            for one in self._open:
                one.suspend()
            library._terminate()  # sounddevice has no public way to look again
            library._initialize()
        except library.PortAudioError as error:
            raise AudioError(f"PortAudio cannot be started again: {error}") from error
        finally:
            for one in self._open:
                one.restore()

    @contextlib.contextmanager
    def claimed(self) -> Iterator[None]:
        """Somebody opens a stream; until `release`, unless it fails, nobody looks again."""
        with self._lock:
            self._claim(1)
            try:
                yield
            except BaseException:
                self.release()
                raise

    def release(self) -> None:
        """A stream that was claimed is closed."""
        self._claim(-1)

    def _claim(self, more: int) -> None:
        with self._counting:  # never the other lock: it may be held by what hangs
            self._claims += more

    def keep(self, stream: Suspended) -> None:
        """From now on `stream` is closed before PortAudio is started again, and opened after it."""
        with self._lock:
            self._open.append(stream)

    def forget(self, stream: Suspended) -> None:
        with self._lock, contextlib.suppress(ValueError):
            self._open.remove(stream)


def chosen(devices: Sequence[Device], direction: Direction, wanted: str) -> Device:
    """The one that `wanted` means: a number, a whole name, or words that are in one name alone.

    Several systems may reach the same device: then that of the default device is meant. Raises UsageError: none or
    several fit; all that do are listed.
    """
    if wanted.isdecimal():
        fit = [one for one in devices if one.number == int(wanted)]
    else:
        parts = wanted.lower().split()
        whole = [one for one in devices if wanted.lower() in (one.name.lower(), one.title.lower())]
        fit = whole or [one for one in devices if all(part in one.title.lower() for part in parts)]
    if len(fit) > 1 and len({one.name for one in fit}) == 1:
        usual = {one.system for one in devices if direction in one.default_for}
        fit = [one for one in fit if one.system in usual] or fit
    if len(fit) == 1:
        return fit[0]
    listed = "; ".join(f"{one.number} {one.title}" for one in fit or devices)
    fault = "several are" if fit else "none is; there are"
    raise UsageError(f"which {NAMES[direction]} is {wanted!r}? {fault}: {listed}")


def opened(
    devices: SoundDevices, device: Device, direction: Direction, stream: Callable[[Device, int, int], Any]
) -> Any:
    """A stream that runs: at our rate if the device takes it, else at its own, with one channel or as many as it wants.

    Raises AudioError: it takes none.
    """
    own, most = round(device.rate), device.channels(direction)
    ways = [(rate, channels) for channels in (1, min(2, most), most) for rate in (ROOM_RATE, own)]
    fault: Exception | None = None
    for rate, channels in dict.fromkeys(ways):
        made: Any = None
        try:
            made = stream(device, rate, channels)
            made.start()
        except devices.library.PortAudioError as error:
            fault = fault or error
            if made is not None:
                made.close(ignore_errors=True)
        else:
            return made
    raise AudioError(f"{device.title} cannot be opened: {fault}; is another program using it?") from fault


def _device(
    number: int, raw: Mapping[str, Any], systems: Sequence[Mapping[str, Any]], defaults: Mapping[Direction, int]
) -> Device:
    return Device(
        number,
        " ".join(str(raw["name"]).split()),
        str(systems[raw["hostapi"]]["name"]),
        raw["max_input_channels"],
        raw["max_output_channels"],
        float(raw["default_samplerate"]),
        tuple(direction for direction, one in defaults.items() if one == number),
    )


def _defaults(systems: Sequence[Mapping[str, Any]]) -> dict[Direction, int]:
    """PortAudio's own choice: the default of the first system that has one."""
    return {
        direction: next((one[key] for one in systems if one[key] >= 0), -1)
        for direction, key in ((Direction.INPUT, "default_input_device"), (Direction.OUTPUT, "default_output_device"))
    }


def _sounddevice() -> SoundLibrary:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: PortAudio is missing
        raise AudioError(f"no audio here: {error}; {INSTALL}") from error
    library: SoundLibrary = sounddevice
    return library

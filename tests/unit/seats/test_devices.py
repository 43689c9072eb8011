"""Microphones and loudspeakers: which is meant, what they refuse, what is picked up, and what is not the person's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from agent.local.virtual_time import run
from agent.running.setup import SeatSetup
from agent.seats.loudspeaker import DECAY_SECONDS, Loudspeaker
from agent.seats.microphone import Microphone
from agent.seats.sound_devices import Direction, SoundDevices
from config.errors import AudioError, UsageError
from config.settings import Settings
from speech.audio import ROOM_RATE, Audio, silence
from tests.sound_library import FakeLibrary, FakeStream, PortAudioError, device

HEADSET, BUILT_IN = device("USB Headset", 1, 1), device("Built-in Audio", 2, 2)


def two() -> FakeLibrary:
    return FakeLibrary([BUILT_IN, HEADSET, device("Built-in Audio", 2, 2, system=1)])


# -- which one is meant --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        ("", 0),
        ("1", 1),
        ("headset", 1),
        ("usb HEADSET", 1),
        ("USB Headset, ALSA", 1),
        ("built-in", 0),
        ("built jack", 2),
    ],
)
def test_a_device_is_named_by_number_or_a_part_of_its_name(wanted: str, number: int) -> None:
    assert SoundDevices(two()).find(Direction.INPUT, wanted).number == number


@pytest.mark.parametrize("wanted", ["kitchen", "7", "u"])
def test_a_name_that_fits_none_or_several_lists_them(wanted: str) -> None:
    with pytest.raises(UsageError) as raised:
        SoundDevices(two()).find(Direction.INPUT, wanted)
    assert "USB Headset" in str(raised.value)
    assert "Built-in Audio" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_where_there_is_no_microphone_it_is_said_with_what_to_do() -> None:
    with pytest.raises(AudioError, match="no input device here: plug one in"):
        Microphone(SoundDevices(FakeLibrary([device("HDMI", 0, 2)]))).check()


def test_a_microphone_is_named_on_the_command_line_and_in_the_settings() -> None:
    assert SeatSetup.parse("mic:USB Headset").device == "USB Headset"
    assert SeatSetup.parse("mic").device == ""
    for wrong in ("mic:", "prepared:x", "text", "micro"):
        with pytest.raises(UsageError, match="mic:NAME"):
            SeatSetup.parse(wrong)
    assert Settings.model_validate({"devices": {"microphone": 3}}).devices.microphone == "3"


def test_a_number_is_the_device_that_had_it_when_the_match_began() -> None:
    library = two()
    devices = SoundDevices(library)
    microphone = Microphone(devices, "1")
    assert microphone.check().name == "USB Headset"
    library.plugged.insert(0, device("Webcam", 1))
    devices.look_again()
    assert microphone.check().name == "USB Headset"


# -- what is picked up ---------------------------------------------------------------------------------


@dataclass
class Recording:
    """A microphone that was open, and what came of it."""

    library: FakeLibrary
    heard: list[Audio] = field(default_factory=list)

    @property
    def stream(self) -> FakeStream:
        return self.library.opened[-1]

    def record(
        self, microphone: Microphone, act: Callable[[FakeStream], Awaitable[None]], seconds: float = 1.0
    ) -> np.ndarray:
        async def take(sound: AsyncIterator[Audio]) -> None:
            async for audio in sound:
                self.heard.append(audio)

        async def main() -> None:
            async with microphone.open() as sound:
                taking = asyncio.create_task(take(sound))
                await act(self.stream)
                try:
                    await asyncio.wait_for(taking, seconds)
                except TimeoutError:
                    return

        run(main(), fast=True)
        return np.concatenate([audio.samples for audio in self.heard] or [silence(0, ROOM_RATE).samples])


def spoken(*pieces: np.ndarray) -> Callable[[FakeStream], Awaitable[None]]:
    async def act(stream: FakeStream) -> None:
        for piece in pieces:
            stream.pick_up(piece)
            await asyncio.sleep(0.01)

    return act


def sine(rate: int, seconds: float = 1.0) -> np.ndarray:
    return (np.sin(2 * np.pi * 440 * np.arange(round(rate * seconds)) / rate) * 8000).astype(np.int16)


@pytest.mark.parametrize(("rate", "channels"), [(24_000, 1), (48_000, 1), (44_100, 2), (16_000, 6)])
def test_whatever_rate_and_channels_a_device_insists_on_the_same_sound_comes_of_it(rate: int, channels: int) -> None:
    library = FakeLibrary([device("Desk", channels, rate=rate, only=[(rate, channels)])])
    wave = np.repeat(sine(rate)[:, None], channels, axis=1)
    heard = Recording(library).record(Microphone(SoundDevices(library)), spoken(*np.array_split(wave, 20)))
    want = sine(ROOM_RATE)[4000:20000]
    assert len(heard) == pytest.approx(ROOM_RATE, rel=0.05)
    likeness = max(np.corrcoef(heard[4000 + lag : 20000 + lag], want)[0, 1] for lag in range(-60, 60))
    assert likeness > 0.99
    assert np.abs(np.diff(heard.astype(int)))[200:20000].max() < 1300  # no click where two blocks meet


def test_two_channels_that_cancel_each_other_are_heard() -> None:
    library = FakeLibrary([device("Desk", 2, only=[(48_000, 2)])])
    opposed = np.stack([sine(48_000), -sine(48_000)], axis=1)
    heard = Recording(library).record(Microphone(SoundDevices(library)), spoken(opposed))
    assert np.abs(heard).max() > 7000


def test_a_device_that_takes_nothing_is_said_in_one_line() -> None:
    library = FakeLibrary([device("Desk", 1, only=[(1, 1)])])
    with pytest.raises(AudioError, match=r"Desk, ALSA cannot be opened: .*another program"):
        Recording(library).record(Microphone(SoundDevices(library)), spoken())


def test_a_device_that_is_pulled_out_gives_what_it_has_heard_and_says_so() -> None:
    library = two()
    recording = Recording(library)

    async def pulled(stream: FakeStream) -> None:
        stream.pick_up(np.full(1200, 7))
        stream.pick_up(np.full(1200, 8))
        stream.lose()

    with pytest.raises(AudioError, match="has stopped"):
        recording.record(Microphone(SoundDevices(library)), pulled)
    assert [audio.samples[0] for audio in recording.heard] == [7, 8]


def test_a_device_that_falls_silent_without_a_word_is_noticed() -> None:
    library = two()
    with pytest.raises(AudioError, match=r"no sound has come from the microphone for 1\.5 s"):
        Recording(library).record(Microphone(SoundDevices(library)), spoken(np.full(1200, 7)), seconds=60)


def test_a_microphone_that_is_given_up_while_it_is_being_opened_does_not_stay_open() -> None:
    library = two()

    async def main() -> None:
        async def listen() -> None:
            async with Microphone(SoundDevices(library)).open():
                await asyncio.sleep(60)

        task = asyncio.create_task(listen())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    run(main(), fast=True)
    assert not [one for one in library.opened if one.running]


def test_a_driver_that_hangs_is_given_up_and_what_it_opens_in_the_end_is_closed() -> None:
    hangs = threading.Event()

    class Slow(FakeLibrary):
        def InputStream(self, **options: object) -> FakeStream:
            hangs.wait(60)
            return super().InputStream(**options)

    library = Slow([HEADSET])
    with pytest.raises(AudioError, match="could not be opened within"):
        Recording(library).record(Microphone(SoundDevices(library), patience=0.01), spoken())
    hangs.set()
    for thread in [one for one in threading.enumerate() if one.name == "within"]:
        thread.join(60)
    assert [one.running for one in library.opened] in ([], [False])


def test_while_a_stream_hangs_in_closing_portaudio_is_not_started_again() -> None:
    """It would be freed twice, which ends the process."""
    library, hangs = FakeLibrary([HEADSET]), threading.Event()
    devices = SoundDevices(library)

    async def act(stream: FakeStream) -> None:
        stream.pick_up(np.full(1200, 7))
        abort = stream.abort
        stream.abort = lambda ignore_errors=True: (hangs.wait(60), abort())  # type: ignore[method-assign]

    Recording(library).record(Microphone(devices, patience=0.01), act)
    with pytest.raises(AudioError, match="still being closed"):
        devices.look_again()
    hangs.set()
    for thread in [one for one in threading.enumerate() if one.name == "within"]:
        thread.join(60)
    devices.look_again()
    assert library.started == 2


# -- our own voice ---------------------------------------------------------------------------------------


def test_what_is_picked_up_while_our_own_voice_sounds_is_silence_and_then_the_person_is_heard() -> None:
    """The loudspeaker's own latency and the room's decay are waited for; a sample spoken after them is kept."""
    library, now = two(), [100.0]
    devices = SoundDevices(library)
    loudspeaker = Loudspeaker(devices, clock=lambda: now[0])
    speaker = library.opened[0]
    assert loudspeaker.ringing_until() < now[0]  # nothing was played
    loudspeaker.play(Audio(np.full(2400, 9, dtype=np.int16), ROOM_RATE))
    over = now[0] + 0.1 + speaker.latency + DECAY_SECONDS
    assert loudspeaker.ringing_until() == pytest.approx(over)
    speaker.drain(2400)
    assert loudspeaker.ringing_until() == pytest.approx(over)
    microphone = Microphone(devices, ringing=loudspeaker.ringing_until, clock=lambda: now[0])

    async def talk(stream: FakeStream) -> None:
        for at, value in ((0.1, 5), (0.3, 6), (0.55, 7), (0.81, 8), (0.9, 9)):  # of a block of 50 ms, arriving
            now[0] = 100.0 + at
            speaker.drain(240)  # nothing more is played
            stream.pick_up(np.full(1200, value))
            await asyncio.sleep(0)

    heard = Recording(library).record(microphone, talk)
    assert [int(block[0]) for block in np.split(heard, 5)] == [0, 0, 0, 8, 9]


def test_silence_that_is_played_is_not_our_voice() -> None:
    loudspeaker = Loudspeaker(SoundDevices(two()), clock=lambda: 5.0)
    loudspeaker.play(silence(1.0, ROOM_RATE))
    assert loudspeaker.ringing_until() < 5.0


# -- the loudspeaker -------------------------------------------------------------------------------------


def test_a_loudspeaker_at_its_own_rate_and_channels_plays_the_same() -> None:
    library = FakeLibrary([device("HDMI", 0, 2, only=[(48_000, 2)])])
    loudspeaker = Loudspeaker(SoundDevices(library))
    for frame in Audio(sine(ROOM_RATE), ROOM_RATE).frames(0.05):
        loudspeaker.play(frame)
    left, right = library.opened[0].drain(47_000).reshape(-1, 2).T
    assert np.array_equal(left, right)
    assert np.abs(left).max() == pytest.approx(8000, rel=0.02)


def test_a_loudspeaker_that_is_pulled_out_is_told_once_and_holds_nothing_back() -> None:
    library, told = two(), list[str]()
    loudspeaker = Loudspeaker(SoundDevices(library), tell=told.append)
    library.opened[0].lose()
    for _ in range(1000):
        loudspeaker.play(silence(0.05, ROOM_RATE))
    assert told == ["the loudspeaker is gone; using the recordings only"]


def test_looking_for_devices_again_closes_the_loudspeaker_and_opens_it_again() -> None:
    library = two()
    devices = SoundDevices(library)
    loudspeaker = Loudspeaker(devices)
    devices.look_again()
    assert library.started == 2
    loudspeaker.play(Audio(np.full(100, 9, dtype=np.int16), ROOM_RATE))
    assert library.opened[-1] is not library.opened[0]
    assert library.opened[-1].drain(100)[0] == 9
    loudspeaker.close()
    assert not [one for one in library.opened if one.running]


def test_where_portaudio_itself_fails_it_is_one_line() -> None:
    class Broken(FakeLibrary):
        def query_devices(self) -> list[dict[str, object]]:
            raise PortAudioError("not initialised")

    with pytest.raises(AudioError, match="no audio here: not initialised"):
        SoundDevices(Broken([])).listed()

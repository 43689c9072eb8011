"""A stream of sound that breaks is told and opened again: nobody is deaf for the rest of a match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from livekit import rtc

from agent.local.virtual_time import run
from agent.match.clock import Stopwatch
from agent.room import ear
from agent.room.ear import AGAIN_SECONDS, Ear
from agent.room.wire import CAPTIONED
from agent.running.tasks import Tasks
from config.format import Side
from speech.audio import ROOM_RATE, Audio
from tests.unit.fake_room import FakeRoom


class Streams:
    """In place of the streams of a track: counts those that are open, and brings a frame every 20 ms."""

    def __init__(self) -> None:
        self.open = self.ever = 0

    async def __call__(self, track: rtc.Track) -> AsyncGenerator[Audio, None]:
        self.open += 1
        self.ever += 1
        try:
            while True:
                await asyncio.sleep(0.02)
                yield Audio(np.full(ROOM_RATE // 50, 3000, np.int16), ROOM_RATE)
        finally:
            self.open -= 1


def test_where_words_are_read_no_stream_is_open_until_the_sound_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    streams, got = Streams(), []
    monkeypatch.setattr(ear, "heard", streams)

    async def main() -> None:
        tasks, room = Tasks(), FakeRoom()
        agent = SimpleNamespace(
            identity="pro",
            kind=rtc.ParticipantKind.PARTICIPANT_KIND_AGENT,
            attributes={CAPTIONED: "true"},
            track_publications={},
        )
        room.remote_participants["pro"] = agent
        listening = Ear(cast(rtc.Room, room), Side.CON, got.append, read, tasks, sound=True, captions=True)
        for subscribed in room.listeners["track_subscribed"]:
            subscribed(Broken(), None, SimpleNamespace(identity="pro"))
        clock = Stopwatch(asyncio.get_running_loop().time())
        listening.begin(clock, other=True)
        await asyncio.sleep(1)
        assert (streams.ever, len(got)) == (0, 0)
        listening.begin(clock, other=False, examined=True)
        await asyncio.sleep(0.5)
        assert streams.open == 1
        assert len(got) > 20, "nothing is missed for the look twice a second"
        listening.begin(clock, other=True)
        await asyncio.sleep(0.1)
        assert streams.open == 0, "closed, not left to the collector"
        agent.attributes.clear()  # another is there now, who tells no words
        await asyncio.sleep(1)
        assert streams.open == 1
        await tasks.close()

    run(main(), fast=True)


class Broken:
    """A track of sound that no stream can be opened on."""

    kind = rtc.TrackKind.KIND_AUDIO


def test_a_stream_that_breaks_is_told_and_opened_again() -> None:
    async def main() -> list[str]:
        told: list[str] = []
        tasks = Tasks(lambda what, error: told.append(what))
        room = FakeRoom()
        Ear(cast(rtc.Room, room), Side.CON, hear, read, tasks, sound=True, captions=True)
        for subscribed in room.listeners["track_subscribed"]:
            subscribed(Broken(), None, SimpleNamespace(identity="pro"))
        await asyncio.sleep(9.9 * AGAIN_SECONDS)
        await tasks.close()
        return told

    assert run(main(), fast=True) == ["listening"] * 10


def hear(audio: Audio) -> None:
    """Nothing comes."""


def read(text: str, end: float) -> None:
    """Nothing comes."""

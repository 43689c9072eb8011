"""A stream of sound that breaks is told and opened again: nobody is deaf for the rest of a match."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

from livekit import rtc

from agent.local.virtual_time import run
from agent.room.ear import AGAIN_SECONDS, Ear
from agent.running.tasks import Tasks
from config.format import Side
from speech.audio import Audio
from tests.unit.fake_room import FakeRoom


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

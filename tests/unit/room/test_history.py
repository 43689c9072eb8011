"""The log so far: sent to whoever joins or asks, in pieces, to one after another, and to nobody without end."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from livekit import rtc

from agent.local.virtual_time import run
from agent.match.events import Degraded, Event, decode
from agent.room.wire.history import PIECE, LogSender, pieces
from agent.room.wire.texts import ASKED, LOG
from agent.running.tasks import Tasks
from tests.unit.fake_room import FakeRoom, Sent, settled


def event(seq: int, length: int = 1) -> Event:
    return Degraded(seq=seq, part="p", reason="r" * length, instead="i")


@given(st.lists(st.text(max_size=12)), st.integers(1, 30))
def test_pieces_are_the_lines_in_order_and_as_small_as_they_should_be(lines: list[str], size: int) -> None:
    made = list(pieces(lines, size))
    assert [line for piece in made for line in piece] == lines
    assert all(sum(map(len, piece)) <= size or len(piece) == 1 for piece in made)


def sending(
    events: list[Event], bring: Callable[[FakeRoom], Awaitable[None]], room: FakeRoom | None = None
) -> list[Sent]:
    async def main() -> list[Sent]:
        there = room or FakeRoom()
        tasks = Tasks()
        LogSender(cast(rtc.Room, there), lambda: events, tasks)
        await bring(there)
        await asyncio.sleep(60)
        await tasks.close()
        assert {sent.topic for sent in there.sent} <= {LOG}
        return there.sent

    return run(main(), fast=True)


def seqs(sent: Sequence[Sent]) -> list[int]:
    return [decode(line).seq for text in sent for line in text.text.split("\n")[1:]]


def test_who_joins_is_sent_the_log_and_who_was_there_before_the_chair_too() -> None:
    async def bring(room: FakeRoom) -> None:
        room.joins("bob")

    async def main() -> FakeRoom:
        room = FakeRoom()
        room.joins("anna")
        return room

    sent = sending([event(0), event(1)], bring, run(main(), fast=True))
    assert [(text.to, seqs([text])) for text in sent] == [(["anna"], [0, 1]), (["bob"], [0, 1])]
    assert json.loads(sent[0].text.split("\n")[0]) == {"events": 2}


def test_who_joins_before_the_match_begins_is_sent_nothing() -> None:
    async def bring(room: FakeRoom) -> None:
        room.joins("anna")

    assert sending([], bring) == []


def test_a_long_log_goes_in_pieces_with_time_for_events_between_them() -> None:
    async def bring(room: FakeRoom) -> None:
        room.joins("anna")

    sent = sending([event(seq, 1000) for seq in range(500)], bring)
    assert seqs(sent) == list(range(500))
    assert all(len(text.text) < PIECE + 2000 for text in sent)
    assert all(after.at > before.at for before, after in itertools.pairwise(sent))


def test_who_asks_is_sent_what_it_misses_with_all_that_has_happened_since() -> None:
    events = [event(seq) for seq in range(5)]

    async def bring(room: FakeRoom) -> None:
        room.brings(ASKED, "con", "3")
        await asyncio.sleep(10)
        events.append(event(5))
        room.brings(ASKED, "con", "5")
        await asyncio.sleep(10)
        room.brings(ASKED, "con", "6")

    sent = sending(events, bring)
    assert [(text.to, seqs([text])) for text in sent] == [(["con"], [3, 4]), (["con"], [5]), (["con"], [])]


def test_what_is_no_number_is_not_answered(caplog: pytest.LogCaptureFixture) -> None:
    async def bring(room: FakeRoom) -> None:
        for text in ("", "-1", "1.5", "everything", "9" * 5000, "99"):
            room.brings(ASKED, "con", text)
        room.brings(ASKED, "", "0")  # a hidden participant: nobody can be answered

    assert sending([event(0)], bring) == []
    assert sum("cannot be answered" in record.message for record in caplog.records) == 6


def test_one_who_asks_without_end_takes_nobody_s_turn() -> None:
    async def bring(room: FakeRoom) -> None:
        for number in range(200):
            room.brings(ASKED, "con", "0")
            if number == 100:
                room.joins("anna")
            await asyncio.sleep(0.01)

    sent = sending([event(0)], bring)
    assert len([text for text in sent if text.to == ["con"]]) <= 6
    (anna,) = (text for text in sent if text.to == ["anna"])
    assert anna.at - sent[0].at < 1.2


def test_one_who_cannot_be_sent_the_log_does_not_keep_it_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def bring(room: FakeRoom) -> None:
        room.failing = 1
        room.joins("anna")
        room.joins("bob")

    assert [text.to for text in sending([event(0)], bring)] == [["bob"]]
    assert "the log was not sent to anna" in caplog.text


def test_who_has_left_is_not_sent_anything_and_is_forgotten() -> None:
    async def bring(room: FakeRoom) -> None:
        room.joins("anna")
        room.joins("bob")
        room.leaves("bob")
        await settled()

    assert [text.to for text in sending([event(0)], bring)] == [["anna"]]

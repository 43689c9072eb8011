"""The chair's events: from the first on, in order, each once, whatever is lost, doubled or late on the way."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from livekit import rtc

from agent.local.virtual_time import run
from agent.match.events import Degraded, Event, encode
from agent.room.wire.subscription import BySeq, Subscription
from agent.room.wire.texts import ASKED, CHAIR, EVENTS, LOG
from agent.running.tasks import Tasks
from tests.unit.fake_room import FakeRoom, settled


def event(seq: int) -> Event:
    return Degraded(seq=seq, at=float(seq), part="p", reason="r", instead="i")


def piece(total: int, *seqs: int) -> str:
    return "\n".join([json.dumps({"events": total}), *(encode(event(seq)) for seq in seqs)])


@given(st.permutations(range(12)), st.lists(st.integers(0, 11), max_size=20))
def test_events_in_any_order_and_doubled_come_out_in_order_and_once(order: list[int], doubled: list[int]) -> None:
    by_seq = BySeq()
    out = [ready.seq for seq in [*doubled, *order] for ready in by_seq.push(seq, event(seq))]
    assert out == list(range(12))
    assert not by_seq.gap


class Reader:
    def __init__(self, room: FakeRoom) -> None:
        self.log: list[int] = []
        self.live: list[int] = []
        self.broke: list[str] = []
        self.tasks = Tasks(lambda what, error: self.broke.append(f"{what}: {error}"))
        self.subscription = Subscription(cast(rtc.Room, room), self._take, self._take_log, self.tasks)

    def _take(self, event: Event) -> None:
        self.live.append(event.seq)
        if event.seq == 13:
            raise ValueError("thirteen")

    def _take_log(self, events: tuple[Event, ...]) -> None:
        assert not self.log
        assert not self.live
        self.log = [event.seq for event in events]


def following(bring: Callable[[FakeRoom], Awaitable[None]], *, may_ask: bool = True) -> tuple[Reader, list[str]]:
    """What a reader has after all that a test brings, and what it asked for."""

    async def main() -> tuple[Reader, list[str]]:
        room = FakeRoom(can_publish_data=may_ask)
        reader = Reader(room)
        await settled()
        room.sent.clear()  # it asks once for what there may be
        await bring(room)
        await settled()
        await reader.tasks.close()
        assert {(sent.topic, tuple(sent.to or ())) for sent in room.sent} <= {(ASKED, (CHAIR,))}
        return reader, [sent.text for sent in room.sent]

    return run(main(), fast=True)


def test_a_gap_is_waited_for_as_long_as_one_is_in_the_room() -> None:
    async def main() -> tuple[int, int]:
        room = FakeRoom()
        reader = Reader(room)
        await reader.tasks.close()  # we leave: what came in before the room is left finds nobody who ends it
        room.brings(EVENTS, CHAIR, encode(event(3)))
        await asyncio.sleep(600)
        inside = len(asyncio.all_tasks())
        room.connected = False
        await asyncio.sleep(600)
        return inside, len(asyncio.all_tasks())

    assert run(main(), fast=True) == (2, 1)


def test_from_the_first_event_on_all_is_live() -> None:
    async def bring(room: FakeRoom) -> None:
        for seq in range(3):
            room.brings(EVENTS, CHAIR, encode(event(seq)))
        room.brings(LOG, CHAIR, piece(2, 0, 1))  # sent when we joined: before it had begun for us
        await asyncio.sleep(60)

    reader, asked = following(bring)
    assert (reader.log, reader.live, asked) == ([], [0, 1, 2], [])


def test_one_who_joins_late_has_the_log_as_a_whole_and_then_what_happens() -> None:
    async def bring(room: FakeRoom) -> None:
        room.brings(EVENTS, CHAIR, encode(event(7)))
        room.brings(LOG, CHAIR, piece(6, 0, 1, 2))
        room.brings(EVENTS, CHAIR, encode(event(6)))
        room.brings(LOG, CHAIR, piece(6, 3, 4, 5))

    reader, asked = following(bring, may_ask=False)
    assert (reader.log, reader.live, asked) == ([0, 1, 2, 3, 4, 5], [6, 7], [])


@given(st.data(), st.integers(1, 14), st.integers(0, 14))
def test_log_and_live_events_in_any_order_make_the_match(data: st.DataObject, logged: int, lost: int) -> None:
    """The log has the first `logged` of 15 events; live come those from `lost` on, some of both doubled."""
    lost = min(lost, logged)
    texts = [(LOG, piece(logged, *range(start, min(start + 4, logged)))) for start in range(0, logged, 4)]
    live = [(EVENTS, encode(event(seq))) for seq in range(lost, 15)]
    order = data.draw(
        st.permutations([*texts, *live, *data.draw(st.lists(st.sampled_from([*texts, *live]), max_size=5))])
    )

    async def bring(room: FakeRoom) -> None:
        for topic, text in order:
            room.brings(topic, CHAIR, text)
            await settled()

    reader, _ = following(bring)
    assert [*reader.log, *reader.live] == list(range(15))


def test_a_gap_that_does_not_close_within_a_second_is_asked_for() -> None:
    async def bring(room: FakeRoom) -> None:
        for seq in (0, 1, 4):
            room.brings(EVENTS, CHAIR, encode(event(seq)))
        await asyncio.sleep(0.9)
        assert not room.sent
        await asyncio.sleep(0.2)
        assert [sent.text for sent in room.sent] == ["2"]
        room.brings(LOG, CHAIR, piece(5, 2, 3, 4))
        await asyncio.sleep(60)

    reader, asked = following(bring)
    assert (reader.log, reader.live, asked) == ([], [0, 1, 2, 3, 4], ["2"])


def test_a_gap_that_closes_by_itself_is_not_asked_for() -> None:
    async def bring(room: FakeRoom) -> None:
        for seq in (1, 0):
            room.brings(EVENTS, CHAIR, encode(event(seq)))
            await asyncio.sleep(0.5)
        await asyncio.sleep(60)

    assert following(bring)[1] == []


def test_a_chair_that_does_not_answer_is_asked_ever_more_rarely(caplog: pytest.LogCaptureFixture) -> None:
    async def bring(room: FakeRoom) -> None:
        room.brings(EVENTS, CHAIR, encode(event(3)))
        await asyncio.sleep(120)
        times = [sent.at for sent in room.sent]
        waits = [round(after - before) for before, after in itertools.pairwise(times)]
        assert waits == [2, 4, 8, 16, 30, 30]

    assert set(following(bring)[1]) == {"0"}
    assert "events from 0 on are missing" in caplog.text


def test_one_who_may_not_ask_does_not_and_says_what_is_missing(caplog: pytest.LogCaptureFixture) -> None:
    async def bring(room: FakeRoom) -> None:
        room.brings(EVENTS, CHAIR, encode(event(3)))
        await asyncio.sleep(120)

    assert following(bring, may_ask=False)[1] == []
    assert "events from 0 on are missing" in caplog.text


def test_after_a_reconnection_what_may_have_been_missed_is_asked_for() -> None:
    async def bring(room: FakeRoom) -> None:
        for seq in range(3):
            room.brings(EVENTS, CHAIR, encode(event(seq)))
        await settled()
        for listener in room.listeners["reconnected"]:
            listener()

    assert following(bring)[1] == ["3"]


def test_an_event_that_cannot_be_read_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    """A chair of a newer version knows events that we do not."""

    async def bring(room: FakeRoom) -> None:
        room.brings(EVENTS, CHAIR, encode(event(0)))
        room.brings(EVENTS, CHAIR, '{"seq": 1, "at": 0, "type": "wave_made"}')
        for text in ("{", "[]", '{"seq": "2"}', '{"type": "wave_made"}'):
            room.brings(EVENTS, CHAIR, text)
        room.brings(EVENTS, CHAIR, encode(event(2)))
        await asyncio.sleep(60)

    reader, asked = following(bring)
    assert (reader.live, asked) == ([0, 2], [])
    assert sum("cannot be read" in record.message for record in caplog.records) == 5


def test_nobody_but_the_chair_is_believed() -> None:
    async def bring(room: FakeRoom) -> None:
        for identity in ("con", "anna", ""):
            room.brings(EVENTS, identity, encode(event(0)))
            room.brings(LOG, identity, piece(1, 0))
        await asyncio.sleep(60)

    reader, asked = following(bring)
    assert (reader.log, reader.live, asked) == ([], [], [])


def test_one_who_breaks_on_an_event_gets_the_next() -> None:
    async def bring(room: FakeRoom) -> None:
        for seq in reversed(range(15)):
            room.brings(EVENTS, CHAIR, encode(event(seq)))

    reader, _ = following(bring)
    assert reader.live == list(range(15))
    assert reader.broke == ["following the chair: thirteen"]

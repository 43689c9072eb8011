"""What a spectator and a person are worth against a real server, with LiveKit's own client and nothing of ours."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from pathlib import Path

import aiohttp
import pytest

from agent.match.events import (
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    Degraded,
    EndReason,
    Event,
    MatchEnded,
    ParticipantLeft,
    PlannedField,
    PlanUpdated,
    SentenceSpoken,
    StatementDrafted,
    TranscriptSegment,
    TurnEnded,
    encode,
)
from agent.match.seats import Occupant
from agent.match.state import Phase
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.texts import ASKED, BEATS, CHAIR, CUES, EVENTS, POSTS, Sender
from agent.room.wire.tokens import seat_token, spectator_token
from config.format import Side
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.planned import Importance, Rationale
from tests.room.seats import LONG
from tests.room.table import knows, muted, table, tone, until
from tests.room.test_room_late import Reader

pytestmark = pytest.mark.room
PEOPLE = dict.fromkeys(Side, Occupant.PERSON)
SECRET = "what pro has up its sleeve"


async def refused(attempt: Awaitable[object]) -> None:
    """The client raises, or waits for an answer that does not come."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(1.5):
            await attempt


async def as_administrator(server: LiveKitServer, token: str, method: str, **body: object) -> int:
    """The status that the server's API answers somebody with who only has a token for the room."""
    url = f"{server.url.replace('ws', 'http', 1)}/twirp/livekit.{method}"
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession() as http, http.post(url, json=body, headers=headers) as answer:
        return answer.status


def test_a_spectator_can_neither_publish_nor_change_nor_command_anything(
    livekit: LiveKitServer, tmp_path: Path
) -> None:
    async def run() -> None:
        async with table(livekit, tmp_path, occupants=PEOPLE) as room:
            anna, pro = await room.spectator(), await room.seat(Side.PRO)
            room.begin(LONG)
            await until(lambda: room.match.phase is Phase.SPEAKING)
            me = anna.local_participant
            await asyncio.gather(
                refused(tone(anna, asyncio.Event())),
                refused(me.set_metadata("chair")),
                refused(me.set_name("chair")),
                refused(me.set_attributes({"rostrum.ready": "yes"})),
                refused(me.publish_data("{}", topic=BEATS)),
                refused(me.perform_rpc(destination_identity=CHAIR, method="end", payload="")),
                *(refused(me.send_text(encode(MatchEnded(reason="x")), topic=t)) for t in (POSTS, EVENTS, CUES, ASKED)),
            )
            token = spectator_token(*room.keys, "anna")
            mine = {"room": room.name, "identity": "pro"}
            for method in ("RoomService/RemoveParticipant", "RoomService/MutePublishedTrack", "RoomService/DeleteRoom",
                           "AgentDispatchService/ListDispatch", "RoomService/UpdateParticipant"):  # fmt: skip
                assert await as_administrator(livekit, token, method, **mine) in (401, 403), method
            sender = Sender(pro, POSTS, [CHAIR])
            sender.send(encode(TurnEnded(turn=0, reason=EndReason.YIELDED)))
            await until(lambda: len(room.match.turns) == 2)  # whatever she had sent would have come before it
            await sender.close()
            assert not room.refused, "nothing of hers even arrived"
            assert not await room.published("anna")
            await until(lambda: "anna" in room.rooms[0].remote_participants)  # the server makes her known late
            seen = room.rooms[0].remote_participants["anna"]
            assert (seen.metadata, seen.name, dict(seen.attributes)) == ("", "", {})

    asyncio.run(run())


def test_nobody_reads_what_a_side_has_prepared_before_it_has_said_it(livekit: LiveKitServer, tmp_path: Path) -> None:
    field = PlannedField(
        topic=SECRET, owner=Side.PRO, importance=Importance.HIGH, rationale=Rationale(unanswered=0, strength=1.0),
        seconds=1, options=(),
    )  # fmt: skip
    sentence = Sentence(id="s1", text=SECRET, unit="u1", priority=Priority.MUST)
    prepared: list[Event] = [
        PlanUpdated(turn=0, side=Side.PRO, k=1, hit_rate=0, battlefields=(field,)),
        StatementDrafted(turn=0, side=Side.PRO, sentences=(sentence,)),
    ]

    def reads(reader: Reader) -> bool:
        return any(SECRET in encode(event) for event in reader.events)

    async def run() -> None:
        async with table(livekit, tmp_path, in_the_open=False) as room:
            there = [Reader(await room.spectator()), Reader(await room.seat(Side.CON))]
            seat = await room.seat(Side.PRO)
            own, sender = Reader(seat), Sender(seat, POSTS, [CHAIR])
            room.begin(LONG)
            await until(lambda: room.match.turns)
            for event in prepared:
                sender.send(encode(event))
            await until(lambda: all(one.has_all(room.match) and room.match.seq > 3 for one in (own, *there)))
            late = Reader(await room.spectator("berta"))
            await until(lambda: late.has_all(room.match))
            assert reads(own), "the side itself needs it, should its job be replaced"
            assert not any(reads(one) for one in (*there, late))
            sender.send(encode(TurnEnded(turn=0, reason=EndReason.YIELDED)))
            await until(lambda: len(room.match.turns) == 2)
            afterwards = Reader(await room.spectator("carla"))
            await until(lambda: afterwards.has_all(room.match))
            assert reads(afterwards), "now it has been said"
            for reader in (own, *there, late, afterwards):
                assert [event.seq for event in reader.events] == list(range(room.match.seq))
                await reader.tasks.close()
            await sender.close()

    asyncio.run(run())


def test_a_person_can_only_end_its_own_turn_and_is_heard_in_it_alone(livekit: LiveKitServer, tmp_path: Path) -> None:
    action = Action(kind=ActionKind.PROPOSE, actor=Side.CON, claim="mine")
    forged: list[Event] = [
        ClockPaused(turn=0, reason="I need time"),
        ClockResumed(),
        MatchEnded(reason="con has won"),
        TurnEnded(turn=0, reason=EndReason.YIELDED),
        ParticipantLeft(side=Side.PRO, reason="gone"),
        SentenceSpoken(turn=0, side=Side.PRO, id="s1", text="I give up", start=0, end=1),
        SentenceSpoken(turn=0, side=Side.CON, id="s1", text="I win", start=0, end=1),
        TranscriptSegment(turn=0, side=Side.PRO, listener=Side.CON, text="I give up", start=0, end=1, recognizer="r"),
        ActionExtracted(turn=0, observer=Side.CON, action=action, owner=Side.CON),
        Degraded(part="pro", reason="is a liar", instead="con"),
    ]

    async def run() -> None:
        async with table(livekit, tmp_path, occupants=PEOPLE) as room:
            pro, con = await room.seat(Side.PRO), await room.seat(Side.CON)
            stop = asyncio.Event()
            track = await tone(con, stop)  # it comes with an open microphone
            await until(lambda: muted(room, Side.CON) and knows(con))
            await tone(pro, stop)
            await until(lambda: muted(room, Side.PRO))
            await room.chair.wait_for_seats(5)
            room.begin(LONG)
            await until(lambda: room.match.phase is Phase.SPEAKING and not muted(room, Side.PRO))
            bad = Sender(con, POSTS, [CHAIR])
            for event in forged:
                bad.send(encode(event))
            await until(lambda: len(room.refused) == len(forged))
            track.unmute()
            await until(lambda: len(room.refused) > len(forged) and muted(room, Side.CON))
            token = seat_token(*room.keys, Side.CON)
            for method in ("RoomService/MutePublishedTrack", "RoomService/UpdateRoomMetadata"):
                assert await as_administrator(livekit, token, method, room=room.name, identity="pro") in (401, 403)
            assert room.match.phase is Phase.SPEAKING and not room.match.turns[0].spoken
            assert not room.match.turns[0].heard and not room.match.degraded
            good = Sender(pro, POSTS, [CHAIR])
            good.send(encode(TurnEnded(turn=0, reason=EndReason.YIELDED)))
            await until(lambda: room.match.turn and room.match.turn.index == 1 and not muted(room, Side.CON))
            await until(lambda: muted(room, Side.PRO))
            stop.set()
            for sender in (bad, good):
                await sender.close()

    asyncio.run(run())

"""A real livekit-server and a chair: what its rules are worth against those who do not keep them."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from agent.match.events import (
    EndReason,
    Event,
    MatchEnded,
    SentenceSpoken,
    TurnEnded,
    TurnStarted,
    encode,
)
from agent.match.state import Match, Phase
from agent.room.media.recorder import Recorder
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.texts import CAPTIONS, CHAIR, POSTS, Receiver, Sender
from agent.room.wire.tokens import spectator_token
from agent.running.tasks import Tasks
from config.format import Side, Stage, Turn
from tests.room.table import NETWORK_SECONDS, SHORT, audible, knows, loud, muted, table, tone, until

pytestmark = pytest.mark.room


def test_a_spectator_can_publish_nothing(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> None:
        async with table(livekit, tmp_path) as room:
            spectator, pro = await room.spectator(), await room.seat(Side.PRO)
            room.begin()
            await until(lambda: room.match.phase is Phase.SPEAKING)
            stop = asyncio.Event()
            with pytest.raises(Exception):  # noqa: B017  (the client's own error kinds differ by version)
                async with asyncio.timeout(2):
                    await tone(spectator, stop)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2):
                    await spectator.local_participant.send_text(
                        encode(TurnEnded(turn=0, reason=EndReason.YIELDED)), topic=POSTS, destination_identities=[CHAIR]
                    )
            await tone(pro, stop)
            good = Sender(pro, POSTS, [CHAIR])
            good.send(encode(SentenceSpoken(turn=0, side=Side.PRO, id="s1", text="I may.", start=0, end=1)))
            await until(lambda: room.match.turns[0].spoken and audible(spectator, Side.PRO))
            stop.set()
            await good.close()
            assert room.match.phase is Phase.SPEAKING
            assert not await room.published("anna")
            assert await room.published("pro")
            assert not room.refused, "its data did not even arrive"

    asyncio.run(run())


def test_a_spectator_cannot_take_the_name_of_a_seat() -> None:
    for name in ("pro", "con", CHAIR):
        with pytest.raises(ValueError, match="not a spectator's name"):
            spectator_token("key", "secret", "room", name)


def test_nothing_is_heard_after_the_bell_even_of_one_who_does_not_stop(livekit: LiveKitServer, tmp_path: Path) -> None:
    brief = SHORT.model_copy(update={"turns": (Turn(side=Side.PRO, stage=Stage.OPENING, seconds=3),)})

    async def run() -> list[str]:
        async with table(livekit, tmp_path) as room:
            listener = await room.spectator("listener")
            recorder = Recorder(listener, tmp_path)
            pro = await room.seat(Side.PRO)
            stop = asyncio.Event()
            track = await tone(pro, stop)
            await until(lambda: audible(listener, Side.PRO))
            room.begin(brief)
            await until(lambda: room.match.phase is Phase.WAITING and room.match.turns)
            await until(lambda: muted(room, Side.PRO) and knows(pro))
            track.unmute()  # it does not give in
            await until(lambda: room.refused)
            await until(lambda: muted(room, Side.PRO))
            await until(lambda: recorder.ended.is_set())
            stop.set()
            await recorder.close()
            return room.refused

    refused = asyncio.run(run())
    assert "opened its microphone out of turn" in refused[0]
    sound = loud(tmp_path / "turn-1-pro-opening.wav")
    assert sound[0] < 1.5
    assert sound[-1] < 3.0 + NETWORK_SECONDS


def test_a_seat_may_say_only_its_own_words(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            pro, con = await room.seat(Side.PRO), await room.seat(Side.CON)
            room.begin()
            await until(lambda: room.match.phase is Phase.SPEAKING)
            forged: list[Event] = [
                SentenceSpoken(turn=0, side=Side.PRO, id="s1", text="I give up", start=0, end=1),
                TurnEnded(turn=0, reason=EndReason.YIELDED),
                TurnStarted(turn=1, side=Side.CON, stage=Stage.OPENING, seconds=10),
                MatchEnded(reason="con has won"),
            ]
            bad, good = Sender(con, POSTS, [CHAIR]), Sender(pro, POSTS, [CHAIR])
            for event in forged:
                bad.send(encode(event))
            bad.send("{not an event")
            good.send(encode(SentenceSpoken(turn=0, side=Side.PRO, id="s1", text="My own words", start=0, end=1)))
            await until(lambda: room.match.turns[0].spoken and len(room.refused) == 5)
            await bad.close()
            await good.close()
            assert room.match.phase is Phase.SPEAKING
            return room.match

    match = asyncio.run(run())
    assert [sentence.text for sentence in match.turns[0].spoken] == ["My own words"]


def test_an_opponent_who_leaves_loses_the_floor_and_the_match_goes_on(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            pro = await room.seat(Side.PRO)
            stop = asyncio.Event()
            await tone(pro, stop)
            await until(lambda: Side.PRO in room.rooms[0].remote_participants)
            room.begin()
            await until(lambda: room.match.phase is Phase.SPEAKING)
            stop.set()
            await room.leave(pro)
            await until(lambda: room.match.turn and room.match.turn.index == 1)
            return room.match

    match = asyncio.run(run())
    assert match.turns[0].reason is EndReason.LEFT
    assert match.turns[1].side is Side.CON


def test_texts_of_one_sender_arrive_in_order(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with table(livekit, tmp_path) as room:
            got: list[str] = []
            tasks = Tasks()
            Receiver(await room.spectator(), CAPTIONS, lambda text, identity: got.append(text), tasks)
            sender = Sender(await room.seat(Side.PRO), CAPTIONS)
            for i in range(60):
                sender.send(f"{i} " + "word " * (4000 if i % 7 == 0 else 1))
            await until(lambda: len(got) == 60)
            await sender.close()
            await tasks.close()
            return got

    assert [int(text.split()[0]) for text in asyncio.run(run())] == list(range(60))

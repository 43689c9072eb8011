"""The organiser's desk over the API: who may, what would follow, what is done, and what the log says of it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.match.events import (
    ClockPaused,
    ClockResumed,
    EndReason,
    ParticipantLeft,
    SeatReplaced,
    SentenceSpoken,
    TimeAdded,
    TurnEnded,
)
from tests.server.house import AI, KEY, PERSON, House, house, order, play
from tests.server.simulated import Hall

AIS = order(AI, AI)


async def desk(home: House, made: dict[str, Any], word: str | None = None) -> dict[str, Any]:
    return await home.ask("GET", f"/api/matches/{made['match']['id']}/desk", secret=word or made["desk"]["word"])


async def decide(
    home: House, made: dict[str, Any], what: str, *, preview: bool = False, status: int = 200, **more: Any
) -> dict[str, Any]:
    asked = {"order": {"what": what, **more}, "preview": preview}
    path = f"/api/matches/{made['match']['id']}/desk"
    return await home.ask("POST", path, json=asked, secret=made["desk"]["word"], status=status)


async def held(home: House, made: dict[str, Any]) -> None:
    """Until everybody is there and the match waits for its organiser."""
    async with asyncio.timeout(20):
        while not ((seen := await desk(home, made))["waits"] and seen["match"]["events"]):
            await asyncio.sleep(0.01)


def log(home: House, made: dict[str, Any], kind: type) -> list[Any]:
    live = home.matches._live[made["match"]["id"]]
    return [event for event in live.events if isinstance(event, kind)]


# -- who may -----------------------------------------------------------------------------------------


@play
async def test_the_desk_is_for_who_has_its_link_and_for_the_host(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made, other = await home.create(AIS), await home.create(AIS)
        id = made["match"]["id"]
        assert made["desk"]["link"].endswith(f"/match/{id}/desk#{made['desk']['word']}")
        await desk(home, made)
        await desk(home, made, KEY)
        for word in (other["desk"]["word"], "a" * 24, made["desk"]["word"][:-1]):
            await home.ask("GET", f"/api/matches/{id}/desk", secret=word, status=401)
            await home.ask("POST", f"/api/matches/{id}/end", secret=word, status=401)
        for path in ("/api/matches", "/api/tournaments"):  # it opens nothing else
            await home.ask("GET", path, secret=made["desk"]["word"], status=401)


@play
async def test_a_desk_link_made_anew_makes_the_old_one_worthless(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create(AIS)
        path, old = f"/api/matches/{made['match']['id']}/desk", made["desk"]["word"]
        new = await home.ask("POST", f"{path}/link", secret=old)
        await home.ask("GET", path, secret=old, status=401)
        await home.ask("GET", path, secret=new["word"])
        assert (await home.ask("GET", f"{path}/link", secret=KEY))["word"] == new["word"]
    async with house(tmp_path, key=KEY) as home:  # another process knows it too
        await home.ask("GET", path, secret=new["word"])


# -- the start ---------------------------------------------------------------------------------------


@play
async def test_two_ais_wait_until_the_organiser_starts_them(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create({**AIS, "held": True})
        await held(home, made)
        seen = await desk(home, made)
        assert "start" in seen["can"] and "pause" not in seen["can"] and seen["match"]["held"]
        votes = (await home.view(made["match"]["id"]))["votes"]
        assert votes["open"] == "before"
        told = await decide(home, made, "start", preview=True)
        assert told == {
            "done": False,
            "link": "",
            "effects": ["the first speech begins at once", "everybody in the room is told"],
        }
        assert (await desk(home, made))["waits"]
        assert (await decide(home, made, "start"))["done"]
        await home.speaking(made["match"]["id"])
        assert [one.reason for one in log(home, made, ClockResumed)] == ["the organiser has started the match"]
        await decide(home, made, "start", status=409)


@play
async def test_a_match_starts_at_the_time_that_was_set(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        at = datetime.now(UTC) + timedelta(seconds=1.5)
        made = await home.create({**AIS, "starts_at": at.isoformat()})
        assert made["match"]["held"]
        await home.speaking(made["match"]["id"])
        assert datetime.now(UTC) >= at
        reasons = [one.reason for one in log(home, made, ClockResumed)]
        assert reasons in (["the time to start has come"], [])  # none where everybody came after that time


@play
async def test_a_match_is_held_and_let_go_before_everybody_is_there(tmp_path: Path) -> None:
    hall = Hall()
    hall.there.clear()
    async with house(tmp_path, hall, key=KEY) as home:
        made = await home.create(AIS)
        assert "hold" in (await desk(home, made))["can"]
        await decide(home, made, "hold")
        assert (await desk(home, made))["waits"]
        assert (await decide(home, made, "start"))["effects"] == [
            "the debate begins by itself as soon as both sides are here and ready"
        ]
        hall.there.set()
        await home.speaking(made["match"]["id"])
        assert not log(home, made, ClockPaused)


@play
async def test_a_match_that_is_held_is_held_by_the_next_process(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create({**AIS, "held": True})
        await held(home, made)
    async with house(tmp_path, key=KEY) as home:
        await held(home, made)
        async with asyncio.timeout(20):
            while "start" not in (await desk(home, made))["can"] or not home.matches._live[made["match"]["id"]].going:
                await asyncio.sleep(0.01)
        await decide(home, made, "start")
        await home.speaking(made["match"]["id"])


# -- in the middle -----------------------------------------------------------------------------------


@play
async def test_the_organiser_pauses_adds_time_ends_a_speech_and_the_match(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create(AIS)
        id = made["match"]["id"]
        await home.speaking(id)
        await decide(home, made, "pause")
        assert (await home.until(id, "paused"))["reason"] == "the organiser has stopped the clock"
        told = await decide(home, made, "add_time", seconds=30, preview=True)
        assert told["effects"][0] == "Pro has 0:30 more: 1:30 for this speech"
        await decide(home, made, "add_time", seconds=30)
        await decide(home, made, "resume")
        view = await home.until(id, "running")
        assert view["turn"]["seconds"] == 90.0
        await decide(home, made, "end_turn")
        async with asyncio.timeout(20):
            while not log(home, made, TurnEnded):
                await asyncio.sleep(0.01)
        assert log(home, made, TurnEnded)[0].reason is EndReason.STOPPED
        assert [one.seconds for one in log(home, made, TimeAdded)] == [30.0]
        assert log(home, made, ClockResumed)[-1].reason == "the organiser lets the clock run on"
        await decide(home, made, "end")
        assert (await home.until(id, "ended"))["reason"] == "the organiser has ended the match"
        await decide(home, made, "pause", status=409)


@pytest.mark.parametrize("what", ["add_time", "end_turn", "pause", "resume"])
@play
async def test_what_cannot_be_done_is_said_and_changes_nothing(tmp_path: Path, what: str) -> None:
    hall = Hall()
    hall.there.clear()
    async with house(tmp_path, hall, key=KEY) as home:
        made = await home.create(AIS)
        more = {"seconds": 30} if what == "add_time" else {}
        for preview in (True, False):
            fault = await decide(home, made, what, preview=preview, status=409, **more)
            assert fault["message"] in ("nobody is speaking", "the match has not begun")
        await decide(home, made, "add_time", seconds=-1, status=422)


# -- who sits there ----------------------------------------------------------------------------------


@play
async def test_who_is_put_out_is_let_in_no_more_and_the_other_side_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create(order(AI, PERSON))
        id, invited = made["match"]["id"], made["invitations"][0]
        came = await home.join(invited, name="Ben")
        await home.speaking(id)
        seat = (await desk(home, made))["seats"][1]
        assert (seat["name"], seat["invitation"], seat["link"]) == ("Ben", invited["id"], "")
        told = await decide(home, made, "put_out", invitation=invited["id"], preview=True)
        assert told["effects"][0].startswith("Ben is put out of the room")
        await decide(home, made, "put_out", invitation=invited["id"])
        async with asyncio.timeout(20):
            while not log(home, made, ParticipantLeft):
                await asyncio.sleep(0.01)
        assert log(home, made, ParticipantLeft)[0].reason == "was put out by the organiser"
        await home.join(invited, came["secret"], status=403)
        assert (await home.view(id))["state"] == "running"
        assert (await desk(home, made))["seats"][1]["gone"]


@play
async def test_a_spectator_is_put_out(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create(AIS)
        id = made["match"]["id"]
        path = f"/api/matches/{id}/invitations"
        guest = await home.ask(
            "POST", path, json={"role": "spectator", "name": "Eve"}, secret=made["desk"]["word"], status=201
        )
        came = await home.join(guest)
        assert [one["name"] for one in (await desk(home, made))["guests"]] == ["Eve"]
        await decide(home, made, "put_out", invitation=guest["id"])
        await home.join(guest, came["secret"], status=403)
        assert (await desk(home, made))["guests"] == []
        assert not log(home, made, ParticipantLeft)


@pytest.mark.parametrize("by", ["ai", "person"])
@play
async def test_a_person_is_replaced_in_the_middle(tmp_path: Path, by: str) -> None:
    async with house(tmp_path, Hall(words=500), key=KEY) as home:
        made = await home.create(order(AI, PERSON))
        id, invited = made["match"]["id"], made["invitations"][0]
        came = await home.join(invited, name="Ben")
        await home.speaking(id)
        more: dict[str, Any] = {"name": "Dora"} if by == "person" else {}
        told = await decide(home, made, "replace", side="con", by=by, preview=True, **more)
        assert told["effects"][0].endswith("debates for Con from here on; what was said stands")
        done = await decide(home, made, "replace", side="con", by=by, **more)
        assert bool(done["link"]) == (by == "person")
        async with asyncio.timeout(20):
            while not log(home, made, SeatReplaced) or (await home.view(id))["state"] != "running":
                await asyncio.sleep(0.01)
        new = log(home, made, SeatReplaced)[0].seat
        assert (new.occupant.value, new.name) == (("person", "Dora") if by == "person" else ("debater", ""))
        await home.join(invited, came["secret"], status=403)
        assert len(home.hall.gathered[-1].debaters) == (2 if by == "ai" else 1)
        said = [(one.turn, one.id) for one in log(home, made, SentenceSpoken)]
        assert len(said) == len(set(said))  # nothing is said twice
        if by == "person":
            look = await home.ask("POST", "/api/join", json={"invitation": done["link"].partition("#")[2]}, secret="")
            assert look["role"] == "con"


@play
async def test_a_side_is_replaced_before_everybody_is_there(tmp_path: Path) -> None:
    hall = Hall()
    hall.there.clear()
    async with house(tmp_path, hall, key=KEY) as home:
        made = await home.create(order(AI, PERSON))
        await decide(home, made, "replace", side="con", by="ai")
        hall.there.set()
        view = await home.speaking(made["match"]["id"])
        assert view["seats"]["con"]["kind"] == "ai" and not log(home, made, SeatReplaced)
        assert len(hall.gathered[-1].debaters) == 2


@play
async def test_no_person_is_put_into_a_broadcast_with_plans(tmp_path: Path) -> None:
    async with house(tmp_path, key=KEY) as home:
        made = await home.create({**AIS, "broadcast": True})
        await home.speaking(made["match"]["id"])
        fault = await decide(home, made, "replace", side="con", by="person", status=422)
        assert "no person may sit" in fault["message"]
        assert (await home.view(made["match"]["id"]))["seats"]["con"]["kind"] == "ai"


# -- the report, shared ------------------------------------------------------------------------------


@play
async def test_a_report_is_shared_by_a_link_that_can_be_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=2), key=KEY) as home:
        made = await home.create({**AIS, "spectators": False})
        id, word = made["match"]["id"], made["desk"]["word"]
        async with asyncio.timeout(20):
            while (await desk(home, made))["match"]["state"] != "ended":
                await asyncio.sleep(0.01)
        await home.ask("GET", f"/api/matches/{id}/results", secret="", status=401)
        shared = await home.ask("POST", f"/api/matches/{id}/share", secret=word)
        assert shared["link"].endswith(f"/match/{id}#{shared['word']}")
        await home.ask("GET", f"/api/matches/{id}/results", secret=shared["word"])
        await home.ask("GET", f"/api/matches/{id}/desk", secret=shared["word"], status=401)  # it opens no more
        await home.ask("DELETE", f"/api/matches/{id}/share", secret=word, status=204)
        await home.ask("GET", f"/api/matches/{id}/results", secret=shared["word"], status=401)
        again = await home.ask("POST", f"/api/matches/{id}/share", secret=word)
        await home.ask("GET", f"/api/matches/{id}/results", secret=shared["word"], status=401)
        await home.ask("GET", f"/api/matches/{id}/results", secret=again["word"])

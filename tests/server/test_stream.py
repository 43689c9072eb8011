"""The events of a match, as they come and from where somebody left off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi.sse import ServerSentEvent

from agent.match.afterwards.votes import Tally
from agent.match.events import PlanUpdated
from agent.running.files.log import read_log
from agent.server.api.stream import VOTES, page, stream
from agent.server.hold.live import Live
from config.format import Side
from tests.server.house import AI, House, house, order, play, until
from tests.server.simulated import Hall

BOTH_AI = order(AI, AI)
PLAN = PlanUpdated(turn=0, side=Side.PRO, k=1, hit_rate=0.0, battlefields=())


class NobodyVotes:
    async def now(self) -> Tally:
        return Tally()

    async def other(self, than: Tally) -> Tally:
        await asyncio.Event().wait()
        return than


async def gathered(told: AsyncIterator[ServerSentEvent]) -> list[tuple[str | None, dict[str, Any]]]:
    """The events, without the votes among them."""
    return [(one.id, json.loads(one.raw_data or "")) async for one in told if one.event != VOTES]


async def ended(home: House) -> tuple[str, Live]:
    """A match that was held to its end, with a plan for each turn."""
    made = await home.create(BOTH_AI)
    id = made["match"]["id"]
    live = await home.matches.live(id)
    for turn in (0, 1, 2):
        await until(lambda turn=turn: live.turns > turn)
        live.inbox.post(PLAN.model_copy(update={"turn": min(2, turn + 1)}))
    await home.until(id, "ended")
    await until(lambda: not live.held)
    return id, live


@play
async def test_a_match_is_read_while_it_is_held_and_no_plan_comes_before_its_turn_is_over(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=20)) as home:
        made = await home.create(BOTH_AI)
        live = await home.matches.live(made["match"]["id"])
        reading = asyncio.create_task(
            gathered(stream(live, -1, NobodyVotes(), broadcast=False, closing=home.matches.closing))
        )
        await until(lambda: live.turns == 1)
        live.inbox.post(PLAN.model_copy(update={"turn": 1}))
        told = await reading
        kinds = [event["type"] for _, event in told]
        assert sorted(event["seq"] for _, event in told) == list(range(len(live.events)))
        assert kinds[0] == "match_created"
        plan = kinds.index("plan_updated")
        assert told[plan + 1][1] == {**told[plan + 1][1], "type": "turn_ended", "turn": 1}
        assert told[plan][0] is None  # its own number would lead back behind what was told before
        ids = [int(id) for id, _ in told if id is not None]
        assert ids == sorted(ids)


@play
async def test_whoever_was_cut_off_goes_on_where_they_were(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=3)) as home:
        id, live = await ended(home)
        whole = await gathered(stream(live, -1, NobodyVotes(), broadcast=False, closing=home.matches.closing))
        for cut in range(len(whole)):
            seen = whole[: cut + 1]
            last = next((int(id) for id, _ in reversed(seen) if id is not None), -1)
            rest = await gathered(stream(live, last, NobodyVotes(), broadcast=False, closing=home.matches.closing))
            known = [event["seq"] for _, event in seen]
            assert known + [event["seq"] for _, event in rest if event["seq"] not in known] == [
                event["seq"] for _, event in whole
            ]
        await home.ask("POST", f"/api/matches/{id}/votes/close")  # else there is more to come
        answer = await home.client.get(f"/api/matches/{id}/events", headers={"last-event-id": whole[-2][0] or ""})
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.text.count("data: ") == 2  # an event, and the votes
        assert answer.text.count("id: ") == 1
        assert f"id: {whole[-1][0]}" in answer.text


@play
async def test_the_same_by_pages(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=3)) as home:
        id, live = await ended(home)
        whole = [
            event
            for _, event in await gathered(stream(live, -1, NobodyVotes(), broadcast=False, closing=asyncio.Event()))
        ]
        found: list[dict[str, Any]] = []
        after, over = -1, False
        while not over:
            got = await home.ask("GET", f"/api/matches/{id}/log?after={after}&limit=2")
            assert 1 <= len(got["events"]) <= 3 or got["over"]
            found += got["events"]
            after, over = got["after"], got["over"]
        assert found == whole
        assert read_log(tmp_path / id) == live.events
        for bad in ("after=-2", "limit=0", "limit=501", "after=x", "more=1"):
            await home.ask("GET", f"/api/matches/{id}/log?{bad}", status=422)


@play
async def test_a_page_of_a_match_that_goes_on_is_not_the_last(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        id = (await home.create())["match"]["id"]
        await home.speaking(id)
        live = await home.matches.live(id)
        got = page(live, -1, 500, broadcast=False)
        assert not got.over
        assert page(live, got.after, 500, broadcast=False).events == ()


@play
async def test_a_stream_ends_with_the_server(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        id = (await home.create())["match"]["id"]
        await home.speaking(id)
        live = await home.matches.live(id)
        reading = asyncio.create_task(
            gathered(stream(live, -1, NobodyVotes(), broadcast=False, closing=home.matches.closing))
        )
        await asyncio.sleep(0)
        await home.matches.close()
        assert [event["type"] for _, event in await reading][-1] in ("turn_started", "clock_paused")


@play
async def test_without_spectators_only_those_who_belong_there_read(tmp_path: Path) -> None:
    async with house(tmp_path, key="the-key-of-the-host-in-tests") as home:
        made = await home.create(order(spectators=False))
        id = made["match"]["id"]
        secret = (await home.join(made["invitations"][0]))["secret"]
        other = await home.create(order())
        stranger = (await home.join(other["invitations"][0]))["secret"]
        for path in (f"/api/matches/{id}", f"/api/matches/{id}/log"):
            await home.ask("GET", path, secret="", status=401)
            await home.ask("GET", path, secret=stranger, status=401)
            await home.ask("GET", path, secret=secret)
            await home.ask("GET", path)
        await home.ask("GET", f"/api/matches/{other['match']['id']}/log", secret="")

"""Names that are hidden on request, on every address that everybody has; and the links of single speakers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.server.house import KEY, house, play
from tests.server.simulated import Hall
from tests.server.touring import Cup, cup, over_sockets, vote

HIDDEN = ("Beta", "South", '"Bo"', '"Ben"')
SCORED = """
name: School cup
format: blitz
rounds: [{name: Round 1, short: R1, how: random}, {name: Final, short: F, how: knockout, category: open}]
breaks: [{name: Open, slug: open, size: 2}]
ballots: {speeches: 2, lowest: 60, highest: 80}
teams: [{name: Alpha, speakers: [Ada, Ann]}, {name: Beta, institution: South, speakers: [Bo, Ben]}]
adjudicators: [{name: Jo}]
motions: [This house would plant trees, This house would ban homework]
"""


async def public(day: Cup) -> str:
    """All that everybody may ask for."""
    told = [
        await day.house.ask("GET", f"{day.at}{path}", secret="")
        for path in ("/public", "/hall", "/standings", "/rounds/0", "/debate?round=0&debate=R1-1")
    ]
    calendar = await day.house.client.get(f"{day.at}/calendar.ics")
    async with over_sockets(day.house) as client:
        for view in ("public", "hall"):
            async for _, news in day.follow(client, view, secret=""):
                told.append(news)
                break
    return json.dumps(told) + calendar.text


async def judged(day: Cup, id: str, winner: str) -> None:
    debate = await day.debate(id)
    sheets: list[dict[str, Any]] = []
    speakers = {"Alpha": ("Ada", "Ann"), "Beta": ("Bo", "Ben")}
    for side in debate.sides:
        score = 75 if side.name == winner else 70
        speeches = [{"speaker": name, "score": score + place} for place, name in enumerate(speakers[side.name])]
        sheets.append({"team": side.name, "speeches": speeches})
    ballot = {"adjudicator": "Jo", "sheets": sheets, "note": "Beta answered, Bo above all."}
    await day.me("adjudicator", "Jo", "/ballot", round=0, debate=id, ballot=ballot)


@play
async def test_a_team_that_asks_is_nowhere_in_public_and_named_for_those_whom_it_concerns(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=1), key=KEY) as host:
        day = await cup(host, SCORED)
        assert "Beta" in json.dumps(await host.ask("GET", f"{day.at}/public", secret=""))
        shown = await day.me("team", "Beta", "/names", hidden=True)
        code = shown["shown_as"]
        assert shown["hidden"] and code.startswith("Team ")
        assert await day.me("team", "Beta", "/names", hidden=True) == shown, "asked twice it is the same"
        await day.me("adjudicator", "Jo", "/names", hidden=True, status=401)
        await day.begun()
        held = await day.until("R1-1", "ballots")
        assert held.match is not None
        match = await host.ask("GET", f"/api/matches/{held.match.id}")
        assert code in json.dumps(match) and "Beta" not in json.dumps(match), "also for whoever watches its match"
        await judged(day, "R1-1", "Beta")
        await day.order("end_round", round=0)
        await day.order("publish", round=0)
        await day.order("draw", round=1)
        await day.order("release", round=1)

        told = await public(day)
        assert not [name for name in HIDDEN if name in told]
        assert code in told and "Alpha" in told
        assert "Beta" in json.dumps(await day.get()), "the director sees it"
        (entry,) = [one for one in (await day.get())["teams"] if one["name"] == "Beta"]
        assert entry["shown_as"] == code
        assert "Beta" in json.dumps(await day.me("team", "Alpha")), "whoever meets them does"
        assert "Beta" in json.dumps(await day.me("adjudicator", "Jo")), "and whoever judges them"
        own = await day.me("team", "Beta")
        assert (own["shown_as"], own["hidden"], own["name"]) == (code, True, "Beta")

        assert (await day.me("team", "Beta", "/names", hidden=False))["shown_as"] == "Beta"
        assert "Beta" in await public(day)


@play
async def test_a_speaker_has_a_link_of_their_own_and_may_hide_alone(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=1), key=KEY) as host:
        day = await cup(host, SCORED)
        page = await day.me("speaker", "Bo")
        assert (page["role"], page["name"], page["speaker"]["team"]) == ("speaker", "Bo", "Beta")
        assert page["team"]["speakers"] == ["Bo", "Ben"] and page["adjudicator"] is None
        shown = await day.me("speaker", "Bo", "/names", hidden=True)
        assert shown["shown_as"].startswith("Speaker ")
        await day.me("speaker", "Bo", "/check-in", there=True, status=401)
        await day.begun()
        await day.until("R1-1", "ballots")
        await judged(day, "R1-1", "Beta")
        assert (await day.me("speaker", "Bo"))["speaker"]["scores"] == [], "nothing before it is published"
        await day.order("end_round", round=0)
        await day.order("publish", round=0)
        page = (await day.me("speaker", "Ben"))["speaker"]
        assert page["rank"] == 1
        assert [(one["place"], one["score"]) for one in page["scores"]] == [(2, 76.0)]

        told = await public(day)
        assert '"Bo"' not in told and "Bo above" not in told
        assert shown["shown_as"] in told and '"Ben"' in told and "Beta" in told

        word = day.words["speaker", "Bo"]
        asked = {"role": "speaker", "name": "Bo", "team": "Beta"}
        assert (await host.ask("POST", f"{day.at}/links", json=asked))["word"] != word
        await host.ask("GET", f"{day.at}/me", secret=word, status=403)
        asked["name"] = "Ada"
        refused = await host.ask("POST", f"{day.at}/links", json=asked, status=422)
        assert refused["message"] == "no speaker with a link 'Ada'; there are: Bo, Ben"


@play
async def test_the_director_hides_a_name_and_is_told_what_follows(tmp_path: Path) -> None:
    async with house(tmp_path, Hall(words=1), key=KEY) as host:
        day = await cup(host, SCORED.replace("name: Alpha,", "name: Ada and Ann,"))
        told = await day.order("hide", team="Ada and Ann", speaker="Ada", preview=True)
        assert "instead of Ada and Ann, and codes for its speakers" in told["effects"][0]
        assert told["effects"][1].endswith("instead of Ada")
        assert "Ada and Ann" in json.dumps(await host.ask("GET", f"{day.at}/public", secret=""))
        await day.order("hide", team="Ada and Ann", speaker="Ada", as_told=told["as_told"])
        assert "Ada" not in json.dumps(await host.ask("GET", f"{day.at}/public", secret=""))
        await day.begun()
        await day.until("R1-1", "ballots")
        told = await day.order("hide", team="Beta", preview=True)
        assert told["warnings"] == ["matches that were opened before keep the name, for whoever may watch them"]
        await day.order("hide", team="Beta", hidden=False, status=409)


class Heard:
    """Takes announcements."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def announce(self, text: str) -> None:
        self.texts.append(text)


@play
async def test_no_announcement_names_a_winner_who_is_hidden(tmp_path: Path) -> None:
    heard = Heard()
    async with house(tmp_path, Hall(words=1), key=KEY, announcer=heard) as host:
        day = await cup(host, SCORED.replace("ballots: {speeches: 2, lowest: 60, highest: 80}", ""))
        code = (await day.me("team", "Beta", "/names", hidden=True))["shown_as"]
        for number, id in enumerate(("R1-1", "F-1")):
            await day.begun(number)
            debate = await day.until(id, "ballots")
            await day.me("adjudicator", "Jo", "/ballot", round=number, debate=id, ballot=vote(debate, "Jo", "Beta"))
            await day.order("end_round", round=number)
            await day.order("publish", round=number)
        await day.order("close")
        async with asyncio.timeout(20):
            while code not in "".join(heard.texts):
                await asyncio.sleep(0.02)
    assert "Beta" not in "".join(heard.texts)

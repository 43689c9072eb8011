"""Debates whose judges were played by hand, heard anew over HTTP: as they stand, and changed as must not matter."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.judging.masking import HeldSpeech, View, viewed, written
from agent.judging.panel import heard_by, panel_models, sitting
from agent.judging.verdict import was_said
from agent.match.afterwards.finished import finished
from agent.match.afterwards.verdicts import Outcome, PanelVerdict
from agent.running.files.log import read_log
from config.settings import Judging
from tests.model_server import Asked, ModelServer
from tests.models.judge_players import Heard
from tests.unit.judging.views import PARTIES, TEAMS

FOLDER = Path(__file__).parents[1] / "debates" / "judged"
PLAYED = {path.stem: yaml.safe_load(path.read_text()) for path in sorted(FOLDER.glob("*.yaml"))}


class ByHand:
    """Says of each speech and of each dimension what was written down for it, in the names that the question uses."""

    def __init__(self, played: dict[str, Any], judge: str) -> None:
        self._played, self._decided, self._speeches = played, played["judges"][judge], view(played).speeches

    def __call__(self, asked: Asked) -> Any:
        (dimension,) = re.findall(r"one thing only, (\w+):", asked.system) or ["overall"]
        if asked.schema_name == "Analysis":
            heard = Heard(asked)
            number = next(one.turn for one in self._speeches if _begins(one.text, heard.text))
            notes, quote = self._played["notes"][dimension][number]
            there = was_said(quote, heard.text)  # it may be cut off
            return {"notes": notes, "quotes": [quote if there else " ".join(heard.text.split()[:6])]}
        chosen, reason, speech, quote = self._decided[dimension]
        called = self._called(asked)
        if quote not in asked.user:
            quote = re.findall(r"(?:they said|speech \d+): “(.*?)”", asked.user)[0]
        reasons = [{"reason": reason, "speech": speech, "quote": quote}]
        if asked.schema_name == "Ranking":
            return {"ranking": [called[key] for key in chosen], "reasons": reasons}
        return {"winner": called.get(chosen, chosen), "reasons": reasons}

    def _called(self, asked: Asked) -> dict[str, str]:
        """What each party is called in this question."""
        (named,) = re.findall(r"For the motion: (.*)\. Against it: (.*)\.", asked.user)
        keys = (("pro",), ("con",)) if asked.schema_name == "Winner" else (("OG", "CG"), ("OO", "CO"))
        return {key: label for some, labels in zip(keys, named, strict=True)
                for key, label in zip(some, labels.split(", "), strict=True)}  # fmt: skip


def _begins(text: str, heard: str) -> bool:
    return was_said(" ".join(text.split()[:5]), " ".join(heard.split()[:8]))


def view(played: dict[str, Any]) -> View:
    if "match" in played:
        return viewed(finished(read_log(FOLDER.parents[2] / "docs" / "examples" / played["match"])))
    speeches = [
        HeldSpeech(turn, one["party"], one["name"], written(one["text"]), one["name"] == "closing")
        for turn, one in enumerate(played["speeches"])
    ]
    parties = PARTIES if played["speeches"][0]["party"] == "pro" else TEAMS
    return View(played["motion"], parties, tuple(speeches))


_KEPT: dict[str, tuple[PanelVerdict, list[Asked]]] = {}


def judged(server: ModelServer, name: str, tmp_path: Path) -> tuple[PanelVerdict, list[Asked]]:
    """What it comes to, and all that was asked; each debate is judged once."""
    if name not in _KEPT:
        _KEPT[name] = _judged(server, PLAYED[name], tmp_path), list(server.asked)
    return _KEPT[name]


def _judged(server: ModelServer, played: dict[str, Any], tmp_path: Path) -> PanelVerdict:
    for judge in played["judges"]:
        server.plays(ByHand(played, judge), model=judge)
    models = panel_models(server.models(in_flight=16), tuple(played["judges"]))

    async def held() -> PanelVerdict:
        async with sitting(models, tmp_path / "j.jsonl") as panel:
            return (await heard_by(panel.judges, Judging(runs=2), view(played))).judged

    return asyncio.run(held())


@pytest.mark.parametrize("name", PLAYED)
def test_it_comes_to_what_it_came_to_and_every_reason_was_said(server: ModelServer, tmp_path: Path, name: str) -> None:
    played = PLAYED[name]
    came, asked = judged(server, name, tmp_path)
    expected = played["expect"]
    assert (came.result.winner, came.result.why) == (expected.get("winner", ""), expected.get("why", ""))
    for ballot in came.ballots:
        assert ballot.result.outcome is Outcome.WON and all(one.held for one in ballot.changes)
        assert ballot.reasons and all(
            was_said(one.quote, view(played).speeches[one.turn].text) for one in ballot.reasons
        )
    assert not any("was refused" in one.user for one in asked)


def test_each_dimension_has_its_own_scores_and_the_whole_is_not_their_sum(server: ModelServer, tmp_path: Path) -> None:
    first, second = judged(server, "fat-tax", tmp_path)[0].ballots
    assert {one.dimension: one.points["con"] for one in first.scores} == {
        "argument": 0, "source": 0, "language": 3, "overall": 0,
    }  # fmt: skip
    assert {one.dimension: one.points["con"] for one in second.scores}["language"] == 1.5


def test_four_teams_have_places(server: ModelServer, tmp_path: Path) -> None:
    came, _ = judged(server, "night-trains", tmp_path)
    assert [one.result.ranking for one in came.ballots] == [("CG", "CO", "OG", "OO"), ("CO", "CG", "OG", "OO")]
    behind = "Closing Opposition, Opening Government, Opening Opposition"
    assert came.told(came.ballots[0].result) == f"Closing Government won, before {behind}"

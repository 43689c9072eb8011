"""Each ablation takes away its own thing and nothing else: the same match in writing, with and without each part."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.actions import taken
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.show.hits import hits_of
from config.format import Side, Stage
from planning.methods.treedebater.library.library import SHIPPED, Library
from tests.command_line import rostrum
from tests.fakes import BagEmbedder
from tests.model_server import Asked, ModelServer
from tests.models.players import Play

ROOT = Path(__file__).parents[2]
EVIDENCE = json.loads((SHIPPED / "fat-tax.json").read_text())["evidence"]
FORMAT = """
name: short
turns:
  - {side: con, stage: opening, seconds: 40}
  - {side: pro, stage: opening, seconds: 40}
  - {side: con, stage: rebuttal, seconds: 30}
  - {side: pro, stage: rebuttal, seconds: 30}
  - {side: con, stage: closing, seconds: 20}
  - {side: pro, stage: closing, seconds: 20}
"""


@dataclass(frozen=True)
class Held:
    """A match of the model's side against a text, and what the model was asked."""

    match: Match
    asked: list[Asked]
    kinds: Counter[str]

    def prompts(self, stage: str) -> list[str]:
        """What a writer was asked at that stage."""
        return [one.user for one in self.asked if one.schema_name == "Draft" and f"You write the {stage}" in one.system]

    @property
    def schemas(self) -> set[str]:
        return {one.schema_name for one in self.asked}


class Answering(Play):
    """In its rebuttal it says back something that the other side said, and answers it."""

    def draft(self, asked: Asked) -> dict[str, Any]:
        written: dict[str, Any] = super().draft(asked)
        said = re.findall(r"their words: “(.+?)”", asked.user) or re.findall(
            r"^((?:\S+ ){5,12})", heard_in(asked), re.M
        )
        if "rebuttal" in asked.system and said:
            text = f"They told us: “{said[0].strip()}”."
            mark = {"passage": "answer", "importance": "must"}
            answer = [{"text": text} | mark, {"text": "That is true of a shop, and the tax is on factories."} | mark]
            written["sentences"] = [*answer, *written["sentences"]]
        return written


def heard_in(asked: Asked) -> str:
    """The other side's words, where a writer is shown them."""
    return asked.user.partition("as it was heard:\n⟦data⟧\n")[2].partition("⟦end")[0]


@cache
def held(folder: Path, without: str = "") -> Held:
    """Of each folder once."""
    folder.mkdir()
    (folder / "short.yaml").write_text(FORMAT)
    seat = f"treedebater{',without=' + without if without else ''}"
    with ModelServer() as server:
        server.plays(Answering("pro"))
        models = json.loads(server.models().model_dump_json())
        (folder / "papers").mkdir()
        (folder / "papers" / "shops.md").write_text("# Shops\n\nCorner shops closed in many towns before any tax.\n")
        evidence = {"folder": str(folder / "papers")}
        settings = {"models": models, "seed": "one", "evidence": evidence}
        (folder / "settings.json").write_text(json.dumps(settings))
        done = rostrum(
            "--config", folder / "settings.json", "debate", "--motion", "fat-tax", "--format", folder / "short.yaml",
            "--pro", seat, "--con", f"text:{ROOT / 'config/opponents/fat-tax-con'}", "--pace", "text",
            "--out", folder / "match", "--json",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        asked = list(server.asked)
    events = read_log(folder / "match")
    return Held(Match.replay(events), asked, Counter(event.type for event in events))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ablations")


@pytest.fixture(scope="module")
def whole(home: Path) -> Held:
    return held(home / "whole")


@pytest.fixture(scope="module", params=["rehearsal", "flow", "audience", "evidence", "look-ahead", "check"])
def part(request: pytest.FixtureRequest, home: Path) -> tuple[str, Held]:
    name = str(request.param)
    return name, held(home / name, name)


def test_only_the_audience_and_the_check_take_away_a_kind_of_event_or_of_call(
    whole: Held, part: tuple[str, Held]
) -> None:
    name, left = part
    calls = {"audience": {"Heard"}, "check": {"Verdicts"}, "rehearsal": {"Selection"}}.get(name, set())
    assert whole.schemas - left.schemas == calls
    gone = {"audience_feedback", "statement_revised"} if name == "audience" else set()
    assert set(whole.kinds) - set(left.kinds) == gone


def test_what_was_heard_is_read_and_logged_all_the_same(whole: Held, part: tuple[str, Held]) -> None:
    _, left = part
    theirs = [[len([a for a in taken(one.match, turn) if a.observer is Side.PRO and a.action.actor is Side.CON])
               for turn in one.match.turns if turn.side is Side.CON] for one in (whole, left)]  # fmt: skip
    assert theirs[0] == theirs[1] and all(theirs[0])


def test_each_is_seen_where_it_belongs_and_only_there(whole: Held, part: tuple[str, Held]) -> None:
    name, left = part

    def differs(what: str) -> bool:
        found = [SHOWN[what](one) for one in (whole, left)]
        assert found[0], f"{what} is not in the whole one"
        return found[0] != found[1]

    mine = {"rehearsal": {"trees", "k shown"}, "flow": {"flow"}, "evidence": {"evidence"}, "look-ahead": {"k shown"}}
    assert {what for what in SHOWN if differs(what)} == mine.get(name, set())
    assert left.match.created and left.match.created.seats[Side.PRO].without == (name,)


def has(pattern: str, prompts: list[str]) -> bool:
    return any(re.search(pattern, prompt, re.M) for prompt in prompts)


SHOWN = {
    "trees": lambda one: has(r"^ +o\d+ \(prepared", one.prompts("opening")),
    "flow": lambda one: has(r"^con1\.\d+ ", one.prompts("rebuttal")),
    "evidence": lambda one: has(r"^[ef]\d+: ", one.prompts("opening")),
    "k shown": lambda one: one.match.plans[1].k if one.match.plans[1].hit_rate is not None else 0,
}


def test_without_flow_a_writer_has_the_words_that_were_heard_and_its_answers_are_checked(home: Path) -> None:
    left = held(home / "flow", "flow")
    opening = left.match.turns[0].heard[0].text
    last = left.prompts("rebuttal")[-1]
    assert " ".join(opening.split()[:5]) in last.split("What the other side said, as it was heard")[1]
    assert left.match.plans[3].anticipated == ()
    assert "Verdicts" in left.schemas
    assert [one.action.kind.value for one in taken(left.match, left.match.turns[3]) if one.action.actor is Side.PRO]


def test_hits_are_not_counted_of_trees_that_a_side_went_without(home: Path) -> None:
    left = held(home / "both", "flow+rehearsal")
    events = read_log(home / "both" / "match")
    found = hits_of(events, Library(SHIPPED).get("fat-tax"), BagEmbedder())
    assert set(found.candidate) == set() and set(found.taken) == {Side.CON}
    assert all(plan.hit_rate is None for plan in left.match.plans.values())
    assert {turn.stage for turn in left.match.turns} == set(Stage)

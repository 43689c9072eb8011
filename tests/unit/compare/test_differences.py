"""`rehearse --compare`: sources of evidence that disagree on a claim become material for both sides."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from planning.compare.differences import Difference, words_of
from planning.debate.argument import Evidence
from planning.methods.treedebater.library.library import load
from tests.command_line import rostrum
from tests.model_server import Asked, ModelServer
from tests.models.rehearsing import Coach
from tests.unit.compare.scripted import HARNLEY, WESTMARK, Player, kind, sentence, shown

MOTION = "Schools should begin later in the morning"
TOLD = "In the one place the gain in sleep lasted, and in the other it was lost within a year."
OURS = ("DisagreementAnswer", "TurnAnswer", "SynthesisAnswer", "PartsAnswer", "LabelsAnswer", "MendedAnswers")
LASTED = Evidence(source="a.md", place="Sleep", finding="The gain lasted.", passage="The gain of 43 minutes lasted.")
FADED = Evidence(source="b.pdf", place="page 3", finding="The gain fell to 18 minutes.", reliability=0.8)


def test_a_difference_is_an_item_with_the_words_and_places_of_both() -> None:
    item = Difference("Sleep is gained.", (LASTED, FADED), TOLD).evidence
    assert (item.source, item.place) == ("a.md and b.pdf", "a.md, Sleep; b.pdf, page 3")
    assert item.passage == "The gain of 43 minutes lasted. The gain fell to 18 minutes." and item.reliability == 0.8


def test_who_cites_a_difference_has_both_of_its_sources() -> None:
    one = Difference("Sleep is gained.", (LASTED, FADED), TOLD)
    cited = one.evidence.model_copy(update={"finding": "Sources differ on whether it lasts."})
    assert one.with_both([cited]) == (cited, LASTED, FADED)
    assert one.with_both([FADED, cited]) == (FADED, cited, LASTED)
    assert one.with_both([FADED]) == (FADED,)


class Comparer(Player):
    """Finds the first two items of different sources to disagree, where there are two."""

    def _DisagreementAnswer(self, asked: Asked) -> Any:
        items = re.findall(r"^(e\d+) \(([^,)]+)", asked.user, re.M)
        other = next((key for key, source in items if source != items[0][1]), "")
        return {"disagree": bool(other), "one": items[0][0] if other else "", "other": other}

    def _SynthesisAnswer(self, asked: Asked) -> Any:
        segments = shown(asked)
        first, second = (next(key for key in segments if key[0] == letter) for letter in "AB")
        return {"sentences": [sentence(TOLD, "different", [first, second])]}


def rehearsed(tmp_path: Path, *options: Any) -> tuple[Any, list[Asked]]:
    folder = tmp_path / "documents"
    folder.mkdir(exist_ok=True)
    for path in (HARNLEY, WESTMARK):
        (folder / path.name).write_bytes(path.read_bytes())
    settings = tmp_path / "settings.yaml"
    with ModelServer() as server:
        coach, player = Coach(server), Comparer()
        for shape in OURS:
            server.plays(player, schema=shape)

        def cites(asked: Asked) -> dict[str, Any]:
            told = {"id": "e1", "sentence": "Two reports differ on whether the gain lasts."}
            return coach.maincase(asked) | {"cites": [told]}

        server.plays(cites, schema="MainCase")
        models = {"default": {"base_url": server.url, "model": "test-model", "in_flight": 16}}
        settings.write_text(json.dumps({"models": models}))
        sizes = ("--claims", 1, "--depth", 1, "--branch", 1, "--scoring", "together", "--json")
        done = rostrum("--config", settings, "rehearse", "--motion", MOTION, "--out", tmp_path / "out",
                       "--evidence", folder, *sizes, *options)  # fmt: skip
        return done, server.asked


def test_what_sources_differ_in_is_shown_to_both_sides_and_kept_with_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRUM_CACHE", str(tmp_path / "cache"))
    done, asked = rehearsed(tmp_path, "--compare")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {one["told"] for one in told["differences"]} == {TOLD}
    assert all(set(one["sources"]) == {HARNLEY.name, WESTMARK.name} for one in told["differences"])
    for shape in ("MainCase", "Counters"):  # attack and defence
        assert any(f"e1: {TOLD}" in one.user for one in asked if kind(one) == shape)
    rehearsal = load(Path(told["file"]))
    cited = [[rehearsal.file.evidence[key] for key in node.node.evidence] for node in rehearsal.nodes.values()]
    differing = [items for items in cited if any(item.title == "what two sources differ in" for item in items)]
    assert differing
    assert all({HARNLEY.name, WESTMARK.name} < {item.source for item in items} for items in differing)
    again, more = rehearsed(tmp_path, "--compare")
    assert again.returncode == 0 and not more  # the journal has all of it


def test_without_it_nothing_is_compared_and_without_sources_it_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRUM_CACHE", str(tmp_path / "cache"))
    done, asked = rehearsed(tmp_path)
    assert done.returncode == 0 and not any(kind(one) == "DisagreementAnswer" for one in asked)
    settings = tmp_path / "settings.yaml"
    refused = rostrum("--config", settings, "rehearse", "--motion", MOTION, "--compare", "--evidence", "none")
    assert refused.returncode == 2 and "none is set; name a folder with --evidence" in refused.stderr


def test_places_of_own_documents_are_kept_with_what_is_said(tmp_path: Path) -> None:
    assert words_of(LASTED) == LASTED.passage and words_of(FADED) == FADED.finding

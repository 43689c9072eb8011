"""Real debates added by a user: read from what others export and from one's own logs, kept with their licence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.components import Components
from agent.match.events import EndReason
from agent.match.seats import Occupant, SeatInfo
from agent.running.files.log import NAME
from config.format import Side
from config.settings import Settings
from planning.debate.argument import Action, ActionKind
from rostrum_lab.corpus.nearest import FlowCorpus
from rostrum_lab.corpus.speeches import DebateTranscript
from rostrum_lab.corpus.store import WRITTEN, load, save
from tests.chair import PERSON, PREPARED, Chair
from tests.command_line import Done, rostrum
from tests.fakes import BagEmbedder
from tests.lab.held_debates import HARBOUR, LANTERNS, MOTHS, kept

PANELBENCH = {
    "id": "art_1",
    "source": "DebateArt",
    "motion": "The harbour should be lit all night",
    "info": "Nothing else.",
    "winner": "pro",
    "speeches": [{"side": "pro", "speaker": "Ada", "text": LANTERNS}, {"side": "con", "speaker": "Bo", "text": MOTHS}],
}
EXPORTED = {
    "id": 7,
    "title": "The harbour should be lit all night",
    "license": "CC-BY-4.0",
    "winner": "Contender",
    "rounds": [{"side": "Instigator", "content": LANTERNS}, {"side": "Against", "argument": MOTHS}],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROSTRUM_CORPUS", str(tmp_path / "corpus"))
    return tmp_path


def add(folder: Path, *debates: dict[str, Any], options: tuple[str, ...] = ("--licence", "MIT")) -> Done:
    file = folder / "Human debates.jsonl"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in debates))
    return rostrum("corpus", "add", file, "--reader", "embedded", *options)


def test_what_others_export_is_read_in_their_words() -> None:
    one = DebateTranscript.model_validate(EXPORTED)
    assert (one.id, one.motion, one.winner, one.licence) == ("7", PANELBENCH["motion"], "con", "CC-BY-4.0")
    assert [(speech.side, speech.text) for speech in one.speeches] == [(Side.PRO, LANTERNS), (Side.CON, MOTHS)]


def test_debates_are_added_as_trees_with_their_licence_and_the_audience_finds_them(folder: Path) -> None:
    done = add(folder, PANELBENCH, EXPORTED)
    assert done.returncode == 0, done.stderr
    debates, damaged = load(folder / "corpus" / "human-debates.jsonl")
    assert not damaged and {one.id: one.licence for one in debates} == {"art_1": "MIT", "7": "CC-BY-4.0"}
    assert {one.kind for one in debates} == {"human debate"} and "Ada" not in debates[0].line
    corpus = Components(Settings(), embedder=BagEmbedder()).examples()
    assert corpus is not None
    example = corpus.nearest("\n".join(f"[pro{i}] pro (proposed): {c}" for i, c in enumerate(debates[0].claims)))
    assert example is not None and example.told == "human debate art_1"
    listed = json.loads(rostrum("corpus", "list", "--json").stdout)
    assert [(one["name"], one["kinds"], one["licences"]) for one in listed] == [
        ("human-debates", {"human debate": 2}, ["CC-BY-4.0", "MIT"])
    ]
    assert "human-debates: 2 human debates; DebateArt, no source" in rostrum("corpus", "list").stdout


def test_nothing_is_added_whose_licence_nobody_names(folder: Path) -> None:
    done = add(folder, PANELBENCH, options=())
    assert done.returncode == 2 and "art_1 says nothing of its licence" in done.stderr
    assert not (folder / "corpus").exists()


def test_what_was_added_is_taken_away_by_its_name(folder: Path) -> None:
    add(folder, PANELBENCH)
    assert rostrum("corpus", "remove", "other").stderr.count("there are: human-debates") == 1
    assert rostrum("corpus", "remove", "../human-debates").returncode == 2
    assert rostrum("corpus", "remove", "human-debates").returncode == 0
    assert rostrum("corpus", "list").stdout == "" and not any((folder / "corpus").iterdir())


@pytest.mark.parametrize(
    ("seats", "kind"),
    [
        ({Side.PRO: PREPARED.model_copy(update={"method": "treedebater"}), Side.CON: PERSON}, "match with a machine"),
        ({Side.PRO: SeatInfo(occupant=Occupant.PERSON, keeps_flow=True), Side.CON: PERSON}, "human debate"),
    ],
)
def test_a_match_of_ones_own_is_added_as_what_it_was(folder: Path, seats: Any, kind: str) -> None:
    chair = Chair()
    chair.create(seats)
    chair.begin(0)
    chair.act(Action(kind=ActionKind.PROPOSE, actor=Side.PRO, claim=LANTERNS))
    chair.end(EndReason.YIELDED)
    (folder / "one").mkdir()
    (folder / "one" / NAME).write_text("".join(f"{line}\n" for line in chair.log))
    done = rostrum("corpus", "add", folder / "one", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    (debate,) = load(Path(told["file"]))[0]
    assert (debate.kind, debate.claims, debate.source) == (kind, [LANTERNS], "a match of one's own")


def test_a_debate_of_people_goes_before_one_that_was_written(tmp_path: Path) -> None:
    held = HARBOUR.model_copy(update={"id": "held", "reader": "embedded"})
    written = HARBOUR.model_copy(update={"id": "written", "reader": WRITTEN})
    more = tmp_path / "more.jsonl"
    save([held], more)
    for files in ([kept(tmp_path, written), more], [more, kept(tmp_path, written)]):
        example = FlowCorpus(files, BagEmbedder()).nearest(written.record)
        assert example is not None and example.told == "human debate held"

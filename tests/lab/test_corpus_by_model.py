"""Debates read by a model into a corpus, from the command line to the file: resumed, within budget, damaged answers."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from agent.cli.main import main
from config.errors import ModelOutputError, ProviderError
from config.format import Side
from planning.debate.flow import ClaimStatus
from rostrum_lab.corpus.build import Builder, Built, read_with_model
from rostrum_lab.corpus.speeches import DebateTranscript
from rostrum_lab.corpus.store import load
from tests.fakes import BagEmbedder
from tests.model_faults import faults
from tests.model_server import Asked, ModelServer
from tests.models.scripted import ScriptedModel, Turn

SAFER = "Lanterns make the harbour safer."
MOTHS = "Bright light kills moths."
OIL = "Covered lamps spare the moths."


def held(name: str = "lanterns") -> dict[str, Any]:
    """Three speeches: a claim, an attack that quotes it, an answer."""
    return {
        "id": name,
        "source": "Harbour club",
        "motion": "The harbour should be lit all night",
        "winner": "con",
        "speeches": [
            {"side": "pro", "speaker": "Ada", "text": f"Friends of {name}! **Lanterns** save ships."},
            {"side": "con", "speaker": "Bo", "text": "> Lanterns save ships\n\nThey kill moths: https://example.org/m"},
            {"side": "pro", "speaker": "Ada", "text": "Cover them, then."},
        ],
    }


def action(kind: str, claim: str, quote: str, argument: str = "", target: str = "") -> dict[str, str]:
    return {"action": kind, "quote": quote, "claim": claim, "argument": argument, "target": target}


ANSWERS = (
    {"actions": [action("propose", SAFER, "lanterns save ships", "ships were saved")]},
    {
        "actions": [
            action("attack", MOTHS, "they kill moths", target="pro1"),
            action("attack", "Nobody asked the owls.", "they kill moths", target="the lighthouse keeper is asleep"),
            action("attack", "Nobody asked the owls.", "nobody asked the owls", target="pro1"),
        ]
    },
    {"actions": [action("attack", OIL, "Cover them", target="[pro2]")]},
)


def read(asked: Asked) -> Any:
    """The reader of `held`, who knows where it is by what is new."""
    piece = asked.user.rsplit("The new piece:", 1)[1]
    return ANSWERS[0] if "save ships." in piece else ANSWERS[1] if "moths" in piece else ANSWERS[2]


def transcript(name: str = "lanterns") -> DebateTranscript:
    return DebateTranscript.model_validate(held(name))


def test_a_model_reads_a_debate_speech_by_speech() -> None:
    model = ScriptedModel(extractor=list(ANSWERS))
    flows, missed = asyncio.run(read_with_model(transcript(), model, BagEmbedder()))
    assert missed == 0
    assert [(n.side, n.claim, n.status) for n in flows.trees[Side.PRO]] == [
        (Side.PRO, SAFER, ClaimStatus.ATTACKED),
        (Side.CON, MOTHS, ClaimStatus.ATTACKED),
        (Side.PRO, OIL, ClaimStatus.PROPOSED),
    ]
    assert [one.claim for one in flows.trees[Side.PRO].unmatched] == ["Nobody asked the owls."]
    shown = [turn.prompt.user.rsplit("The new piece:", 1)[1] for turn in model.asked]
    assert "(repeating somebody else's words) Lanterns save ships\n(2) They kill moths:" in shown[1]
    assert "example.org" not in shown[1] and "**" not in shown[0]


def test_a_piece_without_a_usable_answer_is_counted_and_the_rest_is_read() -> None:
    model = ScriptedModel(extractor=[ANSWERS[0], ModelOutputError("m", "no JSON"), {"actions": []}])
    told = asyncio.run(Builder(BagEmbedder(), model, "m").build([transcript()]))
    assert told.missed == 1 and told.debates[0].claims == [SAFER] and told.debates[0].reader == "m"


def test_a_debate_that_the_model_was_lost_in_is_not_kept() -> None:
    def answer(turn: Turn) -> Any:
        if "Friends of two" in turn.prompt.user:
            return ProviderError("m", "gone", retryable=True)
        return {"actions": [action("propose", SAFER, "save ships")]}

    model = ScriptedModel(extractor=answer)
    told: Built = asyncio.run(Builder(BagEmbedder(), model, "m").build([transcript("one"), transcript("two")]))
    assert [one.id for one in told.debates] == ["one"] and told.unfinished == {"two": "m: gone"}


# -- the command --------------------------------------------------------------------------------------


class Desk:
    """Somebody who builds a corpus in a folder."""

    def __init__(self, folder: Path, server: ModelServer | None = None, **settings: Any) -> None:
        self.folder = folder
        self.file, self.out = folder / "debates.jsonl", folder / "made.jsonl"
        self.settings = folder / "rostrum.yaml"
        models = {"models": server.models(**settings).model_dump(mode="json")} if server is not None else {}
        self.settings.write_text(yaml.safe_dump(models))

    def debates(self, *names: str, more: str = "") -> None:
        self.file.write_text("".join(json.dumps(held(name)) + "\n" for name in names) + more)

    def build(self, *options: str) -> Result:
        command = ["--config", str(self.settings), "corpus", "build", str(self.file), "--out", str(self.out)]
        return CliRunner().invoke(main, [*command, *options])

    def built(self, *options: str) -> dict[str, Any]:
        """What it tells as JSON."""
        told: dict[str, Any] = json.loads(self.build("--json", *options).stdout)
        return told


def test_a_corpus_is_built_over_http_and_found_by_its_claims(server: ModelServer, tmp_path: Path) -> None:
    server.plays(read)
    desk = Desk(tmp_path, server)
    desk.debates("one", "two", more='{"id": "cut\n')
    told = desk.built()
    assert (told["debates"], told["nodes"], told["reader"], told["calls"]) == (2, 6, "test-model", 6)
    assert [one["line"] for one in told["damaged"]] == [3]
    debates, damaged = load(desk.out)
    assert not damaged and [one.id for one in debates] == ["one", "two"]
    assert debates[0].winner == "con" and debates[0].reader == "test-model"
    kept = desk.out.read_text()
    assert "Friends of" not in kept and "Ada" not in kept


def test_a_budget_that_runs_out_is_gone_on_from(server: ModelServer, tmp_path: Path) -> None:
    server.plays(read)
    desk = Desk(tmp_path, server, in_flight=1)
    desk.debates("one", "two")
    stopped = desk.build("--max-calls", "4")
    assert stopped.exit_code == 1 and "max_calls" in stopped.stderr and "the same command goes on" in stopped.stderr
    assert len(server.asked) == 4
    told = desk.built()
    assert (
        told["debates"] == 2
        and told["unfinished"] == {}
        and told["remembered"] + told["calls"] + 3 * told["reused"] == 6
    )
    assert len(server.asked) == 6  # nothing was asked twice
    again = desk.built()
    assert (again["reused"], again["calls"]) == (2, 0) and len(server.asked) == 6


def test_a_server_that_breaks_leaves_what_is_done(server: ModelServer, tmp_path: Path) -> None:
    server.plays(lambda asked: faults.broken if "Friends of two" in asked.user else read(asked))
    desk = Desk(tmp_path, server, tries=1)
    desk.debates("one", "two")
    failed = desk.build()
    assert failed.exit_code == 1 and "1 of the debates are done" in failed.stderr
    assert [one.id for one in load(desk.out)[0]] == ["one"]


def test_another_model_reads_again(server: ModelServer, tmp_path: Path) -> None:
    server.plays(read)
    desk = Desk(tmp_path, server)
    desk.debates("one")
    desk.built()
    other = Desk(tmp_path, server, model="larger")
    other.debates("one")
    told = other.built()
    assert (told["reused"], told["calls"], told["reader"]) == (0, 3, "larger")


def test_other_debates_of_a_file_stay_in_it(server: ModelServer, tmp_path: Path) -> None:
    server.plays(read)
    desk = Desk(tmp_path, server)
    desk.debates("one")
    desk.built()
    desk.debates("two", "three")
    told = desk.built("--limit", "1")
    assert (told["debates"], told["earlier"]) == (1, 1)
    assert [one.id for one in load(desk.out)[0]] == ["one", "two"]


def test_without_a_model_the_embedded_reader_reads(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    claim = "Lanterns must protect the harbour because sailors cannot see the rocks at night."
    spoken = held() | {"speeches": [{"side": "pro", "text": claim}]}
    desk.file.write_text(json.dumps(spoken) + "\n")
    told = desk.built()
    assert (told["reader"], told["debates"]) == ("embedded", 1)
    assert load(desk.out)[0][0].claims == [claim]
    wanted = desk.build("--reader", "model")
    assert wanted.exit_code == 2 and re.search("models.default.model", wanted.stderr)


@pytest.mark.parametrize(
    ("text", "told"), [("", "there is no debate"), ("{}\n", "line 1"), ('{"id": "a"}\nnot json\n', "line 1")]
)
def test_a_file_without_a_debate_is_refused_with_its_first_fault(tmp_path: Path, text: str, told: str) -> None:
    desk = Desk(tmp_path)
    desk.file.write_text(text)
    refused = desk.build()
    assert refused.exit_code == 1 and told in refused.stderr and not desk.out.exists()


def test_a_file_that_is_something_else_is_not_written_over(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.debates("one")
    desk.out.write_text("my diary\n")
    refused = desk.build()
    assert refused.exit_code == 1 and "made.jsonl" in refused.stderr
    assert desk.out.read_text() == "my diary\n"

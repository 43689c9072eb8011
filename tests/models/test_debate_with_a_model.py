"""A local match in which a model thinks for one side, asked over HTTP; and the same when it fails."""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.replay import replayed
from agent.match.events import ClaimVerified
from agent.match.rights import public
from agent.match.state import Match, Phase
from agent.running.files.log import read_log
from config.format import Side
from planning.debate import acting
from planning.reading.passages import Passage, found
from tests.command_line import rostrum, spoken_in_tones
from tests.model_faults import faults
from tests.model_server import Asked, ModelServer, after
from tests.models.players import Play
from tests.unit.verify.scripted import Player as Verifier

ROOT = Path(__file__).parents[2]
FORMAT = """
name: blitz
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: con, stage: opening, seconds: 12}
  - {side: pro, stage: opening, seconds: 25}
  - {side: con, stage: rebuttal, seconds: 16}
  - {side: pro, stage: closing, seconds: 15}
"""


def debate(server: ModelServer, folder: Path, *arguments: object, **settings: Any) -> tuple[Any, Match]:
    """A match of the model's side against a text, in virtual time."""
    (folder / "blitz.yaml").write_text(FORMAT)
    (folder / "settings.json").write_text(
        json.dumps(
            {"models": json.loads(server.models().model_dump_json()), "hearing": {"engine": "pocketsphinx"}} | settings
        )
    )
    command = ["--config", folder / "settings.json", "debate", "--motion", "fat-tax"]
    command += ["--con", f"text:{ROOT / 'config/opponents/fat-tax-con'}", "--pace", "fast", "--out", folder / "match"]
    command += ["--json", *(() if "--format" in arguments else ("--format", folder / "blitz.yaml")), *arguments]
    with spoken_in_tones():
        done = rostrum(*command)
    assert done.returncode == 0, done.stderr
    found = replayed(read_log(folder / "match"))
    assert found.state_equal is True, found.told
    return json.loads(done.stdout), found.match


def test_a_model_reads_plans_writes_and_is_revised(server: ModelServer, tmp_path: Path) -> None:
    play = Play("pro")
    server.plays(play)
    summary, match = debate(server, tmp_path)
    assert match.phase is Phase.ENDED
    ours = [turn for turn in match.turns if turn.side is Side.PRO]
    spoken = [sentence.text for turn in ours for sentence in turn.spoken]
    assert any("In passage" in text for text in spoken)
    assert any("Picture a neighbour" in text for text in spoken)
    assert all(turn.overrun == 0 for turn in ours)
    assert all(turn.spoken_seconds >= 0.9 * turn.seconds for turn in ours)
    assert {issue.dimension for fed in match.feedback.values() for one in fed for issue in one.issues} == {"engagement"}
    assert any(node.claim.startswith("The point is") for node in match.flows[Side.PRO][Side.CON])
    heard = [Passage(part.text, part.start, part.end) for turn in match.turns for part in turn.heard]
    said = [point for _, point in acting.points(match.flows[Side.PRO])]
    assert {point.side for point in said} == set(Side)
    assert all(found(point.words, heard) for point in said if point.side is Side.CON)
    whole = " ".join(sentence.text for turn in ours for sentence in turn.spoken)
    assert all(point.words in whole for point in said if point.side is Side.PRO)
    assert {row.role for row in match.used[Side.PRO].rows} >= {"extractor", "writer", "audience"}
    assert summary["models"]["calls"] == sum(row.calls for row in match.used[Side.PRO].rows) == len(server.asked)
    page = (tmp_path / "match" / "report.html").read_text()
    assert "What the simulated audience said: 1 issue" in page
    assert "asked for" in page
    assert "test-model at 127.0.0.1" in page
    assert "Points and what became of them" in page
    parts = {one["part"] for one in summary["degraded"]}
    assert parts <= {"recogniser"}, summary["degraded"]
    reading: list[Asked] = [asked for asked in server.asked if asked.schema_name == "Reading"]
    for asked in reading:  # what was heard reaches the model between the markers, whatever it says
        piece = asked.user.rsplit("The new piece:", 1)[1].strip()
        assert piece.startswith("⟦data⟧")
        assert piece.endswith("⟦end of data⟧")


@pytest.mark.long
@pytest.mark.parametrize("fault", ["busy", "broken", "truncated_json"])
def test_a_model_that_fails_costs_nothing_but_its_thoughts(server: ModelServer, tmp_path: Path, fault: str) -> None:
    server.plays(lambda asked: getattr(faults, fault))
    summary, match = debate(server, tmp_path)
    assert match.phase is Phase.ENDED
    ours = [turn for turn in match.turns if turn.side is Side.PRO]
    assert all(turn.spoken and turn.overrun == 0 for turn in ours)
    assert all(turn.spoken_seconds >= 0.9 * turn.seconds for turn in ours)
    assert any("reading" in one["part"] or "drafting" in one["part"] for one in summary["degraded"])


def test_a_model_as_slow_as_a_turn_costs_no_second_of_it(server: ModelServer, tmp_path: Path) -> None:
    server.plays(Play("pro"))
    _, match = debate(server, tmp_path, "--call-seconds", "40")
    ours = [turn for turn in match.turns if turn.side is Side.PRO]
    assert all(turn.spoken and turn.overrun == 0 for turn in ours)
    assert all(turn.spoken_seconds >= 0.9 * turn.seconds for turn in ours)
    assert all(turn.spoken[0].start <= 1.0 for turn in ours)


@pytest.mark.long
def test_a_model_that_was_gone_for_two_turns_is_used_again_when_it_is_back(server: ModelServer, tmp_path: Path) -> None:
    play, gone = Play("pro"), faults.broken

    def now_and_then(asked: Asked) -> Any:
        return play(asked) if "closing statement" in asked.system else gone

    server.plays(now_and_then)
    summary, match = debate(server, tmp_path, "--call-seconds", "2")
    assert any("drafting" in one["part"] for one in summary["degraded"])
    assert any("In passage" in sentence.text or "Under" in sentence.text for sentence in match.turns[3].spoken)


@pytest.mark.long
def test_a_side_goes_without_parts_of_its_method(server: ModelServer, tmp_path: Path) -> None:
    server.plays(Play("pro"))
    _, match = debate(server, tmp_path, "--pro", "treedebater,without=audience+flow")
    assert {one.schema_name for one in server.asked} <= {"Selection", "Reading", "Draft", "LastWords"}
    assert not match.feedback
    assert all(turn.actions for turn in match.turns[:3])
    last = [one for one in server.asked if one.schema_name == "Draft"][-1].user
    rebuttal = " ".join(part.text for part in match.turns[2].heard)
    assert " ".join(rebuttal.split()[:3]) in last.split("What the other side said, as it was heard")[1]
    assert "without audience and flow" in (tmp_path / "match" / "report.html").read_text()


def test_with_slow_calls_a_short_speech_begins_with_words_of_its_own(server: ModelServer, tmp_path: Path) -> None:
    server.plays(Play("pro"))
    match = debate(server, tmp_path, "--format", "sprint", "--call-seconds", "15")[1]
    rebuttal = match.turns[2]
    assert rebuttal.side is Side.PRO and "In passage" in rebuttal.spoken[0].text, "not with what is prepared"


def test_what_was_a_switch_for_both_sides_says_what_to_write(tmp_path: Path) -> None:
    done = rostrum("debate", "--no-flow", "--out", tmp_path / "match")
    assert done.returncode != 0
    assert "--no-flow is said of one side now: --pro treedebater,without=flow" in done.stderr
    assert not (tmp_path / "match").exists()


def spoken(lines: list[str]) -> list[tuple[str, float]]:
    """The sentences of a log, each with when it began in its turn."""
    events = map(json.loads, lines)
    return [(event["text"], event["start"]) for event in events if event["type"] == "sentence_spoken"]


@pytest.mark.long
def test_where_calls_are_counted_a_match_is_the_same_however_long_answers_take(tmp_path: Path) -> None:
    """Of the voices Piper's draws its noise anew each time, so another one speaks here.

    Calls of one moment may reach the server in any order; what is asked and answered is the same.
    """

    class Steady(Play):
        """Names its passages by what was asked, not by how many were asked before."""

        def draft(self, asked: Asked) -> Any:
            self.written = zlib.crc32(asked.user.encode())
            return super().draft(asked)

    def held(most: float, folder: Path) -> tuple[list[str], list[str]]:
        play, draw = Steady("pro"), random.Random(1)
        with ModelServer() as server:
            server.plays(lambda asked: after(draw.uniform(0, most), play(asked)))
            voices = {"voices": {"con": "flite:slt"}}
            folder.mkdir()
            debate(server, folder, "--call-seconds", "6", seed="one", speaking=voices)
            lines = (folder / "match" / "events.jsonl").read_text().replace(server.models().default.host, "HOST")
        return [line for line in lines.splitlines() if '"state_digest"' not in line], [one.user for one in server.asked]

    events, asked = held(0.0, tmp_path / "at-once")
    late_events, late_asked = held(0.4, tmp_path / "late")
    assert sorted(asked) == sorted(late_asked)
    said, late_said = spoken(events), spoken(late_events)
    assert [text for text, _ in said] == [text for text, _ in late_said]
    apart = [abs(start - late) for (_, start), (_, late) in zip(said, late_said, strict=True)]
    assert max(apart) <= 0.15, "an answer and a sentence that is ready in one moment may come in either order"
    used = [json.loads(line)["rows"] for line in events if '"model_used"' in line][-1]
    assert [row["seconds"] for row in used] == [6.0 * row["calls"] for row in used]


def test_a_claim_of_its_own_is_verified_and_stands_with_its_debate(server: ModelServer, tmp_path: Path) -> None:
    """From the draft over the log into the report and what the command prints; nobody else may read it before."""
    play, verifier = Play("pro"), Verifier()
    verifier.changes["LeafJudgement"] = lambda asked, given: given | {"winner": "neither", "answer": "It is not known."}
    claim = "In Finland people live well with such a tax."

    def answered(asked: Asked) -> Any:
        if hasattr(verifier, f"_{asked.schema_name}"):
            return verifier(asked)
        given = play(asked)
        if asked.schema_name == "Draft":
            given["sentences"].insert(0, {"text": claim, "passage": "finland", "importance": "must"})
        return given

    server.plays(answered)
    summary, match = debate(server, tmp_path, thinking={"verify_claims": 1})
    (found,) = [one for one in summary["verified"] if one["claim"] == claim]
    assert (found["side"], found["finding"], found["points"]) == ("pro", "unconfirmed", [])
    (debated,) = found["tree"]["nodes"][0]["debates"]
    assert len(debated["turns"]) == 2 and debated["rationale"]
    log = read_log(tmp_path / "match")
    told = [event for event in log if isinstance(event, ClaimVerified)]
    assert sum(event.tree is not None for event in told if event.claim == claim) == 1, "its tree is told once"
    assert not [event for event in match.degraded if "Finland" in event.reason]
    before = log[: next(place for place, event in enumerate(log) if event.type == "match_ended")]
    seen = [event for event in public(before) if event.type == "claim_verified"]
    assert told and seen == [], "the other side reads nothing of it during the match"
    page = (tmp_path / "match" / "report.html").read_text()
    assert "Claims that were verified" in page and "It is not known." in page
    assert "## Claims that were verified" in (tmp_path / "match" / "transcript.md").read_text()

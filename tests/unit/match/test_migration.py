"""Logs of the first version, brought up to date: all they said, in the fields of today."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from agent.match.events import (
    SCHEMA_VERSION,
    ActionExtracted,
    Degraded,
    Event,
    FitStep,
    MatchCreated,
    Means,
    PlanUpdated,
    TranscriptSegment,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.running.files.log import NAME, read_lines, read_log
from agent.running.files.migrate import migrate
from agent.show.report import write_report
from config.errors import LogError
from config.format import Side
from planning.debate.argument import ActionKind
from speech.timing.steps import Remedy, Verdict

ROOT = Path(__file__).parents[3]
FIRST = ROOT / "tests" / "logs" / "version_1"
KEPT = "events.v1.jsonl"
PRO, CON = Side


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A log as the first version wrote it, with every kind of sentence that is in fields today."""
    shutil.copytree(FIRST, tmp_path / "m")
    return tmp_path / "m"


@pytest.fixture
def events(old: Path) -> list[Event]:
    assert migrate(old) == 1
    return read_log(old)


def changed(folder: Path, line: int, value: dict[str, Any] | str) -> None:
    """One line (from 1) put otherwise: a text as it is, fields into what is there."""
    lines = (folder / NAME).read_text(encoding="utf-8").splitlines()
    lines[line - 1] = value if isinstance(value, str) else json.dumps(json.loads(lines[line - 1]) | value)
    (folder / NAME).write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")


# -- what becomes of it ------------------------------------------------------------------------------


def test_a_log_of_the_first_version_is_refused_in_one_line_that_says_what_to_do(old: Path) -> None:
    with pytest.raises(LogError) as caught:
        read_log(old)
    assert f"of version 1, and this Rostrum reads version {SCHEMA_VERSION}" in str(caught.value)
    assert str(caught.value).endswith(f"rostrum replay {old} --migrate")
    assert "\n" not in str(caught.value)


def test_of_a_newer_log_it_says_that_no_migration_helps(old: Path) -> None:
    changed(old, 1, {"schema_version": SCHEMA_VERSION + 1})
    for reads in (read_log, migrate):
        with pytest.raises(LogError, match="take a newer Rostrum"):
            reads(old)


def test_afterwards_it_replays_to_its_end_and_the_old_one_is_beside_it(old: Path) -> None:
    before = (old / NAME).read_bytes()
    assert migrate(old) == 1
    match = Match.replay(read_log(old))
    assert match.ended == "all turns were held"
    assert (old / KEPT).read_bytes() == before
    assert sorted(path.name for path in old.iterdir()) == [NAME, KEPT]
    assert match.created is not None
    assert match.created.schema_version == SCHEMA_VERSION


def test_nothing_is_done_twice(old: Path) -> None:
    assert migrate(old / NAME) == 1  # the log itself may be named
    once = (old / NAME).read_bytes()
    assert migrate(old) is None
    assert (old / NAME).read_bytes() == once
    assert migrate(old / KEPT) == 1  # what was kept is a log of the first version still


def test_seats_say_who_sits_there_and_files_by_their_names(events: list[Event]) -> None:
    created = events[0]
    assert isinstance(created, MatchCreated)
    assert created.seats == {
        PRO: SeatInfo(occupant=Occupant.DEBATER, method="treedebater", voice="flite slt", keeps_flow=True),
        CON: SeatInfo(occupant=Occupant.RECORDING, name="against uniforms"),
    }


@pytest.mark.parametrize(("kind", "occupant"), [("text", "text"), ("mic", "microphone"), ("person", "person")])
def test_every_kind_of_seat_has_its_occupant(old: Path, kind: str, occupant: str) -> None:
    lines = read_lines(old / NAME)
    seats = json.loads(lines[0])["seats"] | {"con": {"kind": kind, "name": kind, "voice": ""}}
    changed(old, 1, {"seats": seats})
    migrate(old)
    created = read_log(old)[0]
    assert isinstance(created, MatchCreated)
    assert created.seats[CON] == SeatInfo(occupant=Occupant(occupant))


def test_options_and_rationales_are_fields(events: list[Event]) -> None:
    (plan,) = [event for event in events if isinstance(event, PlanUpdated)]
    calm, rich = plan.battlefields
    assert (calm.rationale.unanswered, calm.rationale.strength) == (0, 0.91)
    assert (rich.rationale.unanswered, rich.rationale.strength) == (2, -0.2)
    propose, rebut = calm.options
    assert (propose.kind, propose.node, propose.strength) == (ActionKind.PROPOSE, "p1", 0.91)
    assert (rebut.target, rebut.node, rebut.strength) == ("they said “x” with y", "p1.2.2", -0.4)
    (attack,) = rich.options
    assert (attack.target, attack.means, attack.node, attack.strength) == (
        "tailors\nget rich", Means.REASONING, None, None,
    )  # fmt: skip


def test_steps_are_fields_and_still_told_in_the_same_words(old: Path, events: list[Event]) -> None:
    before = [event for event in map(json.loads, read_lines(old / KEPT)) if event["type"] == "fit_step"]
    steps = [event for event in events if isinstance(event, FitStep)]
    assert [step.verdict for step in steps[1:4]] == [Verdict.LANDS, Verdict.TOO_SHORT, Verdict.TOO_LONG]  # "ready"
    told = {
        "measure 2 more": "measure 2 sentences",
        "too little, and there is no more to say": "too short: there is no more to say",
    }
    for step, then in zip(steps, before, strict=True):
        if then["decision"] != "ready":
            assert step.decision == told.get(then["decision"], then["decision"])
    relaxed = next(step for step in steps if step.remedy is Remedy.RELAX)
    assert (relaxed.count, relaxed.musts) == (1, 2)
    assert {step.remedy for step in steps} == {None, *Remedy}
    assert {step.verdict for step in steps} == set(Verdict)


def test_an_action_gets_the_words_it_was_read_in_where_they_can_be_found(events: list[Event]) -> None:
    calm, grim, rich, model, lost = [event for event in events if isinstance(event, ActionExtracted)]
    assert (calm.quote, calm.start, calm.end, calm.certainty) == ("Uniforms calm the playground.", 1.55, 4.0, 1.0)
    assert grim.quote == "uniforms look grim and nobody learns better in grim clothes"
    assert (grim.start, grim.end, grim.certainty) == (0.5, 5.0, 0.42)
    assert (rich.quote, rich.start, rich.end, rich.certainty) == ("tailors get rich", 3.6, 5.6, None)
    for unknown in (model, lost):  # in a model's own words, and in nobody's
        assert (unknown.quote, unknown.start, unknown.end, unknown.certainty) == ("", None, None, None)


def test_no_folder_of_the_machine_is_left_in_it(old: Path, events: list[Event]) -> None:
    assert "/home/ada" not in (old / NAME).read_text(encoding="utf-8")
    (degraded,) = [event for event in events if isinstance(event, Degraded)]
    assert degraded.reason == "slt.flitevox: cannot be read"
    heard = next(event for event in events if isinstance(event, TranscriptSegment))
    assert heard.recognizer == "faster-whisper base.en"


def test_its_report_can_be_written_again(old: Path, events: list[Event]) -> None:
    page = write_report(old).read_text(encoding="utf-8")
    assert "Also read here; the log does not say in which words." in page
    assert "42 % sure" in page
    assert "node p1, strength 0.91" in page


def test_an_action_before_anything_was_said_has_no_words(old: Path) -> None:
    lines = read_lines(old / NAME)
    place = next(n for n, line in enumerate(lines) if json.loads(line)["type"] == "sentence_spoken")
    for seq in (place, place + 1):  # both sentences become something else
        changed(
            old,
            seq + 1,
            json.dumps({"type": "degraded", "seq": seq, "at": seq, "part": "", "reason": "", "instead": ""}),
        )
    migrate(old)
    own = next(event for event in read_log(old) if isinstance(event, ActionExtracted))
    assert (own.quote, own.start, own.certainty) == ("", None, 1.0)


# -- what cannot be brought up to date ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "value", "told"),
    [
        (2, "not json", "line 2: it is not an event of version 1"),
        (2, "[]", "line 2: it is not an event of version 1"),
        (3, {"decision": "who knows"}, "line 3: the decision 'who knows' cannot be read"),
        (4, {"decision": "ready", "turn": 7}, "line 4: it is not an event of version 1"),
        (21, {"side": "con"}, "line 21: turn 0 is not what the format says"),
        (46, {"part": 7}, "line 46: failed.part: "),
        (28, {"type": "no_such_event"}, "line 28: "),
    ],
)
def test_what_cannot_be_understood_is_named_and_the_log_is_as_it_was(
    old: Path, line: int, value: dict[str, Any] | str, told: str
) -> None:
    changed(old, line, value)
    before = (old / NAME).read_bytes()
    with pytest.raises(LogError) as caught:
        migrate(old)
    assert str(caught.value).startswith(f"{old / NAME}: {told}")
    assert (old / NAME).read_bytes() == before
    assert [path.name for path in old.iterdir()] == [NAME]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ({"options": ["argue freely"]}, "the option 'argue freely' cannot be read"),
        ({"rationale": "because"}, "the rationale 'because' cannot be read"),
    ],
)
def test_prose_that_nothing_wrote_is_not_guessed_at(old: Path, field: dict[str, Any], told: str) -> None:
    plan = json.loads(read_lines(old / NAME)[1])
    changed(old, 2, {"battlefields": [plan["battlefields"][0] | field]})
    with pytest.raises(LogError, match=told):
        migrate(old)


def test_another_log_under_the_name_of_the_old_one_is_not_overwritten(old: Path) -> None:
    (old / KEPT).write_text("something else\n")
    before = (old / NAME).read_bytes()
    with pytest.raises(LogError, match="is there already, and is not this log; move it away"):
        migrate(old)
    assert (old / NAME).read_bytes() == before
    assert (old / KEPT).read_text() == "something else\n"


def test_a_migration_that_was_cut_short_is_done_again(old: Path) -> None:
    shutil.copy(old / NAME, old / KEPT)  # the old log was kept, and then the power failed
    assert migrate(old) == 1
    assert Match.replay(read_log(old)).ended == "all turns were held"


def test_an_empty_log_and_none_at_all(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        migrate(tmp_path)
    (tmp_path / NAME).write_bytes(b"")
    assert migrate(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_said_so(old: Path) -> None:
    before = (old / NAME).read_bytes()
    (old / f"{KEPT}.new").mkdir()  # in the way of what is written beside
    with pytest.raises(LogError, match="cannot be brought up to date: Is a directory"):
        migrate(old)
    assert (old / NAME).read_bytes() == before


def test_on_a_full_disk_the_old_log_is_still_there_whole(old: Path) -> None:
    before = (old / NAME).read_bytes()
    program = f"from agent.running.files.migrate import migrate\nfrom pathlib import Path\nmigrate(Path({str(old)!r}))"

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, len(before) + 100))  # the new one is longer

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=240, preexec_fn=little_room
    )
    assert "cannot be brought up to date: File too large" in done.stderr
    assert (old / NAME).read_bytes() == before
    assert sorted(path.name for path in old.iterdir()) == [NAME, KEPT]


# -- the command -------------------------------------------------------------------------------------


def test_the_command_migrates_replays_and_claims_no_equality(old: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(old), "--migrate", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["events"], found["state_equal"], found["migrated"], found["phase"]) == (46, None, 1, "ended")
    again = CliRunner().invoke(main, ["replay", str(old), "--migrate"])
    assert again.stdout == "46 events; the match is ended; not compared: the log holds no digest of the live match\n"


def test_the_command_says_from_which_version(old: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(old), "--migrate"])
    assert done.stdout.startswith("the log was of version 1; 46 events")


@pytest.mark.parametrize("example", sorted(path.parent.name for path in (ROOT / "docs" / "examples").glob(f"*/{NAME}")))
def test_the_examples_are_up_to_date(example: str) -> None:
    assert Match.replay(read_log(ROOT / "docs" / "examples" / example)).ended == "all turns were held"

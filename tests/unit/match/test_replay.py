"""A log held against the digests of the live match in it: what was altered is found, what is unchecked is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agent.cli.main import main
from agent.match.afterwards.replay import Replayed, replayed
from agent.match.events import Degraded, EndReason, MatchEnded, StateDigest, decode
from agent.match.records.match import MatchRecord, canonical, digest
from agent.match.state import Match
from agent.running.files.log import NAME
from config.errors import LogError, RuleError
from config.format import Side
from planning.debate.argument import Action, ActionKind
from tests.chair import Chair, heard, spoken

PRO, CON = Side


def digested(chair: Chair) -> None:
    """As the runner does at the end of a turn."""
    chair.tell(StateDigest(parts=digest(chair.match)))


def held() -> Chair:
    """Two turns and the end, each with its digest: the lines 8, 14 and 16."""
    chair = Chair()
    chair.create()
    chair.begin(0)
    chair.tell(spoken(0, PRO, "Uniforms reduce bullying."), at=2)
    chair.act(Action(kind=ActionKind.PROPOSE, actor=PRO, claim="uniforms reduce bullying"))
    chair.tell(heard(0, PRO, "uniforms reduce bullying"), at=3)
    chair.end(EndReason.YIELDED, at=9)
    digested(chair)
    chair.begin(1, at=11)
    chair.tell(heard(1, CON, "bullies find other marks"), at=14)
    chair.act(
        Action(kind=ActionKind.ATTACK, actor=CON, claim="bullies find other marks", target="uniforms reduce bullying")
    )
    chair.end(EndReason.YIELDED, at=20)
    digested(chair)
    chair.tell(MatchEnded(reason="enough"))
    digested(chair)
    return chair


def altered(lines: list[str], line: int, change: Callable[[dict[str, Any]], None]) -> list[str]:
    """The log with one line (from 1) changed."""
    value = json.loads(lines[line - 1])
    change(value)
    return [*lines[: line - 1], json.dumps(value), *lines[line:]]


def compared(lines: list[str]) -> Replayed:
    return replayed([decode(line) for line in lines], [line.encode() for line in lines])


def put(*path: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(event: dict[str, Any]) -> None:
        for name in path[:-1]:
            event = event[name]
        event[path[-1]] = value

    return change


# -- what replay finds -------------------------------------------------------------------------------


def test_a_whole_log_is_equal_to_the_live_match_at_every_digest() -> None:
    chair = held()
    found = compared(chair.log)
    assert found.match == chair.match
    assert (found.state_equal, found.digests, found.unchecked, found.difference) == (True, 3, 0, None)
    assert found.told == "equal to the live match at all 3 digests"


@pytest.mark.parametrize(
    ("line", "change", "digest_line", "after", "parts"),
    [
        (3, put("text", value="Uniforms cause bullying."), 8, 0, {"turns"}),
        (4, put("action", "claim", value="uniforms look grim"), 8, 0, {"turns", "flows"}),
        (10, put("end", value=1.5), 14, 8, {"turns"}),
        (11, put("action", "confidence", value=0.5), 14, 8, {"turns", "flows"}),
        (15, put("reason", value="all turns were held"), 16, 14, {"ended"}),
    ],
)
def test_one_altered_event_is_found_by_the_next_digest(
    line: int, change: Callable[[dict[str, Any]], None], digest_line: int, after: int, parts: set[str]
) -> None:
    log = held().log
    assert decode(log[digest_line - 1]).type == "state_digest"
    found = compared(altered(log, line, change))
    assert found.state_equal is False
    assert found.difference is not None
    assert found.difference.type == "state_digest"
    assert (found.difference.line, found.difference.after) == (digest_line, after)
    assert set(found.difference.parts) == parts
    assert found.difference.after < line < found.difference.line
    assert f"line {digest_line} (state_digest): " in found.told
    assert f"the reason lies in lines {after + 1} to {digest_line - 1}" in found.told


def test_the_first_digest_that_differs_is_named_whatever_comes_after() -> None:
    log = altered(altered(held().log, 3, put("text", value="No.")), 10, put("text", value="no"))
    found = compared(log)
    assert found.difference is not None
    assert found.difference.line == 8
    assert found.digests == 0


def test_an_altered_digest_is_found_too() -> None:
    found = compared(altered(held().log, 14, put("parts", "flows", value="0" * 64)))
    assert found.difference is not None
    assert (found.difference.line, found.difference.parts) == (14, ("flows",))


def test_a_line_taken_out_of_the_middle_breaks_a_rule_at_its_line() -> None:
    log = held().log
    with pytest.raises(LogError, match="line 5: event 5 came where 4 was due"):
        compared([*log[:4], *log[5:]])


def test_an_altered_event_that_breaks_a_rule_is_named_by_its_line() -> None:
    with pytest.raises(LogError, match="line 3: con spoke in the turn of pro"):
        compared(altered(held().log, 3, put("side", value="con")))


# -- what cannot be told -----------------------------------------------------------------------------


def test_of_a_log_that_was_cut_only_what_lies_before_a_digest_is_vouched_for() -> None:
    found = compared(held().log[:11])
    assert found.state_equal is None
    assert (found.digests, found.unchecked) == (1, 3)
    assert found.told == "equal at 1 digest; the last 3 events could not be compared, for no digest follows them"


def test_a_log_without_digests_claims_nothing() -> None:
    chair = Chair()
    chair.create()
    chair.begin(0)
    found = compared(chair.log)
    assert found.state_equal is None
    assert found.told == "not compared: the log holds no digest of the live match"
    assert compared([]).state_equal is None


def test_a_difference_that_a_newer_rostrum_may_have_made_is_no_difference() -> None:
    """It added a field, and counted it into its digests: nothing can be said."""
    log = altered(held().log, 3, put("mood", value="grim"))
    assert compared(log).state_equal is True  # the field had its default where the digest was made
    found = compared(altered(log, 8, put("parts", "turns", value="0" * 64)))
    assert found.state_equal is None
    assert found.told.startswith("not compared: line 3 has a field 'mood'")


def test_a_field_added_deep_inside_an_event_is_named_by_its_path() -> None:
    def inside(event: dict[str, Any]) -> None:
        event["format"]["turns"][1]["mood"] = "grim"

    log = altered(altered(held().log, 1, inside), 8, put("parts", "turns", value="0" * 64))
    assert "line 1 has a field 'format.turns.1.mood'" in compared(log).told


def test_a_part_that_this_rostrum_does_not_keep_cannot_be_compared() -> None:
    found = compared(altered(held().log, 8, put("parts", "weather", value="0" * 64)))
    assert found.state_equal is None
    assert "line 8 has a digest of 'weather'" in found.told


# -- the digest --------------------------------------------------------------------------------------


def test_equal_states_have_equal_digests_and_each_part_its_own() -> None:
    chair = held()
    assert digest(chair.match) == digest(chair.replayed())
    before = digest(chair.match)
    chair.tell(Degraded(part="voice", reason="slow", instead="another"))
    after = digest(chair.match)
    assert {name for name in before if before[name] != after[name]} == {"degraded", "seq"}
    assert set(before) == set(vars(Match()))


def test_numbers_are_told_by_their_value_and_defaults_not_at_all() -> None:
    assert canonical(10) == canonical(10.0)
    assert canonical([True, None, "x", Side.PRO]) == [True, None, "x", "pro"]
    assert canonical({Side.PRO: 1, 2: ()}) == {"pro": 1.0, "2.0": []}
    assert "cut" not in canonical(spoken(0, PRO, "x"))
    assert "target" not in canonical(Action(kind=ActionKind.PROPOSE, actor=PRO, claim="x"))


def test_what_no_log_can_hold_has_no_digest() -> None:
    record = MatchRecord()
    record.gone = {PRO: object()}  # type: ignore[dict-item]
    with pytest.raises(RuleError, match="a object is no part of a match's state"):
        digest(record)


# -- the command -------------------------------------------------------------------------------------


def save(folder: Path, lines: list[str]) -> Path:
    (folder / NAME).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def replay(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["replay", str(folder), *options])


def test_the_command_vouches_for_a_whole_match(tmp_path: Path) -> None:
    done = replay(save(tmp_path, held().log), "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert (found["events"], found["state_equal"], found["difference"]) == (16, True, None)
    assert replay(tmp_path).stdout == "16 events; the match is ended; equal to the live match at all 3 digests\n"


def test_the_command_fails_where_the_state_differs_and_says_where(tmp_path: Path) -> None:
    done = replay(save(tmp_path, altered(held().log, 4, put("action", "claim", value="uniforms look grim"))), "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["state_equal"] is False
    assert found["difference"] == {
        "line": 8, "seq": 7, "type": "state_digest", "parts": ["turns", "flows"], "after": 0,
    }  # fmt: skip
    assert f"{tmp_path / NAME}: line 8 (state_digest): turns, flows" in done.stderr


def test_the_command_of_a_cut_log_claims_nothing_and_does_not_fail(tmp_path: Path) -> None:
    done = replay(save(tmp_path, held().log[:11]), "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["state_equal"] is None
    assert "could not be compared" in replay(tmp_path).stdout


def test_the_command_names_the_file_once_where_an_event_breaks_a_rule(tmp_path: Path) -> None:
    log = held().log
    done = replay(save(tmp_path, [*log[:4], *log[5:]]))
    assert done.exit_code == 1
    assert done.stderr.count(NAME) == 1
    assert "line 5: event 5 came where 4 was due" in done.stderr

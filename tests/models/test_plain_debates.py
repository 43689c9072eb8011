"""Plain in whole matches in virtual time: any motion, a model over HTTP, and the same promises when that fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.replay import replayed
from agent.match.state import Match, Phase, TurnRecord
from agent.running.files.log import read_log
from config.format import Side
from config.shipped import EXCHANGES, load_phrases
from tests.command_line import rostrum, spoken_in_tones
from tests.model_faults import faults
from tests.model_server import Asked, ModelServer
from tests.models.evidence_server import Reply, SearchServer
from tests.models.plain_speaker import PlainSpeaker
from tests.models.players import Play
from tests.models.team_player import TeamPlayer

ROOT = Path(__file__).parents[2]
ANY = "This house would close city centres to private cars"
BLITZ = """
name: blitz
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: con, stage: opening, seconds: 25}
  - {side: pro, stage: opening, seconds: 30}
  - {side: con, stage: rebuttal, seconds: 30}
  - {side: pro, stage: closing, seconds: 25}
"""
SHORT_CLOSING = BLITZ.replace("closing, seconds: 25", "closing, seconds: 20")
ASKING = """
name: asking
gap_seconds: 1
turns:
  - {side: con, stage: opening, seconds: 25, points_of_information: {start: 3, end: 22}}
  - {side: pro, stage: opening, seconds: 30, points_of_information: {start: 3, end: 27}}
  - {side: con, stage: rebuttal, seconds: 20, cross_examination: side}
  - {side: pro, stage: rebuttal, seconds: 20, cross_examination: side}
  - {side: pro, stage: closing, seconds: 15}
"""


def command(folder: Path, settings: dict[str, Any], *arguments: object, form: str = BLITZ) -> list[str]:
    (folder / "format.yaml").write_text(form)
    voices = {"pro": "espeak:en-us", "con": "espeak:en-us"}
    here = {"hearing": {"engine": "pocketsphinx"}, "speaking": {"voices": voices}}
    (folder / "settings.json").write_text(json.dumps(here | settings))
    words = ["--config", folder / "settings.json", "debate", "--pace", "fast"]
    return list(map(str, [*words, "--format", folder / "format.yaml", "--out", folder / "match", "--json", *arguments]))


def debate(
    server: ModelServer, folder: Path, *arguments: object, form: str = BLITZ, settings: dict[str, Any] | None = None
) -> tuple[Any, Match]:
    """A match with plain for pro; against a text, if nobody else is named."""
    models = {"models": json.loads(server.models().model_dump_json()), "serving": {"models": {"none": {}}}}
    models |= settings or {}
    asked = arguments if "--pro" in arguments else ("--pro", "plain", *arguments)
    if "--con" not in arguments:
        asked = (*asked, "--con", f"text:{ROOT / 'config/opponents/fat-tax-con'}")
    with spoken_in_tones():
        done = rostrum(*command(folder, models, *asked, form=form))
    assert done.returncode == 0, done.stderr
    found = replayed(read_log(folder / "match"))
    assert found.state_equal is True, found.told
    assert found.match.phase is Phase.ENDED
    assert (folder / "match" / "report.html").is_file()
    return json.loads(done.stdout), found.match


def turns_of(match: Match, side: Side) -> list[TurnRecord]:
    return [turn for turn in match.turns if turn.side is side]


def test_two_of_them_debate_any_motion_and_land_inside_the_clock(server: ModelServer, tmp_path: Path) -> None:
    server.plays(PlainSpeaker())
    summary, match = debate(server, tmp_path, "--con", "plain", "--motion", ANY, "--call-seconds", "4")
    assert match.created is not None
    assert (match.created.motion, match.created.motion_id) == (
        ANY,
        "this-house-would-close-city-centres-to-private-cars",
    )
    assert [seat.method for seat in match.created.seats.values()] == ["plain", "plain"]
    assert not any(seat.keeps_flow for seat in match.created.seats.values())
    for turn in match.turns:
        assert turn.overrun == 0 and turn.spoken_seconds >= 0.75 * turn.seconds
        assert turn.spoken[0].start <= 1.0
        assert not turn.actions
    assert {asked.schema_name for asked in server.asked} == {"Speech"}
    rebuttal = " ".join(one.text for one in match.turns[2].spoken)
    assert "You said “" in rebuttal, "it answers what was said"
    assert {one["part"] for one in summary["degraded"]} <= {"recogniser"}


def test_it_meets_treedebater_and_each_keeps_to_its_own(server: ModelServer, tmp_path: Path) -> None:
    server.plays(Play("con"))
    server.plays(PlainSpeaker(), schema="Speech")
    _, match = debate(server, tmp_path, "--con", "treedebater", "--motion", "fat-tax", "--call-seconds", "3")
    assert match.created is not None
    assert match.created.seats[Side.CON].keeps_flow and not match.created.seats[Side.PRO].keeps_flow
    assert all(turn.spoken and turn.overrun == 0 for turn in match.turns)
    assert any("In passage" in one.text for turn in turns_of(match, Side.CON) for one in turn.spoken)
    assert any("as in point" in one.text for turn in turns_of(match, Side.PRO) for one in turn.spoken)
    assert {row.role for row in match.used[Side.PRO].rows} == {"writer"}


def test_all_that_was_said_is_in_the_question_and_nothing_of_it_is_an_order(
    server: ModelServer, tmp_path: Path
) -> None:
    server.plays(PlainSpeaker())
    _, match = debate(server, tmp_path, "--motion", "fat-tax", "--call-seconds", "2")
    last = [one for one in server.asked if "the closing of pro, 25 seconds" in one.user][-1].user
    record = last.split("as it was heard:")[1].split("⟦end of data⟧")[0]
    assert record.strip().startswith("⟦data⟧")
    for turn in match.turns[:3]:
        said = turn.spoken if turn.side is Side.PRO else turn.heard
        assert " ".join(said[0].text.split()[:3]) in record
        assert " ".join(said[-1].text.split()[-2:]) in record


@pytest.mark.long
@pytest.mark.parametrize("fault", ["busy", "truncated_json"])
def test_without_an_answer_it_says_so_repeats_what_stands_and_the_log_tells(
    server: ModelServer, tmp_path: Path, fault: str
) -> None:
    speaker = PlainSpeaker()

    def answers_for_the_opening_alone(asked: Asked) -> Any:
        return speaker(asked) if "the opening of pro, 30" in asked.user else getattr(faults, fault)

    server.plays(answers_for_the_opening_alone)
    summary, match = debate(server, tmp_path, "--motion", "fat-tax", "--call-seconds", "2")
    opening, closing = turns_of(match, Side.PRO)
    texts = [one.text for one in closing.spoken]
    assert texts[0] == "I speak for the motion: Developed countries should impose a fat tax."
    assert texts[1].startswith("Rather than make anything up")
    assert {*texts[2:-1]} <= {one.text for one in opening.spoken}
    assert closing.spoken[0].start <= 1.0 and closing.overrun == 0
    assert any("drafting" in one["part"] for one in summary["degraded"])


def test_a_model_as_slow_as_a_turn_costs_no_second_of_it(server: ModelServer, tmp_path: Path) -> None:
    server.plays(PlainSpeaker())
    _, match = debate(server, tmp_path, "--motion", "fat-tax", "--call-seconds", "18", form=SHORT_CLOSING)
    opening, closing = turns_of(match, Side.PRO)
    for turn in (opening, closing):
        assert turn.spoken[0].start <= 1.0 and turn.overrun == 0
    assert opening.spoken_seconds >= 0.75 * opening.seconds
    assert closing.spoken[-1].end >= 0.75 * closing.seconds  # sentences of tones are few and long


@pytest.mark.long
def test_what_nobody_has_said_is_asked_for_again_and_then_left_out(server: ModelServer, tmp_path: Path) -> None:
    server.plays(PlainSpeaker("A study by Oxford found that 73 percent of towns were happier."))
    summary, match = debate(server, tmp_path, "--motion", ANY, "--call-seconds", "2")
    assert not any("73" in one.text for turn in turns_of(match, Side.PRO) for one in turn.spoken)
    assert any("no source has 73" in asked.user for asked in server.asked)
    assert any(one["part"] == "figures" and "73" in one["reason"] for one in summary["degraded"])


@pytest.mark.long
def test_where_both_are_heard_it_puts_off_what_it_is_asked_and_asks_nothing(
    server: ModelServer, tmp_path: Path
) -> None:
    server.plays(PlainSpeaker())
    _, match = debate(
        server, tmp_path, "--con", "treedebater,model=none", "--motion", "fat-tax", "--call-seconds", "2", form=ASKING
    )
    assert not any(poi.accepted for poi in match.turns[1].pois), "it takes no point of information"
    examined = match.turns[2]
    later = set(load_phrases(EXCHANGES)["answer.later"])
    assert {one.text for one in examined.beside} & later, "it is polite, and not silent"
    assert match.turns[3].spoken == [] and match.turns[3].ended is not None


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("--pro", "plain", "--con", "plain", "--motion", ANY), "plain needs a language model: name one under models"),
        (("--motion", ANY), "`rostrum motions` lists them"),
        (("--motion", ANY), "a seat `plain` debates any at once"),
        (("--pro", "plain", "--con", "plain", "--motion", "fat-tx"), "the nearest: fat-tax"),
        (("--pro", "plain,voice", "--motion", ANY), "voice has no value"),
    ],
)
def test_what_cannot_be_held_is_said_in_one_line_before_it_begins(
    tmp_path: Path, seats: tuple[str, ...], told: str
) -> None:
    done = rostrum(*command(tmp_path, {}, *seats))
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "match").exists()


@pytest.mark.long
def test_as_the_papers_baseline_it_searches_before_it_speaks_and_knows_the_stages_craft(
    server: ModelServer, tmp_path: Path
) -> None:
    server.plays(TeamPlayer())
    server.plays(PlainSpeaker(), schema="Speech")
    page = {"title": "Sugar", "url": "https://x.gov/1", "content": "Sales fell by 12 percent in 2024.", "score": 0.9}
    with SearchServer(Reply({"results": [page]})) as search:
        plain = {"evidence": {"tavily": {"base_url": search.url}}, "methods": {"plain": {"baseline": True}}}
        _, match = debate(server, tmp_path, "--motion", ANY, "--call-seconds", "2", settings=plain)
    assert [one.schema_name for one in server.asked][:2] == ["Queries", "Compiled"]
    first = next(one for one in server.asked if one.schema_name == "Speech")
    assert "[k1] (for) Sales fell by 12 percent" in first.user and "How claims are proved" in first.system
    assert {"writer", "plain.searcher"} == {row.role for row in match.used[Side.PRO].rows}


@pytest.mark.long
def test_of_several_speeches_a_judge_of_its_own_takes_the_best(server: ModelServer, tmp_path: Path) -> None:
    server.plays(PlainSpeaker(), schema="Speech")
    server.plays(lambda asked: {"best": asked.user.count("\n\n(") + 1, "why": "It is."}, schema="Choice")
    best = {"methods": {"plain": {"best_of": 3}}}
    _, match = debate(server, tmp_path, "--motion", ANY, "--call-seconds", "2", settings=best)
    chosen = [one for one in server.asked if one.schema_name == "Choice"]
    assert chosen and all("(3) " in one.user and "(4) " not in one.user for one in chosen)
    rows = {row.role: row.calls for row in match.used[Side.PRO].rows}
    assert rows["writer"] >= 3 * rows["plain.judge"] > 0
    assert all(turn.spoken and turn.overrun == 0 for turn in turns_of(match, Side.PRO))

"""A match that is over is judged by models over real HTTP, speech by speech, or counted where there is none."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from agent.judging.debatrix import Debatrix, side_by_side
from agent.judging.judges import JOURNAL, judge_by
from agent.judging.rubric import rubric
from agent.local.virtual_time import run as in_virtual_time
from agent.match.afterwards.verdicts import Outcome, PanelVerdict
from agent.match.afterwards.votes import MOST_CHARACTERS, ModelVerdict
from agent.running.files.folder import VERDICT, model_verdict
from agent.show.report import report_as_of_now, write_report
from config.errors import BudgetSpent, ConfigError, LibraryError, ModelOutputError, ProviderError, RuleError
from config.format import Side
from config.settings import Judging, Models, Role, Settings
from planning.asking.journal import Journal
from tests.model_server import Asked, ModelServer, nobody
from tests.models.judge_players import Heard, Player, called_pro, first, longer
from tests.models.scripted import ScriptedModel, Turn, after
from tests.unit.judging.views import debate, four_teams, speech

LOG = Path(__file__).parents[1] / "page/logs/labor-unions/events.jsonl"
EVIL = "<script>alert('x')</script>"
BASE = 3 * (
    3 * (6 + 1) + 1
)  # calls of three runs: three dimensions over six speeches and their verdicts, and the whole
CHANGED = 22 + 22 + 3  # names, wording, and of the length only what differs: three notes of the speech that was cut


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copyfile(LOG, tmp_path / LOG.name)
    return tmp_path


def only_openings(folder: Path) -> Path:
    """The same match broken off after both openings: a third of the calls."""
    lines = LOG.read_text(encoding="utf-8").splitlines(keepends=True)
    events = [json.loads(line) for line in lines]
    held = next(one["seq"] for one in events if (one["type"], one.get("turn")) == ("turn_ended", 1)) + 1
    end = {"seq": held, "at": events[held]["at"], "type": "match_ended", "reason": "broken off"}
    (folder / LOG.name).write_text("".join(lines[:held]) + json.dumps(end) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def openings(tmp_path: Path) -> Path:
    return only_openings(tmp_path)


def con(heard: Heard) -> int:
    """Knows Con by its even numbers; nothing that is changed in this match makes a difference to it."""
    return 1 - heard.number % 2


def judged_by(server: ModelServer, folder: Path, *, probe: bool = False, **settings: Any) -> ModelVerdict:
    judging = Judging(**{name: settings.pop(name) for name in ("panel", "runs", "agreement") if name in settings})
    models = server.models(**{"in_flight": 8} | settings)
    return asyncio.run(judge_by(Settings(models=models, judging=judging), folder, probe=probe))


def panel(verdict: ModelVerdict) -> PanelVerdict:
    assert verdict.judged is not None
    return verdict.judged


def test_a_verdict_stands_with_its_reasons_and_is_in_the_report(server: ModelServer, folder: Path) -> None:
    assert 'id="judged"' not in write_report(folder).read_text()
    server.plays(Player(con))
    told = judged_by(server, folder)
    judged, (ballot,) = panel(told), panel(told).ballots
    assert (told.verdict.side, judged.result.winner, judged.result.why) == (Side.CON, "con", "")
    assert [one.points for one in ballot.scores] == [{"pro": 0.0, "con": 3.0}] * 4
    assert [one.dimension for one in ballot.scores] == ["argument", "source", "language", "overall"]
    assert [(one.name, one.held, one.result is not None) for one in ballot.changes] == [
        ("names", True, True), ("order", True, False), ("length", True, True), ("wording", True, True),
    ]  # fmt: skip
    assert ballot.reasons[0].quote in told.verdict.reasons and [one.turn for one in told.speeches] == [*range(6)]
    assert judged.usage.calls == len(server.asked) == BASE + CHANGED and judged.usage.cost is None
    assert model_verdict(folder) == told
    shown = report_as_of_now(folder).read_text()
    assert "Con won" in shown and "rubric in other words" in shown and judged.rubric in shown


def test_money_is_told_at_the_prices_that_are_set(server: ModelServer, openings: Path) -> None:
    server.plays(Player(con))
    used = panel(judged_by(server, openings, runs=1, price_in=1.0, price_out=10.0)).usage
    assert used.cost == pytest.approx((used.prompt_tokens + 10 * used.completion_tokens) / 1e6, abs=1e-5)


def test_each_call_sees_one_speech_and_fits_a_small_context(server: ModelServer, folder: Path) -> None:
    server.plays(Player(con))
    judged_by(server, folder, runs=1)
    analyses = [one for one in server.asked if one.schema_name == "Analysis"]
    assert all(len(Heard(one).text.split()) < 800 for one in analyses)
    assert "(none yet)" in analyses[0].user and analyses[0].user.count("they said") == 0


@pytest.mark.parametrize(("worth", "broken"), [(called_pro, "names"), (longer, "length")])
def test_what_does_not_hold_is_no_verdict(server: ModelServer, openings: Path, worth: Any, broken: str) -> None:
    server.plays(Player(worth))
    told = judged_by(server, openings, runs=1)
    (ballot,) = panel(told).ballots
    assert ballot.runs[0].outcome is Outcome.WON and not next(one for one in ballot.changes if one.name == broken).held
    assert told.verdict.side is None and panel(told).result.why.startswith("it came out otherwise once")
    assert "No verdict: it came out otherwise once" in write_report(openings).read_text()


def test_a_second_wording_can_break_it_too(server: ModelServer, openings: Path) -> None:
    def by_wording(asked: Asked) -> Any:
        other = "adjudicate" in asked.system
        return Player((lambda heard: heard.number % 2) if other else con)(asked)

    server.plays(by_wording)
    told = judged_by(server, openings, runs=1)
    assert panel(told).result.why == "it came out otherwise once the rubric was put otherwise"


def test_a_split_panel_names_no_winner_and_says_how_it_split(server: ModelServer, openings: Path) -> None:
    server.plays(Player(con))
    server.plays(Player(lambda heard: heard.number % 2), model="other")
    told = judged_by(server, openings, runs=1, panel=("test-model", "other"))
    assert told.verdict.side is None and "the judges split (1 con, 1 pro)" in told.verdict.reasons
    assert [one.by.partition(" at ")[0] for one in panel(told).ballots] == ["test-model", "other"]


def test_a_tie_in_every_run_is_a_tie_and_not_the_want_of_a_verdict(server: ModelServer, openings: Path) -> None:
    server.plays(Player(lambda heard: 1))
    told = judged_by(server, openings)
    assert panel(told).result.outcome is Outcome.TIE and told.verdict.reasons.startswith("A tie.")


def test_who_is_killed_in_the_middle_goes_on_and_asks_nothing_twice(server: ModelServer, folder: Path) -> None:
    server.plays(Player(con))
    with pytest.raises(BudgetSpent):
        judged_by(server, folder, max_calls=50)
    assert not (folder / VERDICT).exists()
    told = judged_by(server, folder)
    prompts = [json.dumps(one.messages) for one in server.asked]
    runs = [json.loads(line)["asked"] for line in (folder / JOURNAL).read_text().splitlines()[1:]]
    assert len(prompts) == BASE + CHANGED == len(runs) and panel(told).usage.remembered == 50 + 19
    assert panel(judged_by(server, folder)).usage.calls == 0


def test_two_do_not_judge_one_match_at_once(server: ModelServer, folder: Path) -> None:
    with Journal(folder / JOURNAL), pytest.raises(LibraryError, match="another run is writing to it"):
        judged_by(server, folder)


# -- answers that are none -------------------------------------------------------------------------


def odd(asked: Asked, **changed: Any) -> Any:
    return Player(con)(asked) | changed


@pytest.mark.parametrize(
    ("shape", "answer", "told"),
    [
        ("Analysis", {"notes": "fine", "quotes": ["nobody has ever said this"]}, "was not said there"),
        ("Analysis", {"notes": "half of it"}, "quotes"),
        ("Analysis", "I would rather not.", "no JSON object"),
        ("Winner", {"winner": "the government"}, "`winner` must be one of these: Pro, Con, tie"),
        ("Winner", {"reasons": [{"reason": "so", "speech": 1, "quote": "it was never said here"}]}, "was not said"),
        ("Winner", {"reasons": []}, "reasons"),
    ],
)
def test_an_answer_that_is_none_twice_is_no_verdict(
    server: ModelServer, openings: Path, shape: str, answer: Any, told: str
) -> None:
    server.plays(Player(con))
    server.plays(lambda asked: answer if isinstance(answer, str) else odd(asked, **answer), schema=shape)
    if shape == "Analysis" and isinstance(answer, dict) and "quotes" not in answer:
        server.plays(lambda asked: answer, schema=shape)
    verdict = judged_by(server, openings, runs=1)
    assert verdict.verdict.side is None and panel(verdict).result.outcome is Outcome.NONE
    assert told in panel(verdict).result.why and "\n" not in panel(verdict).result.why


def test_a_refused_quotation_is_mended_when_it_is_asked_for_again(server: ModelServer, openings: Path) -> None:
    def careless(asked: Asked) -> Any:
        once = "was refused" not in asked.user
        return odd(asked, quotes=["nobody said this"]) if once else odd(asked)

    server.plays(Player(con))
    server.plays(careless, schema="Analysis")
    assert judged_by(server, openings, runs=1).verdict.side is Side.CON


def test_a_dead_endpoint_is_one_line_and_leaves_no_verdict(folder: Path) -> None:
    models = Models.model_validate({"default": {"base_url": nobody(), "model": "m", "tries": 1}})
    with pytest.raises(ProviderError, match=r"m at 127.*cannot be reached"):
        asyncio.run(judge_by(Settings(models=models), folder))
    assert not (folder / VERDICT).exists()


def test_one_dead_judge_of_two_leaves_no_majority(server: ModelServer, openings: Path) -> None:
    server.plays(Player(con))
    roles = {"absent.judge": {"base_url": nobody(), "model": "m", "tries": 1}}
    told = judged_by(server, openings, runs=1, panel=("test-model", "absent"), roles=roles)
    assert panel(told).result.why == "the judges split (1 con, 1 no verdict)"
    assert "cannot be reached" in panel(told).ballots[1].result.why


def test_what_a_judge_costs_must_be_known_where_it_is_limited(server: ModelServer, folder: Path) -> None:
    with pytest.raises(ConfigError, match="max_cost needs price_in"):
        judged_by(server, folder, panel=("other",), max_cost=1.0, price_in=1.0, price_out=1.0)


# -- without a model -------------------------------------------------------------------------------


def test_without_a_model_it_counts_and_names_no_side(folder: Path) -> None:
    told = asyncio.run(judge_by(Settings(), folder))
    assert (told.by, told.verdict.side, told.speeches, told.judged) == ("", None, (), None)
    assert "nothing was weighed" in told.verdict.reasons and "open" in told.verdict.reasons
    assert len(told.verdict.reasons) <= MOST_CHARACTERS
    assert {one.status for one in told.ledger} >= {"answered", "dropped"}
    assert all(one.words and one.told.startswith(one.status) for one in told.ledger)
    assert model_verdict(folder) == told


def test_the_ledger_names_what_figures_come_from(tmp_path: Path) -> None:
    shutil.copyfile(LOG.parent.parent / "digital-dollar" / LOG.name, tmp_path / LOG.name)
    told = asyncio.run(judge_by(Settings(), tmp_path))
    assert any(one.sources for one in told.ledger)


def test_a_match_that_goes_on_is_not_judged(folder: Path) -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(place for place, line in enumerate(lines) if '"match_ended"' in line)
    (folder / LOG.name).write_text("".join(lines[:end]), encoding="utf-8")
    with pytest.raises(RuleError, match="when it is over"):
        asyncio.run(judge_by(Settings(), folder))


# -- one judge by itself ---------------------------------------------------------------------------


def answered(turn: Turn) -> Any:
    """As `Player`, a second a call."""
    body = {"messages": [{"role": "user", "content": turn.prompt.user}]}
    assert turn.answer is not None
    form = {"type": "json_schema", "json_schema": {"name": turn.answer.__name__}}
    return after(1.0, Player(con)(Asked("", None, body | {"response_format": form}, turn.number)))  # type: ignore[arg-type]


@pytest.mark.parametrize(("blind", "rounds"), [(False, 8.0), (True, 7.0)])
def test_three_runs_over_six_speeches_take_at_most_nine_calls_one_after_the_other(blind: bool, rounds: float) -> None:
    model = ScriptedModel(judge=answered)

    async def three_runs() -> float:
        judge = Debatrix(model, Role.JUDGE, "m")
        await side_by_side(judge.judge(debate(blind=blind), rubric().first, number) for number in (1, 2, 3))
        return asyncio.get_running_loop().time()

    assert in_virtual_time(three_runs(), fast=True) == pytest.approx(rounds)
    assert len(model.asked) == BASE


def test_what_is_blind_is_not_known_to_the_other() -> None:
    model = ScriptedModel(judge=answered)
    in_virtual_time(Debatrix(model, Role.JUDGE, "m").judge(debate(blind=True), rubric().first, 1), fast=True)
    second = [one.prompt.user for one in model.asked if "Now hear (2) Con" in one.prompt.user]
    assert len(second) == 3 and all("(none yet)" in one for one in second)


def test_four_teams_are_ranked(server: ModelServer) -> None:
    model = ScriptedModel(judge=lambda turn: answered(turn).answer)
    opinion = asyncio.run(Debatrix(model, Role.JUDGE, "m").judge(four_teams(), rubric().first, 1))
    assert sorted(opinion.overall.ranking) == ["CG", "CO", "OG", "OO"]
    assert list(opinion.dimensions) == ["argument", "support", "clash", "language"]
    assert all("add something of its own" in one.prompt.system for one in model.asked)


def test_a_debate_without_a_closing_is_judged_by_what_was_held() -> None:
    model = ScriptedModel(judge=lambda turn: answered(turn).answer)
    opinion = asyncio.run(Debatrix(model, Role.JUDGE, "m").judge(debate(speeches=3), rubric().first, 1))
    assert opinion.overall.outcome is Outcome.WON and len(model.asked) == 3 * 4 + 1


def test_four_hours_stay_within_a_small_context() -> None:
    view = debate(speeches=4)
    hour = [f"Sentence {number} of a very long speech goes on and on about it." for number in range(760)]
    speeches = tuple(speech(turn, ("pro", "con")[turn % 2], *hour, " ".join(["word"] * 1500)) for turn in range(4))
    model = ScriptedModel(judge=lambda turn: padded(turn))

    def padded(turn: Turn) -> Any:
        given = answered(turn).answer
        return given | {"notes": f"{given['notes'][:-1]}. {'and more ' * 160}"[:1490]} if "notes" in given else given

    opinion = asyncio.run(
        Debatrix(model, Role.JUDGE, "m").judge(view.__class__(view.motion, view.parties, speeches), rubric().first, 1)
    )
    longest = max(len(one.prompt.system) + len(one.prompt.user) for one in model.asked)
    assert opinion.error is None or isinstance(opinion.error, ModelOutputError)
    assert len(model.asked) > 3 * 16 and longest / 3.5 < 16_000 - 4_096


def test_first_speakers_are_not_preferred_where_their_places_can_be_exchanged() -> None:
    model = ScriptedModel(judge=lambda turn: played(turn, first))
    opinion = asyncio.run(Debatrix(model, Role.JUDGE, "m").judge(debate(blind=True, speeches=2), rubric().first, 1))
    assert opinion.overall.winner == "pro"


def played(turn: Turn, worth: Any) -> Any:
    body = {"messages": [{"role": "user", "content": turn.prompt.user}]}
    assert turn.answer is not None
    form = {"type": "json_schema", "json_schema": {"name": turn.answer.__name__}}
    return Player(worth)(Asked("", None, body | {"response_format": form}, turn.number))  # type: ignore[arg-type]

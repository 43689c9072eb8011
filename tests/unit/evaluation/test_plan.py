"""What a plan may say, and what is said of one that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.evaluation.contestants import fingerprint, seat_of
from agent.evaluation.plan import Contestant, load_plan
from config.errors import ConfigError, UsageError
from config.format import Side, Stage
from config.settings import Endpoint, Models, Settings

LEAST = "motions: [ai-tutor]\ncontestants: [treedebater, plain]\n"


def plan(folder: Path, text: str) -> Path:
    (folder / "plan.yaml").write_text(text)
    return folder / "plan.yaml"


def test_the_least_that_a_plan_says(tmp_path: Path) -> None:
    found = load_plan(plan(tmp_path, LEAST))
    assert [one.name for one in found.contestants] == ["treedebater", "plain"]
    assert (found.stages, found.sides, found.debates) == (tuple(Stage), tuple(Side), True)


def test_paths_are_taken_from_where_the_plan_lies(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    text = "motions: [ai-tutor]\ncontestants: [treedebater, {name: ada, texts: ada}]\nrecorded: {ai-tutor: ada}\n"
    found = load_plan(plan(tmp_path, text))
    assert found.contestants[1].texts == found.recorded["ai-tutor"] == tmp_path / "ada"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("contestants: [treedebater, plain]", "motions: Field required"),
        ("motions: []\ncontestants: [treedebater, plain]", "motions: .*at least 1"),
        ("motions: [ai-tutor, ai-tutor]\ncontestants: [treedebater, plain]", "motions: .*ai-tutor is named twice"),
        ("motions: [ai-tutor]\ncontestants: [plain]", "contestants: .*at least 2"),
        ("motions: [ai-tutor]\ncontestants: [plain, plain]", "plain is named twice"),
        ("motions: [ai-tutor]\ncontestants: [plain, socrates]", "contestants.1: .*no method socrates"),
        (LEAST + "listeners: [{name: x, opinions: [3]}]", "listeners.0.opinions.0: .*less than or equal to 2"),
        (LEAST + "listeners: [{name: x, ratings: none.csv}]", "listeners.0.ratings: there is no none.csv"),
        (LEAST + "listeners: [{name: x, ratings: y.csv, seeds: [1]}]", "ratings are people's"),
        (LEAST + "stages: [overture]", "stages.0: .*'opening', 'rebuttal' or 'closing'"),
        (LEAST + "stages: []\ndebates: false", "nothing is compared"),
        (LEAST + "recorded: {fat-tax: x}", "recorded: fat-tax is not among the motions"),
        (LEAST + "budgets: {calls: 1}", "budgets: there is no such setting"),
        (LEAST + "budget: {calls: 0}", "budget.calls: .*greater than or equal to 1"),
        ("motions: [a b]\ncontestants: [plain, {name: t, without: [FLOW]}]", "contestants.1.without.0: .*pattern"),
        (
            "motions: [a b]\ncontestants: [plain, {name: t, texts: x, model: y}]",
            "contestants.1: .*texts are a person's",
        ),
        ("motions: [a b", "not YAML"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, wrong: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        load_plan(plan(tmp_path, wrong))


def test_what_a_contestant_does_without_is_its_seat_s_and_nobody_else_s() -> None:
    given = Contestant.model_validate({"name": "a", "without": ["flow", "look_ahead"]})
    assert seat_of(given, "m", Side.PRO).without == ("flow", "look-ahead")
    assert seat_of(Contestant(name="b"), "m", Side.CON).without == ()
    with pytest.raises(UsageError, match="treedebater cannot do without 'memory'"):
        seat_of(Contestant(name="c", without=("memory",)), "m", Side.PRO)


def test_a_contestant_is_another_one_where_it_would_speak_otherwise() -> None:
    def mark(settings: Settings, **changed: Any) -> str:
        return fingerprint(Contestant.model_validate({"name": "a"} | changed), settings)

    def asking(**endpoint: Any) -> Settings:
        return Settings(models=Models(default=Endpoint(model="m", **endpoint)))

    same = mark(asking())
    assert same == mark(asking(base_url="http://localhost:9/v1", price_in=3, price_out=4, in_flight=9), name="b")
    others = [mark(asking(temperature=0.2)), mark(asking(), without=["flow"]), mark(asking(), method="plain")]
    assert len({same, *others}) == 4

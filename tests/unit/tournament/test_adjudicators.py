"""Who judges where: no conflict where it can be avoided, the strong in important rooms, nobody thrice."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.tournament.core import events
from agent.tournament.core.events import Drawn
from agent.tournament.core.people import Adjudicator, JudgeKind
from agent.tournament.core.plan import AllocationRules
from agent.tournament.desk.panels import make_panels
from agent.tournament.draw.adjudicators import FreeJudge, PanelSizes, allocated
from tests.unit.tournament.worlds import draw, made, plan, put


def rooms(count: int) -> list[Drawn]:
    """R1 has A and B, R2 C and D, and so on; the first is the most important."""
    return [
        Drawn(id=f"R{n + 1}", teams=(chr(65 + 2 * n), chr(66 + 2 * n)), bracket=float(count - n)) for n in range(count)
    ]


def test_the_strongest_chairs_in_the_most_important_rooms() -> None:
    judges = [FreeJudge(f"J{strength}", float(strength)) for strength in range(1, 6)]
    found = allocated(rooms(3), judges, PanelSizes())
    assert {id: panel.chair for id, panel in found.panels.items()} == {"R1": "J5", "R2": "J4", "R3": "J3"}
    assert {*found.panels["R1"].wings} == {"J1", "J2"}  # panels stay odd
    assert "J5 chairs: the strongest here (5)" in found.panels["R1"].why


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_conflict_where_all_can_be_avoided(data: st.DataObject) -> None:
    """Against every way to give three rooms a chair."""
    debates = rooms(3)
    teams = st.frozensets(st.sampled_from("ABCDEF"), max_size=4)
    judges = [FreeJudge(f"J{n}", float(n), avoid=data.draw(teams)) for n in range(4)]
    possible = any(
        all(not judge.avoid & {*debate.teams} for judge, debate in zip(some, debates, strict=True))
        for some in permutations(judges, 3)
    )
    found = allocated(debates, judges, PanelSizes())
    by_name = {judge.name: judge for judge in judges}
    for debate in debates:
        for name in found.panels[debate.id].everybody if debate.id in found.panels else ():
            assert not by_name[name].avoid & {*debate.teams}
    if possible:
        assert len(found.panels) == 3


def test_an_adjudicator_who_conflicts_with_all_is_left_out_and_named() -> None:
    judges = [
        FreeJudge("Aunt", 9.0, avoid=frozenset("ABCD")),
        FreeJudge("Bo", 3.0),
        FreeJudge("Cy", 2.0),
    ]
    found = allocated(rooms(2), judges, PanelSizes())
    assert {panel.chair for panel in found.panels.values()} == {"Bo", "Cy"}
    assert found.remarks == ("Aunt has a conflict in every room, and is not seated",)
    alone = allocated(rooms(2), judges[:1], PanelSizes())
    assert not alone.panels
    assert "R1 has no adjudicator without a conflict" in alone.remarks


def test_who_has_judged_a_team_twice_judges_another() -> None:
    often = FreeJudge("Bo", 5.0, seen={"A": 2})
    found = allocated(rooms(2), [often, FreeJudge("Cy", 1.0)], PanelSizes())
    assert found.panels["R2"].chair == "Bo"
    forced = allocated(rooms(1), [often], PanelSizes())
    assert "accepted: Bo has judged A 2x" in forced.panels["R1"].why


def test_two_who_should_not_sit_together_are_exchanged() -> None:
    judges = [FreeJudge(f"J{n}", float(n)) for n in range(5)] + [FreeJudge("Ex", 5.0, apart=frozenset({"J4", "J3"}))]
    found = allocated(rooms(2), judges, PanelSizes())
    for panel in found.panels.values():
        assert "Ex" not in panel.everybody or not {"J4", "J3"} & {*panel.everybody}
    assert {name for panel in found.panels.values() for name in panel.everybody} == {judge.name for judge in judges}


def test_trainees_listen_and_have_no_vote() -> None:
    found = allocated(rooms(2), [FreeJudge("Bo"), FreeJudge("Cy"), FreeJudge("Tia", trainee=True)], PanelSizes())
    assert found.panels["R1"].trainees == ("Tia",)
    assert "Tia" not in found.panels["R1"].voting


def test_models_judge_where_people_are_lacking_or_beside_them() -> None:
    record = made(6, judges=2, of=plan(1))
    put(record, events.AdjudicatorEntered(adjudicator=Adjudicator(name="Panel", kind=JudgeKind.MODEL)))
    draw(record, 0)
    panels = make_panels(record, 0).panels
    assert sorted(panel.chair for panel in panels.values()) == ["J0", "J1", "Panel"]
    beside = made(6, judges=3, of=plan(1, panels=AllocationRules(machines="beside").model_dump()))
    put(beside, events.AdjudicatorEntered(adjudicator=Adjudicator(name="Panel", kind=JudgeKind.MODEL)))
    draw(beside, 0)
    both = make_panels(beside, 0)
    assert all(panel.wings == ("Panel",) for panel in both.panels.values())
    put(beside, both)  # no person, so in every room at once


def test_one_judge_sits_where_it_has_no_conflict() -> None:
    """Also if that is not the most important room; without a conflict it is."""
    jo = FreeJudge("Jo", avoid=frozenset("A"))
    assert {*allocated(rooms(3), [jo], PanelSizes()).panels} == {"R2"}
    assert {*allocated(rooms(3), [FreeJudge("Jo")], PanelSizes()).panels} == {"R1"}
    panel = FreeJudge("Panel", anywhere=True)
    found = allocated(rooms(2), [jo, panel], PanelSizes())
    assert {id: one.chair for id, one in found.panels.items()} == {"R1": "Panel", "R2": "Jo"}


def test_panels_that_were_made_by_hand_stay() -> None:
    record = draw(made(6, judges=6, of=plan(1)), 0)
    put(record, make_panels(record, 0))
    weakest = events.Panel(chair="J0", wings=("J1", "J2"))
    put(record, events.PanelsMade(round=0, panels={id: events.Panel() for id in ("R1-2", "R1-3")} | {"R1-1": weakest}))
    kept = make_panels(record, 0, keep=True).panels
    assert kept["R1-1"] == weakest
    assert sorted(panel.chair for id, panel in kept.items() if id != "R1-1") == ["J4", "J5"]
    assert make_panels(record, 0).panels["R1-1"] != weakest

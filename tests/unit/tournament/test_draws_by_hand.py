"""Draws against draws worked by hand from the rules of circuits; where a rule is from is named with each.

The rules were read in Tabbycat's documentation and issues, which cite the rule books (docs/tournaments.md).
"""

from __future__ import annotations

import pytest

from agent.tournament.core import events
from agent.tournament.core.lots import lots
from agent.tournament.core.plan import DrawRules, How, Order, PullUp, Style
from agent.tournament.desk.drawing import draw_round
from agent.tournament.draw.brackets import brackets
from agent.tournament.draw.contenders import Contender
from agent.tournament.draw.knockout import knockout, seats
from agent.tournament.draw.positions import rooms_of_four
from agent.tournament.draw.power import power_pairing
from config.errors import RuleError
from tests.unit.tournament.worlds import made, plan, play, put


def field(points: str, **met: str) -> list[Contender]:
    """`2 2 1 1`: A, B, C, D by rank with these points; `A="C"`: A has met C."""
    names = "ABCDEFGHIJKLMNOP"
    made = [Contender(names[rank], rank, float(one)) for rank, one in enumerate(points.split())]
    times = {frozenset((one, other)) for one, others in met.items() for other in others}
    return [
        Contender(
            one.name,
            one.rank,
            one.points,
            met={other.name: 1 for other in made if frozenset((one.name, other.name)) in times},
        )
        for one in made
    ]


def pairs(contenders: list[Contender], seed: str = "1", **rules: object) -> set[str]:
    found = power_pairing(contenders, How.POWER, DrawRules.model_validate(rules), "R", seed)
    return {"".join(sorted(debate.teams)) for debate in found.debates}


def test_australs_slide_in_a_bracket_of_ten() -> None:
    """Slide (Tabbycat, draw-generation): first v sixth, second v seventh, and so on."""
    assert pairs(field("1 " * 10), order="slide") == {"AF", "BG", "CH", "DI", "EJ"}


def test_fold_and_adjacent_in_a_bracket_of_ten() -> None:
    """Fold: first v tenth; adjacent: first v second (same page)."""
    assert pairs(field("1 " * 10), order="fold") == {"AJ", "BI", "CH", "DG", "EF"}
    assert pairs(field("1 " * 10), order="adjacent") == {"AB", "CD", "EF", "GH", "IJ"}


def test_australs_one_up_one_down() -> None:
    """AIDA, by Tabbycat's draw-generation: a conflict in a pair is resolved by exchange with the next pair."""
    assert pairs(field("1 1 1 1 1 1 1 1", A="E"), order="slide") == {
        "AF",
        "BE",
        "CG",
        "DH",
    }  # the first can go down only
    assert pairs(field("1 1 1 1 1 1 1 1", D="H"), order="slide") == {"AE", "BF", "CH", "DG"}  # the last up only
    assert pairs(field("1 1 1 1 1 1 1 1", B="F"), order="slide") in (
        {"AF", "BE", "CG", "DH"},
        {"AE", "BG", "CF", "DH"},
    )


def test_australs_history_is_worse_than_institution() -> None:
    """Of A and E who have met and A and F of one school, the second is accepted, where nothing else is left."""
    two = [
        Contender("A", 0, institution="X", avoid=frozenset("X"), met={"C": 1}),
        Contender("B", 1, met={"D": 1}),
        Contender("C", 2, met={"A": 1}),
        Contender("D", 3, institution="X", avoid=frozenset("X"), met={"B": 1}),
    ]
    two[0] = Contender("A", 0, institution="X", avoid=frozenset("X"), met={"C": 1, "B": 1})
    assert pairs(two, order="slide") == {"AD", "BC"}


@pytest.mark.parametrize(
    ("rule", "order", "expected"),
    [
        ("top", "slide", {"AC", "BD", "EF"}),  # Australs: D, the first of the losers, goes up
        ("bottom", "fold", {"AF", "BC", "DE"}),  # APDA: the last goes up and meets the first
        ("middle", "slide", {"AC", "BE", "DF"}),
    ],
)
def test_pull_ups_after_one_round_of_six(rule: str, order: str, expected: set[str]) -> None:
    """Three winners A, B, C and three losers D, E, F: one goes up (Tabbycat, odd bracket resolution)."""
    assert pairs(field("1 1 1 0 0 0"), pull_up=rule, order=order) == expected


def test_uadc_nobody_is_pulled_up_twice() -> None:
    """UADC 20.10 (Tabbycat #2936): D was pulled up before, so E is."""
    contenders = field("1 1 1 0 0 0")
    contenders[3] = Contender("D", 3, 0.0, pulled=1)
    made, pulled = brackets(contenders, PullUp.LEAST, lots("x"))
    assert pulled == ["E"]
    assert [[one.name for one in some] for some in made] == [["A", "B", "C", "E"], ["D", "F"]]


def test_wsdc_pulls_up_who_had_the_weakest_opponents() -> None:
    """WSDC Procedures 3.3-3.11 (Tabbycat #2513): of the next bracket, nobody twice, by the mean rank of opponents."""
    contenders = field("2 2 2 1 1 1 1 1")
    met = {"D": 3.0, "E": 5.5, "F": 6.5, "G": 6.0, "H": 2.0}
    contenders[3:] = [
        Contender(one.name, one.rank, 1.0, opposition=met[one.name], pulled=int(one.name == "F"))
        for one in contenders[3:]
    ]
    made, pulled = brackets(contenders, PullUp.WEAKEST, lots("x"))
    assert pulled == ["G"]  # F had weaker ones, and has been pulled up
    assert [len(some) for some in made] == [4, 4]


def test_bp_gives_each_the_position_it_lacks() -> None:
    """WUDC, by Tabbycat's draw-generation-bp: within a bracket nothing counts but position balance."""
    history = {"A": (1, 1, 1, 0), "B": (0, 1, 1, 1), "C": (1, 0, 1, 1), "D": (1, 1, 0, 1)}
    four = [Contender(name, rank, 5.0, sides=sides) for rank, (name, sides) in enumerate(history.items())]
    (room,) = rooms_of_four(four, How.POWER, DrawRules(), "R4", "1").debates
    assert room.teams == ("B", "C", "D", "A")  # OG, OO, CG, CO


def test_bp_pull_ups_come_from_the_next_bracket_into_any_room() -> None:
    """WUDC forbids to gather pull-ups in one room by rule; six teams of 6 points need two of 4."""
    points = [6.0] * 6 + [4.0] * 6 + [1.0] * 4
    contenders = [Contender(f"T{rank:02}", rank, one, sides=(0, 0, 0, 0)) for rank, one in enumerate(points)]
    together = []
    for seed in range(20):
        found = rooms_of_four(contenders, How.POWER, DrawRules(), "R", str(seed)).debates
        assert [room.bracket for room in found] == [6.0, 6.0, 4.0, 1.0]
        assert sum(len(room.pulled) for room in found) == 2
        assert {name for room in found[:2] for name in room.pulled} < {f"T{rank:02}" for rank in range(6, 12)}
        together.append(max(len(room.pulled) for room in found))
    assert {1, 2} == {*together}  # by lot: sometimes in one room, sometimes not


def test_bp_refuses_33_teams_and_says_what_is_lacking() -> None:
    with pytest.raises(RuleError, match="33 teams do not fill rooms of four: 3 more"):
        rooms_of_four([Contender(f"T{n}", n) for n in range(33)], How.POWER, DrawRules(), "R", "1")


def test_knockouts_fold_by_rank_and_the_best_bypass() -> None:
    """Tabbycat, elimination: of b teams the next power of two decides; six: 3 v 6 and 4 v 5, 1 and 2 go through."""
    six = dict(enumerate("ABCDEF", 1))
    known = {name: Contender(name) for name in "ABCDEFGH"}
    first = knockout(six, seats(6, 0), known, DrawRules(), Style.TWO, "QF", "1")
    assert {"".join(sorted(one.teams)): one.seat for one in first.debates} == {"CF": 3, "DE": 4}
    assert first.through == ("A", "B")
    eight = dict(enumerate("ABCDEFGH", 1))
    full = knockout(eight, seats(8, 0), known, DrawRules(), Style.TWO, "QF", "1")
    assert {"".join(sorted(one.teams)) for one in full.debates} == {"AH", "BG", "CF", "DE"}
    with pytest.raises(RuleError, match="A has won already"):
        knockout({1: "A"}, 2, known, DrawRules(), Style.TWO, "F", "1")


def test_side_locks_change_the_sides_of_those_who_met() -> None:
    """NorAms (by Tabbycat's issue #547): who met an odd number of times is on the other side in a knockout."""
    for locks in (True, False):
        sides = set()
        for seed in "abcdef":
            record = made(2, of=plan(1, 1, draw={"side_locks": locks}), seed=seed)
            play(record, 0)
            (met,) = record.rounds[0].debates.values()
            put(record, events.BreakMade(category="open", teams=("A", "B")))
            put(record, *draw_round(record, 1))
            (final,) = record.rounds[1].debates.values()
            sides.add(final.teams == met.teams)
            assert ("sides are changed from when they met" in final.drawn.why) is locks
        assert sides == ({False} if locks else {True, False})


def test_bp_knockouts_fold_into_rooms_of_four() -> None:
    """Four-way fold of 16: room 1 has seeds 1, 8, 9 and 16; of 12 the best four bypass."""
    sixteen = {seat: f"{seat:02}" for seat in range(1, 17)}
    found = knockout(sixteen, 0, {}, DrawRules(), Style.BP, "OF", "1")
    assert sorted(sorted(one.teams) for one in found.debates) == [
        ["01", "08", "09", "16"],
        ["02", "07", "10", "15"],
        ["03", "06", "11", "14"],
        ["04", "05", "12", "13"],
    ]
    twelve = {seat: f"{seat:02}" for seat in range(1, 13)}
    assert knockout(twelve, 0, {}, DrawRules(), Style.BP, "QF", "1").through == ("01", "02", "03", "04")
    with pytest.raises(RuleError, match="10 teams are no knockout of four"):
        knockout({seat: str(seat) for seat in range(1, 11)}, 0, {}, DrawRules(), Style.BP, "QF", "1")


def test_random_order_says_so() -> None:
    found = power_pairing(field("1 1 1 1"), How.POWER, DrawRules(order=Order.RANDOM), "R", "1")
    assert found.debates[0].why[0].startswith("by lot")


def test_each_pairing_says_what_kept_better_opponents_away() -> None:
    """A would meet D, the last; they have met. With C, B would have to meet D again."""
    contenders = field("1 1 1 1", A="D", B="D")
    found = power_pairing(contenders, How.POWER, DrawRules.model_validate({"order": "fold"}), "R", "1")
    (of_a,) = [debate.why for debate in found.debates if "A" in debate.teams]
    assert {"".join(sorted(debate.teams)) for debate in found.debates} == {"AB", "CD"}
    assert of_a[:3] == ("third choice of A (fold)", "with D: A and D have met", "with C: B and D have met")
    (of_c,) = [debate.why for debate in found.debates if "C" in debate.teams]
    assert of_c[0].startswith("third choice of C")

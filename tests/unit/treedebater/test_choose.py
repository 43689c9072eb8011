"""What a side could do now, and what it makes of its time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.format import Side, Stage
from config.shipped import load_format
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowTree
from planning.debate.planned import Importance, Rationale
from planning.methods.treedebater.choosing.choose import (
    Battlefield,
    Option,
    TreePlan,
    battlefields,
    candidates,
    options,
)
from planning.methods.treedebater.choosing.retrieve import Candidate, Retrieved
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.fakes import BagEmbedder, short_format, uniforms

PRO, CON = Side
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind
MOTION = uniforms()


def act(kind: ActionKind, actor: Side, claim: str, source: str | None = None) -> Action:
    return Action(kind=kind, actor=actor, claim=claim, source=source)


def after_the_openings() -> tuple[FlowTree, FlowTree]:
    """Pro said two things, con attacked the first of them and said one thing of its own."""
    pro, con = FlowTree(PRO), FlowTree(CON)
    pro.apply(act(PROPOSE, PRO, "uniforms reduce bullying", "p1"))
    pro.apply(act(PROPOSE, PRO, "uniforms save money", "p2"))
    pro.apply(act(ATTACK, CON, "bullies find other marks", "p1.1"), "pro1")
    con.apply(act(PROPOSE, CON, "dress is identity", "c1"))
    return pro, con


def listed(found: list[Candidate]) -> list[tuple[str, str]]:
    return [(candidate.kind.value, candidate.target) for candidate in found]


# -- candidate actions -------------------------------------------------------------------------------


def test_the_first_speaker_can_only_propose() -> None:
    found = candidates(
        PRO, Stage.OPENING, FlowTree(PRO), FlowTree(CON), ["uniforms reduce bullying", "they save money"]
    )
    assert listed(found) == [("propose", "uniforms reduce bullying"), ("propose", "they save money")]


def test_what_has_been_said_is_not_proposed_again() -> None:
    pro, con = after_the_openings()
    found = candidates(PRO, Stage.OPENING, pro, con, ["uniforms reduce bullying", "uniforms look smart"])
    assert [c.target for c in found if c.kind is PROPOSE] == ["uniforms look smart"]


@pytest.mark.parametrize("stage", [Stage.REBUTTAL, Stage.CLOSING])
def test_nothing_is_proposed_after_the_opening(stage: Stage) -> None:
    pro, con = after_the_openings()
    assert PROPOSE not in {c.kind for c in candidates(PRO, stage, pro, con, ["uniforms look smart"])}


def test_pro_rebuts_the_attack_reinforces_its_claims_and_attacks_theirs() -> None:
    pro, con = after_the_openings()
    assert listed(candidates(PRO, Stage.REBUTTAL, pro, con, [])) == [
        ("rebut", "bullies find other marks"),
        ("reinforce", "uniforms reduce bullying"),
        ("reinforce", "uniforms save money"),
        ("attack", "dress is identity"),
    ]


def test_an_attack_that_was_answered_is_not_rebutted_again() -> None:
    pro, con = after_the_openings()
    pro.apply(act(REBUT, PRO, "the easiest target is gone"), "pro3")
    assert REBUT not in {c.kind for c in candidates(PRO, Stage.REBUTTAL, pro, con, [])}


def test_con_attacks_every_claim_of_pros_and_what_rebuts_its_own() -> None:
    pro, con = after_the_openings()
    con.apply(act(ATTACK, PRO, "words show identity too"), "con1")
    assert listed(candidates(CON, Stage.REBUTTAL, con, pro, [])) == [
        ("rebut", "words show identity too"),
        ("reinforce", "dress is identity"),
        ("attack", "uniforms reduce bullying"),
        ("attack", "uniforms save money"),
    ]


def test_a_candidate_says_where_its_target_is() -> None:
    pro, con = after_the_openings()
    rebut = candidates(PRO, Stage.REBUTTAL, pro, con, [])[0]
    assert rebut == Candidate(
        kind=REBUT,
        target="bullies find other marks",
        owner=PRO,
        flow="pro3",
        thread="uniforms reduce bullying",
        source="p1.1",
        unanswered=True,
        visits=0,
    )


# -- options -----------------------------------------------------------------------------------------


def candidate(
    kind: ActionKind, target: str, *, owner: Side = PRO, flow: str = "x1", unanswered: bool = True
) -> Candidate:
    return Candidate(kind, target, owner, flow=flow, thread=target, unanswered=unanswered)


def with_nodes(what: Candidate, *names: str) -> Retrieved:
    return Retrieved(what, tuple((MOTION.nodes[name], MOTION.nodes[name].f(0)) for name in names))


def test_a_node_is_offered_once_for_the_most_pressing_of_its_actions() -> None:
    reinforce = with_nodes(candidate(REINFORCE, "uniforms reduce bullying"), "p1.1.1")
    rebut = with_nodes(candidate(REBUT, "bullies find other marks"), "p1.1.1")
    for order in ([reinforce, rebut], [rebut, reinforce]):
        (only,) = options(order, frozenset())
        assert only.candidate.kind is REBUT
        assert only.node is MOTION.nodes["p1.1.1"]


def test_what_has_been_spoken_is_not_offered_again() -> None:
    found = options(
        [with_nodes(candidate(REBUT, "bullies find other marks"), "p1.1.1", "p1.2.1")], frozenset({"p1.1.1"})
    )
    assert [option.node.id for option in found if option.node] == ["p1.2.1"]


def test_an_open_point_without_anything_prepared_stays() -> None:
    (only,) = options([with_nodes(candidate(ATTACK, "uniforms itch"))], frozenset())
    assert only.node is None
    assert only.candidate.target == "uniforms itch"


def test_an_answered_point_without_anything_prepared_does_not() -> None:
    assert options([with_nodes(candidate(ATTACK, "uniforms itch", unanswered=False))], frozenset()) == []
    assert options([with_nodes(candidate(REINFORCE, "uniforms look smart"))], frozenset()) == []


def test_a_point_whose_answers_were_all_spoken_needs_no_reasoning() -> None:
    assert options([with_nodes(candidate(REBUT, "bullies find other marks"), "p1.1.1")], frozenset({"p1.1.1"})) == []


# -- battlefields ------------------------------------------------------------------------------------


def option(kind: ActionKind, thread: str, strength: float, **where: object) -> Option:
    return Option(Candidate(kind, f"about {thread}", PRO, thread=thread, **where), None, strength)  # type: ignore[arg-type]


def test_options_on_one_topic_are_one_battlefield() -> None:
    fields = battlefields(
        [option(REBUT, "uniforms reduce bullying", 1.0), option(ATTACK, "mockery is rare", 0.5)],
        {"uniforms reduce bullying": "bullying", "mockery is rare": "bullying"},
        100,
    )
    assert [(field.key, field.topic, len(field.options)) for field in fields] == [("bullying", "bullying", 2)]
    assert fields[0].seconds == 100


def test_a_claim_nobody_prepared_for_is_a_battlefield_of_its_own() -> None:
    (field,) = battlefields([option(ATTACK, "uniforms itch", 0.5)], {"uniforms reduce bullying": "bullying"}, 60)
    assert (field.key, field.topic) == ("uniforms itch", "")


def test_the_open_point_comes_before_the_merely_strong_one() -> None:
    fields = battlefields(
        [
            option(ATTACK, "strong", 1.2, unanswered=False, flow="a"),
            option(REBUT, "open", 1.0, unanswered=True, flow="b"),
        ],
        {},
        60,
    )
    assert [field.key for field in fields] == ["open", "strong"]
    assert "1 point of theirs unanswered" in str(fields[0].rationale)
    assert "nothing of theirs is open" in str(fields[1].rationale)


def test_what_comes_up_again_and_again_weighs_more() -> None:
    fields = battlefields([option(REINFORCE, "once", 1.0, visits=1), option(REINFORCE, "often", 1.0, visits=4)], {}, 60)
    assert [field.key for field in fields] == ["often", "once"]


def test_three_battlefields_share_the_time_three_two_one() -> None:
    fields = battlefields([option(ATTACK, name, s) for name, s in (("a", 3.0), ("b", 2.0), ("c", 1.0))], {}, 60)
    assert [(f.importance, f.seconds) for f in fields] == [
        (Importance.HIGH, 30),
        (Importance.MEDIUM, 20),
        (Importance.LOW, 10),
    ]


def test_inside_a_battlefield_the_rebuttal_comes_first() -> None:
    (field,) = battlefields([option(kind, "one", 1.0) for kind in (REINFORCE, ATTACK, REBUT)], {}, 60)
    assert [o.candidate.kind for o in field.options] == [REBUT, ATTACK, REINFORCE]


def test_an_opening_is_first_of_all_for_ones_own_claims() -> None:
    fields = battlefields(
        [option(ATTACK, "theirs", 1.0, unanswered=True, flow="a"), option(PROPOSE, "ours", 1.0)], {}, 60
    )
    assert fields[0].key == "ours"


def test_nothing_to_say_makes_no_battlefield() -> None:
    assert battlefields([], {}, 240) == ()


@given(
    st.lists(
        st.tuples(st.sampled_from(list(ActionKind)), st.sampled_from("abcdef"), st.floats(-1, 2)),
        min_size=1,
        max_size=30,
    ),
    st.floats(1, 240),
)
def test_the_time_is_shared_out_whole_and_nothing_is_lost(
    found: list[tuple[ActionKind, str, float]], seconds: float
) -> None:
    fields = battlefields([option(*one) for one in found], {}, seconds)
    assert sum(field.seconds for field in fields) == pytest.approx(seconds)
    assert sum(len(field.options) for field in fields) == len(found)
    assert [field.seconds for field in fields] == sorted((field.seconds for field in fields), reverse=True)
    assert fields[0].importance is Importance.HIGH


def test_the_shares_by_topic() -> None:
    field = Battlefield("k", "bullying", PRO, Importance.HIGH, Rationale(unanswered=0, strength=1), 30.0, ())
    other = Battlefield("uniforms itch", "", CON, Importance.LOW, Rationale(unanswered=0, strength=1), 10.0, ())
    plan = TreePlan(PRO, Stage.REBUTTAL, 1, (field, other), 1.0)
    assert {b.topic or b.key: b.seconds for b in plan.battlefields} == {"bullying": 30.0, "uniforms itch": 10.0}


# -- the whole mind ----------------------------------------------------------------------------------


def mind(motion: Rehearsal, embedder: BagEmbedder, side: Side, *, blind: bool = False) -> Strategy:
    return Strategy(motion, side, short_format(blind=blind), embedder, "seed")


def test_con_plans_an_answer_to_what_it_heard(motion: Rehearsal, embedder: BagEmbedder) -> None:
    con = mind(motion, embedder, CON)
    con.hear("Uniforms reduce bullying over clothes")
    plan = con.plan(1)
    attacks = [o for f in plan.battlefields for o in f.options if o.candidate.kind is ATTACK]
    assert {o.node.id for o in attacks if o.node} == {"p1.1", "p1.2"}


def test_in_a_blind_opening_con_plans_as_if_it_had_heard_nothing(motion: Rehearsal, embedder: BagEmbedder) -> None:
    con = mind(motion, embedder, CON, blind=True)
    before = con.plan(1)
    con.hear("Uniforms reduce bullying over clothes")
    assert con.plan(1) == before
    assert con.write(con.plan(1), 1) == con.write(before, 1)


def test_the_blindness_ends_with_the_openings(motion: Rehearsal, embedder: BagEmbedder) -> None:
    con = mind(motion, embedder, CON, blind=True)
    con.hear("Uniforms reduce bullying over clothes")
    assert ATTACK in {o.candidate.kind for f in con.plan(3).battlefields for o in f.options}


def test_the_plan_looks_ahead_as_far_as_the_format_goes(motion: Rehearsal, embedder: BagEmbedder) -> None:
    pro = Strategy(motion, PRO, load_format("oxford"), embedder, "seed")
    assert [pro.plan(i).k for i in (0, 2, 4)] == [3, 1, 0]
    strength = {o.node.id: o.strength for f in pro.plan(0).battlefields for o in f.options if o.node}
    assert strength == {name: motion.nodes[name].f(3) for name in ("p1", "p2")}

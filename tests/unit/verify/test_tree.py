"""The tree that comes of a policy: how deep, how many calls, who is asked back, and what stands at its root."""

import asyncio

import pytest
from pydantic import ValidationError

from config.settings import Models
from planning.growth.calls import Calls
from planning.verify.policy import Mode, Policy
from planning.verify.record import LeafReason, Verdict, Verification
from planning.verify.verifying import Assignment, Verifying
from tests.model_server import ModelServer, after
from tests.unit.verify.scripted import InProcess, Player, fenced, leaf_of, part, played, verified


@pytest.mark.parametrize(("depth", "calls", "chain"), [(1, [23, 30, 37], 14), (2, [53, 96, 153], 20)])
def test_as_many_calls_are_counted_as_the_method_has(depth, calls, chain):
    policy = Policy(depth=depth)
    assert [policy.calls(wide) for wide in (2, 3, 4)] == calls
    assert policy.longest_chain == chain  # the paper's 16 and 24, where the two of a round do not wait for each other


def test_a_whole_tree_takes_the_calls_that_were_counted(tmp_path):
    player = Player(parts=2, levels=1)
    with ModelServer() as server:
        server.plays(player)
        found = verified(server, tmp_path / "j")
    assert len(player.asked) == found.spending.answers == Policy(depth=1).calls(2) == 23
    assert (found.verdict, found.complete, found.troubles) == (Verdict.YES, True, ())
    assert found.confidence == pytest.approx(0.9 * 0.9)
    assert found.root.leaves == ("1.1", "1.2")
    assert {asked.body["temperature"] for asked in server.asked if asked.schema_name.endswith("Judgement")} == {0.0}


def test_the_document_is_read_back_as_it_was(tmp_path):
    found = played(Player(), Policy(depth=1))
    assert Verification.model_validate_json(found.model_dump_json(by_alias=True)) == found


@pytest.mark.parametrize(
    ("policy", "levels", "deepest"),
    [
        ({"mode": Mode.ADAPTIVE}, 0, 0),
        ({"mode": Mode.ADAPTIVE}, 1, 1),
        ({"mode": Mode.ADAPTIVE}, 9, 2),
        ({"mode": Mode.BOUNDED}, 0, 1),
        ({"mode": Mode.MINIMUM, "min_depth": 2, "depth": 3}, 0, 2),
        ({"mode": Mode.FIXED}, 0, 2),
    ],
)
def test_who_says_how_deep_a_tree_grows(policy, levels, deepest):
    player = Player(levels=levels)
    found = played(player, Policy(**policy))
    assert {node.depth for node in found.nodes if not node.children} == {deepest}
    if policy["mode"] is Mode.FIXED:
        assert "Difficulty" not in player.asked


def test_an_easy_claim_is_debated_whole():
    found = played(Player(levels=0), Policy())
    assert found.root.leaf_reason is LeafReason.EASY
    assert len(found.root.debates[0].turns) == 6


def test_a_policy_that_contradicts_itself_is_refused():
    with pytest.raises(ValidationError, match="at least 3 levels are wanted, and 2 at most"):
        Policy(mode=Mode.MINIMUM, min_depth=3, depth=2)


def test_of_too_many_parts_the_hardest_are_kept_and_the_others_told():
    player = Player(parts=6)

    def rising(asked, given):
        return given | {"scores": [{"child": n, "difficulty": n / 7} for n in range(1, 7)]}

    player.changes["Difficulty"] = rising
    found = played(player, Policy(depth=1))
    assert [node.question[-1] for node in found.nodes[1:]] == ["3", "4", "5", "6"]
    assert [one[-1] for one in found.root.split.left_out] == ["1", "2"]


def test_a_split_is_replaced_once_by_its_judge():
    player = Player()
    better = [part("Is pressure lower up there?"), part("Does pressure matter?"), part("What boils?", "Water", "Tea")]
    player.changes["SplitJudgement"] = lambda asked, given: {
        "decision": "replace", "children": better, "rationale": "It left pressure out."
    }  # fmt: skip
    found = played(player, Policy(depth=1))
    assert [node.question for node in found.nodes[1:]] == [one["question"] for one in better]
    assert found.root.split.replaced and found.root.split.judgement == "It left pressure out."
    assert player.asked.count("SplitJudgement") == 1
    assert set(found.nodes[3].debates[0].answers.values()) == {"Water", "Tea"}


# -- clarify -----------------------------------------------------------------------------------------


def unclear(asked, given):
    if "has added already" in asked.user:
        return given
    return {"scores": [], "decision": "clarify", "missing": ["which illness", "for whom"]}


def test_what_cannot_be_answered_as_it_is_put_says_what_is_missing(tmp_path):
    player = Player()
    player.changes["Difficulty"] = unclear
    found = played(player, Policy(), "What is the best medicine?")
    assert found.verdict is Verdict.CLARIFY and found.confidence == 0
    assert "which illness" in found.answer and "for whom" in found.answer
    assert "DebaterTurn" not in player.asked


def test_who_asked_may_be_asked_back_once_and_is_remembered(tmp_path):
    player, asked_back = Player(), []
    player.changes["Difficulty"] = unclear

    async def ask_back(missing):
        asked_back.append(tuple(missing))
        return "a headache"

    with ModelServer() as server:
        server.plays(player)
        runs = [verified(server, tmp_path / "j", text="What is best?", ask_back=ask_back) for _ in range(2)]
        assert any("a headache" in one for asked in server.asked for one in fenced(asked))
    assert asked_back == [("which illness", "for whom")]
    assert [one.clarified for one in runs] == ["a headache"] * 2
    assert runs[1].spending.calls == 0


# -- verdicts ----------------------------------------------------------------------------------------


def judging(**changes):
    return lambda asked, given: given | changes


def test_a_tie_goes_to_the_more_cautious_answer():
    player = Player(levels=0)
    player.changes["LeafJudgement"] = judging(winner="tie", cautious="B", answer="Both.")
    debate = played(player, Policy()).root.debates[0]
    assert (debate.winner, debate.tie) == ("B", True)
    assert debate.answer == [one for one in debate.turns if one.debater == "B"][-1].claim


def test_without_the_rule_there_are_no_ties():
    player = Player(levels=0)
    player.changes["LeafJudgement"] = judging(winner="tie")
    found = played(player, Policy(cautious_ties=False))
    assert found.verdict is Verdict.UNDECIDED
    assert "there are no ties" in found.root.trouble


def test_neither_is_a_verdict():
    player = Player(levels=0)
    player.changes["LeafJudgement"] = judging(winner="neither", answer="It is not known.", confidence=0.7)
    found = played(player, Policy())
    assert (found.verdict, found.confidence) == (Verdict.NEITHER, 0.7)


def test_the_side_that_argues_yes_is_drawn_by_the_question():
    asked_of = {text: played(Player(levels=0), Policy(), text).root.debates[0].answers["A"] for text in "abcdefgh"}
    assert set(asked_of.values()) == {"Yes.", "No."}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("It is not known.", Verdict.PREMISE), ("The Moon has no craters at all.", Verdict.ANSWER), ("", Verdict.ANSWER)],
)
def test_a_premise_is_false_where_the_leaves_say_so(said, wanted):
    """What only the writer says of it changes no verdict."""
    player = Player(levels=0)
    player.changes["ProposedSplit"] = lambda asked, given: given | {"kind": "open", "first": "Heat.", "second": "Cold."}
    player.changes["LeafJudgement"] = judging(winner="A", answer="It is not known.")
    player.changes["WrittenAnswer"] = lambda asked, given: given | {"premise": said}
    assert played(player, Policy(), "Why did the bridge fall?").verdict is wanted


# -- second pass -------------------------------------------------------------------------------------


def test_an_unsure_root_has_its_least_sure_leaves_debated_anew_and_nothing_else():
    player = Player(parts=3)
    sure = {"1": 0.9, "2": 0.2, "3": 0.4}
    player.changes["LeafJudgement"] = lambda asked, given: (
        given | {"confidence": sure[leaf_of(asked)[-1]] + (0.4 if player.asked.count("LeafJudgement") > 3 else 0.0)}
    )
    found = played(player, Policy(depth=1, second_pass_leaves=1))
    assert [len(node.debates) for node in found.nodes[1:]] == [1, 2, 1]
    assert [node.confidence for node in found.nodes[1:]] == [0.9, pytest.approx(0.6), 0.4]
    assert [one.number for one in found.root.syntheses] == [1, 2]
    assert found.confidence == pytest.approx(0.9 * 0.4)


def test_two_debates_that_differ_leave_half_the_confidence():
    player = Player(levels=0, sure=0.4)
    player.changes["LeafJudgement"] = lambda asked, given: (
        given | ({"winner": "B"} if player.asked.count("LeafJudgement") > 1 else {})
    )
    found = played(player, Policy(second_pass_leaves=1))
    assert len(found.root.debates) == 2
    assert found.confidence == 0.2


def test_a_sure_root_is_left_alone():
    player = Player(parts=2)
    played(player, Policy(depth=1, second_pass_below=0.8))
    assert player.asked.count("LeafJudgement") == 2


def test_all_leaves_are_debated_at_once(tmp_path):
    player = Player(parts=4)
    player.changes["DebaterTurn"] = lambda asked, given: after(0.05, given)
    with ModelServer() as server:
        server.plays(player)
        assert verified(server, tmp_path / "j", Policy(depth=1, leaf_rounds=1)).complete
        assert server.busiest >= 4


def test_a_run_that_is_stopped_waits_for_no_answer_of_a_person(tmp_path):
    player = Player()
    player.changes["Difficulty"] = unclear

    async def run():
        with Calls(tmp_path / "j", InProcess(player), Models()) as calls:

            async def ask_back(missing):
                calls.stop("it was interrupted")
                await asyncio.Event().wait()

            return await Verifying(calls, Assignment.of("What is best?"), Policy(), ask_back=ask_back).run()

    found = asyncio.run(run())
    assert found.verdict is Verdict.CLARIFY and found.clarified == ""

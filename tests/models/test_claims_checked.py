"""Claims verified beside a draft: what could not be confirmed is said to be so, and what was refuted is not spoken."""

from __future__ import annotations

from typing import Any

from config.errors import ModelOutputError
from config.settings import Thinking
from planning.methods.treedebater.claims_checked import ClaimsChecked
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.verify.quick import QuickChecks
from planning.verify.record import ClaimFinding
from speech.offload import compute
from tests.models.test_planning_from_points import ANSWER, END, NAMED, PAID, Desk, draft, line, meant, texts

FIGURE = "bullies look at shoes in ninety percent of cases"
TURN = {"claim": "So it is.", "support": "It was counted.", "rebuttal": "", "evidence": []}


def judged(winner: str, answer: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"winner": winner, "cautious": "B", "answer": answer, "rationale": "So it is.", "confidence": confidence,
            "evidence": []}  # fmt: skip


def desk_with(written: dict[str, Any], revised: dict[str, Any] | None, judgement: Any, times: int = 1) -> Desk:
    """Con's second answer has a figure; nobody checks fairness, and three claims are verified."""
    roles = {
        "writer": [written, *[revised] * times],
        "verify.debater": lambda turn: TURN | {"side": "A" if "You are debater A" in turn.prompt.system else "B"},
        "verify.judge": judgement,
    }
    desk = Desk(**roles)
    desk.says("con2.3", FIGURE, "Nine in ten look at shoes.")
    desk.method = TreeDebaterWithModel(
        TreeDebater(desk.mind, compute),
        desk.model,
        Thinking(),
        claims=ClaimsChecked(QuickChecks(desk.model), 3),
        on_trouble=desk.troubles.append,
    )
    return desk


def side_of(turn: Any, answer: str) -> str:
    """The debater who argues for that answer."""
    return "A" if f"A argues: ⟦data⟧\n{answer}" in turn.prompt.user else "B"


SHARE = line("Ninety percent is what you say.", "share", answers=["con2.3"])
WITH_FIGURE = draft(NAMED, ANSWER, PAID, SHARE, END, plan=[meant("share", "con2.3")])


def test_a_figure_of_the_other_side_that_could_not_be_confirmed_is_told_to_be_so() -> None:
    said = "Ninety percent is what you say, and we could not confirm that figure."
    revised = {"side": "pro", "sentences": [{"id": "s4", "text": said}]}
    desk = desk_with(WITH_FIGURE, revised, judged("neither", "It is not known."))
    after = desk.checked(desk.drafted().sentences)
    assert said in texts(after)
    asked = next(t.prompt.user for t in desk.model.asked if t.prompt.name.endswith("revise"))
    assert "s4: say in half a sentence that we could not confirm the other side's figure" in asked
    (told,) = desk.method.verified()
    assert (told.claim, told.points, told.sentences, told.new) == (FIGURE, ("con2.3",), ("s4",), True)
    assert told.tree.finding is ClaimFinding.UNCONFIRMED and told.tree.root.debates[0].answer == "It is not known."
    assert desk.troubles == [] and not desk.method.verified()


def test_a_claim_that_comes_up_again_is_told_for_its_new_sentence_only() -> None:
    desk = desk_with(WITH_FIGURE, {"side": "pro", "sentences": []}, judged("neither", "It is not known."), times=3)
    drafted = desk.drafted().sentences
    desk.checked(drafted)
    desk.checked(drafted)
    moved = [one.model_copy(update={"id": f"t{place}"}) for place, one in enumerate(drafted)]
    desk.checked(moved)
    first, again = desk.method.verified()
    revisions = [one for one in desk.model.asked if one.prompt.name.endswith("revise")]
    assert len(revisions) == 1, "words that were written with it in view are not asked for again"
    assert (first.new, again.new) == (True, False) and (first.claim, again.claim) == (FIGURE, FIGURE)
    assert again.sentences == ("t3",) and len([t for t in desk.model.asked if t.role == "verify.judge"]) == 1


def test_what_was_confirmed_changes_nothing() -> None:
    desk = desk_with(WITH_FIGURE, None, lambda turn: judged(side_of(turn, "Yes."), "So it is."))
    assert desk.checked(desk.drafted().sentences) is None
    assert [one.tree.finding for one in desk.method.verified()] == [ClaimFinding.CONFIRMED] and desk.troubles == []


def test_a_claim_of_ours_that_was_refuted_is_not_spoken() -> None:
    ours = line("In Finland all schools have blazers.", "shoes")
    desk = desk_with(
        draft(NAMED, ANSWER, ours, PAID, SHARE, END, plan=[meant("share", "con2.3")]),
        {"side": "pro", "sentences": []},
        lambda turn: judged(side_of(turn, "No."), "They have none."),
    )
    drafted = desk.drafted().sentences
    assert ours["text"] in texts(drafted)
    assert ours["text"] not in texts(desk.checked(drafted))
    told = {one.claim: one for one in desk.method.verified()}[ours["text"]]
    assert told.tree.finding is ClaimFinding.REFUTED and told.points == ()
    assert desk.troubles == [], "what everybody may read says nothing of it"


def test_what_fails_leaves_the_draft_as_it_is() -> None:
    desk = desk_with(WITH_FIGURE, None, ModelOutputError("judge", "no JSON"))  # a claim without a verdict has none
    assert desk.checked(desk.drafted().sentences) is None

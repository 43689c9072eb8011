"""Agent4Debate's team at work on one speech: what is asked of whom, by the time that is left."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from config.errors import ProviderError
from config.format import Side
from planning.debate.flow import Flows
from planning.methods.agent4debate.method import Agent4Debate
from planning.methods.contract import Applied, Commission, Past, Trouble
from planning.reading.passages import Passage
from tests.models.scripted import ScriptedModel
from tests.models.test_streaming import OUTLINE, SPEECH, played

MOCKED = Passage("Bullies find other marks to mock anyway.", 1.0, 4.0)
NOTE = {
    "action": "propose",
    "quote": "Bullies find other marks",
    "claim": "Bullies mock children for other things.",
    "argument": "",
    "target": "",
    "technique": "Grant it, and show that the easiest mark is gone.",
}
ACCEPTED = {"accepted": True, "changes": []}
REFUSED = {"accepted": False, "changes": [{"dimension": "depth", "issue": "It is thin.", "revision": "Say why."}]}


def roles(**scripts: Any) -> ScriptedModel:
    return ScriptedModel(**{f"agent4debate.{role}": script for role, script in scripts.items()})


def asked(model: ScriptedModel) -> list[str]:
    """Who was asked for what, in order."""
    return [turn.prompt.name for turn in model.asked]


def heard(team: Agent4Debate, *passages: Passage) -> Sequence[Applied]:
    return asyncio.run(team.hear(1, passages))


def draft(team: Agent4Debate, **wanted: Any) -> list[str]:
    """The rebuttal."""
    found = asyncio.run(team.drafting(Commission(2, None, 100, **wanted), lambda passages: None))
    return [one.text for one in found.sentences] if found is not None else []


def test_what_the_other_side_says_is_noted_with_how_to_meet_it() -> None:
    model = roles(analyzer=[{"notes": [NOTE]}, OUTLINE], writer=SPEECH)
    team = played(model)
    (done,) = heard(team, MOCKED)
    assert done.action.point is not None and done.owner is Side.CON
    assert (done.action.point.id, done.action.point.words) == ("con2.1", "Bullies find other marks")
    assert draft(team)
    user = model.asked[-1].prompt.user
    assert "con2.1: “Bullies find other marks”, which means: Bullies mock children for other things. (open)" in user
    assert "show that the easiest mark is gone" in user, "the team is told in its dialogue"


def test_words_that_nobody_noted_are_in_the_record_all_the_same() -> None:
    model = roles(analyzer=ProviderError("model", "is not there"), writer=SPEECH)
    team = played(model)
    troubles = list[Trouble]()
    team._on_trouble = troubles.append
    assert heard(team, MOCKED) == ()
    assert draft(team), "nor is there an outline"
    assert MOCKED.text in model.asked[-1].prompt.user
    assert [trouble.part for trouble in troubles] == ["reading", "analyzer"]


def test_a_speech_that_is_due_is_written_at_once_from_what_was_heard_last() -> None:
    model = roles(writer=SPEECH)
    team = played(model)
    team.recall(Past(flows=Flows.empty().trees, said=[(1, MOCKED)]))
    assert draft(team, seconds_left=0.0, unread=("It costs families a fortune.",))
    assert asked(model) == ["writer_2"]
    assert MOCKED.text in model.asked[0].prompt.user and "It costs families a fortune." in model.asked[0].prompt.user


def test_an_outline_is_made_once_and_anew_only_when_much_was_heard() -> None:
    notes = [{"notes": [NOTE | {"quote": f"mark number {n}", "claim": f"Mark {n} is mocked."}]} for n in range(3)]
    model = roles(analyzer=[OUTLINE, *notes, OUTLINE], writer=SPEECH)
    team = played(model)
    draft(team, seconds_left=60.0)
    draft(team, seconds_left=50.0)
    assert asked(model) == ["analyzer_2", "writer_2", "writer_2"]
    for number in range(3):
        heard(team, Passage(f"They mock mark number {number} as well.", 1.0, 4.0))
    draft(team, seconds_left=40.0)
    assert asked(model)[-2:] == ["analyzer_2", "writer_2"]


def test_each_round_of_review_is_told_by_itself_until_the_script_is_accepted() -> None:
    model = roles(analyzer=[OUTLINE], writer=SPEECH, reviewer=[REFUSED, ACCEPTED])
    team = played(model)
    draft(team)
    script = team._sheets[2].sentences
    first = asyncio.run(team.revise(2, None, script, script))
    assert first is not None and first.more and first.by == "the Reviewer"
    assert [one.issue for one in first.issues] == ["It is thin."]
    assert "It is thin. Say why." in model.asked[3].prompt.user, "the Writer is told what to change"
    second = asyncio.run(team.revise(2, None, first.sentences, first.sentences))
    assert second is not None and not second.more and second.sentences == first.sentences and not second.issues
    assert asyncio.run(team.revise(2, None, script, script)) is None
    assert asked(model) == ["analyzer_2", "writer_2", "reviewer_2", "writer_2", "reviewer_2"]

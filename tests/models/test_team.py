"""Agent4Debate's team at work on one speech: what is asked of whom, by the time that is left."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from config.errors import ProviderError
from config.format import Side
from config.statement import Priority, Sentence
from planning.debate.flow import Flows
from planning.methods.agent4debate.method import Agent4Debate
from planning.methods.contract import Applied, Commission, Past, Trouble
from planning.reading.passages import Passage
from tests.fakes import short_format
from tests.models.scripted import ScriptedModel
from tests.models.test_streaming import OUTLINE, SPEECH, WORDS, played

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
    assert "(open) Technique: Grant it, and show that the easiest mark is gone." in user


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
    def noting(turn: Any) -> Any:
        if turn.prompt.name == "analyzer_2":
            return OUTLINE
        (number,) = re.findall(r"^\(1\) They will all mock mark number (\d+)", turn.prompt.user, re.M)
        return {"notes": [NOTE | {"quote": f"mark number {number}", "claim": f"Mark {number} is mocked."}]}

    model = roles(analyzer=noting, writer=SPEECH)
    team = played(model)

    def hears(*numbers: int) -> None:
        for number in numbers:
            heard(team, Passage(f"They will all mock mark number {number} as well, I tell you.", 1.0, 4.0))

    draft(team, seconds_left=20.0)
    hears(0)
    draft(team, seconds_left=20.0)
    assert asked(model) == ["analyzer_2", "writer_2", "analyzer_notes", "writer_2"]
    hears(1, 2, 3, 4, 5)
    draft(team, seconds_left=20.0)
    assert asked(model)[-2:] == ["analyzer_2", "writer_2"]
    hears(6, 7, 8, 9, 10, 11)
    draft(team, seconds_left=20.0)
    assert asked(model)[-2:] == ["analyzer_notes", "writer_2"], "twice is enough"
    hears(12)
    draft(team, seconds_left=30.0)
    assert asked(model)[-1] == "analyzer_notes", "it will be written again before it is spoken"


def test_nothing_is_written_again_where_nothing_new_was_said_but_what_was_noted_since_is_answered() -> None:
    quoting = {"about": "marks", "sentences": ["You say “bullies find other marks”.", "We take away the easiest."]}
    script = {"side": "pro", "passages": [quoting], "closing": "So vote for it."}
    model = roles(analyzer=[{"notes": [NOTE]}, {"notes": []}], writer=script)
    team = played(model)
    assert draft(team, seconds_left=0.0, unread=(MOCKED.text,))
    assert not any(one.answers for one in team._sheets[2].sentences), "nobody has noted the point yet"
    heard(team, MOCKED)
    assert draft(team, seconds_left=0.0)
    assert asked(model) == ["writer_2", "analyzer_notes"]
    assert [one.answers for one in team._sheets[2].sentences] == [(), ("con2.1",), ()]
    heard(team, Passage("And then they will mock the poor for the state of their old uniform.", 4.0, 9.0))
    draft(team, seconds_left=0.0)
    assert asked(model)[-1] == "writer_2"


def test_a_few_words_that_end_a_speech_are_not_worth_a_question() -> None:
    model = roles(analyzer=[{"notes": [NOTE]}, {"notes": []}])
    team = played(model)
    heard(team, MOCKED)
    assert heard(team, Passage("So much for that, my friends.", 4.0, 5.0)) == ()
    farewell = "After all of that I ask for your vote against the motion, and I thank you for listening."
    assert heard(team, Passage(farewell, 5.0, 5.0)) == ()
    assert asked(model) == ["analyzer_notes"]
    heard(team, Passage("Who pays for it?", 5.0, 6.0))
    assert asked(model) == ["analyzer_notes"] * 2, "a question is owed an answer"


def test_what_is_heard_to_answer_a_point_does_though_nobody_had_noted_it_when_it_was_written() -> None:
    team = played(roles(analyzer=[{"notes": [NOTE]}]))
    heard(team, MOCKED)
    lead, answer = (
        Sentence(id=f"s1.{n}", text=text, unit="u1", priority=Priority.MUST, topic="what was said last")
        for n, text in enumerate(["Bullies find other marks, you say.", "We take the easiest one from them."], 1)
    )

    def speaks(sentence: Sentence) -> Sequence[Applied]:
        return asyncio.run(team.spoke(2, sentence, Passage(sentence.text, 0.0, 3.0)))

    assert speaks(lead) == []
    (done,) = speaks(answer)
    assert done.action.point is not None and done.action.point.answers == ("con2.1",)
    assert speaks(answer.model_copy(update={"id": "s2.1", "unit": "u2", "topic": "else"})) == [], "it is met now"


def test_while_the_ends_are_written_apart_the_writer_leaves_their_last_words_to_them() -> None:
    model = roles(writer=SPEECH)
    team = played(model)
    team.recall(Past(flows=Flows.empty().trees, said=[(1, MOCKED)]))
    draft(team, seconds_left=0.0)
    told = model.asked[-1].prompt.user
    assert "Somebody else is writing how the speech begins" in told
    assert "Write about 50 words" in told, "those of the ends are not the Writer's"


def test_the_newest_points_are_answered_by_the_beginning_and_the_others_by_the_script() -> None:
    model = roles(analyzer=[{"notes": [NOTE]}], writer=[SPEECH, WORDS])
    team = played(model)
    heard(team, MOCKED)
    draft(team, seconds_left=0.0)
    assert "The beginning answers con2.1: leave that to it" in model.asked[-1].prompt.user
    asyncio.run(team.ends(Commission(2, None, 100), lambda ends: None))
    assert "con2.1: " in model.asked[-1].prompt.user.split("Its newest points, which you answer")[1]


def test_what_stands_in_says_our_last_speech_again_without_its_last_line() -> None:
    team = played(roles())
    said = [
        Sentence(id=text, text=text, unit=text, priority=Priority.MUST) for text in ("For them all.", "Vote for it.")
    ]
    team.recall(Past(flows=Flows.empty().trees, said=[(0, one) for one in said]))
    assert team.spare is not None
    found = asyncio.run(team.spare.statement(Commission(2, None, 100)))
    assert found is not None
    assert [one.text for one in found.sentences if one.priority is Priority.RESERVE] == ["For them all."]


def test_after_our_last_speech_nothing_is_noted_any_more() -> None:
    model = roles(writer=SPEECH)
    team = played(model)
    last = max(i for i, one in enumerate(short_format().turns) if one.side is Side.PRO)
    assert asyncio.run(team.hear(last + 1, [MOCKED])) == () and not model.asked


def test_a_draft_that_comes_after_the_ends_is_written_to_stand_between_them() -> None:
    model = roles(writer=[WORDS, SPEECH])
    team = played(model)
    team.recall(Past(flows=Flows.empty().trees, said=[(1, MOCKED)]))
    ends = asyncio.run(team.ends(Commission(2, None, 100), lambda ends: None))
    assert ends is not None and ends.kept
    assert draft(team, seconds_left=0.0)
    told = model.asked[-1].prompt.user.split("These passages of the speech are written already")[1]
    assert WORDS["answer"][1] in told and WORDS["closing"][0] in told and WORDS["closing"][1] in told


def test_everybody_is_told_the_same_length_and_the_writer_what_to_write() -> None:
    model = roles(analyzer=[OUTLINE], writer=SPEECH, reviewer=[REFUSED, ACCEPTED])
    team = played(model)
    draft(team)
    script = team._sheets[2].sentences
    asyncio.run(team.revise(2, None, script, script))
    told = [re.findall(r"time for about (\d+) words", one.prompt.user) for one in model.asked]
    assert len(told) == 4 and {*map(tuple, told)} == {("88",)}
    wanted = [re.findall(r"Write about (\d+) words", one.prompt.user) for one in model.asked]
    assert wanted == [[], ["100"], [], ["100"]], "a revision is as long as the draft"


def test_one_refused_figure_costs_its_sentence_and_the_passage_goes_on() -> None:
    texts = [
        "In 1837 a study found 83 percent fewer fights.",
        "A jacket hides what parents earn.",
        "Nobody is mocked for it.",
    ]
    script = {"side": "pro", "passages": [{"about": "jackets", "sentences": texts}], "closing": "So vote for it."}
    team = played(roles(writer=script))
    assert draft(team, seconds_left=0.0) == [*texts[1:], "So vote for it."]
    assert "83" in team._casebook.dialogue.told(2), "and the Reviewer is told"


def test_a_point_can_be_meant_by_its_own_id() -> None:
    again = NOTE | {
        "quote": "one in three of them",
        "claim": "Many bullies do.",
        "argument": "It was asked in schools.",
    }
    model = roles(analyzer=[{"notes": [NOTE]}, {"notes": [again | {"action": "reinforce", "target": "con2.1"}]}])
    team = played(model)
    (first,) = heard(team, MOCKED)
    (second,) = heard(team, Passage("That is what one in three of them does all day.", 4.0, 8.0))
    assert second.target == first.node is not None


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

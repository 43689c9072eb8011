"""What a model has written, as sentences that know what they do: which claim something, and where that stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from config.format import Side
from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.methods.treedebater.choosing.choose import Option
from planning.methods.treedebater.choosing.retrieve import Candidate
from planning.methods.treedebater.writing.amending import evidenced, proposing
from planning.methods.treedebater.writing.written import DraftPassages, Known, Written, statement
from tests.fakes import uniforms

END = Written(text="Vote for the motion.", passage="end", importance="must")


def claims(*written: Written, opening: bool = False) -> list[str]:
    passages = DraftPassages()
    made = statement([*written, END], Known({}, {}), passages)
    return [one.text for one in proposing(made, passages, opening=opening) if one.action]


def test_words_outside_every_answer_leave_a_claim_of_ours() -> None:
    money = Written(text="Second hand shops run out of blazers by August.", passage="money")
    more = Written(text="That is a month early.", passage="money")
    assert claims(money, more) == [money.text]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("One thing more on the money.", "money"),
        ("Now turn to the money.", "money"),
        ("You said “blazers cost eighty pounds”.", "money"),
        ("Who pays for the blazers?", "money"),
        ("By uniforms we mean one set of clothes for all.", "scope"),
        ("The fair question is who gains by it.", "criterion"),
    ],
)
def test_announcements_quotations_questions_and_how_to_judge_are_no_claims(text: str, passage: str) -> None:
    assert claims(Written(text=text, passage=passage)) == []


@pytest.mark.parametrize("text", ["k=definition|", "|", "3.", "{keep: money}", "cost > gain"])
def test_what_nobody_could_speak_is_left_out_and_logged(text: str, caplog: pytest.LogCaptureFixture) -> None:
    said = Written(text="Second hand shops run out of blazers by August.", passage="money")
    made = statement([said, Written(text=text, passage="money", importance="must"), END], Known({}, {}))
    assert [one.text for one in made] == [said.text, END.text]
    assert text in caplog.text


def test_in_a_speech_of_a_few_sentences_answers_of_one_passage_stand_each_by_itself() -> None:
    first = Written(text="“Nobody wears it”? Most do.", passage="line", answers=["con2.1"])
    more = Written(text="They count on it.", passage="line")
    second = Written(text="And a blazer lasts.", passage="line", answers=["con2.2"])
    points = frozenset({"con2.1", "con2.2"})
    known = Known({}, {}, points=points, owed=points)
    leaning = {one.text: one.needs for one in statement([first, more, second, END], known)}
    apart = statement([first, more, second, END], replace(known, apart=True))
    assert leaning[second.text] is not None
    assert {one.text: one.needs is None for one in apart} == {
        first.text: True,
        more.text: False,
        second.text: True,
        END.text: True,
    }


def test_the_claim_is_found_behind_its_announcement() -> None:
    lead = Written(text="One thing more on the money.", passage="money")
    claim = Written(text="Second hand shops run out of blazers by August.", passage="money")
    assert claims(lead, claim) == [claim.text]


def test_a_prepared_answer_that_names_no_point_stands_under_the_one_its_passage_answers() -> None:
    node = uniforms().nodes["p1"]
    option = Option(Candidate(ActionKind.ATTACK, "Blazers cost money.", Side.CON), node, 1.0)
    known = Known({"o1": option}, {}, points={"con2.1", "con2.2"})
    first = Written(text="You said “blazers cost money”, and they do.", passage="money", answers=["con2.2"])
    second = Written(text="Uniforms take away the easiest target.", passage="money", does="o1")
    made = statement([first, second, END], known)
    assert [one.answers for one in made] == [("con2.2",), ("con2.2",), ()]


def test_a_sentence_that_is_written_twice_is_spoken_once_and_answers_what_both_did() -> None:
    known = Known({}, {}, points={"con2.1", "con2.2"})
    first = Written(text="Blazers are lent by the school.", passage="money", answers=["con2.1"])
    again = Written(text="Blazers are lent, by the school.", passage="fairness", answers=["con2.2"])
    more = Written(text="Nobody has to buy one.", passage="fairness")
    made = statement([first, again, more, END], known)
    assert [one.text for one in made] == [first.text, more.text, END.text]
    assert made[0].answers == ("con2.1", "con2.2")


def test_what_a_passage_that_stays_says_is_not_written_again_beside_it() -> None:
    passages = DraftPassages()
    money = Written(text="Blazers are lent by the school.", passage="money")
    current = statement([money, END], Known({}, {}), passages)
    new = [Written(keep="money"), money.model_copy(update={"passage": "fairness"}), END]
    assert [one.text for one in statement(new, Known({}, {}), passages, current)] == [money.text, END.text]


def test_what_is_granted_is_spoken_with_what_outweighs_it_or_not_at_all() -> None:
    known = Known({}, {}, points={"con2.1", "con2.2"})
    granted = Written(text="“Blazers cost money”, and I grant it.", passage="money", concedes=["con2.1"])
    but = Written(text="But a bully costs a child more than a blazer.", passage="money", importance="should")
    more = Written(text="Think of the walk to the gate.", passage="money", importance="may")
    made = statement([granted, but, more, END], known)
    assert made[0].unit == made[1].unit != made[2].unit


def test_points_read_as_one_claim_are_answered_together_and_others_are_not() -> None:
    known = Known({}, {}, points={"con2.1", "con2.2", "con2.3"}, backing={"con2.1": ("con2.2",)})
    answer = Written(text="The school lends them to whoever asks.", passage="money", answers=["con2.1"])
    assert statement([answer, END], known)[0].answers == ("con2.1", "con2.2")


def test_a_rebuttal_that_cites_nothing_tells_the_finding_behind_what_it_answers_with() -> None:
    own = Sentence(id="s1", text="Uniforms cost less.", unit="u1", priority=Priority.MUST, source="p1")
    met = own.model_copy(update={"id": "s2", "text": "They are lent.", "unit": "u2", "answers": ("con2.1",)})
    found = evidenced([own, met], uniforms().file.evidence, {"p1": ["e1"]}, "s9", answering=True)
    assert [one.id for one in found] == ["s1", "s2", "s9"]
    assert (found[-1].cites, found[-1].needs) == (("e1",), "u2")
    assert evidenced([own], uniforms().file.evidence, {"p1": ["e1"]}, "s9", answering=True) == [own]


@pytest.mark.parametrize(("other", "units"), [("con2.2", 2), ("con2.1", 1)])
def test_two_answers_in_a_passage_need_not_both_fit(other: str, units: int) -> None:
    """But a sentence that only says what the next one answers is spoken with it."""
    known = Known({}, {}, points={"con2.1", "con2.2"})
    first = Written(text="You say “blazers cost money”, and they are lent.", passage="money", answers=["con2.1"])
    second = Written(text="Nor does “one size” fit badly.", passage="money", answers=[other], importance="must")
    made = statement([first, second, END], known)
    assert len({one.unit for one in made[:-1]}) == units

"""What a point is by the small words of a speech, with and without stops."""

from __future__ import annotations

import pytest

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Made, Objection, PointForm, SupportKind
from planning.language.cues.point_cues import Form, form_by_cues, form_of, objection_by_cues, support_by_cues
from planning.methods.treedebater.reading.extract import point_by_cues
from planning.reading.passages import Passage


@pytest.mark.parametrize(
    ("passage", "form"),
    [
        ("a study found that forty percent of them stopped", Form.FIGURE),
        ("my neighbour told me when i met her at the shop", Form.STORY),
        ("it is unfair and every person has a right to choose", Form.RIGHT),
        ("soon they will do it and it will end up in tears", Form.FORECAST),
        ("who pays for it when no family can afford the bill", Form.COST),
        ("why not use the courts instead they already have the power", Form.OTHER_WAY),
        ("it never works and nobody ever does it", Form.ALWAYS),
        ("it happens because fear makes people leave", Form.CAUSE),
        ("grey wool and green hills", Form.PLAIN),
    ],
)
def test_how_a_point_argues_shows_in_small_words(passage: str, form: Form) -> None:
    assert form_of([passage]) is form


STATEMENT, QUESTION, _, COUNTER, UNANSWERED, _ = PointForm


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("Who pays for the second uniform when the first is in the wash?", QUESTION),
        ("so who would pay for the second uniform when the first is in the wash", QUESTION),
        ("i ask my opponent what a child does whose parents cannot buy it", QUESTION),
        ("what matters is that nobody is laughed at for a jumper", STATEMENT),
        ("how you dress tells others who you are", STATEMENT),
        ("can the other side name one school where it worked", QUESTION),
        ("i would propose a dress code that the pupils write themselves", COUNTER),
        ("there is a better way and it costs nothing at all", COUNTER),
        ("nobody has answered what becomes of the second hand market", UNANSWERED),
        ("they have not answered my point about the poorest families", UNANSWERED),
        ("my question about the poorest families went unanswered", UNANSWERED),
        ("my main point has not been answered because the poorest still pay", UNANSWERED),
        ("they answered every letter that the parents wrote", STATEMENT),
        ("nobody answers to a dress code", UNANSWERED),  # the price of plain cues
        ("uniforms cost the poorest families a week of wages", STATEMENT),
        ("They had none, they had a feeling, which I do feel for.", STATEMENT),  # written, and no question
        ("So who gets paid first on that day.", QUESTION),  # written, with the wrong stop
        ("And who paid for it? You did, love, everybody in this room did.", STATEMENT),  # answered by the speaker
        ("We do it with cigarettes, don't we?", STATEMENT),  # asks for a nod
        ("You know what that number does?", STATEMENT),
        ("Is that what you wanted? Because that is what you will get.", STATEMENT),
        ("So which parent wins? I would like to hear this from them.", QUESTION),
        ("Where is it a big success? Nobody's named me one yet.", QUESTION),
        ("So why not make every bank offer one? You could do that by Christmas.", QUESTION),
    ],
)
def test_the_form_of_a_point(words: str, form: PointForm) -> None:
    assert form_by_cues(words) is form


def test_the_kind_of_an_objection_and_what_it_rests_on() -> None:
    money = "it costs money and the taxpayers pay the bill"
    assert (objection_by_cues(money), support_by_cues(money)) == (Objection.COST, ())
    story = "i remember my mother when i was at school"
    assert objection_by_cues(story) is Objection.SINGLE_CASE
    (told,) = support_by_cues(story)
    assert (told.kind, told.words) == (SupportKind.STORY, story)
    assert objection_by_cues("grey wool itches") is Objection.OTHER


def test_a_passage_is_a_point_with_its_times_and_its_prepared_node() -> None:
    action = Action(kind=ActionKind.PROPOSE, actor=Side.CON, claim="Dress is identity.", source="c1", confidence=0.4)
    point = point_by_cues(action, Passage("why should we dress alike", 3.0, 5.5), "con2.1")
    assert (point.words, point.start, point.end) == ("why should we dress alike", 3.0, 5.5)
    assert (point.claim, point.form) == ("Dress is identity.", QUESTION)
    assert point.makes == (Made(node="c1", probability=0.4),)
    assert point_by_cues(action, "we dress alike", "con2.2").start is None

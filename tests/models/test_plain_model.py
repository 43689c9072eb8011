"""The model of `bench latency`, asked over HTTP with the prompts of a real debate."""

from __future__ import annotations

from bench.loopback.plain_model import PlainModel
from config.settings import Role
from planning.asking.client import LanguageModel
from planning.methods.common.believed import Reading
from planning.methods.treedebater.prompts import PROMPTS, render
from planning.methods.treedebater.writing.written import Draft
from tests.models.asking import PATIENT, with_model

POINTS = """## Points of the other side that nobody has answered
con2.1 (speech 2; 0:08 into the speech)
    their words: “Bullies will find other marks to laugh at”
    meaning: Uniforms do not stop bullying.
con2.2 NEW (speech 2)
    their words: “who pays for the second set”
    meaning: Somebody has to pay.

## Your own claims
pro1: Uniforms reduce bullying.
    o1 (prepared, strength 0.80): Nobody is laughed at for a jacket. All wear the same. [evidence e1]
"""


def test_every_passage_that_argues_is_read_as_a_point_in_its_own_words() -> None:
    passages = "(1) Uniforms cost families money.\n(2) So I ask for your support.\n(3) Bullies find other marks."
    values = dict.fromkeys(PROMPTS.variables("extract"), "") | {"passages": passages, "speaker": "con", "other": "pro"}

    async def read(model: LanguageModel) -> Reading:
        return await model.ask(Role.EXTRACTOR, render("extract", **values), Reading, PATIENT)

    with PlainModel() as model:
        found = with_model(model.models(), read)[0]
    assert [(one.passage, one.quote) for one in found.actions] == [
        (1, "Uniforms cost families money."),
        (3, "Bullies find other marks."),
    ]


def test_a_draft_answers_the_newest_points_first_and_fills_up_with_its_own() -> None:
    def drafted(words: int) -> Draft:
        values = dict.fromkeys(PROMPTS.variables("rebuttal"), "")
        values |= {"side": "pro", "brief": POINTS, "words": str(words), "fields": 2}

        async def write(model: LanguageModel) -> Draft:
            return await model.ask(Role.WRITER, render("rebuttal", **values), Draft, PATIENT)

        with PlainModel() as model:
            return with_model(model.models(), write)[0]

    short, long = drafted(30), drafted(90)
    assert [one.answers for one in short.sentences if one.answers] == [["con2.2"]]
    assert short.dealt_with == long.dealt_with == {"con2.1", "con2.2"}  # what there is no time for is left, and told
    assert "“who pays for the second set”" in short.sentences[0].text
    assert [one.does for one in long.sentences if one.does] == ["o1"]
    assert not any("evidence" in one.text for one in long.sentences)

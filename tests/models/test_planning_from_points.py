"""A model that plans from what is open: what it is shown, what it must deal with, and what is not let through."""

from __future__ import annotations

import asyncio
import re

import pytest

from agent.local.virtual_time import run
from config.errors import ModelOutputError
from config.settings import Thinking
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.planned import Decision, Importance
from planning.debate.points import Point
from planning.methods.contract import Commission, Drafted
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.methods.treedebater.writing.written import without_ordinal
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.models.rebuttal_desk import (
    ANSWER,
    CON,
    END,
    NAMED,
    PAID,
    PAYS,
    PRO,
    REBUTTAL,
    REDUCE,
    SAID,
    SHOES,
    WHOLE,
    Desk,
    draft,
    line,
    meant,
    texts,
)
from tests.models.scripted import after

# -- what is shown ---------------------------------------------------------------------------------------


def test_open_points_stand_nearest_to_what_is_asked_in_their_exact_words_with_what_there_is_to_say() -> None:
    desk = Desk(writer=WHOLE)
    desk.drafted(seconds_left=31.0)
    (asked,) = desk.asked
    before, points = asked.split("## Points of the other side that nobody has answered")
    assert f"their words: “{SHOES}”" in points
    assert "con2.1 (speech 2; about pro1; objection: backfires)" in points
    assert "con2.2 (speech 2; about pro1; a question)" in points
    assert "(prepared" in points
    assert "Your speech begins in about 31 seconds." in points
    assert REDUCE in before
    assert "about 100 words in all, of which 88 will be spoken, with room for 6 battlefields" in points


def test_what_is_written_while_it_speaks_is_told_how_much_is_left_and_what_is_in_the_air() -> None:
    desk = Desk(writer=[WHOLE, WHOLE])
    first = desk.drafted().sentences
    for sentence in first[:2]:
        asyncio.run(desk.method.spoke(REBUTTAL, sentence, Passage(sentence.text, 1.0, 4.0)))
    wanted = Commission(REBUTTAL, None, 100, seconds_left=0.0, in_the_air=first[2].text, heard_from=4.6)
    asyncio.run(desk.method.statement(wanted))
    asked = desk.asked[-1]
    spoken, rest = asked.split("Your draft so far:")
    assert f"{first[0].text}\n{first[1].text}" in spoken.split("in order")[1]
    assert first[0].text not in rest
    left = round(88 * (1 - 4.6 / short_format().turns[REBUTTAL].seconds))
    assert f"Your speech goes on, and {left} words of it are left: write so many" in rest
    assert "words in all" not in rest, "one length, and not two"
    assert f"In the air, and said to its end: “{first[2].text}”" in rest
    assert "heard from second 5 on" in rest.replace("\n", " ")


def test_the_name_of_a_corrected_point_leads_to_what_stands_in_its_place() -> None:
    later = draft({"keep": "shoes"}, PAID, END)
    desk = Desk(writer=[WHOLE, later])
    desk.drafted()
    words = "bullies simply look at shoes and phones"
    desk.says("con2.3", words, "Bullies find other marks, such as shoes and phones.", corrects=("con2.1",))
    second = desk.drafted().sentences
    assert [one.answers for one in second] == [(), ("con2.3",), ("con2.2",), ()]
    assert "con2.3 NEW" not in desk.asked[1] and "con2.1" not in desk.asked[1]


def test_what_says_more_for_a_claim_is_shown_under_it() -> None:
    desk = Desk(writer=[WHOLE, WHOLE])
    more = Point(id="con2.3", words="my nephew was mocked for his trainers", claim="Bullies find other marks.")
    backed = Action(kind=ActionKind.REINFORCE, actor=CON, claim=more.claim, argument=more.words, point=more)
    desk.mind.apply(backed, (PRO, "pro2"))
    desk.drafted()
    under = desk.asked[0].split("con2.1 (speech 2")[1].split("con2.2 (speech 2")[0]
    assert f"con2.3, more for it and answered with it: “{more.words}”" in under


def test_a_closing_raises_no_answer_that_nobody_has_heard() -> None:
    new = line("Blazers are cheaper than trainers, and lending shelves hold plenty.", "money", answers=["con2.2"])
    weighed = line("Grant that pupils pay: the easiest target is gone.", "weighing", concedes=["con2.2"])
    desk = Desk(writer=[draft(new, weighed, END), {"side": "pro", "sentences": []}])
    desk.mind.writer.spoke(Sentence(id="s0", text="The easiest target is gone.", unit="u", priority=Priority.MUST))

    async def work() -> Drafted | None:
        return await desk.method.statement(Commission(4, desk.mind.plan(4), 60))

    found = asyncio.run(work())
    assert found is not None and texts(found.sentences) == [weighed["text"], END["text"]]
    assert "nobody can answer this any more" in desk.asked[1]


def test_two_prompts_of_one_speech_begin_alike_and_name_alike_what_is_prepared() -> None:
    desk = Desk(writer=[WHOLE, WHOLE, WHOLE])
    desk.drafted()
    desk.says("con2.3", "poor families cannot buy it", "Poor families cannot afford it.")
    desk.drafted()
    first, second, _ = desk.asked
    alike = next(i for i, (one, other) in enumerate(zip(first, second, strict=False)) if one != other)
    assert "## Your own claims" in first[:alike]
    names = [dict(re.findall(r"(o\d+) \(prepared[^)]*\): ([^.?]*)", asked)) for asked in (first, second)]
    assert names[0] and all(names[1].get(name, claim) == claim for name, claim in names[0].items())


def test_before_the_other_side_has_spoken_it_says_so() -> None:
    desk = Desk(writer=draft(line("We mean one set of clothes for all.", "start"), END))
    desk.mind = desk.method._embedded.strategy = Strategy(uniforms(), PRO, short_format(), BagEmbedder(), "seed")
    desk.method = TreeDebaterWithModel(TreeDebater(desk.mind, compute), desk.model, Thinking())

    async def work() -> None:
        await desk.method.statement(Commission(0, await desk.method.plan(0), 50))

    asyncio.run(work())
    assert "(the other side has not spoken yet)" in desk.asked[-1]


# -- what it must deal with -------------------------------------------------------------------------------


def test_the_plan_that_everybody_sees_is_the_models_in_its_own_words() -> None:
    plan = Desk(writer=WHOLE).drafted().plan
    assert [(field.topic, field.points, field.decision) for field in plan.battlefields] == [
        ("shoes", ("con2.1",), Decision.ANSWER),
        ("money", ("con2.2",), Decision.ANSWER),
    ]
    assert str(plan.battlefields[0].rationale).startswith("It is what they rest on.")
    assert plan.battlefields[0].importance is Importance.HIGH
    assert plan.battlefields[0].seconds == plan.battlefields[1].seconds > 0


def test_an_open_point_that_is_passed_over_is_asked_about_once_more() -> None:
    desk = Desk(writer=[draft(NAMED, ANSWER, END), WHOLE])
    assert PAID["text"] in texts(desk.drafted().sentences)
    assert "neither answered nor conceded nor left on purpose: con2.2" in desk.asked[1]
    assert desk.troubles == []


def test_a_point_that_stays_without_a_word_is_told_in_the_log_and_the_draft_is_spoken() -> None:
    some = draft(NAMED, ANSWER, END)
    desk = Desk(writer=[some, some])
    assert ANSWER["text"] in texts(desk.drafted().sentences)
    assert [(t.part, PAYS in t.reason) for t in desk.troubles] == [("planning", True)]


def test_a_second_draft_that_fails_costs_nothing() -> None:
    desk = Desk(writer=[draft(NAMED, ANSWER, END), ModelOutputError("writer", "no JSON")])
    assert ANSWER["text"] in texts(desk.drafted().sentences)


def test_a_point_may_be_left_on_purpose_for_a_reason() -> None:
    left = meant("money", "con2.2", decision="leave", why="It is a detail that no judge will weigh.")
    desk = Desk(writer=draft(NAMED, ANSWER, END, plan=[meant("shoes", "con2.1"), left]))
    plan = desk.drafted().plan
    assert len(desk.asked) == 1
    assert [(f.decision, f.seconds) for f in plan.battlefields][1] == (Decision.LEAVE, 0.0)
    assert "a detail that no judge will weigh" in str(plan.battlefields[1].rationale)


def test_leaving_everything_without_a_reason_is_not_leaving_it_on_purpose() -> None:
    silent = draft(
        line("Uniforms are a fine thing for every school.", "start"),
        END,
        plan=[meant("all", "con2.1", "con2.2", decision="leave", why="")],
    )
    desk = Desk(writer=[silent, WHOLE])
    assert ANSWER["text"] in texts(desk.drafted().sentences)


# -- what is not let through -------------------------------------------------------------------------------


def test_points_and_options_that_there_are_not_and_ones_of_our_own_are_not_taken() -> None:
    odd = line("A coat tells nobody what your father earns.", "odd", answers=["con9.9", "pro1.1"], does="o99")
    desk = Desk(writer=draft(NAMED, ANSWER, PAID, odd, END))
    (found,) = [one for one in desk.drafted().sentences if one.text == odd["text"]]
    assert (found.answers, found.target, found.source) == ((), "", None)


def test_words_that_nobody_said_are_not_quoted() -> None:
    invented = line("They say “uniforms are for prisoners”, and that is unkind.", "unkind")
    mended = {"side": "pro", "sentences": []}
    desk = Desk(writer=[draft(NAMED, ANSWER, PAID, invented, END), mended])
    assert invented["text"] not in texts(desk.drafted().sentences)
    assert "nobody said “uniforms are for prisoners”" in desk.asked[1]
    assert [t.part for t in desk.troubles] == ["quotations"]


def test_a_quote_with_a_word_that_the_recogniser_got_wrong_is_one() -> None:
    desk = Desk(writer=draft(line("They say “bullies simply looked at shoes”, and some will."), ANSWER, PAID, END))
    assert len(texts(desk.drafted().sentences)) == 4


def test_the_only_answer_to_an_open_point_must_be_spoken_whatever_the_model_thinks_of_it() -> None:
    low = line(ANSWER["text"], "shoes", "may", answers=["con2.1"], reserve=True)
    named = NAMED | {"importance": "may"}
    found = Desk(writer=draft(named, low, PAID, END)).drafted().sentences
    assert [one.priority for one in found[:2]] == [Priority.MUST, Priority.MUST]
    assert found[0].unit == found[1].unit


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("First, the cost.", "The cost."),
        ("Secondly: nobody pays.", "Nobody pays."),
        ("And third, it works.", "It works."),
        ("Finally, ask yourself why.", "Ask yourself why."),
        ("First things come first.", "First things come first."),
        ("Second homes are rare.", "Second homes are rare."),
    ],
)
def test_numbers_of_points_are_not_spoken(text: str, bare: str) -> None:
    assert without_ordinal(text) == bare


# -- drafts that follow -------------------------------------------------------------------------------------


def test_a_later_draft_brings_the_one_there_is_up_to_date() -> None:
    new = line("And a poor child's blazer is lent, not bought.", "lending", answers=["con2.3"])
    later = draft({"keep": "Shoes"}, new, {"keep": "money"}, {"keep": "end"})
    desk = Desk(writer=[WHOLE, later])
    first = desk.drafted().sentences
    desk.says("con2.3", "poor families cannot buy it", "Poor families cannot afford it.")
    second = desk.drafted().sentences
    assert texts(second) == [first[0].text, first[1].text, new["text"], first[2].text, first[3].text]
    assert "con2.3 NEW (speech 2" in desk.asked[1]
    assert "con2.1 NEW" not in desk.asked[1]
    assert f"(must; answers con2.1): {ANSWER['text']}" in desk.asked[1]
    assert "New since the draft was written: con2.3" in desk.asked[1]
    ids = [one.id for one in second]
    assert len(set(ids)) == len(ids)
    assert [one.priority for one in second if one.priority is Priority.CLOSING] == [Priority.CLOSING]


def test_a_passage_that_closed_the_draft_before_may_stand_elsewhere() -> None:
    later = draft({"keep": "end"}, {"keep": "shoes"}, {"keep": "money"})
    desk = Desk(writer=[WHOLE, later])
    desk.drafted()
    desk.mind.writer.memory.sentences.add("something was spoken")
    again = desk.drafted().sentences
    assert [one.priority is Priority.CLOSING for one in again] == [False, False, False, True]


def test_a_draft_that_keeps_passages_which_there_are_not_says_nothing_for_them() -> None:
    desk = Desk(writer=[WHOLE, draft({"keep": "nonsense"}, NAMED, ANSWER, PAID, END)])
    desk.drafted()
    assert texts(desk.drafted().sentences) == [NAMED["text"], ANSWER["text"], PAID["text"], END["text"]]


def test_what_was_spoken_until_a_draft_came_is_answered_though_that_draft_leaves_it_out() -> None:
    second, third = draft(PAID, END, plan=[meant("money", "con2.2")]), draft(PAID, END)
    desk = Desk(writer=[WHOLE, second, third])
    bridged = desk.drafted().sentences[:2]
    for _ in range(2):
        wanted = Commission(REBUTTAL, None, 100, seconds_left=0.0, heard_from=3.0, whole=True, meanwhile=bridged)
        asyncio.run(desk.method.statement(wanted))
    open_points = desk.asked[-1].split("## Points of the other side that nobody has answered")[1]
    open_points = open_points.split("end of data")[0]
    assert SHOES not in open_points and PAYS in open_points


@pytest.mark.parametrize(("left", "calls"), [(11.0, 1), (12.0, 2)])
def test_a_draft_that_misses_a_point_is_asked_for_again_only_if_that_one_would_come_in_time(
    left: float, calls: int
) -> None:
    desk = Desk(writer=[after(6.0, draft(NAMED, ANSWER, END)), WHOLE])
    run(desk.method.statement(Commission(REBUTTAL, None, 100, seconds_left=left)), fast=True)
    assert len(desk.asked) == calls


def test_what_was_spoken_in_an_earlier_speech_is_not_said_again_word_for_word() -> None:
    desk = Desk(writer=draft(NAMED, ANSWER, PAID, END))
    desk.mind.spoken[0] = [PAID["text"]]
    assert PAID["text"] not in texts(desk.drafted().sentences)


@pytest.mark.parametrize(("heard_from", "told"), [(0.5, "4 sentences of seven"), (3.0, "2 sentences of seven")])
def test_a_closing_of_a_few_sentences_has_one_budget_and_is_asked_for_answers(heard_from: float, told: str) -> None:
    desk, closing = Desk(writer=[WHOLE, {"side": "pro", "sentences": []}]), 4
    seconds = short_format().turns[closing].seconds
    wanted = Commission(closing, None, 57, seconds_left=0.0, heard_from=heard_from, whole=True, meanwhile=[SAID])
    asyncio.run(desk.method.statement(wanted))
    asked = desk.asked[0]
    left = round(50 * (1 - heard_from / seconds))
    assert f"Length: {left} words" in asked and told in asked
    assert re.findall(r"\d+ words", asked) == [f"{left} words"]
    assert ("a closing line of at most six words" in asked) == (left >= 25)
    assert ("no closing line" in asked) == (left < 25)

"""A speech as the model gives it becomes sentences that know what they are worth."""

from __future__ import annotations

from typing import Any

from config.format import Side
from config.statement import Priority, without
from planning.methods.common.speeches import Speech, SpeechPassage, statement
from planning.methods.common.standby import standing_in

TEXTS = [
    "Uniforms cost a family more than clothes do.",
    "For they are worn at school alone.",
    "Think of three children.",
    "Each grows.",
]


def passage(**changes: Any) -> SpeechPassage:
    return SpeechPassage.model_validate({"about": "cost", "sentences": TEXTS} | changes)


def test_the_end_of_a_passage_can_be_left_out_and_its_claim_never_stands_without_its_reason() -> None:
    made = statement([passage()], "So vote against it.")
    assert [one.text for one in made] == [*TEXTS, "So vote against it."]
    assert made[0].unit == made[1].unit
    assert [one.text for one in without(made, {made[2].unit})] == [*TEXTS[:2], "So vote against it."]
    assert [one.text for one in without(made, {made[0].unit})] == ["So vote against it."]
    assert made[-1].priority is Priority.CLOSING
    assert {one.topic for one in made} == {"cost", ""}


def test_what_answers_the_other_side_must_be_spoken_and_reserve_fills_time_only() -> None:
    made = statement([passage(answers=["they are cheap"]), passage(importance="reserve")], "")
    assert made[0].priority is Priority.MUST
    assert made[4].priority is made[6].priority is Priority.RESERVE
    assert made[-1].priority is Priority.CLOSING, "without a closing line the last sentence is one"


def test_a_passage_written_in_one_piece_is_cut_into_sentences_and_has_no_markup() -> None:
    made = statement([passage(sentences=["**First** it costs. It grows, too. [1]", "..."])], "Vote no.")
    assert [one.text for one in made] == ["First it costs.", "It grows, too.", "Vote no."]


def test_words_that_nobody_said_are_not_answered() -> None:
    heard = ["They are cheap for families,", "and children like them."]
    assert passage(answers=["they are cheap for families and"]).unheard(heard) == ()
    assert passage(answers=["children like them", "parents hate them"]).unheard(heard) == ()
    assert passage(answers=["parents hate them all"]).unheard(heard) == ("parents hate them all",)
    assert passage().unheard(heard) == ()


def test_a_speech_for_the_other_side_or_without_words_is_refused() -> None:
    def fault(**changes: Any) -> str | None:
        whole = {"side": "con", "passages": [passage()], "closing": "Vote against it."} | changes
        return Speech.model_validate(whole).fault(Side.CON)

    assert fault() is None
    assert "you speak for con" in (fault(side="pro") or "")
    assert fault(passages=[passage(sentences=["..."])]) == "it has no words"
    assert "against its own side" in (fault(closing="So vote for this motion.") or "")
    foreign = "Die Schuluniform kostet eine Familie mehr als andere Kleidung, weil Kinder wachsen und wachsen."
    assert fault(passages=[passage(sentences=[foreign])], closing="") == "it is not in English"


def test_without_a_speech_a_side_says_so_and_repeats_what_it_stands_on_only_as_long_as_there_is_time() -> None:
    first = [one.text for one in standing_in("Uniforms are good.", Side.CON, ())]
    assert first[0] == "I speak against the motion: Uniforms are good."
    assert "nothing to say on it yet" in first[1]
    later = list(standing_in("Uniforms are good", Side.CON, TEXTS[:2]))
    assert [one.priority for one in later[2:4]] == [Priority.RESERVE] * 2
    assert later[-1].priority is Priority.CLOSING

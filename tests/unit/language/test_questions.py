"""Who confesses to have no answer has given none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from config.format import Side
from config.shipped import EXCHANGES, load_phrases
from planning.language.cues.questions import announces_question, asks, evades, rhetorical
from planning.methods.treedebater.library.library import Library

CONFESSIONS = ("put-off", "answer.put-off")
BANKS = {name: frames for bank in (load_phrases(), load_phrases(EXCHANGES)) for name, frames in bank.items()}


@pytest.mark.parametrize("name", CONFESSIONS)
def test_every_honest_word_of_ours_is_known_as_one(name: str) -> None:
    assert [frame for frame in BANKS[name] if not evades(frame)] == []


def test_no_other_frame_of_ours_is_taken_for_one() -> None:
    assert [frame for name in BANKS.keys() - {*CONFESSIONS} for frame in BANKS[name] if evades(frame)] == []


def test_what_was_prepared_answers_but_for_four_sentences_that_say_so() -> None:
    assert sorted(text for text in prepared() if evades(text)) == [
        "Honestly, I can't settle that one here, and perhaps it cuts against us a little.",
        "I haven't a ready reply to every thought, and that one should get a fair hearing.",
        "It's a point worth having, and I'm not sure which of our claims it touches.",
        "We've no ready reply to every worry, and we'd rather say so.",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know the exact figure, but every study of the last ten years points the same way.",
        "I can't settle that, yet nobody has shown a harm.",
        "You say that nobody knows; we do.",
        "We're not sure that this follows from what you said.",
        "They have no answer to that.",
        "We know what we have.",
    ],
)
def test_who_goes_on_or_speaks_of_others_has_answered(answer: str) -> None:
    assert not evades(answer)


def prepared() -> Iterator[str]:
    """All that sides could say from the rehearsals that come with it."""
    for rehearsal in Library().all():
        for node in rehearsal.nodes.values():
            yield from (node.claim, *node.node.argument, node.node.impact)
        for side in Side:
            for answers in rehearsal.case(side).objections.values():
                yield from (text for answer in answers for text in answer)


def test_what_announces_a_question_is_none_and_says_nothing() -> None:
    for words in (
        "So my second question's for the other side, and it's a simple one.",
        "So, first question, and I want an answer.",
    ):
        assert announces_question(words)
    for words in ("Who pays for it?", "They begged the question of who pays for the trains."):
        assert not announces_question(words)


def test_a_question_is_not_answered_by_what_is_about_another_matter() -> None:
    assert rhetorical("Who paid for it? You did.")
    assert not rhetorical("Who will pay him? They told us hire more teachers.")
    assert asks("So tell me, is my loaf banned or not")

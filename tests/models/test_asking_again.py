"""An answer that cannot be used is asked for once more, never a third time, and what is good is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from config.errors import ProviderError
from config.format import Side
from planning.asking.answers import Unusable
from planning.asking.asking import enough, foreign, once_more, plain, wrong_side


class Answers:
    """Gives these one after the other; an error is raised instead. `told`: what it was told each time."""

    def __init__(self, *answers: str | Exception) -> None:
        self._answers = list(answers)
        self.told: list[str] = []

    async def __call__(self, wrong: str) -> str:
        self.told.append(wrong)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_the_second_attempt_is_told_what_was_wrong_with_the_first() -> None:
    answers = Answers(Unusable("it is in French"), "in English")
    assert asyncio.run(once_more(answers)) == "in English"
    assert answers.told == ["", "it is in French"]


def test_a_good_answer_is_not_asked_for_again() -> None:
    answers = Answers("good")
    assert asyncio.run(once_more(answers)) == "good"
    assert answers.told == [""]


def test_there_is_no_third_attempt() -> None:
    with pytest.raises(Unusable, match="too long"):
        asyncio.run(once_more(Answers(Unusable("it is in French"), Unusable("too long"), "in English")))


def test_what_fails_otherwise_is_not_asked_again() -> None:
    answers = Answers(ProviderError("model", "is gone"), "good")
    with pytest.raises(ProviderError, match="is gone"):
        asyncio.run(once_more(answers))
    assert answers.told == [""]


class Rounds:
    """Gives so many claims a round, with those it refuses; notes what was kept and refused before."""

    def __init__(self, *rounds: tuple[list[str], list[str]] | ProviderError) -> None:
        self._rounds = list(rounds)
        self.told: list[tuple[list[str], str]] = []

    async def __call__(self, kept: Sequence[str], refused: str) -> tuple[list[str], list[str]]:
        self.told.append((list(kept), refused))
        found = self._rounds.pop(0)
        if isinstance(found, ProviderError):
            raise found
        return found


def test_for_those_that_were_refused_others_are_asked_for() -> None:
    rounds = Rounds((["a"], ["b - it repeats a", "c - too long"]), (["d", "e"], []))
    assert asyncio.run(enough(2, rounds)) == (["a", "d"], [])
    assert rounds.told == [([], ""), (["a"], "b - it repeats a\nc - too long")]


def test_enough_at_once_is_enough() -> None:
    rounds = Rounds((["a", "b", "c"], ["d - too long"]))
    assert asyncio.run(enough(2, rounds)) == (["a", "b"], ["d - too long"])


def test_too_few_after_two_rounds_are_what_there_is() -> None:
    rounds = Rounds(([], ["a - too long"]), (["b"], ["c - too long"]))
    assert asyncio.run(enough(2, rounds)) == (["b"], ["c - too long"])


def test_a_second_round_that_fails_takes_nothing_away() -> None:
    gone = ProviderError("model", "is gone")
    assert asyncio.run(enough(2, Rounds((["a"], []), gone))) == (["a"], [])
    with pytest.raises(ProviderError):
        asyncio.run(enough(2, Rounds(([], ["a - too long"]), gone)))


# -- what may be spoken of an answer ------------------------------------------------------------------


def test_what_is_foreign() -> None:
    assert foreign(["Ceci est une phrase tout à fait normale, mais elle n'est pas écrite en anglais du tout."])
    assert foreign(["This is a perfectly normal sentence, and it is written in plain English for you."]) is None
    assert foreign(["Nein danke."]) is None  # too short to tell
    assert foreign(["Die Steuer trifft arme Familien härter als reiche, denn Essen kostet alle gleich viel."])
    noted = ["Vague cost claim, missing source.", "Sentence three: abstract nouns, weak verbs, no concrete example."]
    assert foreign(noted) is None  # notes in English, without small words


@pytest.mark.parametrize(
    ("side", "text"),
    [
        (Side.PRO, "So I ask you to reject the motion."),
        (Side.PRO, "Please vote con."),
        (Side.PRO, "And so, I urge you all to vote against this motion."),
        (Side.CON, "Please vote for the motion."),
        (Side.CON, "We concede."),
        (Side.CON, "I concede that my opponent is right."),
    ],
)
def test_what_speaks_against_its_own_side(side: Side, text: str) -> None:
    assert wrong_side([text], side)


@pytest.mark.parametrize(
    ("side", "text"),
    [
        (Side.CON, "So I ask you to reject the motion."),
        (Side.CON, "Do not vote for this motion."),
        (Side.CON, "They want you to vote for the motion because it sounds kind."),
        (Side.PRO, "My opponent asks you to reject this motion, but gives no reason."),
        (Side.PRO, "If you vote against this motion, children pay."),
        (Side.CON, "I concede that one."),
        (Side.CON, "I concede that uniforms cost money, but they save more."),
    ],
)
def test_what_speaks_for_it(side: Side, text: str) -> None:
    assert wrong_side([text], side) is None


def test_markup_is_not_spoken() -> None:
    assert plain("**Uniforms** reduce <b>bullying</b> [1].\n- `truly`\x07") == "Uniforms reduce bullying. truly"

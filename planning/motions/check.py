"""Whether somebody's own motion can be debated: asked of a model, and what may be made of its answer.

A motion is accepted if it is in English, a proposition, arguable on both sides, and decent. One that is not is refused
in a friendly sentence, with a better wording where there is one.
"""

from __future__ import annotations

import re

from pydantic import Field

from config.errors import UsageError
from config.plain_text import harmless
from config.settings import Role
from planning.asking.answers import Shape
from planning.asking.asking import asked, foreign, plain
from planning.debate.points import Frozen
from planning.motions.prompts import render
from planning.ports import LLM

FEWEST_WORDS, FEWEST_LETTERS, LONGEST = 3, 12, 300  # words of a motion, or its letters; and its characters
LONGEST_MEANING = 400  # characters; a sentence of the trees may have as many
CHECK_SECONDS = 60.0
SHORTHAND = {  # of debaters, which nobody says aloud
    "TH": "This house",
    "THB": "This house believes",
    "THBT": "This house believes that",
    "THO": "This house opposes",
    "THP": "This house prefers",
    "THR": "This house regrets",
    "THS": "This house supports",
    "THW": "This house would",
}


class MotionAnswer(Shape):
    """A model's look at a motion."""

    english: bool
    proposition: bool
    both_sides: bool
    decent: bool
    reason: str = Field(max_length=1200)
    better: str = Field(max_length=1200)
    definition: str = Field(max_length=1200)

    @property
    def accepted(self) -> bool:
        return self.english and self.proposition and self.both_sides and self.decent


class MotionCheck(Frozen):
    """What came of it. Accepted, it has a `definition`: what it means, in a sentence that both sides can accept;
    refused, a `reason`, and a `better` wording where there is one."""

    motion: str
    accepted: bool
    definition: str = ""
    reason: str = ""
    better: str = ""


def tidy(typed: str) -> str:
    """A motion on one line, without what cannot be shown, debaters' shorthand written out.

    Raises UsageError: it is too short or too long to be one.
    """
    first, space, rest = harmless(typed).partition(" ")
    motion = SHORTHAND.get(first.rstrip(","), first) + space + rest
    words = re.findall(r"\w*[^\W\d_]\w*", motion)
    if len(words) < FEWEST_WORDS and sum(map(len, words)) < FEWEST_LETTERS:  # not all languages part their words
        raise UsageError("a motion is a whole sentence, such as “We should ban zoos”")
    if len(motion) > LONGEST:
        raise UsageError(f"a motion has at most {LONGEST} characters, and this one has {len(motion)}")
    return motion


def tidy_meaning(typed: str) -> str:
    """What a motion is agreed to mean, on one line; empty for nothing. Raises UsageError: it is too long."""
    meaning = harmless(typed)
    if len(meaning) > LONGEST_MEANING:
        raise UsageError(f"say what it means in at most {LONGEST_MEANING} characters: this has {len(meaning)}")
    return meaning


async def check(motion: str, llm: LLM, deadline: float = CHECK_SECONDS) -> MotionCheck:
    """What a model makes of a tidy motion; asked once more where its answer is of no use.

    Raises ProviderError, ModelOutputError: no answer.
    """
    prompt = render("motion_check", motion=motion)
    given = await asked(llm, Role.CHECKER, prompt, MotionAnswer, lambda one: _fault(one, motion), deadline)
    if given.accepted:
        return MotionCheck(motion=motion, accepted=True, definition=_line(given.definition))
    better = _line(given.better).rstrip(".")
    return MotionCheck(motion=motion, accepted=False, reason=_line(given.reason), better=better)


def _fault(given: MotionAnswer, motion: str) -> str | None:
    definition, reason, better = map(_line, (given.definition, given.reason, given.better))
    if given.accepted:
        if not definition:
            return "the definition is missing, and all four are yes"
        if len(definition) > LONGEST_MEANING:
            return f"the definition is longer than {LONGEST_MEANING} characters"
        return foreign([definition])
    if not reason:
        return "the reason is missing, and one of the four is no"
    if better and (len(better) > LONGEST or len(better.split()) < FEWEST_WORDS):
        return "the better motion is not one sentence of at most twenty words"
    if better.rstrip(".").lower() == motion.rstrip(".").lower():
        return "the better motion is the one that was refused"
    return foreign([reason, better])


def _line(text: str) -> str:
    return plain(text).strip('"“” ')

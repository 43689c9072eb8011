"""What was said so far, as the side that speaks next may know it."""

from __future__ import annotations

from config.format import Format, Side, Stage, Turn
from planning.methods.common.speeches import Record

PRO, CON = Side.PRO, Side.CON


def record(*turns: Turn) -> Record:
    both = (Turn(side=PRO, stage=Stage.OPENING, seconds=60), Turn(side=CON, stage=Stage.OPENING, seconds=60))
    return Record(CON, Format(name="test", turns=(*both, *turns)))


def test_all_that_was_said_is_told_in_order_with_who_said_it() -> None:
    said = record(Turn(side=PRO, stage=Stage.REBUTTAL, seconds=60), Turn(side=CON, stage=Stage.REBUTTAL, seconds=60))
    assert said.told(0) == "(nothing yet)"
    for turn, side, text in ((0, PRO, "Dress is equal."), (0, PRO, "It is cheap."), (1, CON, "Bullies find marks.")):
        said.add(turn, side, text)
    assert said.told(3, unread=["So what"]).split("\n\n") == [
        "The other side, in speech 1 of 4, the opening of pro: Dress is equal. It is cheap.",
        "You, in speech 2 of 4, the opening of con: Bullies find marks.",
        "The other side, just now: So what",
    ]
    assert "just now" not in said.told(3, unread=["It is cheap."]), "it has been added since"


def test_where_neither_side_sees_the_other_only_our_own_words_are_known() -> None:
    said = record(Turn(side=CON, stage=Stage.REBUTTAL, seconds=60, blind=True))
    said.add(0, PRO, "Dress is equal.")
    said.add(1, CON, "Bullies find marks.")
    assert "equal" not in said.told(2, unread=["It is cheap"])
    assert "cheap" not in said.told(2, unread=["It is cheap"])
    assert said.of(PRO, 2) == [] and said.of(CON, 2) == ["Bullies find marks."]


def test_a_word_inside_the_other_sides_speech_is_told_where_it_was_said() -> None:
    said = record()
    said.add(0, PRO, "Dress is equal.")
    said.add(0, CON, "Who pays?")
    said.add(0, PRO, "The town.")
    assert [line.split(",")[0] for line in said.told(1).split("\n\n")] == ["The other side", "You", "The other side"]
    assert said.last_speech(1) == ["Who pays?"]
    assert (said.size(0), said.size(1)) == (2, 3), "what is said in a speech is no reason to write it again"

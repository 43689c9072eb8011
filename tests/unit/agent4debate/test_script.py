"""A script becomes sentences that say what they do; and the dialogue of the team tells what each may know."""

from __future__ import annotations

from typing import Any

from config.format import Side
from config.shipped import load_format
from config.statement import Priority, standing
from planning.methods.agent4debate.dialogue import NOTHING, Dialogue
from planning.methods.agent4debate.shapes import Part, Script, as_spoken, script_of
from planning.methods.agent4debate.table import Teammate

TEXTS = ["Streets are for people.", "For people live in them.", "Think of your own street."]


def part(**changes: Any) -> Part:
    return Part.model_validate({"about": "streets", "sentences": TEXTS} | changes)


def test_a_claim_of_ours_is_made_and_cites_what_is_known() -> None:
    made = script_of([part(claim=True, cites=["[k1]", "k9"])], "So much for that.", (), {"k1"}, acts=True)
    assert [one.action for one in made] == ["propose", None, None, None]
    assert made[0].cites == ("k1",)
    assert made[-1].priority is Priority.CLOSING
    silent = script_of([part(claim=True)], "So much for that.", (), (), acts=False)
    assert not any(one.action for one in silent), "a summary brings nothing new"


def test_a_passage_answers_what_was_said_and_nothing_else() -> None:
    made = script_of([part(answers=["con2.1", "con9.9"], claim=True)], "", {"con2.1"}, (), acts=True)
    assert [one.answers for one in made] == [("con2.1",), (), ()]
    assert made[0].priority is Priority.MUST and made[0].action is None
    quoting = ["You say “people live in them”.", "That is why they need cars.", "Think of them."]
    led = script_of([part(answers=["con2.1"], sentences=quoting)], "", {"con2.1"}, (), acts=True)
    assert [one.answers for one in led] == [(), ("con2.1",), ()]
    assert led[0].unit == led[1].unit


def test_as_published_a_speech_is_cut_at_the_last_sentence_that_has_time() -> None:
    made = as_spoken(script_of([part(), part(about="shops")], "So much for that.", (), (), acts=True))
    assert len(made) == 7 and not any(one.priority is Priority.CLOSING for one in made)
    assert made[0].priority is Priority.MUST
    for cut in range(1, 7):
        left = [one for one in made if one.unit != made[cut].unit]
        assert standing(left) == made[:cut], "without a sentence none that follows it can be spoken"


def test_a_script_for_the_other_side_cannot_be_spoken() -> None:
    script = Script(side=Side.CON, passages=[part()], closing="So vote against it.")
    assert script.fault(Side.PRO) == "it is for con, but you speak for pro"
    assert script.fault(Side.CON) is None


def test_the_team_remembers_its_dialogue_and_drafts_give_way_to_newer_ones() -> None:
    dialogue = Dialogue(load_format("agent4debate"))
    assert dialogue.told(2) == NOTHING
    for text in ("old script", "new script"):
        dialogue.add(Teammate.WRITER, 2, "script", text)
    for text in ("first piece", "second piece"):
        dialogue.add(Teammate.ANALYZER, 1, "notes", text, heard=True)
    told = dialogue.told(2)
    assert "old script" not in told and "Writer, script on speech 3, the rebuttal of pro:\nnew script" in told
    assert "first piece" in told and "second piece" in told


def test_as_published_nothing_of_the_dialogue_is_forgotten() -> None:
    dialogue = Dialogue(load_format("agent4debate"), whole=True)
    for text in ("old script", "new script"):
        dialogue.add(Teammate.WRITER, 2, "script", text)
    assert "old script" in dialogue.told(2)


def test_in_a_blind_speech_nobody_knows_what_the_other_side_said() -> None:
    dialogue = Dialogue(load_format("agent4debate"))
    dialogue.add(Teammate.ANALYZER, 0, "notes", "they count cars", heard=True)
    dialogue.add(Teammate.ANALYZER, 1, "outline", "we count people")
    assert "they count cars" not in dialogue.told(1) and "we count people" in dialogue.told(1)
    assert "they count cars" in dialogue.told(3)

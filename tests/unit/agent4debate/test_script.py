"""A script becomes sentences that say what they do; and the dialogue of the team tells what each may know."""

from __future__ import annotations

from typing import Any

from config.format import Side
from config.shipped import load_format
from config.statement import Priority, standing
from planning.debate.points import Point
from planning.methods.agent4debate.dialogue import NOTHING, SCRIPT, Dialogue
from planning.methods.agent4debate.sentences import as_spoken, script_of, without_sentences
from planning.methods.agent4debate.shapes import Part, Script
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


POINT = Point(id="con2.1", words="people live in them and need a car", claim="Streets need cars.")
COST = Point(id="con2.2", words="it would cost the town a fortune", claim="Closing streets is expensive.")
SHOPS = Point(id="con2.3", words="the shops will move to the bypass", claim="Trade leaves the centre.")


def test_a_passage_answers_what_was_said_and_nothing_else() -> None:
    made = script_of([part(answers=["con2.1", "con9.9"], claim=True)], "", [POINT], (), acts=True)
    assert [one.answers for one in made] == [("con2.1",), (), ()]
    assert made[0].priority is Priority.MUST and made[0].action is None
    quoting = ["You say “people live in them”.", "That is why they need cars.", "Think of them."]
    led = script_of([part(answers=["con2.1"], sentences=quoting)], "", [POINT], (), acts=True)
    assert [one.answers for one in led] == [(), ("con2.1",), ()]
    assert led[0].unit == led[1].unit


def test_of_several_points_each_is_answered_where_a_sentence_takes_it_up_and_else_not_at_all() -> None:
    texts = [
        "Nobody takes a car from the streets.",
        "We grant that.",
        "Nor would it cost the town a fortune.",
    ]
    made = script_of(
        [part(answers=["con2.1", "con2.2", "con2.3"], sentences=texts)], "", [POINT, COST, SHOPS], (), acts=True
    )
    assert [one.answers for one in made] == [("con2.1",), (), ("con2.2",)]


def test_what_quotes_a_point_answers_it_though_it_does_not_name_its_id() -> None:
    texts = ["You told us “the shops will move to the bypass”.", "They went there for the parking we have now."]
    made = script_of([part(sentences=texts, importance="should")], "End.", [SHOPS], (), acts=True)
    assert [one.answers for one in made] == [(), ("con2.3",), ()]
    assert made[0].priority is Priority.MUST, "what answers must be spoken, whatever it is called"


def test_all_of_a_passage_that_must_be_spoken_must_be_as_far_as_there_is_time() -> None:
    claim, answer = part(importance="must"), part(about="cost", answers=["con2.2"], importance="must")

    def musts(words: float, *parts: Part) -> list[str]:
        made = script_of(parts, "So much for that.", [COST], (), acts=True, words=words)
        return [one.id for one in made if one.priority is Priority.MUST]

    every = ["s1.1", "s1.2", "s1.3", "s2.1", "s2.2", "s2.3"]
    assert musts(1000, claim, answer, part(about="shops")) == every
    assert musts(32, claim, answer) == ["s1.1", "s1.2", "s2.1", "s2.2"], "how both begin before how they go on"
    assert musts(20, claim, answer) == ["s2.1", "s2.2"], "an answer before a claim"
    less = answer.model_copy(update={"importance": "should"})
    assert musts(1000, claim, less) == every
    assert musts(32, claim, less) == ["s1.1", "s1.2", "s1.3"], "what the writer holds to be less comes after"


def test_a_sentence_that_is_left_out_takes_only_what_leans_on_it() -> None:
    texts = [
        "Trade rose by 12 percent.",
        "This was seen in one year.",
        "Shops gain from people on foot.",
        "So they stay.",
    ]
    left = without_sentences([part(sentences=texts), part(about="other")], {(1, 1)})
    assert [one.sentences for one in left] == [texts[2:], TEXTS]
    for leaning in (
        "She will take them at their word.",
        "And that is why.",
        "A small one has few.",
        "Of those, two left.",
    ):
        two = without_sentences([part(sentences=[texts[0], leaning, texts[2]])], {(1, 1)})
        assert [one.sentences for one in two] == [[texts[2]]]
    assert [one.about for one in without_sentences([part(), part(about="other")], {(1, 1), (1, 2), (1, 3)})] == [
        "other"
    ]


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


def test_of_its_dialogue_the_team_is_told_what_stands_nowhere_else() -> None:
    dialogue = Dialogue(load_format("agent4debate"))
    assert dialogue.told(2) == NOTHING
    for text in ("old outline", "new outline"):
        dialogue.add(Teammate.ANALYZER, 2, "outline", text)
    dialogue.add(Teammate.WRITER, 2, SCRIPT, "our rebuttal")
    dialogue.add(Teammate.ANALYZER, 1, "notes", "a piece", heard=True)
    dialogue.add(Teammate.REVIEWER, 0, "review 1", "of the opening")
    told = dialogue.told(2)
    assert told == "Analyzer, outline on speech 3, the rebuttal of pro:\nnew outline"


def test_of_a_speech_of_ours_just_before_the_script_is_told_for_it_may_be_unspoken_yet() -> None:
    dialogue = Dialogue(load_format("agent4debate"))
    dialogue.add(Teammate.WRITER, 1, SCRIPT, "our constructive")
    dialogue.add(Teammate.WRITER, 3, SCRIPT, "our rebuttal")
    assert dialogue.told(4) == "Writer, script on speech 4, the rebuttal of con:\nour rebuttal"
    assert dialogue.told(3) == NOTHING


def test_as_published_nothing_of_the_dialogue_is_forgotten() -> None:
    dialogue = Dialogue(load_format("agent4debate"), whole=True)
    for text in ("old script", "new script"):
        dialogue.add(Teammate.WRITER, 2, SCRIPT, text)
    dialogue.add(Teammate.ANALYZER, 1, "notes", "a piece", heard=True)
    assert "old script" in dialogue.told(2) and "a piece" in dialogue.told(2)


def test_in_a_blind_speech_nobody_knows_what_the_other_side_said() -> None:
    dialogue = Dialogue(load_format("agent4debate"), whole=True)
    dialogue.add(Teammate.ANALYZER, 0, "notes", "they count cars", heard=True)
    dialogue.add(Teammate.ANALYZER, 1, "outline", "we count people")
    assert "they count cars" not in dialogue.told(1) and "we count people" in dialogue.told(1)
    assert "they count cars" in dialogue.told(3)

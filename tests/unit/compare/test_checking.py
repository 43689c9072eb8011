"""What a model that sees passages only finds in sentences, turns and positions, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.show.inquiries.comparison import comparison_html
from planning.compare.checking.suspicions import suspicions
from planning.compare.records import Comparison, Finding, Strength, Synthesis, Way
from planning.compare.telling import lines, markdown, traced_in_numbers
from tests.model_server import Asked, ModelServer
from tests.unit.compare.scripted import FOUR, Player, carried, compared, kind, part, sentence, shown, statements

FAULTS = [one for one in Finding if one.faulty]
SHARED = sentence("Both documents speak of school hours.", "shared", ["A1", "B1"])
JOINED = sentence("Pupils slept longer in Harnley because Westmark pupils slept less.", "different", ["A1", "B1"])
HALVES = [
    part(1, "Pupils slept longer in Harnley.", "carried", ["A1"]),
    part(1, "Westmark pupils slept less", "carried", ["B1"]),
]
CAUSE = part(1, "The one is so because of the other.", "joined", why="neither speaks of the other")
Check = Callable[[Asked], Any]


def of(asked: Asked, text: str) -> bool:
    """Whether this is the check of a sentence with these words."""
    return kind(asked) == "PartsAnswer" and any(text in one for _, one, _ in statements(asked))


def written(
    folder: Path, *sentences: dict[str, Any], check: Check, mended: Any = None
) -> tuple[Synthesis, list[Asked]]:
    """A single-stage synthesis of these sentences. `check`: None for what is carried."""

    def bends(asked: Asked, answer: Any) -> Any:
        if kind(asked) == "SynthesisAnswer":
            return {"sentences": list(sentences)}
        if kind(asked) == "MendedAnswers":
            return {"sentences": mended or []}
        found = check(asked) if kind(asked) == "PartsAnswer" else None
        return answer if found is None else found

    with ModelServer() as server:
        server.plays(Player(bends=bends))
        found = compared(server, folder, way=Way.SINGLE)
        assert found.trees[0].synthesis is not None
        return found.trees[0].synthesis, server.asked


# -- sentences -----------------------------------------------------------------------------------------


def test_each_sentence_is_checked_alone_with_its_own_passages(tmp_path: Path) -> None:
    other = sentence("Each was written by its own authority.", "different", ["A2", "B2"])
    found, asked = written(tmp_path, SHARED, other, check=lambda asked: None)
    checks = [one for one in asked if kind(one) == "PartsAnswer"]
    assert [set(shown(one)) for one in checks] in ([{"A1", "B1"}, {"A2", "B2"}], [{"A2", "B2"}, {"A1", "B1"}])
    assert {one.body["temperature"] for one in checks} == {0.0}
    assert found.meaning_checked and [one.parts[0].segments for one in found.sentences] == [("A1", "B1"), ("A2", "B2")]


def test_a_model_that_lets_everything_pass_leaves_what_the_rules_find(tmp_path: Path) -> None:
    made_up = sentence("Both find 99 minutes.", "shared", ["A1", "B1"])
    found, _ = written(tmp_path, SHARED, made_up, check=lambda asked: None)
    assert [one.traced for one in found.sentences] == [True, False]


def test_a_model_that_objects_to_everything_leaves_nothing(tmp_path: Path) -> None:
    def objects(asked: Asked) -> Any:
        return {"parts": [part(number, text, "wider") for number, text, _ in statements(asked)]}

    found, _ = written(tmp_path, SHARED, JOINED, check=objects, mended=[SHARED | {"number": 1}])
    assert (found.traced, found.text, found.meaning_checked) == (0, "", True)
    assert traced_in_numbers(found) == "0 of 2 sentences traced, 2 struck"


@pytest.mark.parametrize("finding", FAULTS)
def test_every_kind_of_fault_is_named_to_whoever_writes_it_again(tmp_path: Path, finding: Finding) -> None:
    again = sentence("Pupils slept longer in Harnley, and less in Westmark.", "different", ["A1", "B1"])

    def check(asked: Asked) -> Any:
        bad = part(1, "The one is so because of the other", finding, why="B is silent on A")
        return {"parts": [*HALVES, bad]} if of(asked, JOINED["text"]) else None

    found, asked = written(tmp_path, SHARED, JOINED, check=check, mended=[again | {"number": 2}])
    (mending,) = (one for one in asked if kind(one) == "MendedAnswers")
    assert re.search(r"Wrong: “The one is so because of the other”: .+ \(B is silent on A\)\.", mending.user)
    assert (found.traced_at_first, found.traced) == (1, 2) and found.sentences[1].text == again["text"]
    assert not found.sentences[1].narrowed


def test_what_still_fails_is_narrowed_to_what_is_carried(tmp_path: Path) -> None:
    def check(asked: Asked) -> Any:
        return {"parts": [*HALVES, CAUSE]} if of(asked, "because") else None

    found, asked = written(tmp_path, SHARED, JOINED, check=check, mended=[JOINED | {"number": 2}])
    left = found.sentences[1]
    assert left.text == "Pupils slept longer in Harnley. Westmark pupils slept less."
    assert left.narrowed and left.traced and left.segments == ("A1", "B1")
    assert sum(kind(one) == "PartsAnswer" for one in asked) == 2  # the same sentence again is not asked for again
    assert "2 of 2 sentences traced (1 as first written, 1 cut to what its passages say)" in traced_in_numbers(found)


def test_what_is_left_must_still_speak_of_both(tmp_path: Path) -> None:
    def check(asked: Asked) -> Any:
        return {"parts": [HALVES[0], CAUSE]} if of(asked, "because") else None

    found, _ = written(tmp_path, SHARED, JOINED, check=check)
    assert not found.sentences[1].traced and found.sentences[1].text == JOINED["text"]


def test_a_comparison_that_only_one_document_carries_is_faulty(tmp_path: Path) -> None:
    def check(asked: Asked) -> Any:
        return {"parts": [part(1, JOINED["text"], "carried", ["A1"])]} if of(asked, "because") else None

    found, _ = written(tmp_path, SHARED, JOINED, check=check)
    assert found.sentences[1].fault == "no part of it is carried by a passage of B"


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ([part(1, SHARED["text"], "carried", ["A2"])], "is called carried, and by none of the passages above"),
        ([part(7, SHARED["text"], "carried", ["A1"])], "sentences 1 have no part"),
        ([part(1, "Both exist.", "carried", ["A1", "B1"])], "pass over documents, speak, school, hours"),
    ],
)
def test_a_check_that_cannot_be_one_is_asked_for_again(tmp_path: Path, parts: list[Any], why: str) -> None:
    def check(asked: Asked) -> Any:
        return None if "Your last answer was refused" in asked.user else {"parts": parts}

    found, asked = written(tmp_path, SHARED, check=check)
    assert any(why in one.user for one in asked if kind(one) == "PartsAnswer")
    assert found.traced == 1


def test_what_is_called_carried_by_nothing_twice_is_uncited(tmp_path: Path) -> None:
    found, _ = written(tmp_path, SHARED, check=lambda asked: {"parts": [part(1, SHARED["text"], "carried", ["A2"])]})
    assert not found.sentences[0].traced and found.sentences[0].parts[0].finding is Finding.UNCITED


def test_a_sentence_that_could_not_be_checked_stands_and_is_told(tmp_path: Path) -> None:
    other = sentence("Each was written by its own authority.", "different", ["A2", "B2"])
    found, _ = written(tmp_path, SHARED, other, check=lambda asked: "no JSON" if of(asked, "hours") else None)
    assert found.traced == 2 and not found.meaning_checked
    assert traced_in_numbers(found).endswith("; 1 of them could not be checked")


def test_a_passage_that_the_writer_was_not_shown_may_be_named_since_it_is_read(tmp_path: Path) -> None:
    far = sentence("Both end with what they do not know or would do.", "shared", ["A15", "B15"])
    found, asked = written(tmp_path, far, check=lambda asked: None)
    assert found.traced == 1
    assert any({"A15", "B15"} == set(shown(one)) for one in asked if kind(one) == "PartsAnswer")


# -- where to look -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "passage", "told"),
    [
        ("Sleep grew because school began later.", "School began later. Sleep grew.", "“because”: does a passage join"),
        ("Sleep grew, whereas results did not.", "Sleep grew. Results did not.", "“whereas”: do the passages set"),
        (
            "Cost was the main worry of most parents.",
            "Cost was a worry of parents.",
            "“main”: does a passage go as far",
        ),
        ("Results rose by 0.11 grades.", "Results rose by 0.11 grades; the interval runs from -0.06.", "(“interval”)"),
        ("Pupils slept 36 minutes more.", "Pupils reported 36 more minutes.", "who said or estimated it (“reported”)"),
        (
            "A fall in sleep is a loss of the gain.",
            "A fall in sleep should not be taken for a loss.",
            "right way round",
        ),
    ],
)
def test_words_tell_where_to_look(text: str, passage: str, told: str) -> None:
    assert any(told in one for one in suspicions(text, [passage]))


def test_a_sentence_in_the_words_of_its_passage_is_not_suspected() -> None:
    told = "Pupils reported 36 more minutes of sleep because school began later."
    assert suspicions(told, [told]) == ()
    assert suspicions("Buses ran later.", ["The interval runs from 1 to 2. Nobody may say more."]) == ()


def test_suspicions_are_handed_on_and_are_no_verdicts(tmp_path: Path) -> None:
    found, asked = written(tmp_path, JOINED, check=lambda asked: None)
    assert any("Look at: “because”" in one.user for one in asked if kind(one) == "PartsAnswer")
    assert found.traced == 1


# -- turns ---------------------------------------------------------------------------------------------

INVENTED = "In Harnley nobody's journey was made longer."


def argued(
    folder: Path, check: Callable[[Asked, Any], Any], *, expands: bool = False
) -> tuple[Comparison, list[Asked]]:
    def bends(asked: Asked, answer: Any) -> Any:
        if kind(asked) == "TurnAnswer" and "Your document is A" in asked.user:
            return answer | {"argument": f"{answer['argument']} {INVENTED} Was another order looked at?"}
        return check(asked, answer) if kind(asked) == "PartsAnswer" else answer

    with ModelServer() as server:
        server.plays(Player(bends=bends, expands=lambda topic: expands))
        return compared(server, folder, depth=2 if expands else 1), server.asked


def doubts(asked: Asked, answer: Any) -> Any:
    def judged(number: int, text: str, under: list[str]) -> dict[str, Any]:
        if text == INVENTED:
            return part(number, text, "uncited", why="no passage speaks of journeys")
        return part(number, text, "no-claim") if text.endswith("?") else carried(number, text, under)

    return {"parts": [judged(*one) for one in statements(asked)]}


def test_what_is_not_in_the_document_is_marked_and_not_handed_on(tmp_path: Path) -> None:
    found, asked = argued(tmp_path, doubts, expands=True)
    last = found.trees[0].nodes[1].debate["A"].last
    assert last is not None
    assert [one.finding for one in last.sentences] == [Finding.CARRIED, Finding.UNCITED, Finding.NO_CLAIM]
    assert INVENTED in last.text and INVENTED not in last.carried and "Was another order" in last.carried
    for shape in ("SynthesisAnswer", "ExpansionAnswer"):
        assert not any(INVENTED in one.user for one in asked if kind(one) == shape)
        assert any("Was another order" in one.user for one in asked if kind(one) == shape)
    assert f"~~{INVENTED}~~ (not in the document: no passage speaks of journeys)" in markdown(found)
    assert "(not in the document: no passage speaks of journeys)" in comparison_html(found)


def test_all_turns_of_a_document_at_a_topic_are_checked_in_one_call(tmp_path: Path) -> None:
    _, asked = argued(tmp_path, lambda asked, answer: answer)
    checks = [one for one in asked if kind(one) == "PartsAnswer" and "We present" in one.user]
    assert len(checks) == 3 * 2
    assert all("We respond" in one.user and "We revise" in one.user for one in checks)


def test_turns_that_cannot_be_checked_stay_and_are_told(tmp_path: Path) -> None:
    found, _ = argued(tmp_path, lambda asked, answer: "no JSON" if "We present" in asked.user else answer)
    last = found.trees[0].nodes[1].debate["A"].last
    assert last is not None and not last.sentences and last.carried == last.text
    assert {one.what for one in found.missing} == {"the check of what A said", "the check of what B said"}
    assert found.complete


# -- positions -----------------------------------------------------------------------------------------


def tabled(folder: Path, bends: Callable[[Asked, Any], Any]) -> tuple[Comparison, list[Asked]]:
    with ModelServer() as server:
        server.plays(Player(bends=bends))
        return compared(server, folder, *FOUR[:3]), server.asked


def stance(document: str, taken: str, why: str = "") -> dict[str, str]:
    return {"document": document, "stance": taken, "why": why}


def test_a_position_that_its_document_does_not_take_leaves_no_contradiction(tmp_path: Path) -> None:
    def bends(asked: Asked, answer: Any) -> Any:
        if kind(asked) == "PositionsAnswer":
            return answer | {"stances": [stance("A", "affirms"), stance("B", "none", "B names no month")]}
        return answer

    found, _ = tabled(tmp_path, bends)
    assert not found.contradictions and not found.trees and found.complete
    assert [(one.what, one.reason) for one in found.left_out] == [
        ("the position of B on “A later start keeps its gain in sleep.”", "B names no month"),
        ("the contradiction “A later start keeps its gain in sleep.”",
         "by their passages the documents do not take different positions on it"),
    ]  # fmt: skip
    assert "left out: the position of B" in "\n".join(lines(found))


def test_a_position_is_narrowed_and_takes_the_stance_that_its_passages_take(tmp_path: Path) -> None:
    def bends(asked: Asked, answer: Any) -> Any:
        if kind(asked) == "PositionsAnswer":
            keys = [under for _, _, under in statements(asked)]
            parts = [
                part(1, "It is kept in most towns.", "wider"),
                part(1, "It is kept", "carried", keys[0]),
                part(2, "It is lost.", "carried", keys[1]),
                part(3, "They measured at other times.", "uncited"),
            ]
            return {"stances": [stance("A", "affirms"), stance("B", "qualifies")], "parts": parts}
        return answer

    (row,) = tabled(tmp_path, bends)[0].contradictions
    assert [(one.stance, one.says) for one in row.positions] == [
        ("affirms", "It is kept."),
        ("qualifies", "It is lost."),
    ]
    assert row.why == "" and row.checked and row.strength is Strength.DIRECT


def test_direct_is_only_what_cannot_be_true_at_once(tmp_path: Path) -> None:
    def bends(asked: Asked, answer: Any) -> Any:
        can = {"can_all_be_true": True, "why": "They are of other places."}
        return can if kind(asked) == "ExclusionAnswer" else answer

    found, asked = tabled(tmp_path, bends)
    (row,) = found.contradictions
    assert row.strength is Strength.CONDITIONAL and "They are of other places." in row.lowered
    (asking,) = (one for one in asked if kind(one) == "ExclusionAnswer")
    assert {key for one in row.positions for key in one.segments} == set(shown(asking))
    assert "At first it was said that they cannot both be true; by the check they can" in markdown(found)


def test_a_row_that_could_not_be_checked_is_never_direct(tmp_path: Path) -> None:
    found, _ = tabled(tmp_path, lambda asked, answer: "no JSON" if kind(asked) == "PositionsAnswer" else answer)
    (row,) = found.contradictions
    assert row.strength is Strength.CONDITIONAL and not row.checked
    assert any("could not be checked" in line for line in lines(found))


def test_positions_stay_as_checked_where_it_cannot_be_told_whether_both_can_be_true(tmp_path: Path) -> None:
    found, _ = tabled(tmp_path, lambda asked, answer: "no JSON" if kind(asked) == "ExclusionAnswer" else answer)
    (row,) = found.contradictions
    assert row.strength is Strength.CONDITIONAL and row.checked and row.lowered == "that could not be checked"


def test_the_text_on_several_documents_says_which_it_does_not_treat(tmp_path: Path) -> None:
    found, _ = tabled(tmp_path, lambda asked, answer: answer)
    told = "This text says nothing of C. No contradiction was found in which C takes a side."
    assert told in "\n".join(lines(found)) and told in markdown(found) and told in comparison_html(found)

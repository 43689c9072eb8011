"""Whether sentences stand on their segments: by rule, by their meaning, and by what the other document has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from planning.compare.checking.tracing import fault, overlap
from planning.compare.records import Relation, Segment, Source, Synthesis, SynthesisSentence
from tests.model_server import Asked, ModelServer
from tests.unit.compare.scripted import Player, compared, kind, part, sentence, shown

PAIR = [
    Source.model_validate(
        {"id": letter, "file": f"{letter}.md", "title": title, "kind": "md", "sha256": letter, "abstract": "",
         "segments_in_all": 2}
    )
    for letter, title in (("A", "The Harnley trial"), ("B", "Westmark County"))
]  # fmt: skip
KNOWN = {
    one.id: one
    for one in (
        Segment(id="A1", text="Pupils slept 43 minutes longer. Absence fell by 1.7 points.", place="page 2", page=2),
        Segment(id="B1", text="The gain fell from 36 minutes to 18, which is half.", place="Sleep"),
    )
}


def wrong(text: str, relation: Relation, *segments: str, silent: Any = None) -> str:
    return fault(
        SynthesisSentence(text=text, relation=relation, segments=segments, does_not_address=silent), PAIR, KNOWN
    )


@pytest.mark.parametrize(
    ("text", "relation", "segments", "silent", "why"),
    [
        ("Sleep was longer in both (A, B).", Relation.SHARED, ("A1", "B1"), None, ""),
        ("It was 43 minutes in A1 and 36 in B1.", Relation.DIFFERENT, ("A1", "B1"), None, ""),
        ("The gain was halved: 18 minutes are left.", Relation.ONLY, ("B1",), "A", ""),
        ("Sleep was longer.", Relation.SHARED, ("A1",), None, "names no passage of B"),
        ("Sleep was longer.", Relation.DIFFERENT, ("C9",), None, "no passage that there is"),
        ("Absence fell.", Relation.ONLY, ("A1", "B1"), "B", "passages of both"),
        ("Absence fell.", Relation.ONLY, ("A1",), None, "which other one does not address it"),
        ("Absence fell.", Relation.ONLY, ("A1",), "A", "which other one does not address it"),
        ("Pupils slept 52 minutes longer.", Relation.SHARED, ("A1", "B1"), None, "do not have 52"),
        ("Harvard found longer sleep.", Relation.SHARED, ("A1", "B1"), None, "no finding of Harvard"),
        ("Both say “sleep is for the weak of mind”.", Relation.SHARED, ("A1", "B1"), None, "do not say"),
    ],
)
def test_what_can_be_told_by_rule(
    text: str, relation: Relation, segments: tuple[str, ...], silent: str | None, why: str
) -> None:
    found = wrong(text, relation, *segments, silent=silent)
    assert why in found if why else found == ""


def test_overlap_counts_words_by_their_stems() -> None:
    assert overlap("Pupils sleep longer", [KNOWN["A1"].text]) > 0.6
    assert overlap("Taxes bore everybody", [KNOWN["A1"].text]) == 0.0
    assert overlap("", []) == 1.0


# -- with a model --------------------------------------------------------------------------------------


def synthesis(
    folder: Path, *sentences: dict[str, Any], mended: Any = None, meaning: Any = None, **more: Any
) -> tuple[Synthesis, ModelServer]:
    """What is made of these sentences of a model."""

    def bends(asked: Asked, answer: Any) -> Any:
        if kind(asked) == "SynthesisAnswer":
            return {"sentences": list(sentences)}
        if kind(asked) == "MendedAnswers" and mended is not None:
            return {"sentences": mended}
        if kind(asked) == "PartsAnswer" and meaning is not None and "We present" not in asked.user:
            return meaning(asked, answer)
        return answer

    with ModelServer() as server:
        server.plays(Player(bends=bends))
        found = compared(server, folder, **more)
    assert found.trees[0].synthesis is not None
    return found.trees[0].synthesis, server


SHARED = sentence("Both speak of school hours.", "shared", ["A1", "B1"])


def test_similarities_come_first_and_all_of_it_is_told_in_numbers(tmp_path: Path) -> None:
    differs = sentence("They differ in how they went about it.", "different", ["A1", "B1"])
    found, _ = synthesis(tmp_path, differs, SHARED)
    assert [one.relation for one in found.sentences] == [Relation.SHARED, Relation.DIFFERENT]
    assert (found.written, found.traced_at_first, found.traced, found.share) == (2, 2, 2, 1.0)


def test_what_cannot_be_traced_is_written_again_once(tmp_path: Path) -> None:
    made_up = sentence("Both find 99 minutes.", "shared", ["A1", "B1"])
    again = sentence("Both find longer sleep.", "shared", ["A1", "B1"]) | {"number": 2}
    found, server = synthesis(tmp_path, SHARED, made_up, mended=[again])
    assert [one.text for one in found.sentences] == [SHARED["text"], "Both find longer sleep."]
    assert (found.traced_at_first, found.traced) == (1, 2)
    mending = next(asked for asked in server.asked if kind(asked) == "MendedAnswers")
    assert "the passages A1, B1 do not have 99" in mending.user and SHARED["text"] not in mending.user


def test_what_still_cannot_be_traced_is_struck(tmp_path: Path) -> None:
    made_up = sentence("Both find 99 minutes.", "shared", ["A1", "B1"])
    found, _ = synthesis(tmp_path, SHARED, made_up, mended=[made_up | {"number": 2, "text": "Both find 98 minutes."}])
    assert [one.traced for one in found.sentences] == [True, False]
    assert found.text == SHARED["text"]
    assert (found.written, found.traced) == (2, 1)


def test_a_sentence_that_means_something_else_is_struck(tmp_path: Path) -> None:
    odd = sentence("Both say that sleep makes pupils ill.", "shared", ["A1", "B1"])

    def meaning(asked: Asked, answer: Any) -> Any:
        ill = {"parts": [part(1, odd["text"], "uncited", why="nothing is said of illness")]}
        return ill if "ill." in asked.user else answer

    found, _ = synthesis(tmp_path, SHARED, odd, mended=[odd | {"number": 2}], meaning=meaning)
    assert "no passage that it names says it (nothing is said of illness)" in found.sentences[1].fault


def test_that_the_other_does_not_address_it_is_looked_up(tmp_path: Path) -> None:
    """The player finds the first segment to refute whatever is claimed: so B does have something on it."""
    only = sentence("Only the trial speaks of breakfast.", "only", ["A13"], silent="B")
    found, server = synthesis(tmp_path, SHARED, only, mended=[])
    assert found.sentences[1].fault.startswith("B does address it, in B")
    mending = next(asked for asked in server.asked if kind(asked) == "MendedAnswers")
    named = found.sentences[1].fault.split(" in ")[1].split(", ")
    assert set(named) <= set(shown(mending))  # and the model may lean on it now


def test_a_check_that_cannot_be_had_lets_through_what_the_rules_let_through(tmp_path: Path) -> None:
    found, _ = synthesis(tmp_path, SHARED, meaning=lambda asked, answer: "no JSON at all")
    assert not found.meaning_checked and found.traced == 1

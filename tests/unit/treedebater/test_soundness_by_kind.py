"""Answers to objections that no tree holds, and what still stands after an answer: which of them can be spoken."""

from __future__ import annotations

from typing import Any

import pytest

from planning.methods.treedebater.library.sentences import Finding
from tests.unit.damaged import Damage, findings, more, node, tree


def answers(*sentences: str) -> Damage:
    """Con's only prepared answers to an objection about cost."""

    def damage(data: dict[str, Any]) -> None:
        data["sides"]["con"]["objections"] = {"cost": [[sentence] for sentence in sentences]}

    return damage


def refused(damage: Damage) -> list[Finding]:
    return [finding for finding in more(damage) if finding.refused]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("and so on " * 12, "36 words"),
        ("It costs *nothing* at all.", "cannot be spoken"),
        ("It would cost 4,711 of us a day.", "no evidence for 4711"),
        ("It is what the pro side forgot.", "no listener knows"),
    ],
)
def test_an_answer_by_kind_that_no_voice_can_carry(sentence: str, reason: str) -> None:
    (finding,) = refused(answers(sentence))
    assert finding.place == "con cost"
    assert reason in finding.reason


def test_an_answer_by_kind_borrows_no_figure_from_the_evidence() -> None:
    def damage(data: dict[str, Any]) -> None:
        answers("It would cost 4,711 of us a day.")(data)
        data["evidence"]["own"] = {"source": "Leeds", "finding": "Leeds found that 4,711 of them agreed with it."}

    (finding,) = refused(damage)
    assert "no evidence for 4711" in finding.reason


def test_one_sentence_in_two_answers_is_refused() -> None:
    (finding,) = refused(answers("Somebody pays for that as well.", "Somebody pays for that as well."))
    assert "a sentence of con cost again" in finding.reason


def test_what_still_stands_is_no_reason_heard_before() -> None:
    def damage(data: dict[str, Any]) -> None:
        tree(data)["even_if"] = [node(data)["impact"]]

    (finding,) = refused(damage)
    assert (finding.place, "again" in finding.reason) == ("p1", True)


def test_a_side_without_answers_by_kind_is_one_warning() -> None:
    def damage(data: dict[str, Any]) -> None:
        data["sides"]["con"].pop("objections", None)
        for one in data["sides"]["con"]["trees"]:
            one.pop("even_if", None)

    (finding,) = [one for one in findings(damage) if one.place == "con" and "by kind" in one.reason]
    assert finding == Finding(
        "con", "no answers to objections by kind; no even_if in c1, c2, c3, c4, c5", refused=False
    )


def test_three_answers_of_a_kind_are_enough() -> None:
    damage = answers("Who would pay for that?", "Somebody always pays.", "We have counted it too.")
    (finding,) = [one for one in findings(damage) if one.place == "con" and "by kind" in one.reason]
    assert "3 are right: leaves-someone-out (0), " in finding.reason
    assert "cost (" not in finding.reason

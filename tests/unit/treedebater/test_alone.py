"""What the embedded debater says to an opponent of whom nothing was understood: its own case, foreseen objections."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from config.format import Side
from config.shipped import load_format, load_phrases
from config.statement import Priority, Sentence
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.fakes import BagEmbedder

PRO, CON = Side
BANKS = load_phrases()
EMBEDDER = BagEmbedder()


@pytest.fixture(scope="module", params=["fat-tax", "wage-transparency"])
def rehearsal(request: pytest.FixtureRequest) -> Rehearsal:
    return Library().get(request.param)


def rebuttal(rehearsal: Rehearsal, heard: str = "", seed: str = "seed") -> tuple[Sentence, ...]:
    mind = Strategy(rehearsal, CON, load_format("oxford"), EMBEDDER, seed)
    for sentence in mind.write(mind.plan(1), 1).sentences[:40]:
        mind.spoke(sentence)
    if heard:
        mind.hear(heard)
    return mind.write(mind.plan(3), 3).sentences


def test_it_does_not_promise_answers_it_has_none_for(rehearsal: Rehearsal) -> None:
    assert rebuttal(rehearsal)[0].text in BANKS["rebuttal.start.alone"]
    claim = rehearsal.roots(PRO)[0].claim.lower().rstrip(".")
    assert rebuttal(rehearsal, claim)[0].text in BANKS["rebuttal.start"]


@pytest.mark.parametrize("seed", ["amber", "birch", "coral"])
def test_a_second_answer_is_announced_once(rehearsal: Rehearsal, seed: str) -> None:
    claims = {node.claim for node in rehearsal.nodes.values()}
    said = [sentence.text for sentence in rebuttal(rehearsal, seed=seed)]
    again = [(one, after) for one, after in pairwise(said) if one in BANKS["again"]]
    assert again
    assert all(after in claims for _, after in again)


def test_answers_to_one_objection_are_said_together(rehearsal: Rehearsal) -> None:
    filling = [s for s in rebuttal(rehearsal) if s.priority is Priority.RESERVE and s.action]
    objections = [rehearsal.nodes[s.source or ""].parent for s in filling]
    visits = [one for one, _ in groupby(one for one in objections if one is not None)]
    assert len(visits) > 3
    assert len(visits) == len(set(visits))


def test_no_topic_is_come_back_to_twice_in_a_row(rehearsal: Rehearsal) -> None:
    said = rebuttal(rehearsal)
    frames = [frame.split("{")[0] for bank in ("reinforce", "reinforce.theirs") for frame in BANKS[bank]]
    back = [s.topic for s in said if any(s.text.startswith(frame) for frame in frames if frame)]
    assert all(one != after for one, after in pairwise(back))

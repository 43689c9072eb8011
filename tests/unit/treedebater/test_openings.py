"""Openings of the embedded debater: every motion, side and format has its claims, soon and one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import takewhile

import pytest

from config.format import Format, Side, Stage
from config.shipped import format_names, load_format
from config.statement import WORDS_PER_SECOND, Sentence
from planning.methods.treedebater.library.library import SHIPPED, load
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.timing.fit import Window, fit
from tests.fakes import BagEmbedder

EMBEDDER = BagEmbedder()
FORMATS = [load_format(name) for name in format_names()]
FIRST_CLAIM, SHARE = 10.0, 0.25  # seconds of a short turn, and share of another
EACH, FRAME = 20.0, 10.0  # seconds for each claim, and for greeting and farewell


def seconds(text: str) -> float:
    return len(text.split()) / WORDS_PER_SECOND


def spoken(mind: Strategy, match_format: Format, index: int) -> tuple[Sentence, ...]:
    mind.format = match_format
    written = mind.write(mind.plan(index), index)
    return fit(written.sentences, seconds, Window.of(match_format.turns[index].seconds)).sentences


@cache
def openings(name: str) -> list[tuple[Rehearsal, float, tuple[Sentence, ...]]]:
    """Every opening on a motion, each as the first words that its speaker hears or says."""
    rehearsal, found = load(SHIPPED / f"{name}.json"), []
    for side in Side:
        mind = Strategy(rehearsal, side, FORMATS[0], EMBEDDER, "seed")
        for one in FORMATS:
            for index, turn in enumerate(one.turns):
                if turn.side is side and turn.stage is Stage.OPENING:
                    found.append((rehearsal, turn.seconds, spoken(mind, one, index)))
    return found


def claims(rehearsal: Rehearsal, said: tuple[Sentence, ...]) -> Iterator[str]:
    """Prepared claims that are spoken with a reason after them."""
    texts = [one.text for one in said]
    for one in said:
        if one.action is not None and one.source is not None:
            node = rehearsal.nodes[one.source].node
            if node.argument[0] in texts[texts.index(one.text) :]:
                yield node.claim


every_motion = pytest.mark.parametrize("name", sorted(path.stem for path in SHIPPED.glob("*.json")))


@every_motion
def test_the_first_claim_is_made_soon(name: str) -> None:
    for _, length, said in openings(name):
        before = sum(seconds(one.text) for one in takewhile(lambda one: one.action is None, said))
        assert before <= (FIRST_CLAIM if length < 60 else SHARE * length)
        assert any(one.action is not None for one in said)


@every_motion
def test_there_is_a_claim_with_its_reason_for_every_twenty_seconds(name: str) -> None:
    for rehearsal, length, said in openings(name):
        assert len(list(claims(rehearsal, said))) >= int((length - FRAME) / EACH)

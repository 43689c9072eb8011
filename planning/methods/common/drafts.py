"""A speech while a model writes it, and what of it may be spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from config.format import Side
from config.statement import Sentence
from planning.asking.arriving import Arriving, parts
from planning.debate.argument import Evidence
from planning.evidence.tracing import Lack, traced
from planning.methods.common.speeches import SpeechPassage
from planning.methods.contract import Trouble

Written = TypeVar("Written", bound=SpeechPassage)


def arriving(shape: type[Written], side: Side, on_whole: Callable[[Sequence[Written]], None]) -> Arriving:
    """Reads the answer to a question for a `Speech` while it comes. `on_whole`: told of the passages that are whole
    each time there is one more, as long as they are for that side."""
    whole = 0

    def arrived(found: Mapping[str, Any]) -> None:
        nonlocal whole
        passages = parts(found, "passages", shape)
        if found.get("side") == side.value and len(passages) > whole:
            whole = len(passages)
            on_whole(passages)

    return Arriving(arrived)


def sourced(
    sentences: Sequence[Sentence], evidence: Mapping[str, Evidence], said: Sequence[str]
) -> tuple[list[Sentence], list[Trouble]]:
    """Those of which nothing is made up (see `traced`), and what was left out for that."""
    kept, doubtful = traced(sentences, evidence, said)
    return kept, told_of(doubtful)


def told_of(doubtful: Sequence[tuple[Sentence, Lack]]) -> list[Trouble]:
    """What is left out of a speech because nothing carries it."""
    return [
        Trouble(lack.kind, f"“{one.text}”: {lack.told}", "the speech without it", drafted=True)
        for one, lack in doubtful
    ]


def lines(sentences: Sequence[Sentence]) -> str:
    """A speech as its writer is shown it, a line a passage."""
    passages = groupby(sentences, key=lambda one: one.topic)
    return "\n".join(f"{about or 'closing'}: {' '.join(one.text for one in some)}" for about, some in passages)

"""How long retrieval (Alg. 3) takes over a large library, and whether a match ever encodes a text twice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from bench import Measurement, Target
from bench.matches.silent import OPPONENTS, counted, debate, passages, speech_of
from bench.planning.flow import PassageStopwatch, percentile
from config.format import Side
from config.shipped import load_format
from planning.debate.argument import ActionKind
from planning.methods.treedebater.choosing.retrieve import Candidate, by_kind, hit_rate, retrieve
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Case, MotionFile, Node, Rehearsal, Tree, walk
from planning.ports import Embedder

MILLISECONDS = 5.0
DEPTH, BRANCH = 3, 3  # 40 nodes a tree


def run(
    nodes: int = 10_000,
    queries: int = 400,
    motion: str = "ai-tutor",
    format: str = "oxford",
    seed: int = 1,
    embedder: Embedder | None = None,
) -> Measurement:
    """Single candidates one after the other, and all of them in one call, their texts encoded before.

    Half of the targets are claims of the library, half are heard passages. Then a whole match in words: what it asks
    of the encoder is counted.
    """
    cached, counting = counted(embedder)
    rehearsal = of_size(nodes, sentences(Library()), seed)
    index = Index(rehearsal, cached)
    candidates = [*islice(_candidates(rehearsal, seed), queries)]
    cached.embed([candidate.target for candidate in candidates])
    singly, together = PassageStopwatch(), PassageStopwatch()
    for candidate in candidates:
        with singly.timed():
            retrieve([candidate], index, Side.PRO, 1)
    with together.timed():
        retrieved = retrieve(candidates, index, Side.PRO, 1)
    debate(Library().get(motion), load_format(format), cached)
    return Measurement(
        "retrieve",
        {"queries": queries, "motion": motion, "format": format, "seed": seed, "embedder": cached.name},
        [
            {
                "nodes": len(rehearsal.nodes),
                "hit_rate": hit_rate(by_kind(retrieved, Side.PRO)),
                **singly.numbers(),
                "all_at_once_ms_each": round(together.milliseconds[0] / len(candidates), 3),
            },
            {"texts encoded": counting.texts.total(), "of them before": counting.repeats},
        ],
        [
            Target("milliseconds for a candidate, 95th percentile", percentile(singly.milliseconds, 95), MILLISECONDS),
            Target("nodes", len(rehearsal.nodes), nodes, above=True),
            Target("texts encoded more than once", counting.repeats, 0),
        ],
    )


def _candidates(rehearsal: Rehearsal, seed: int) -> Iterator[Candidate]:
    """Without end: each kind of action in turn, on claims of the library and on what people said, in turn."""
    dice = random.Random(seed)
    claims = [node.claim for node in rehearsal.nodes.values()]
    said = [passage for folder in sorted(OPPONENTS.iterdir()) for passage in passages(speech_of(folder))]
    for number, kind in enumerate(cycle(ActionKind)):
        yield Candidate(kind, dice.choice(said if (number // len(ActionKind)) % 2 else claims), Side.PRO)


def sentences(library: Library) -> list[str]:
    """Every sentence of the library's trees once."""
    found: dict[str, None] = {}
    for rehearsal in library.all():
        for side in Side:
            for tree in rehearsal.case(side).trees:
                found.update(dict.fromkeys((*tree.weighing, *tree.answer)))
                for node, _ in walk(tree.root):
                    found.update(dict.fromkeys((node.claim, *node.heard, *node.argument, node.impact)))
    return list(found)


def of_size(nodes: int, claims: Sequence[str], seed: int) -> Rehearsal:
    """A motion with at least so many nodes, half a side, in whole trees.

    The claims are given out in a random order; when they have run out, two of them make a new one.
    """
    dice = random.Random(seed)
    size = sum(BRANCH**level for level in range(DEPTH + 1))
    trees = -(-nodes // (2 * size))
    shuffled = dice.sample(list(claims), len(claims))
    pairs = (f"{a[:200]} {b[:199]}" for a, b in iter(lambda: dice.sample(shuffled, 2), None))
    words = iter([*shuffled, *islice(pairs, max(0, 2 * trees * size - len(shuffled)))])
    return Rehearsal(
        MotionFile(
            schema_name="rostrum.rehearsal",
            version=1,
            id="bench",
            motion="The library should be large",
            domain="",
            type="policy",
            sides={side: _case(side, trees, words, dice) for side in Side},
        )
    )


def _case(side: Side, trees: int, words: Iterator[str], dice: random.Random) -> Case:
    return Case(
        definition=("As it is.",),
        criterion=("By what follows.",),
        trees=tuple(
            Tree(
                id=f"{side}{number}",
                topic=f"{side} {number}",
                weighing=("It weighs.",),
                answer=("It does not.",),
                root=_node(f"{side}{number}", 0, words, dice),
            )
            for number in range(trees)
        ),
    )


def _node(name: str, level: int, words: Iterator[str], dice: random.Random) -> Node:
    claim = next(words)
    branches = range(BRANCH if level < DEPTH else 0)
    return Node(
        id=name,
        claim=claim,
        argument=(claim,),
        impact=claim,
        attack=dice.uniform(0, 2) if level else None,
        support=dice.uniform(0, 2) if level != 1 else None,
        children=tuple(_node(f"{name}.{i}", level + 1, words, dice) for i in branches),
    )

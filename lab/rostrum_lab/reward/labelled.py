"""Argument trees that people have judged: what reward models are trained on (TreeDebater B.3).

A JSON file in UTF-8:

    {"schema": "rostrum.arguments", "version": 1, "trees": [
      {"motion": "Schools should require uniforms",
       "side": "pro",                          the root's side; "pro" if left out
       "root": {"claim": "Uniforms reduce bullying", "support": 2, "children": [
         {"claim": "Bullies find other marks", "attack": 1, "children": [
           {"claim": "Clothes are the mark that costs money", "attack": 2, "support": 1}]}]}}]}

- `claim` is the argument's text. A child counters its parent, so it is on the side of its grandparent.
- `attack` is how much it weakens its parent, `support` how much it helps its grandparent (where it has none: the stance
  of its side): 0 not impactful, 1 medium, 2 impactful. A label that nobody gave is left out, or null.
- A child that backs its parent instead says so by `"stance": "pro"` and has no attack label; its `support` is then that
  of its parent. With this, trees of pros and cons can be written down as they are.
- `id` and `source`, of trees and arguments, are for whoever keeps the file. Any other key is a mistake.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.errors import ConfigError, first_fault
from config.format import Side
from planning.methods.treedebater.rehearsing.impact import STANCES, Impact, target

SCHEMA, VERSION, CLASSES = "rostrum.arguments", 1, 3
Label = Annotated[int, Field(strict=True, ge=0, lt=CLASSES)]
Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Relation = Literal["attack", "support"]
Stance = Literal["pro", "con"]


class JudgedArgument(BaseModel):
    """One argument, its labels, and what was said to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: Text
    stance: Stance = "con"
    attack: Label | None = None
    support: Label | None = None
    children: tuple[JudgedArgument, ...] = ()
    id: str = ""
    source: str = ""


class ArgumentTree(BaseModel):
    """The arguments under one claim about a motion."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    motion: Text
    side: Side = Side.PRO
    root: JudgedArgument
    id: str = ""
    source: str = ""


class ArgumentFile(BaseModel):
    """The format, version 1."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["rostrum.arguments"] = Field(alias="schema")
    version: Literal[1]
    trees: tuple[ArgumentTree, ...] = Field(min_length=1)


@dataclass(frozen=True)
class LabelledSample:
    """What a model reads, the class it should answer, and the number of the tree it is from."""

    text: str
    label: int
    tree: int


@dataclass(frozen=True)
class _Placed:
    """An argument with the line of those above it, itself the last."""

    line: tuple[JudgedArgument, ...]
    sides: tuple[Side, ...]
    place: str


def load_trees(path: Path) -> tuple[ArgumentTree, ...]:
    """The trees of a file.

    Raises:
        ConfigError: with the path, the place in the file and the reason.
    """
    try:
        file = ArgumentFile.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start}: not UTF-8") from error
    except json.JSONDecodeError as error:
        raise ConfigError(f"{path}: line {error.lineno} column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: brackets are nested too deep to be argument trees") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error
    for number, tree in enumerate(file.trees):
        for one in _walk(tree):
            if fault := _fault(one):
                raise ConfigError(f"{path}: trees.{number}.{one.place}{fault}")
    return file.trees


def samples(trees: Sequence[ArgumentTree], relation: Relation) -> list[LabelledSample]:
    """Every argument with a label of that relation."""
    return [
        LabelledSample(_text(tree.motion, one, relation), label, number)
        for number, tree in enumerate(trees)
        for one in _walk(tree)
        if (label := getattr(one.line[-1], relation)) is not None
    ]


def passage(question: Impact) -> str:
    """What a reward model reads of a question; in training it read the same. Raises as `impact.target`."""
    about = target(question)
    stances: list[Stance] = ["con"] * len(question.chain)
    return _passage(question.motion, question.chain, stances, question.relation, about)


def _passage(motion: str, texts: Sequence[str], stances: Sequence[Stance], relation: Relation, about: str) -> str:
    """The exchange in order and the question at its end: a model that reads less than all reads the end."""
    said = [f"{_HEADS[stance]}: {_flat(text)}" for stance, text in zip(stances[1:-1], texts[1:-1], strict=True)]
    first = [f"Claim: {_flat(texts[0])}"] if len(texts) > 1 else []
    verb = "attacks" if relation == "attack" else "supports"
    asked = [f"Argument: {_flat(texts[-1])}", f"It {verb}: {_flat(about)}", "Impact:"]
    return "\n".join([f"Motion: {_flat(motion)}", *first, *said, *asked])


_HEADS: dict[Stance, str] = {"con": "Against it", "pro": "For it"}


def _text(motion: str, one: _Placed, relation: Relation) -> str:
    last = one.line[-1]
    above = 2 if relation == "attack" or last.stance == "pro" else 3
    about = one.line[-above].claim if len(one.line) >= above else STANCES[one.sides[-1]]
    return _passage(motion, [a.claim for a in one.line], [a.stance for a in one.line], relation, about)


def _walk(tree: ArgumentTree) -> Iterator[_Placed]:
    """Every argument, a parent before its children."""
    stack = [_Placed((tree.root,), (tree.side,), "root")]
    while stack:
        here = stack.pop()
        yield here
        for number in reversed(range(len(here.line[-1].children))):
            child = here.line[-1].children[number]
            side = here.sides[-1] if child.stance == "pro" else here.sides[-1].other
            stack.append(_Placed((*here.line, child), (*here.sides, side), f"{here.place}.children.{number}"))


def _fault(one: _Placed) -> str | None:
    """What the types cannot say, with the rest of its place."""
    last, above = one.line[-1], len(one.line) - 1
    if not above and last.stance != "con":
        return ".stance: the root has none; its side is the tree's"
    if last.attack is not None and not above:
        return ".attack: the root attacks nothing"
    if last.attack is not None and last.stance == "pro":
        return ".attack: it backs its parent, which it therefore does not attack"
    if last.support is not None and last.stance == "con" and above >= 2 and one.sides[-3] is not one.sides[-1]:
        return ".support: it counters a parent that backs the grandparent, which it therefore does not support"
    return None


def _flat(text: str) -> str:
    return " ".join(text.split())


# -- what is trained on ------------------------------------------------------------------------------


def split(
    found: Sequence[LabelledSample], share: float, seed: int
) -> tuple[list[LabelledSample], list[LabelledSample]]:
    """Samples to train on and to be tested on; all of one tree are on one side.

    Args:
        share: of the trees that are for testing; one at least, and one at least is left.

    Raises:
        ConfigError: they are all of one tree.
    """
    trees = sorted({one.tree for one in found})
    if len(trees) < 2:
        raise ConfigError("labels in two trees at least are needed: one to learn from, one to be tested on")
    random.Random(seed).shuffle(trees)
    tested = set(trees[: min(len(trees) - 1, max(1, round(share * len(trees))))])
    return [one for one in found if one.tree not in tested], [one for one in found if one.tree in tested]


def balanced(found: Sequence[LabelledSample], chance: random.Random) -> list[LabelledSample]:
    """Each class as often as the most frequent one, in a random order; none is left out."""
    by_class: dict[int, list[LabelledSample]] = {}
    for one in found:
        by_class.setdefault(one.label, []).append(one)
    most = max(map(len, by_class.values()))
    chosen: list[LabelledSample] = []
    for label in sorted(by_class):
        times, rest = divmod(most, len(by_class[label]))
        chosen += by_class[label] * times + chance.sample(by_class[label], rest)
    chance.shuffle(chosen)
    return chosen


def batches(found: Sequence[LabelledSample], size: int) -> Iterator[Sequence[LabelledSample]]:
    """So many at a time, in order."""
    return (found[start : start + size] for start in range(0, len(found), size))


def counts(found: Sequence[LabelledSample]) -> list[int]:
    """How many samples of each class."""
    return [sum(one.label == label for one in found) for label in range(CLASSES)]

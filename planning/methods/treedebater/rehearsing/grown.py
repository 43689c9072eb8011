"""What a model writes for a rehearsal tree, what can be spoken of it, and what has been grown so far. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from config.format import Side
from planning.asking.answers import Shape
from planning.asking.asking import foreign, plain, wrong_side
from planning.debate.argument import Evidence
from planning.evidence.tracing import lack


class Cited(Shape):
    """An evidence item by its id, as a sentence that names its source."""

    id: str = Field(max_length=20)
    sentence: str = Field(max_length=1200)


class Grounds(Shape):
    """What stands under a claim."""

    heard: list[str] = Field(max_length=6)
    argument: list[str] = Field(max_length=10)
    impact: str = Field(max_length=1200)
    cites: list[Cited] = Field(max_length=6)


class Answering(Grounds):
    """A counter-argument."""

    claim: str = Field(max_length=1200)


class Counters(Shape):
    """Counter-arguments to one argument; `side` is whom the model believes to speak for."""

    side: Side
    counters: list[Answering] = Field(max_length=20)


class Framing(Shape):
    """A side's reading of the motion, and what kind of motion it is."""

    side: Side
    definition: list[str] = Field(max_length=8)
    criterion: list[str] = Field(max_length=8)
    domain: str = Field(max_length=60)
    type: Literal["policy", "value", "fact"]


class Proposed(Shape):
    """A main claim that could be made."""

    claim: str = Field(max_length=1200)
    topic: str = Field(max_length=200)
    reason: str = Field(max_length=1200)


class Pool(Shape):
    """Main claims of one side."""

    side: Side
    claims: list[Proposed] = Field(max_length=60)


class MainCase(Grounds):
    """What a main claim stands on, and how each side weighs it at the end; `answer` is the other side's."""

    side: Side
    weighing: list[str] = Field(max_length=8)
    answer: list[str] = Field(max_length=8)


@dataclass(frozen=True)
class GrownArgument:
    """A claim with what stands under it, fit to be spoken; each evidence item's finding is a sentence."""

    claim: str
    heard: tuple[str, ...] = ()
    argument: tuple[str, ...] = ()
    impact: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """Everything of it that is spoken."""
        return (self.claim, *self.argument, self.impact)


@dataclass(frozen=True)
class Seed:
    """A main claim that a tree may grow from, with its support of the side's stance (0 to 2) once it is known."""

    claim: str
    topic: str
    reason: str
    support: float | None = None


@dataclass
class Grown:
    """A node while its tree grows; `attack` and `support` are None until they are known, or where there is none.
    `brief` is what others see of it while they are asked: the claim and a reason, as they were when it began."""

    point: GrownArgument
    side: Side
    above: Grown | None = None
    attack: float | None = None
    support: float | None = None
    children: list[Grown] = field(default_factory=list)
    brief: str = field(init=False)

    def __post_init__(self) -> None:
        self.brief = " ".join((self.point.claim, *self.point.argument[:1]))

    @property
    def chain(self) -> list[Grown]:
        """From the main claim down to this."""
        return [*self.above.chain, self] if self.above else [self]

    @property
    def level(self) -> int:
        return self.above.level + 1 if self.above else 0

    @property
    def scored(self) -> bool:
        """Whether it has the scores that its level needs."""
        return (self.level == 1 or self.support is not None) and (self.level == 0 or self.attack is not None)


@dataclass
class GrownTree:
    """A main claim, with what is said of the whole; `weighing` is empty until the root's own case is there."""

    seed: Seed
    root: Grown
    weighing: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()


@dataclass
class SideGrowth:
    """What was grown for one side: its reading of the motion and its trees, strongest main claim first."""

    framing: Framing | None = None
    trees: list[GrownTree] = field(default_factory=list)


LONGEST = 300  # characters of a sentence that is to be spoken
LONGEST_TOPIC = 60
HEARD_KEPT, REASONS_KEPT, LINES_KEPT = 3, 5, 4
ALIKE = 0.8  # share of common words from which one claim repeats another
_NEGATIONS = frozenset("not no never nobody none nor neither cannot without hardly".split())
_NAME = re.compile(r"(?<=[a-z,;] )(?!I\b)[A-Z][\w'’&-]*(?: (?:(?:of|the|and|for) )?[A-Z][\w'’&-]*)*")


def sentence(text: str) -> str:
    """One plain line that begins and ends as a sentence does; empty if there are no words."""
    text = plain(text).strip('"“” ')
    if not any(c.isalnum() for c in text):
        return ""
    return text[:1].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def sentences(texts: Iterable[str], most: int) -> tuple[str, ...]:
    """Those that can be spoken, each once."""
    found = dict.fromkeys(map(sentence, texts))
    return tuple(text for text in found if text and len(text) <= LONGEST)[:most]


def point(claim: str, grounds: Grounds, shown: Mapping[str, Evidence]) -> GrownArgument:
    """The grounds in order, without evidence that was not shown and findings that their item does not have."""
    cited = {one.id.strip(): sentence(one.sentence) for one in grounds.cites}
    return GrownArgument(
        claim=sentence(claim),
        heard=sentences(grounds.heard, HEARD_KEPT),
        argument=sentences(grounds.argument, REASONS_KEPT),
        impact=sentence(grounds.impact),
        evidence=tuple(
            spoken(shown[key], text)
            for key, text in cited.items()
            if key in shown and text and len(text) <= LONGEST and not lack(text, [shown[key]], ())
        ),
    )


def spoken(item: Evidence, text: str) -> Evidence:
    """The item with a sentence for its finding; the words it was found in stay with it."""
    if text == item.finding:
        return item
    return item.model_copy(update={"finding": text, "passage": item.passage or item.finding})


def unfit(one: GrownArgument, side: Side, ancestors: Sequence[str], siblings: Sequence[GrownArgument]) -> str | None:
    """What is wrong with a point, if anything."""
    if not one.claim or not one.argument or not one.impact:
        return "it lacks a claim, reasons or an impact that can be spoken"
    if any(len(text) > LONGEST for text in one.said):
        return f"a sentence is longer than {LONGEST} characters"
    texts = [*one.said, *(item.finding for item in one.evidence)]
    if fault := foreign(texts) or wrong_side(texts, side):
        return fault
    if any(repeats(one.claim, other) for other in ancestors):
        return "it says again what was said above it"
    if any(repeats(one.claim, other.claim) for other in siblings):
        return "it repeats one of the others"
    return None


def repeats(one: str, other: str) -> bool:
    """Whether two claims are the same but for some words; a denial is no repetition."""
    ours, theirs = _words(one), _words(other)
    if not ours or not theirs or _denials(ours) != _denials(theirs):
        return False
    return len(ours & theirs) / len(ours | theirs) >= ALIKE


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+(?:['’]\w+)?", text.lower()))


def _denials(words: frozenset[str]) -> int:
    return sum(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in words)


def names(texts: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """Names in these texts, the most frequent first: words that keep their capital inside a sentence."""
    counts: dict[str, int] = {}
    for text in texts:
        for found in _NAME.findall(text):
            name = re.sub(r"['’]s$", "", found)
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts, key=lambda name: -counts[name])[:most])

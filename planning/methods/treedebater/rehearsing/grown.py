"""What a model writes for a rehearsal tree, and what has been grown of it so far: claims, and trees of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from config.format import Side
from planning.asking.answers import Shape
from planning.debate.argument import Evidence


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

"""What has been grown so far: points, main claims, and trees of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from config.format import Side
from planning.debate.argument import Evidence
from planning.methods.treedebater.rehearsing.answers import Framing


@dataclass(frozen=True)
class Point:
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

    `brief` is what others see of it while they are asked: the claim and a reason, as they were when it began.
    """

    point: Point
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

"""What stands between the house and a method's package: its one front door, and what is handed in at it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from config.format import Format, Side
from config.settings import Settings
from planning.debate.argument import Evidence, EvidenceSource
from planning.debate.motion import Motion
from planning.methods.contract import Method, OnTrouble
from planning.ports import LLM, Embedder, Offload


@dataclass(frozen=True)
class Position:
    """The seat a method is to sit on. `seed`: chooses among equals; the same one, the same debate.
    `without`: what it does not use, of the parts that its door names."""

    motion: Motion
    format: Format
    side: Side
    seed: str
    settings: Settings
    without: Collection[str] = ()


@dataclass(frozen=True)
class Example:
    """The flow tree of another debate, as text, its name in the corpus, and whether people held it."""

    name: str
    text: str
    kind: str = ""

    @property
    def told(self) -> str:
        """`model debate four-day-week`: how it is spoken of."""
        return f"{self.kind} {self.name}".strip()


class Corpus(Protocol):
    """Other debates."""

    def nearest(self, text: str) -> Example | None:
        """The one whose flow trees are most like this text of trees; None where none is. Blocking: it embeds."""


class Model(LLM, Protocol):
    """A language model that knows for which roles it can be asked."""

    def has(self, *roles: str) -> bool: ...

    def sampled(self, temperature: float, top_p: float) -> Model:
        """The same, asked to draw its answers so."""


class Parts(Protocol):
    """The outside parts of a seat, each made when it is asked for: most take seconds, and some cannot be had."""

    def model(self, *roles: str) -> Model | None:
        """None where one of these roles has no model."""

    def embedder(self) -> Embedder:
        """Raises ProviderError: there is none."""

    def evidence(self) -> EvidenceSource | None: ...

    def library(self) -> Mapping[str, Evidence]:
        """The evidence that is prepared for the motion; empty where there is none."""

    def corpus(self) -> Corpus | None: ...

    @property
    def offload(self) -> Offload: ...

    @property
    def on_trouble(self) -> OnTrouble: ...


class Door(Protocol):
    """How the house asks for a method of that name."""

    @property
    def name(self) -> str: ...

    @property
    def keeps_flow(self) -> bool:
        """Whether it reads what is said into flow trees."""

    @property
    def exchanges(self) -> bool:
        """Whether its method asks and answers in points of information and cross-examinations, or declines them."""

    @property
    def parts(self) -> Mapping[str, str]:
        """What a seat may do without, for comparison, and what that takes away."""

    def motion(self, wanted: str, settings: Settings) -> Motion | None:
        """The motion of that id or text, if something is prepared for it; reads files."""

    def admit(self, motion: Motion, settings: Settings, *, writes: bool, without: Collection[str] = ()) -> None:
        """Say so if it cannot debate that motion. `writes`: whether there is a language model that writes. Raises
        UnknownName: nothing is prepared for it, which is needed. UsageError: it needs something else."""

    def method(self, position: Position, parts: Parts) -> Method:
        """What the seat thinks with. Blocking: much may have to be read and encoded."""


@runtime_checkable
class HasMotions(Protocol):
    """A door behind which motions are prepared."""

    def motions(self, settings: Settings) -> Sequence[Motion]:
        """All of them; reads files."""


@runtime_checkable
class HasEvidence(Protocol):
    """A door behind which evidence is prepared."""

    def evidence(self, motion: Motion, settings: Settings) -> Mapping[str, Evidence]:
        """What is known about that motion, by ids; reads files."""

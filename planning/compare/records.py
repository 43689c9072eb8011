"""A comparison as it is kept and shown: the one JSON document of a run, `rostrum.comparison`. Pure.

Two documents make one tree. Of more, each contradiction opens one, between two of them. A segment's id begins with the
letter of its document: `A12`. A node's id is the way to it: `1` the focus, `1.2` its second subtopic, `1.2.1` a part of
that.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from pydantic import Field

from planning.debate.points import Frozen

SCHEMA, VERSION = "rostrum.comparison", 1
LETTERS = "ABCDEFGH"
MOST_DOCUMENTS = len(LETTERS)
ROOT = "1"
MOST_DEPTH = 3  # levels below the focus
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]


class Way(StrEnum):
    """How a comparison is made: the tree, the paper's two baselines, and the tree without one of its parts."""

    TREE = "tree"
    SINGLE = "single-stage"
    TWO_STAGE = "two-stage"
    NO_TREE = "no-tree"
    NO_DELIBERATION = "no-deliberation"


class Segment(Frozen):
    """About three sentences of a document. `page`: of a PDF, from 1; `place`: the page, heading or paragraph in
    words."""

    id: str
    text: str
    place: str = ""
    page: int | None = None


class Source(Frozen):
    """A document that takes part. `segments`: those of its `segments_in_all` that were shown to somebody in the run."""

    id: Letter
    file: str
    title: str
    author: str = ""
    date: str | None = None
    kind: str
    sha256: str
    abstract: str
    segments_in_all: int
    segments: tuple[Segment, ...] = ()


class Claim(Frozen):
    """What a document claims for a topic; `id` such as `A.2` within its node, `segments` are its evidence."""

    id: str
    title: str
    description: str
    segments: tuple[str, ...]


class Bearing(StrEnum):
    """What a segment does to the other document's claim."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    CLARIFIES = "clarifies"


class Counter(Frozen):
    """A segment by which `by` meets a claim of another document's."""

    by: Letter
    claim: str
    segment: str
    bearing: tuple[Bearing, ...]


class Finding(StrEnum):
    """What came of a part of a sentence when it was held against the passages that the sentence names."""

    CARRIED = "carried"
    NO_CLAIM = "no-claim"  # of a debate: it says nothing of the matter, as a question or a concession does
    JOINED = "joined"  # a cause, a contrast or an order in time between things that no passage brings together so
    SURER = "surer"  # a doubt, a condition or an interval of the passage is left out
    WIDER = "wider"  # a superlative, or more places, people or times than in the passage
    AS_FACT = "as-fact"  # what people said of themselves, guessed or expected, told as if it had been measured
    WHO = "who"  # said or measured by somebody else
    REVERSED = "reversed"  # the passage says the opposite, or warns of it
    UNCITED = "uncited"  # no passage that the sentence names says it

    @property
    def faulty(self) -> bool:
        return self not in (Finding.CARRIED, Finding.NO_CLAIM)


class Part(Frozen):
    """A part of a sentence that can be true or false by itself, or a sentence of a turn; `segments`: those that carry
    it. `why`: in the words of whoever checked it."""

    text: str
    segments: tuple[str, ...] = ()
    finding: Finding = Finding.CARRIED
    why: str = ""


class Turn(Frozen):
    """What one document says in a stage of a debate; `segments` it leans on. `concedes`: the other one is better
    here. `sentences`: each one checked; empty where that could not be had."""

    text: str
    segments: tuple[str, ...] = ()
    concedes: bool = False
    sentences: tuple[Part, ...] = ()

    @property
    def carried(self) -> str:
        """Without the sentences that are not in the document."""
        kept = [one.text for one in self.sentences if not one.finding.faulty]
        return " ".join(kept) if self.sentences else self.text


class Speaker(Frozen):
    """One document's three turns at a node; None for a turn that could not be had."""

    present: Turn | None = None
    respond: Turn | None = None
    revise: Turn | None = None

    @property
    def concedes(self) -> bool:
        return bool(self.last and self.last.concedes)

    @property
    def last(self) -> Turn | None:
        """Its argument as it stands at the end."""
        return self.revise or self.respond or self.present


class Expansion(Frozen):
    """Whether a node deserves a level more, from its arguments before and after the debate (3.4.1).
    `winner`: who has clearly won, if anybody."""

    explanation: str
    progressed: bool
    open_questions: bool
    clear_winner: bool
    winner: Letter | None = None

    @property
    def expands(self) -> bool:
        return self.progressed or self.open_questions or not self.clear_winner


class Ended(StrEnum):
    """Why nothing grows under a node."""

    OPEN = "open"  # not done with yet, or the run stopped before it was
    GROWN = "grown"  # it has children
    DEPTH = "depth"  # the greatest depth is reached
    SETTLED = "settled"  # the moderator sees no more in it
    CONCEDED = "conceded"  # both concede
    ONE_SIDED = "one-sided"  # one document has nothing on it, so there is nobody to answer the other
    UNANSWERED = "unanswered"  # neither has anything on it
    ASKED = "asked"  # a person's question ends with its answer
    DROPPED = "dropped"  # by a person
    FAILED = "failed"  # something could not be had; `missing` says what


class Origin(StrEnum):
    """Who put a node there."""

    FOCUS = "focus"
    MODERATOR = "moderator"
    PERSON = "person"


class Node(Frozen):
    """A topic of the tree. `claims`, `counters` and `not_addressed` (claims that `by` has nothing to say to: letter to
    claim ids) are there where it was deliberated on; `debate` everywhere but at the root. `mapped`: which of its
    parent's claims it is about; `shown`: the segments that each document had for its debate."""

    id: str
    parent: str | None
    depth: int
    topic: str
    description: str
    origin: Origin
    question: bool = False
    mapped: dict[Letter, tuple[str, ...]] = Field(default={})
    shown: dict[Letter, tuple[str, ...]] = Field(default={})
    claims: dict[Letter, tuple[Claim, ...]] = Field(default={})
    counters: tuple[Counter, ...] = ()
    not_addressed: dict[Letter, tuple[str, ...]] = Field(default={})
    debate: dict[Letter, Speaker] = Field(default={})
    expansion: Expansion | None = None
    ended: Ended


class Relation(StrEnum):
    """What a sentence of a synthesis says of the two documents."""

    SHARED = "shared"  # both say it
    DIFFERENT = "different"  # each says something else
    ONLY = "only"  # one says it, and the other does not address it


class SynthesisSentence(Frozen):
    """A sentence with the segments it stands on. `does_not_address`: the document that has nothing on it.
    `fault`: why it could not be traced; it is struck then. `parts`: what the check of its meaning found, empty where
    none was made. `narrowed`: it is what was left of a sentence without the parts that nothing carries."""

    text: str
    relation: Relation
    segments: tuple[str, ...]
    does_not_address: Letter | None = None
    fault: str = ""
    parts: tuple[Part, ...] = ()
    narrowed: bool = False

    @property
    def traced(self) -> bool:
        return not self.fault


class Synthesis(Frozen):
    """The paragraph, similarities first. Of `written` sentences `traced_at_first` could be traced as they were first
    written, and `traced` after one revision, some of them narrowed; the others are struck. `meaning_checked`: the
    meaning of all that are left was."""

    sentences: tuple[SynthesisSentence, ...]
    written: int
    traced_at_first: int
    traced: int
    meaning_checked: bool

    @property
    def text(self) -> str:
        return " ".join(one.text for one in self.sentences if one.traced)

    @property
    def share(self) -> float:
        return self.traced / self.written if self.written else 0.0


class Tree(Frozen):
    """A debate between two documents: `pair`; nodes in depth-first order, the focus first; None where no synthesis
    could be had. The baselines have no nodes."""

    id: str
    pair: tuple[Letter, Letter]
    topic: str
    description: str
    nodes: tuple[Node, ...] = ()
    synthesis: Synthesis | None = None


class Stance(StrEnum):
    """What a document says to a contradiction's claim."""

    AFFIRMS = "affirms"
    DENIES = "denies"
    QUALIFIES = "qualifies"


class Position(Frozen):
    """Who says what."""

    document: Letter
    stance: Stance
    says: str
    segments: tuple[str, ...]


class Strength(StrEnum):
    """How far positions exclude one another."""

    DIRECT = "direct"  # they cannot both be true as they stand
    CONDITIONAL = "conditional"  # they can, of different places, times, measures or people
    EMPHASIS = "emphasis"  # they can; they weigh the same thing differently


class Contradiction(Frozen):
    """A row of the table; `tree`: the id of the one it opened, None where none was grown. `lowered`: why it is not
    called direct, as the moderator had it. `checked`: whether its positions were held against their passages."""

    id: str
    claim: str
    strength: Strength
    why: str
    positions: tuple[Position, ...]
    tree: str | None = None
    lowered: str = ""
    checked: bool = True


class Steer(Frozen):
    """What a person changed: `add` a subtopic under `node`, `drop` the node, `ask` a question under it.
    `tree`: of which tree; the first if there is only one."""

    what: Literal["add", "drop", "ask"]
    node: str
    text: str = ""
    tree: str = "t1"


class Sizes(Frozen):
    """How much is done: claims a document and topic, subtopics a node, levels below the root, segments a search, words
    of the synthesis, trees opened from contradictions."""

    claims: int = Field(default=3, ge=1, le=5)
    branch: int = Field(default=3, ge=1, le=5)
    depth: int = Field(default=2, ge=1, le=MOST_DEPTH)
    segments: int = Field(default=5, ge=1, le=12)
    words: int = Field(default=220, ge=60, le=600)
    trees: int = Field(default=4, ge=0, le=12)


class Spent(Frozen):
    """What it came to. `remembered`: answers that an earlier run had asked for already; `in_sequence`: calls that came
    one after the other, at the most; `cost` in the money of the settings' prices."""

    calls: int = 0
    remembered: int = 0
    in_sequence: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class Missing(Frozen):
    """Something that could not be had or did not stand, and why."""

    what: str
    reason: str


class Comparison(Frozen):
    """The whole of a run. `missing`: what could not be had; `left_out`: contradictions and positions that did not
    stand. `stopped`: why it ended before its end; the same command goes on."""

    schema_: Literal["rostrum.comparison"] = Field(default="rostrum.comparison", alias="schema")
    version: Literal[1] = 1
    way: Way
    focus: str
    description: str
    sizes: Sizes
    sources: tuple[Source, ...]
    contradictions: tuple[Contradiction, ...] = ()
    trees: tuple[Tree, ...] = ()
    steering: tuple[Steer, ...] = ()
    missing: tuple[Missing, ...] = ()
    left_out: tuple[Missing, ...] = ()
    stopped: str = ""
    spent: Spent = Spent()

    @property
    def complete(self) -> bool:
        """Whether all was had that makes a comparison; of more than two documents there may be no tree."""
        some = bool(self.trees) or (len(self.sources) > 2 and not self.missing)
        return not self.stopped and some and all(one.synthesis for one in self.trees)

    @property
    def sentences(self) -> Iterator[SynthesisSentence]:
        """Of all its syntheses, the struck ones too."""
        return (one for tree in self.trees if tree.synthesis for one in tree.synthesis.sentences)

    def source(self, letter: str) -> Source:
        return next(one for one in self.sources if one.id == letter)

"""From heard passages to actions, without a model: match them to what the trees expect.

What a side says is compared only with what that side might say (nodes in its voice, in the trees of
both sides): the cosine cannot tell a claim from its denial, the speaker can. A passage that matches
nothing becomes a new claim, or more of the new claim before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from config.format import Side
from planning.argument import Action, ActionKind
from planning.flow import FlowNode, FlowTree, find
from planning.ports import Embedder
from planning.recognise import Likeness, Recognition
from planning.rehearsal import Prepared
from planning.retrieve import Index

SUBSTANCE_WORDS = 4  # content words under which a passage says nothing that could be a claim
CLAIM_WORDS = 7  # content words from which an unknown passage may open a new claim of its own
CONTINUES = 0.1  # cosine to the claim before it under which an unknown passage is a new one
MOTION_COSINE = 0.6
PLAIN = 0.6  # plain cosine below which no prepared words are put into anybody's mouth
LED_UP = 2  # passages before one that may belong to the same point
QUOTING = re.compile(
    r"\b(opponents?|other side|told|said|says|claim(s|ed)?|argue[sd]?|heard|believe|they|their|the motion)\b"
)
REPORTED = re.compile(
    r"\b((my|our) (worthy |honou?rable |learned )?opponents?|the (opposition|other side|proposition|proposer))"
    r" (\w+ ){0,2}?(says?|said|tells?|told|claim(s|ed)?|argue[sd]?|believes?|thinks?|asks?|asked|fears?|feared"
    r"|worr(y|ies|ied)|warn(s|ed)?|promise[sd]?|points?|pointed|suggest(s|ed)?|mention(s|ed)?|describe[sd]?|trusts?)\b"
    r"|\b(they|we|you) (\w+ ){0,2}?(said|told (you|us)|were told|claim(ed)?|argue(d)? that|heard)\b"
    r"|\b(there was|we come to|we had) the (\w+ )?(point|claim|argument|bit|objection|idea|worry|question|fear)\b"
    r"|\b(the|their|your) (\w+ )?(argument|point|claim|objection|worry|fear|reason) (was|about)\b"
    r"|\bit was (said|claimed|argued|suggested|implied)\b"
)
OWN_LIFE = re.compile(r"\b(i|me|my|mine|myself)\b")
HOLDS = re.compile(
    r"\b(i|we) (\w+ ){0,2}?(think|believe|say|argue|hold|maintain|doubt|suspect|claim|fear|oppose|support|defend|ask)\b"
    r"|\b(should|must|ought|my (point|view|case|answer|worry|claim))\b"
)
FRAMING = re.compile(
    r"\b(good evening|thank you|we mean|take the motion to|judge (the|this|by|it)|measure it against"
    r"|(your|my|a|please) vote|vote (for|against)|your support)\b"
)
SIGNPOST = re.compile(r"\b(first(ly)?|second(ly)?|third(ly)?|another|next|finally|reason|objection|argument)\b")
STOPWORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each even ever every few for from
    further good evening friends had has have having he her here hers him his how i if in into is it its
    just ladies gentlemen let like me more most much my no nor not now of off on once one only or other our
    out over own please really said same say says she should so some such than thank thanks that the their
    them then there these they thing things this those through to today tonight told too under until up us
    very want was we well were what when where which while who why will with would yes you your""".split()
)


def content_words(text: str) -> list[str]:
    """The words that carry meaning, lower case, in order."""
    return [w for w in re.findall(r"[a-z][a-z'-]+", text.lower()) if w not in STOPWORDS]


@dataclass
class Flows:
    """The two flow trees of one debater."""

    trees: dict[Side, FlowTree]

    @classmethod
    def empty(cls) -> Flows:
        return cls({side: FlowTree(side) for side in Side})

    def by_source(self, source: str, side: Side) -> FlowNode | None:
        """The node of that side recognised as this rehearsal node."""
        for tree in self.trees.values():
            for node in tree.nodes.values():
                if node.source == source and node.side is side:
                    return node
        return None

    def answering(self, target: FlowNode, actor: Side) -> ActionKind:
        """What it is for `actor` to answer `target`: a rebuttal where the actor's own claims are at stake."""
        at_home = self.trees[actor].nodes.get(target.id) is target
        return ActionKind.REBUT if at_home else ActionKind.ATTACK

    def resolve(self, action: Action, embedder: Embedder) -> tuple[Side, str | None]:
        """In which tree an action acts, and on which node (None: unmatched).

        A proposal acts in the actor's tree. A reinforcement looks for its target among the actor's own
        nodes, an attack or rebuttal among the opponent's, in the tree where the cosine is best served:
        for attacks the opponent's tree first, for rebuttals the actor's.
        """
        if action.kind is ActionKind.PROPOSE:
            return action.actor, None
        own, other = action.actor, action.actor.other
        first, second = (other, own) if action.kind is ActionKind.ATTACK else (own, other)
        whose = own if action.kind is ActionKind.REINFORCE else other
        for owner in (first, second):
            target = find(action.target, self.trees[owner].of(whose), embedder, embedder.same)
            if target is not None:
                return owner, target
        return first, None


class PreparedExtractor:
    """Reads one speech, passage by passage, against the expected claims of its speaker.

    A passage that quotes the other side ("my opponent told you that ...") is no claim of the speaker's:
    it names the target of what comes next. A story is told for the point it follows, and is none by itself.
    """

    def __init__(self, index: Index, speaker: Side) -> None:
        self.index, self.speaker = index, speaker
        self._recognition = Recognition(index.rehearsal, index.embedder)
        self._led_up: list[str] = []  # the passages since the speaker last announced a point
        self._current: str | None = None  # the claim that the speaker is developing
        self._named: str | None = None  # the opponent's claim that the speaker just quoted

    def read(self, passage: str, flows: Flows) -> list[Action]:
        """The actions in a passage; each call takes the next passage of the speech."""
        before = self._before(passage)
        if len(content_words(passage)) < SUBSTANCE_WORDS or FRAMING.search(passage.lower()):
            return []
        cosine = self._own(passage)
        if self._quotes(passage, cosine, flows) or self._about_motion(passage, cosine):
            return []
        like = self._recognition.nearest(passage, before, self.speaker)
        action = self._action(passage, like, cosine, flows)
        if action is None:
            return []
        self._current, self._named = action.target or action.claim, None
        if action.kind in (ActionKind.ATTACK, ActionKind.REBUT):
            self._current = action.claim
        return [action]

    def _before(self, passage: str) -> Sequence[str]:
        """What led up to this passage; an announcement or a courtesy begins anew."""
        text = passage.lower()
        if SIGNPOST.search(text) or FRAMING.search(text) or REPORTED.search(text):
            self._led_up = []
        before = self._led_up
        self._led_up = [*before, passage][-LED_UP:]
        return before

    def _own(self, passage: str) -> float:
        """The greatest plain cosine to anything the speaker was expected to say."""
        mine = [cosine for _, cosine in self.index.similar(passage, self.speaker, -1.0)]
        return mine[0] if mine else 0.0

    def _action(self, passage: str, like: Likeness | None, cosine: float, flows: Flows) -> Action | None:
        node = like.node if like and like.about else None
        say = _Sayer(self.speaker, passage, node, like is not None and like.sure and cosine >= PLAIN)
        if node is not None and like is not None and like.made:
            return self._known_claim(node, say, flows)
        return self._unknown(say)

    def _quotes(self, passage: str, cosine: float, flows: Flows) -> bool:
        """Whether the speaker is repeating a claim the other side made in this debate."""
        text = passage.lower()
        if not (QUOTING.search(text) or REPORTED.search(text)):
            return False
        said = [n for tree in flows.trees.values() for n in tree.of(self.speaker.other)]
        if not said:
            return False
        if REPORTED.search(text):  # not the speaker's own claim, whichever it is
            self._named = self._meant(passage, said)
            return True
        vectors = self.index.embedder.embed([passage, *(node.claim for node in said)])
        cosines = vectors[1:] @ vectors[0]
        best = int(cosines.argmax())
        if cosines[best] < max(self.index.embedder.related, cosine):
            return False
        self._named = said[best].claim
        return True

    def _meant(self, passage: str, said: Sequence[FlowNode]) -> str | None:
        """The claim of the other side that is reported, where one can be told."""
        among = {node.source: node for node in said if node.source is not None}
        like = self._recognition.nearest(passage, (), self.speaker.other, among.keys())
        if like is not None and like.about:
            return among[like.node.id].claim
        return None

    def _about_motion(self, passage: str, cosine: float) -> bool:
        """A restatement of the motion itself is not an argument for it."""
        now, motion = self.index.embedder.embed([passage, self.index.rehearsal.motion])
        return float(now @ motion) >= max(MOTION_COSINE, cosine)

    def _known_claim(self, node: Prepared, say: _Sayer, flows: Flows) -> Action:
        if said := flows.by_source(node.id, self.speaker):
            return say(ActionKind.REINFORCE, said.claim, target=said.claim)
        parent = self._parent(node)
        answered = flows.by_source(parent.id, self.speaker.other) if parent else None
        if answered is not None:
            return say(flows.answering(answered, self.speaker), say.claim, target=answered.claim)
        grandparent = self._parent(parent) if parent else None
        if grandparent and (backed := flows.by_source(grandparent.id, self.speaker)):
            return say(ActionKind.REINFORCE, say.claim, target=backed.claim)
        if self._named:
            return say(ActionKind.ATTACK, say.claim, target=self._named)
        return say(ActionKind.PROPOSE, say.claim)

    def _parent(self, node: Prepared) -> Prepared | None:
        return self.index.rehearsal.nodes[node.parent] if node.parent else None

    def _unknown(self, say: _Sayer) -> Action | None:
        """An answer to the claim just quoted, more of the claim before it, or a new claim; a mere story is none."""
        if self._named is not None:
            return say(ActionKind.ATTACK, say.passage, target=self._named)
        story = say.node is None and _tells(say.passage)
        if self._current is not None and (story or not self._begins(say.passage, self._current)):
            return say(ActionKind.REINFORCE, say.passage, target=self._current)
        return None if story else say(ActionKind.PROPOSE, say.passage)

    def _begins(self, passage: str, current: str) -> bool:
        """Whether an unknown passage opens a new claim instead of going on with the current one."""
        if SIGNPOST.search(passage.lower()):
            return True
        if len(content_words(passage)) < CLAIM_WORDS:
            return False
        now, before = self.index.embedder.embed([passage, current])
        return float(now @ before) < CONTINUES


def _tells(passage: str) -> bool:
    """Whether the speaker tells of their own life instead of holding something to be so."""
    text = passage.lower()
    return bool(OWN_LIFE.search(text)) and not HOLDS.search(text) and not SIGNPOST.search(text)


@dataclass(frozen=True)
class _Sayer:
    """Makes the actions of one passage. Only a sure match lends the speaker the prepared wording."""

    speaker: Side
    passage: str
    node: Prepared | None
    sure: bool

    @property
    def claim(self) -> str:
        return self.node.claim if self.node and self.sure else self.passage

    def __call__(self, kind: ActionKind, claim: str, *, target: str = "") -> Action:
        return Action(
            kind=kind,
            actor=self.speaker,
            claim=claim,
            argument=self.passage,
            target=target,
            source=self.node.id if self.node else None,
        )


@dataclass(frozen=True)
class Word:
    """A recognised word with its times in seconds."""

    text: str
    start: float
    end: float


def cut(words: Sequence[Word], most: int = 28, least: int = 6) -> list[Sequence[Word]]:
    """Cut an unpunctuated utterance at its longest pauses until no part has more than `most` words."""
    if len(words) <= most:
        return [words]
    gaps = [
        (words[i].start - words[i - 1].end, -abs(i - len(words) // 2), i) for i in range(least, len(words) - least + 1)
    ]
    at = max(gaps)[2]
    return [*cut(words[:at], most, least), *cut(words[at:], most, least)]

"""What matches show about the planning behind them: actions, hit rates, time. Pure counting over their logs.

After TreeDebater 4.3, Figures 2 and 3. A side's actions are counted once, as its own mind noted them where it keeps
flow trees, else as the listener read them.

**One spoken argument may act in several ways** (Figure 2), and such a combination is a class of its own. An argument
is the actions of one turn with the same claim and the same words under it. It acts in every way in which it was read,
and at the moment when it is spoken

    a rebuttal  is also an attack         if what it answers is kin to a main claim of the opponent's
    an attack   is also a rebuttal        if its target says the same as an attack of the opponent's on the speaker
    either      is also a reinforcement   if its own claim says what the speaker has claimed before

Two claims *say the same* if they were recognised as one rehearsal node or their cosine reaches the encoder's `same`;
they are *kin* if they say the same or were recognised in one rehearsal tree.

**An action is hit** (Figure 3) if a rehearsal tree has a node like the claim it is aimed at (a proposal: like its own
claim), on the side of whoever made that claim, from the encoder's `same` on; it is *answered* if Alg. 3 then finds
something to say, that is for attacks and rebuttals a child of that node. What an action was recognised as is left
aside here: only likeness counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.match.events import ActionExtracted, Event, PlanUpdated
from agent.match.state import Match, TurnRecord
from config.format import Side, Stage
from config.statement import Sentence
from planning.argument import Action, ActionKind
from planning.choosing.retrieve import Candidate, retrieve
from planning.ports import Embedder
from planning.trees.encoding import Encoded
from planning.trees.flow import FlowNode, FlowTree, find
from planning.trees.index import Index
from planning.trees.rehearsal import Rehearsal

FRAME = "(frame)"  # what is spoken outside every battlefield: greeting, definition, criterion, last line
UNPREPARED = "(points nothing was prepared for)"  # all battlefields that no rehearsal tree has, taken together
AIMED = (ActionKind.ATTACK, ActionKind.REBUT)


@dataclass(frozen=True)
class Argument:
    """One spoken argument and the ways in which it acts."""

    turn: int
    stage: Stage
    side: Side
    claim: str
    ways: frozenset[ActionKind]

    @property
    def acts(self) -> str:
        """'attack+rebut': its class, in a fixed order."""
        return "+".join(kind.value for kind in ActionKind if kind in self.ways)


@dataclass(frozen=True)
class Hit:
    """Where one action was anticipated: in the trees of its side's claims, of the opponent's; and Alg. 3's answer."""

    side: Side
    kind: ActionKind
    ours: bool
    theirs: bool
    answered: bool

    @property
    def together(self) -> bool:
        return self.ours or self.theirs


@dataclass(frozen=True)
class FieldTime:
    """Seconds of one turn for one battlefield; `importance` is empty where it was not planned."""

    turn: int
    stage: Stage
    side: Side
    topic: str
    importance: str
    planned: float
    spoken: float


@dataclass(frozen=True)
class MatchFigures:
    """One match, counted; `hits` is None where there are no rehearsal trees for its motion, `topics` are theirs."""

    name: str
    motion_id: str
    arguments: tuple[Argument, ...]
    hits: tuple[Hit, ...] | None
    times: tuple[FieldTime, ...]
    topics: frozenset[str]


@dataclass(frozen=True)
class ActionRow:
    """How many of a side's arguments in a stage act so; `share` of its arguments there."""

    stage: Stage
    side: Side
    acts: str
    count: int
    share: float


@dataclass(frozen=True)
class HitRow:
    """Shares of the actions of a kind; `side` None: of both sides."""

    side: Side | None
    kind: ActionKind
    count: int
    ours: float
    theirs: float
    together: float
    answered: float


@dataclass(frozen=True)
class FieldRow:
    """Seconds a side planned and spoke on a battlefield, over all its turns in all matches on that motion."""

    motion_id: str
    side: Side
    topic: str
    planned: float
    spoken: float


def figures(name: str, events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder) -> MatchFigures:
    """Count one match.

    Args:
        name: how it is told apart from others.
        events: its log; the first one creates it.

    Raises:
        RuleError: the events do not follow from each other.
    """
    match, arguments, actions = _read(events, rehearsal, embedder)
    index = Index(rehearsal, embedder) if rehearsal else None
    return MatchFigures(
        name=name,
        motion_id=match.created.motion_id if match.created else "",
        arguments=tuple(arguments),
        hits=tuple(hit(action, index) for action in actions) if index else None,
        times=tuple(time for record in match.turns for time in field_times(match, record)),
        topics=frozenset(node.topic for node in rehearsal.nodes.values()) if rehearsal else frozenset(),
    )


# -- which actions ---------------------------------------------------------------------------------


def _read(
    events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder
) -> tuple[Match, list[Argument], list[Action]]:
    accounts = _accounts(events)
    likeness = _Likeness(rehearsal, embedder)
    ways: dict[tuple[int, Side, str, str], frozenset[ActionKind]] = {}
    made: dict[tuple[int, Side, str, str], set[str | None]] = {}
    actions: list[Action] = []
    match = Match()
    for event in events:
        if isinstance(event, ActionExtracted) and event.observer is accounts[event.action.actor]:
            action = event.action
            key = (event.turn, action.actor, action.claim, action.argument)
            flows = match.flows.get(event.observer, {})
            ways[key] = ways.get(key, frozenset()) | _ways(event, flows, made.setdefault(key, set()), likeness)
            made[key].add(event.node)
            actions.append(action)
        match.apply(event)
    stages = [record.stage for record in match.turns]
    found = [Argument(turn, stages[turn], side, claim, kinds) for (turn, side, claim, _), kinds in ways.items()]
    return match, found, actions


def _accounts(events: Iterable[Event]) -> dict[Side, Side]:
    """Whose notes count for what each side did: its own if it made any, else the listener's."""
    own = {e.observer for e in events if isinstance(e, ActionExtracted) and e.observer is e.action.actor}
    return {side: side if side in own else side.other for side in Side}


@dataclass(frozen=True)
class _Likeness:
    rehearsal: Rehearsal | None
    embedder: Embedder

    def same(self, claim: str, source: str | None, nodes: Sequence[FlowNode]) -> bool:
        if source is not None and any(node.source == source for node in nodes):
            return True
        return find(Encoded(claim, self.embedder), nodes, self.embedder.same) is not None

    def kin(self, one: FlowNode, nodes: Sequence[FlowNode]) -> bool:
        tree = self._tree(one.source)
        if tree is not None and any(self._tree(node.source) == tree for node in nodes):
            return True
        return self.same(one.claim, one.source, nodes)

    def _tree(self, source: str | None) -> str | None:
        node = self.rehearsal.nodes.get(source) if self.rehearsal and source else None
        return self.rehearsal.tree_of(node).id if self.rehearsal and node else None


def _ways(
    event: ActionExtracted, flows: Mapping[Side, FlowTree], made: Collection[str | None], likeness: _Likeness
) -> frozenset[ActionKind]:
    """In which ways an action acts, on the trees as they were before it; `made`: nodes of the same argument."""
    action = event.action
    ways = {action.kind}
    if action.kind in AIMED and flows:
        own, theirs = flows[action.actor], flows[action.actor.other]
        target = flows[event.owner].nodes.get(event.target or "")
        if target and action.kind is ActionKind.REBUT and likeness.kin(target, [theirs.nodes[n] for n in theirs.top]):
            ways.add(ActionKind.ATTACK)
        if (
            target
            and action.kind is ActionKind.ATTACK
            and likeness.same(target.claim, target.source, own.of(action.actor.other))
        ):
            ways.add(ActionKind.REBUT)
        if likeness.same(action.claim, action.source, [n for n in own.of(action.actor) if n.id not in made]):
            ways.add(ActionKind.REINFORCE)
    return frozenset(ways)


# -- what was anticipated --------------------------------------------------------------------------


def hit(action: Action, index: Index) -> Hit:
    """Whether the trees of a motion had anticipated this action."""
    about = action.claim if action.kind is ActionKind.PROPOSE else action.target
    maker = action.actor.other if action.kind in AIMED else action.actor
    near = index.similar(Encoded(about, index.embedder), maker, index.embedder.same) if about else []
    owners = {node.owner for node, _ in near}
    candidate = Candidate(action.kind, about, action.actor)
    return Hit(
        side=action.actor,
        kind=action.kind,
        ours=action.actor in owners,
        theirs=action.actor.other in owners,
        answered=bool(near and retrieve([candidate], index, action.actor, 0)[0].nodes),
    )


# -- where the time went ---------------------------------------------------------------------------


def field_times(match: Match, record: TurnRecord) -> list[FieldTime]:
    """The battlefields of a turn in the plan's order, then what was spoken on others; the frame is last.

    Spoken time needs the statement in the log, so it is known for our own voices only; silence between two sentences
    belongs to neither.
    """
    plan = match.plans.get(record.index)
    planned: dict[str, float] = {}
    importance: dict[str, str] = {}
    for battlefield in plan.battlefields if plan else ():
        planned[battlefield.topic] = planned.get(battlefield.topic, 0.0) + battlefield.seconds
        importance.setdefault(battlefield.topic, battlefield.importance)
    spoken = _spoken(match, record, plan)
    topics = dict.fromkeys([*planned, *(topic for topic in spoken if topic != FRAME), FRAME])
    return [
        FieldTime(
            record.index,
            record.stage,
            record.side,
            topic,
            importance.get(topic, ""),
            round(planned.get(topic, 0.0), 1),
            round(spoken.get(topic, 0.0), 3),
        )
        for topic in topics
        if topic in planned or topic in spoken
    ]


def _spoken(match: Match, record: TurnRecord, plan: PlanUpdated | None) -> dict[str, float]:
    written = _written(match, record.index)
    aims = {sentence.unit: sentence.target for sentence in written if sentence.target}
    seconds: dict[str, float] = {}
    for spoken in record.spoken:
        sentence = next((s for s in written if s.text == spoken.text), None)
        if sentence is None and spoken.cut:
            sentence = next((s for s in written if s.text.startswith(spoken.text)), None)
        if sentence is not None:
            topic = _topic(sentence, aims, plan)
            seconds[topic] = seconds.get(topic, 0.0) + spoken.end - spoken.start
    return seconds


def _written(match: Match, turn: int) -> list[Sentence]:
    """Every sentence written for a turn, the latest words first."""
    statements = [match.drafts.get(turn), *match.revisions.get(turn, [])]
    return [sentence for one in reversed(statements) if one is not None for sentence in one.sentences]


def _topic(sentence: Sentence, aims: Mapping[str, str], plan: PlanUpdated | None) -> str:
    """Its battlefield by the plan's name: its own topic, or the one with an option on what its passage aims at."""
    fields = plan.battlefields if plan else ()
    if any(field.topic == sentence.topic for field in fields):
        return sentence.topic
    if aim := aims.get(sentence.unit) or aims.get(sentence.needs or ""):
        for field in fields:
            if any(f"“{aim}”" in option for option in field.options):
                return field.topic
    return sentence.topic or FRAME


# -- over several matches --------------------------------------------------------------------------


def action_rows(matches: Iterable[MatchFigures]) -> list[ActionRow]:
    """By stage and side in their order, the most frequent class first."""
    counts = Counter((a.stage, a.side, a.acts) for match in matches for a in match.arguments)
    totals: Counter[tuple[Stage, Side]] = Counter()
    for (stage, side, _), count in counts.items():
        totals[stage, side] += count
    return [
        ActionRow(stage, side, acts, count, count / totals[stage, side])
        for stage in Stage
        for side in Side
        for (at, by, acts), count in sorted(counts.items(), key=lambda item: (-item[1], item[0][2]))
        if (at, by) == (stage, side)
    ]


def hit_rows(matches: Iterable[MatchFigures]) -> list[HitRow]:
    """Each kind of action, first of both sides, then of each; kinds that did not occur are left out."""
    hits = [one for match in matches for one in match.hits or ()]
    return [
        _hit_row(side, kind, some)
        for side in (None, *Side)
        for kind in ActionKind
        if (some := [one for one in hits if one.kind is kind and side in (None, one.side)])
    ]


def _hit_row(side: Side | None, kind: ActionKind, hits: Sequence[Hit]) -> HitRow:
    def share(marks: Iterator[bool]) -> float:
        return sum(marks) / len(hits)

    return HitRow(
        side,
        kind,
        len(hits),
        ours=share(one.ours for one in hits),
        theirs=share(one.theirs for one in hits),
        together=share(one.together for one in hits),
        answered=share(one.answered for one in hits),
    )


def field_rows(matches: Iterable[MatchFigures]) -> list[FieldRow]:
    """By motion and side, the battlefield with the most time spoken first, then by what was planned.

    Where there are trees, a battlefield that none of them has is a passage as it was heard, and no two matches share
    it: these are one row.
    """
    sums: dict[tuple[str, Side, str], tuple[float, float]] = {}
    for match in matches:
        for time in match.times:
            named = not match.topics or time.topic in match.topics | {FRAME}
            key = (match.motion_id, time.side, time.topic if named else UNPREPARED)
            planned, spoken = sums.get(key, (0.0, 0.0))
            sums[key] = (planned + time.planned, spoken + time.spoken)
    rows = [FieldRow(*key, planned=round(p, 1), spoken=round(s, 1)) for key, (p, s) in sums.items()]
    return sorted(rows, key=lambda r: (r.motion_id, r.side is Side.CON, -r.spoken, -r.planned, r.topic))

"""From the flow trees to a plan: candidate actions, battlefields, time shares. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from config.format import Side, Stage
from planning.debate.argument import ActionKind
from planning.debate.flow import FlowNode, FlowTree
from planning.debate.planned import Anticipated, Decision, Importance, Means, PlannedOption, Rationale
from planning.debate.points import Frozen, Point, PointForm
from planning.methods.contract import PlanDetail, PlannedPassage
from planning.methods.treedebater.choosing.retrieve import Candidate, Retrieved, hit_rate
from planning.methods.treedebater.trees.rehearsal import Prepared

SHARE = {Importance.HIGH: 3.0, Importance.MEDIUM: 2.0, Importance.LOW: 1.0}
VISIT_BONUS = 0.1
THREAT_SHARE = 0.5  # how much of the strength of an unanswered claim makes its battlefield matter
OPENING_BONUS = 10.0  # an opening is first of all for one's own claims,
PRESSING_BONUS = 5.0  # and every other speech for what the other side said
OWED_BONUS = 0.6  # for a question, another proposal, or that something was left unanswered: whoever heard it waits
SECONDS_A_REPLY = 10.0  # that a short answer takes
REASONING = 0.2  # strength given to an answer for which nothing was prepared
NO_THREATS: Mapping[str, float] = MappingProxyType({})
DUTY = {ActionKind.REBUT: 3, ActionKind.ATTACK: 2, ActionKind.PROPOSE: 1, ActionKind.REINFORCE: 0}


class Search(PlanDetail):
    """How far a plan looked ahead, and what was prepared for the actions that it could take; nothing without trees."""

    k: int
    hit_rate: float | None
    anticipated: tuple[Anticipated, ...]


class CaseChoice(Frozen):
    """Which main claims a case stands on: chosen from these, with their strength so many answers deep, after so many
    passages of the other side were heard, and why."""

    claims: list[str]
    among: list[str]
    k: int
    heard: int
    why: str


class SearchOfCase(Search):
    """Beside the search: the case that it was made for, as a model has chosen it."""

    case: CaseChoice


class Choice(PlanDetail):
    """What there was to choose from on a battlefield, and why it matters."""

    rationale: Rationale
    options: tuple[PlannedOption, ...]


@dataclass(frozen=True)
class Option:
    """A candidate action with one prepared node to do it with; no node means: reason about it."""

    candidate: Candidate
    node: Prepared | None
    strength: float

    @property
    def told(self) -> PlannedOption:
        kind, target = self.candidate.kind, self.candidate.target
        if self.node is None:
            return PlannedOption(kind=kind, target=target, means=Means.REASONING)
        strength = round(self.strength, 4)
        return PlannedOption(kind=kind, target=target, means=Means.PREPARED, node=self.node.id, strength=strength)


@dataclass(frozen=True)
class Battlefield:
    """A point both sides contest, with its share of the time and what to do there, best first. `points`: those of the
    other side that it is about, by their ids, and the `decision` about them, where it is told."""

    key: str
    topic: str
    owner: Side
    importance: Importance
    rationale: Rationale
    seconds: float
    options: tuple[Option, ...]
    points: tuple[str, ...] = ()
    decision: Decision | None = None

    @property
    def told(self) -> PlannedPassage:
        """As everybody sees it."""
        why = self.rationale
        if why.strength is not None:
            why = why.model_copy(update={"strength": round(why.strength, 4)})
        return PlannedPassage(
            topic=self.topic or self.key,
            owner=self.owner,
            reason=str(why),
            seconds=self.seconds,
            importance=self.importance,
            points=self.points,
            decision=self.decision,
            detail=Choice(rationale=why, options=tuple(option.told for option in self.options)),
        )


@dataclass(frozen=True)
class Clash:
    """A point of the other side, the claim we have made against it, and the prepared node that was, if any.
    `sure`: how likely that node answers the point."""

    point: Point
    claim: str
    node: Prepared | None = None
    sure: float = 0.0


@dataclass(frozen=True)
class TreePlan:
    """What a side means to do in a turn, before a word is written; `anticipated` is of all that could be done.

    `granted`: points in which the other side concedes something. `clashes`: what was fought over so far, the latest
    last. `replies`: short answers to what the other side said and nobody has answered, in its order.
    `admitted`: complaints of not having been answered that are right, by their ids, with what went unanswered.
    `case`: of an opening, where a model has chosen its claims.
    """

    side: Side
    stage: Stage
    k: int
    battlefields: tuple[Battlefield, ...]
    anticipated: tuple[Anticipated, ...]
    granted: tuple[Point, ...] = ()
    clashes: tuple[Clash, ...] = ()
    replies: tuple[Option, ...] = ()
    admitted: Mapping[str, Point] = field(default_factory=dict)
    case: CaseChoice | None = None

    @property
    def hit_rate(self) -> float | None:
        """The share of its candidate actions that something was prepared for; None without any."""
        return hit_rate(self.anticipated)

    @property
    def passages(self) -> tuple[PlannedPassage, ...]:
        """As everybody sees it (see `contract.Plan`): what there is time for."""
        return tuple(one.told for one in self.battlefields if one.seconds)

    @property
    def detail(self) -> Search:
        found = Search(k=self.k, hit_rate=self.hit_rate, anticipated=self.anticipated)
        return found if self.case is None else SearchOfCase(**dict(found), case=self.case)


def candidates(
    side: Side,
    stage: Stage,
    own: FlowTree,
    theirs: FlowTree,
    claims: Iterable[str],
    answering: Sequence[Candidate] = (),
) -> list[Candidate]:
    """What `side` could do now (TreeDebater 3.3 a to d): propose, only in an opening; rebut the other side's leaf
    attacks on our claims; reinforce our own nodes; attack its nodes in its own tree (`theirs`).

    `claims`: main claims we have prepared. `answering`: what could be done about each open point of theirs, where the
    flow keeps points; in place of one answer to each of its nodes.
    """
    found: list[Candidate] = []
    if stage is Stage.OPENING:
        said = {node.claim for node in own.of(side)}
        found += [Candidate(ActionKind.PROPOSE, c, side, thread=c) for c in claims if c not in said]
    rebuts = [_on(ActionKind.REBUT, own, n) for n in own.unanswered(side) if not n.points]
    attacks = [_on(ActionKind.ATTACK, theirs, n) for n in theirs.of(side.other) if not n.points]
    met = {ActionKind.REBUT: rebuts, ActionKind.ATTACK: attacks}
    for candidate in answering:
        met[candidate.kind].append(candidate)
    reinforced = [_on(ActionKind.REINFORCE, own, n) for n in own.of(side)]
    return [*found, *met[ActionKind.REBUT], *reinforced, *met[ActionKind.ATTACK]]


def _on(kind: ActionKind, tree: FlowTree, node: FlowNode) -> Candidate:
    points = tuple(one for one in node.points if one.side is node.side and one.form is not PointForm.CONCESSION)
    return Candidate.on(kind, tree, node, points)


def options(retrieved: Sequence[Retrieved], spoken: frozenset[str]) -> list[Option]:
    """One option a prepared node, the most pressing action first; nodes already spoken are left out.
    An unanswered point of the opponent's for which nothing is prepared stays, without a node."""
    best: dict[str, Option] = {}
    bare: dict[str, Option] = {}
    for result in retrieved:
        candidate = result.candidate
        # an answer is worth as much less as it is doubtful that they made the point
        sure = candidate.confidence if candidate.kind in (ActionKind.ATTACK, ActionKind.REBUT) else 1.0
        fresh = [(node, f * sure) for node, f in result.nodes if node.id not in spoken]
        for node, f in fresh:
            option = Option(candidate, node, f)
            if node.id not in best or _urgency(option) > _urgency(best[node.id]):
                best[node.id] = option
        answering = candidate.kind in (ActionKind.ATTACK, ActionKind.REBUT)
        if answering and not result.nodes and candidate.unanswered and candidate.flow:
            bare[f"{candidate.owner}/{candidate.flow}"] = Option(candidate, None, REASONING)
    return [*best.values(), *bare.values()]


def _urgency(option: Option) -> tuple[bool, bool, bool, int, float]:
    kind = option.candidate.kind
    prepared = option.node is not None
    return (prepared, kind is ActionKind.PROPOSE, option.candidate.unanswered, DUTY[kind], option.strength)


def battlefields(
    found: Sequence[Option], topics: Mapping[str, str], seconds: float, threats: Mapping[str, float] = NO_THREATS
) -> tuple[Battlefield, ...]:
    """Group options by the main claim they are about, rank the groups and share out the time.

    `topics`: the topic of every prepared claim (by its text); claims of one topic are one battlefield, an unknown claim
    is a battlefield of its own. `seconds`: what there is to share. `threats`: how strong each claim of the opponent's
    is that was surely recognised, by its text.
    """
    groups: dict[str, list[Option]] = {}
    for option in found:
        thread = option.candidate.thread or option.candidate.target
        groups.setdefault(topics.get(thread, thread), []).append(option)
    ranked = sorted(groups.items(), key=lambda item: -_weight(item[1], threats))
    grades = [_grade(i, len(ranked)) for i in range(len(ranked))]
    total = sum(SHARE[grade] for grade in grades) or 1.0
    return tuple(
        Battlefield(
            key=key,
            topic=key if key in topics.values() else "",
            owner=members[0].candidate.owner,
            importance=grade,
            rationale=Rationale(
                unanswered=len({m.candidate.flow for m in members if _pressing(m)}),
                strength=max(member.strength for member in members),
            ),
            seconds=seconds * SHARE[grade] / total,
            options=tuple(sorted(members, key=_urgency, reverse=True)),
        )
        for (key, members), grade in zip(ranked, grades, strict=True)
    )


def allotted(fields: Sequence[Battlefield], replies: Sequence[Option], seconds: float) -> tuple[Battlefield, ...]:
    """The same with the seconds that will be spoken on each: what is chosen to be said to them takes its time,
    claims of our own share what is left, and the rest has none. As they are, where there is nothing to reply to."""
    if not replies:
        return tuple(fields)
    said: dict[str, list[Option]] = {}
    for option in replies:
        said.setdefault(_about(option), []).append(option)
    own = {one.key: SHARE[one.importance] for one in fields if any(_proposes(option) for option in one.options)}
    each = min(SECONDS_A_REPLY, seconds / len(replies)) if own else seconds / len(replies)
    left = (seconds - each * len(replies)) / (sum(own.values()) or 1.0)
    known = [replace(one, seconds=left * own.get(one.key, 0.0) + each * len(said.get(one.key, ()))) for one in fields]
    new = [_of_replies(key, some, each) for key, some in said.items() if key not in {one.key for one in fields}]
    return (*known, *new)


def _about(option: Option) -> str:
    return option.node.topic if option.node is not None else option.candidate.thread or option.candidate.target


def _proposes(option: Option) -> bool:
    return option.candidate.kind is ActionKind.PROPOSE


def _of_replies(key: str, some: Sequence[Option], each: float) -> Battlefield:
    """A battlefield of its own for replies on a topic that nobody has spoken about in prepared words."""
    points = {point.id for option in some for point in option.candidate.points}
    return Battlefield(
        key=key,
        topic=key if some[0].node is not None else "",
        owner=some[0].candidate.owner,
        importance=Importance.MEDIUM if points else Importance.LOW,
        rationale=Rationale(unanswered=len(points), strength=max(one.strength for one in some)),
        seconds=each * len(some),
        options=tuple(option for option in some if option.candidate.points),  # the others answer nothing that was said
        points=tuple(sorted(points)),
    )


def _weight(members: Sequence[Option], threats: Mapping[str, float]) -> float:
    open_points = {m.candidate.flow for m in members if _pressing(m)}
    strongest = max(member.strength for member in members)
    visits = max(member.candidate.visits for member in members)
    threat = max((threats.get(m.candidate.target, 0.0) for m in members if _pressing(m)), default=0.0)
    own = any(member.candidate.kind is ActionKind.PROPOSE for member in members)
    waited = any(one.form is not PointForm.STATEMENT for m in members if _pressing(m) for one in m.candidate.points)
    bonus = (
        PRESSING_BONUS * bool(open_points) + VISIT_BONUS * min(visits, 5) + OPENING_BONUS * own + OWED_BONUS * waited
    )
    return strongest + THREAT_SHARE * threat + bonus


def _pressing(option: Option) -> bool:
    return option.candidate.unanswered and DUTY[option.candidate.kind] >= DUTY[ActionKind.ATTACK]


def _grade(rank: int, count: int) -> Importance:
    if rank < max(1, count / 3):
        return Importance.HIGH
    return Importance.MEDIUM if rank < 2 * count / 3 else Importance.LOW

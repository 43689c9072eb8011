"""Which of our prepared arguments meet most of what the other side said. Pure.

The reader is seldom sure which claim a person made, so no point is answered by its likeliest claim alone: every
argument of ours counts for all open points, each as much as it is likely that the point makes the claim which the
argument answers, and those are taken that together meet most. An argument that surely meets no single point is told as
our own; what was prepared for objections of a kind is for points that no tree seems to hold. What was answered before,
and is only said again in the same words, is not answered again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from types import MappingProxyType

from config.format import Stage, Turn
from planning.debate.argument import ActionKind
from planning.debate.encoding import Encoded
from planning.debate.points import Objection, Point, PointForm
from planning.debate.standing import Standing
from planning.language.cues.cues import content_words, tells
from planning.language.said import again, stems
from planning.methods.treedebater.choosing.choose import SECONDS_A_REPLY, Option
from planning.methods.treedebater.choosing.retrieve import Arsenal, Candidate
from planning.methods.treedebater.trees.rehearsal import Prepared

SECONDS_BESIDE = {Stage.OPENING: 180.0, Stage.REBUTTAL: 15.0, Stage.CLOSING: 50.0}  # that a turn needs for the rest
SHORT_TURN_SECONDS = 60.0  # in a shorter turn an answer is its claim alone
SECONDS_A_CLAIM = 6.6  # that takes
SHORT_BESIDE = {Stage.OPENING: 31.0, Stage.REBUTTAL: 5.0, Stage.CLOSING: 6.0}  # that a short turn needs for the rest
GUESSED = 0.25  # that a point makes a claim, from which an answer to that claim is told as an answer to the point
FAR_ASKED, FAR = 0.23, 0.4  # cosine up to which a claim of ours is no answer to a question, and to another point
GUESSED_ASKED = 0.12  # the same of a question, to which the nearest answer is given
ANSWERED = 0.2  # from which it is the answer to the question, and not only the nearest there is
ROUNDING = 1e-6  # that a probability may be off
TRUSTED = 0.45  # from which the point may be quoted before the answer
REMINDED = 0.5  # from which it may be said that an answer was given: below, it is likelier that it was not
BY_LIKENESS = 0.5  # how likely a point makes a claim that its words are like
BY_KIND = 0.15  # how likely what was prepared for the kind of a point meets it
SAID_BEFORE = 0.6  # what an answer is worth that has been given before
STORY = 0.6  # what a point weighs that only tells of the speaker's life
WAITED_FOR = 1.6  # what a point weighs that a listener waits for an answer to
ASKED_SHARE = 0.6  # of the room, at most, for questions
HALF = 0.5  # of a question: where less of it is open, it is as good as answered
LEAST = 0.04  # of a point that an argument must be expected to meet
TELLING_WORDS = 1  # of a quotation that carries meaning, without which nobody knows what it is about
SHARED_WORDS = 2  # with an earlier point, by which it can be told which one is said to have gone unanswered
ASKED = (
    PointForm.QUESTION,
    PointForm.COUNTER_PROPOSAL,
    PointForm.UNANSWERED,
)  # which a listener waits for an answer to
NOT_ASKING = (PointForm.CONCESSION, PointForm.ASCRIPTION)
Shares = Mapping[str, Mapping[str, float]]
"""By the id of a point, how likely it makes each claim of its side, and the cosine to those of ours that it comes near,
by their ids."""
NO_SHARES: Shares = MappingProxyType({})


@dataclass
class _Open:
    """A point that nobody has met. `least`: how likely an answer must meet it to be told as one. `left`: how likely it
    is that nothing taken so far meets it."""

    point: Point
    candidate: Candidate
    shares: Mapping[str, float]
    least: float = GUESSED
    left: float = 1.0

    @property
    def weight(self) -> float:
        story = STORY if tells(self.point.words) else 1.0
        return self.left * (WAITED_FOR if self.point.form in ASKED else story)

    @property
    def asks(self) -> bool:
        return self.point.form is PointForm.QUESTION

    def share(self, node: Prepared) -> float:
        """How likely an argument of ours answers the point: by what it answers, or because that is what was asked."""
        meets = self.shares.get(node.parent, 0.0) if node.parent is not None else 0.0
        if not (meets or self.asks):
            return 0.0
        near = max(0.0, self.shares.get(node.id, 0.0) - (FAR_ASKED if self.asks else FAR))
        return 1 - (1 - meets) * (1 - near)

    def told(self, share: float) -> bool:
        """Whether what meets it with that probability may be told as its answer."""
        return share >= (GUESSED_ASKED if self.asks else self.least)


@dataclass
class _Taken:
    option: Option
    meets: Sequence[tuple[_Open, float]] = field(default_factory=list)


def replies(
    candidates: Sequence[Candidate],
    answered: Iterable[Point],
    mine: Arsenal,
    room: int,
    shares: Shares = NO_SHARES,
    *,
    least: float = GUESSED,
) -> tuple[Option, ...]:
    """Arguments that together meet most of the open points, at most so many, in an order in which they can be told:
    answers to what a listener waits for first, then topic by topic, in the order of the points.

    Those without points are arguments of our own that may meet something. A node that was spoken before is one that met
    the point in advance; without a node the answer is by kind. `candidates`: answering the open points. `answered`:
    points that were answered before. `room`: how many there is time for. `least`: see `_Open`.
    """
    known = [stems(point.words) for point in answered]
    left = [
        _Open(point, candidate, _shares(point, candidate, mine, shares), least)
        for candidate in _once(candidates, known)
        for point in candidate.points
    ]
    asked = _asked(left, mine, room)
    taken = [*asked]
    while len(taken) < room and (best := _best(left, mine, {_key(one.option) for one in taken})) is not None:
        taken.append(best)
        _count([best])
    return tuple(one.option for one in _in_order(_apart(taken, asked)))


def due(
    could: Sequence[Candidate], answered: Iterable[Point], mine: Arsenal, turn: Turn, shares: Shares = NO_SHARES
) -> tuple[Option, ...]:
    """The replies of a turn, as many as it has time for: in a closing, which says nothing new, only answers.
    `could`: all that could be done."""
    asking = [one for one in could if one.unanswered and one.kind in (ActionKind.ATTACK, ActionKind.REBUT)]
    if turn.stage is not Stage.CLOSING:
        return replies(asking, answered, mine, room(turn.stage, turn.seconds), shares)
    least = GUESSED_ASKED if turn.seconds < SHORT_TURN_SECONDS else GUESSED  # it has time for these or for nothing
    found = replies(asking, answered, mine, room(turn.stage, turn.seconds), shares, least=least)
    return tuple(one for one in found if one.candidate.points)


def room(stage: Stage, seconds: float) -> int:
    """How many short answers a turn of that length has time for beside the rest of it; one always."""
    if seconds < SHORT_TURN_SECONDS:
        return max(1, int((seconds - SHORT_BESIDE[stage]) / SECONDS_A_CLAIM))
    return max(1, int((seconds - min(SECONDS_BESIDE[stage], 0.75 * seconds)) / SECONDS_A_REPLY))


def answered_before(points: Iterable[Point], standings: Mapping[str, Standing]) -> list[Point]:
    """The points that were met in some way."""
    return [one for one in points if one.id in standings and standings[one.id].met]


def admitted(points: Sequence[Point], standings: Mapping[str, Standing]) -> Mapping[str, Point]:
    """Complaints of the other side's that they were not answered and that are right, with what was left unanswered.
    It is, where an earlier speech of theirs has a point of much the same words, and nobody has met that."""
    found = {}
    for point in points:
        if point.form is not PointForm.UNANSWERED:
            continue
        earlier = [one for one in points if one.turn < point.turn and one.form not in NOT_ASKING]
        left = [one for one in earlier if one.id in standings and not standings[one.id].met]
        shared = [(len(stems(one.words) & stems(point.words)), one) for one in left]
        most, meant = max(shared, key=lambda pair: pair[0], default=(0, point))
        if most >= SHARED_WORDS:
            found[point.id] = meant
    return found


def telling(point: Point) -> bool:
    """Whether it has a clause whose words, said back alone, tell what it is about."""
    return len(content_words(point.quote)) >= TELLING_WORDS


def _once(candidates: Sequence[Candidate], known: list[frozenset[str]]) -> Iterable[Candidate]:
    """Each with the points that ask for an answer and say something new; none that has none."""
    for candidate in candidates:
        fresh: list[Point] = []
        for point in candidate.points:
            words = stems(point.words)
            if point.form not in NOT_ASKING and not again(words, known):
                fresh.append(point)
            known.append(words)
        if fresh:
            yield replace(candidate, points=tuple(fresh))


def _shares(point: Point, candidate: Candidate, mine: Arsenal, shares: Shares) -> Mapping[str, float]:
    """How likely a point makes each claim of its side, as far as anybody can tell."""
    found = dict(shares.get(point.id, {}))
    for made in point.makes:
        found[made.node] = max(found.get(made.node, 0.0), made.probability or 1.0)
    index = mine.index
    for near, _ in index.similar(Encoded(candidate.target, index.embedder), mine.side.other, index.embedder.same):
        found[near.id] = max(found.get(near.id, 0.0), BY_LIKENESS)
    return found


def _best(left: Sequence[_Open], mine: Arsenal, used: Collection[str]) -> _Taken | None:
    """The argument that is expected to meet most of what is left; None where none meets anything."""
    could = [*_prepared(left, mine, used), *_by_kind(left, used)]
    worth = {id(one): sum(point.weight * share for point, share in one.meets) for one in could}
    best = max(could, key=lambda one: (worth[id(one)], one.option.strength), default=None)
    return best if best is not None and worth[id(best)] >= LEAST else None


def _asked(left: Sequence[_Open], mine: Arsenal, room: int) -> list[_Taken]:
    """Answers to questions, those first that surely answer one, as far as there is room beside the rest; where there is
    still room, an honest word to the last one that has none."""
    taken: list[_Taken] = []
    open_still = [one for one in left if one.asks]
    nodes = [*mine.index.rehearsal.spoken_by(mine.side)]
    could = [(one, found) for one in open_still for node in nodes if (found := _answering(node, left, mine, one))]
    most = ceil(room * ASKED_SHARE)
    for asked, found in sorted(could, key=lambda pair: -pair[1].option.strength * pair[0].weight):
        used = {_key(one.option) for one in taken}
        if len(taken) < most and asked in open_still and _key(found.option) not in used:
            taken.append(found)
            _count([found])
            open_still = [one for one in open_still if one is not asked and one.left >= HALF]
    unmet = [one for one in open_still if not any(one is asked for asked, _ in could) and telling(one.point)]
    return [*taken, *map(_bare, unmet[-1:])] if len(taken) < most else taken


def _apart(taken: Sequence[_Taken], asked: Sequence[_Taken]) -> list[_Taken]:
    """A question that has an answer of its own is not told as met by what meets something else as well."""
    own = {one.option.candidate.points[0].id: one for one in asked}
    return [replace(one, option=_without(one.option, {name for name in own if own[name] is not one})) for one in taken]


def _without(option: Option, questions: Collection[str]) -> Option:
    """The same, told as the answer to other points alone, if there are any."""
    points = tuple(point for point in option.candidate.points if point.id not in questions)
    return replace(option, candidate=replace(option.candidate, points=points)) if points else option


def _bare(asked: _Open) -> _Taken:
    """An honest word to a question."""
    return _Taken(Option(replace(asked.candidate, points=(asked.point,)), None, LEAST), [(asked, LEAST)])


def _count(taken: Iterable[_Taken]) -> None:
    """What these meet is left the less for others."""
    for one in taken:
        for point, share in one.meets:
            point.left *= 1 - share


def _prepared(left: Sequence[_Open], mine: Arsenal, used: Collection[str]) -> Iterator[_Taken]:
    for node in mine.index.rehearsal.spoken_by(mine.side):
        if node.parent is not None and node.id not in used and (found := _answering(node, left, mine)) is not None:
            yield found


def _answering(node: Prepared, left: Sequence[_Open], mine: Arsenal, asked: _Open | None = None) -> _Taken | None:
    """An argument with the points that it meets; None where it meets none, or not the one that `asked`."""
    spoken = node.id in mine.spoken
    meets = [(one, share) for one in left if (share := one.share(node))]
    if spoken:  # that it was said is claimed only where it likely meets the same
        meets = [(one, SAID_BEFORE * share) for one, share in meets if share >= REMINDED]
    ranked = sorted(meets, key=lambda pair: (pair[0] is not asked, -pair[1]))
    if not ranked or (asked is not None and (ranked[0][0] is not asked or not asked.told(ranked[0][1]))):
        return None
    return _Taken(_told(node, ranked, spoken=spoken), ranked)


def _told(node: Prepared, meets: Sequence[tuple[_Open, float]], *, spoken: bool) -> Option:
    """An argument as the answer to the points it likely meets; where there are none, as our own."""
    first, share = meets[0]
    points = tuple(
        one.point for one, likely in meets if spoken or likely >= one.least or (one is first and one.told(likely))
    )
    if points:
        return Option(replace(first.candidate, points=points, confidence=share), node, share)
    kind = ActionKind.REINFORCE if node.level >= 2 else ActionKind.PROPOSE
    return Option(Candidate(kind, node.claim, node.owner, thread=node.topic), node, share)


def _by_kind(left: Sequence[_Open], used: Collection[str]) -> Iterator[_Taken]:
    """What was prepared for the kinds of the points, and for questions that nothing is prepared for."""
    for one in left:
        kind = one.point.objection is not Objection.OTHER
        if one.point.id not in used and (kind or (one.point.form is PointForm.QUESTION and telling(one.point))):
            candidate = replace(one.candidate, points=(one.point,))
            yield _Taken(Option(candidate, None, BY_KIND), [(one, BY_KIND if kind else LEAST)])


def _key(option: Option) -> str:
    return option.node.id if option.node is not None else option.candidate.points[0].id


def _in_order(taken: Sequence[_Taken]) -> list[_Taken]:
    """What is waited for first, then the topic with the surest answer, for a speech begins on what was surely said, and
    then topic by topic; arguments of our own last."""
    first: dict[str, tuple[int, int]] = {}
    for one in taken:
        place = _place(one)
        first[_topic(one)] = min(first.get(_topic(one), place), place)
    answers = [one for one in taken if one.option.candidate.points]
    surest = max(answers, key=lambda one: one.option.strength, default=None)
    begins = _topic(surest) if surest is not None else ""
    known = {point.id for one in answers if one.option.node is not None for point in one.option.candidate.points}

    def order(one: _Taken) -> tuple[object, ...]:
        topic, own = _topic(one), not one.option.candidate.points
        alone = one.option.node is None and known.isdisjoint(point.id for point in one.option.candidate.points)
        sure = alone or one.option.strength > ANSWERED - ROUNDING
        begun = topic != begins, own or one is not surest
        return not (_waited(one) and sure), own, *begun, first[topic], topic, _place(one)

    return sorted(taken, key=order)


def _topic(one: _Taken) -> str:
    return one.option.node.topic if one.option.node is not None else _key(one.option)


def _place(one: _Taken) -> tuple[int, int]:
    points = one.option.candidate.points or [other.point for other, _ in one.meets]
    return min(point.place for point in points)


def _waited(one: _Taken) -> bool:
    """Whether something in it asks for an answer outright: a question, or else in words that can be said back."""
    points = one.option.candidate.points
    return any(
        point.form is PointForm.QUESTION or (point.form is not PointForm.STATEMENT and telling(point))
        for point in points
    )

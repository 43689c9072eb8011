"""Short answers to the open points of the other side: which points, by what, in which order. Pure.

A speech has time for few answers, and the reader is seldom sure. So for each point the likeliest to fit is taken: an
answer to a prepared claim that it may make, else what is prepared for objections of its kind, in its own words; and of
the points those that an answer is likeliest to fit, spread over the speech. What was answered before, and is only said
again in the same words, is not answered again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from config.format import Side, Stage, Turn
from planning.debate.argument import ActionKind
from planning.debate.encoding import Encoded
from planning.debate.points import Objection, Point, PointForm
from planning.debate.standing import Standing
from planning.language.cues.cues import content_words, tells
from planning.language.said import again, stems
from planning.methods.treedebater.choosing.choose import Option
from planning.methods.treedebater.choosing.retrieve import Arsenal, Candidate
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Prepared

SECONDS_A_REPLY = 11.0  # that a short one takes, with the words it answers
SECONDS_BESIDE = {Stage.OPENING: 180.0, Stage.REBUTTAL: 20.0, Stage.CLOSING: 40.0}  # that a turn needs for the rest
GUESSED = 0.25  # that a point makes a claim, from which an answer to that claim may be given without naming the point
TRUSTED = 0.45  # from which that answer is better than one by the kind of the point
BY_LIKENESS = 0.5  # how likely an answer fits that was found by the likeness of words
BY_KIND, BARE_KIND = 0.45, 0.3  # how likely one by the kind fits, with the point's own words and without
STORY = 0.2  # where those words only tell of the speaker's life
TELLING_WORDS = 1  # of a quotation that carries meaning, without which nobody knows what it is about
WAITED_FOR = 0.3  # added for what a listener waits for an answer to
BESIDE_ANOTHER = 0.5  # what a point counts for whose neighbour is answered: the two are often one
SHARED_WORDS = 2  # with an earlier point, by which it can be told which one is said to have gone unanswered
ASKED = (
    PointForm.QUESTION,
    PointForm.COUNTER_PROPOSAL,
    PointForm.UNANSWERED,
)  # which a listener waits for an answer to
NOT_ASKING = (PointForm.CONCESSION, PointForm.ASCRIPTION)


def replies(
    candidates: Sequence[Candidate], answered: Iterable[Point], mine: Arsenal, room: int, guessed: float = GUESSED
) -> tuple[Option, ...]:
    """Answers to open points, at most so many: what a listener waits for first, then in the order of the points.

    A node that was spoken before is one that met the point in advance; without a node the answer is by kind.
    `candidates`: answering the open points. `answered`: points that were answered before. `room`: how many there is
    time for. `guessed`: how likely a point must make a claim for an answer to that claim.
    """
    known = [stems(point.words) for point in answered]
    asked = list(_once(candidates, known))
    found: list[Option] = []
    used: set[str] = set()
    while asked and len(found) < room:
        ranked = [one for candidate in asked if (one := _reply(candidate, mine, used, guessed))]
        if not ranked:
            break
        best = max(ranked, key=lambda one: one.strength * _spread(one.candidate, found))
        found.append(best)
        used |= {best.node.id} if best.node is not None else set()
        asked.remove(best.candidate)
    return tuple(sorted(found, key=lambda one: (not _waited(one.candidate), _places(one.candidate)[:1])))


def due(could: Sequence[Candidate], answered: Iterable[Point], mine: Arsenal, turn: Turn) -> tuple[Option, ...]:
    """The replies of a turn, as many as it has time for: in a closing only to what may be said back, or is likely.
    `could`: all that could be done."""
    asking = [one for one in could if one.unanswered and one.kind in (ActionKind.ATTACK, ActionKind.REBUT)]
    guessed = TRUSTED if turn.stage is Stage.CLOSING else GUESSED
    return replies(asking, answered, mine, room(turn.stage, turn.seconds), guessed)


def room(stage: Stage, seconds: float) -> int:
    """How many short answers a turn of that length has time for beside the rest of it; one always."""
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


def _once(candidates: Sequence[Candidate], known: list[frozenset[str]]) -> Iterable[Candidate]:
    """Each with the points that ask for an answer and say something new; none that has none."""
    for candidate in candidates:
        fresh: list[Point] = []
        for point in candidate.points:
            words = stems(point.words)
            if point.form not in NOT_ASKING and not again(words, known):
                fresh.append(point)
            known.append(words)
        if fresh or not candidate.points:
            yield replace(candidate, points=tuple(fresh))


def _spread(candidate: Candidate, found: Sequence[Option]) -> float:
    """Less where what stands beside it in the speech is answered already."""
    near = {(turn, number + step) for one in found for turn, number in _places(one.candidate) for step in (-1, 0, 1)}
    return BESIDE_ANOTHER if near & set(_places(candidate)) else 1.0


def telling(point: Point) -> bool:
    """Whether it has a clause whose words, said back alone, tell what it is about."""
    return len(content_words(point.quote)) >= TELLING_WORDS


def _waited(candidate: Candidate) -> bool:
    """Whether something in it asks for an answer outright, in words that can be said back."""
    return any(point.form is not PointForm.STATEMENT and telling(point) for point in candidate.points)


def _places(candidate: Candidate) -> list[tuple[int, int]]:
    return [point.place for point in candidate.points]


def _reply(candidate: Candidate, mine: Arsenal, used: Collection[str], guessed: float) -> Option | None:
    """The answer that is likeliest to fit; None where there is nothing to say that would be to the point."""
    node, sure = _prepared(candidate, mine, used)
    quoted = [point for point in candidate.points if telling(point)]
    kind = any(point.form in ASKED and point.objection is not Objection.OTHER for point in candidate.points)
    bonus = WAITED_FOR * _waited(candidate)
    if node is not None and sure >= (TRUSTED if quoted else guessed):
        return Option(candidate, node, sure + bonus)
    if quoted or kind:
        story = bool(quoted) and all(tells(point.quote) for point in quoted)
        return Option(candidate, None, (STORY if story else BY_KIND if quoted else BARE_KIND) + bonus)
    return None


def _prepared(candidate: Candidate, mine: Arsenal, used: Collection[str]) -> tuple[Prepared | None, float]:
    """The best answer to a claim that the points may make, and how likely they make it."""
    for node, sure in _meant(candidate, mine.index, mine.side):
        if ours := [one for one in mine.answers([node]) if one.id not in used]:
            return max(ours, key=lambda one: (one.id not in mine.spoken, one.f(mine.k))), sure
    return None, 0.0


def _meant(candidate: Candidate, index: Index, side: Side) -> list[tuple[Prepared, float]]:
    """The claims of the other side that the points may make, the likeliest first."""
    shares: dict[str, float] = {}
    if candidate.source is not None:
        shares[candidate.source] = candidate.confidence
    for point in candidate.points:
        for made in point.makes:
            shares[made.node] = max(shares.get(made.node, 0.0), made.probability or 1.0)
    for near, _ in index.similar(Encoded(candidate.target, index.embedder), side.other, index.embedder.same):
        shares[near.id] = max(shares.get(near.id, 0.0), BY_LIKENESS)
    known = [(index.rehearsal.nodes[name], share) for name, share in shares.items() if name in index.rehearsal.nodes]
    return sorted((one for one in known if one[1] >= GUESSED), key=lambda one: -one[1])

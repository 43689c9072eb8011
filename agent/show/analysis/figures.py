"""One match, counted: its arguments, what of it was anticipated, where its time went on each battlefield. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.match.events import Event, PlanUpdated
from agent.match.state import Match, TurnRecord
from agent.show.analysis.arguments import SpokenArgument, read_actions
from agent.show.hits import MatchHits, hits
from config.format import Side, Stage
from config.statement import Sentence
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

FRAME = "(frame)"  # what is spoken outside every battlefield: greeting, definition, criterion, last line


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
            if any(option.target == aim for option in field.options):
                return field.topic
    return sentence.topic or FRAME


# -- all of a match ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchFigures:
    """One match, counted. `without`: what each side went without. `trees`: whether there are any for its motion;
    `topics` are theirs."""

    name: str
    motion_id: str
    without: Mapping[Side, tuple[str, ...]]
    arguments: tuple[SpokenArgument, ...]
    trees: bool
    hits: MatchHits
    times: tuple[FieldTime, ...]
    topics: frozenset[str]


def figures(name: str, events: Sequence[Event], rehearsal: Rehearsal | None, embedder: Embedder) -> MatchFigures:
    """Count one match.

    `name`: how it is told apart from others. `events`: its log; the first one creates it. Raises RuleError: the events
    do not follow from each other.
    """
    match, arguments, actions = read_actions(events, rehearsal, embedder)
    return MatchFigures(
        name=name,
        motion_id=match.created.motion_id if match.created else "",
        without={side: seat.without for side, seat in match.created.seats.items()} if match.created else {},
        arguments=tuple(arguments),
        trees=rehearsal is not None,
        hits=hits(match, actions, Index(rehearsal, embedder) if rehearsal else None),
        times=tuple(time for record in match.turns for time in field_times(match, record)),
        topics=frozenset(node.topic for node in rehearsal.nodes.values()) if rehearsal else frozenset(),
    )

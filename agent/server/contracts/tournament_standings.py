"""Standings, breaks and brackets of a tournament as they are told."""

from __future__ import annotations

from agent.server.contracts.contract import Contract


class MetricTold(Contract):
    name: str
    title: str


class HeldDebate(Contract):
    """A debate that a number comes from: `GET …/debate?round=&debate=`."""

    round: int
    debate: str


class TeamRow(Contract):
    """`rank`: the same for equals, of whom there are `tied`; `by`: the metric that told it from the row above."""

    rank: int
    tied: int
    team: str
    institution: str
    ai: bool
    values: dict[str, float | None]
    by: str
    debates: tuple[HeldDebate, ...]


class SpeakerRow(Contract):
    rank: int
    tied: int
    speaker: str
    team: str
    values: dict[str, float | None]


class StandingsTold(Contract):
    """`rounds`: names of those that count; `swing`: teams that are not ranked."""

    metrics: tuple[MetricTold, ...]
    teams: tuple[TeamRow, ...]
    speaker_metrics: tuple[MetricTold, ...]
    speakers: tuple[SpeakerRow, ...]
    rounds: tuple[str, ...]
    swing: tuple[str, ...]


class BreakTold(Contract):
    """`teams`: by seed, empty before it is made. `winner`: of its last knockout."""

    slug: str
    name: str
    size: int
    teams: tuple[str, ...]
    remarks: tuple[str, ...]
    winner: str


class BracketSlot(Contract):
    """A debate of a knockout, or a seat that goes on without one. `seat`: the better of those it is played for."""

    seat: int
    debate: str
    teams: tuple[str, ...]
    winners: tuple[str, ...]


class BracketRound(Contract):
    number: int
    name: str
    slots: tuple[BracketSlot, ...]


class Bracket(Contract):
    """The knockouts of a break, the first one first; rounds that are not drawn have no slots."""

    slug: str
    name: str
    seeds: tuple[str, ...]
    rounds: tuple[BracketRound, ...]
    winner: str

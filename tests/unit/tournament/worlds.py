"""Tournaments that tests play: made in a line, drawn and decided by the product's own steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from agent.tournament.core.ballots import Ballot, ScoredSpeech, TeamSheet
from agent.tournament.core.events import (
    AdjudicatorEntered,
    BallotCast,
    DrawReleased,
    Event,
    InstitutionEntered,
    RoundClosed,
    RoundStarted,
    TeamEntered,
    TournamentCreated,
)
from agent.tournament.core.people import Adjudicator, Institution, TeamSpeaker, TournamentTeam
from agent.tournament.core.plan import Style, TournamentPlan
from agent.tournament.core.records import DebateRecord
from agent.tournament.core.state import Tournament
from agent.tournament.desk.drawing import draw_round
from agent.tournament.log.entry_log import Writing

OPEN = {"name": "Open", "slug": "open", "size": 4}


def put(record: Tournament, *entries: Event) -> Tournament:
    """Enter these."""
    for entry in entries:
        record.apply(entry.model_copy(update={"seq": record.seq}))
    return record


def plan(rounds: int = 3, knockouts: int = 0, how: str = "power", **more: Any) -> TournamentPlan:
    """Winner and nothing else on ballots, unless told otherwise."""
    named: list[dict[str, Any]] = [
        {"name": f"R{number}", "how": "random" if number == 1 and how == "power" else how}
        for number in range(1, rounds + 1)
    ]
    named += [{"name": f"K{number}", "how": "knockout", "category": "open"} for number in range(1, knockouts + 1)]
    raw = {"name": "Test", "rounds": named, "breaks": [OPEN], "team_metrics": ["wins"]} | more
    return TournamentPlan.model_validate(raw)


def made(
    teams: int | Iterable[str] = 8,
    institutions: int = 0,
    judges: int = 0,
    of: TournamentPlan | None = None,
    seed: str = "seed",
) -> Tournament:
    """A tournament of teams A, B, C and so on (or these), each with three speakers."""
    record = put(Tournament(), TournamentCreated(plan=of or plan(), seed=seed))
    for number in range(institutions):
        put(record, InstitutionEntered(institution=Institution(name=f"I{number}")))
    names = (
        [chr(65 + number) if teams <= 26 else f"T{number:03}" for number in range(teams)]
        if isinstance(teams, int)
        else list(teams)
    )
    for number, name in enumerate(names):
        institution = f"I{number % institutions}" if institutions else ""
        speakers = tuple(TeamSpeaker(name=f"{name}{place}") for place in (1, 2, 3))
        put(record, TeamEntered(team=TournamentTeam(name=name, institution=institution, speakers=speakers)))
    for number in range(judges):
        institution = f"I{number % institutions}" if institutions else ""
        put(
            record,
            AdjudicatorEntered(adjudicator=Adjudicator(name=f"J{number}", score=number % 10, institution=institution)),
        )
    return record


def draw(record: Tournament, number: int) -> Tournament:
    return put(record, *draw_round(record, number))


def won(debate: DebateRecord, winner: str, adjudicator: str = "") -> Ballot:
    sheets = tuple(TeamSheet(team=team, win=team == winner) for team in debate.teams)
    return Ballot(adjudicator=adjudicator, sheets=sheets)


def scored(debate: DebateRecord, scores: dict[str, float], adjudicator: str = "", speeches: int = 2) -> Ballot:
    """Each speech of a team has its score."""
    sheets = tuple(
        TeamSheet(
            team=team,
            speeches=tuple(
                ScoredSpeech(speaker=f"{team}{place}", score=scores[team]) for place in range(1, speeches + 1)
            ),
        )
        for team in debate.teams
    )
    return Ballot(adjudicator=adjudicator, sheets=sheets)


Decide = Callable[[DebateRecord], str]


def first_wins(debate: DebateRecord) -> str:
    """By name: A beats B."""
    return min(debate.teams)


def play(record: Tournament, number: int, decide: Decide = first_wins) -> Tournament:
    """A round from its draw to its end; four teams come in the order of their names."""
    draw(record, number)
    put(record, DrawReleased(round=number), RoundStarted(round=number))
    for debate in list(record.rounds[number].debates.values()):
        if record.rules.style is Style.BP:
            order = sorted(debate.teams)
            sheets = tuple(TeamSheet(team=team, rank=order.index(team) + 1) for team in debate.teams)
            ballot = Ballot(sheets=sheets)
        else:
            ballot = won(debate, decide(debate))
        put(record, BallotCast(round=number, debate=debate.id, ballot=ballot))
    return put(record, RoundClosed(round=number))


def cast_all(desk: Writing, number: int) -> None:
    """Ballots of all who have not cast one: the first by name wins."""
    for debate in list(desk.state.round(number).open):
        for name in debate.missing(desk.state.rules.ballots.voting):
            desk.add(BallotCast(round=number, debate=debate.id, ballot=won(debate, first_wins(debate), name)))

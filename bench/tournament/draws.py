"""Draws and standings of a large field: power pairing round by round, adjudicators, and standings after each ballot.

Teams have a strength that decides their debates with some luck, so that brackets are as uneven as real ones. What is
timed is what a director waits for: the draw with its reasons and rooms, the panels, and the standings of all teams
after one more ballot has been entered, and the copy of the state on which an order is tried. Bars are in processor
time, which others on a busy machine do not bear on; the time by the clock is told beside it.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import numpy as np

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
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.core.records import DebateRecord
from agent.tournament.core.state import Tournament
from agent.tournament.desk.drawing import draw_round
from agent.tournament.desk.panels import make_panels
from agent.tournament.standings.teams import team_standings
from bench import Measurement, Target

DRAW_SECONDS, STANDINGS_SECONDS, COPY_SECONDS = 2.0, 0.1, 0.05
SAMPLES = 10  # ballots of each round after which standings are made


def run(*, teams: int, rounds: int, adjudicators: int, institutions: int, order: str, seed: int) -> Measurement:
    """Play a tournament and time it.

    Args:
        order: slide, fold, adjacent or random.
    """
    record = _field(teams, rounds, adjudicators, institutions, order, seed)
    lot = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    drawing, standing = [], []
    for number in range(rounds):
        with Watch() as drawn:
            entries = draw_round(record, number)
        drawing.append(drawn.processor)
        _put(record, *entries)
        with Watch() as panels:
            if adjudicators:
                _put(record, make_panels(record, number))
        _put(record, DrawReleased(round=number), RoundStarted(round=number))
        after = _ballots(record, number, lot)
        standing.append(median(one.processor for one in after))
        _put(record, RoundClosed(round=number))
        again = sum(len({*one.met}) < len(one.met) for one in (row.one for row in team_standings(record)))
        rows.append(
            {
                "round": number + 1,
                "draw_seconds": round(drawn.processor, 3),
                "draw_seconds_by_the_clock": round(drawn.clock, 3),
                "panels_seconds": round(panels.processor, 3),
                "standings_seconds": round(standing[-1], 4),
                "standings_seconds_by_the_clock": round(median(one.clock for one in after), 4),
                "teams_with_a_rematch": again,
                "faults": sum(line.startswith("accepted") for line in _why(record, number)),
            }
        )
    with Watch() as copied:
        for _ in range(SAMPLES):
            record.copied()
    with Watch() as replay:
        replayed = Tournament.replay(record.log)
    copy = round(copied.processor / SAMPLES, 4)
    rows.append({"replay_seconds": round(replay.processor, 3), "copy_seconds": copy, "entries": len(record.log)})
    bars = [
        Target("draw, slowest, processor s", round(max(drawing), 3), DRAW_SECONDS),
        Target(
            "standings after a ballot, median of the slowest round, processor s",
            round(max(standing), 4),
            STANDINGS_SECONDS,
        ),
        Target("a copy of the state to try an order on, processor s", copy, COPY_SECONDS),
        Target("teams with a rematch", float(sum(int(row.get("teams_with_a_rematch", 0)) for row in rows)), 0.0),
        Target("replayed log is the state", float(replayed == record), 1.0, above=True),
    ]
    settings = {"teams": teams, "rounds": rounds, "adjudicators": adjudicators, "order": order, "seed": seed}
    return Measurement("draw", settings, rows, bars)


class Watch:
    """Seconds that the block took: of the processor, and by the clock."""

    processor = clock = 0.0

    def __enter__(self) -> Watch:
        self._began = time.process_time(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.processor = time.process_time() - self._began[0]
        self.clock = time.perf_counter() - self._began[1]


def _put(record: Tournament, *entries: Event) -> None:
    for entry in entries:
        record.apply(entry.model_copy(update={"seq": record.seq}))


def _field(teams: int, rounds: int, adjudicators: int, institutions: int, order: str, seed: int) -> Tournament:
    named = [{"name": f"R{n}", "how": "random" if n == 1 else "power"} for n in range(1, rounds + 1)]
    raw = {"name": "Bench", "preset": "australs", "rounds": named, "draw": {"order": order}}
    record = Tournament()
    _put(record, TournamentCreated(plan=TournamentPlan.model_validate(raw), seed=str(seed)))
    schools = [f"I{number}" for number in range(institutions)]
    _put(record, *(InstitutionEntered(institution=Institution(name=name)) for name in schools))
    for number in range(teams):
        speakers = tuple(TeamSpeaker(name=f"T{number} {place}") for place in (1, 2, 3))
        school = schools[number % institutions] if institutions else ""
        _put(record, TeamEntered(team=TournamentTeam(name=f"T{number}", institution=school, speakers=speakers)))
    for number in range(adjudicators):
        school = schools[number % institutions] if institutions else ""
        judge = Adjudicator(name=f"J{number}", score=number % 10, institution=school)
        _put(record, AdjudicatorEntered(adjudicator=judge))
    return record


def _ballots(record: Tournament, number: int, lot: np.random.Generator) -> list[Watch]:
    """Enter all of a round; how long standings took after some of them."""
    debates = list(record.rounds[number].debates.values())
    timed = {int(place) for place in np.linspace(0, len(debates) - 1, SAMPLES)}
    seconds = []
    for place, debate in enumerate(debates):
        voters = debate.voters(record.rules.ballots.voting)
        scores = _scores(debate, lot)
        *others, last = [BallotCast(round=number, debate=debate.id, ballot=_ballot(debate, scores, v)) for v in voters]
        _put(record, *others)
        with Watch() as watch:
            _put(record, last)
            if place in timed:
                team_standings(record)
        if place in timed:
            seconds.append(watch)
    return seconds


def _scores(debate: DebateRecord, lot: np.random.Generator) -> list[int]:
    """Of each speech: from the number in a team's name, and luck; never equal."""
    worth = [75 - int(team.split()[0].removeprefix("T")) // 100 + int(lot.integers(-3, 4)) for team in debate.teams]
    return [worth[0] + (worth[0] == worth[1]), worth[1]]


def _ballot(debate: DebateRecord, scores: list[int], adjudicator: str) -> Ballot:
    sheets = []
    for team, score in zip(debate.teams, scores, strict=True):
        speeches = [ScoredSpeech(speaker=f"{team} {place}", score=score) for place in (1, 2, 3)]
        speeches.append(ScoredSpeech(speaker=f"{team} 1", score=37, reply=True))
        sheets.append(TeamSheet(team=team, speeches=tuple(speeches)))
    return Ballot(adjudicator=adjudicator, sheets=tuple(sheets))


def _why(record: Tournament, number: int) -> list[str]:
    return [line for debate in record.rounds[number].debates.values() for line in debate.drawn.why]

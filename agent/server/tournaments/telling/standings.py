"""Standings and brackets as they are told."""

from __future__ import annotations

from agent.server.contracts.tournament_standings import (
    Bracket,
    BracketRound,
    BracketSlot,
    BreakTold,
    HeldDebate,
    MetricTold,
    SpeakerRow,
    StandingsTold,
    TeamRow,
)
from agent.server.tournaments.telling.debates import seen
from agent.server.tournaments.telling.scene import Scene
from agent.tournament.core.plan import BreakCategory
from agent.tournament.core.records import RoundRecord
from agent.tournament.desk.told import winner_of
from agent.tournament.standings.speakers import SPEAKER_METRICS, speaker_standings
from agent.tournament.standings.teams import Field, metrics, team_standings


def standings_told(scene: Scene, category: str = "") -> StandingsTold:
    """Of all rounds that may be told. `category`: of speakers."""
    record, rules = scene.record, scene.record.rules
    known = metrics(Field({}))
    counting = [one for one in record.rounds if not one.plan.elimination and scene.results_of(one) and one.debates]
    return StandingsTold(
        metrics=tuple(MetricTold(name=name, title=known[name].title) for name in rules.team_metrics),
        teams=tuple(
            TeamRow(
                rank=row.rank,
                tied=row.tied,
                team=row.one.name,
                institution=record.teams[row.one.name].institution,
                ai=bool(record.teams[row.one.name].seat),
                values={name: row.values.get(name) for name in rules.team_metrics},
                by=row.by,
                debates=tuple(HeldDebate(round=number, debate=debate) for number, debate in row.one.held),
            )
            for row in team_standings(record, scene.results_of)
        ),
        speaker_metrics=tuple(
            MetricTold(name=name, title=SPEAKER_METRICS[name].title) for name in rules.speaker_metrics
        ),
        speakers=tuple(
            SpeakerRow(
                rank=row.rank,
                tied=row.tied,
                speaker=row.one.name,
                team=row.one.team,
                values={name: row.values.get(name) for name in rules.speaker_metrics},
            )
            for row in speaker_standings(record, scene.results_of, category=category)
        ),
        rounds=tuple(one.plan.name for one in counting),
        swing=tuple(name for name, team in record.teams.items() if team.swing),
    )


def breaks_told(scene: Scene) -> tuple[BreakTold, ...]:
    return tuple(
        BreakTold(
            slug=one.slug,
            name=one.name,
            size=one.size,
            teams=scene.record.breaks.get(one.slug, ()),
            remarks=scene.record.break_remarks.get(one.slug, ()),
            winner=winner_of(scene.record, one),
        )
        for one in scene.record.rules.breaks
    )


def brackets_told(scene: Scene) -> tuple[Bracket, ...]:
    """Those whose break may be told: to everybody once the first knockout's draw is released."""
    return tuple(
        _bracket(scene, one)
        for one in scene.record.rules.breaks
        if one.slug in scene.record.breaks and any(seen(scene, each) for each in scene.record.knockouts(one.slug))
    )


def _bracket(scene: Scene, category: BreakCategory) -> Bracket:
    rounds = scene.record.knockouts(category.slug)
    told = not rounds or scene.results_of(rounds[-1])
    return Bracket(
        slug=category.slug,
        name=category.name,
        seeds=scene.record.breaks[category.slug],
        rounds=tuple(
            BracketRound(number=one.number, name=one.plan.name, slots=_slots(scene, one) if seen(scene, one) else ())
            for one in rounds
        ),
        winner=winner_of(scene.record, category) if told else "",
    )


def _slots(scene: Scene, one: RoundRecord) -> tuple[BracketSlot, ...]:
    seats = {name: seat for seat, name in enumerate(scene.record.breaks[one.plan.category], 1)}
    open_ = scene.results_of(one)
    found = [
        BracketSlot(
            seat=debate.drawn.seat or min(seats.get(name, 0) for name in debate.teams),
            debate=debate.id,
            teams=debate.teams,
            winners=_winners(debate.result.teams, debate.result.places) if open_ and debate.result else (),
        )
        for debate in one.debates.values()
    ]
    found += [BracketSlot(seat=seats.get(name, 0), debate="", teams=(name,), winners=(name,)) for name in one.through]
    return tuple(sorted(found, key=lambda slot: slot.seat))


def _winners(teams: tuple[str, ...], places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(team for team, place in zip(teams, places, strict=True) if place == 1)

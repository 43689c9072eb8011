"""The panels of a round, from conflicts, strength and whom everybody has judged. Pure."""

from __future__ import annotations

from collections import Counter

from agent.tournament.core.events import PanelsMade
from agent.tournament.core.people import Adjudicator, JudgeKind, Kind
from agent.tournament.core.state import Tournament
from agent.tournament.draw.adjudicators import USUAL_PANEL, FreeJudge, PanelSizes, allocated
from agent.tournament.standings.speakers import adjudicator_scores
from config.errors import RuleError


def judges(record: Tournament, number: int) -> list[FreeJudge]:
    """Who may judge in a round: people who are there and sit in no knockout beside it, and whatever else judges."""
    strength = {one.name: one.score for one in adjudicator_scores(record, number)}
    busy = {name for debate in record.beside(number) for name in debate.panel.everybody}
    people = set(record.present(Kind.ADJUDICATOR, record.adjudicators)) - busy
    seen: dict[str, Counter[str]] = {name: Counter() for name in record.adjudicators}
    for one in record.rounds[:number]:
        for debate in one.debates.values():
            for name in debate.panel.everybody:
                seen[name].update(debate.teams)
    return [
        FreeJudge(
            name=name,
            strength=strength[name],
            trainee=one.trainee,
            anywhere=one.kind is not JudgeKind.PERSON,
            avoid=frozenset(conflicts(record, one)),
            apart=frozenset(one.adjudicator_conflicts),
            seen=seen[name],
        )
        for name, one in record.adjudicators.items()
        if one.kind is not JudgeKind.PERSON or name in people
    ]


def conflicts(record: Tournament, one: Adjudicator) -> set[str]:
    """Teams it should not judge: its own, and those of its institutions."""
    institutions = {one.institution, *one.institution_conflicts} - {""}
    return {name for name, team in record.teams.items() if team.institution in institutions} | {*one.team_conflicts}


def make_panels(record: Tournament, number: int, by: str = "", *, keep: bool = False) -> PanelsMade:
    """The panels of a round that is drawn.

    Args:
        keep: whether panels that were made by hand stay, and the others are made from who is left.

    Raises:
        RuleError: it has no debates, or nobody judges in this tournament.
    """
    one = record.round(number)
    if not one.debates:
        raise RuleError(f"{one.plan.name} has not been drawn")
    if not record.adjudicators:
        raise RuleError("there are no adjudicators")
    rules = record.rules.panels
    sizes = PanelSizes(
        most=rules.panel or USUAL_PANEL,
        odd=record.rules.ballots.voting,
        seen_limit=rules.seen_limit,
        beside=rules.machines == "beside",
    )
    by_hand = {
        id: debate.panel for id, debate in one.debates.items() if debate.panel.everybody and not debate.panel.why
    }
    kept = by_hand if keep else {}
    seated = {name for panel in kept.values() for name in panel.everybody}
    free = [judge for judge in judges(record, number) if judge.anywhere or judge.name not in seated]
    found = allocated([debate.drawn for id, debate in one.debates.items() if id not in kept], free, sizes)
    return PanelsMade(by=by, round=number, panels=kept | dict(found.panels), remarks=found.remarks)

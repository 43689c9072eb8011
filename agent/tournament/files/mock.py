"""Mock tournaments: people against AIs that lack less and less, or a class by itself; three rounds and a final."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent.tournament.core.people import TeamSpeaker, TournamentTeam
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.files.plan_file import Participants, read_plan
from config.errors import UsageError

PLAN = Path(__file__).with_name("demo.yaml")
PERSON = "a person"


def mock_plan(
    people: Sequence[TournamentTeam] = (), ai_teams: int = 8, name: str = "", format: str = ""
) -> tuple[TournamentPlan, Participants]:
    """The shipped plan, with teams of people in the place of some of its AIs.

    Args:
        people: teams that are no AIs.
        ai_teams: how many AIs; those in the middle of the order are left out first.

    Raises UsageError: fewer than two teams take part.
    """
    plan, there = read_plan(PLAN)
    ais = list(there.teams)
    while len(ais) > ai_teams:
        del ais[(len(ais) - 1) // 2]
    if len(people) + len(ais) < 2:
        raise UsageError("a tournament has two teams at least: name people, or take AI teams")
    odd = plan.draw.model_copy(update={"odd": "swing"} if len(people) + len(ais) > 2 else {})
    update = {"draw": odd, "name": name or plan.name, "format": format or plan.format}
    return plan.model_copy(update=update), there.model_copy(update={"teams": (*ais, *people)})


def teams_of(names: Sequence[str], together: int) -> list[TournamentTeam]:
    """People in teams of so many, in the order of their names; the last team may have fewer."""
    groups = [names[start : start + together] for start in range(0, len(names), together)]
    return [
        TournamentTeam(
            name=" and ".join(some), speakers=tuple(TeamSpeaker(name=one) for one in some), level=_level(len(some))
        )
        for some in groups
    ]


def _level(people: int) -> str:
    return PERSON if people == 1 else f"{people} people"

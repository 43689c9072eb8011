"""Ballots as Tabbycat keeps them: read as ours, written from ours, and compared. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent.tournament.core.ballots import Ballot, ScoredSpeech, TeamSheet, ranks, winner
from agent.tournament.core.plan import BallotRules
from agent.tournament.core.records import DebateRecord
from agent.tournament.exchange.tabbycat.api import place
from agent.tournament.exchange.tabbycat.shapes import BallotThere, SheetThere, TeamResultThere
from config.errors import RuleError

Name = Callable[[str], str]
Where = Callable[[str, str], str]
"""Addresses by kind and name, of speakers by `team/name`; raises RuleError: it is not there."""


# -- read --------------------------------------------------------------------------------------------------------------


def read_ballots(
    there: BallotThere, teams: Sequence[str], chair: str, rules: BallotRules, name: Name, *, elimination: bool
) -> tuple[Ballot, ...]:
    """A confirmed ballot as those of the adjudicators whose sheets are in it.

    Args:
        teams: places, in the order of sides. chair: who stands for the panel where each has a ballot and there is one.
    """
    return tuple(
        Ballot(
            adjudicator=name(sheet.adjudicator) or (chair if rules.voting else ""),
            sheets=tuple(_sheet(one, sheet, rules, name, elimination=elimination) for one in _in_order(sheet, teams)),
        )
        for sheet in there.result.sheets
    )


def forfeited(there: BallotThere, teams: Sequence[str], name: Name) -> tuple[str, ...]:
    """Who was not there, of a debate that was forfeited."""
    won = {place(one.team) for sheet in there.result.sheets for one in sheet.teams if one.win}
    return tuple(name(team) for team in teams if place(team) not in won) if won else ()


def _in_order(sheet: SheetThere, teams: Sequence[str]) -> list[TeamResultThere]:
    order = [place(team) for team in teams]
    return sorted(sheet.teams, key=lambda one: order.index(place(one.team)) if place(one.team) in order else one.side)


def _sheet(one: TeamResultThere, of: SheetThere, rules: BallotRules, name: Name, *, elimination: bool) -> TeamSheet:
    speeches, scored = _speeches(one, rules, name), all(other.speeches for other in of.teams)
    two = len(of.teams) == 2
    win, rank = None, None
    if (two and not (scored and _agree(of))) or (not two and elimination):
        win = bool(one.win)
    elif not two and not scored and one.points is not None:
        rank = 4 - one.points
    return TeamSheet(team=name(one.team), speeches=speeches, win=win, rank=rank)


def _speeches(one: TeamResultThere, rules: BallotRules, name: Name) -> tuple[ScoredSpeech, ...]:
    """The last is the reply, where there is one. Who speaks again does so in another's place."""
    found: list[ScoredSpeech] = []
    for number, speech in enumerate(one.speeches):
        reply = rules.replies and number == len(one.speeches) - 1 and number >= rules.speeches
        speaker = name(speech.speaker) or "?"
        again = any(speaker == other.speaker for other in found)
        found.append(
            ScoredSpeech(speaker=speaker, score=speech.score, reply=reply, iron=not reply and (again or speech.ghost))
        )
    return tuple(found)


def _total(one: TeamResultThere) -> float:
    return sum(speech.score for speech in one.speeches)


def _agree(sheet: SheetThere) -> bool:
    """Whether the totals tell the same winner as is declared, or nobody is."""
    one, other = sheet.teams
    ahead = _total(one) - _total(other)
    declared = one if one.win else other if other.win else None
    return ahead != 0 and (declared is None or (declared is one) is (ahead > 0))


# -- written -----------------------------------------------------------------------------------------------------------


def sheets_for(
    debate: DebateRecord, rules: BallotRules, where: Where, *, each: bool, elimination: bool
) -> list[dict[str, Any]]:
    """The sheets of a decided debate, as they are sent.

    Args:
        each: whether a ballot of each adjudicator is asked for there, or one of the panel.

    Raises RuleError: it cannot be told there, with the reason.
    """
    if debate.absent:
        return [_forfeit(debate, where, each=each)]
    voters = debate.voters(rules.voting)
    cast = [debate.ballots[voter].ballot for voter in voters if voter in debate.ballots]
    if any(ballot.tie for ballot in cast):
        raise RuleError("Tabbycat knows no ties")
    if not each and len(cast) > 1:
        raise RuleError(f"there are {len(cast)} ballots here, and one for the whole panel is asked for there")
    if each and len(cast) < len(debate.panel.voting):
        missing = [voter for voter in debate.panel.voting if voter not in debate.ballots]
        raise RuleError(f"a ballot of each adjudicator is asked for there; none is here of {', '.join(missing)}")
    return [_sent(ballot, debate, where, each=each, elimination=elimination) for ballot in cast]


def _forfeit(debate: DebateRecord, where: Where, *, each: bool) -> dict[str, Any]:
    sheet: dict[str, Any] = {
        "teams": [
            {"team": where("team", team), "side": side, "win": team not in debate.absent}
            for side, team in enumerate(debate.teams)
        ]
    }
    return sheet | ({"adjudicator": where("adjudicator", debate.panel.chair)} if each and debate.panel.chair else {})


def _sent(ballot: Ballot, debate: DebateRecord, where: Where, *, each: bool, elimination: bool) -> dict[str, Any]:
    teams = []
    for side, sheet in enumerate(ballot.sheets):
        one: dict[str, Any] = {"team": where("team", sheet.team), "side": side}
        if len(ballot.sheets) == 2:
            one["win"] = winner(ballot) == sheet.team
        elif elimination:
            one["win"] = ranks(ballot)[side] == 1
        if sheet.speeches:
            one["speeches"] = [_speech(sheet.team, speech, where) for speech in sheet.speeches]
            one["score"] = sum(speech["score"] for speech in one["speeches"])
        elif len(ballot.sheets) == 4 and not elimination:
            raise RuleError("of four teams Tabbycat wants scores, and there are ranks alone")
        teams.append(one)
    made: dict[str, Any] = {"teams": teams}
    if each:
        voter = ballot.adjudicator or debate.panel.chair
        if not voter:
            raise RuleError("nobody is named who judged it, and Tabbycat wants a ballot of each adjudicator")
        made["adjudicator"] = where("adjudicator", voter)
    return made


def _speech(team: str, speech: ScoredSpeech, where: Where) -> dict[str, Any]:
    """Without `ghost`: the API fails on it; who speaks again is known by that."""
    return {"speaker": where("speaker", f"{team}/{speech.speaker}"), "score": speech.score}


# -- compared ----------------------------------------------------------------------------------------------------------


def fingerprint(sheets: Sequence[Mapping[str, Any]], *, forfeit: bool, elimination: bool) -> str:
    """What a ballot says, so that two are the same where it is the same; of sheets as they are sent or answered."""
    told = sorted(
        f"{place(sheet.get('adjudicator') or '') or 'panel'}: {_says(sheet['teams'], elimination=elimination)}"
        for sheet in sheets
    )
    return f"{'forfeit ' if forfeit else ''}{' | '.join(told)}"


def fingerprint_of(there: BallotThere, *, elimination: bool) -> str:
    sheets = [sheet.model_dump() for sheet in there.result.sheets]
    return fingerprint(sheets, forfeit=there.forfeit, elimination=elimination)


def _says(teams: Sequence[Mapping[str, Any]], *, elimination: bool) -> str:
    totals = [sum(speech["score"] for speech in team.get("speeches") or ()) for team in teams]
    declared = [bool(team.get("win")) for team in teams]
    told = []
    for number, team in enumerate(teams):
        speeches = [f"{place(one['speaker'])}={one['score']:g}" for one in team.get("speeches") or ()]
        won = declared[number]
        if len(teams) == 2 and not any(declared):
            won = totals[number] > totals[1 - number]
        elif len(teams) == 4 and not elimination:
            won = False
        told.append(f"{place(team['team'])}{'+' if won else ''} {','.join(speeches)}")
    return "; ".join(told)

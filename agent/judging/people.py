"""People as judges: adjudicators' ballots from files, a panel of three by majority, and how far judges agree."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import RootModel, ValidationError, model_validator

from agent.judging.masking import SIDES, STANCES, Party, team_key, teams_of
from agent.judging.verdict import of_panel
from agent.match.afterwards.adjudication import BURDEN, TIE, Adjudication, checked
from agent.match.afterwards.finished import FinishedMatch
from agent.match.afterwards.verdicts import ModelBallot, Outcome, PanelVerdict, Result
from config.errors import ConfigError, RuleError, first_fault
from config.format import Side
from config.yaml_file import read_yaml

PANEL = 3
COLUMNS = ("judge", "speech", "score", "winner", "ranking", "low_point_win", "reasons", "side", "total")


# -- ballots ---------------------------------------------------------------------------------------------------------


class _Ballots(RootModel[tuple[Adjudication, ...]]):
    """One ballot, or several."""

    @model_validator(mode="before")
    @classmethod
    def _several(cls, value: Any) -> Any:
        return value if isinstance(value, list | tuple) else [value]


def read_ballots(path: Path, match: FinishedMatch) -> list[Adjudication]:
    """The ballots of a file (YAML, or CSV with a row a speech), checked against the match.

    Raises:
        ConfigError: the file cannot be read, or says what cannot be: which ballot, and what. RuleError: the match is
            not over.
    """
    parties, speeches = parties_of(match), scored_speeches(match)
    found = _from_csv(path) if path.suffix.lower() == ".csv" else read_yaml(path, _Ballots)
    done: dict[str, Adjudication] = {}
    for one in found.root:
        if one.judge in done:
            raise ConfigError(f"{path}: there are two ballots of {one.judge}")
        try:
            done[one.judge] = checked(one, speeches, [party.key for party in parties])
        except ValueError as error:
            raise ConfigError(f"{path}: ballot of {one.judge}: {error}") from error
    return list(done.values())


def parties_of(match: FinishedMatch) -> Sequence[Party]:
    return teams_of(match.format) or [Party(side.value, SIDES[side], STANCES[side]) for side in Side]


def scored_speeches(match: FinishedMatch) -> dict[int, str]:
    """Whose each speech is, by number from 1; cross-examinations have no score. Raises RuleError: it is not over."""
    if match.ended is None:
        raise RuleError("a match is judged when it is over")
    teams = bool(teams_of(match.format))
    return {
        one.number: team_key(one.turn.speaker) if teams else one.turn.side.value
        for one in match.speeches
        if one.said and one.turn.cross_examination is None
    }


def ballot_form(match: FinishedMatch) -> str:
    """A ballot to fill in, as YAML: the motion, whose speeches there were, and that the burden of proof is equal."""
    parties, speeches = parties_of(match), scored_speeches(match)
    teams = len(parties) > len(Side)
    keys = ", ".join(party.key for party in parties)
    names = {one.number: one.turn.name for one in match.speeches}
    result = [f"ranking: [] # {keys}: the best first"] if teams else [f"winner: # {keys} or {TIE}"]
    scores = [f"  - {{speech: {number}, score: }} # {of}, {names[number]}" for number, of in speeches.items()]
    low = "low_point_win: false # true if who won is to have fewer points"
    head = f"# {match.motion}\n# {BURDEN}\njudge: # your name"
    return "\n".join([head, *result, low, "scores: # from 0 to 100", *scores, 'reasons: ""']) + "\n"


def _from_csv(path: Path) -> _Ballots:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        return _Ballots.model_validate(list(_ballots(path, rows)))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not CSV: {error}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}") from error


def _ballots(path: Path, rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Of each judge, from rows of which any may say who won and why."""
    if not rows or not {"judge", "speech", "score"} <= {*rows[0]} <= {*COLUMNS}:
        raise ConfigError(
            f"{path}: its first line names columns: judge, speech, score, and of {', '.join(COLUMNS[3:])}"
        )
    for judge in dict.fromkeys(row["judge"] for row in rows):
        own = [{name: (cell or "").strip() for name, cell in row.items()} for row in rows if row["judge"] == judge]
        made: dict[str, Any] = {"judge": judge}
        for name in ("winner", "ranking", "low_point_win", "reasons"):
            said = list(dict.fromkeys(row[name] for row in own if row.get(name)))
            if len(said) > 1:
                raise ConfigError(f"{path}: ballot of {judge}: {name} is told in two ways")
            if said:
                made[name] = said[0]
        if "ranking" in made:
            made["ranking"] = made["ranking"].replace(">", " ").split()
        made["scores"] = [{"speech": row["speech"], "score": row["score"]} for row in own if row["speech"]]
        made["totals"] = {row["side"]: row["total"] for row in own if row.get("total") and row.get("side")}
        yield made


def adjudicator_id(judge: str) -> str:
    """By which a ballot takes the place of an earlier one of the same judge."""
    return hashlib.sha256(f"adjudicator {judge}".encode()).hexdigest()[:20]


def panel_of(ballots: Iterable[Adjudication], parties: Sequence[Party]) -> PanelVerdict:
    """What people come to by majority: who is named by more than half of them has won; else there is no verdict."""
    votes = tuple(ModelBallot(by=one.judge, result=_result(one), runs=()) for one in ballots)
    result = of_panel(votes, "majority") if len(votes) > 1 else votes[0].result
    called = {party.key: party.label for party in parties}
    return PanelVerdict(
        result=result.model_copy(update={"ranking": ()}),
        parties=called,
        ballots=votes,
        rubric=BURDEN,
        agreement="majority",
    )


def _result(ballot: Adjudication) -> Result:
    if ballot.winner == TIE:
        return Result(outcome=Outcome.TIE)
    return Result(outcome=Outcome.WON, winner=ballot.winner)

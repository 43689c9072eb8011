"""People as judges: adjudicators' ballots from files, a panel of three by majority, and how far judges agree."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import RootModel, ValidationError, model_validator

from agent.judging.masking import SIDES, STANCES, Party, team_key, teams_of
from agent.judging.verdict import of_panel
from agent.match.afterwards.adjudication import BURDEN, TIE, Adjudication, checked
from agent.match.afterwards.finished import FinishedMatch
from agent.match.afterwards.verdicts import ModelBallot, Outcome, PanelVerdict, Result
from config.errors import ConfigError, RuleError, UsageError, first_fault
from config.format import Side
from config.yaml_file import read_yaml

FEWEST = 30  # judgements under which alpha says more than they do
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


# -- agreement -------------------------------------------------------------------------------------------------------

Level = Literal["nominal", "ordinal", "interval"]


class Judgement(NamedTuple):
    """What one judge said of one thing."""

    of: str
    by: str
    value: float


class Agreement(NamedTuple):
    """How far judges agree on things that two or more of them judged.

    `alpha`: Krippendorff's; None where it is withheld or, for all said the same, not defined. `raw`: the share of pairs
    of judgements of one thing that are equal. `judgements`: that could be compared, of so many `things`.
    """

    alpha: float | None
    raw: float | None
    judgements: int
    things: int
    level: Level

    @property
    def told(self) -> str:
        counted = f"{self.judgements} comparable judgements of {self.things}"
        raw = "no agreement to count" if self.raw is None else f"raw agreement {self.raw:.0%} of pairs"
        if self.alpha is not None:
            return f"Krippendorff's alpha {self.alpha:.2f} ({self.level}), {raw} ({counted})"
        why = f"withheld below {FEWEST} judgements" if self.judgements < FEWEST else "not defined: all say the same"
        return f"{raw} ({counted}; Krippendorff's alpha {why})"


def agreement(judgements: Iterable[Judgement], level: Level = "nominal") -> Agreement:
    """Of what these judges said. Raises UsageError: one judged the same thing twice."""
    by_thing: dict[str, dict[str, float]] = {}
    for one in judgements:
        if one.by in by_thing.setdefault(one.of, {}):
            raise UsageError(f"{one.by} judged {one.of} twice")
        by_thing[one.of][one.by] = one.value
    several = [said for said in by_thing.values() if len(said) > 1]
    pairs = [left == right for said in several for left, right in combinations(said.values(), 2)]
    count = sum(map(len, several))
    raw = sum(pairs) / len(pairs) if pairs else None
    return Agreement(_alpha(several, level) if count >= FEWEST else None, raw, count, len(several), level)


def _alpha(several: Sequence[Mapping[str, float]], level: Level) -> float | None:
    values = sorted({value for said in several for value in said.values()})
    if len(values) < 2:
        return None
    import krippendorff

    counts = [[list(said.values()).count(value) for value in values] for said in several]
    return float(krippendorff.alpha(value_counts=counts, value_domain=values, level_of_measurement=level))

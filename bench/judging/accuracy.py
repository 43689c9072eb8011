"""How well a judge agrees with people, beside what needs no judge at all: floors, counted on the same debates."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.judging.interval import wilson
from agent.match.afterwards.verdicts import Outcome, Result
from bench.judging.debates import HumanDebate
from config.format import Side

SEED, RESAMPLES = 25, 2000
LABELS = {Side.PRO.value: 0.0, "": 0.5, Side.CON.value: 1.0}
Guess = Callable[[HumanDebate], Result]


@dataclass(frozen=True)
class Accuracy:
    """Of one judge or floor over `of` debates, `decided` of which it gave a verdict on.

    `accuracy`: hits among the decided, with a 95 % Wilson interval. `rmse`: of 100 times (pro 0, tie ½, con 1), with a
    bootstrap interval over debates; None where teams debate.
    """

    name: str
    of: int
    decided: int
    hits: int
    accuracy: tuple[float, float, float]
    rmse: tuple[float, float, float] | None

    @property
    def coverage(self) -> float:
        return self.decided / self.of

    def as_json(self) -> dict[str, Any]:
        share, low, high = (round(one, 4) for one in self.accuracy)
        told = {"name": self.name, "debates": self.of, "decided": self.decided, "hits": self.hits}
        rmse = None if self.rmse is None else [round(one, 2) for one in self.rmse]
        return told | {"coverage": round(self.coverage, 4), "accuracy": [share, low, high], "rmse": rmse}


def hit(debate: HumanDebate, result: Result) -> bool:
    """Whether people named that winner, or a tie too; among teams any that was named."""
    if result.outcome is Outcome.TIE:
        return not debate.winners
    return result.winner in debate.winners


def accuracy_of(name: str, debates: Sequence[HumanDebate], results: Sequence[Result]) -> Accuracy:
    """Args: results: of each debate, in order."""
    given = [(one, came) for one, came in zip(debates, results, strict=True) if came.outcome is not Outcome.NONE]
    hits = sum(hit(one, came) for one, came in given)
    errors = [_error(one, came) for one, came in given if one.between == "sides"]
    rmse = _rmse(errors) if errors and len(errors) == len(given) else None
    return Accuracy(name, len(debates), len(given), hits, share(hits, len(given)), rmse)


def share(hits: int, of: int) -> tuple[float, float, float]:
    """A share and its 95 % interval (Wilson); where nothing was counted, all there is."""
    return (hits / of if of else math.nan), *wilson(hits, of)


def _error(debate: HumanDebate, result: Result) -> float:
    wanted = LABELS[next(iter(debate.winners), "")]
    return 100 * (LABELS[result.winner] - wanted)


def _rmse(errors: Sequence[float]) -> tuple[float, float, float]:
    import numpy as np
    from scipy.stats import bootstrap

    def root(squares: Any, axis: int = -1) -> Any:
        return np.sqrt(np.mean(squares, axis=axis))

    squares = np.square(errors)
    value = float(root(squares))
    if len(errors) < 2 or np.ptp(squares) == 0:
        return value, value, value
    between = bootstrap((squares,), root, n_resamples=RESAMPLES, method="percentile", rng=SEED).confidence_interval
    return value, float(between.low), float(between.high)


# -- floors ----------------------------------------------------------------------------------------------------------


def floors(debates: Sequence[HumanDebate]) -> list[Accuracy]:
    """What needs no judge: the longer side, the last speaker, always one side, always a tie; of teams, always one."""
    keys = list(dict.fromkeys(party.key for one in debates for party in one.view.parties))
    always = {f"always {key}": _always(key) for key in keys}
    ties: Mapping[str, Guess] = {} if debates[0].between == "teams" else {"always a tie": lambda _: _TIE}
    guesses: Mapping[str, Guess] = {"longer by words": _longest, "last speaker": _last, **always, **ties}
    return [accuracy_of(name, debates, [guess(one) for one in debates]) for name, guess in guesses.items()]


_TIE = Result(outcome=Outcome.TIE)


def _always(key: str) -> Guess:
    return lambda _: Result(outcome=Outcome.WON, winner=key)


def _longest(debate: HumanDebate) -> Result:
    words = debate.view.words
    most = [key for key, count in words.items() if count == max(words.values())]
    return _TIE if len(most) > 1 and debate.between == "sides" else Result(outcome=Outcome.WON, winner=most[0])


def _last(debate: HumanDebate) -> Result:
    return Result(outcome=Outcome.WON, winner=debate.view.speeches[-1].party)


def held_floors(judge: Accuracy, floors: Sequence[Accuracy]) -> list[Accuracy]:
    """The floors that lie within the judge's interval, or above it: better than these it is not shown to be."""
    return [one for one in floors if one.accuracy[0] >= judge.accuracy[1]]

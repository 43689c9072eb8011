"""What a judge is, and how its runs become a vote, and the votes of a panel a verdict. Pure but for what judges do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agent.judging.masking import HeldSpeech, View
from agent.judging.rubric import OVERALL, Wording
from agent.match.afterwards.verdicts import BEST, ModelBallot, Outcome, QuotedReason, Result, Scores
from config.errors import ModelOutputError, ProviderError

FEWEST_WORDS = 3  # of a quotation, which fewer would find anywhere
_TIMES = re.compile(r"\[\d+:\d\d\]")


@dataclass(frozen=True)
class Opinion:
    """Of one run of a judge, on the whole and by dimension; `notes` by turn. `error`: why it came to nothing."""

    overall: Result
    dimensions: Mapping[str, Result] = field(default_factory=dict)
    reasons: tuple[QuotedReason, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    error: ProviderError | None = None

    @property
    def unasked(self) -> bool:
        """Whether nobody answered, which says nothing about the debate; an answer without sense does."""
        return self.error is not None and not isinstance(self.error, ModelOutputError)

    @property
    def finished(self) -> Opinion:
        """Itself. Raises ProviderError: it is unasked."""
        if self.unasked and self.error is not None:
            raise self.error
        return self


class Judge(Protocol):
    """Whoever can say who debated better in a debate that is over."""

    @property
    def name(self) -> str: ...

    @property
    def settings(self) -> str:
        """With which it judges, in words."""
        ...

    async def judge(self, view: View, wording: Wording, run: int) -> Opinion:
        """An opinion, or one without a verdict where none could be had.

        Args:
            run: from 1; each is asked anew.
        """
        ...


def no_verdict(why: str) -> Result:
    return Result(outcome=Outcome.NONE, why=why)


# -- quotations ------------------------------------------------------------------------------------------------------


def was_said(quote: str, text: str) -> bool:
    """Whether these words stand in the text one after the other; case, punctuation and times do not matter."""
    sought, words = _words(_TIMES.sub(" ", quote)), _words(text)
    enough = len(sought.split()) >= min(FEWEST_WORDS, len(words.split()))
    return bool(sought) and enough and f" {sought} " in f" {words} "


def said_in(view: View, quote: str, number: int) -> HeldSpeech | None:
    """The speech that has the quotation: number so and so if that one does, else the first."""
    first = sorted(view.speeches, key=lambda speech: view.number(speech) != number)
    return next((speech for speech in first if was_said(quote, speech.text)), None)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.replace("’", "'").replace("'", "").casefold()))


# -- votes -----------------------------------------------------------------------------------------------------------


def vote(by: str, opinions: Sequence[Opinion], parties: Sequence[str]) -> ModelBallot:
    """A judge's vote: what more than half of its runs came to, those that came to nothing counted."""
    runs = [one.overall for one in opinions]
    result = majority(runs)
    scores = _scores(opinions, parties)
    if result.outcome is Outcome.WON and len(parties) > 2:
        points = scores[-1].points
        rest = sorted((key for key in parties if key != result.winner), key=lambda key: -points[key])
        result = result.model_copy(update={"ranking": (result.winner, *rest)})
    reasons = next((one.reasons for one in opinions if one.overall.same(result)), ())
    return ModelBallot(by=by, result=result, runs=tuple(runs), scores=scores, reasons=reasons)


def majority(runs: Sequence[Result]) -> Result:
    if all(one.outcome is Outcome.NONE for one in runs):
        return runs[0]
    found, count = Counter((one.outcome, one.winner) for one in runs).most_common(1)[0]
    if found[0] is Outcome.NONE or count * 2 <= len(runs):
        return no_verdict(f"its {len(runs)} runs do not agree ({split(runs)})")
    return Result(outcome=found[0], winner=found[1])


def split(results: Sequence[Result]) -> str:
    """`2 pro, 1 tie, 1 no verdict`."""
    counted = Counter(one.winner or one.outcome.value for one in results)
    return ", ".join(f"{count} {what}" for what, count in counted.most_common())


def _scores(opinions: Sequence[Opinion], parties: Sequence[str]) -> tuple[Scores, ...]:
    """Means over the runs that decided a dimension, in the order of the dimensions; the whole comes last."""
    names = list(dict.fromkeys(name for one in opinions for name in one.dimensions))
    runs = {name: [one.dimensions[name] for one in opinions if name in one.dimensions] for name in names}
    runs[OVERALL] = [one.overall for one in opinions if one.overall.outcome is not Outcome.NONE]
    return tuple(
        Scores(dimension=name, points={key: _mean([points(one, key, parties) for one in some]) for key in parties})
        for name, some in runs.items()
    )


def points(result: Result, key: str, parties: Sequence[str]) -> float:
    """What a result is worth to a party: 3 for the first place, 0 for the last, between them in equal steps."""
    last = len(parties) - 1
    if result.outcome is Outcome.TIE:
        return BEST / 2
    if result.ranking:
        return BEST * (last - result.ranking.index(key)) / last
    return BEST if result.winner == key else 0.0


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0


def of_panel(ballots: Sequence[ModelBallot], agreement: str) -> Result:
    """What a panel comes to. Where judges split there is no winner.

    Args:
        agreement: `all`: all votes must agree, and be those of more than half of the panel; `majority`: so many agree
            as are more than half of the panel.
    """
    results = [one.result for one in ballots]
    if len(results) == 1:
        return results[0]
    cast = [one for one in results if one.outcome is not Outcome.NONE]
    found = Counter((one.outcome, one.winner) for one in cast).most_common(1)
    enough = bool(found) and found[0][1] * 2 > len(results)
    if not enough or (agreement == "all" and found[0][1] < len(cast)):
        return no_verdict(f"the judges split ({split(results)})")
    agreeing = [one for one in ballots if (one.result.outcome, one.result.winner) == found[0][0]]
    return agreeing[0].result.model_copy(update={"ranking": _ranked(agreeing)})


def _ranked(ballots: Sequence[ModelBallot]) -> tuple[str, ...]:
    """Teams by what all these judges gave them together."""
    first = ballots[0].result
    if not first.ranking:
        return ()
    totals = {key: sum(one.scores[-1].points[key] for one in ballots) for key in first.ranking}
    rest = sorted((key for key in first.ranking if key != first.winner), key=lambda key: -totals[key])
    return (first.winner, *rest)

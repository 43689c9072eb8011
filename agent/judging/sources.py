"""Claims of fact on which a clash turns, looked into apart from the debate, and told to judges as data.

As many are taken of each side, those first that the other side contested, and each is verified by a small tree of
debates. What came of it bears on the dimension of sources alone, and what could not be confirmed counts against nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

from agent.components import Components
from agent.judging.masking import HeldSpeech, LookedInto, View, ViewLine
from agent.judging.panel import usage_of
from agent.match.afterwards.finished import FinishedMatch
from agent.match.afterwards.verdicts import Usage
from agent.verifying.running import OnProgress, Verifier, language_model, models_for
from config.settings import Settings
from planning.debate.points import Point
from planning.evidence.combined import READ_SECONDS
from planning.language.figures.figures import figures
from planning.verify.policy import Policy
from planning.verify.record import Verdict, Verification
from planning.verify.tracing import names_without_source
from planning.verify.verifying import Assignment

FOLDER = "sources"  # beside the log: what was verified, and the answers so far
POLICY = Policy(depth=1, nodes=5)
_IMAGINED = re.compile(r"\b(?:would|could|should|might|will|imagine|picture|suppose|if)\b|\?", re.I)
EARLY = 0.5  # seconds by which a sentence may begin before the point that it makes


async def looked_into(
    match: FinishedMatch,
    view: View,
    settings: Settings,
    folder: Path,
    most: int,
    on_progress: OnProgress = lambda claim, progress: None,
    note: Callable[[str], None] = lambda line: None,
) -> tuple[View, Usage]:
    """The view with what came of so many claims of it, and what that took.

    Raises:
        ConfigError: no model is set. ProviderError: a key is missing. RostrumError: something cannot be written.
    """
    chosen = contested(match, view, most)
    if not chosen:
        return view, Usage(cost=0.0)
    models = models_for(settings.models)
    llm, parts = language_model(models), Components(settings)
    facts = parts.evidence(note)
    try:
        if facts is not None:
            await facts.ready(READ_SECONDS)
        verifier = Verifier(llm, models, folder / FOLDER, POLICY, source=facts)
        found = await verifier.verify_all([Assignment(line.text, claim=True) for _, line in chosen], on_progress)
    finally:
        if facts is not None:
            facts.close()
        await llm.close()
        await parts.close()
    told = tuple(_told(speech, one) for (speech, _), one in zip(chosen, found, strict=True))
    decided = tuple(one for one in told if one.tree.root.verdict is not Verdict.UNDECIDED)
    usage = usage_of(llm.ledger, sum(one.spending.remembered for one in found))
    return replace(view, sources=decided), usage


def contested(match: FinishedMatch, view: View, most: int) -> list[tuple[HeldSpeech, ViewLine]]:
    """Sentences with a figure, or a name that the motion has not: of each party in turn, the contested ones first, and
    of those the ones with figures."""
    points = _contested_points(match)
    by_party = [
        sorted(
            ((speech, line) for speech in view.speeches if speech.party == party.key for line in _facts(speech, view)),
            key=lambda one: (not _in_a_point(one[0], one[1], points), not figures(one[1].text)),
        )
        for party in view.parties
    ]
    once: dict[str, tuple[HeldSpeech, ViewLine]] = {}
    for one in filter(None, chain.from_iterable(zip_longest(*by_party))):
        once.setdefault(one[1].text, one)
    return list(once.values())[:most]


def _facts(speech: HeldSpeech, view: View) -> Iterator[ViewLine]:
    """A name in what would be, or is to be imagined, is no fact."""
    for line in speech.lines:
        named = not _IMAGINED.search(line.text) and names_without_source(line.text, [view.motion])
        if not line.beside and (figures(line.text) or named):
            yield line


def _contested_points(match: FinishedMatch) -> list[Point]:
    """Those that meet a point of the other side's, or are met by one, as any debater understood it."""
    views = (one for seen in match.points for turn in seen.turns for one in turn.points)
    return [one.point for one in views if one.meets or one.by]


def _in_a_point(speech: HeldSpeech, line: ViewLine, points: Sequence[Point]) -> bool:
    return line.at is not None and any(
        one.turn == speech.turn and one.start is not None and one.start - EARLY <= line.at <= (one.end or one.start)
        for one in points
    )


def _told(speech: HeldSpeech, found: Verification) -> LookedInto:
    return LookedInto(speech.turn, found.question, found.tree)

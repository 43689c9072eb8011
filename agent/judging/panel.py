"""A panel of language models: each hears the debate in several runs and has one vote, which it may lose to a change.

Answers are kept in a journal as they come: a panel that was broken off goes on and asks nothing twice.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from agent.judging.debatrix import Debatrix, side_by_side
from agent.judging.masking import View
from agent.judging.probes import probed, probed_told
from agent.judging.rubric import rubric, rubric_hash
from agent.judging.verdict import Judge, Opinion, of_panel, vote
from agent.judging.withstanding import changes, withstood
from agent.match.afterwards.verdicts import ModelBallot, Outcome, PanelVerdict, Usage, VerifiedSource
from config.errors import BudgetSpent
from config.settings import Endpoint, Judging, Models, Role
from planning.asking.client import LanguageModel
from planning.asking.journal import Journal, JournalledModel, Stopped, places
from planning.asking.ledger import Ledger


@dataclass(frozen=True)
class Sitting:
    """A panel that sits: its judges, and what asks for them."""

    judges: Sequence[Judge]
    models: Sequence[JournalledModel]
    model: LanguageModel

    @property
    def usage(self) -> Usage:
        """What it has taken until now."""
        return usage_of(self.model.ledger, sum(one.remembered for one in self.models))


def usage_of(ledger: Ledger, remembered: int) -> Usage:
    """As a verdict keeps it."""
    rows = ledger.rows()
    priced = all(row.cost is not None for row in rows)
    return Usage(
        calls=ledger.calls,
        prompt_tokens=sum(row.prompt_tokens for row in rows),
        completion_tokens=sum(row.completion_tokens for row in rows),
        cost=round(ledger.cost, 6) if priced else None,
        remembered=remembered,
    )


def panel_models(models: Models, panel: Sequence[str]) -> Models:
    """Only those of the judges, `panel1.judge` and so on; without names the one of the role `judge`, if it has any.

    Raises:
        ConfigError: a cost is limited, and what a judge costs is not known.
    """
    own = models.of(Role.JUDGE)
    named = [_endpoint(models, own, name) for name in panel] or ([own] if own.model else [])
    roles = {f"panel{number}.judge": one for number, one in enumerate(named, 1)}
    return models.model_copy(update={"default": Endpoint(), "roles": roles}).limited(None, None)


def _endpoint(models: Models, own: Endpoint, name: str) -> Endpoint:
    """As the settings have it under that name, else a model at the server of the role `judge`, at an unknown price."""
    if (role := f"{name}.{Role.JUDGE}") in models.roles:
        return models.roles[role]
    known = {"price_in": own.price_in, "price_out": own.price_out} if name == own.model else {}
    return own.model_copy(update={"model": name, "price_in": None, "price_out": None} | known)


def settings_told(endpoint: Endpoint) -> str:
    """What bears on the answers of a model."""
    shown = endpoint.model_dump(include={"temperature", "max_tokens", "structured", "extra"}, exclude_none=True)
    return ", ".join(f"{name} {value}" for name, value in shown.items() if value != {})


@asynccontextmanager
async def sitting(models: Models, journal: Path) -> AsyncIterator[Sitting]:
    """The panel of these models, for as long as it sits.

    Args:
        models: as `panel_models` gives them.
        journal: where answers are kept.

    Raises:
        ProviderError: a key is missing. LibraryError: the journal cannot be written, or another run writes to it.
    """
    model = LanguageModel(models)
    try:
        with Journal(journal) as kept:
            gates = places(models)
            asking = [JournalledModel(model, kept, gates) for _ in models.roles]
            judges = [
                Debatrix(one, role, model.name(role), settings_told(endpoint))
                for one, (role, endpoint) in zip(asking, models.roles.items(), strict=True)
            ]
            yield Sitting(judges, asking, model)
    finally:
        await model.close()


@dataclass(frozen=True)
class Deliberation:
    """What came of it, and what the first judge noted of each speech, by turn."""

    judged: PanelVerdict
    notes: dict[int, str]


async def heard_by(judges: Sequence[Judge], settings: Judging, view: View, *, probe: bool = False) -> Deliberation:
    """A debate judged by all of a panel, side by side, with what each vote withstands.

    Args:
        probe: whether judges are also tried by debates with known answers.

    Raises:
        ProviderError: no judge could be asked, or the budget was spent before they were done.
    """
    found = await side_by_side(_ballot(judge, settings.runs, view, probe) for judge in judges)
    opinions = [one for _, some in found for one in some]
    _anybody(opinions)
    ballots = tuple(ballot for ballot, _ in found)
    judged = PanelVerdict(
        result=of_panel(ballots, settings.agreement),
        parties={party.key: party.label for party in view.parties},
        ballots=ballots,
        rubric=rubric_hash(),
        agreement=settings.agreement,
        sources=tuple(VerifiedSource(turn=one.turn, quote=one.quote, tree=one.tree) for one in view.sources),
    )
    return Deliberation(judged, next((dict(one.notes) for one in opinions if one.notes), {}))


def _anybody(opinions: Sequence[Opinion]) -> None:
    """Raises ProviderError: nobody came to anything for want of an answer, or the budget was spent."""
    errors = [one.error for one in opinions if one.unasked and one.error is not None]
    spent = [error for error in errors if isinstance(error, BudgetSpent)]
    if spent or (errors and all(one.overall.outcome is Outcome.NONE for one in opinions)):
        raise min([*spent, *errors], key=lambda error: isinstance(error, Stopped))


async def _ballot(judge: Judge, runs: int, view: View, probe: bool) -> tuple[ModelBallot, list[Opinion]]:
    known = rubric()
    opinions = await side_by_side(judge.judge(view, known.first, run) for run in range(1, runs + 1))
    ballot = vote(judge.name, opinions, [party.key for party in view.parties])
    ballot = await withstood(judge, ballot.model_copy(update={"settings": judge.settings}), changes(view, known))
    if probe:
        tried = await probed(judge, known.first)
        ballot = ballot.model_copy(update={"probes": tried, "probed": probed_told(tried)})
    return ballot, opinions

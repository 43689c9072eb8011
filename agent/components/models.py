"""The language models: one way to them for the whole process, and an account for each side that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agent.components.parts import Replace, chosen
from agent.match.afterwards.model_use import added
from agent.match.events import ModelUsed, RoleUse
from config.errors import ProviderError
from config.extras import SCORERS, extra, missing
from config.format import Side
from config.settings import Models, Scoring
from planning.asking.client import LanguageModel
from planning.methods.treedebater.rehearsing.impact import ImpactScorer, ModelScorer
from planning.ports import LLM


class LanguageModels:
    """Those of the settings; budget, places and connections are shared by all who ask."""

    def __init__(self, settings: Models, replace: Replace) -> None:
        self._settings, self._replace = settings, replace
        self._shared: LanguageModel | None = None
        self._tried = False
        self._sides: dict[Side, LanguageModel] = {}
        self._earlier: dict[Side, tuple[RoleUse, ...]] = {}  # by processes that held the match before this one
        self._told: dict[Side, tuple[RoleUse, ...]] = {}

    def model(self, *roles: str, side: Side | None = None) -> LanguageModel | None:
        """What asks them, booked to that side; None where one of these roles (or every role) has no model."""
        shared = self._client()
        if shared is None or not shared.has(*roles):
            return None
        if side is None:
            return shared
        if side not in self._sides:
            self._sides[side] = shared.booked_to(shared.ledger.account(side.value))
            self._sides[side].ledger.preparing = True
        return self._sides[side]

    def _client(self) -> LanguageModel | None:
        wanted = [role for role in self._settings.named if self._settings.of(role).model]
        if not self._tried and wanted:
            self._tried = True
            try:
                self._shared = LanguageModel(self._settings)
            except ProviderError as error:
                self._replace("language model", str(error), "the rehearsal trees alone")
            else:
                for role in wanted:
                    chosen(f"model of {role}", self._shared.name(role), "the settings name it")
        return self._shared

    def end_preparation(self, side: Side) -> None:
        """What the side asks from now on is the match's."""
        if side in self._sides:
            self._sides[side].ledger.preparing = False

    def recall(self, used: Mapping[Side, ModelUsed]) -> None:
        """What a match that goes on has used before this process took it over."""
        self._earlier = {side: one.rows for side, one in used.items()}

    def news(self, side: Side) -> list[ModelUsed]:
        """What the side has used them for, if that is more than when it was last asked."""
        if side not in self._sides:
            return []
        own = (RoleUse(**row.as_json()) for row in self._sides[side].ledger.rows())
        rows = added((*self._earlier.get(side, ()), *own))
        if rows == self._told.get(side, ()):
            return []
        self._told[side] = rows
        return [ModelUsed(side=side, rows=rows)]

    async def close(self) -> None:
        if self._shared is not None:
            await self._shared.close()


def chosen_scorer(impact: Scoring, llm: LLM | None) -> ImpactScorer:
    """What scores the impact of arguments; nothing stands in for it, for scores of two scorers do not compare.

    Raises ProviderError: there is no model to do it, or a reward model cannot be used.
    """
    if impact.scorer == "reward":
        make: Callable[..., ImpactScorer] | None = extra(SCORERS, "reward")
        if make is None:
            raise ProviderError("impact scores", missing("impact.scorer: reward"))
        chosen("impact scores", "reward models", "impact.scorer is reward")
        return make(impact.attack, impact.support, device=impact.device, batch=impact.batch)
    if llm is None:
        told = "no language model is set for it; set models.roles.scorer.model, or impact.scorer: reward"
        raise ProviderError("impact scores", told)
    chosen("impact scores", "a language model", "impact.scorer is model")
    return ModelScorer(llm)

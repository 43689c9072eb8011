"""Who grows rehearsal trees, and who scores what grows."""

from __future__ import annotations

from collections.abc import Callable

from agent.components import Components
from config.errors import ConfigError
from config.settings import Role
from planning.asking.client import LanguageModel
from planning.methods.treedebater.rehearsing.impact import ImpactScorer
from planning.methods.treedebater.rehearsing.run import scoring_by
from planning.ports import LLM


def proposer(components: Components) -> LanguageModel:
    """The model that grows trees, and scores them where no trained one does. Raises ConfigError: there is none."""
    trained = components.settings.impact.scorer == "reward"
    model = components.model(Role.PROPOSER) if trained else components.model(Role.PROPOSER, Role.SCORER)
    if model is None:
        told = "; ".join(line.reason for line in components.replaced if line.part == "language model")
        raise ConfigError(told or "trees are grown by a language model, and none is set; set models.default.model")
    return model


def scored(
    components: Components, scoring: str = "auto"
) -> tuple[Callable[[LLM], ImpactScorer] | None, Callable[[int], int]]:
    """Who scores the impact of arguments, and how many calls so many questions are; reward models take none.

    Nobody in particular where the model's server decides.
    """
    if components.settings.impact.scorer != "reward":
        return (None, lambda questions: 1) if scoring == "auto" else scoring_by(scoring)
    trained = components.scorer()
    return lambda llm: trained, lambda questions: 0

"""`arena.yaml`: who meets whom on which motions, who judges, and what it may come to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from agent.arena.duel import Duel
from agent.arena.motions import Topic, evenly, topics
from agent.arena.pairing import How
from agent.evaluation import plan as evaluating
from agent.evaluation.plan import Contestant, Spending
from config.errors import UsageError
from config.settings.section import Section
from config.yaml_file import placed, read_yaml

PLAN = "plan.yaml"
Elo = Annotated[float, Field(ge=-1000, le=1000)]
Share = Annotated[float, Field(gt=0, lt=0.5)]


class DuelBounds(Section):
    """As `agent.arena.duel.Duel`; the first contestant is asked to be `high` Elo better."""

    low: Elo = 0.0
    high: Elo = 50.0
    wrongly_better: Share = 0.05
    wrongly_not: Share = 0.05
    most: int = Field(default=200, ge=1, le=10_000)

    @model_validator(mode="after")
    def _decides(self) -> Self:
        try:
            self.test()
        except UsageError as error:
            raise ValueError(str(error)) from None
        return self

    def test(self) -> Duel:
        return Duel(**self.model_dump())


class Bench(Section):
    """Who judges: language models, as `judging.panel` of the settings has them, which is asked where none are named.

    `people`: a csv file of what people said of the same matches; they are rated by beside the panel.
    """

    panel: tuple[str, ...] = ()
    runs: int = Field(default=3, ge=1, le=9)
    agreement: Literal["all", "majority"] = "all"
    people: Path | None = None


class ArenaPlan(Section):
    """An arena. `contestants` and `budget` as in an evaluation.

    `motions`: `arena66`, `arena66/policy`, a file of motions, or motions; `first`: so many of them, evenly by kind.
    `pairings`: `full`, each two on each motion; `swiss` and `narrow` in so many `rounds`, each on one motion. `duel`:
    two contestants until it is decided. `anchor`: who has 1000 Elo; else the mean of all. `newcomers`: contestants that
    were added later: they meet the others in `newcomer_rounds`. `at_once`: matches at a time in all, else two here and
    on a cluster as many as it has room for; `cores`: what a match takes of a machine there. `pace`:
    `text`, in writing, or `fast`, aloud: by voices that are recognised, in virtual time, in which a debater's call to
    its model takes `call_seconds`. Aloud one match is held at a time here if `at_once` says nothing.
    """

    motions: tuple[str, ...] = Field(min_length=1)
    contestants: tuple[Contestant, ...] = Field(min_length=2)
    judges: Bench = Bench()
    format: str = "oxford"
    first: int | None = Field(default=None, ge=1)
    pairings: How = "full"
    rounds: int = Field(default=10, ge=1)
    duel: DuelBounds | None = None
    anchor: str = ""
    newcomers: tuple[str, ...] = ()
    newcomer_rounds: int = Field(default=8, ge=1)
    budget: Spending = Spending()
    seed: str = Field(default="1", min_length=1)
    at_once: int | None = Field(default=None, ge=1, le=1000)
    cores: float = Field(default=1.0, gt=0, le=64)
    pace: Literal["text", "fast"] = "text"
    call_seconds: float = Field(default=6.0, ge=0, le=600)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        names = [one.name for one in self.contestants]
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            raise ValueError(f"contestants: {twice[0]} is named twice")
        for what, named in (("anchor", [self.anchor] if self.anchor else []), ("newcomers", self.newcomers)):
            if strange := [name for name in named if name not in names]:
                raise ValueError(f"{what}: {strange[0]} is not among the contestants: {', '.join(names)}")
        if self.duel is not None and len(names) != 2:
            raise ValueError(f"duel: a duel is between two contestants, not {len(names)}")
        if len(names) - len({*self.newcomers}) < 2:
            raise ValueError("newcomers: there must be two others at least")
        if self.aloud and (texts := [one.name for one in self.contestants if one.texts is not None]):
            raise ValueError(f"pace: {texts[0]} is a folder of texts, and texts are debated in writing (pace: text)")
        return self

    @property
    def aloud(self) -> bool:
        """Whether matches are spoken and heard."""
        return self.pace == "fast"

    @property
    def old(self) -> list[str]:
        """The contestants that are no newcomers."""
        return [one.name for one in self.contestants if one.name not in self.newcomers]

    def chosen(self, here: Path) -> list[Topic]:
        """The motions that are debated; no more than are needed. Raises ConfigError: as `topics`."""
        needed = self.duel.most if self.duel else None if self.pairings == "full" else self.rounds
        most = min((one for one in (needed, self.first) if one is not None), default=None)
        found = topics(self.motions, here)
        return evenly(found, len(found) if most is None else most, self.seed)

    def as_evaluation(self, chosen: list[Topic]) -> evaluating.EvaluationPlan:
        """The same contestants on these motions, for what is looked up and held as in an evaluation."""
        return evaluating.EvaluationPlan(
            motions=tuple(topic.text for topic in chosen),
            contestants=self.contestants,
            format=self.format,
            stages=(),
            budget=self.budget,
            seed=self.seed,
        )


def load_plan(path: Path) -> ArenaPlan:
    """The plan of a file, its own paths taken from the file's folder.

    Raises:
        ConfigError: it cannot be read, or something in it is wrong or not there: with its place.
    """
    plan, here = read_yaml(path, ArenaPlan), path.resolve().parent
    contestants = [
        one.model_copy(update={"texts": placed(path, f"contestants.{place}.texts", one.texts)})
        for place, one in enumerate(plan.contestants)
    ]
    people = None if plan.judges.people is None else here / plan.judges.people.expanduser()  # may be there later
    judges = plan.judges if people is None else plan.judges.model_copy(update={"people": people})
    motions = [str(here / name) if name.endswith((".yaml", ".yml", ".txt")) else name for name in plan.motions]
    form = here / plan.format if plan.format.endswith((".yaml", ".yml")) else plan.format
    return plan.model_copy(
        update={"contestants": tuple(contestants), "motions": tuple(motions), "format": str(form), "judges": judges}
    )

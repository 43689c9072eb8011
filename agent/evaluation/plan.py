"""`plan.yaml`: who is compared on which motions, who listens, and what it may come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from agent.match.afterwards.votes import Step
from config.format import Side, Stage
from config.settings.seats import AiSeat, Method
from config.settings.section import Section
from config.yaml_file import placed, read_yaml
from planning.methods import registry

Part = Annotated[
    str, Field(pattern=r"^[a-z][a-z-]{0,39}$"), BeforeValidator(lambda raw: str(raw).replace("_", "-"))
]  # of a method
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
PLAN = "plan.yaml"


def _once(what: Iterable[Any]) -> Any:
    """Raises ValueError: something is there twice."""
    twice = [one for one, count in Counter(what).items() if count > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice")
    return what


class Contestant(Section):
    """A way to debate: a `method` with a `model` (as a seat names it) and `without` what it is to do without, or the
    `texts` of a person: `MOTION-SIDE.txt` or a folder `MOTION-SIDE` for each, as a seat `text:` reads them.
    """

    name: Name
    method: Method = registry.DEFAULT
    model: str = Field(default="", max_length=200)
    without: Annotated[tuple[Part, ...], AfterValidator(_once)] = ()
    texts: Path | None = None

    @model_validator(mode="before")
    @classmethod
    def _a_seat_in_one_line(cls, raw: Any) -> Any:
        if isinstance(raw, str):
            seat = AiSeat.model_validate(raw)
            return {"name": seat.method, "method": seat.method, "model": seat.model}
        return raw

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.texts is not None and (self.model or self.without or "method" in self.model_fields_set):
            raise ValueError("texts are a person's: they have no method, model or without")
        if self.method not in registry.names():
            raise ValueError(f"there is no method {self.method}; there are {', '.join(registry.names())}")
        return self


class ListenerGroup(Section):
    """Who judges: a language `model` that listens as people with these `opinions` of the motion beforehand (-2 strongly
    against it, 2 strongly for it), each once for every seed; or people, whose `ratings` are in a csv file.

    `rubric`: a text file to be told instead of ours.
    """

    name: Name
    model: str = Field(default="", max_length=200)
    opinions: Annotated[tuple[Step, ...], AfterValidator(_once)] = Field(default=(-1, 0, 1), min_length=1)
    seeds: Annotated[tuple[int, ...], AfterValidator(_once)] = Field(default=(1,), min_length=1)
    rubric: Path | None = None
    ratings: Path | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.ratings is not None and self.model_fields_set - {"name", "ratings"}:
            raise ValueError("ratings are people's: they have no model, opinions, seeds or rubric")
        return self

    @property
    def are_people(self) -> bool:
        return self.ratings is not None


class Spending(Section):
    """What all runs on a folder may come to together, but for `hours`, which are of one run."""

    calls: int | None = Field(default=None, ge=1)
    cost: float | None = Field(default=None, gt=0)
    hours: float | None = Field(default=None, gt=0)


class EvaluationPlan(Section):
    """An evaluation. The first contestant is compared with each of the others.

    `stages`: written by both in the same place of a debate; the debates are those of `recorded` (a match folder a
    motion, by its id or text), and where it has none, one between the two is held first. `debates`: whole debates too,
    on each motion in both stances. `at_once`: how many are held side by side.
    """

    motions: Annotated[tuple[str, ...], AfterValidator(_once)] = Field(min_length=1)
    contestants: tuple[Contestant, ...] = Field(min_length=2)
    listeners: tuple[ListenerGroup, ...] = ()
    format: str = "oxford"
    stages: Annotated[tuple[Stage, ...], AfterValidator(_once)] = tuple(Stage)
    sides: Annotated[tuple[Side, ...], AfterValidator(_once)] = Field(default=tuple(Side), min_length=1)
    debates: bool = True
    recorded: dict[str, Path] = Field(default={})
    budget: Spending = Spending()
    seed: str = Field(default="1", min_length=1)
    at_once: int = Field(default=2, ge=1, le=32)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        for of in (self.contestants, self.listeners):
            _once(one.name for one in of)
        if strange := [motion for motion in self.recorded if motion not in self.motions]:
            raise ValueError(f"recorded: {strange[0]} is not among the motions")
        if not self.stages and not self.debates:
            raise ValueError("nothing is compared: name stages, or say debates: true")
        return self


def load_plan(path: Path) -> EvaluationPlan:
    """The plan of a file, its own paths taken from the file's folder.

    Raises:
        ConfigError: it cannot be read, or something in it is wrong or not there: with its place.
    """
    plan = read_yaml(path, EvaluationPlan)

    def beside(part: str, place: int, one: Any, *names: str) -> Any:
        return one.model_copy(
            update={name: placed(path, f"{part}.{place}.{name}", getattr(one, name)) for name in names}
        )

    contestants = [beside("contestants", i, one, "texts") for i, one in enumerate(plan.contestants)]
    listeners = [beside("listeners", i, one, "rubric", "ratings") for i, one in enumerate(plan.listeners)]
    recorded = {motion: placed(path, f"recorded.{motion}", folder) for motion, folder in plan.recorded.items()}
    return plan.model_copy(
        update={"contestants": tuple(contestants), "listeners": tuple(listeners), "recorded": recorded}
    )

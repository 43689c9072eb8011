"""Who judges a match that is over, and when that is a verdict."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from config.settings.section import Section


class Judging(Section):
    """A panel of language models, each with one vote; the model of the role `judge` where none is named.

    `panel`: models at that one's server, or names for which the settings have `models.roles.NAME.judge`. `agreement`:
    `all`: judges who split name no winner; `majority`: more than half of them do. `no_verdict`: what it counts as where
    verdicts are rated: nothing, or a tie.
    """

    panel: tuple[str, ...] = ()
    runs: int = Field(default=3, ge=1, le=9)
    agreement: Literal["all", "majority"] = "all"
    no_verdict: Literal["nothing", "tie"] = "nothing"

    @field_validator("panel")
    @classmethod
    def _one_vote_each(cls, panel: tuple[str, ...]) -> tuple[str, ...]:
        if len({*panel}) < len(panel) or not all(panel):
            raise ValueError("each judge of a panel is named once")
        return panel

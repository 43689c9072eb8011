"""How each method debates, where it can be told; `thinking` has what they share."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from config.settings.section import Section


class Agent4DebateTeam(Section):
    """Agent4Debate's team of four.

    `mode`: `live` hears, plans and writes while the other side speaks, and lands in the time; `published` is the
    paper's own: one role after the other once all has been said, no limit of time or length, and a model at
    temperature 0.2 and top-p 0.75; hold it with `models.call_seconds: 0`. `rerun` is that with a budget of words, as
    TreeDebater's authors held it. Both are cut at the last whole sentence inside the time. `rounds`, `orders`: how
    often in a stage the Reviewer, and for the Writer the Searcher, speak at the most.
    """

    mode: Literal["live", "published", "rerun"] = "live"
    rounds: int = Field(default=4, ge=0, le=20)
    orders: int = Field(default=4, ge=0, le=20)


class PlainSpeech(Section):
    """`baseline`: plain searches as Agent4Debate's Searcher does, and knows each stage's craft: the paper's baseline.
    `best_of`: so many speeches are written at once, of which a judge of its own takes the best; for comparison at equal
    calls with a method that makes more."""

    baseline: bool = False
    best_of: int = Field(default=1, ge=1, le=32)


class Methods(Section):
    """A section a method."""

    agent4debate: Agent4DebateTeam = Agent4DebateTeam()
    plain: PlainSpeech = PlainSpeech()

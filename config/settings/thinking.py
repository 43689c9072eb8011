"""What a mind with a model uses, and how long it may take."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from config.settings.section import Section


class Thinking(Section):
    """What a mind with a model may use, and how many seconds each kind of call may take.

    `rehearsal`, `flow`, `audience`, `check` can be switched off for comparison. While the other side speaks, a draft is
    brought up to date after every `redraft_seconds` of its speech, and once more at its end. `corpus`: files of
    `rostrum corpus build`, which the audience is shown beside the shipped debates; `corpus_cosine`: from which a debate
    is like another, for a sentence encoder for which none was measured.
    """

    rehearsal: bool = True
    flow: bool = True
    audience: bool = True
    check: bool = True
    corpus: tuple[Path, ...] = ()
    corpus_cosine: float | None = Field(default=None, gt=-1, le=1)
    redraft_seconds: float = Field(default=20, ge=0, le=600)
    read_seconds: float = Field(default=12, gt=0, le=120)
    select_seconds: float = Field(default=30, gt=0, le=300)
    write_seconds: float = Field(default=45, gt=0, le=300)
    audience_seconds: float = Field(default=30, gt=0, le=300)
    revise_seconds: float = Field(default=45, gt=0, le=300)
    check_seconds: float = Field(default=20, gt=0, le=300)
    search_seconds: float = Field(default=6, gt=0, le=120)

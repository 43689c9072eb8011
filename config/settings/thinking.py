"""What a mind with a model uses, how long it may take, and where its evidence comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from config.settings.section import KeyVariable, Section, WebAddress


class Thinking(Section):
    """What a mind with a model may use, and how many seconds each kind of call may take.

    While the other side speaks, a draft is brought up to date after every `redraft_seconds` of its speech, and once
    more at its end. What is switched off for comparison is said of a seat (`AiSeat.without`). `corpus`: files of
    `rostrum corpus build`, which the audience is shown beside the shipped debates; `corpus_cosine`: from which a debate
    is like another, for a sentence encoder for which none was measured. `verify_claims`: for each draft so many figures
    of the other side, and claims of our own that no evidence carries, are debated by two sides before a judge (as in
    `rostrum verify`, one leaf and one round each: three questions to models); nothing waits for it. Left out, it is
    three where a source of evidence is set, and none where debaters would have nothing but what models remember.
    """

    corpus: tuple[Path, ...] = ()
    corpus_cosine: float | None = Field(default=None, gt=-1, le=1)
    redraft_seconds: float = Field(default=20, ge=0, le=600)
    read_seconds: float = Field(default=20, gt=0, le=120)
    select_seconds: float = Field(default=30, gt=0, le=300)
    write_seconds: float = Field(default=45, gt=0, le=300)
    audience_seconds: float = Field(default=30, gt=0, le=300)
    revise_seconds: float = Field(default=45, gt=0, le=300)
    check_seconds: float = Field(default=20, gt=0, le=300)
    search_seconds: float = Field(default=6, gt=0, le=120)
    verify_claims: int | None = Field(default=None, ge=0, le=12)

    @model_validator(mode="before")
    @classmethod
    def _of_a_seat(cls, raw: Any) -> Any:
        """These were switches for both sides at once until 0.1."""
        once = [name for name in ("rehearsal", "flow", "audience", "check") if isinstance(raw, dict) and name in raw]
        if once:
            raise ValueError(f"{once[0]} is said of a seat: `seats: {{pro: 'treedebater,without={once[0]}'}}`")
        return raw


class Tavily(Section):
    """Tavily's web search. The key comes from the environment variable named in `key_variable`, never from a file.

    One request in `tries` is enough. `include_domains`: nothing else is searched.
    """

    base_url: WebAddress = "https://api.tavily.com"
    key_variable: KeyVariable = "TAVILY_API_KEY"
    depth: Literal["basic", "advanced"] = "basic"
    topic: Literal["general", "news"] = "general"
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    tries: int = Field(default=3, ge=1, le=10)


class EvidenceFrom(Section):
    """Where evidence comes from: a `folder` of documents, the web through `tavily` (`{}` will do), both, or nowhere."""

    folder: Path | None = None
    tavily: Tavily | None = None

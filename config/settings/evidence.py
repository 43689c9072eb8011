"""Where evidence comes from: the user's documents, the web."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from config.settings.section import KeyVariable, Section, WebAddress


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

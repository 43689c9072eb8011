"""What a method can search."""

from __future__ import annotations

from planning.debate.argument import EvidenceSource
from planning.evidence.combined import Combined
from planning.evidence.prepared import PreparedSource
from planning.methods.contract import Trouble
from planning.methods.door import Parts
from planning.ports import Embedder


def evidence_for(parts: Parts, embedder: Embedder) -> EvidenceSource | None:
    """All that can be searched: what the settings name, and what the library has on the motion; None without either."""
    set_up, prepared = parts.evidence(), parts.library()
    library = PreparedSource("the library", prepared, embedder) if prepared else None
    sources = [source for source in (set_up, library) if source is not None]
    if len(sources) < 2:
        return sources[0] if sources else None
    return Combined(
        sources, embedder, lambda source, reason: parts.on_trouble(Trouble(f"search in {source}", reason, "the others"))
    )

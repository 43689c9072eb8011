"""What models are shown of documents, claims and debates, as lines of text. Pure.

All of it is other people's words: prompts put it between the markers for data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from planning.compare.records import Claim, Counter, Node, Segment, Source, Speaker, Turn

STAGES = ("present", "respond", "revise")
Segments = Mapping[str, Segment]


def described(source: Source) -> str:
    """A document as the other one knows it: title, date, abstract."""
    about = ", ".join(part for part in (source.author, source.date) if part)
    return f"{source.id}: {source.title}{f' ({about})' if about else ''}\n{source.abstract}"


def titles(sources: Iterable[Source]) -> str:
    """Which letter is which document, for whoever sees passages only."""
    return "\n".join(f"{one.id} is “{one.title}”{f' ({one.author})' if one.author else ''}" for one in sources)


def documents(sources: Iterable[Source]) -> str:
    return "\n\n".join(map(described, sources))


def passages(segments: Iterable[Segment]) -> str:
    """`[A12, page 3] text`, a segment a line."""
    return "\n".join(f"[{one.id}{f', {one.place}' if one.place else ''}] {one.text}" for one in segments) or "(none)"


def picked(ids: Iterable[str], known: Segments) -> str:
    return passages(known[one] for one in dict.fromkeys(ids) if one in known)


def claimed(claims: Iterable[Claim], counters: Sequence[Counter], unmet: Mapping[str, Sequence[str]]) -> str:
    """Each claim, with what the others have on it. `unmet`: letter to the claims it does not address."""
    lines = []
    for one in claims:
        lines.append(f"{one.id}: {told(one)} (passages {', '.join(one.segments)})")
        lines += [f"   {c.by} has {c.segment}, which {_bears(c)} it" for c in counters if c.claim == one.id]
        lines += [f"   {letter} does not address it" for letter, ids in unmet.items() if one.id in ids]
    return "\n".join(lines) or "(none)"


def told(claim: Claim) -> str:
    """A claim in one line."""
    return f"{claim.title.rstrip('.')}: {claim.description}" if claim.description else claim.title


def _bears(counter: Counter) -> str:
    return " and ".join(one.value for one in counter.bearing)


def history(debate: Mapping[str, Speaker], stages: Sequence[str]) -> str:
    """What was said in these stages, both sides of each."""
    lines = []
    for stage in stages:
        for letter, speaker in debate.items():
            if (turn := getattr(speaker, stage)) is not None:
                lines.append(said(letter, stage, turn))
    return "\n\n".join(lines) or "(nothing)"


def said(letter: str, stage: str, turn: Turn) -> str:
    """A turn, without what of it is not in the document."""
    conceded = " It concedes." if turn.concedes else ""
    words = turn.carried or "(nothing of it is in the document)"
    return f"{letter}, {stage} ({', '.join(turn.segments) or 'no passages'}): {words}{conceded}"


def argued(nodes: Iterable[Node]) -> str:
    """A tree for the synthesis: each node's topic, both arguments as they stand at the end, who does not address it."""
    blocks = []
    for node in nodes:
        if not any(speaker.last for speaker in node.debate.values()):
            continue
        lines = [f"{node.id} {'A reader asks: ' if node.question else ''}{node.topic}: {node.description}"]
        for letter, speaker in node.debate.items():
            if speaker.last is not None:
                lines.append("   " + said(letter, "at the end", speaker.last))
            if not node.shown.get(letter):
                lines.append(f"   {letter} does not address it")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) or "(nothing was argued)"

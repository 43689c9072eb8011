"""A comparison in words: for the terminal, and as Markdown. Pure.

All of it may be other people's words. In Markdown whatever could be markup is escaped; the terminal's control
characters were taken out when documents and answers were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from config.plain_text import harmless
from planning.compare.records import (
    Comparison,
    Ended,
    Node,
    Relation,
    Source,
    Speaker,
    Synthesis,
    SynthesisSentence,
    Tree,
    Way,
)

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")
WHY_ENDED = {
    Ended.GROWN: "",
    Ended.OPEN: "not finished",
    Ended.DEPTH: "",
    Ended.SETTLED: "settled",
    Ended.CONCEDED: "both concede",
    Ended.ONE_SIDED: "only one document addresses it",
    Ended.UNANSWERED: "neither document addresses it",
    Ended.ASKED: "a question",
    Ended.DROPPED: "dropped",
    Ended.FAILED: "it could not be debated",
}


def escaped(text: str) -> str:
    """As Markdown that shows just these characters."""
    return _MARKUP.sub(r"\\\1", harmless(text))


def traced_in_numbers(synthesis: Synthesis) -> str:
    """`11 of 12 sentences traced (9 at first), 1 struck`."""
    struck = synthesis.written - synthesis.traced
    told = f"{synthesis.traced} of {synthesis.written} sentences traced"
    told += f" ({synthesis.traced_at_first} at first)" if synthesis.traced_at_first != synthesis.traced else ""
    told += f", {struck} struck" if struck else ""
    return told + ("" if synthesis.meaning_checked else "; their meaning could not be checked")


def marks(comparison: Comparison, sentence: SynthesisSentence) -> str:
    """What a sentence stands on: `A12 page 3, B4 page 1; B does not address it`."""
    places = {part.id: part.place for source in comparison.sources for part in source.segments}
    told = ", ".join(f"{key} {places.get(key, '')}".strip() for key in sentence.segments)
    if sentence.relation is Relation.ONLY and sentence.does_not_address:
        told += f"; {sentence.does_not_address} does not address it"
    return told


# -- the terminal --------------------------------------------------------------------------------------


def lines(comparison: Comparison) -> Iterator[str]:
    """The outcome for somebody at a terminal: who takes part, the table, each tree's outline and paragraph."""
    yield from (f"{one.id}  {harmless(one.title)} ({harmless(one.file)})" for one in comparison.sources)
    yield ""
    yield f"on: {harmless(comparison.focus)}"
    for row in comparison.contradictions:
        yield ""
        yield f"{row.id}  {harmless(row.claim)} ({row.strength}{f', tree {row.tree}' if row.tree else ''})"
        for one in row.positions:
            yield f"    {one.document} {one.stance}: {harmless(one.says)} [{', '.join(one.segments)}]"
        yield f"    {harmless(row.why)}"
    for tree in comparison.trees:
        yield ""
        if len(comparison.trees) > 1:
            yield f"{tree.id}  {' against '.join(tree.pair)}: {harmless(tree.topic)}"
        yield from outline(tree)
        if tree.synthesis is not None:
            yield ""
            yield from _paragraph(comparison, tree.synthesis)


def outline(tree: Tree) -> Iterator[str]:
    """A line a node, but for the focus."""
    for node in tree.nodes[1:]:
        mark = "? " if node.question else ""
        yield f"{'  ' * node.depth}{node.id}  {mark}{harmless(node.topic)}{_verdict(node)}"


def _verdict(node: Node) -> str:
    told = WHY_ENDED[node.ended]
    conceded = [letter for letter, speaker in node.debate.items() if speaker.concedes]
    if len(conceded) == 1:
        told = ", ".join(filter(None, [f"{conceded[0]} concedes", told]))
    elif node.expansion and node.expansion.winner:
        told = ", ".join(filter(None, [f"{node.expansion.winner} has the better of it", told]))
    return f" ({told})" if told else ""


def _paragraph(comparison: Comparison, synthesis: Synthesis) -> Iterator[str]:
    for one in synthesis.sentences:
        if one.traced:
            yield f"{harmless(one.text)} [{marks(comparison, one)}]"
    struck = [one for one in synthesis.sentences if not one.traced]
    for one in struck:
        yield f"struck: {harmless(one.text)} ({harmless(one.fault)})"
    yield ""
    yield traced_in_numbers(synthesis)


# -- Markdown ------------------------------------------------------------------------------------------


def markdown(comparison: Comparison) -> str:
    """The whole record as a document to be read."""
    return "\n".join(_document(comparison)) + "\n"


def _document(comparison: Comparison) -> Iterator[str]:
    yield f"# {escaped(comparison.focus) or 'Comparison'}"
    yield ""
    if comparison.description:
        yield from (escaped(comparison.description), "")
    for one in comparison.sources:
        yield f"- **{one.id}** {escaped(one.title)}{_about(one)}"
    if comparison.way is not Way.TREE:
        yield from ("", f"Made by: {comparison.way}.")
    if comparison.stopped:
        yield from ("", f"It stopped before its end: {escaped(comparison.stopped)}.")
    yield from _table(comparison)
    for tree in comparison.trees:
        yield from _tree(comparison, tree)
    if comparison.steering:
        yield from ("", "## What was changed", "")
        for step in comparison.steering:
            yield f"- {step.what} {step.node} {escaped(step.text)}".rstrip()
    yield from _cited(comparison)
    if comparison.missing:
        yield from ("", "## What could not be had", "")
        yield from (f"- {escaped(one.what)}: {escaped(one.reason)}" for one in comparison.missing)


def _about(one: Source) -> str:
    parts = [escaped(part) for part in (one.author, one.date or "", one.file) if part]
    return f" ({', '.join(parts)})"


def _table(comparison: Comparison) -> Iterator[str]:
    if not comparison.contradictions:
        return
    yield from (
        "",
        "## Contradictions",
        "",
        "| | claim | who says what | strength | passages |",
        "|---|---|---|---|---|",
    )
    for row in comparison.contradictions:
        says = "<br>".join(f"**{one.document}** {one.stance}: {escaped(one.says)}" for one in row.positions)
        passages = ", ".join(key for one in row.positions for key in one.segments)
        why = f"{row.strength}: {escaped(row.why)}"
        yield f"| {row.tree or row.id} | {escaped(row.claim)} | {says} | {why} | {passages} |"


def _tree(comparison: Comparison, tree: Tree) -> Iterator[str]:
    several = len(comparison.trees) > 1
    yield from ("", f"## {tree.id}: {escaped(tree.topic)}" if several else "## What they share and differ in", "")
    if tree.synthesis is None:
        yield "There is no synthesis."
    else:
        yield " ".join(_sentence(one) for one in tree.synthesis.sentences)
        yield from ("", f"*{traced_in_numbers(tree.synthesis)}.*")
        for one in tree.synthesis.sentences:
            if not one.traced:
                yield f"- struck: {escaped(one.text)} ({escaped(one.fault)})"
    for node in tree.nodes[1:]:
        yield from _node(node)


def _sentence(one: SynthesisSentence) -> str:
    text = escaped(one.text)
    if not one.traced:
        return f"~~{text}~~"
    silent = f"; {one.does_not_address} does not address it" if one.does_not_address else ""
    return f"{text} ({', '.join(one.segments)}{silent})"


def _node(node: Node) -> Iterator[str]:
    yield from ("", f"{'#' * min(6, 2 + node.depth)} {node.id} {escaped(node.topic)}{_verdict(node)}", "")
    if node.description:
        yield from (escaped(node.description), "")
    for letter, speaker in node.debate.items():
        yield from _speaker(letter, speaker, bool(node.shown.get(letter)))
    if node.expansion:
        yield f"- moderator: {escaped(node.expansion.explanation)}"


def _speaker(letter: str, speaker: Speaker, addresses: bool) -> Iterator[str]:
    if not addresses:
        yield f"- **{letter}** does not address it"
    for stage in ("present", "respond", "revise"):
        if (turn := getattr(speaker, stage)) is not None:
            yield f"- **{letter}** {stage} ({', '.join(turn.segments) or 'no passages'}): {escaped(turn.text)}"


def _cited(comparison: Comparison) -> Iterator[str]:
    """The passages that syntheses and positions stand on, in their own words."""
    wanted: set[str] = {key for one in comparison.sentences for key in one.segments}
    wanted |= {key for row in comparison.contradictions for one in row.positions for key in one.segments}
    found: Sequence[str] = [
        f"- **{part.id}**{f' ({escaped(part.place)})' if part.place else ''}: {escaped(part.text)}"
        for source in comparison.sources
        for part in source.segments
        if part.id in wanted
    ]
    if found:
        yield from ("", "## Passages", "", *found)

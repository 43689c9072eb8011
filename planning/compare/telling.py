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
    Contradiction,
    Ended,
    Finding,
    Node,
    Part,
    Relation,
    Source,
    Speaker,
    Stance,
    Strength,
    Synthesis,
    SynthesisSentence,
    Tree,
    Turn,
    Way,
)

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")
WHY_ENDED = {
    Ended.GROWN: "",
    Ended.OPEN: "not finished",
    Ended.DEPTH: "",
    Ended.SETTLED: "nothing more came of it",
    Ended.CONCEDED: "each gave way to the other in their debate",
    Ended.ONE_SIDED: "only one document speaks of it",
    Ended.UNANSWERED: "neither document speaks of it",
    Ended.ASKED: "asked by a reader",
    Ended.DROPPED: "taken out by a reader",
    Ended.FAILED: "it could not be debated",
}
STRENGTH = {
    Strength.DIRECT: "cannot both be true",
    Strength.CONDITIONAL: "can both be true, of different cases",
    Strength.EMPHASIS: "weigh the same thing differently",
}
STANCE = {Stance.AFFIRMS: "says so", Stance.DENIES: "denies it", Stance.QUALIFIES: "says when or how far"}
STAGE = {"present": "first", "respond": "in answer", "revise": "at the end"}
TOLD = {
    Finding.JOINED: "no passage joins these so",
    Finding.SURER: "a doubt, a condition or an interval of the passage is left out",
    Finding.WIDER: "it goes further than the passage",
    Finding.AS_FACT: "the passage tells it as said, guessed or expected, not as a fact",
    Finding.WHO: "the passage gives it to somebody else",
    Finding.REVERSED: "the passage says the opposite, or warns of it",
    Finding.UNCITED: "no passage that it names says it",
}
ABSENT = "not in the document"


def escaped(text: str) -> str:
    """As Markdown that shows just these characters."""
    return _MARKUP.sub(r"\\\1", harmless(text))


def traced_in_numbers(synthesis: Synthesis) -> str:
    """`11 of 12 sentences traced (9 as first written, 1 cut to what its passages say), 1 struck`."""
    struck, cut = synthesis.written - synthesis.traced, sum(one.narrowed for one in synthesis.sentences if one.traced)
    told = f"{synthesis.traced} of {synthesis.written} sentences traced"
    how = [f"{synthesis.traced_at_first} as first written"] if synthesis.traced_at_first != synthesis.traced else []
    how += [f"{cut} cut to what {'its' if cut == 1 else 'their'} passages say"] if cut else []
    told += f" ({', '.join(how)})" if how else ""
    told += f", {struck} struck" if struck else ""
    unchecked = 0 if synthesis.meaning_checked else sum(one.traced and not one.parts for one in synthesis.sentences)
    return told + (f"; {unchecked} of them could not be checked" if unchecked else "")


def untreated(comparison: Comparison) -> str:
    """Of which of more than two documents the text says nothing, and whether the table does; empty if it treats all."""
    if len(comparison.sources) <= 2 or not any(tree.synthesis for tree in comparison.trees):
        return ""
    treated = {key[0] for one in comparison.sentences if one.traced for key in one.segments}
    left = [one.id for one in comparison.sources if one.id not in treated]
    in_table = {one.document for row in comparison.contradictions for one in row.positions}
    told = [f"This text says nothing of {_and(left)}."] if left else []
    if tabled := [one for one in left if one in in_table]:
        told.append(f"What {_and(tabled)} {'say' if len(tabled) > 1 else 'says'} is in the table only.")
    if silent := [one for one in left if one not in in_table]:
        told.append(
            f"No contradiction was found in which {_and(silent)} {'take' if len(silent) > 1 else 'takes'} a side."
        )
    return " ".join(told)


def sentences_of(turn: Turn) -> tuple[Part, ...]:
    """Of a turn, each with what carries it; the whole of it as one where they could not be checked."""
    return turn.sentences or (Part(text=turn.text, segments=turn.segments, finding=Finding.CARRIED),)


def absent(one: Part) -> str:
    """Why a sentence of a turn is not in the document; empty if it is."""
    return f"{ABSENT}: {one.why or TOLD[one.finding]}" if one.finding.faulty else ""


def _and(letters: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(letters[:-1]), letters[-1]]))


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
        where = f"; debated below, {row.tree}" if row.tree else ""
        yield f"{row.id}  {harmless(row.claim)} (they {STRENGTH[row.strength]}{where})"
        for one in row.positions:
            yield f"    {one.document} {STANCE[one.stance]}: {harmless(one.says)} [{', '.join(one.segments)}]"
        yield from (f"    {harmless(line)}" for line in about_row(row))
    for tree in comparison.trees:
        yield ""
        if len(comparison.trees) > 1:
            yield f"{tree.id}  {' against '.join(tree.pair)}: {harmless(tree.topic)}"
        yield from outline(tree)
        if tree.synthesis is not None:
            yield ""
            yield from _paragraph(comparison, tree.synthesis)
    if left := untreated(comparison):
        yield from ("", left)
    if comparison.left_out or comparison.missing:
        yield ""
    yield from (f"left out: {harmless(one.what)}: {harmless(one.reason)}" for one in comparison.left_out)
    yield from (f"not to be had: {harmless(one.what)}: {harmless(one.reason)}" for one in comparison.missing)


def about_row(row: Contradiction) -> Iterator[str]:
    """What explains a contradiction, and what the check of its positions came to."""
    if row.why:
        yield row.why
    if row.lowered:
        yield f"At first it was said that they cannot both be true; {row.lowered}"
    if not row.checked:
        yield "Whether the documents say this could not be checked."


def outline(tree: Tree) -> Iterator[str]:
    """A line a node, but for the focus."""
    for node in tree.nodes[1:]:
        mark = "? " if node.question else ""
        yield f"{'  ' * node.depth}{node.id}  {mark}{harmless(node.topic)}{_verdict(node)}"


def _verdict(node: Node) -> str:
    told = WHY_ENDED[node.ended]
    conceded = [letter for letter, speaker in node.debate.items() if speaker.concedes]
    if len(conceded) == 1:
        told = ", ".join(filter(None, [f"{conceded[0]} gave way in their debate", told]))
    elif node.expansion and node.expansion.winner:
        told = ", ".join(filter(None, [f"the moderator finds that {node.expansion.winner} has more on it", told]))
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
    if left := untreated(comparison):
        yield from ("", left)
    if comparison.steering:
        yield from ("", "## What was changed", "")
        for step in comparison.steering:
            yield f"- {step.what} {step.node} {escaped(step.text)}".rstrip()
    yield from _cited(comparison)
    for title, some in (("left out", comparison.left_out), ("not to be had", comparison.missing)):
        if some:
            yield from ("", f"## What was {title}", "")
            yield from (f"- {escaped(one.what)}: {escaped(one.reason)}" for one in some)


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
        "| | claim | who says what | how far they differ | passages |",
        "|---|---|---|---|---|",
    )
    for row in comparison.contradictions:
        says = "<br>".join(f"**{one.document}** {STANCE[one.stance]}: {escaped(one.says)}" for one in row.positions)
        passages = ", ".join(key for one in row.positions for key in one.segments)
        why = "<br>".join([f"They {STRENGTH[row.strength]}.", *map(escaped, about_row(row))])
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
    for stage, name in STAGE.items():
        if (turn := getattr(speaker, stage)) is not None:
            yield f"- **{letter}**, {name}: {' '.join(map(_said, sentences_of(turn)))}"


def _said(one: Part) -> str:
    if why := absent(one):
        return f"~~{escaped(one.text)}~~ ({escaped(why)})"
    return f"{escaped(one.text)} ({', '.join(one.segments)})" if one.segments else escaped(one.text)


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

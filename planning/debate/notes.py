"""What a model is shown of a debate: flow trees, plan and evidence as plain lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from config.format import Side
from planning.debate.argument import Evidence
from planning.debate.flow import FlowTree

ARGUMENTS_SHOWN = 3  # of a claim, the latest


def flow_lines(tree: FlowTree) -> Iterator[str]:
    """A line a claim, children indented: `[pro3] con attacks: ...`, with the latest arguments under it."""
    for node in tree:
        indent = "  " * tree.depth(node)
        state = f"{node.status.value}, returned to {node.visits} times" if node.visits else node.status.value
        yield f"{indent}[{node.id}] {node.side} ({state}): {node.claim}"
        for argument in node.arguments[-ARGUMENTS_SHOWN:]:
            if argument != node.claim:
                yield f"{indent}    because: {argument}"


def flows_text(trees: Mapping[Side, FlowTree]) -> str:
    """Both flow trees, each under a heading."""
    parts = []
    for owner, tree in trees.items():
        lines = list(flow_lines(tree)) or ["(nothing yet)"]
        lost = [f"{one.actor}, about something that is not in the record: {one.claim}" for one in tree.unmatched]
        parts.append("\n".join([f"Claims of {owner} and what was said about them:", *lines, *lost]))
    return "\n\n".join(parts)


def evidence_lines(evidence: Mapping[str, Evidence], ids: Sequence[str]) -> Iterator[str]:
    """`e1: finding (author, title, source, year)`."""
    for key in ids:
        item = evidence[key]
        origin = ", ".join(str(part) for part in (item.author, item.title, item.source, item.year) if part)
        yield f"{key}: {item.finding} ({origin})"

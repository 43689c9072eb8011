"""What a model is shown of a debate: flow trees, plan and evidence as plain lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from config.format import Side
from planning.argument import Evidence
from planning.choosing.choose import Battlefield, Plan
from planning.choosing.retrieve import Candidate
from planning.trees.flow import FlowTree

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


def plan_text(plan: Plan, words: int) -> str:
    """The battlefields with their words, and for each the options with their ids."""
    total = sum(field.seconds for field in plan.battlefields) or 1.0
    blocks = []
    for number, field in enumerate(plan.battlefields, 1):
        share = round(words * field.seconds / total)
        head = f"Battlefield {number}: {field.topic or field.key} ({field.importance.value}, about {share} words)"
        blocks.append("\n".join([head, f"Why: {field.rationale}", *option_lines(field, number)]))
    return "\n\n".join(blocks) or "(nothing is planned)"


def option_lines(field: Battlefield, number: int) -> Iterator[str]:
    """`o2.1 rebut [pro4] "..." with: claim; reasons; impact; evidence e1`."""
    for place, option in enumerate(field.options, 1):
        yield f"- o{number}.{place}: {_deed(option.candidate)}"
        if option.node is None:
            yield "    nothing is prepared: answer it by reasoning"
            continue
        node = option.node.node
        yield f"    prepared claim: {node.claim}"
        yield f"    reasons: {' '.join(node.argument)}"
        yield f"    impact: {node.impact}"
        if node.evidence:
            yield f"    evidence: {', '.join(node.evidence)}"


def _deed(candidate: Candidate) -> str:
    if not candidate.target or candidate.flow is None:
        return f"{candidate.kind.value}: {candidate.target}"
    return f"{candidate.kind.value} [{candidate.flow}] {candidate.target}"


def evidence_lines(evidence: Mapping[str, Evidence], ids: Sequence[str]) -> Iterator[str]:
    """`e1: finding (author, title, source, year)`."""
    for key in ids:
        item = evidence[key]
        origin = ", ".join(str(part) for part in (item.author, item.title, item.source, item.year) if part)
        yield f"{key}: {item.finding} ({origin})"

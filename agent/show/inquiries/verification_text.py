"""A verification in words: for a terminal, and as Markdown with every debate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agent.show.inquiries.words import DECIDED
from config.plain_text import harmless
from planning.debate.argument import Evidence, evidence_lines
from planning.verify.record import LeafDebate, SynthesisDebate, Verdict, Verification, VerifiedNode, VerifiedTree

_OF_CLAIMS = {Verdict.YES: "supported", Verdict.NO: "refuted", Verdict.NEITHER: "neither supported nor refuted"}
_OTHERS = {
    Verdict.ANSWER: "answered",
    Verdict.PREMISE: "takes for granted what is not so",
    Verdict.NEITHER: "not known",
    Verdict.CLARIFY: "needs to be said more exactly",
    Verdict.UNDECIDED: "not decided",
}
_LEAF = {"depth": "as deep as it goes", "nodes": "no room for more parts", "atomic": "one fact", "easy": "easy enough",
         "clarify": "something is missing", "trouble": "could not be split"}  # fmt: skip
_WIDTH = 110  # letters of a question in the tree
_FENCES = str.maketrans({"`": "'", "<": "‹", ">": "›", "[": "(", "]": ")", "*": "·", "_": " ", "|": "/"})


def verdict_in_words(found: Verification) -> str:
    words = _OTHERS | (_OF_CLAIMS if found.kind == "claim" else {Verdict.YES: "yes", Verdict.NO: "no"})
    return words[found.verdict]


def confidence_in_words(found: Verification) -> str:
    """`confidence 0.73 (not calibrated)`."""
    if found.calibrated:
        return (
            f"confidence {found.confidence:.2f} (calibrated by {found.calibration}; {found.raw_confidence:.2f} before)"
        )
    return f"confidence {found.confidence:.2f} (not calibrated)"


def _surety(found: Verification) -> str:
    return f", {confidence_in_words(found)}" if found.verdict in DECIDED else ""


def who_spoke(found: Verification) -> str:
    """Where it comes from: in one sentence, for whoever takes it for looked up."""
    if not any(node.debates for node in found.nodes):
        return "A language model answered; there was no debate."
    looked = (
        f"{_count(len(found.evidence), 'passage was', 'passages were')} looked up"
        if found.evidence
        else ("nothing was looked up, so that figures and names are what the models remember")
    )
    return f"Language models argued for both sides and judged; {looked}."


def lines(found: Verification) -> Iterator[str]:
    """What is shown at a terminal."""
    yield f"{'Claim' if found.kind == 'claim' else 'Question'}: {harmless(found.question)}"
    if found.clarified:
        yield f"Added: {harmless(found.clarified)}"
    yield f"Verdict: {verdict_in_words(found)}{_surety(found)}"
    if found.answer:
        yield f"\n{harmless(found.answer)}\n"
    yield who_spoke(found)
    yield from tree_lines(found)
    yield from _remarks(found)


def tree_lines(found: Verification) -> Iterator[str]:
    by_id = found.by_id

    def under(node: VerifiedNode, before: str, mark: str, after: str) -> Iterator[str]:
        text = harmless(node.question)
        shown = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 4]} ..."
        sure = f" {node.confidence:.2f}" if node.verdict in DECIDED else ""
        yield f"{before}{mark}{node.id}  {node.verdict.value}{sure}  {shown}"
        for place, child in enumerate(node.children, 1):
            last = place == len(node.children)
            yield from under(by_id[child], before + after, "└─ " if last else "├─ ", "   " if last else "│  ")

    yield from under(found.root, "", "", "")


def _remarks(found: Verification) -> Iterator[str]:
    if found.struck:
        yield f"{_count(len(found.struck), 'sentence was', 'sentences were')} struck that nothing below carries:"
        yield from (f"  {one.node}: “{harmless(one.text)}” ({harmless(one.why)})" for one in found.struck[:5])
    troubles = [one for one in found.troubles if not (found.stopped and found.stopped in one)]
    for one in troubles[:5]:
        yield f"trouble: {harmless(one)}"
    if (more := len(troubles) - 5) > 0:
        yield f"trouble: {more} more; --json lists them"
    spent = found.spending
    cost = f", cost {spent.cost:.4f}" if spent.cost else ""
    kept = f" ({spent.remembered} remembered)" if spent.remembered else ""
    yield f"{spent.answers} answers{kept}, {spent.calls} calls, {spent.tokens} tokens{cost}, {spent.seconds:.1f} s"


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def markdown(found: Verification) -> str:
    """The whole of it: answer, tree, every debate, evidence, what was struck."""
    return "\n".join(_markdown(found)) + "\n"


def _markdown(found: Verification) -> Iterator[str]:
    yield f"# {_text(found.question)}\n"
    yield f"**{verdict_in_words(found)}**{_surety(found)}\n"
    yield f"{who_spoke(found)}\n"
    if found.canonical != found.question:
        yield f"Taken as: {_text(found.canonical)}\n"
    if found.clarified:
        yield f"Added when asked back: {_text(found.clarified)}\n"
    if found.stopped:
        yield f"It stopped early: {_text(found.stopped)}\n"
    for one in found.sentences:
        yield f"{_text(one.text)} ({', '.join((*one.leaves, *one.evidence))})"
    if found.explanation:
        yield "\nWhy: " + " ".join(f"{_text(one.text)} ({', '.join(one.leaves)})" for one in found.explanation)
    yield "\n```text"
    yield from (line.translate(str.maketrans("`", "'")) for line in tree_lines(found))
    yield "```"
    for node in found.nodes:
        yield f"\n## {node.id} {_text(node.question)}\n"
        yield from node_markdown(node)
    if found.evidence:
        yield "\n## Evidence\n"
        yield from evidence_markdown(found.evidence)
    if found.struck:
        yield "\n## Struck, for nothing below carries it\n"
        yield from (f"- {one.node}: “{_text(one.text)}”: {_text(one.why)}" for one in found.struck)
    if found.troubles:
        yield "\n## What went wrong\n"
        yield from (f"- {_text(one)}" for one in found.troubles)


def tree_markdown(found: VerifiedTree) -> Iterator[str]:
    """A tree inside another document: each question with its debates, and the evidence that they name."""
    for node in found.nodes:
        yield f"**{node.id} {_text(node.question)}**\n"
        yield from node_markdown(node)
    yield from evidence_markdown(found.evidence)


def evidence_markdown(evidence: Mapping[str, Evidence]) -> Iterator[str]:
    return (f"- {_text(line)}" for line in evidence_lines(evidence, list(evidence)))


def node_markdown(node: VerifiedNode) -> Iterator[str]:
    """What came of a question, and its debates, under a heading."""
    sure = f", confidence {node.confidence:.2f}{_reckoned(node)}" if node.verdict in DECIDED else ""
    yield f"{node.verdict.value}{sure}: {_text(node.answer) or '(no answer)'}\n"
    if node.leaf_reason is not None:
        yield f"Not split: {_LEAF[node.leaf_reason.value]}.\n"
    if node.split is not None and node.split.replaced:
        yield f"The first split was replaced: {_text(node.split.judgement)}\n"
    for debate in node.debates:
        yield from _debate(debate)
    for synthesis in node.syntheses:
        yield from _synthesis(synthesis)


def _reckoned(node: VerifiedNode) -> str:
    """How the confidence of parts put together comes about."""
    if not node.children or not node.own:
        return ""
    least = node.confidence / node.own
    return f" (the judge of the parts was {node.own:.2f} sure; times {least:.2f}, the least sure part)"


def _debate(debate: LeafDebate) -> Iterator[str]:
    yield f"Debate {debate.number}: A for “{_text(debate.answers['A'])}”, B for “{_text(debate.answers['B'])}”\n"
    for turn in debate.turns:
        said = " ".join(filter(None, (turn.claim, turn.support, turn.rebuttal))) or f"(nothing: {turn.missing})"
        cites = f" ({', '.join(turn.evidence)})" if turn.evidence else ""
        yield f"- {turn.debater}{turn.round}: {_text(said)}{cites}"
    decided = "undecided" if debate.winner is None else f"{debate.winner}{' by caution, for it was a tie' * debate.tie}"
    yield f"\nJudge: {decided}, {debate.confidence:.2f}. {_text(debate.rationale or debate.trouble)}\n"


def _synthesis(synthesis: SynthesisDebate) -> Iterator[str]:
    for turn in synthesis.turns:
        said = turn.integration or f"(nothing: {turn.missing})"
        against = f" *Against the other:* {_text(turn.rebuttal)}" if turn.rebuttal else ""
        yield f"- {turn.style}, round {turn.round}: {_text(said)}{against}"
    yield f"\nJudge: {synthesis.winner or 'undecided'}, {synthesis.confidence:.2f}. {_text(synthesis.rationale)}\n"


def _text(text: str) -> str:
    """Text of others inside Markdown: on one line, and none of it markup."""
    return harmless(text).translate(_FENCES)

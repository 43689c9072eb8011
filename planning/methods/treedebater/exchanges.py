"""Questions and answers from the trees alone: ready at once but for the encoder (see `Exchanging`)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

from config.shipped import EXCHANGES, load_phrases
from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import FlowNode
from planning.debate.points import Point
from planning.methods.contract import Answer, Past
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.writing.answers_given import Given, answer_by_kind, answer_of_trees, parts_of
from planning.methods.treedebater.writing.questions_asked import Questions
from planning.methods.treedebater.writing.wording import Phrases

Encode = Callable[..., Awaitable[list[Encoded]]]


class PreparedExchanges:
    """Asks and answers for the side of a strategy.

    Args:
        encode: makes vectors of texts, and of all that planning compares, off the event loop.
    """

    def __init__(self, strategy: Strategy, encode: Encode) -> None:
        self._strategy, self._encode = strategy, encode
        self._phrases = Phrases(load_phrases(EXCHANGES), f"{strategy.rehearsal.id}/{strategy.side}/exchanges")
        self._questions = Questions(strategy.rehearsal, self._phrases, strategy.writer.clause)
        self._numbers = itertools.count(1)

    def recall(self, past: Past) -> None:
        """Ids go on where they were, and what was asked is not asked again."""
        said = [one for _, one in past.said if isinstance(one, Sentence)]
        ours = re.compile(rf"{self._strategy.side}-x(\d+)")
        numbers = [int(found[1]) for one in said if (found := ours.fullmatch(one.id))]
        self._numbers = itertools.count(max(numbers, default=0) + 1)
        self._questions.recall([one.text for one in said if ours.fullmatch(one.id)])

    async def question(self, turn: int, *, at_once: bool = False) -> Sentence | None:
        await self._encode()
        strategy = self._strategy
        unmet = strategy.unmet() if strategy.heard_before(turn) else []
        found = self._questions.next(strategy.owed(turn), unmet, strategy.rehearsal.roots(strategy.side))
        return self.sentence(found) if found is not None else None

    def lead(self, turn: int) -> Sentence:
        return self.sentence(self._phrases.say("answer.lead"))

    async def answer(self, turn: int, asked: str) -> Answer:
        if not asked.strip():
            return Answer([self.sentence(self._phrases.say("answer.unheard"))])
        return Answer(await self.found(turn, asked) or [self.put_off()])

    def put_off(self) -> Sentence:
        """An honest word that there is no answer."""
        return self.sentence(self._phrases.say("answer.put-off"))

    async def found(self, turn: int, asked: str) -> Sequence[Sentence]:
        """What the trees have on a question; nothing where they do not know it."""
        parts = await self._encode(*parts_of(asked), asked)
        strategy, said = self._strategy, frozenset(self._strategy.writer.memory.sentences)
        k = strategy.format.look_ahead(turn)
        given = answer_of_trees(strategy.side, parts[:-1], strategy.index, k, said)
        given = given or answer_by_kind(strategy.rehearsal.case(strategy.side), strategy.objection(parts[-1]), said)
        return self._sentences(given) if given else ()

    def sentence(self, text: str, mark: Mapping[str, object] | None = None) -> Sentence:
        """One that is no part of a statement, with an id of its own in the match."""
        name = f"{self._strategy.side}-x{next(self._numbers)}"
        known = {"id": name, "text": text, "unit": name, "priority": Priority.MUST}
        return Sentence.model_validate(known | dict(mark or {}))

    def _sentences(self, given: Given) -> list[Sentence]:
        if given.again:
            clause = self._strategy.writer.clause(given.texts[0])
            return [self.sentence(self._phrases.say("answer.again", clause=clause))]
        mark: dict[str, object] = {}
        if given.node is not None:
            mark = {"source": given.node.id, "topic": given.node.topic}
        first, *rest = given.texts
        return [self.sentence(first, mark | self._deed(given)), *(self.sentence(text, mark) for text in rest)]

    def _deed(self, given: Given) -> dict[str, object]:
        """What it answers of the debate so far, if they have made that claim themselves."""
        met = self._made(given)
        if met is None or given.node is None or given.texts[0] != given.node.claim:
            return {}
        node, points = met
        kind = self._strategy.flows.answering(node, self._strategy.side)
        return {"action": ActionKind(kind).value, "target": node.claim, "answers": tuple(one.id for one in points)}

    def _made(self, given: Given) -> tuple[FlowNode, list[Point]] | None:
        """The node of the flow by which the other side made the claim, and its points there that are open."""
        strategy = self._strategy
        if given.against is None:
            return None
        for tree in strategy.flows.trees.values():
            for node in tree.nodes.values():
                if node.source == given.against.id and node.side is not strategy.side:
                    return node, [point for point in node.points if self._open(point)]
        return None

    def _open(self, point: Point) -> bool:
        standing = self._strategy.standings(len(self._strategy.format.turns) - 1).get(point.id)
        return standing is not None and not standing.met

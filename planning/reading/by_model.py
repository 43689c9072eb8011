"""From heard passages to actions with a model (TreeDebater 3.3): each new piece is read with the trees so far.

What a model answers is checked before it is believed: a target must be a node that can be acted on so, a claim that
is there already is reinforced instead of made again, and an argument that is there already is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side
from config.settings import Role
from planning.argument import Action, ActionKind
from planning.choosing.notes import flows_text
from planning.llm.prompts import render
from planning.ports import LLM
from planning.trees.encoding import Encoded
from planning.trees.flow import FlowNode, Flows, find
from planning.trees.index import Index

LONGEST = 400  # characters of a claim or an argument that are kept


class Read(BaseModel):
    """One action as the model read it; `target` is the id of a claim in the trees, or its words.

    `passage`: the number, from 1, of the one it was read in; 0 where it is not told.
    """

    model_config = ConfigDict(extra="forbid")

    action: ActionKind
    claim: str = Field(max_length=2000)
    argument: str = Field(max_length=4000)
    target: str = Field(max_length=2000)
    passage: int = 0


class Reading(BaseModel):
    """Everything that a piece of speech does to the debate; often nothing."""

    model_config = ConfigDict(extra="forbid")

    actions: list[Read] = Field(max_length=40)


class ModelReader:
    """Reads the speeches of one side.

    Args:
        index: the claims of the rehearsal trees, by which a heard claim is recognised.
        context: how many of the last passages are shown again, so that a piece is understood.
    """

    def __init__(self, llm: LLM, index: Index, speaker: Side, *, context: int = 4) -> None:
        self._llm, self._index, self._speaker, self._context = llm, index, speaker, context
        self._before: list[str] = []

    async def read(self, passages: Sequence[str], flows: Flows, deadline: float) -> list[Read]:
        """The actions in the next passages of a speech, as the model sees them: `checked` makes sense of each.

        Raises:
            ProviderError, ModelOutputError: the model gave no usable answer in time; nothing was taken in.
        """
        prompt = render(
            "extract",
            motion=self._index.rehearsal.motion,
            speaker=self._speaker.value,
            other=self._speaker.other.value,
            flows=flows_text(flows.trees),
            before="\n".join(self._before),
            passages="\n".join(f"({number}) {passage}" for number, passage in enumerate(passages, 1)),
        )
        answer = await self._llm.ask(Role.EXTRACTOR, prompt, Reading, deadline)
        self._before = [*self._before, *passages][-self._context :]
        return answer.actions

    def compared(self, found: Sequence[Read]) -> list[str]:
        """What `checked` compares of these by meaning: encoded before, it waits for no embedder."""
        return [text for read in found for text in (_tidy(read.claim), _tidy(read.target)) if text]

    def checked(self, read: Read, flows: Flows) -> Action | None:
        """The action put right for where the debate stands now; None if it says nothing new."""
        claim, argument = Encoded(_tidy(read.claim), self._index.embedder), _tidy(read.argument)
        if not claim.text:
            return None
        if (said := self._like(claim, self._speaker, flows)) is not None:  # the speaker has made this claim already
            if not argument or argument in (said.claim, *said.arguments):
                return None
            return self._action(ActionKind.REINFORCE, Encoded(said.claim, claim.embedder), argument, said.claim)
        if read.action is ActionKind.PROPOSE:
            return self._action(ActionKind.PROPOSE, claim, argument, "")
        target = self._target(read, flows)
        if target is None:
            return self._action(read.action, claim, argument, _tidy(read.target))
        kind: ActionKind = read.action
        if kind is not ActionKind.REINFORCE:
            kind = flows.answering(target, self._speaker)
        return self._action(kind, claim, argument, target.claim)

    def _target(self, read: Read, flows: Flows) -> FlowNode | None:
        """The node meant, among those that this action can be done to."""
        whose = self._speaker if read.action is ActionKind.REINFORCE else self._speaker.other
        named = read.target.strip().strip("[]")
        for tree in flows.trees.values():
            node = tree.nodes.get(named)
            if node is not None and node.side is whose:
                return node
        return self._like(Encoded(_tidy(read.target), self._index.embedder), whose, flows)

    def _like(self, claim: Encoded, side: Side, flows: Flows) -> FlowNode | None:
        for tree in flows.trees.values():
            if (found := find(claim, tree.of(side), claim.embedder.same)) is not None:
                return tree.nodes[found]
        return None

    def _action(self, kind: ActionKind, claim: Encoded, argument: str, target: str) -> Action:
        known = self._index.similar(claim, self._speaker, claim.embedder.same)
        source = known[0][0].id if known else None
        return Action(kind=kind, actor=self._speaker, claim=claim.text, argument=argument, target=target, source=source)


def _tidy(text: str) -> str:
    return " ".join(text.split())[:LONGEST]

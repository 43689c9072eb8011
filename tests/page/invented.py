"""Matches that nobody held, in any format: what is said in them is drawn with dice, and the match itself takes it."""

from __future__ import annotations

import random

from agent.match.events import ActionExtracted, EndReason, Event, PoiAccepted, PoiEnded, PoiOffered, PoiOver
from agent.match.state import Match
from config.errors import RuleError
from config.format import Format, Side, Turn
from planning.debate import acting
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.debate.points import Point, PointForm, point_id
from tests.chair import Chair

FORMS = (*[PointForm.STATEMENT] * 6, PointForm.QUESTION, PointForm.CONCESSION, PointForm.CONCESSION)
MOST_SAID = 9  # actions in one turn


def invented(match_format: Format, seed: int) -> list[Event]:
    """The log of one: it may end early, in the middle of a turn; both debaters read it, each in their own way."""
    return _Invented(match_format, random.Random(f"{match_format.name} {seed}")).held()


class _Invented:
    def __init__(self, match_format: Format, dice: random.Random) -> None:
        self.dice, self.chair = dice, Chair(match_format)
        self.numbers: dict[tuple[Side, Side, int], int] = {}
        self.ids: dict[Side, list[str]] = {side: [] for side in Side}  # by observer, corrected ones too

    def held(self) -> list[Event]:
        self.chair.create()
        turns = self.chair.format.turns
        last = self.dice.choice([len(turns) - 1, len(turns) - 1, self.dice.randrange(len(turns))])
        for index in range(last + 1):
            self.chair.begin(index, at=self.chair.now + 2)
            self.speech(index, turns[index])
            if index < last or self.dice.random() < 0.7:
                self.chair.end(EndReason.YIELDED, at=self.chair.now + 1)
        return self.chair.events

    @property
    def match(self) -> Match:
        return self.chair.match

    def speech(self, index: int, turn: Turn) -> None:
        window = turn.points_of_information
        other = turn.cross_examination is not None
        for place in range(self.dice.randint(0, MOST_SAID)):
            if window is not None and place == 1:
                began = self.match.turns[index].started
                self.chair.tell(PoiOffered(turn=index, side=turn.side.other), at=began + window.start + 1)
                self.chair.tell(PoiAccepted(turn=index, side=turn.side.other), at=self.chair.now + 1)
                self.said(index, turn.side.other)
                self.chair.tell(PoiEnded(turn=index, side=turn.side.other, reason=PoiOver.ASKED))
                other = self.dice.random() < 0.5
            self.said(index, self.dice.choice([*Side]) if other else turn.side)

    def said(self, index: int, actor: Side) -> None:
        """One thing, as each debater understood it, or did not."""
        for observer in self.dice.sample([*Side], k=self.dice.randint(1, 2)):
            action, owner, target = self.action(index, observer, actor)
            try:
                node = acting.effect(self.match.flows[observer], owner, action, target)
            except RuleError:  # a node that was withdrawn by a correction
                continue
            read = ActionExtracted(turn=index, observer=observer, action=action, owner=owner, target=target, node=node)
            self.chair.tell(read, at=self.chair.now + 0.5)

    def action(self, index: int, observer: Side, actor: Side) -> tuple[Action, Side, str | None]:
        kind = self.dice.choice([*ActionKind])
        form = self.dice.choice(FORMS)
        owner, target = actor, None
        if kind is not ActionKind.PROPOSE:
            own = kind is ActionKind.REINFORCE and form is not PointForm.CONCESSION
            owner, node = self.dice.choice(self.nodes(observer, actor if own else actor.other) or [(actor, None)])
            target = node.id if node is not None and self.dice.random() < 0.9 else None
        action = Action(
            kind=kind, actor=actor, claim=f"claim {len(self.ids[observer])}", argument=self.dice.choice(["", "so"])
        )
        if self.dice.random() < 0.95:
            action = action.model_copy(update={"point": self.point(index, observer, actor, form)})
        return acting.met(action, target), owner, target

    def nodes(self, observer: Side, side: Side) -> list[tuple[Side, FlowNode | None]]:
        trees = self.match.flows[observer]
        return [(owner, node) for owner, tree in trees.items() for node in tree.nodes.values() if node.side is side]

    def point(self, index: int, observer: Side, actor: Side, form: PointForm) -> Point:
        dice, key = self.dice, (observer, actor, index)
        number = self.numbers[key] = self.numbers.get(key, 0) + 1
        id = point_id(actor, index, number)
        theirs = [one for one in self.ids[observer] if one.startswith(actor.other)]
        named = dice.sample(theirs, k=min(len(theirs), dice.choice([0, 0, 1, 1, 2])))
        granted = form is PointForm.CONCESSION or dice.random() < 0.05
        nodes = [node.id for _, node in self.nodes(observer, actor.other) if node is not None]
        standing = [point.id for _, point in acting.points(self.match.flows[observer])]
        own = [one for one in standing if one.startswith(f"{actor}{index + 1}.")]
        self.ids[observer].append(id)
        return Point(
            id=id,
            words=f"words {id}",
            claim=f"claim {id}",
            form=form,
            start=None if dice.random() < 0.2 else round(dice.uniform(0, 200), 1),
            answers=() if granted else tuple(named),
            concedes=tuple(named) if granted else (),
            meets=tuple(dice.sample(nodes, k=min(len(nodes), dice.choice([0, 0, 0, 1])))),
            corrects=tuple(dice.sample(own, k=min(len(own), dice.choice([1, 2])))) if dice.random() < 0.15 else (),
        )

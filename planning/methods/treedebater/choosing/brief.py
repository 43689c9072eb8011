"""What a writer is told before a speech: what is owed to the other side, our own claims, what there is to say. Pure.

The points of the other side come first, in their exact words; each option has a name, `o1`, by which the writer says
that a sentence carries it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from config.format import Side, Stage
from planning.debate import acting
from planning.debate.flow import Flows
from planning.debate.points import Objection, Point, PointForm
from planning.debate.standing import Standing
from planning.methods.treedebater.choosing.choose import Option, TreePlan
from planning.methods.treedebater.choosing.open_points import Owed, asks_for_an_answer
from planning.methods.treedebater.choosing.retrieve import Candidate

OWN_OPTIONS = 1  # that are shown for one claim of ours
SURE_OPTIONS = 2  # that are shown for one point, of those prepared for just that
SPOKEN_FIRST = "(the other side has not spoken yet)"


@dataclass(frozen=True)
class Brief:
    """Before one speech. `new`: ids of points that came since the draft there is was written, `met`: of those that
    are answered in this speech by what was spoken of it or is in the air.
    `unread`: what the other side said last and nobody has read into the record yet, a passage a point, under ids that
    lead to the points that will be made of it. `named`: the names of options by their nodes, kept from brief to brief
    of a speech."""

    side: Side
    stage: Stage
    k: int
    owed: tuple[Owed, ...]
    plan: TreePlan
    flows: Flows
    standings: Mapping[str, Standing]
    heard: bool = True  # whether the other side has spoken
    new: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()
    unread: tuple[Point, ...] = ()
    options: dict[str, Option] = field(default_factory=dict, compare=False)
    named: dict[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        answers = [option for one in self.open if self._backed(one) is None for option, _ in self._shown(one)]
        own = [option for _, options in self.own for option in options]
        for option in (*answers, *own):
            self.options.setdefault(self._name(option), option)

    def _name(self, option: Option) -> str:
        node = option.node.id if option.node is not None else ""
        return self.named.setdefault(node, f"o{len(self.named) + 1}")

    @property
    def open(self) -> tuple[Owed, ...]:
        """The points that a listener would miss an answer to."""
        return tuple(one for one in self.owed if asks_for_an_answer(one) and one.point.id not in self.met)

    @property
    def backing(self) -> Mapping[str, tuple[str, ...]]:
        """By an open point, the ids of those that were read as the very same claim, and are answered with it."""
        return {
            one.point.id: tuple(
                other.point.id
                for other in self.open
                if self._backed(other) is one and other.point.claim == one.point.claim
            )
            for one in self.open
        }

    @property
    def asked(self) -> tuple[str, ...]:
        """Ids of the open points that a draft must do something about; what only says more for one needs nothing."""
        return tuple(one.point.id for one in self.open if self._backed(one) is None)

    @property
    def own(self) -> list[tuple[Candidate, tuple[Option, ...]]]:
        """What can be done for our own claims: to propose them, or to say more for them."""
        found: dict[str, list[Option]] = {}
        said: dict[str, Candidate] = {}
        for battlefield in self.plan.battlefields:
            for option in battlefield.options:
                candidate = option.candidate
                if option.node is not None and candidate.kind.value in ("propose", "reinforce"):
                    said.setdefault(candidate.target, candidate)
                    found.setdefault(candidate.target, []).append(option)
        shown = 0 if self.stage is Stage.CLOSING else OWN_OPTIONS
        return [(said[claim], tuple(options[:shown])) for claim, options in found.items()]

    def _shown(self, one: Owed) -> list[tuple[Option, bool]]:
        """What is prepared for a point, the best of it in full (True); where nothing surely is, the nearest, in a line.
        A closing brings nothing new."""
        if self.stage is Stage.CLOSING:
            return []
        sure = [(option, place == 0) for place, option in enumerate(one.options[: min(one.sure, SURE_OPTIONS)])]
        return sure or [(option, False) for option in one.options[:1]]

    def evidence(self) -> list[str]:
        """Ids of the evidence that any of it may use, what bears on open points first."""
        near = [key for one in self.open for key in one.evidence]
        prepared = [key for option in self.options.values() if option.node for key in option.node.node.evidence]
        return list(dict.fromkeys([*near, *prepared]))

    @property
    def text(self) -> str:
        """All of it, for a model: what changes most comes last."""
        return "\n".join(self._lines())

    @property
    def points_text(self) -> str:
        """The points that a listener would miss an answer to, without what is prepared for them."""
        told = [line for one in self.open for line in point_lines(one)]
        return "\n".join(told) or ("(none)" if self.heard else SPOKEN_FIRST)

    def _lines(self) -> Iterator[str]:
        yield "## Your own claims"
        yield from list(self._own_lines()) or ["(none so far)"]
        yield ""
        yield "## What else the other side has said"
        yield from list(self._other_lines()) or ["(nothing)"]
        yield ""
        yield "## Points of the other side that nobody has answered"
        yield from self._open_lines()
        if unmet := [one for one in self.unread if one.id not in self.met]:
            yield ""
            yield "## Said by the other side just now, and not in the record yet; what needs an answer is answered too"
            yield from unread_lines(unmet, self.new)

    def _open_lines(self) -> Iterator[str]:
        if not self.open:
            yield "(none)" if self.heard else SPOKEN_FIRST
        for one in self.open:
            if self._backed(one) is not None:
                continue
            yield from point_lines(one, new=one.point.id in self.new)
            for more in (other for other in self.open if self._backed(other) is one):
                new = " NEW" if more.point.id in self.new else ""
                yield f"    {more.point.id}{new}, more for it and answered with it: “{more.point.words}”"
            for option, full in self._shown(one):
                if option.node is not None:
                    yield f"    {option_line(self._name(option), option, full=full)}"
            if one.evidence and self.stage is not Stage.CLOSING:
                yield f"    evidence that may bear on it: {', '.join(one.evidence)}"

    def _backed(self, one: Owed) -> Owed | None:
        """The open point before it on the same claim, which it only says more for."""
        same = [other for other in self.open if other.node is not None and other.node is one.node]
        return same[0] if same and same[0] is not one and one.point.form is PointForm.STATEMENT else None

    def _other_lines(self) -> Iterator[str]:
        ours = {point.id: point for _, point in acting.points(self.flows.trees) if point.side is self.side}
        closing = self.stage is Stage.CLOSING
        for one in self.owed:
            if not (asks_for_an_answer(one) or (closing and one.standing.met)):  # a closing has those as clashes
                said = next((f"; you: “{ours[by].words}”" for by in reversed(one.standing.by) if by in ours), "")
                yield f"{one.point.id} ({_stands(one.standing)}): “{one.point.words}”{said}"
        for _, point in acting.points(self.flows.trees):
            if point.side is not self.side and point.form is PointForm.CONCESSION:
                yield f"{point.id} (they grant you this): {point.claim} “{point.words}”"

    def _own_lines(self) -> Iterator[str]:
        told = {candidate.flow for candidate, _ in self.own}
        opening = self.stage is Stage.OPENING
        for candidate, options in self.own:
            yield f"{candidate.flow or 'not said yet'}: {candidate.target}{self._state(candidate.flow)}"
            for option in options:
                if option.node is not None:
                    yield f"    {option_line(self._name(option), option, full=opening)}"
        for node in self.flows.trees[self.side].of(self.side):
            if node.id not in told:
                yield f"{node.id}: {node.claim}{self._state(node.id)}"

    def _state(self, node: str | None) -> str:
        tree = self.flows.trees[self.side]
        if node is None or node not in tree.nodes:
            return ""
        against = [one for one in tree.nodes[node].children if tree.nodes[one].side is not self.side]
        return f" (they spoke against it: {', '.join(against)})" if against else " (nobody has spoken against it)"


def point_lines(one: Owed, *, new: bool = False) -> Iterator[str]:
    """A point as a writer is told of it: in its exact words, what it means, what it rests on."""
    point = one.point
    about = f"; about {', '.join(point.meets)}" if point.meets else ""
    minutes, seconds = divmod(int(point.start or 0), 60)
    when = f"; {minutes}:{seconds:02d} into the speech" if point.start is not None else ""
    form = "" if point.form is PointForm.STATEMENT else f"; a {point.form.value}"
    kind = "" if point.objection is Objection.OTHER else f"; objection: {point.objection.value}"
    yield f"{point.id}{' NEW' if new else ''} (speech {point.turn + 1}{when}{about}{form}{kind})"
    yield f"    their words: “{point.words}”"
    yield f"    meaning: {point.claim}"
    for support in point.support:
        if support.words not in point.words:
            yield f"    {support.kind.value}: “{support.words}”"


def unread_lines(unread: Iterable[Point], new: Collection[str] = ()) -> Iterator[str]:
    """Words that are no point yet, under the ids by which they are answered; those in `new` are marked as such."""
    yield from (f"{one.id}{' NEW' if one.id in new else ''}: “{one.words}”" for one in unread)


def clashes(brief: Brief) -> Iterator[str]:
    """For a closing: each point that was fought over, with the last words of both sides."""
    ours = {point.id: point for _, point in acting.points(brief.flows.trees) if point.side is brief.side}
    for one in brief.owed:
        if not one.standing.met:
            continue
        answers = [own for own in ours.values() if own.id in one.standing.by or one.point.id in own.answers]
        yield f"{one.point.id} ({_stands(one.standing, by=False)}): they: “{one.point.words}”"
        yield from (f"    you ({answer.id}): “{answer.words}”" for answer in answers[-2:])


def option_line(name: str, option: Option, *, full: bool) -> str:
    """What is prepared, by the name under which it may be used: its claim, `full` with its reasons."""
    assert option.node is not None
    node = option.node.node
    evidence = f" [evidence {', '.join(node.evidence)}]" if node.evidence else ""
    reasons = f" {' '.join(node.argument)}" if full else ""
    return f"{name} (prepared, strength {option.strength:.2f}): {node.claim}{reasons}{evidence}"


def _stands(standing: Standing, *, by: bool = True) -> str:
    names = f" by {', '.join(standing.by)}" if by and standing.by else ""
    again = "" if standing.let_stand is None else ", and they have not come back to it"
    return f"{standing.status.value}{names}{again}"

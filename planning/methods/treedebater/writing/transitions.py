"""How a prepared argument is joined to the debate: the point it answers is named, once, as surely as it was heard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from config.statement import Priority
from planning.debate.argument import ActionKind
from planning.debate.points import Objection, Point, PointForm
from planning.methods.treedebater.choosing.choose import Option
from planning.methods.treedebater.choosing.replies import ANSWERED, GUESSED, ROUNDING, TRUSTED, telling
from planning.methods.treedebater.choosing.retrieve import Candidate
from planning.methods.treedebater.trees.rehearsal import Prepared
from planning.methods.treedebater.writing.advocate import Advocate
from planning.methods.treedebater.writing.wording import Phrases

QUOTED = {  # the bank by which a point of a form is said back
    PointForm.QUESTION: "quote.question",
    PointForm.UNANSWERED: "quote.unanswered",
    PointForm.COUNTER_PROPOSAL: "quote.counter-proposal",
}
TOPICAL = 0.8  # from which the topic of a claim that they may have made may be called theirs
UNDERSTOOD = 0.35  # how sure the reader must be of a claim for it to be named as theirs
QUOTES_MOST = 3  # in one speech, each with the answer at once


WAITED = (
    PointForm.UNANSWERED,
    PointForm.QUESTION,
    PointForm.COUNTER_PROPOSAL,
)  # what a listener waits for an answer to
_TOLD = re.compile(  # of one's own life, what somebody else said, or in jest
    r"^(i|no|yes|oh|well|look|my|we|he|she)\b|\b(joke|joking|kidding|laugh\w*|funny|by the way|frankly|honestly)\b"
)


@dataclass(frozen=True)
class Transition:
    """What leads to a prepared argument.

    `joined` ties it to the rest and may be left out; `named` is the point it answers, and `stated` whether that says
    the point itself, so that a "yet" can follow; `announced`, that an answer follows. `needs`: the passage without
    which it makes no sense.
    """

    joined: str = ""
    named: str = ""
    stated: bool = False
    announced: bool = False
    needs: str | None = None


@dataclass(frozen=True)
class Place:
    """Where in a draft a passage stands."""

    unit: str
    priority: Priority


class Transitions:
    """The leads of one draft: what was named in it is not named again, but come back to."""

    def __init__(self, writer: Advocate, phrases: Phrases, *, short: bool = False) -> None:
        """`short`: of a turn without time for the words of others."""
        self._writer, self._say, self._short = writer, phrases.say, short
        self._named: dict[str, Place] = {}  # claims that were named, each with the passage that does
        self._last = ""  # the claim that was named last
        self._topic = ""  # that was come back to last
        self._about = ""  # the topic of the last answer
        self._quoted: set[str] = set()  # what was quoted
        self._proposed = self._asked = False  # whether a claim of our own was led to, and a question named

    def turned(self, node: Prepared, lead: Transition) -> str:
        """The claim as it follows the point it answers."""
        if not lead.named or lead.announced:
            return node.claim
        return self._say(
            "turn" if lead.stated else "answer", claim=self._writer.clause(node.claim), sentence=node.claim
        )

    def to(self, option: Option, node: Prepared, topic: str, place: Place) -> Transition:
        """How a passage is joined to what was said, and the point it answers, named once.
        `place`: of the passage; others may come back to it."""
        candidate = option.candidate
        kind, target = candidate.kind, candidate.points[0].words if candidate.points else candidate.target
        if kind in (ActionKind.ATTACK, ActionKind.REBUT):
            before, self._last = self._last, target
            about, self._about = self._about, node.topic
            if candidate.points and (needs := self._named_before(target, place)) is not None:
                if before == target:
                    return Transition(named=self._say("again"), announced=True, needs=needs)
                return Transition(named=self._say("name.back", topic=node.topic), needs=needs)
            return self._naming(option, node, known=about == node.topic)
        topic = topic or node.topic
        if kind is ActionKind.REINFORCE:
            ours = self._writer.rehearsal.root_of(node).owner is self._writer.side
            bank, known = "reinforce" if ours else "reinforce.theirs", topic == self._topic
            joined = "" if known else self._say(bank, topic=topic)
            self._topic = topic
        else:
            joined = "" if node.level >= 2 else self.proposed(topic).joined
        if node.level >= 2 and node.parent:
            return self.foreseen(self._writer.rehearsal.nodes[node.parent].claim, place, joined)
        return Transition(joined)

    def _named_before(self, claim: str, place: Place) -> str | None:
        """The passage that names the claim and is spoken if this one is; None if this is now the one."""
        before = self._named.setdefault(claim, place)
        if before == place:
            return None
        if before.priority is Priority.RESERVE and place.priority is not Priority.RESERVE:
            self._named[claim] = place
            return None
        return before.unit

    def foreseen(self, claim: str, place: Place, joined: str = "") -> Transition:
        """Put an objection that nobody has made, or come back to one that was named before."""
        before, self._last = self._last, claim
        again = self._named_before(claim, place)
        if again is not None and before == claim and not joined:
            return Transition(named=self._say("again"), announced=True, needs=again)
        bank = "foresee" if again is None else "foresee.again"
        return Transition(joined, self._say(bank, claim=self._writer.clause(claim)), stated=True, needs=again)

    def proposed(self, topic: str) -> Transition:
        """What leads to a claim of one's own: its topic, where that is new."""
        before, self._about = self._about, topic
        bank = "propose.next" if self._proposed else "propose.first"
        self._proposed = True
        if before == topic:
            return Transition()
        return Transition(self._say(bank, topic=topic))

    def _naming(self, option: Option, node: Prepared, *, known: bool) -> Transition:
        """Their point in their own words where this surely answers it; else the prepared claim if it was surely meant,
        else what it is about, where that is not `known` from the answer before."""
        candidate = option.candidate
        if (point := self.quotable(candidate.points, candidate.confidence)) is not None:
            self.quoting(point)
            return Transition(named=self.quoted(point), announced=True)
        if candidate.points and candidate.points[0].form is PointForm.QUESTION:
            return Transition(named=self._say(f"name.{_question(candidate.confidence)}"), announced=True)
        if candidate.source is not None and candidate.source == node.parent and candidate.confidence >= TRUSTED:
            claim = self._writer.rehearsal.nodes[node.parent].claim
            bank = f"name.{candidate.kind}" if claim == candidate.target else "name.understood"
            return Transition(named=self._say(bank, claim=self._writer.clause(claim)), stated=True)
        if known:
            return Transition()
        bank = "name.topic" if candidate.confidence >= TOPICAL else "name.neutral"
        return Transition(named=self._say(bank, topic=node.topic), announced=True)

    def brief(self, node: Prepared, candidate: Candidate) -> str:
        """The claim of an argument with what it is about, in one sentence; that a question is answered is said once."""
        before, self._about = self._about, node.topic
        asks = any(point.form is PointForm.QUESTION for point in candidate.points[:1])
        if asks and not self._asked:
            self._asked = True
            return self._say(f"brief.{_question(candidate.confidence)}", claim=self._writer.clause(node.claim))
        bank = "brief.next" if before == node.topic else "brief.topic" if before or self._asked else "brief.first"
        return self._say(bank, topic=node.topic, claim=self._writer.clause(node.claim))

    def about(self, topic: str) -> Transition:
        """What leads to an argument of our own that may answer something: its topic, where that is new."""
        before, self._about = self._about, topic
        named = "" if before == topic else self._say("name.neutral", topic=topic)
        return Transition(named=named, announced=True)

    def quotable(self, points: Sequence[Point], sure: float) -> Point | None:
        """The point that may be quoted before what surely answers it: seldom, and neither a story nor in jest."""
        point = said_back(points[:1])
        if point is None or point.quote.lower() in self._quoted or not self.may_quote:
            return None
        asked = point.form in WAITED
        if sure < (GUESSED if asked else TRUSTED) or (not asked and _TOLD.search(point.quote.lower())):
            return None
        return point

    @property
    def may_quote(self) -> bool:
        """Whether anything more may be quoted in this speech."""
        return not self._short and len(self._quoted) < QUOTES_MOST

    def quoting(self, point: Point) -> None:
        """A point that is quoted elsewhere in the speech counts too."""
        self._quoted.add(point.quote.lower())

    def quoted(self, point: Point) -> str:
        """A point of theirs in a clause of its own, told as what it was: a question, another proposal."""
        quote = point.quote[:1].upper() + point.quote[1:]
        if point.form is PointForm.QUESTION:
            quote = quote.rstrip("?") + "?"
        return self._say(QUOTED.get(point.form, "quote.statement"), quote=quote)

    def kind(self, kind: Objection) -> str:
        """A point of theirs, told by its kind alone."""
        return self._say(f"kind.{kind.value}")


def _question(sure: float) -> str:
    """Whether what is said answers a question, or is the nearest that there is."""
    return "question" if sure > ANSWERED - ROUNDING else "question.near"


def said_back(points: Sequence[Point]) -> Point | None:
    """The point of several that is best said back: what a listener waits for, else what argues, else the last."""
    quoted = [point for point in points if telling(point)]
    waited = [point for form in WAITED for point in quoted if point.form is form]
    argued = [point for point in quoted if not _TOLD.search(point.quote.lower())]
    return next(iter(waited or argued[::-1] or quoted[::-1]), None)

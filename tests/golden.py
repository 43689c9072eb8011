"""Golden debates: a debate as one would note it down, replayed line by line.

    motion: School uniforms should be mandatory
    00:00 chair: opening, pro, 4:00                     a turn begins, of that length
    00:04 pro: propose "claim" because "argument"       the reason may be left out
    00:30 pro: reinforce "claim" with "argument"
    03:00 chair: 1:00 left                              a warning
    03:10 chair: pauses                                 the clock stands
    05:10 chair: resumes                                and runs again
    06:00 bell                                          the turn ends
    06:06 con: attack "claim" with "claim of their own" because "argument"
    07:00 pro: rebut "their attack" with "answer"
    08:00 con: yields                                   the turn ends before the bell
    08:30 pro: leaves                                   and with it the turn, if it is pro's
    09:00 chair: closes                                 the match is over
    00:04 pro: propose "claim" {pro1.1}                 any of these may be a point with an id,
    00:09 pro: propose "claim" {pro1.2 corrects pro1.1} which may say more of itself: corrects, answers and
    06:06 con: attack ... {con2.1 answers pro1.1}       concedes with ids, or its form
    refused 09:05 bell                                  breaks a rule and changes nothing

    expect unanswered(pro) = "claim", "claim"           con's leaves in pro's own tree; `nothing` for none
    expect status("claim") = attacked
    expect visits("claim") = 2
    expect arguments("claim") = "one", "two"
    expect thread("claim") = "main claim"
    expect depth("claim") = 1
    expect unmatched = "claim"                          claims whose target nobody could find
    expect turn(1) = bell                               how the first turn ended, or `open`
    expect clock(1) = 4:00                              how much of its own clock the first turn used
    expect phase = waiting
    expect standing(pro1.2) = answered in 2 by con2.1   how a point stands, since which turn, and by what

A target may be named in other words: it is found as the debater finds it, by likeness. Both sides hear
everything, so every expectation is checked on the trees of both. `#` begins a comment.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agent.match.clock import face
from agent.match.events import ClockSignal, EndReason, MatchEnded, ParticipantLeft
from config.errors import RuleError
from config.format import Format, Side, Stage, Turn
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode, FlowTree
from planning.debate.points import Point, PointForm
from planning.debate.standing import speeches, standings
from tests.chair import Chair

TURN = re.compile(r"^(\d+:\d\d) chair: (opening|rebuttal|closing), (pro|con), (\d+:\d\d)$")
LEFT = re.compile(r"^(\d+:\d\d) chair: (\d+:\d\d) left$")
STANDS = re.compile(r"^(\d+:\d\d) chair: pauses$")
RUNS = re.compile(r"^(\d+:\d\d) chair: resumes$")
CLOSES = re.compile(r"^(\d+:\d\d) chair: closes$")
BELL = re.compile(r"^(\d+:\d\d) bell$")
GOES = re.compile(r"^(\d+:\d\d) (pro|con): (yields|leaves)$")
PROPOSE = re.compile(r'^(\d+:\d\d) (pro|con): propose "([^"]+)"(?: because "([^"]+)")?$')
REINFORCE = re.compile(r'^(\d+:\d\d) (pro|con): reinforce "([^"]+)" with "([^"]+)"$')
ANSWER = re.compile(r'^(\d+:\d\d) (pro|con): (attack|rebut) "([^"]+)" with "([^"]+)"(?: because "([^"]+)")?$')
POINT = re.compile(r"^(.*) \{((?:pro|con)\d+\.\d+)(?: (.+))?\}$")
EXPECT = re.compile(r'^expect (\w+)(?:\("?([^")]+)"?\))? = (.+)$')


class GoldenError(AssertionError):
    """A line that cannot be read, or an expectation that was not met: with the file and the line."""


def clock(text: str) -> float:
    """'4:05' as seconds."""
    minutes, seconds = text.split(":")
    return int(minutes) * 60 + int(seconds)


def play(path: Path) -> Chair:
    """Replay a golden debate.

    Raises:
        GoldenError: see there.
    """
    lines = [(n, line.strip()) for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    debate = Debate([line for _, line in lines])
    for number, line in lines:
        try:
            debate.take(line)
        except (RuleError, AssertionError) as error:
            raise GoldenError(f"{path.name}:{number}: {line}\n{error}") from error
    return debate.chair


class Debate:
    """One golden debate on its way."""

    def __init__(self, lines: list[str]) -> None:
        turns = [_turn(*found.groups()) for line in lines if (found := TURN.match(line))]
        motion = next((line.removeprefix("motion: ") for line in lines if line.startswith("motion: ")), "")
        assert motion, "a debate needs a motion"
        self.chair = Chair(Format(name="golden", turns=tuple(turns)), motion=motion)
        self.chair.create()
        self._said: dict[str, Any] | None = None  # of the point that the line in hand makes

    def take(self, line: str) -> None:
        if line.startswith("motion: "):
            return
        if line.startswith("refused "):
            self._refuse(line.removeprefix("refused "))
        elif found := EXPECT.match(line):
            self._expect(*found.groups())
        else:
            self._happen(line)

    # -- what happens --------------------------------------------------------------------------

    def _happen(self, line: str) -> None:
        for pattern, happens in self._table():
            if found := pattern.match(line):
                happens(*found.groups())
                return
        raise AssertionError("this line means nothing; see tests/golden.py")

    def _table(self) -> list[tuple[re.Pattern[str], Callable[..., object]]]:
        chair = self.chair
        return [
            (TURN, lambda at, *_: chair.begin(len(chair.match.turns), clock(at))),
            (LEFT, lambda at, left: chair.tell(ClockSignal(turn=self._now, left=clock(left)), clock(at))),
            (STANDS, lambda at: chair.pause(clock(at))),
            (RUNS, lambda at: chair.resume(clock(at))),
            (CLOSES, lambda at: chair.tell(MatchEnded(reason="closed by the chair"), clock(at))),
            (BELL, lambda at: chair.bell(clock(at))),
            (GOES, self._goes),
            (POINT, self._point),
            (PROPOSE, lambda at, who, claim, why: self._act(at, who, "propose", "", claim, why)),
            (REINFORCE, lambda at, who, claim, why: self._act(at, who, "reinforce", claim, claim, why)),
            (ANSWER, self._act),
        ]

    @property
    def _now(self) -> int:
        return len(self.chair.match.turns) - 1

    def _goes(self, at: str, who: str, how: str) -> None:
        turn = self.chair.match.turn
        if how == "leaves":
            self.chair.tell(ParticipantLeft(side=Side(who), reason="left the room"), clock(at))
            if turn is not None and turn.side is Side(who):
                self.chair.end(EndReason.LEFT)
        else:
            assert turn is None or turn.side is Side(who), f"it is not {who}'s turn"
            self.chair.end(EndReason.YIELDED, clock(at))

    def _act(self, at: str, who: str, kind: str, target: str, claim: str, why: str | None = None) -> None:
        said = self._said and Point(words=claim, claim=claim, **self._said)
        action = Action(
            kind=ActionKind(kind), actor=Side(who), claim=claim, argument=why or "", target=target, point=said
        )
        self.chair.act(action, at=clock(at))

    def _point(self, line: str, name: str, more: str | None) -> None:
        """What a line does, done as a point of that name."""
        self._said = {"id": name}
        for word, *ids in (part.split() for part in (more or "").split(", ") if part):
            self._said |= {word: tuple(ids)} if ids else {"form": PointForm(word)}
        try:
            self._happen(line)
        finally:
            self._said = None

    def _refuse(self, line: str) -> None:
        before = copy.deepcopy(self.chair.match)
        try:
            self._happen(line)
        except RuleError:
            assert self.chair.match == before, "it was refused, but left a trace"
        else:
            raise AssertionError("it should have been refused")

    # -- what is expected ----------------------------------------------------------------------

    def _expect(self, what: str, of: str | None, value: str) -> None:
        if what == "turn":
            reason = self.chair.match.turns[int(of or 0) - 1].reason
            _equal(reason.value if reason else "open", value)
        elif what == "clock":
            _equal(face(self.chair.match.turns[int(of or 0) - 1].clock.read(self.chair.now)), value)
        elif what == "phase":
            _equal(self.chair.match.phase.value, value)
        else:
            for trees in self.chair.match.flows.values():
                self._expect_of(trees, what, of or "", value)

    def _expect_of(self, trees: dict[Side, FlowTree], what: str, of: str, value: str) -> None:
        if what == "standing":
            turns = self.chair.match.turns
            over = speeches(self.chair.format.turns, (turn.index for turn in turns if turn.ended is not None))
            found = standings(trees, over)[of]
            by = f" by {' '.join(found.by)}" if found.by else ""
            again = f", let stand in {found.let_stand + 1}" if found.let_stand is not None else ""
            _equal(f"{found.status.value} in {found.turn + 1}{by}{again}", value)
        elif what == "unanswered":
            _equal([node.claim for node in trees[Side(of)].unanswered(Side(of))], _listed(value))
        elif what == "unmatched":
            _equal([action.claim for tree in trees.values() for action in tree.unmatched], _listed(value))
        else:
            tree, node = _node(trees, of)
            found = {
                "status": lambda: node.status.value,
                "visits": lambda: str(node.visits),
                "depth": lambda: str(tree.depth(node)),
                "arguments": lambda: node.arguments,
                "thread": lambda: [tree.thread(node).claim],
            }
            assert what in found, f"nobody knows what {what!r} is; see tests/golden.py"
            _equal(found[what](), _listed(value) if what in ("arguments", "thread") else value)


def _turn(_at: str, stage: str, side: str, length: str) -> Turn:
    return Turn(side=Side(side), stage=Stage(stage), seconds=clock(length))


def _node(trees: dict[Side, FlowTree], claim: str) -> tuple[FlowTree, FlowNode]:
    found = [(tree, node) for tree in trees.values() for node in tree if node.claim == claim]
    assert len(found) == 1, f"{len(found)} claims are {claim!r}"
    return found[0]


def _listed(value: str) -> list[str]:
    return [] if value == "nothing" else re.findall(r'"([^"]+)"', value)


def _equal(found: object, expected: object) -> None:
    assert found == expected, f"expected {expected}, but it is {found}"

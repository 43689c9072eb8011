"""What was done well, by rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.coach.coaching import Remark
from agent.coach.points import Group, most_telling, quote_for, quoted, retold
from agent.coach.remarks import CASE, Seen, Weighed, heaviest, remark
from agent.match.clock import face
from config.format import Stage
from planning.debate.argument import ActionKind
from planning.debate.points import Point
from planning.debate.standing import Status

USED = 0.95  # of a speech's time
_WEIGHS = re.compile(
    r"\b(even if|what (?:really )?matters|matters more|outweigh\w*|more important|the question is (?:what|whether|who"
    r"|how)|what (?:this|the) (?:motion|debate) (?:is|comes)|comes down to|on balance|bigger than|worth more)\b",
    re.I,
)
_SIGNPOST = re.compile(
    r"\b(?:my|our) (?:first|second|third|fourth|last|next|final)(?: and last)? (?:point|reason|argument)\b", re.I
)


def well(seen: Seen) -> tuple[Remark, ...]:
    return heaviest(seen, (_granted, _stood, _met, _came_back, _concrete, _counted, _weighed, _signposted, _time))


def _granted(seen: Seen) -> Iterator[Weighed]:
    advice = "What is granted need not be argued again. Remind listeners of it, and say what follows from it."
    for group in seen.own:
        standing, quote = group.standing, quote_for(group, seen.mine)
        if standing is not None and standing.status is Status.CONCEDED and quote is not None:
            theirs = seen.said_by_them(standing.by)
            yield remark(2.6, "granted", "They granted a point of yours", advice, quote, theirs)


def _stood(seen: Seen) -> Iterator[Weighed]:
    """A point that the other side left alone though it spoke since."""
    for group in seen.own:
        standing, quote = group.standing, quote_for(group, seen.mine)
        if standing is None or quote not in seen.stood or quote is None or retold(quote.text):
            continue
        if seen.format.turns[group.first.turn].carries_actions:
            advice = (
                f"In their {seen.speech(standing.turn)} nothing was heard that answers this, or comes near it. Listen "
                "once more; where it is so, tell listeners in your last speech, or it will count for nothing."
            )
            weight = 2.0 + min(group.seconds, 40) / 40 + group.sureness
            yield remark(weight, "stood", "No answer to a point of yours was heard", advice, quote)


def _met(seen: Seen) -> Iterator[Weighed]:
    """An answer to their very point, as their listener heard it."""
    advice = "This was heard as an answer to the very point that they had made, which is what wins exchanges."
    for group in seen.own:
        if group.kind not in (ActionKind.ATTACK, ActionKind.REBUT):
            continue
        quote = quote_for(group, seen.mine)
        met = (quoted(point, seen.theirs) for point in _answered_by(seen, group))
        theirs = next((one for one in met if one is not None), None)
        if quote is not None and theirs is not None and theirs.turn < quote.turn:
            yield remark(2.2 + group.sureness, "answered", "You met a point of theirs", advice, quote, theirs)


def _answered_by(seen: Seen, group: Group) -> list[Point]:
    names = {point.id for point in group.points}
    theirs = [one for other in seen.flow.of(seen.side.other) for one in other.said]
    return [point for point, standing in theirs if standing is not None and names & {*standing.by}]


def _came_back(seen: Seen) -> Iterator[Weighed]:
    """A point that was answered, and taken up again."""
    advice = "They had answered, and you spoke for it again instead of leaving them the last word."
    for group in seen.own:
        standing = group.standing
        if standing is None or standing.status is not Status.ANSWERED or standing.let_stand is not None:
            continue
        later = [point for point in group.points if point.turn > standing.turn]
        quote, theirs = most_telling(later, seen.mine), seen.said_by_them(standing.by)
        if quote is not None and theirs is not None:
            yield remark(2.1 + 0.1 * len(later), "came_back", "You came back to a point", advice, quote, theirs)


def _concrete(seen: Seen) -> Iterator[Weighed]:
    advice = "A case that listeners can picture stays with them longer than a claim."
    for line in seen.lines(CASE):
        yield remark(1.6 + min(line.words, 30) / 100, "example", "You made it concrete", advice, seen.quote(line))


def _counted(seen: Seen) -> Iterator[Weighed]:
    advice = (
        "A number is harder to wave away than “many”. Where it is not your own, say whose it is in the same breath."
    )
    for line in seen.lines(re.compile(r"\b\d{2,}|\b\d+(?:\.\d+)? ?%")):
        yield remark(1.4, "figure", "You gave a number", advice, seen.quote(line))


def _weighed(seen: Seen) -> Iterator[Weighed]:
    title = "You told listeners what decides the debate"
    advice = "Comparing what is at stake does for listeners what they would otherwise do without you."
    for line in seen.lines(_WEIGHS):
        late = seen.format.turns[line.turn].stage is Stage.CLOSING
        yield remark(1.5 + 0.4 * late, "weighed", title, advice, seen.quote(line))


def _signposted(seen: Seen) -> Iterator[Weighed]:
    lines = seen.lines(_SIGNPOST)
    for turn in dict.fromkeys(line.turn for line in lines):
        some = [line for line in lines if line.turn == turn]
        if len(some) > 1:
            advice = f"You announced your points {len(some)} times in that speech, so that anybody could take notes."
            yield remark(1.2 + 0.1 * len(some), "signposts", "You said where you were", advice, seen.quote(some[0]))


def _time(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        if one.spoken >= USED * one.allotted:
            advice = f"You spoke for {face(one.spoken)} of {face(one.allotted)} and ended inside the clock."
            yield remark(0.9, "time", "You used your time", advice, seen.quote(seen.mine.of(one.turn)[-1]))

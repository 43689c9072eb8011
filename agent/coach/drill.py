"""A drill made of the weakest moment of a match, and an attempt at it, counted. Pure.

Without a model nobody says whether an answer is a good one. Counted is which parts of the point it takes up by its
words, whether it gives a reason and names something, and how it was said, beside what was said in the match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.coach.coaching import (
    Answer,
    Attempt,
    Became,
    Drill,
    DrillJudged,
    PartMet,
    Quote,
    TheirPoint,
    YourPoint,
)
from agent.coach.delivery import fillers, pace
from agent.coach.points import roots
from planning.language.cues.cues import content_words
from planning.language.text import sentences

PARTS = 4
PART_ROOTS = 2  # words that an attempt shares with a part it meets; one is enough of a part that has few
_REASON = re.compile(r"\b(because|since|so that|which means|therefore|that is why|the reason|after all)\b[^.!?]*", re.I)
_EXAMPLE = re.compile(
    r"\b(for example|for instance|imagine|picture|take|think of|such as|when i|in my)\b[^.!?]*|[^.!?]*\d[^.!?]*", re.I
)


def drill_for(dropped: Sequence[TheirPoint], yours: Sequence[YourPoint]) -> Drill | None:
    """On the first of the points of theirs that were left alone; else on one of one's own that lost its last word."""
    if dropped:
        return _on_theirs(dropped[0])
    lost = [one for one in yours if one.became is Became.ANSWERED and one.answers]
    if not lost:
        return None
    first = min(lost, key=lambda one: "not come back" not in one.told)
    why = "They answered your point. Answer their answer, so that your point stands again."
    return _drill("Come back to what they said here.", why, first.answers[0], first.quote, None)


def _on_theirs(one: TheirPoint) -> Drill:
    why = "No answer to it was heard."
    if one.question:
        why = "It was a question to you, and no answer was heard."
    if one.near is not None:
        why = "What you said near it was not heard as an answer to it."
    return _drill("Answer this point of theirs.", why, one.quote, one.near, one.answer)


def weight(one: TheirPoint) -> tuple[bool, bool, bool, float]:
    """Questions first, then what was not even touched, then what there is an answer to, then the longest."""
    return (one.question, one.near is None, one.answer is not None, one.quote.end - one.quote.start)


def _drill(task: str, why: str, point: Quote, earlier: Quote | None, answer: Answer | None) -> Drill:
    return Drill(
        id=f"{point.side.value}{point.turn + 1}-{point.start:.0f}",
        task=task,
        why=why,
        point=point,
        parts=tuple(parts_of(point.text)),
        earlier=earlier,
        answer=answer,
    )


def parts_of(text: str) -> list[str]:
    """The sentences of a point that say something; long ones cut where a reason is joined to a claim."""
    pieces = [
        piece for sentence in sentences(text) for piece in re.split(r",? (?=because |so that |which means )", sentence)
    ]
    return [piece for piece in pieces if roots(piece)][:PARTS] or [text]


def attempt(text: str, seconds: float, drill: Drill) -> Attempt:
    """An answer, measured against the point of a drill. `seconds`: in which it was spoken."""
    said = [piece.strip() for piece in re.split(r"(?<=[.!?…])\s+", text) if piece.strip()]
    words = len(text.split())
    reason, example = _REASON.search(text), _EXAMPLE.search(text)
    return Attempt(
        text=text,
        seconds=round(seconds, 1),
        words=words,
        words_per_minute=pace(words, seconds),
        fillers=sum(one.count for one in fillers(text)),
        parts=tuple(PartMet(text=part, by=_taking_up(part, said)) for part in drill.parts),
        reason=reason[0].strip() if reason else "",
        example=example[0].strip() if example else "",
    )


def _taking_up(part: str, said: Sequence[str]) -> str:
    """The sentence that shares most with a part, empty where none shares enough."""
    wanted = roots(part)
    best = max(said, key=lambda one: len(roots(one) & wanted), default="")
    return best if len(roots(best) & wanted) >= min(PART_ROOTS, max(1, len(wanted) // 2)) else ""


def counted(text: str, seconds: float, drill: Drill) -> DrillJudged:
    """An attempt beside what was said in the match, by rules."""
    now = attempt(text, seconds, drill)
    earlier = drill.earlier
    then = attempt(earlier.text, earlier.end - earlier.start, drill) if earlier is not None else None
    return DrillJudged(now=now, then=then, better=None, told=tuple(_told(now, then, drill)))


def _told(now: Attempt, then: Attempt | None, drill: Drill) -> Iterator[str]:
    if len(content_words(now.text)) < 3:
        yield "Hardly anything was heard. Speak up, closer to the microphone, and try it again."
        return
    yield f"{_taken_up(now)} taken up in your words{_before(now, then)}."
    yield f"You gave a reason: “{now.reason}”" if now.reason else "No reason was heard: say “because” once."
    yield f"You named something: “{now.example}”" if now.example else "No case and no number was heard: name one."
    yield f"{now.words} words in {now.seconds:.0f} seconds, {now.words_per_minute} a minute{_filled(now)}."
    if now.seconds < 0.5 * drill.seconds:
        yield f"{drill.seconds - now.seconds:.0f} of the {drill.seconds} seconds are left: say why it matters."


def _taken_up(now: Attempt) -> str:
    if len(now.parts) == 1:
        return "Their point is" if now.met else "Nothing of their point is"
    return f"{now.met} of the {len(now.parts)} parts of their point {'is' if now.met == 1 else 'are'}"


def _before(now: Attempt, then: Attempt | None) -> str:
    if then is None:
        return ""
    return ", as in the match" if then.met == now.met else f"; it was {then.met} in the match"


def _filled(now: Attempt) -> str:
    return f", with {now.fillers} filler{'s' if now.fillers != 1 else ''}" if now.fillers else ""

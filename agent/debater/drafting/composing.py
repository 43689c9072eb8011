"""One statement out of what was written at different times: the newest in front, what was mended in its place. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from config.statement import Priority, Sentence, marked, without
from planning.methods.contract import Ends
from speech.timing.alike import alike
from speech.timing.length_search import demoted
from speech.timing.pauses import Points


def in_front(newest: Sequence[Sentence], before: Sequence[Sentence], *, whole: bool = False) -> tuple[Sentence, ...]:
    """How a draft begins that is still being written, and behind it what there was before and it has not touched.

    Touched is a passage with a sentence of it, on one of its topics, or on points that it answers all of; greetings
    and the like of the old draft, which has no beginning any more, go too, unless it was written to follow: `whole`.
    """
    if not newest:
        return tuple(before)
    texts, topics = {s.text for s in newest}, {s.topic for s in newest} - {""}
    answers = {one for s in newest for one in s.answers}
    points = Points(before)
    passages: dict[str, list[Sentence]] = {}
    for s in before:
        passages.setdefault(points.passage(s.unit), []).append(s)
    body = [s for s in newest if s.priority is not Priority.CLOSING]
    ending = [s for s in newest if s.priority is Priority.CLOSING]
    kept = [
        s
        for passage in passages.values()
        if not _touched(passage, texts, topics, answers, whole=whole)
        for s in passage
        if not (ending and s.priority is Priority.CLOSING)
    ]
    return (*body, *marked(kept, "before-"), *ending)


def _touched(passage: Sequence[Sentence], texts: set[str], topics: set[str], answers: set[str], *, whole: bool) -> bool:
    if any(s.priority is Priority.CLOSING for s in passage):
        return False
    own = {one for s in passage for one in s.answers}
    about = {s.topic for s in passage} - {""}
    return (
        any(s.text in texts or alike(s.text, texts) for s in passage)
        or bool(about & topics)
        or (bool(own) and own <= answers)
        or not (about or own or whole)
    )


def with_ends(sentences: Sequence[Sentence], ends: Ends) -> tuple[Sentence, ...]:
    """A draft between the first and the last passage that were written after it; where there is not time for all
    answers, the first is the last to give way."""
    body = [s for s in sentences if s.priority is not Priority.CLOSING] if ends.last else list(sentences)
    if ends.first:
        body = list(demoted(body, {s.unit for s in body if s.answers or s.concedes}))
    return (*in_front(marked(ends.first, "first-"), body), *marked(ends.last, "last-"))


def behind(first: Sequence[Sentence], draft: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """A draft that was begun when the first words were written, behind those; how it ends it knows better."""
    return in_front(marked(first, "first-"), draft, whole=True)


def without_ends(sentences: Sequence[Sentence], instead: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """A draft that was written before there was anything to begin or to end with: without its preface, and closed with
    the closing line of another one, where that has one."""
    points = Points(sentences)
    spoken_to = {points.passage(s.unit) for s in sentences if s.topic or s.answers or s.concedes}
    body = [s for s in sentences if s.priority is not Priority.CLOSING and points.passage(s.unit) in spoken_to]
    closing = [s for s in instead if s.priority is Priority.CLOSING] or [
        s for s in sentences if s.priority is Priority.CLOSING
    ]
    return (*body, *marked(closing, "closing-")) if body else tuple(sentences)


def mended(newest: Sequence[Sentence], before: Sequence[Sentence], after: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The newest statement with what a check of an earlier one has changed or taken back, sentence by sentence."""
    now = {s.id: s for s in after}
    changed = {s.text: (s, now[s.id]) for s in before if s.id in now and now[s.id] != s}
    gone = {s.text for s in before if s.id not in now}
    units = {s.unit for s in newest if s.text in gone and s.priority is not Priority.CLOSING}
    left = without(newest, units)
    return tuple(_as_now(s, *changed[s.text]) if s.text in changed else s for s in left)


def _as_now(newest: Sentence, before: Sentence, after: Sentence) -> Sentence:
    """With the words that it has now, and without the points that it was found not to meet."""
    missed = {*before.answers, *before.concedes} - {*after.answers, *after.concedes}
    left = {name: tuple(p for p in getattr(newest, name) if p not in missed) for name in ("answers", "concedes")}
    return newest.model_copy(update={"text": after.text, **left})

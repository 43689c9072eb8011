"""The sentences of a script: what each answers, cites and claims, and how much of it must be spoken. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from config.statement import Priority, Sentence
from planning.debate.argument import ActionKind
from planning.debate.points import Point
from planning.language.said import quotes, says_back, stems
from planning.methods.agent4debate.shapes import Part
from planning.methods.common.speeches import statement

MUST_SHARE = 0.75  # of a speech's words that must be spoken at the most: the rest makes it land
TAKEN_UP = 2  # words of a point that a sentence has, if it is one of several points that a passage answers
RESTATED = 0.5  # of a point's words, from which a sentence says it again
_IN_ORDER = (Priority.MUST, Priority.SHOULD)  # the first sentence, and those after it
_LEANS = re.compile(
    r"(?:(?:and|but|so) )?(?:that|this|these|those|it|its|he|she|they|his|her|their|which|such|both|hence|thus"
    r"|therefore|of th[eo]se|(?:an?|the) \w+ one)\b",
    re.I,
)


def script_of(
    parts: Sequence[Part],
    closing: str,
    points: Sequence[Point],
    evidence: Collection[str],
    *,
    acts: bool,
    words: float = math.inf,
) -> list[Sentence]:
    """The sentences of a script, with what they answer, cite and claim, as far as those exist.

    Args:
        points: of the other side's, that can be answered.
        acts: whether claims may be brought in that speech.
        words: that there is time for.
    """
    met = {number: _met(part, points) for number, part in enumerate(parts, 1)}
    worth = [_worth(part, answers=bool(part.answers or met[number])) for number, part in enumerate(parts, 1)]
    found = []
    for sentence in statement(worth, closing):
        number, place = place_of(sentence)
        if not place:
            found.append(sentence)
            continue
        part, answers = parts[number - 1], met[number].get(place, ())
        more: dict[str, object] = {"answers": answers}
        if place == 1:
            more["cites"] = tuple(_known(part.cites, evidence))
            if acts and part.claim and not met[number]:
                more["action"] = ActionKind.PROPOSE.value
        found.append(sentence.model_copy(update=more))
    return _within(found, parts, words)


def place_of(sentence: Sentence) -> tuple[int, int]:
    """The passage of a script that a sentence of it stands in, and its place there, from 1; 0 for the closing line."""
    number, _, place = sentence.id.removeprefix("s").partition(".")
    return (int(number), int(place)) if place.isdigit() else (0, 0)


def without_sentences(parts: Sequence[Part], gone: Collection[tuple[int, int]]) -> list[Part]:
    """The passages without those sentences, by passage and place, and without what only goes on from them."""
    left = []
    for number, part in enumerate(parts, 1):
        texts = list(_left(_texts(part), {place for passage, place in gone if passage == number}))
        if texts:
            left.append(part.model_copy(update={"sentences": texts}))
    return left


def as_spoken(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The same to be spoken from the first to wherever the time ends: each needs the one before, and nothing closes."""
    return tuple(
        one.model_copy(update={"unit": f"cut{i}", "needs": f"cut{i - 1}" if i else None, "priority": _IN_ORDER[i > 0]})
        for i, one in enumerate(sentences)
    )


# -- answers -----------------------------------------------------------------------------------------


def _met(part: Part, points: Sequence[Point]) -> Mapping[int, tuple[str, ...]]:
    """Which sentence of a passage, by its place, answers which points: those that it quotes, and of those that it
    names the ones that a sentence takes up. So a point is answered when that sentence has been heard."""
    texts, named = _texts(part), _known(part.answers, [point.id for point in points])
    found: dict[int, list[str]] = {}
    for point in points:
        place = _quoting(texts, point) or (_taking_up(texts, point, alone=len(named) == 1) if point.id in named else 0)
        if place:
            found.setdefault(place, []).append(point.id)
    return {place: tuple(ids) for place, ids in found.items()}


def _quoting(texts: Sequence[str], point: Point) -> int:
    """The sentence that answers what is quoted: the one after the quotation, where there is one."""
    place = next((place for place, text in enumerate(texts, 1) if says_back(text, point.words)), 0)
    return min(place + 1, len(texts)) if place else 0


def _taking_up(texts: Sequence[str], point: Point, *, alone: bool) -> int:
    """The sentence that has most of a point's words, or the next one where it only says the point again; where it is
    the only one that is named, that may be none."""
    wanted = stems(f"{point.words} {point.claim}")
    shared = [len(stems(text) & wanted) for text in texts]
    if max(shared, default=0) >= TAKEN_UP:
        place = shared.index(max(shared)) + 1
        return min(place + restates(texts[place - 1], point), len(texts))
    return min(2 if any(quotes(texts[0])) else 1, len(texts)) if alone and texts else 0


def restates(text: str, point: Point) -> bool:
    """Whether a sentence has nearly all that a point says, so that what comes after it is the answer."""
    words = stems(point.words)
    return len(words) > TAKEN_UP and len(stems(text) & words) >= RESTATED * len(words)


# -- what must be spoken -----------------------------------------------------------------------------


def _worth(part: Part, *, answers: bool) -> Part:
    """What answers the other side must be spoken, whatever it is called."""
    return part.model_copy(update={"answers": [], "importance": "must" if answers else part.importance})


def _within(sentences: Sequence[Sentence], parts: Sequence[Part], words: float) -> list[Sentence]:
    """All of a passage that must be spoken must be, as far as there is time for all such passages together: first what
    the writer calls a must, answers before all else, how it begins and then to its end; and then other answers."""
    left = MUST_SHARE * words - sum(_words(one) for one in sentences if one.priority is Priority.CLOSING)
    granted: set[str] = set()
    for units in _by_need(sentences, parts):
        for unit in units:
            size = sum(_words(one) for one in sentences if one.unit == unit)
            if unit in granted:
                continue
            if size > left:
                break
            granted.add(unit)
            left -= size
    return [_granted(one, granted) for one in sentences]


def _granted(sentence: Sentence, granted: Collection[str]) -> Sentence:
    if sentence.priority in (Priority.RESERVE, Priority.CLOSING):
        return sentence
    return sentence.model_copy(update={"priority": Priority.MUST if sentence.unit in granted else Priority.SHOULD})


def _by_need(sentences: Sequence[Sentence], parts: Sequence[Part]) -> Iterator[list[str]]:
    """The units of passages that must be spoken, a passage at a time, in the order in which they are granted time."""
    free = (Priority.RESERVE, Priority.CLOSING)
    body = [one for one in sentences if place_of(one)[1] and one.priority not in free]
    passages = {number: list(some) for number, some in groupby(body, key=lambda one: place_of(one)[0])}
    answering = {n: max((i for i, one in enumerate(some) if one.answers), default=-1) for n, some in passages.items()}
    must = [n for n, some in passages.items() if some[0].priority is Priority.MUST]
    called = [n for n in must if parts[n - 1].importance == "must"]
    called.sort(key=lambda n: answering[n] < 0)  # and in the order in which they are spoken
    for some in (called, [n for n in must if n not in called]):
        for n in some:
            yield _units(passages[n][: max(answering[n], 0) + 1])
        for n in some:
            yield _units(passages[n])


def _units(sentences: Sequence[Sentence]) -> list[str]:
    return list(dict.fromkeys(one.unit for one in sentences))


# -- words -------------------------------------------------------------------------------------------


def _left(texts: Sequence[str], gone: Collection[int]) -> Iterator[str]:
    """What leans on a sentence that is not there falls with it; the next that stands by itself stays."""
    falling = False
    for place, text in enumerate(texts, 1):
        falling = place in gone or (falling and _LEANS.match(text) is not None)
        if not falling:
            yield text


def _texts(part: Part) -> list[str]:
    """As they are spoken."""
    return [one.text for one in statement([part], "That is the end.")][:-1]


def _words(sentence: Sentence) -> int:
    return len(sentence.text.split())


def _known(names: Sequence[str], known: Collection[str]) -> list[str]:
    return list(dict.fromkeys(name for one in names if (name := one.strip().strip("[]")) in known))

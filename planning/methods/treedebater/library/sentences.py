"""Sentence by sentence: what of a motion's rehearsal trees may be spoken, and what in it no voice can carry. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from config.format import Side
from planning.language.figures.figures import untraced
from planning.methods.treedebater.trees.rehearsal import Case, Rehearsal

MOST = (30, 10.0)  # words and seconds of one sentence
FOLLOWED = (25, 8.5)  # more is hard to follow
MOST_FOUND = (45, 15.0)  # of a finding, which names its source in the same breath
FOLLOWED_FOUND = (40, 13.5)
UNSPEAKABLE = re.compile(r"[^\w\s.,;:!?'\"’‘“”()%$€£&\-–—]|_|\bhttps?\b|\bwww\.")
LABEL = re.compile(r"\b(?:the|as|for|both|from) (?:pro|con)\b|\b(?:pro|con)(?:'s|’s| side| says| and con)\b", re.I)
MEASURES = re.compile(r"per\s?cent|percentage|dollars?|euros?|pounds|\bstud(y|ies)\b|\bsurvey", re.I)
Seconds = Callable[[str], float]


@dataclass(frozen=True)
class Finding:
    """A fault (`refused`) or something to look at, and where: a node's id, a tree's or evidence item's, or a side."""

    place: str
    reason: str
    refused: bool = True


def quoted(text: str) -> str:
    return f"“{text}”"


def sentences(rehearsal: Rehearsal, seconds: Seconds) -> Iterator[Finding]:
    """What is wrong with single sentences, `seconds` being how long a text takes to speak."""
    places: dict[str, str] = {}
    findings = {item.finding for item in rehearsal.file.evidence.values()}
    for place, text in spoken(rehearsal):
        plain = " ".join(re.findall(r"\w+", text.lower()))
        if plain in places:
            yield Finding(place, f"a sentence of {places[plain]} again: {quoted(text)}")
        places.setdefault(plain, place)
        yield from _speakable(place, text, seconds(text), found=text in findings)
    yield from _ways_of_saying(rehearsal)
    yield from _figures(rehearsal)


def _speakable(place: str, text: str, length: float, *, found: bool) -> Iterator[Finding]:
    words = len(text.split())
    most, followed = (MOST_FOUND, FOLLOWED_FOUND) if found else (MOST, FOLLOWED)
    told = f"{words} words, {length:.1f} s: {quoted(text)}"
    if words > most[0] or length > most[1]:
        yield Finding(place, f"too long to speak: {told}")
    elif words > followed[0] or length > followed[1]:
        yield Finding(place, f"hard to follow: {told}", refused=False)
    if sign := UNSPEAKABLE.search(text):
        yield Finding(place, f"{sign[0]!r} cannot be spoken: {quoted(text)}")
    if label := LABEL.search(text):
        yield Finding(place, f"no listener knows who {label[0]!r} is: {quoted(text)}")


def _ways_of_saying(rehearsal: Rehearsal) -> Iterator[Finding]:
    """One way of saying it that stands for two claims of a side decides nothing."""
    heard: dict[tuple[Side, str], str] = {}
    for node in rehearsal.nodes.values():
        for text in node.node.heard:
            key = (node.side, " ".join(text.lower().split()).rstrip("."))
            if key in heard:
                yield Finding(node.id, f"is heard as {heard[key]} is: {quoted(text)}", refused=False)
            heard.setdefault(key, node.id)


def _figures(rehearsal: Rehearsal) -> Iterator[Finding]:
    """A figure needs an item of evidence: its own in a node, any of the motion's in a summary.
    An answer to an objection that no tree holds can have none: nobody knows what it will be said to."""
    items = rehearsal.file.evidence
    for node in rehearsal.nodes.values():
        sources = [rehearsal.motion, *(items[key].words for key in node.node.evidence)]
        for text in (node.claim, *node.node.argument, node.node.impact):
            yield from _untraced(node.id, text, sources)
    everything = [rehearsal.motion, *(item.words for item in items.values())]
    for side in Side:
        for place, text in _summaries(side, rehearsal.case(side)):
            yield from _untraced(place, text, everything)
        for place, text in _met(side, rehearsal.case(side)):
            yield from _untraced(place, text, [rehearsal.motion])
    for key, item in items.items():
        if item.passage is not None:
            yield from _untraced(key, item.finding, [str(item.year), item.title or "", item.passage])


def _untraced(place: str, text: str, sources: Iterable[str]) -> Iterator[Finding]:
    for figure in untraced(text, sources):
        yield Finding(place, f"no evidence for {figure}: {quoted(text)}", refused=not _of_speech(figure, text))


def _of_speech(figure: str, text: str) -> bool:
    """Whether it is a manner of speaking: a round number or a fraction in words that measures nothing."""
    vague = len(figure.strip("0")) == 1 or float(figure) < 1  # a thousand, half of it
    return vague and figure not in text.replace(",", "") and not MEASURES.search(text)


# -- texts ---------------------------------------------------------------------------------------------


def spoken(rehearsal: Rehearsal) -> Iterator[tuple[str, str]]:
    """Every sentence that may be spoken, with its place."""
    for side in Side:
        case = rehearsal.case(side)
        yield from _summaries(side, case)
        yield from _met(side, case)
    for node in rehearsal.nodes.values():
        for text in (node.claim, *node.node.argument, node.node.impact):
            yield node.id, text
    for key, item in rehearsal.file.evidence.items():
        yield key, item.finding


def _summaries(side: Side, case: Case) -> Iterator[tuple[str, str]]:
    for name, texts in (("definition", case.definition), ("criterion", case.criterion)):
        for text in texts:
            yield f"{side} {name}", text
    for tree in case.trees:
        for text in (*tree.weighing, *tree.answer):
            yield tree.id, text
        for text in tree.even_if:
            yield f"{tree.id} even_if", text


def _met(side: Side, case: Case) -> Iterator[tuple[str, str]]:
    """What a side answers to an objection that no tree holds."""
    for kind, answers in case.objections.items():
        for answer in answers:
            for text in answer:
                yield f"{side} {kind}", text

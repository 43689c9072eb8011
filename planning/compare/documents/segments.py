"""A document cut into segments of about three sentences, each with the place it stands at. Pure.

The paper cuts "roughly three sentences" (3.1.2). Here a segment also ends where a heading does, goes on over the end of
a page, and stops before it is too long to be read whole. What stands under a heading such as "References" is left out:
it is the titles of other people's work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from planning.compare.records import Segment
from planning.language.text import clean, sentences

SENTENCES = 3
LONGEST = 900  # characters of a segment; a longer sentence is cut
LONGEST_TITLE, LONGEST_HEADING = 150, 70  # characters, in plain text
LEAST_LETTERS = 0.5  # of a segment's signs
SHORT = 60  # characters: less is joined to the segment before it
FRONT_WORDS = 700  # that stand for abstract and introduction where no heading says where they end
MOST_FRONT_WORDS = 2_500
ABSTRACT_WORDS = 150
_PAGE = re.compile(r"page (\d+)$")
_OTHERS_WORK = re.compile(r"(?:\d+\.?\s+)?(?:references|bibliography|works cited|literature cited)\s*:?$", re.I)
_OURS_AGAIN = re.compile(r"(?:[A-Z]\.?\s+)?(?:appendix|appendices|supplement\w*|annex)\b", re.I)
_ABSTRACT = re.compile(
    r"(?:abstract|(?:executive |plain |lay )?summary|overview|key (?:findings|points))\b[\s.:—–-]*", re.I
)
_INTRODUCTION = re.compile(r"(?:1\.?\s+|I\.?\s+)?(?:introduction|background)\b", re.I)
_NEXT_HEADING = re.compile(r"(?:2|II)\.?\s+[A-Z]\w+")
_PARAGRAPHS = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Cut:
    """A document in segments. `abstract`: its own words about itself; `front`: how many segments are its beginning,
    that is abstract and introduction."""

    segments: tuple[Segment, ...]
    abstract: str
    front: int


def cut(sections: Sequence[tuple[str, str]], letter: str) -> Cut:
    """`sections`: (place, text), as `planning.evidence.documents` reads them. Segments are numbered from 1."""
    pieces = list(_segments(_placed(_own_work(sections))))
    numbered = tuple(
        Segment(id=f"{letter}{number}", text=text, place=place, page=_page(place))
        for number, (place, text) in enumerate(pieces, 1)
    )
    return Cut(numbered, _abstract(sections, numbered), _front(sections, numbered))


def named(segments: Iterable[Segment], letter: str) -> tuple[Segment, ...]:
    """The same ones of a document with another letter."""
    return tuple(one.model_copy(update={"id": letter + one.id[1:]}) for one in segments)


def number(segment_id: str) -> int:
    """Its place in the document, from 1."""
    return int(segment_id[1:])


def _page(place: str) -> int | None:
    found = _PAGE.match(place)
    return int(found[1]) if found else None


def _own_work(sections: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Without the lists of other people's work, under a heading of their own or in the lines of a page."""
    others = False
    for place, text in sections:
        if _page(place) is None:
            if not _OTHERS_WORK.match(place.strip()):
                yield place, text
            continue
        kept = []
        for line in text.split("\n"):
            told = line.strip()
            others = (others or bool(_OTHERS_WORK.match(told))) and not (others and _OURS_AGAIN.match(told))
            if not others:
                kept.append(line)
        yield place, "\n".join(kept)


def _placed(sections: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Places with their sentences. A sentence that goes on over the end of a page stands where it begins."""
    held: tuple[str, list[str]] | None = None
    for place, text in sections:
        if _page(place) is None:
            yield from _paragraphs(place, text)
            continue
        found = sentences(clean(text))
        if held and found and held[1] and _goes_on(held[1][-1], found[0]):
            held[1][-1] += f" {found.pop(0)}"
        if held:
            yield held
        held = (place, found)
    if held:
        yield held


def _paragraphs(place: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Text under a heading, or without one by its paragraphs."""
    if place:
        yield clean(place), sentences(clean(text))
        return
    for count, part in enumerate(filter(str.strip, _PARAGRAPHS.split(text)), 1):
        yield f"paragraph {count}", sentences(clean(part))


def headed(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Plain text as its title and its sections. A short line of its own without a full stop is a heading, and before
    anything else the title; without headings it is one section."""
    paragraphs = [clean(part) for part in _PARAGRAPHS.split(text) if part.strip()]
    if len(paragraphs) < 2:
        return "", (("", text),)
    title = paragraphs.pop(0) if _is_heading(paragraphs[0], LONGEST_TITLE) else ""
    found: list[tuple[str, list[str]]] = [("", [])]
    for one in paragraphs:
        if _is_heading(one, LONGEST_HEADING):
            found.append((one.rstrip(":"), []))
        else:
            found[-1][1].append(one)
    whole = tuple((place, "\n\n".join(parts)) for place, parts in found if parts)
    return title, whole


def _is_heading(paragraph: str, longest: int) -> bool:
    return len(paragraph) <= longest and paragraph[-1:] not in ".!?;," and any(c.isalpha() for c in paragraph)


def _goes_on(before: str, after: str) -> bool:
    return before[-1:] not in '.!?:"”' and after[:1].islower()


def _segments(placed: Iterable[tuple[str, list[str]]]) -> Iterator[tuple[str, str]]:
    for place, told in placed:
        found = list[str]()
        held = list[str]()
        for sentence in (part for one in told for part in _parts(one)):
            if held and (len(held) == SENTENCES or len(" ".join(held)) + len(sentence) >= LONGEST):
                found.append(" ".join(held))
                held = []
            held.append(sentence)
        if held:
            last = " ".join(held)
            if found and len(last) < SHORT and len(found[-1]) + len(last) < LONGEST:
                found[-1] += f" {last}"
            else:
                found.append(last)
        yield from ((place, text) for text in found if _is_prose(text))


def _is_prose(text: str) -> bool:
    """Whether at least half of it is letters: what is not is a table of contents, an index or figures without words."""
    signs = [c for c in text if not c.isspace()]
    return sum(c.isalpha() for c in signs) >= LEAST_LETTERS * len(signs) > 0


def _parts(sentence: str) -> Iterator[str]:
    while len(sentence) > LONGEST:
        end = sentence.rfind(" ", 1, LONGEST + 1)
        end = end if end > 0 else LONGEST
        yield sentence[:end].rstrip()
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence


def _abstract(sections: Sequence[tuple[str, str]], segments: Sequence[Segment]) -> str:
    """What stands under the heading, or after the word in a page's lines; else the first words."""
    for place, text in sections:
        if _page(place) is None and _ABSTRACT.match(place.strip()):
            return _first_words(text)
        if _page(place) in (1, 2):
            lines = text.split("\n")
            for count, line in enumerate(lines):
                if found := _ABSTRACT.match(line.strip()):
                    return _first_words(_until_introduction([line.strip()[found.end() :], *lines[count + 1 :]]))
    return _first_words(" ".join(one.text for one in segments[:8]))


def _until_introduction(lines: Iterable[str]) -> str:
    kept = []
    for line in lines:
        if _INTRODUCTION.match(line.strip()) and len(line.split()) <= 4:
            break
        kept.append(line)
    return " ".join(kept)


def _first_words(text: str) -> str:
    words = clean(text).split()
    if len(words) <= ABSTRACT_WORDS:
        return " ".join(words)
    told = sentences(" ".join(words[: ABSTRACT_WORDS + 40]))
    kept = list[str]()
    for one in told:
        if kept and len(" ".join([*kept, one]).split()) > ABSTRACT_WORDS:
            break
        kept.append(one)
    return " ".join(" ".join(kept).split()[: ABSTRACT_WORDS + 40])


def _front(sections: Sequence[tuple[str, str]], segments: Sequence[Segment]) -> int:
    """How many segments abstract and introduction are: up to the heading after it, else the first words."""
    words, seen, limit = 0, False, FRONT_WORDS
    ends = _end_of_introduction(sections)
    if ends:
        limit = MOST_FRONT_WORDS
    for count, one in enumerate(segments):
        seen = seen or bool(ends and one.place == ends[0] and ends[1] in one.text)
        if count and (words >= limit or (seen and ends is not None)):
            return count
        words += len(one.text.split())
    return len(segments)


def _end_of_introduction(sections: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """Where what follows the introduction begins: its place, and words by which it is known."""
    for count, (place, text) in enumerate(sections):
        if _page(place) is None:
            if _INTRODUCTION.match(place.strip()) and count + 1 < len(sections):
                return clean(sections[count + 1][0]), ""
            continue
        if any(_NEXT_HEADING.match(line.strip()) and len(line.split()) <= 8 for line in text.split("\n")):
            heading = next(
                line for line in text.split("\n") if _NEXT_HEADING.match(line.strip()) and len(line.split()) <= 8
            )
            return place, clean(heading)
    return None

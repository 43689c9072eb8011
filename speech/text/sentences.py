"""Sentences: a written speech cut into them, and lines joined to some. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

LONGEST_SENTENCE_WORDS = 60  # that a voice can speak at once
SENTENCE_ENDS = (".", "!", "?")


def sentences(text: str) -> list[str]:
    """A text cut into sentences at its lines and full stops; the words stay as they are."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for i, character in enumerate(line):
            ends = character in ".!?" and (i + 1 == len(line) or line[i + 1] == " ")
            if ends and (part := line[start : i + 1].strip()):
                found.append(part)
                start = i + 1
        if rest := line[start:].strip():
            found.append(rest)
    return [piece for sentence in found for piece in breathed(sentence)]


def breathed(sentence: str) -> Iterator[str]:
    """A run of words without a full stop in pieces that a voice can speak at once, cut at a comma if there is one."""
    words = sentence.split(" ")
    while len(words) > LONGEST_SENTENCE_WORDS:
        commas = [i for i, word in enumerate(words[:LONGEST_SENTENCE_WORDS], 1) if word.endswith((",", ";", ":"))]
        cut = commas[-1] if commas else LONGEST_SENTENCE_WORDS
        yield " ".join(words[:cut])
        words = words[cut:]
    yield " ".join(words)


def leading_lines(text: str, fits: Callable[[str], bool]) -> str:
    """As many of the first lines, joined, as sentences, as fit: a prompt that is too long would be cut anywhere."""
    kept = ""
    for line in text.splitlines():
        longer = f"{kept} {_as_sentence(line)}".strip()
        if not fits(longer):
            break
        kept = longer
    return kept


def _as_sentence(line: str) -> str:
    line = " ".join(line.split())
    return line if not line or line.endswith(SENTENCE_ENDS) else f"{line}."

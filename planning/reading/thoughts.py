"""Heard passages to whole thoughts, for a reader that is given one at a time. Pure.

An ear cuts where somebody takes breath: in the middle of sentences ("When the restaurants shut. | In the pandemic. |
I lost everything in one week."), with a stop after each piece, and after one word ("Nice."). A thought is a sentence
or a few short ones: long enough to say something, seldom more than one point. Where nobody writes stops there is
nothing to go by, and each passage is read as it was cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from config.heard_word import HeardWord
from planning.language.clauses import LEADING, bare, ends_sentence
from planning.language.cues.cues import LEADS, SIGNPOST, content_words
from planning.reading.passages import LEAST_WORDS, MOST_WORDS, Passage

LEAST_TELLING = 3  # content words under which a sentence says too little by itself
SIGNS = (".", "?", "!", "…", ",", ";", ":")


@dataclass
class Thoughts:
    """Joins the passages of one speech.

    A thought is handed on when what follows does not belong to it, so at the latest one passage later; `end` hands on
    what is left when nothing follows.
    """

    _open: list[HeardWord] = field(default_factory=list)  # of the thought in the making
    _written: bool = False  # whether the recogniser writes signs

    def push(self, passage: Passage) -> list[Passage]:
        """The next passage; returns the thoughts that are whole now that it has come."""
        words = passage.timed()
        self._written = self._written or any(word.text.endswith(SIGNS) for word in words)
        if not self._written:
            return [*self.end(), passage]
        whole: list[Passage] = []
        for sentence in sentences(words):
            if self._open and not self._belongs(sentence):
                whole += self.end()
            self._open += sentence
        return whole

    def end(self) -> list[Passage]:
        """Nothing follows for now: the thought in the making is whole, if there is any."""
        words, self._open = self._open, []
        return [Passage.of(words)] if words else []

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The words of the thought in the making."""
        return (text(self._open),) if self._open else ()

    def _belongs(self, sentence: Sequence[HeardWord]) -> bool:
        """Whether a sentence, or the piece of one, goes on with the thought in the making."""
        if len(self._open) + len(sentence) > MOST_WORDS:
            return False
        if not ends_sentence(self._open[-1].text) or sentence[0].text[:1].islower():
            return True
        return short(self._open) or (short(sentence) and not leads(sentence))


def sentences(words: Sequence[HeardWord]) -> list[list[HeardWord]]:
    """Heard words cut where a sentence ends inside them."""
    found: list[list[HeardWord]] = [[]]
    for word in words:
        if found[-1] and ends_sentence(found[-1][-1].text) and not word.text[:1].islower():
            found.append([])
        found[-1].append(word)
    return found


def short(words: Sequence[HeardWord]) -> bool:
    """Whether they say too little to be read by themselves."""
    return len(words) < LEAST_WORDS or len(content_words(text(words))) < LEAST_TELLING


def leads(words: Sequence[HeardWord]) -> bool:
    """Whether they announce what comes next."""
    plain = text(words).lower()
    return bool(LEADS.match(plain) or SIGNPOST.search(plain)) or (len(words) > 1 and bare(words[0].text) in LEADING)


def text(words: Sequence[HeardWord]) -> str:
    return " ".join(word.text for word in words)


def thoughts(passages: Iterable[Passage]) -> list[Passage]:
    """All thoughts of passages of one speech, after which nothing follows for now."""
    joined = Thoughts()
    found = [thought for passage in passages for thought in joined.push(passage)]
    return [*found, *joined.end()]

"""Words around the prepared sentences: frames, clauses, and nouns that are safe to repeat. Pure."""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Container, Iterable, Mapping, Sequence

from planning.language.cues.cues import STOPWORDS
from planning.methods.treedebater.trees.rehearsal import Rehearsal

Banks = Mapping[str, Sequence[str]]
"""Phrases by the name of their bank."""


class Phrases:
    """Frames around the prepared sentences; one is not used twice while another is left.

    The choice depends on the seed and on what is framed, not on what was framed before: a new draft that
    differs in one place keeps its words in the others.
    """

    def __init__(self, banks: Banks, seed: str, spoken: Iterable[str] = ()) -> None:
        """`spoken`: phrases that were used in earlier turns of the match."""
        self._banks = banks
        self._seed = seed
        self._spoken = frozenset(spoken)
        self._used: set[str] = set()
        self.phrase_of: dict[str, str] = {}

    def say(self, bank: str, **values: str) -> str:
        """A phrase of that bank with its variables filled in; an unknown or missing one raises KeyError."""
        left = self._left(bank, values)
        if not left:
            self._used -= set(self._banks[bank])
            left = self._left(bank, values) or sorted(self._banks[bank])
        self._used.add(left[0])
        text = _capital(string.Formatter().vformat(left[0], (), values)).replace("?”.", "?”").replace("?”,", "?”")
        self.phrase_of[text] = left[0]
        return text

    def _left(self, bank: str, values: dict[str, str]) -> list[str]:
        """Phrases not used yet, best first; in a new turn those of earlier turns come last."""
        fitting = [phrase for phrase in self._banks[bank] if _reads_well(phrase, values)] or self._banks[bank]
        ranked = sorted(fitting, key=lambda phrase: self._rank(phrase, values))
        fresh = [p for p in ranked if p not in self._used]
        return [p for p in fresh if p not in self._spoken] or ([] if bank.startswith("reason.") else fresh)

    def _rank(self, phrase: str, values: dict[str, str]) -> bytes:
        return hashlib.sha256(f"{self._seed}|{phrase}|{sorted(values.items())}".encode()).digest()


def _reads_well(phrase: str, values: Mapping[str, str]) -> bool:
    """Whether a frame and what it frames do not both give a reason, or both begin with "even"."""
    framed = " ".join(values.values()).lower()
    if "because" in phrase and re.search(r"\b(because|since)\b", framed):
        return False
    return not (phrase.lower().startswith("even") and re.search(r"\beven\b", framed))


class Names:
    """Knows which words keep their capital in the middle of a sentence.
    `ordinary`: words that are also written small; alone they do not keep it, only as part of their whole name."""

    def __init__(self, names: Iterable[str], ordinary: Container[str] = ()) -> None:
        names = [*names]
        alone = {word for name in names for word in name.split() if word.lower() not in STOPWORDS}
        kept = {*names, *(word for word in alone if word.lower() not in ordinary)}
        self._starts = re.compile("|".join(rf"{re.escape(name)}(?!\w)" for name in sorted(kept)) or "(?!)")

    def clause(self, sentence: str) -> str:
        """A sentence as it reads after 'that': no final stop, no capital that only its place gave it."""
        text = sentence.strip().rstrip(".!?")
        first = text.split(" ", 1)[0]
        bare = re.sub(r"('s?)?[,:]?$", "", first)
        keeps = self._starts.match(text) or bare == "I" or bare.startswith("I'") or bare[1:] != bare[1:].lower()
        return text if keeps or (bare.isupper() and len(bare) > 1) else text[:1].lower() + text[1:]


def _capital(text: str) -> str:
    """With a capital, after a quotation mark if it begins with one."""
    place = 1 if text[:1] in '“"‘' else 0
    return text[:place] + text[place : place + 1].upper() + text[place + 1 :]


def ordinary_words(rehearsal: Rehearsal) -> frozenset[str]:
    """Every word that is written small somewhere in the claims of a motion and the reasons under them."""
    texts = (text for node in rehearsal.nodes.values() for text in (node.claim, *node.node.argument))
    return frozenset(word for text in texts for word in re.findall(r"\b[a-z]+\b", text))

"""What a sentence says without a source: figures, findings of somebody it names, loose quantities, quotes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planning.debate.argument import Evidence
from planning.language.contradiction import contradictions
from planning.language.figures.attributed import unnamed
from planning.language.figures.figures import untraced
from planning.language.heard_words import misquoted


@dataclass(frozen=True)
class Lack:
    """What has no source; false if there is nothing.

    `figures` as digits, `names` of those to whom a finding is attributed, `loose` quantities that what is cited
    contradicts, `quotes` that nobody said.
    """

    figures: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def parts(self) -> tuple[str, ...]:
        """All of it, in the words a reader looks for."""
        return (*self.figures, *self.names, *self.loose, *self.quotes)

    @property
    def kind(self) -> str:
        """What most of it is, for a log."""
        return "figures" if self.figures or self.loose else "quotations" if self.quotes else "named sources"

    @property
    def told(self) -> str:
        """What is wrong and what to do, for the one who writes the sentence again."""
        lines = []
        if self.figures:
            lines.append(f"no source has {', '.join(self.figures)}; say it without")
        if self.names:
            lines.append(f"no source has a finding of {', '.join(self.names)}; say it without the name, as reasoning")
        if self.loose:
            lines.append(f"what it cites says otherwise than {', '.join(self.loose)}")
        if self.quotes:
            told = " and ".join(f"“{quote}”" for quote in self.quotes)
            lines.append(f"nobody said {told}; quote words that were said, or say it without quotation marks")
        return "; ".join(lines)


def lack(text: str, cited: Sequence[Evidence], given: Sequence[str]) -> Lack:
    """What a sentence says that neither the items it cites nor the texts it was given have.

    Args:
        given: the motion, and what was said in the debate.
    """
    words = [item.words for item in cited]
    return Lack(
        untraced(text, [*words, *given]),
        unnamed(text, [*(item.named for item in cited), *given]),
        contradictions(text, words),
        misquoted(text, [*words, *given]),
    )

"""What was said so far, in order, as a side may know it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from config.format import Format, Side

NOTHING = "(nothing yet)"


class Record:
    """The debate as one side hears it: its own sentences, and the passages of the other side, turn by turn."""

    def __init__(self, side: Side, match_format: Format) -> None:
        self._side, self._format = side, match_format
        self._said: list[tuple[int, Side, str]] = []

    def __len__(self) -> int:
        return len(self._said)

    def add(self, turn: int, side: Side, text: str) -> None:
        """These words come next, in that turn."""
        self._said.append((turn, side, text))

    def of(self, side: Side, before: int) -> list[str]:
        """What that side said, as far as a speech in turn `before` may know it."""
        blind = side is not self._side and self._format.turns[before].blind
        return [] if blind else [text for _, speaker, text in self._said if speaker is side]

    def told(self, before: int, unread: Sequence[str] = ()) -> str:
        """All of it with who said it, for the speech of turn `before`.

        Args:
            unread: what the other side has said just now.
        """
        lines = list(self._lines(before))
        if unread and not self._format.turns[before].blind:
            lines.append(f"The other side, just now: {' '.join(unread)}")
        return "\n\n".join(lines) or NOTHING

    def _lines(self, before: int) -> Iterator[str]:
        for (turn, side), said in groupby(self._said, key=lambda one: one[:2]):
            if side is self._side or not self._format.turns[before].blind:
                who = "You" if side is self._side else "The other side"
                where = named(self._format, turn)
                yield f"{who} ({side}), in {where}: {' '.join(text for *_, text in said)}"


def named(match_format: Format, turn: int) -> str:
    """A turn as it is spoken of, such as `speech 3 of 6, the rebuttal of pro`."""
    one = match_format.turns[turn]
    speaker = f" by {one.speaker}" if one.speaker else ""
    return f"speech {turn + 1} of {len(match_format.turns)}, the {one.name} of {one.side}{speaker}"

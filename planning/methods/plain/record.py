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

    def add(self, turn: int, side: Side, text: str) -> None:
        """These words come next, in that turn."""
        self._said.append((turn, side, text))

    def known(self, before: int) -> list[tuple[int, Side, str]]:
        """What a speech in turn `before` may know of: in a blind one, our own words alone."""
        blind = self._format.turns[before].blind
        return [one for one in self._said if one[1] is self._side or not blind]

    def size(self, before: int) -> int:
        """How much is known that is no part of that speech itself."""
        return sum(turn != before or side is not self._side for turn, side, _ in self.known(before))

    def of(self, side: Side, before: int) -> list[str]:
        """What that side said, of what is known."""
        return [text for _, speaker, text in self.known(before) if speaker is side]

    def last_speech(self, before: int) -> list[str]:
        """Our own sentences in the last speech of ours that came before that turn."""
        turns = [turn for turn, side, _ in self._said if side is self._side and turn < before]
        speeches = [turn for turn in turns if self._format.turns[turn].cross_examination is None]
        last = max(speeches, default=None)
        return [text for turn, side, text in self._said if turn == last and side is self._side]

    def told(self, before: int, unread: Sequence[str] = ()) -> str:
        """All that is known with who said it, for the speech of turn `before`.
        `unread`: what the other side has said just now, part of which may have been added since."""
        lines = list(self._lines(before))
        theirs = " ".join(self.of(self._side.other, before))
        new = [one for one in unread if one not in theirs]
        if new and not self._format.turns[before].blind:
            lines.append(f"The other side, just now: {' '.join(new)}")
        return "\n\n".join(lines) or NOTHING

    def _lines(self, before: int) -> Iterator[str]:
        for (turn, side), said in groupby(self.known(before), key=lambda one: one[:2]):
            who = "You" if side is self._side else "The other side"
            yield f"{who}, in {named(self._format, turn)}: {' '.join(text for *_, text in said)}"


def named(match_format: Format, turn: int) -> str:
    """A turn as it is spoken of, such as `speech 3 of 6, the rebuttal of pro`."""
    one = match_format.turns[turn]
    speaker = f" ({one.speaker})" if one.speaker else ""
    return f"speech {turn + 1} of {len(match_format.turns)}, the {one.name} of {one.side}{speaker}"

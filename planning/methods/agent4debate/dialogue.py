"""The dialogue of the team: all that its members know of each other's work, and their only memory. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from config.format import Format
from planning.methods.agent4debate.table import Teammate

NOTHING = "(nobody has spoken yet)"
SCRIPT = "script"


@dataclass(frozen=True)
class Contribution:
    """What somebody said in it, for the speech of that turn; `heard`: about what the other side said in that turn."""

    who: Teammate
    turn: int
    what: str
    text: str
    heard: bool = False


class Dialogue:
    """In the order in which it was held. `whole`: all of it is told, as in the paper; else of the speech that is being
    prepared, and only what does not stand elsewhere in a prompt: the newest of each kind, without notes and scripts."""

    def __init__(self, match_format: Format, *, whole: bool = False) -> None:
        self._format, self._whole = match_format, whole
        self._said: list[Contribution] = []

    def add(self, who: Teammate, turn: int, what: str, text: str, *, heard: bool = False) -> None:
        """Somebody has the word. Notes of what was heard add up; of all else the newest counts."""
        if not (self._whole or heard):
            self._said = [
                one for one in self._said if (one.who, one.turn, one.what, one.heard) != (who, turn, what, False)
            ]
        self._said.append(Contribution(who, turn, what, text, heard))

    def told(self, turn: int) -> str:
        """What the team reads that prepares the speech of that turn: in a blind one, nothing about the other side."""
        return "\n\n".join(self._lines(turn)) or NOTHING

    def _lines(self, turn: int) -> Iterator[str]:
        blind = self._format.turns[turn].blind
        for one in self._said:
            if not (blind and one.heard) and (self._whole or self._stands_nowhere_else(one, turn)):
                speech = self._format.turns[one.turn]
                about = f"on speech {one.turn + 1}, the {speech.name} of {speech.side}"
                yield f"{one.who.value.capitalize()}, {one.what} {about}:\n{one.text}"

    def _stands_nowhere_else(self, one: Contribution, turn: int) -> bool:
        """Notes are told as points, and of a script what was spoken as the record, or what is written now as it is; but
        of a speech of ours just before this one some may be unspoken yet."""
        if one.what == SCRIPT:
            return one.turn == turn - 1 and self._format.turns[one.turn].side is self._format.turns[turn].side
        return one.turn == turn and not one.heard

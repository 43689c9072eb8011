"""What a judge is shown of a debate at a time, and what it noted: each within what a small context holds. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from agent.judging.masking import HeldSpeech, View, ViewLine
from agent.match.clock import face
from planning.asking.answers import Shape

SPEECH_LETTERS = 13_000  # of a speech that are heard at once; with notes, prompt and answer within 16k tokens
NOTES_LETTERS = 16_000  # of notes that are read again; older ones are shortened alike


class Analysis(Shape):
    """Of one speech in one respect, as a model gives it."""

    notes: str = Field(min_length=1, max_length=1500)
    quotes: list[str] = Field(min_length=1, max_length=4)


@dataclass(frozen=True)
class SpeechNote:
    """What was noted of a speech, or of a part of a long one; `who`: as the view calls it."""

    who: str
    turn: int
    analysis: Analysis

    @property
    def told(self) -> str:
        return self._told(self.analysis.notes, self.analysis.quotes)

    def within(self, letters: int) -> str:
        """The same, or with one quotation and as much of the notes as there is room for."""
        if len(self.told) <= letters:
            return self.told
        quote = self.analysis.quotes[0][: letters // 3].rpartition(" ")[0] or self.analysis.quotes[0][: letters // 3]
        room = letters - len(self._told("", [quote])) - 4
        return self._told(f"{self.analysis.notes[: max(0, room)]} ...", [quote])

    def _told(self, notes: str, quotes: Sequence[str]) -> str:
        return f"{self.who}: {notes}\n    they said: " + " | ".join(f"“{quote}”" for quote in quotes)


def sides(view: View) -> str:
    """Who is for the motion and who against it."""
    by = {stance: [one.label for one in view.parties if one.stance == stance] for stance in ("for", "against")}
    return f"For the motion: {', '.join(by['for'])}. Against it: {', '.join(by['against'])}."


def parts(speech: HeldSpeech) -> list[str]:
    """A speech as it is shown, sentences with their times, in as many parts as its length takes."""
    found = [""]
    for text in (piece for line in speech.lines for piece in _pieces(_shown(line))):
        if found[-1] and len(found[-1]) + len(text) + 1 > SPEECH_LETTERS:
            found.append("")
        found[-1] = f"{found[-1]}\n{text}".lstrip("\n")
    return found


def _shown(line: ViewLine) -> str:
    at = "" if line.at is None else f"[{face(line.at)}] "
    return f"{at}(the other side: {line.text})" if line.beside else f"{at}{line.text}"


def _pieces(text: str) -> list[str]:
    """A sentence without an end, as recognisers bring them, in pieces."""
    return [text[start : start + SPEECH_LETTERS] for start in range(0, len(text), SPEECH_LETTERS)]


def fitted(notes: Sequence[SpeechNote]) -> str:
    """All notes, the long ones cut to an equal share of what may be read again."""
    shares, left = dict.fromkeys(range(len(notes)), 0), NOTES_LETTERS
    shortest = sorted(shares, key=lambda place: len(notes[place].told))
    for behind, place in enumerate(shortest):
        shares[place] = min(len(notes[place].told), left // (len(notes) - behind))
        left -= shares[place]
    return "\n".join(note.within(shares[place]) for place, note in enumerate(notes))

"""What of a statement went to the listener, when, and the report of it once it has been heard."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.match.events import SentenceSpoken
from agent.running.ports import Floor, Post
from config.format import Side
from config.statement import Sentence
from speech.audio import Audio
from speech.timing.delivery import words_heard


@dataclass
class Uttered:
    """A sentence on its way to the listener; times of the turn's own clock.

    `whole`: how many seconds of sound it is or, while it is arriving, is thought to become. `played`: how many of them
    the floor has. `gaps`: seconds of silence that a late voice left inside. `end` is known once it is all there.
    `kept`: how many of its words will have been heard then; None for all.
    """

    sentence: Sentence
    voice: str
    whole: float
    start: float
    kept: int | None = None
    played: float = 0.0
    gaps: float = 0.0
    end: float = math.inf


class FloorAccount:
    """Plays sentences on a floor and reports each when its last word has been heard.

    `said`: told of each sentence once it was heard, as far as it was, and as it was written.
    """

    def __init__(self, side: Side, floor: Floor, post: Post, said: Callable[[SentenceSpoken, Sentence], None]) -> None:
        self._side, self._floor, self._post, self._said = side, floor, post, said
        self._uttered: list[Uttered] = []
        self.dry_at = floor.elapsed()  # when all that was accepted will have been heard

    @property
    def empty(self) -> bool:
        """Whether everything that was played has been heard and reported."""
        return not self._uttered

    @property
    def on_its_way(self) -> list[Sentence]:
        """What has not been heard to its end, as it was written."""
        return [one.sentence for one in self._uttered]

    def begin(self, sentence: Sentence, voice: str, whole: float) -> Uttered:
        """A sentence of so many seconds; what is played next belongs to it, until `finish`."""
        uttered = Uttered(sentence, voice, whole, self._next())
        self._uttered.append(uttered)
        return uttered

    async def play(self, uttered: Uttered, audio: Audio) -> None:
        """The next sound of a sentence."""
        if uttered.played:
            uttered.gaps += self._next() - self.dry_at
        else:
            uttered.start = self._next()
        uttered.played += audio.seconds
        await self._accept(audio)

    async def finish(self, uttered: Uttered, pause: Audio) -> None:
        """That was all of it; the pause follows."""
        uttered.end, uttered.whole = self.dry_at, max(uttered.played, 1e-6)
        await self._accept(pause)

    async def _accept(self, audio: Audio) -> None:
        start = self._next()
        await self._floor.play(audio)
        self.dry_at = start + audio.seconds

    def rest(self) -> None:
        """The silence until now was no gap that anybody left in the speech."""
        self.dry_at = max(self.dry_at, self._floor.elapsed())

    def _next(self) -> float:
        """When sound that is played now will be heard."""
        return self._floor.elapsed() + self._floor.queued()

    def tell(self) -> None:
        """Report the sentences whose last word has been heard."""
        while self._uttered and self._uttered[0].end <= self._floor.elapsed() + 1e-6:
            done = self._uttered.pop(0)
            spoken = self._report(done, done.end)
            if spoken is not None:
                self._said(spoken, done.sentence)

    def break_off(self, uttered: Uttered) -> None:
        """No more of this sentence will come: the words that are on their way are all there is."""
        words = uttered.sentence.text.split()
        uttered.kept = min(words_heard(uttered.sentence.text, uttered.played / uttered.whole), len(words) - 1)
        uttered.end = self.dry_at

    def cut_off(self) -> None:
        """The floor was taken away: report of the sentence in the air the words that were heard."""
        self.tell()
        for spoken, sentence in self._cut_now():
            self._post(spoken)
            self._said(spoken, sentence)
        self._uttered = []

    def in_the_air(self) -> list[SentenceSpoken]:
        """What `cut_off` would report now; nothing is posted."""
        return [spoken for spoken, _ in self._cut_now()]

    def _cut_now(self) -> Iterator[tuple[SentenceSpoken, Sentence]]:
        now = self._floor.elapsed()
        for left in self._uttered:
            end = min(now, left.end, self.dry_at)
            heard = end - left.start - left.gaps
            if heard > 0:
                words = words_heard(left.sentence.text, min(1.0, heard / max(left.whole, 1e-6)))
                kept = words if left.kept is None else min(words, left.kept)
                if (spoken := self._spoken(replace(left, kept=kept), end)) is not None:
                    yield spoken, left.sentence

    def _report(self, done: Uttered, end: float) -> SentenceSpoken | None:
        """What was heard of a sentence, posted; None if that was nothing."""
        if (spoken := self._spoken(done, end)) is not None:
            self._post(spoken)
        return spoken

    def _spoken(self, done: Uttered, end: float) -> SentenceSpoken | None:
        if not (text := _kept(done)):
            return None
        return SentenceSpoken(
            turn=self._floor.turn,
            side=self._side,
            id=done.sentence.id,
            text=text,
            start=round(done.start, 3),
            end=round(end, 3),
            voice=done.voice,
            cut=done.kept is not None,
        )


def _kept(uttered: Uttered) -> str:
    """The words that were heard: as written where that is all of them."""
    words = uttered.sentence.text.split()
    return uttered.sentence.text if uttered.kept is None else " ".join(words[: uttered.kept])

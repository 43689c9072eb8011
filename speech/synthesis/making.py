"""A sentence made sound for the room: its text made speakable, its silence taken off, at one loudness and one rate."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from config.errors import ProviderError
from speech.audio import ROOM_RATE, Audio, Resampler, join, silence
from speech.ports import StreamingVoice, Voice
from speech.synthesis.cache import Recording, RecordingCache
from speech.synthesis.loudness import Leveller, gain_needed, level
from speech.synthesis.trim import Trimmer, trim
from speech.text.speakable import speakable_text
from speech.timing.duration import Syllables

LEARNING = 0.2  # what the newest sentence counts for in the gain of the next stream
SHORTEST, LONGEST, SLACK_SECONDS = 0.15, 3.0, 2.0  # of the length that a sentence should have: beyond it is no speech


class Maker:
    """Makes sentences by any voice. May be used by several threads.

    Args:
        voice: streamed if it can; what another one makes comes whole.
        recordings: where sentences are kept.
        checked: whether what the voice makes is refused where it cannot be the text, for somebody can do it better.
    """

    def __init__(self, voice: Voice, recordings: RecordingCache, *, checked: bool) -> None:
        self._voice, self._recordings, self._checked = voice, recordings, checked
        self._streams = voice if isinstance(voice, StreamingVoice) else None
        self._gain_db: float | None = None  # what sentences of the voice needed lately
        self._guess = Syllables()  # never told what was measured: a wrong rate must not become the measure

    def pieces(self, voice: Voice, text: str) -> Generator[Audio, None, bool]:
        """The sentence as it arrives, fit for the room; at its end it is kept, and then levelled exactly. Blocks.

        Returns:
            whether the voice was asked: there may be nothing to say.

        Raises:
            ProviderError: whatever the voice did wrong, perhaps after some pieces.
        """
        words = speakable_text(text)
        if not words:
            self._recordings.keep(text, Recording(silence(0, ROOM_RATE), voice.name))
            return False
        try:
            if voice is self._streams:
                yield from self._streamed(self._streams, text, words)
            else:
                whole = trim(voice.synthesize(words).at(ROOM_RATE))
                self._check(voice, words, whole.seconds, whole=True)
                recording = Recording(level(whole), voice.name)
                self._recordings.keep(text, recording)
                yield recording.audio
        except ProviderError:
            raise
        except Exception as error:  # a voice may be anybody's code
            raise ProviderError(voice.name, f"failed ({type(error).__name__})", retryable=True) from error
        return True

    def _streamed(self, voice: StreamingVoice, text: str, words: str) -> Iterator[Audio]:
        resample, trimmer, leveller = Resampler(ROOM_RATE), Trimmer(ROOM_RATE), Leveller(ROOM_RATE, self._gain_db)
        whole: list[Audio] = []
        length = 0.0
        for arrived in voice.stream(words):
            whole.append(trimmer(resample(arrived)))
            length += whole[-1].seconds
            self._check(voice, words, length, whole=False)
            if len((piece := leveller(whole[-1])).samples):
                yield piece
        whole.append(trimmer(resample.flush()))
        sentence = join(whole, ROOM_RATE)
        self._check(voice, words, sentence.seconds, whole=True)
        self._learn(sentence)
        self._recordings.keep(text, Recording(level(sentence), voice.name))
        if len((last := join([leveller(whole[-1]), leveller.flush()], ROOM_RATE)).samples):
            yield last

    def _check(self, voice: Voice, words: str, seconds: float, *, whole: bool) -> None:
        """Raises ProviderError where it cannot be this text: silence, noise without end, sound at another rate."""
        if whole and not seconds:
            raise ProviderError(voice.name, "sent nothing but silence", retryable=True)
        if voice is not self._voice or not self._checked:
            return  # there is nobody to do it better
        expected = self._guess.estimate(words)
        if seconds > LONGEST * expected + SLACK_SECONDS or (whole and seconds < SHORTEST * expected):
            reason = f"sent {seconds:.1f} s of sound for a sentence of about {expected:.1f} s; check the rate"
            raise ProviderError(voice.name, reason)

    def _learn(self, sentence: Audio) -> None:
        gain = gain_needed(sentence)
        if gain is not None:
            before = gain if self._gain_db is None else self._gain_db
            self._gain_db = before + LEARNING * (gain - before)

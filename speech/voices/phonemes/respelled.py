"""Any voice that takes no sounds, given words respelled as they are to be said."""

from __future__ import annotations

from collections.abc import Iterator

from speech.audio import Audio
from speech.ports import StreamingVoice, Voice
from speech.text.pronunciation import Lexicon


def respelled(voice: Voice, lexicon: Lexicon) -> Voice:
    """The voice, its words respelled; it streams if the voice does."""
    if not lexicon:
        return voice
    return _Streamed(voice, lexicon) if isinstance(voice, StreamingVoice) else _Whole(voice, lexicon)


class _Whole:
    def __init__(self, voice: Voice, lexicon: Lexicon) -> None:
        self.name, self._voice, self._lexicon = voice.name, voice, lexicon

    def synthesize(self, text: str) -> Audio:
        return self._voice.synthesize(self._lexicon.respelled(text))


class _Streamed(_Whole):
    def __init__(self, voice: StreamingVoice, lexicon: Lexicon) -> None:
        super().__init__(voice, lexicon)
        self.lanes, self._stream = voice.lanes, voice.stream

    def stream(self, text: str) -> Iterator[Audio]:
        return self._stream(self._lexicon.respelled(text))

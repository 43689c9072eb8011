"""A recorded language model that answers again: an OpenAI-compatible endpoint on loopback.

with RecordedModel(read_recording(path)) as model:
    settings = Settings(models=model.models(call_seconds=6))
    ...
    model.served  # how many answers were its own, another's, or none
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.loopback.chats import LoopbackModel
from bench.loopback.recording import AnswersServed, CallRecording, RecordedCall


class RecordedModel(LoopbackModel):
    """A question for which no answer is left gets status 500."""

    def __init__(self, calls: Sequence[RecordedCall], name: str = "recorded") -> None:
        self._recording = CallRecording(calls)
        super().__init__(self._recording.answer, name)

    @property
    def served(self) -> AnswersServed:
        return self._recording.served

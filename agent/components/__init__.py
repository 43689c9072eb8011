"""What a match is made of: chosen once, at start, here, each replacement said in one line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping

from agent.components.models import LanguageModels, chosen_scorer
from agent.components.parts import (
    Replacement,
    chosen_embedder,
    chosen_evidence,
    chosen_examples,
    chosen_recognizer,
    ears_of,
    log,
)
from agent.components.voices import chosen_estimator, chosen_voice, voice_ahead
from agent.match.events import Degraded, Event, ModelUsed
from config.format import Side
from config.settings import Role, Settings
from planning.asking.client import LanguageModel
from planning.debate.motion import Motion
from planning.evidence.combined import Combined
from planning.methods import registry
from planning.methods.door import Corpus
from planning.methods.treedebater.front_door import library_of
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.rehearsing.impact import ImpactScorer
from planning.ports import LLM, Embedder
from speech.ports import Recognizer, VoiceDetector
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Estimator

__all__ = ["Components", "Replacement"]


class Components:
    """Makes the parts of matches in this process, and remembers what had to be replaced. May be used from any thread.

    `embedder`: instead of the one that the settings name.
    """

    def __init__(self, settings: Settings, *, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.replaced: list[Replacement] = []
        self._embedder = embedder
        self._models = LanguageModels(settings.models, self.replace)
        self._told = 0  # how many of the replaced parts are in the log of the match
        self._lock = threading.RLock()  # seats that are made side by side share what is made once

    def replace(self, part: str, reason: str, instead: str) -> None:
        """Note that a part could not be had, why, and what is used instead."""
        self.replaced.append(Replacement(part, reason, instead))
        log.info("%s", self.replaced[-1])

    # -- what is thought with ----------------------------------------------------------------------

    def library(self) -> Library:
        """The shipped trees, those grown on this machine, and those of the settings' own folders."""
        return library_of(self.settings)

    def motion(self, wanted: str, methods: Iterable[str] = (registry.DEFAULT,)) -> Motion:
        """The motion of that id or text, which these methods can debate.

        Raises UnknownName: nothing is prepared for it, which one of them needs. UsageError: it needs something else.
        """
        return registry.motion(wanted, methods, self.settings, writes=self.model(Role.WRITER) is not None)

    def embedder(self) -> Embedder:
        """One for all seats of this process. Raises ProviderError: there is none without MiniLM."""
        with self._lock:
            if self._embedder is None:
                self._embedder = chosen_embedder(self.settings.embedding, self.replace)
            return self._embedder

    def model(self, *roles: str, side: Side | None = None) -> LanguageModel | None:
        """The language models of the settings; None where one of these roles (or every role) has none.

        One for all seats of this process: the `ledger` of the one without a side counts for all, that of a side's own
        what that side asks. Close it when the match is over.
        """
        with self._lock:
            return self._models.model(*roles, side=side)

    def scorer(self, llm: LLM | None = None) -> ImpactScorer:
        """What scores the impact of arguments.

        `llm`: asked instead of the settings' own language model, where a language model scores. Raises ProviderError:
        there is no model in the role scorer, or a reward model cannot be used.
        """
        return chosen_scorer(self.settings.impact, llm or self.model(Role.SCORER))

    def evidence(self, tell: Callable[[str], None] = lambda line: None) -> Combined | None:
        """Everything that the settings name as a source of evidence, as one; None without any.

        `tell`: gets a line for each document that is skipped, and each that takes time to read.
        """
        return chosen_evidence(self.settings.evidence, self.embedder, tell, self.replace)

    def examples(self) -> Corpus | None:
        """Debates for the simulated audience to compare with; None where there can be none."""
        return chosen_examples(self.settings.thinking, self.embedder, self.replace)

    def load_ahead(self, stop: threading.Event) -> None:
        """Load what seats of these settings need most of the time for, one after the other, until told to stop.

        Raises RostrumError: something is not here, which will be told when it is asked for.
        """
        for side in Side:
            if not stop.is_set():
                self.voice_ahead(side)
        if not stop.is_set():
            ears_of(self.settings.hearing, self.replace).load_ahead()

    def voice_ahead(self, side: Side) -> None:
        """Load the voice of that side for who asks for it next."""
        voice_ahead(side, self.settings.speaking)

    # -- what is heard and spoken with -------------------------------------------------------------

    def recognizer(self, hints: str = "", lanes: int = 1, *, deferred: bool = False) -> Recognizer:
        """faster-whisper if its model can be loaded, else the embedded recogniser.

        `deferred`: it is loaded when it has to hear for the first time.
        """
        return chosen_recognizer(self.settings.hearing, hints, lanes, self.replace, deferred=deferred)

    def detector(self) -> VoiceDetector:
        """Says of a frame whether somebody speaks in it."""
        from speech.hearing.voice_activity import WebRtcDetector

        return WebRtcDetector(self.settings.hearing.vad_aggressiveness)

    def voice(self, side: Side) -> Synthesizer:
        """The side's voice, with one that speaks at once for what is not there in time."""
        return chosen_voice(side, self.settings.speaking, self.replace)

    def estimator(self) -> Estimator:
        """Guesses how long a sentence takes before it is synthesised."""
        return chosen_estimator(self.settings.speaking, self.replace)

    # -- what a match is told of them --------------------------------------------------------------

    def news(self, side: Side) -> list[Event]:
        """What `side`'s seat has to report since it was last asked: what was replaced, and what it used models for."""
        with self._lock:
            told, self._told = self._told, len(self.replaced)
            lost = self.replaced[told : self._told]
            degraded = [Degraded(part=one.part, reason=one.reason, instead=one.instead) for one in lost]
            return [*degraded, *self._models.news(side)]

    def seat_ready(self, side: Side) -> list[Event]:
        """The news of a seat that is ready for the match: what it used models for until now was preparation."""
        with self._lock:
            self._models.end_preparation(side)
        return self.news(side)

    def recall(self, used: Mapping[Side, ModelUsed]) -> None:
        """A match goes on in this process: what it has used models for before counts on."""
        with self._lock:
            self._models.recall(used)

    async def close(self) -> None:
        """End what keeps connections open."""
        await self._models.close()

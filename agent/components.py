"""Which parts a match is made of: chosen once, at start, here, each replacement said in one line."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agent.match.events import Degraded, Event, ModelUsed, RoleUse
from agent.voices.named import chosen_voice
from config.errors import LibraryError, ProviderError, UnknownName, UsageError
from config.format import Side
from config.settings import (
    Embedding,
    Hearing,
    Role,
    Settings,
    cache_folder,
    library_folder,
)
from planning.corpus.nearest import SHIPPED as SHIPPED_CORPUS
from planning.corpus.nearest import FlowCorpus
from planning.corpus.store import load as load_corpus
from planning.encoders.local import Cached, LocalBert, MiniLM
from planning.encoders.remote import RemoteEmbedder, Spared
from planning.evidence.combined import Combined
from planning.evidence.folder import FolderSource
from planning.evidence.tavily import TavilySource
from planning.llm.client import LanguageModel
from planning.ports import LLM, Embedder, EvidenceSource, ImpactScorer
from planning.rehearse.impact import ModelScorer
from planning.trees.rehearsal import SHIPPED, Library, Rehearsal, bare
from speech.hearing.sphinx import PocketsphinxRecognizer
from speech.hearing.whisper import WhisperRecognizer
from speech.ports import Recognizer
from speech.synthesis.synthesizer import Studio
from speech.timing.duration import Estimator, FittedWords, Syllables

PROBE = "School uniforms reduce bullying."


@dataclass(frozen=True)
class Replaced:
    """A part that could not be had, why, and what is used instead."""

    part: str
    reason: str
    instead: str

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}; using {self.instead}"


@dataclass
class Parts:
    """Makes parts and remembers what had to be replaced."""

    settings: Settings
    replaced: list[Replaced] = field(default_factory=list)
    _embedder: Embedder | None = None
    _model: LanguageModel | None = None
    _model_told: bool = False
    _told: int = 0  # how many of the replaced parts are in the log

    def library(self) -> Library:
        """The shipped trees, those grown on this machine, and those of the settings' own folders."""
        grown = library_folder()
        return Library(SHIPPED, *([grown] if grown.is_dir() else []), *self.settings.library)

    def rehearsal(self, motion: str) -> Rehearsal:
        """The trees of a motion, by its id or text; without rehearsal (see `Thinking`) any motion, bare of trees.

        Raises:
            UnknownName: there are no trees for it. UsageError: nothing could be said without trees and model.
        """
        if self.settings.thinking.rehearsal:
            return self.library().get(motion)
        if self.model(Role.WRITER) is None:
            raise UsageError("without rehearsal trees a model has to write: name one under models in the settings")
        with contextlib.suppress(UnknownName):
            motion = self.library().get(motion).motion
        return bare(motion)

    def embedder(self) -> Embedder:
        """One for all seats of this process. Raises ProviderError: there is none without MiniLM."""
        if self._embedder is None:
            self._embedder = Cached(self._chosen_embedder())
        return self._embedder

    def _chosen_embedder(self) -> Embedder:
        """The one of the settings, with the embedded one to take over."""

        def spare() -> Embedder:
            return MiniLM(cache_folder())

        def lost(reason: str) -> None:
            self._replace("embeddings", reason, MiniLM.name)

        wanted = self.settings.embedding
        if wanted.engine == "minilm":
            return spare()
        try:
            embedder = Spared(_make_embedder(wanted), spare, lost)
        except ProviderError as error:
            lost(str(error))
            return spare()
        embedder.embed([PROBE])  # what cannot be reached is found out now
        return embedder

    def model(self, *roles: Role) -> LanguageModel | None:
        """The language models of the settings; None where one of these roles (or every role) has none.

        One for all seats of this process: its `ledger` counts for all. Close it when the match is over.
        """
        if self._model is None and self._has_model():
            try:
                self._model = LanguageModel(self.settings.models)
            except ProviderError as error:
                if not self._model_told:
                    self._model_told = True
                    self._replace("language model", str(error), "the rehearsal trees alone")
        return self._model if self._model is not None and self._model.has(*roles) else None

    def scorer(self, llm: LLM | None = None) -> ImpactScorer:
        """What scores the impact of arguments; nothing stands in for it, for scores of two scorers do not compare.

        Args:
            llm: asked instead of the settings' own language model, where a language model scores.

        Raises:
            ProviderError: there is no model in the role scorer, or a reward model cannot be used.
        """
        impact = self.settings.impact
        if impact.scorer == "reward":
            from planning.rehearse.reward import RewardScorer

            return RewardScorer(impact.attack, impact.support, device=impact.device, batch=impact.batch)
        llm = llm or self.model(Role.SCORER)
        if llm is None:
            told = "no language model is set for it; set models.roles.scorer.model, or impact.scorer: reward"
            raise ProviderError("impact scores", told)
        return ModelScorer(llm)

    def evidence(self, tell: Callable[[str], None] = lambda line: None) -> Combined | None:
        """Everything that the settings name as a source of evidence, as one; None without any.

        Args:
            tell: gets a line for each document that is skipped, and each that takes time to read.
        """
        wanted = self.settings.evidence
        found: list[EvidenceSource] = []
        if wanted.folder is not None:
            folder = wanted.folder.expanduser()
            with self._or_without("evidence"):
                found.append(FolderSource(folder, self.embedder(), cache_folder() / "evidence", tell=tell))
        if wanted.tavily is not None:
            with self._or_without("evidence"):
                found.append(TavilySource(wanted.tavily))
        return Combined(found, self.embedder(), lambda source, reason: tell(f"{source}: {reason}")) if found else None

    def corpus(self) -> FlowCorpus | None:
        """The shipped debates and those of the settings, for the simulated audience; None where there can be none.

        What is wrong with a file is said, and the others are used.
        """
        thinking, found = self.settings.thinking, [*sorted(SHIPPED_CORPUS.glob("*.jsonl"))]
        for path in thinking.corpus:
            try:
                load_corpus(path.expanduser())
            except LibraryError as error:
                self._replace("human debates", str(error), "the other debates")
            else:
                found.append(path.expanduser())
        try:
            embedder = self.embedder()
            like = {embedder.name: thinking.corpus_cosine} if thinking.corpus_cosine is not None else {}
            corpus = FlowCorpus(found, embedder, like)
        except (ProviderError, LibraryError) as error:
            self._replace("human debates", str(error), "an audience without an example")
            return None
        for path, lines in corpus.damaged.items():
            self._replace("human debates", f"{path}: {lines[0]}", "the other lines")
        return corpus

    @contextlib.contextmanager
    def _or_without(self, part: str) -> Iterator[None]:
        try:
            yield
        except ProviderError as error:
            self._replace(part, str(error), "what there is without it")

    def news(self, side: Side) -> list[Event]:
        """What `side`'s seat has to report of the parts of its process since it was last asked."""
        told, self._told = self._told, len(self.replaced)
        lost = self.replaced[told : self._told]
        events: list[Event] = [Degraded(part=one.part, reason=one.reason, instead=one.instead) for one in lost]
        if self._model is not None and (rows := self._model.ledger.rows()):
            events.append(ModelUsed(side=side, rows=tuple(RoleUse(**row.as_json()) for row in rows)))
        return events

    async def close(self) -> None:
        """End what keeps connections open."""
        if self._model is not None:
            await self._model.close()

    def _has_model(self) -> bool:
        return any(self.settings.models.of(role).model for role in Role)

    def recognizer(self, hints: str = "", lanes: int = 1) -> Recognizer:
        """faster-whisper if its model can be loaded, else the embedded recogniser."""
        hearing = self.settings.hearing
        embedded = PocketsphinxRecognizer.name
        if hearing.engine != "pocketsphinx":
            try:
                return _whisper(hearing, hints)
            except ProviderError as error:
                self._replace("recogniser", f"{error.part} {error.reason}", embedded)
        recognizer = PocketsphinxRecognizer(lanes)
        recognizer.warm()
        return recognizer

    def voice(self, side: Side) -> Studio:
        """The side's voice, with an embedded one for what is not there in time."""

        def lost(reason: str, instead: str) -> None:
            self._replace(f"voice of {side}", reason, instead)

        return chosen_voice(side, self.settings.speaking, lost).studio()

    def estimator(self) -> Estimator:
        """Guesses how long a sentence takes before it is synthesised; syllables where the wanted one cannot be had."""
        kind, _, model = self.settings.speaking.durations.partition(":")
        try:
            if kind == "fastspeech":
                from speech.voices.fastspeech import FastSpeech

                return FastSpeech.load(model, download=self.settings.speaking.neural.download)
            if kind == "phonemes":
                from speech.voices.phonemes import Phonemes

                return Phonemes()
        except ProviderError as error:
            self._replace("durations", str(error), "syllables")
        return FittedWords() if kind == "words" else Syllables()

    def _replace(self, part: str, reason: str, instead: str) -> None:
        self.replaced.append(Replaced(part, reason, instead))


def _make_embedder(wanted: Embedding) -> Embedder:
    if wanted.engine == "remote":
        return RemoteEmbedder(wanted)
    folder = Path(wanted.model).expanduser()
    return LocalBert(folder, cache_folder(), name=folder.name, same=wanted.same, related=wanted.related)


def _whisper(hearing: Hearing, hints: str) -> Recognizer:
    return WhisperRecognizer(
        hearing.model,
        device=hearing.device,
        compute_type=hearing.compute_type,
        download=hearing.download,
        hints=hints,
    )

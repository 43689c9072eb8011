"""Which recogniser hears: the model that was named, else Whisper base, tiny.en, pocketsphinx, in this order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from config.errors import ProviderError
from config.settings import Hearing
from speech.hearing.sphinx import PocketsphinxRecognizer
from speech.hearing.succession import Succession
from speech.hearing.whisper import WhisperRecognizer, threads
from speech.models.measure import Measured, kept, measured, this_machine
from speech.models.packages import BASE, MODELS, TINY_EN, PackagedModel, folder_of
from speech.ports import Recognizer

AUTO = "auto"
PACKAGED = {model.name: model for model in MODELS}

OnReplaced = Callable[[str, str], None]


@dataclass
class Ears:
    """Makes the recogniser that these settings ask for.

    Args:
        cache: where joined models and what was measured are kept.
        hints: see `WhisperRecognizer`.
        lanes: of pocketsphinx.
        on_replaced: told of each that could not be had and why, and of what is used instead.
        clock: see `WhisperRecognizer`.
    """

    hearing: Hearing
    cache: Path
    hints: str = ""
    lanes: int = 1
    on_replaced: OnReplaced = lambda reason, instead: None
    clock: Callable[[], float] = time.perf_counter
    why: str = field(default="", init=False)

    def recognizer(self) -> Recognizer:
        """The first that can be had; those after it take over from one that no longer answers.

        Raises:
            ProviderError: there is none, not even pocketsphinx.
        """
        line = list(self._in_order())
        for number, (_, make) in enumerate(line):
            try:
                first = make()
            except ProviderError as error:
                if number == len(line) - 1:
                    raise
                self.on_replaced(str(error), line[number + 1][0])
            else:
                return Succession(first, *(make for _, make in line[number + 1 :]))
        raise AssertionError("pocketsphinx is always in the line")

    def _in_order(self) -> Iterator[tuple[str, Callable[[], Recognizer]]]:
        hearing = self.hearing
        if hearing.engine != "pocketsphinx":
            if hearing.model in PACKAGED:
                self.why = "named in the settings"
                yield _name(PACKAGED[hearing.model]), partial(self._packaged, PACKAGED[hearing.model])
            elif hearing.model != AUTO:
                self.why = "named in the settings"
                yield hearing.model, partial(self._whisper, hearing.model)
            for model in self._by_speed() if hearing.model == AUTO else MODELS:
                if model.name != hearing.model:
                    yield _name(model), partial(self._packaged, model)
        yield PocketsphinxRecognizer.name, self._pocketsphinx

    def _by_speed(self) -> tuple[PackagedModel, ...]:
        """Base first where it keeps up; what cannot be measured is found out when it is loaded."""
        try:
            speed = self.speed()
        except ProviderError:
            return MODELS
        self.why = self.why or str(speed)
        return (BASE, TINY_EN) if speed.keeps_up else (TINY_EN,)

    def speed(self) -> Measured:
        """What a reading by Whisper base costs here, measured at the first use.

        Raises:
            ProviderError: Whisper base is not here.
        """
        machine = this_machine(BASE.files[0].sha256, threads())
        return kept(self.cache / "models", machine, self._measure)

    def _measure(self) -> Measured:
        return measured(self._packaged(BASE).exhaust, threads())

    def _packaged(self, model: PackagedModel) -> WhisperRecognizer:
        return self._whisper(str(folder_of(model, self.cache)), _name(model))

    def _whisper(self, model: str, name: str = "") -> WhisperRecognizer:
        hearing = self.hearing
        return WhisperRecognizer(
            model,
            name=name,
            device=hearing.device,
            compute_type=hearing.compute_type,
            download=hearing.download,
            hints=self.hints,
            clock=self.clock,
        )

    def _pocketsphinx(self) -> Recognizer:
        recognizer = PocketsphinxRecognizer(self.lanes)
        recognizer.warm()
        return recognizer


def _name(model: PackagedModel) -> str:
    return f"Whisper {model.name}"

"""A recogniser for what can be read as a rule is loaded when something has to be heard, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.match.seats import Occupant
from agent.room.wire.brief import JobBrief
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import ProviderError
from config.format import Side
from config.heard_word import HeardWord
from config.settings import Hearing, Settings
from config.shipped import load_format
from speech.audio import EAR_RATE, Audio, silence
from speech.hearing.recognizers.choice import Ears
from speech.hearing.recognizers.sphinx import PocketsphinxRecognizer
from speech.hearing.recognizers.succession import DeferredRecognizer
from speech.ports import Progress, Recognizer, Utterance
from tests.fakes import uniforms

SECOND = silence(1.0, EAR_RATE)


class Hears:
    """A recogniser that has one word to say."""

    name, lanes = "hears", 1
    left_out: Sequence[str] = ("1.0 s: noise",)

    def utterance(self) -> Utterance:
        return self

    def accept(self, audio: Audio) -> Progress:
        return Progress([HeardWord("yes", 0.0, audio.seconds)])

    def finish(self) -> Sequence[HeardWord]:
        return [HeardWord("no", 1.0, 2.0)]

    def close(self) -> None:
        self.closed = True


def test_it_is_loaded_once_by_the_first_sound_and_closed_with_it() -> None:
    made: list[Hears] = []

    def make() -> Recognizer:
        made.append(Hears())
        return made[-1]

    recognizer = DeferredRecognizer("Whisper base", 1, make)
    utterance = recognizer.utterance()
    assert (made, utterance.left_out, recognizer.name) == ([], (), "Whisper base")
    assert [word.text for word in utterance.accept(SECOND).words] == ["yes"]
    assert [word.text for word in recognizer.utterance().finish()] == ["no"]
    assert (len(made), utterance.left_out) == (1, Hears.left_out)
    recognizer.close()
    assert made[0].closed


def test_one_that_nobody_needed_is_closed_without_being_loaded() -> None:
    def never() -> Recognizer:
        raise AssertionError("it was loaded")

    DeferredRecognizer("Whisper base", 1, never).close()


def test_one_that_cannot_be_had_says_so_when_it_is_needed(tmp_path: Path) -> None:
    told: list[str] = []
    hearing = Hearing(engine="whisper", model=str(tmp_path / "no-model"))
    ears = Ears(hearing, tmp_path, on_replaced=lambda reason, instead: told.append(reason))
    recognizers = ears.recognizer(deferred=True)
    assert (recognizers.name, told) == ("no-model", [])
    with pytest.raises(ProviderError, match="no-model"):
        recognizers.utterance().accept(SECOND)
    assert recognizers.pass_over(recognizers.current) is not None, "the next in line does it"


def test_what_costs_nothing_to_load_is_there_at_once(tmp_path: Path) -> None:
    recognizers = Ears(Hearing(engine="pocketsphinx"), tmp_path).recognizer(deferred=True)
    assert isinstance(recognizers.current, PocketsphinxRecognizer)
    recognizers.close()


@pytest.mark.parametrize(
    ("other", "captions", "format", "reads_all"),
    [
        (Occupant.DEBATER, True, "oxford", True),
        (Occupant.DEBATER, False, "oxford", False),
        (Occupant.PERSON, True, "oxford", False),
        (Occupant.DEBATER, True, "lincoln-douglas", False),  # in a cross-examination both are heard
    ],
)
def test_it_may_wait_where_all_of_the_other_side_can_be_read(
    other: Occupant, captions: bool, format: str, reads_all: bool, tmp_path: Path
) -> None:
    seats = {Side.PRO: SeatSetup(Occupant.DEBATER), Side.CON: SeatSetup(other)}
    settings = Settings(hearing=Hearing(captions=captions))
    setup = MatchSetup(uniforms().subject, load_format(format), seats, settings, tmp_path)
    assert JobBrief.of_debater(setup, Side.PRO, begun=False).reads_all is reads_all

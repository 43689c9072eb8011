"""What a match is made of, and what takes the place of a part that cannot be had."""

import pytest

from agent.components import Components
from config.errors import UnknownName, UsageError
from config.settings import Settings
from speech.timing.duration import FittedWords, Syllables
from speech.voices.phonemes import Phonemes


def components(**settings: object) -> Components:
    return Components(Settings.model_validate(settings))


@pytest.mark.parametrize(("wanted", "kind"), [("words", FittedWords), ("syllables", Syllables), ("phonemes", Phonemes)])
def test_the_estimator_of_the_settings_is_used(wanted: str, kind: type) -> None:
    chosen = components(speaking={"durations": wanted})
    assert type(chosen.estimator()) is kind
    assert chosen.replaced == []


def test_an_estimator_that_cannot_be_had_is_replaced_and_said() -> None:
    chosen = components(speaking={"durations": "fastspeech:/no/such/folder"})
    assert type(chosen.estimator()) is Syllables
    assert [(one.part, one.instead) for one in chosen.replaced] == [("durations", "syllables")]


def test_without_a_model_there_is_nobody_to_write_without_trees() -> None:
    with pytest.raises(UsageError, match="models in the settings"):
        components(thinking={"rehearsal": False}).rehearsal("fat-tax")


def test_with_a_model_any_motion_can_be_debated_bare_of_trees() -> None:
    nobody = {"default": {"base_url": "http://127.0.0.1:1/v1", "model": "m"}}
    chosen = components(thinking={"rehearsal": False}, models=nobody)
    known, unknown = chosen.rehearsal("fat-tax"), chosen.rehearsal("Cats are better than dogs!")
    assert known.motion == "Developed countries should impose a fat tax"
    assert (unknown.id, unknown.motion) == ("cats-are-better-than-dogs", "Cats are better than dogs!")
    assert not unknown.nodes
    with pytest.raises(UnknownName):
        components().rehearsal("Cats are better than dogs!")

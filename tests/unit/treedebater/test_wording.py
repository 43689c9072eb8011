"""Words around the prepared sentences: the banks of phrases, and a claim as part of a sentence."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from config.errors import ConfigError
from config.format import Side
from config.shipped import load_phrases
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.methods.treedebater.writing.embedded import PreparedWriter
from planning.methods.treedebater.writing.wording import Phrases

BANKS = load_phrases()

KNOWN = {
    "claim": "bullies find other marks",
    "motion": "uniforms should be mandatory",
    "topic": "family budgets",
    "quote": "bullies find other marks",
    "criterion": "Judge by the peace in the playground.",
    "sentence": "Bullies find other marks.",
}


@pytest.mark.parametrize("bank", BANKS)
def test_every_phrase_of_every_bank_renders_and_each_once(bank: str) -> None:
    phrases = Phrases(BANKS, "seed")
    said = [phrases.say(bank, **KNOWN) for _ in BANKS[bank]]
    assert len(set(said)) == len(BANKS[bank])
    for text in said:
        assert text.lstrip("“")[0].isupper()
        assert text[-1] in ".!?”"
        assert "{" not in text
        assert "  " not in text


@pytest.mark.parametrize("bank", BANKS)
def test_every_bank_says_what_it_means_to_be_told(bank: str) -> None:
    for phrase in BANKS[bank]:
        assert {name for _, name, _, _ in string.Formatter().parse(phrase) if name} <= set(KNOWN)


def test_when_a_bank_is_used_up_it_starts_again() -> None:
    phrases = Phrases(BANKS, "seed")
    first = [phrases.say("again") for _ in BANKS["again"]]
    assert phrases.say("again") in first


def test_a_phrase_depends_on_the_seed_and_on_what_is_framed() -> None:
    def lead(seed: str, claim: str) -> str:
        return Phrases(BANKS, seed).say("foresee", claim=claim).replace(claim, "…")

    assert lead("a", "one") == lead("a", "one")
    assert len({lead(seed, "one") for seed in "abcdefgh"}) > 1
    assert len({lead("a", claim) for claim in "abcdefgh"}) > 1


def test_a_missing_variable_or_bank_is_an_error() -> None:
    with pytest.raises(KeyError):
        Phrases(BANKS, "seed").say("foresee")
    with pytest.raises(KeyError):
        Phrases(BANKS, "seed").say("no.such.bank")


def test_a_file_that_is_no_table_of_phrases(tmp_path: Path) -> None:
    path = tmp_path / "phrases.yaml"
    path.write_text("- one\n- two\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"phrases\.yaml"):
        load_phrases(path)


# -- a claim as part of a sentence -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "clause"),
    [
        ("Bullies find other marks.", "bullies find other marks"),
        ("Leeds counted fewer fights.", "Leeds counted fewer fights"),
        ("Leeds' schools counted fewer fights", "Leeds' schools counted fewer fights"),
        ("I remember the last one!", "I remember the last one"),
        ("I'm not persuaded.", "I'm not persuaded"),
        ("AI tutors state wrong answers.", "AI tutors state wrong answers"),
        ("McDonald's sells burgers.", "McDonald's sells burgers"),
        ("A tax on food is regressive.", "a tax on food is regressive"),
    ],
)
def test_a_claim_reads_well_after_that(motion: Rehearsal, claim: str, clause: str) -> None:
    assert PreparedWriter(motion, Side.PRO, load_phrases(), "seed").clause(claim) == clause

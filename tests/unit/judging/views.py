"""Small debates as judges see them."""

from __future__ import annotations

from agent.judging.masking import SIDES, STANCES, HeldSpeech, Party, View, ViewLine
from config.format import Side

PARTIES = tuple(Party(side.value, SIDES[side], STANCES[side]) for side in Side)
TEAMS = tuple(
    Party(key, name, stance)
    for key, name, stance in (
        ("OG", "Opening Government", "for"),
        ("OO", "Opening Opposition", "against"),
        ("CG", "Closing Government", "for"),
        ("CO", "Closing Opposition", "against"),
    )
)
ORDER = ("OG", "OO", "OG", "OO", "CG", "CO", "CG", "CO")


def speech(turn: int, party: str, *sentences: str, name: str = "opening", blind: bool = False) -> HeldSpeech:
    lines = tuple(ViewLine(5.0 * place, text) for place, text in enumerate(sentences))
    return HeldSpeech(turn, party, name, lines, name == "closing", blind)


def debate(*, blind: bool = False, speeches: int = 6, longer: str = "") -> View:
    """As many speeches, sides in turn; the openings may be blind, and one side may say more."""
    names = ("opening", "opening", "rebuttal", "rebuttal", "closing", "closing")
    held = []
    for turn in range(speeches):
        party = ("pro", "con")[turn % 2]
        more = ("And so we say it once more at greater length.",) if party == longer else ()
        text = (f"Speech {turn} of {party} opens with a reason.", "It ends with an example.", *more)
        held.append(speech(turn, party, *text, name=names[turn % 6], blind=blind and turn < 2))
    return View("Schools should require uniforms", PARTIES, tuple(held))


def four_teams() -> View:
    held = [speech(turn, key, f"Speech {turn} of {key} gives a reason.") for turn, key in enumerate(ORDER)]
    return View("This house would ban zoos", TEAMS, tuple(held))

"""A speech that comes while the standby is speaking takes its place, and the turn is filled to its end all the same."""

from __future__ import annotations

import pytest

from agent.debater.drafting.measuring import SPARE
from config.format import Side
from config.statement import Sentence
from planning.methods.common.speeches import SpeechPassage, statement
from planning.methods.common.standby import standing_in
from speech.timing.delivery import Delivery
from speech.timing.duration import Syllables
from speech.timing.fit import GUARD, Window
from speech.timing.length_search import extended

SECONDS = Syllables().estimate
SAID = [
    "Think of your own street on a Monday morning.",
    "The reason is plain.",
    "Whoever pays for a thing asks what it is for.",
    "That can be seen from any bus.",
    "It gives back more than it takes, year after year.",
    "Nobody has shown us another way.",
    "A rule that everybody understands is kept.",
    "Ask whoever lives there.",
    "Children could walk to school on their own again.",
    "That is worth a detour.",
    "Deliveries come in the morning, as they do in every market town.",
    "So the street is free by ten.",
]
FEW = ["They said that shops would close, and not one of them told us why it should.", "Customers come on foot, too."]


def late() -> list[Sentence]:
    """Two passages whose heads take seven seconds and more."""
    answer = SpeechPassage(about="shops", answers=["shops would close"], importance="must", sentences=FEW)
    further = "People who walk past a window see what is in it, and whoever drives past sees the car in front."
    return statement(
        [answer, SpeechPassage(about="windows", sentences=[further, "Walkers stop to buy, too."])],
        "So vote for this motion.",
    )


def spoken(turn: float, comes: float) -> tuple[list[str], float]:
    """What is said in a turn of so many seconds, and when its last word ends, where the speech comes at `comes`."""
    standby = list(standing_in("Close city centres to cars.", Side.PRO, SAID))
    delivery = Delivery(standby, SECONDS)
    said, now, end, renewed = list[str](), 0.0, 0.0, False
    while (chosen := delivery.choose(turn - GUARD - now)) is not None:
        delivery.commit(chosen[0])
        said.append(chosen[0].text)
        end = now + SECONDS(chosen[0].text)
        now = end + chosen[1]
        if not renewed and now >= comes:
            renewed = delivery.renew(extended(late(), [one for one in standby if one.topic], SPARE))
    return said, end


@pytest.mark.parametrize("turn", [20.0, 25.0, 30.0])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7])
def test_a_short_turn_ends_in_its_window_whenever_the_speech_comes(turn: float, share: float) -> None:
    said, end = spoken(turn, share * turn)
    assert end in Window(turn - 1.5, turn - GUARD)  # pauses fill no more than half a second each
    assert len(set(said)) == len(said)
    assert said[-1] in {"So vote for this motion.", "That is all I can say in this speech."}


def test_what_is_new_comes_before_what_is_repeated() -> None:
    said, _ = spoken(20.0, 1.0)
    assert said[1:3] == FEW, "after the one sentence of the standby that was on its way"
    assert said[3:-1] and {*said[3:-1]} <= {*SAID}


def test_what_a_standby_says_of_itself_is_nothing_to_repeat() -> None:
    first = [one.text for one in standing_in("Close city centres.", Side.PRO, ())]
    assert [one.text for one in standing_in("Close city centres.", Side.PRO, first)] == first

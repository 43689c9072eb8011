"""What a side has prepared is its own until it has said it; the match that others have is one all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.match.events import (
    Degraded,
    Event,
    FitStep,
    MatchEnded,
    ModelUsed,
    StatementDrafted,
    StatementRevised,
    encode,
)
from agent.match.rights import Over, Telling, private_to, readable, shown, what_is_over
from agent.match.state import Match
from agent.running.files.log import read_log
from config.format import Side
from tests.unit.phases import EVENTS
from tests.verifications import claim_verified

ROOT = Path(__file__).parents[3]
SECRETS = ("sentences", "battlefields", "issues", "evidence")


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return read_log(ROOT / "docs" / "examples" / "labor-unions")


def test_others_read_nothing_of_a_preparation_and_its_side_all_of_it(events: list[Event]) -> None:
    prepared = [event for event in events if private_to(event) is not None]
    assert prepared
    for event in prepared:
        side = private_to(event)
        assert side is not None and shown(event, side, Over()) is event
        for stranger in (None, side.other):
            view = shown(event, stranger, Over())
            assert not any(getattr(view, name, None) for name in SECRETS)
            assert (view.seq, view.type, len(encode(view)) <= 400) == (event.seq, event.type, True)
        assert shown(event, None, Over(frozenset({getattr(event, "turn", -1)}))) is event, "it has been said"


def test_what_was_said_and_heard_is_everybodys(events: list[Event]) -> None:
    assert all(shown(event, None, Over()) is event for event in events if private_to(event) is None)


def test_a_match_can_be_followed_without_the_preparations(events: list[Event]) -> None:
    seen: list[Event] = []
    over = Over()
    for event in events:
        seen.append(shown(event, None, over))
        over = over.after(event)
    followed, whole = Match.replay(seen), Match.replay(events)
    assert (followed.turns, followed.flows, followed.ended) == (whole.turns, whole.flows, whole.ended)
    assert over == what_is_over(events)


def test_nothing_is_left_of_how_long_it_will_be() -> None:
    step = FitStep(turn=0, side=Side.PRO, budget=9, seconds=8, kept=3, dropped=4, verdict="lands")
    view = shown(step, None, Over())
    assert isinstance(view, FitStep) and (view.seconds, view.kept, view.dropped) == (0, 0, 0)


def test_the_reason_for_other_words_may_quote_them() -> None:
    revised = StatementRevised(turn=0, side=Side.PRO, sentences=(), reason="a newer draft")
    assert "newer" not in encode(shown(revised, Side.CON, Over()))
    assert shown(StatementDrafted(turn=0, side=Side.PRO, sentences=()), Side.CON, Over(frozenset({0}))).type


def test_the_room_and_the_api_keep_the_same_things_back_and_for_as_long(events: list[Event]) -> None:
    """What one tells whole, the other does too, after every event of a whole match."""
    every = [one.model_copy(update={"seq": seq}) for seq, (one, _) in enumerate(EVENTS)]
    for match in (events, every):
        telling, told = Telling(), set[int]()
        for place, event in enumerate(match):
            told |= {one.seq for one in telling.take(event)}
            over = what_is_over(match[: place + 1])
            whole = {one.seq for one in match[: place + 1] if shown(one, None, over) is one}
            assert whole == told, event.type


def test_what_quotes_a_draft_is_its_sides_until_the_match_is_over() -> None:
    doubt = Degraded(
        part="independent check", reason="“We pay it.” misses its point", instead="without it", side=Side.PRO
    )
    assert "pay" not in encode(shown(doubt, Side.CON, Over(frozenset({0, 1}))))
    assert readable(doubt, Side.PRO, Over()) and readable(doubt, Side.CON, Over(match=True))
    broken = Degraded(part="reading", reason="no answer", instead="the embedded reader")
    assert shown(broken, Side.CON, Over()) is broken


def test_what_models_were_used_for_is_its_sides_until_the_match_is_over() -> None:
    used = ModelUsed(side=Side.PRO, rows=())
    assert readable(used, Side.PRO, Over()) and not readable(used, Side.CON, Over(frozenset({0, 1})))
    assert readable(used, None, Over().after(MatchEnded(reason="enough")))


def test_what_was_found_out_about_a_claim_is_its_sides_until_the_match_is_over() -> None:
    found = claim_verified(0, Side.PRO, "Nine in ten are bullied.", points=("con1.1",))
    for stranger in (None, Side.CON):
        for over in (Over(), Over(frozenset({0, 1, 2}))):
            view = encode(shown(found, stranger, over))
            assert not any(told in view for told in ("Nine", "con1.1", "refuted", "debate", "s2")), view
    assert shown(found, Side.PRO, Over()) is found
    assert shown(found, Side.CON, Over(match=True)) is found

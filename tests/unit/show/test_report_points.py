"""The report of what was said, point by point, and what became of each."""

from __future__ import annotations

from pathlib import Path

from agent.match.afterwards.actions import taken
from agent.match.events import (
    ActionExtracted,
    EndReason,
    Event,
    TurnEnded,
    TurnStarted,
)
from agent.match.state import Match
from agent.running.files.log import read_log
from config.format import Stage
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Point
from tests.unit.reported import CON, EVIL, PRO, report, speech_of_con, speech_of_pro, words


def pointed(kind: ActionKind, claim: str, name: str, target: str | None = None, **more: object) -> ActionExtracted:
    """Something that pro understood, in pro's tree, as the match goes on."""
    known = {"id": name, "words": claim.lower(), "claim": claim} | more
    if target and kind is not ActionKind.REINFORCE:
        known["meets"] = (target,)
    point = Point.model_validate(known)
    said = Action(kind=kind, actor=point.side, claim=claim, target=target or "", point=point)
    node = f"pro{point.turn + 1}"  # one a turn; what is put right keeps it
    return ActionExtracted(turn=point.turn, observer=PRO, action=said, owner=PRO, target=target, node=node)


def speeches_of_points() -> list[Event]:
    support = ({"kind": "figure", "words": "sixty <b>per cent</b>"},)
    return [
        TurnStarted(turn=0, side=PRO, stage=Stage.OPENING, seconds=40),
        pointed(ActionKind.PROPOSE, "They calm.", "pro1.1", start=2.0, end=4.0),
        TurnEnded(turn=0, reason=EndReason.YIELDED),
        TurnStarted(turn=1, side=CON, stage=Stage.OPENING, seconds=40),
        pointed(ActionKind.ATTACK, "Nobody is calm.", "con2.1", "pro1"),
        pointed(
            ActionKind.ATTACK,
            EVIL,
            "con2.2",
            "pro1",
            corrects=("con2.1",),
            words=EVIL,
            support=support,
            form="question",
            objection="measurement-or-cause",
            makes=({"node": "p<1>", "probability": 0.42},),
            start=65.0,
            end=70.0,
        ),
        TurnEnded(turn=1, reason=EndReason.YIELDED),
        TurnStarted(turn=2, side=PRO, stage=Stage.CLOSING, seconds=20),
        pointed(ActionKind.REBUT, "Whoever <i>listens</i> is.", "pro3.1", "pro2", answers=("con2.2",)),
    ]


def test_each_point_is_shown_with_its_words_how_it_stands_and_what_answered_it(tmp_path: Path) -> None:
    page = report(tmp_path, speeches_of_points())
    seen = words(page)
    assert (
        "As Pro kept them 3 points, 1 open, 2 answered. "
        "Of pro: 2 points, 1 open, 1 answered. Of con: 1 point, 1 answered." in seen
    )
    assert "0:02 they calm. propose pro1.1 They calm. answered in speech 2 by con2.2 " + EVIL in seen
    assert f"1:05 {EVIL} attack con2.2 question measurement-or-cause about They calm." in seen
    assert "figure: sixty <b>per cent</b> prepared as p<1> (42 %)" in seen
    assert "answered in speech 3 by pro3.1 whoever <i>listens</i> is." in seen
    assert "pro3.1 Whoever <i>listens</i> is. about <script>alert('x')</script> & **bold** open" in seen
    assert "nobody is calm" not in seen.lower()  # it was corrected
    assert "2 Con opening" in seen
    for markup in ("<script", "<b>per", "<i>listens", "p<1>"):
        assert markup not in page


def test_what_was_corrected_counts_once(tmp_path: Path) -> None:
    report(tmp_path, speeches_of_points())
    match = Match.replay(read_log(tmp_path))
    assert [one.action.point.id for one in match.turns[1].actions if one.action.point] == ["con2.2"]
    assert len(taken(match, match.turns[1])) == 1


def test_a_log_from_before_there_were_points_shows_none(tmp_path: Path) -> None:
    assert "Points and what became of them" not in report(tmp_path, [*speech_of_pro(), *speech_of_con()])

"""Points of information, cross-examination and preparation in a local match held in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.match.afterwards.replay import replayed
from agent.match.events import (
    Declined,
    EndReason,
    Event,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
    TurnEnded,
    TurnStarted,
)
from agent.running.files.log import read_log
from config.format import Asks, Format, OfferWindow, Stage, Turn
from speech.audio import ROOM_RATE, join
from speech.sound_files import read
from tests.unit.asking import Asker, at, level, tone
from tests.unit.pausing import CON, PRO, Hall

ASKING = Format(
    name="asking",
    gap_seconds=2,
    warnings_seconds=(),
    preparation_seconds=10,
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=60, points_of_information=OfferWindow(start=5, end=55)),
        Turn(side=CON, stage=Stage.OPENING, seconds=10),
    ),
)
EXAMINING = Format(
    name="examining",
    gap_seconds=2,
    warnings_seconds=(),
    turns=(Turn(side=CON, stage=Stage.REBUTTAL, seconds=20, cross_examination=Asks.SIDE),),
)
LOUD, QUIET = 100, 7


def hall(folder: Path, match_format: Format = ASKING, question: float = 4.0) -> tuple[Hall, Asker, Asker]:
    pro, con = Asker(PRO, tone(50.0, LOUD), tone(5.0, QUIET)), Asker(CON, tone(8.0, LOUD), tone(question, QUIET))
    return Hall(folder, pro, con, match_format), pro, con


def hold(where: Hall, *deeds: Callable[[Hall], None], pauses: tuple[tuple[float, float], ...] = ()) -> None:
    def begin(event: Event) -> None:
        if isinstance(event, TurnStarted) and event.turn == 0:
            for deed in deeds:
                deed(where)

    where.watch = begin
    match = where.hold(pauses)
    assert match.ended == "all turns were held"
    assert replayed(read_log(where.folder)).state_equal
    assert not where.refused


OFFER, TAKE = PoiOffered(turn=0, side=CON), PoiAccepted(turn=0, side=CON)


def test_a_point_that_is_taken_is_heard_by_the_speaker_and_recorded_with_the_speech(tmp_path: Path) -> None:
    where, pro, con = hall(tmp_path)
    hold(where, at(10, OFFER), at(12, TAKE))
    (ended,) = (e for e in where.events if isinstance(e, PoiEnded))
    assert ended.at == pytest.approx(16.0, abs=0.15)
    assert ended.reason is PoiOver.ASKED
    assert (level(pro, 12.1, 16.0), level(pro, 0, 12.0), level(pro, 16.2, 51)) == (QUIET, 0, 0)
    assert level(con, 12.1, 16.0) == LOUD  # the speaker's own floor stays open, and its clock goes on
    recording = read(tmp_path / "turn-1-pro-opening.wav")
    assert int(recording.cut(13, 15).samples.max()) == LOUD + QUIET
    assert where.at(TurnStarted)[1] == where.at(TurnEnded)[0] + 2


def test_after_15_s_whoever_asks_is_cut_off(tmp_path: Path) -> None:
    where, pro, _ = hall(tmp_path, question=40.0)
    hold(where, at(10, OFFER), at(12, TAKE))
    (ended,) = (e for e in where.events if isinstance(e, PoiEnded))
    assert (ended.at, ended.reason) == (27.0, PoiOver.TIME)
    assert (level(pro, 26, 26.9), level(pro, 27.1, 51)) == (QUIET, 0)


def test_the_speaker_may_refuse_or_let_it_lapse_and_nobody_is_heard(tmp_path: Path) -> None:
    where, pro, _ = hall(tmp_path)
    refused = PoiDeclined(turn=0, side=CON, reason=Declined.REFUSED)
    hold(where, at(10, OFFER), at(11, refused), at(30, OFFER))
    declined = [(e.at, e.reason) for e in where.events if isinstance(e, PoiDeclined)]
    assert declined == [(11.0, Declined.REFUSED), (42.0, Declined.LAPSED)]
    assert level(pro, 0, 51) == 0


def test_the_bell_ends_a_question_with_the_speech(tmp_path: Path) -> None:
    where, pro, _ = hall(tmp_path, question=40.0)
    where.seats[PRO]._sound = tone(80.0, LOUD)  # type: ignore[attr-defined]  # it speaks until the bell
    hold(where, at(54, OFFER), at(55, TAKE))
    assert next(e.reason for e in where.events if isinstance(e, TurnEnded)) is EndReason.BELL
    assert not where.at(PoiEnded)
    assert (level(pro, 59, 59.9), level(pro, 60.1, 62)) == (QUIET, 0)


def test_a_pause_in_a_question_loses_none_of_it_and_costs_no_time(tmp_path: Path) -> None:
    where, pro, con = hall(tmp_path)
    hold(where, at(10, OFFER), at(12, TAKE), pauses=((14.0, 100.0),))
    (ended,) = (e for e in where.events if isinstance(e, PoiEnded))
    assert ended.at == pytest.approx(116.0, abs=0.15)
    assert int((join([a for _, a in pro.heard], ROOM_RATE).samples == QUIET).sum()) == 4 * ROOM_RATE
    assert int((join([a for t, a in con.heard if t < 162], ROOM_RATE).samples == LOUD).sum()) == 50 * ROOM_RATE
    assert level(pro, 14.1, 113.9) == level(con, 14.1, 113.9) == 0


def test_nothing_is_offered_in_a_pause(tmp_path: Path) -> None:
    where, _, _ = hall(tmp_path)
    where.hold(((11.0, 20.0),), meanwhile=lambda: where.inbox.post(OFFER))
    assert where.refused == ["poi_offered is not allowed while the match is paused"]


def test_in_a_cross_examination_both_hear_each_other_until_the_questioner_yields(tmp_path: Path) -> None:
    where, pro, con = hall(tmp_path, EXAMINING)
    hold(where)
    assert level(pro, 0.1, 7.9) == LOUD
    assert (level(con, 0.1, 4.9), level(con, 5.1, 20)) == (QUIET, 0)
    (ended,) = (e for e in where.events if isinstance(e, TurnEnded))
    assert ended.reason is EndReason.YIELDED  # that the answer is over ends nothing
    assert ended.at == pytest.approx(8.0, abs=0.15)


def test_the_next_turn_waits_for_who_prepares_and_a_pause_stops_that_too(tmp_path: Path) -> None:
    where, _, _ = hall(tmp_path)
    ready = PreparationEnded(side=CON, reason=PreparationOver.READY)
    hold(where, at(51, PreparationStarted(side=CON)), at(155, ready), pauses=((53.0, 100.0),))
    assert where.at(TurnStarted)[1] == 157.0
    where, _, _ = hall(tmp_path / "again")
    hold(where, at(51, PreparationStarted(side=CON)))
    (over,) = (e for e in where.events if isinstance(e, PreparationEnded))
    assert (over.at, over.reason, where.at(TurnStarted)[1]) == (61.0, PreparationOver.USED_UP, 63.0)


def test_a_seat_cannot_say_that_a_time_is_over(tmp_path: Path) -> None:
    where, _, _ = hall(tmp_path)
    lapsed = PoiDeclined(turn=0, side=CON, reason=Declined.LAPSED)
    up = PoiEnded(turn=0, side=CON, reason=PoiOver.TIME)
    used = PreparationEnded(side=CON, reason=PreparationOver.USED_UP)

    def try_them() -> None:
        for event in (lapsed, up, used):
            where.inbox.post(event)

    where.hold(((1.0, 2.0),), meanwhile=try_them)
    assert where.refused == ["only the chair may bring this about"] * 3

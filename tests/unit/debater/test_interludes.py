"""A debater in its own speech, to whom points of information are offered: which it takes, and what it says to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from agent.match.events import (
    Declined,
    EndReason,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    SentenceSpoken,
    StatementRevised,
    TurnStarted,
)
from agent.match.events import Event as MatchEvent
from agent.match.state import Match
from bench.matches.tones import SentenceTones
from config.format import Format, OfferWindow, Stage, Turn
from config.shipped import EXCHANGES, load_phrases
from speech.audio import Audio
from tests.debaters import debater
from tests.fakes import uniforms
from tests.unit.asking import Asker, tone
from tests.unit.pausing import CON, PRO, Hall

SPEECH = Format(
    name="one speech",
    gap_seconds=1,
    warnings_seconds=(),
    turns=(Turn(side=PRO, stage=Stage.OPENING, seconds=120, points_of_information=OfferWindow(start=5, end=115)),),
)
QUESTION = "Isn't it so that bullies simply find other marks to mock?"
OFFER = PoiOffered(turn=0, side=CON)
UNHEARD = load_phrases(EXCHANGES)["answer.unheard"]
PUT_OFF = load_phrases(EXCHANGES)["answer.put-off"]


def hold(
    folder: Path,
    offers: Sequence[float],
    question: str | Audio = QUESTION,
    *,
    pauses: Sequence[tuple[float, float]] = (),
    then: tuple[float, MatchEvent] | None = None,
) -> tuple[Hall, Match]:
    """Con offers at these times and asks the same each time it is taken."""
    tones = SentenceTones()
    sound = tones.synthesize(question) if isinstance(question, str) else question
    where = Hall(folder, Asker(PRO, sound, sound), Asker(CON, sound, sound), SPEECH)
    where.seats[PRO] = debater(uniforms(), PRO, SPEECH, where.inbox.post, recognizer=tones, voice=tones)

    def begin(event: MatchEvent) -> None:
        if isinstance(event, TurnStarted):
            loop = asyncio.get_running_loop()
            for at in offers:
                loop.call_later(at, where.inbox.post, OFFER)
            if then is not None:
                loop.call_later(then[0], where.inbox.post, then[1])

    where.watch = begin
    match = where.hold(pauses)
    assert match.ended == "all turns were held"
    return where, match


def spoken_after(match: Match, seconds: float) -> list[SentenceSpoken]:
    return [one for one in match.turns[0].spoken if one.start >= seconds]


def test_the_question_is_heard_answered_from_the_trees_at_once_and_the_speech_goes_on(tmp_path: Path) -> None:
    where, match = hold(tmp_path, [20.0])
    record = match.turns[0]
    (poi,) = record.pois
    assert poi.over is not None
    assert " ".join(one.text for one in record.beside_heard) == QUESTION
    answer, reason, *rest = spoken_after(match, poi.over - 0.1)
    assert answer.text == "Removing the easiest target spares many pupils."
    assert reason.text == "Most teasing takes the shortest path."
    assert answer.start - poi.over <= 0.5, "it was found while the question was put"
    assert rest, "the speech goes on"
    assert not where.refused
    texts = [one.text for one in record.spoken]
    assert len(texts) == len(set(texts))


def test_the_sentence_that_is_being_spoken_is_ended_first_and_nothing_is_said_into_the_question(tmp_path: Path) -> None:
    _, match = hold(tmp_path, [20.0, 50.0])
    for poi in match.turns[0].pois:
        assert poi.accepted is not None and poi.over is not None
        for one in match.turns[0].spoken:
            assert one.end <= poi.accepted + 0.01 or one.start >= poi.over - 0.1
            assert not one.cut


def test_the_first_two_are_taken_and_the_third_is_refused(tmp_path: Path) -> None:
    where, match = hold(tmp_path, [10.0, 40.0, 70.0])
    assert [poi.declined for poi in match.turns[0].pois] == [None, None, Declined.REFUSED]
    assert len(where.at(PoiEnded)) == 2


def test_near_the_end_none_is_taken_and_the_speech_ends_in_time(tmp_path: Path) -> None:
    where, match = hold(tmp_path, [95.0])
    (declined,) = (event for event in where.events if isinstance(event, PoiDeclined))
    assert (declined.reason, declined.at < 95.2) == (Declined.REFUSED, True)
    assert match.turns[0].overrun == 0


@pytest.mark.long
def test_a_speech_with_questions_in_it_still_ends_with_its_closing_line_inside_the_clock(tmp_path: Path) -> None:
    _, plain = hold(tmp_path / "plain", [])
    _, asked = hold(tmp_path / "asked", [10.0, 40.0])
    assert asked.turns[0].reason is EndReason.YIELDED
    assert asked.turns[0].overrun == 0
    assert asked.turns[0].spoken[-1].text == plain.turns[0].spoken[-1].text


def test_a_question_that_no_tree_knows_is_put_off_honestly(tmp_path: Path) -> None:
    _, match = hold(tmp_path, [20.0], "How many moons has Jupiter got today?")
    (poi,) = match.turns[0].pois
    assert poi.over is not None
    assert spoken_after(match, poi.over - 0.1)[0].text in PUT_OFF


def test_a_question_of_which_nothing_was_understood_is_said_to_be(tmp_path: Path) -> None:
    _, match = hold(tmp_path, [20.0], tone(0.5, 0))
    (poi,) = match.turns[0].pois
    assert poi.over is not None
    assert spoken_after(match, poi.over - 0.1)[0].text in UNHEARD


def test_one_that_is_withdrawn_before_it_is_taken_costs_nothing(tmp_path: Path) -> None:
    withdrawn = PoiDeclined(turn=0, side=CON, reason=Declined.WITHDRAWN)
    where, match = hold(tmp_path, [20.0], then=(20.1, withdrawn))
    assert not where.at(PoiAccepted)
    said = match.turns[0].spoken
    assert max(after.start - before.end for before, after in pairwise(said)) < 3.0


def test_a_pause_in_the_middle_of_a_question_and_of_its_answer(tmp_path: Path) -> None:
    where, match = hold(tmp_path, [20.0], pauses=[(26.0, 50.0), (80.0, 30.0)])
    (poi,) = match.turns[0].pois
    assert poi.over is not None
    assert "Removing the easiest target spares many pupils." in [one.text for one in match.turns[0].spoken]
    assert spoken_after(match, poi.over + 10)
    assert match.turns[0].overrun == 0
    assert not where.refused


def test_a_statement_that_waits_is_not_taken_for_a_voice_that_is_late(tmp_path: Path) -> None:
    where, match = hold(tmp_path, [20.0])
    assert not match.degraded
    assert not [event for event in where.events if isinstance(event, StatementRevised)]
    assert {one.voice for one in match.turns[0].spoken} == {"tones"}

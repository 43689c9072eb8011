"""Metrics of matches: each is what the events say, counted once, and nothing of what was said is in them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from agent.match.events import LEFT_OFF, Degraded, EndReason, Failed, MatchEnded, ParticipantLeft
from agent.match.seats import Occupant, SeatInfo
from agent.telemetry.labels import LONGEST, MOST, Bounded
from agent.telemetry.match_metrics import MatchMetrics
from agent.telemetry.metrics import Metrics
from config.format import Side
from tests.chair import PERSON, Chair, heard, spoken
from tests.telemetry.asked import asked
from tests.telemetry.watched import row, used, watch

AI = SeatInfo(occupant=Occupant.DEBATER, method="treedebater", keeps_flow=True)
PRO = {"seat": "debater", "method": "treedebater"}
ADA = {"seat": "person", "method": ""}
WRITER = {"role": "writer", "provider": "localhost:8000", "method": "treedebater", "preparation": "false"}


def begun() -> Chair:
    """An AI debater against Ada; the AI has the floor."""
    chair = Chair()
    chair.create({Side.PRO: AI, Side.CON: PERSON})
    chair.begin(0, at=0)
    return chair


def whole() -> Chair:
    """Pro speaks from 0.25 s to 9 s of its ten; Ada is heard from 1.5 s to 8 s, a word of hers after her turn."""
    chair = begun()
    chair.tell(spoken(0, Side.PRO, "Uniforms reduce bullying.", 0.25, 4.0), at=4.125)
    chair.tell(spoken(0, Side.PRO, "They cost little.", 5.0, 9.0), at=9.25)
    chair.end(EndReason.YIELDED, at=9.5)
    chair.begin(1, at=12)
    chair.tell(heard(1, Side.CON, "bullies find", 1.5, 3.0), at=17)
    chair.bell(at=22)
    chair.tell(heard(1, Side.CON, "other marks", 7.0, 8.0), at=23)
    chair.tell(MatchEnded(reason="all turns were held"), at=24)
    return chair


def seen(chair: Chair, *, past: int = 0) -> Metrics:
    metrics = Metrics()
    watching = MatchMetrics(metrics)
    watch(watching, chair.events, past=past)
    if chair.match.ended is not None:
        watching.on_over()
    return metrics


def value(metrics: Metrics, name: str, **labels: str) -> Any:
    return metrics.registry.get_sample_value(name, labels)


# -- matches -----------------------------------------------------------------------------------------


def test_a_match_is_running_until_it_is_over() -> None:
    metrics = Metrics()
    watching = MatchMetrics(metrics)
    watch(watching, begun().events)
    assert value(metrics, "rostrum_matches_running") == 1
    assert value(metrics, "rostrum_matches_begun_total") == 1
    watching.on_over()
    assert value(metrics, "rostrum_matches_running") == 0
    assert value(metrics, "rostrum_matches_ended_total", how="broken") == 1


@pytest.mark.parametrize(
    ("reason", "how"),
    [
        ("all turns were held", "completed"),
        ("stopped by the user", "stopped"),
        ("the room was lost", "room_lost"),
        ("con did not come back", "left"),
        ("Ada said <b>no</b>", "other"),
    ],
)
def test_how_it_ended(reason: str, how: str) -> None:
    chair = begun()
    chair.tell(MatchEnded(reason=reason), at=3)
    assert value(seen(chair), "rostrum_matches_ended_total", how=how) == 1


def test_one_that_is_left_off_goes_on_elsewhere() -> None:
    chair = begun()
    chair.pause(at=3, reason=LEFT_OFF)
    metrics = Metrics()
    watch(watching := MatchMetrics(metrics), chair.events)
    watching.on_over()
    assert value(metrics, "rostrum_matches_ended_total", how="moved") == 1


def test_one_that_could_never_begin_was_never_running() -> None:
    metrics = Metrics()
    MatchMetrics(metrics).on_over()
    assert value(metrics, "rostrum_matches_running") == 0
    assert "rostrum_matches_ended_total{" not in metrics.render()[0].decode()


# -- turns -------------------------------------------------------------------------------------------


def test_first_audio_is_the_start_of_the_first_sentence() -> None:
    metrics = seen(whole())
    assert value(metrics, "rostrum_first_audio_seconds_count", **PRO) == 1
    assert value(metrics, "rostrum_first_audio_seconds_sum", **PRO) == pytest.approx(0.25)


def test_of_a_person_it_is_the_first_word_that_was_heard() -> None:
    metrics = seen(whole())
    assert value(metrics, "rostrum_first_audio_seconds_count", **ADA) == 1
    assert value(metrics, "rostrum_first_audio_seconds_sum", **ADA) == pytest.approx(1.5)


def test_what_is_heard_of_one_who_reports_is_no_first_audio() -> None:
    chair = begun()
    chair.tell(heard(0, Side.PRO, "uniforms", 2.0, 3.0), at=3.5)
    assert value(seen(chair), "rostrum_first_audio_seconds_count", **PRO) is None


def test_reports_and_words_come_in_so_late() -> None:
    metrics = seen(whole())
    assert value(metrics, "rostrum_report_lag_seconds_sum", **PRO) == pytest.approx(0.125 + 0.25)
    assert value(metrics, "rostrum_commit_lag_seconds_count", recognizer="script") == 2
    assert value(metrics, "rostrum_commit_lag_seconds_sum", recognizer="script") == pytest.approx(2.0 + 3.0)


def test_a_pause_makes_no_word_late() -> None:
    chair = begun()
    chair.pause(at=4)
    chair.resume(at=64)
    chair.tell(heard(0, Side.PRO, "uniforms", 2.0, 3.0), at=65)
    assert value(seen(chair), "rostrum_commit_lag_seconds_sum", recognizer="script") == pytest.approx(2.0)


def test_a_word_that_comes_while_the_clock_stands_is_as_late_as_it_is() -> None:
    chair = begun()
    chair.pause(at=4)
    chair.tell(heard(0, Side.PRO, "uniforms", 2.0, 3.0), at=6)
    assert value(seen(chair), "rostrum_commit_lag_seconds_sum", recognizer="script") == pytest.approx(3.0)


def test_unused_seconds_are_counted_when_the_last_word_is_known() -> None:
    metrics = seen(whole())
    assert value(metrics, "rostrum_turn_unused_seconds_sum", ended="yielded", **PRO) == pytest.approx(1.0)
    assert value(metrics, "rostrum_turn_unused_seconds_sum", ended="bell", **ADA) == pytest.approx(2.0)
    assert value(metrics, "rostrum_turns_total", ended="yielded", **PRO) == 1
    assert value(metrics, "rostrum_turn_overrun_seconds_total", **PRO) == 0


def test_words_after_the_bell_are_an_overrun() -> None:
    chair = begun()
    chair.bell(at=10)
    chair.tell(spoken(0, Side.PRO, "And so on.", 9.0, 10.5), at=10.6)
    chair.begin(1, at=12)
    assert value(seen(chair), "rostrum_turn_overrun_seconds_total", **PRO) == pytest.approx(0.5)


# -- models and troubles -----------------------------------------------------------------------------


def test_every_report_of_models_counts_everything_and_is_added_once() -> None:
    chair = begun()
    chair.tell(used(Side.PRO, row()))
    chair.tell(used(Side.PRO, row(calls=5, failed=1, seconds=7.5, cost=None), row("audience")))
    metrics = seen(chair)
    assert value(metrics, "rostrum_model_calls_total", **WRITER) == 5
    assert value(metrics, "rostrum_model_failed_total", **WRITER) == 1
    assert value(metrics, "rostrum_model_seconds_total", **WRITER) == pytest.approx(7.5)
    assert value(metrics, "rostrum_model_prompt_tokens_total", **WRITER) == 100
    assert value(metrics, "rostrum_model_cost_total", **WRITER) == pytest.approx(0.5)
    assert value(metrics, "rostrum_model_calls_total", **WRITER | {"role": "audience"}) == 2


def test_troubles_by_part_and_method() -> None:
    chair = begun()
    chair.tell(Degraded(part="recogniser", reason="slow", instead="tiny.en"))
    chair.tell(Failed(part="seat of con", reason="broke"))
    chair.tell(ParticipantLeft(side=Side.CON, reason="left the room"))
    chair.pause(at=2)
    metrics = seen(chair)
    assert value(metrics, "rostrum_degraded_total", part="recogniser", methods="treedebater") == 1
    assert value(metrics, "rostrum_failed_total", part="seat of con", methods="treedebater") == 1
    assert value(metrics, "rostrum_participants_left_total", seat="person") == 1
    assert value(metrics, "rostrum_pauses_total") == 1


def test_what_the_rules_did_not_allow() -> None:
    metrics = Metrics()
    MatchMetrics(metrics).on_refused(spoken(0, Side.PRO, "no"), "nobody has the floor")
    assert value(metrics, "rostrum_refused_total", type="sentence_spoken") == 1


# -- a match that goes on ----------------------------------------------------------------------------


@pytest.mark.parametrize("past", range(1, len(whole().events)))
def test_what_two_processes_count_of_a_match_is_what_one_would(past: int) -> None:
    """Wherever the first one died."""
    chair = whole()
    first = Metrics()
    watch(MatchMetrics(first), chair.events[:past])
    second = seen(chair, past=past)
    alone = seen(chair)
    for name in ("first_audio_seconds", "turn_unused_seconds", "commit_lag_seconds", "report_lag_seconds"):
        counts = [samples(metrics, f"rostrum_{name}_count") for metrics in (first, second, alone)]
        assert counts[0] + counts[1] == counts[2], name
    assert value(second, "rostrum_matches_resumed_total") == 1
    assert value(second, "rostrum_matches_running") == 0


def samples(metrics: Metrics, name: str) -> float:
    return sum(s.value for family in metrics.registry.collect() for s in family.samples if s.name == name)


def test_models_used_before_are_not_counted_again() -> None:
    chair = begun()
    chair.tell(used(Side.PRO, row(calls=5)))
    past = len(chair.events)
    chair.tell(used(Side.PRO, row(calls=7)))
    assert value(seen(chair, past=past), "rostrum_model_calls_total", **WRITER) == 2


# -- what is told ------------------------------------------------------------------------------------


def test_nothing_of_the_match_is_in_it() -> None:
    chair = Chair(motion="Uniforms should be SECRET-MOTION")
    chair.create({Side.PRO: AI, Side.CON: SeatInfo(occupant=Occupant.PERSON, name="SECRET-NAME")})
    chair.begin(0, at=0)
    chair.tell(spoken(0, Side.PRO, "SECRET-WORDS", 0, 1), at=1)
    chair.tell(Failed(part="SECRET\nPART{}", reason="SECRET-REASON"))
    body = seen(chair).render()[0].decode()
    assert "SECRET" not in body
    assert "m1" not in body


def test_labels_are_few_and_short() -> None:
    bounded = Bounded()
    assert [bounded("part", f"p{number}") for number in range(MOST + 2)][-3:] == [f"p{MOST - 1}", "other", "other"]
    assert bounded("part", "p0") == "p0"
    assert bounded("role", "x" * (LONGEST + 1)) == "other"
    assert bounded("role", 'a"b\nc') == "other"


def test_it_is_answered_over_http() -> None:
    metrics = seen(whole())
    answer = TestClient(metrics.asgi()).get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'rostrum_matches_ended_total{how="completed"} 1.0' in answer.text
    assert "process_open_fds" in answer.text


def test_the_lag_of_the_loop() -> None:
    metrics = Metrics()

    async def watched() -> None:
        async with metrics.watching_the_loop() as seen:
            while not samples(metrics, "rostrum_event_loop_lag_seconds_count"):
                await asyncio.sleep(0)
            assert value(metrics, "rostrum_event_loop_longest_lag_seconds") == max(0.0, seen.longest)

    asyncio.run(watched())


# -- exchanges, and agents that are replaced ---------------------------------------------------------


def test_what_became_of_points_of_information() -> None:
    metrics = seen(asked())
    for became in ("lapsed", "asked", "turn over"):
        assert value(metrics, "rostrum_points_of_information_total", **ADA, became=became) == 1, became


def test_how_soon_a_question_is_answered() -> None:
    """Of two sentences after it the first is the reply."""
    metrics = seen(asked())
    for to, seconds in (("point", 1.5), ("examination", 1.0)):
        assert value(metrics, "rostrum_reply_seconds_count", **PRO, to=to) == 1, to
        assert value(metrics, "rostrum_reply_seconds_sum", **PRO, to=to) == seconds, to


def test_what_a_side_took_to_prepare() -> None:
    assert value(seen(asked()), "rostrum_preparation_seconds_sum", **ADA, over="ready") == 12


def test_an_agent_that_is_replaced_and_how_long_the_clock_stood_for_it() -> None:
    metrics = seen(asked())
    assert value(metrics, "rostrum_agents_replaced_total", **PRO) == 1
    assert value(metrics, "rostrum_paused_seconds_sum", why="replaced") == 3


@pytest.mark.parametrize("past", range(1, len(asked().events)))
def test_two_processes_count_exchanges_as_one_would(past: int) -> None:
    chair = asked()
    first = Metrics()
    watch(MatchMetrics(first), chair.events[:past])
    second, alone = seen(chair, past=past), seen(chair)
    for name in ("points_of_information_total", "reply_seconds_count", "paused_seconds_count", "agents_replaced_total"):
        counts = [samples(metrics, f"rostrum_{name}") for metrics in (first, second, alone)]
        assert counts[0] + counts[1] == counts[2], name

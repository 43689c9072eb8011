"""A voice that failed is left alone for a while, and then given one more chance."""

from __future__ import annotations

import logging

import pytest

from config.errors import ProviderError
from speech.audio import Audio
from speech.breaker import FAILURES_IN_A_ROW, REST_MOST_SECONDS, REST_SECONDS, CircuitBreaker
from speech.synthesis.synthesizer import Synthesizer
from tests.fakes import SineVoice


def lost(at: float = 0.0) -> CircuitBreaker:
    trust = CircuitBreaker()
    for _ in range(FAILURES_IN_A_ROW):
        assert trust.ask(at)
        trust.failed(at)
    return trust


def test_one_failure_is_no_reason() -> None:
    trust = CircuitBreaker()
    trust.failed(0)
    assert trust.ask(0)
    assert not trust.lost


def test_a_success_between_failures_begins_the_count_again() -> None:
    trust = CircuitBreaker()
    for _ in range(2 * FAILURES_IN_A_ROW):
        trust.failed(0)
        trust.worked()
    assert trust.ask(0)


def test_after_failures_in_a_row_it_is_left_alone_for_a_while() -> None:
    trust = lost(at=100)
    assert not trust.ask(100)
    assert not trust.ask(100 + REST_SECONDS - 0.1)
    assert trust.ask(100 + REST_SECONDS)


def test_one_try_at_a_time() -> None:
    trust = lost()
    assert trust.ask(REST_SECONDS)
    assert not trust.ask(REST_SECONDS + 1)


def test_a_try_that_works_brings_it_back() -> None:
    trust = lost()
    trust.ask(REST_SECONDS)
    trust.worked()
    assert trust.ask(REST_SECONDS + 1)
    assert not trust.lost


def test_tries_that_fail_make_the_rest_longer_but_not_endless() -> None:
    trust, now = lost(), 0.0
    rests = []
    for _ in range(6):
        began = now
        while not trust.ask(now):
            now += 1
        rests.append(now - began)
        trust.failed(now)
    assert rests[:3] == [REST_SECONDS, 2 * REST_SECONDS, 4 * REST_SECONDS]
    assert rests[-1] == REST_MOST_SECONDS


def test_what_was_asked_before_and_fails_after_changes_nothing() -> None:
    trust = lost()
    trust.failed(5)
    trust.failed(6)
    assert trust.ask(REST_SECONDS)


class Hoarse(SineVoice):
    """Cannot speak, and says why."""

    name = "hoarse"

    def synthesize(self, text: str) -> Audio:
        raise ProviderError(self.name, "has a cold")


def test_who_speaks_instead_and_why_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    synthesizer = Synthesizer(Hoarse(), SineVoice())
    with caplog.at_level(logging.INFO, "rostrum.voice"):
        for number in range(FAILURES_IN_A_ROW + 1):
            synthesizer.synthesize(f"This is sentence {number}.")
    told = [record.getMessage() for record in caplog.records]
    assert told[:2] == ["hoarse failed: has a cold", "a sentence is given to sine: hoarse: has a cold"]
    assert told[-3] == "hoarse failed and is left alone: has a cold"
    assert told[-1] == "a sentence is given to sine: hoarse is left alone for a while"

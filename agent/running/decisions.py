"""A line in the log for each decision of a match: what was decided and why, without the words that were said."""

from __future__ import annotations

import logging

from agent.match import events
from agent.match.clock import face
from agent.match.events import Event
from agent.match.state import Match
from agent.running.observers import Observer

log = logging.getLogger("rostrum.decisions")


class Decisions(Observer):
    """Logs what the chair and the debaters decide. Calls to models are logged where they are made."""

    def on_event(self, event: Event, match: Match) -> None:
        if line := told(event, match):
            log.info("%s: %s", face(event.at), line)


def told(event: Event, match: Match) -> str:
    """The event as a decision; "" for what is none."""
    match event:
        case events.MatchCreated():
            seats = (f"{side} is a {seat.occupant.value} {seat.method}".rstrip() for side, seat in event.seats.items())
            return f"the match begins in the format {event.format.name}: {', '.join(seats)}"
        case events.TurnStarted():
            turn = match.format.turns[event.turn]
            both = ", both are heard" if turn.cross_examination is not None else ""
            return f"turn {event.turn + 1} begins: {turn.name} of {event.side}, {event.seconds:g} s{both}"
        case events.TurnEnded():
            used = match.turns[event.turn].spoken_seconds
            return f"turn {event.turn + 1} ends by {event.reason.value}; {used:.1f} s of it are known to be used"
        case events.ClockPaused():
            return f"the clock stops: {event.reason}"
        case events.ClockResumed():
            return "the clock runs on"
        case events.ParticipantLeft():
            return f"{event.side} is gone: {event.reason}"
        case events.MatchEnded():
            return f"the match ends: {event.reason}"
        case events.Degraded():
            return f"{event.part} is replaced by {event.instead}: {event.reason}"
        case events.Failed():
            return f"{event.part} failed: {event.reason}"
        case _:
            return _of_an_exchange(event) or _of_a_debater(event)


def _of_an_exchange(event: Event) -> str:
    """Points of information, and time that a side takes between two turns."""
    match event:
        case events.PoiOffered():
            return f"{event.side} offers a point of information in turn {event.turn + 1}"
        case events.PoiAccepted():
            return f"{event.side.other} takes the point of {event.side}, who is heard as well"
        case events.PoiDeclined():
            return f"the point of {event.side} is not put: {event.reason.value}"
        case events.PoiEnded():
            return f"the point of {event.side} has been put: {event.reason.value}"
        case events.PreparationStarted():
            return f"{event.side} takes time to prepare"
        case events.PreparationEnded():
            return f"{event.side} prepares no longer: {event.reason.value}"
        case _:
            return ""


def _of_a_debater(event: Event) -> str:
    match event:
        case events.PlanUpdated():
            left = sum(one.decision is not None for one in event.battlefields)
            told = f"plans turn {event.turn + 1}: {len(event.battlefields)} battlefields, {left} of them decided on"
            ahead = f", k {event.k}" if event.k is not None else ""
            return f"{event.side} {told}{ahead}" + (
                f", {event.hit_rate:.0%} prepared" if event.hit_rate is not None else ""
            )
        case events.FitStep():
            return f"{event.side} fits turn {event.turn + 1} into {event.budget:.1f} s: {event.decision}"
        case events.StatementDrafted():
            return f"{event.side} begins turn {event.turn + 1} with a draft of {len(event.sentences)} sentences"
        case events.StatementRevised():
            return f"{event.side} changes turn {event.turn + 1} to {len(event.sentences)} sentences: {event.reason}"
        case events.AudienceFeedback():
            return f"the audience stumbles over {len(event.issues)} places in the draft of {event.side}"
        case _:
            return ""

"""A tournament sent to Tabbycat: what is not there, or was changed here, step by step.

Nothing is remembered of what was sent but what is there: each call looks first, so that a call that was cut off, or
whose answer was lost, is simply made again. What is refused is told, and the others go on; when nobody answers any
more, the sending stops and tells what was not reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from agent.tournament.core.state import Tournament
from agent.tournament.exchange.tabbycat.api import FAILED, TabbycatApi, TabbycatAway, TabbycatRefused
from agent.tournament.exchange.tabbycat.links import Links
from agent.tournament.exchange.tabbycat.people_steps import people_steps, settings_steps
from agent.tournament.exchange.tabbycat.places import places_of
from agent.tournament.exchange.tabbycat.preferences import differing
from agent.tournament.exchange.tabbycat.round_steps import round_steps
from agent.tournament.exchange.tabbycat.steps import Exchange, Step
from agent.tournament.exchange.tabbycat.there import look
from config.errors import RuleError

FAILURES = 3  # of its server in a row, after which the sending stops
Tell = Callable[[str], None]


@dataclass
class Sent:
    """`sent`, `refused` and `unreached`: steps, in words. `unchanged`: how much was there already, as it is here.

    `left`: what is not sent, with the reason; `hints`: what may come in the way.
    `stopped`: why it ended before its end; empty where it did not.
    """

    sent: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    unchanged: int = 0
    stopped: str = ""

    @property
    def whole(self) -> bool:
        """Whether all of it is there now."""
        return not (self.refused or self.unreached or self.left or self.stopped)


async def send(
    api: TabbycatApi,
    record: Tournament,
    links: Links,
    *,
    settings: bool = False,
    overwrite: bool = False,
    only_told: bool = False,
    tell: Tell = lambda _: None,
    expect: Callable[[int], None] = lambda _: None,
) -> Sent:
    """Send it, and note in `links` where things are.

    Args:
        settings: whether its rules there are set to those here.
        only_told: nothing is sent; `unreached` is what would be.
        tell: of each step, when it is done. expect: told first how many there are.

    Raises:
        UsageError, TabbycatRefused, TabbycatAway: nothing could be looked at, so that nothing was sent.
    """
    there = await look(api, links.tournament)
    places = places_of(record, there, links.places)
    exchange = Exchange(api, record, there, places, links, overwrite)
    steps = [*(settings_steps(exchange) if settings else ()), *people_steps(exchange), *round_steps(exchange)]
    expect(len(steps))
    done = Sent(left=exchange.left, unchanged=exchange.unchanged)
    if not settings and (other := differing(record.rules, there.preferences)):
        told = ", ".join(f"{name.partition('__')[2]} {theirs} (here {ours})" for name, (theirs, ours) in other.items())
        done.hints.append(
            f"its settings of ballots are others there: {told}; ballots may be refused unless ours are sent, too"
        )
    if only_told:
        done.unreached = [step.what for step in steps]
        return done
    try:
        await _sent(exchange, steps, done, tell)
    finally:
        links.places = exchange.places.remembered()
    return done


async def _sent(exchange: Exchange, steps: list[Step], done: Sent, tell: Tell) -> None:
    failures = 0
    for number, step in enumerate(steps):
        try:
            await step.do()
        except (TabbycatRefused, RuleError) as error:
            failures += isinstance(error, TabbycatRefused) and error.status == FAILED
            exchange.failed |= {step.round} - {""}
            done.refused.append(f"{step.what}: {error}")
            tell(f"refused: {step.what}: {error}")
            if failures == FAILURES:
                done.stopped = f"its server failed {FAILURES} times in a row"
                done.unreached = [one.what for one in steps[number + 1 :]]
                return
        except TabbycatAway as error:
            done.stopped = f"{step.what}: {error}"
            done.unreached = [one.what for one in steps[number:]]
            return
        else:
            failures = 0
            done.sent.append(step.what)
            tell(f"sent: {step.what}")

"""A tournament brought from Tabbycat: looked at, made into entries, with what is remembered of where all of it is."""

from __future__ import annotations

from dataclasses import dataclass

from agent.tournament.exchange.entering import Entered, entered
from agent.tournament.exchange.tabbycat.api import TabbycatApi
from agent.tournament.exchange.tabbycat.links import Links
from agent.tournament.exchange.tabbycat.places import places_of
from agent.tournament.exchange.tabbycat.reading import outside
from agent.tournament.exchange.tabbycat.round_steps import seen
from agent.tournament.exchange.tabbycat.there import look


@dataclass(frozen=True)
class Brought:
    """`name`: of the tournament. `links`: where everything is there."""

    name: str
    done: Entered
    links: Links


async def bring(api: TabbycatApi, address: str, slug: str, name: str, seed: str, by: str) -> Brought:
    """All that we keep of the tournament `slug`; nothing is changed there. `name`: of ours, else as there.

    Raises:
        UsageError, ConfigError, RuleError, UnknownName: it cannot be one of ours, with the reason.
        TabbycatRefused, TabbycatAway.
    """
    there = await look(api, slug)
    found = outside(there, name or there.title)
    done = entered(found, seed, by)
    links = Links(address=address, tournament=slug)
    links.places = places_of(done.record, there, {}).remembered()
    links.debates = {id: place for place, id in done.debates.items()}
    links.pairings, links.ballots = seen(there, links.debates)
    return Brought(found.plan.name, done, links)

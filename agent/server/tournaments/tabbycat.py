"""Tournaments of a server sent to Tabbycat, and brought from there, as a director asks for it.

The token is in this process's memory while it is used, and nowhere else. A server is sent to addresses by whoever has
its key; by other directors to those that its settings name, so that a link opens no way into its network.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent.running.tasks import Tasks, cause
from agent.server.contracts.tabbycat import BringOrder, SendingState, SendingView, SendOrder
from agent.server.tournaments.held import HeldTournament
from agent.tournament.exchange.tabbycat import links as kept
from agent.tournament.exchange.tabbycat.api import HttpTabbycat, where
from agent.tournament.exchange.tabbycat.bringing import Brought, bring
from agent.tournament.exchange.tabbycat.sending import Sent, send
from config.errors import RostrumError, RuleError, UsageError

TOLD = 200  # lines of each kind


class AddressNotAllowed(RostrumError):
    """This server is not to ask there for whoever has no key of it."""

    def __init__(self) -> None:
        super().__init__(
            "this server's host has not allowed that address: let them send it, or name it under serving.tabbycats in "
            "the settings"
        )


@dataclass
class Sending:
    """One that goes on, or was the last."""

    view: SendingView
    work: asyncio.Task[None] | None = None

    def told(self, **more: object) -> None:
        self.view = self.view.model_copy(update=more)

    @property
    def going(self) -> bool:
        return self.view.state is SendingState.GOING


class Sendings:
    """Of each tournament the last one. `allowed`: addresses, as the settings have them."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._allowed = tuple(_root(one) for one in allowed)
        self._last: dict[str, Sending] = {}
        self._tasks = Tasks()

    async def view(self, held: HeldTournament) -> SendingView:
        """Raises ConfigError: what was remembered is damaged."""
        if (last := self._last.get(held.id)) is not None:
            return last.view
        before = await asyncio.to_thread(kept.load, held.folder)
        return SendingView(address=before.address, slug=before.tournament) if before else SendingView()

    async def begin(self, held: HeldTournament, order: SendOrder, *, host: bool) -> SendingView:
        """Raises UsageError: it is not said where to. RuleError: one goes on. AddressNotAllowed, ConfigError."""
        last = self._last.get(held.id)
        if last is not None and last.going:
            raise RuleError("it is being sent already: wait for its end, or stop it")
        before = await asyncio.to_thread(kept.load, held.folder)
        if not order.address and before is None:
            raise UsageError("say where it goes: the address of the tournament's page in Tabbycat")
        address, slug = order.address, order.slug
        if before is not None:
            address, slug = address or before.address, slug or ("" if address else before.tournament)
        address, slug = where(address, slug)
        self.check(address, host=host)
        links = kept.Links(address=address, tournament=slug)
        links = before.of(address, slug) if before is not None else links
        made = Sending(SendingView(state=SendingState.GOING, address=address, slug=slug))
        self._last[held.id] = made
        made.work = self._tasks.spawn(self._send(held, order, links, made), f"tournament {held.id} to Tabbycat")
        return made.view

    async def stop(self, held: HeldTournament) -> SendingView:
        """What was sent is remembered; sending again goes on."""
        last = self._last.get(held.id)
        if last is not None and last.going and last.work is not None:
            last.work.cancel()
            await asyncio.gather(last.work, return_exceptions=True)
        return await self.view(held)

    async def close(self) -> None:
        await self._tasks.close()

    def check(self, address: str, *, host: bool) -> None:
        """Raises AddressNotAllowed."""
        if not host and _root(address) not in self._allowed:
            raise AddressNotAllowed

    async def _send(self, held: HeldTournament, order: SendOrder, links: kept.Links, made: Sending) -> None:
        try:
            with kept.alone(held.folder):
                try:
                    sent = await self._sent(held, order, links, made)
                finally:
                    if not order.preview and links.places:
                        kept.save(held.folder, links)
            made.view = _ended(made.view, sent, preview=order.preview)
        except RostrumError as error:
            made.told(state=SendingState.FAILED, told=cause(error))
        except BaseException as error:
            stopped = isinstance(error, asyncio.CancelledError)
            told = "it was stopped: send it again to go on" if stopped else "it broke: this server's log says why"
            made.told(state=SendingState.FAILED, told=told)
            raise

    async def _sent(self, held: HeldTournament, order: SendOrder, links: kept.Links, made: Sending) -> Sent:
        def step(line: str) -> None:
            made.told(last=line, done=made.view.done + 1)

        record = await held.read(lambda record: record)
        async with HttpTabbycat(links.address, order.token.get_secret_value()) as api:
            return await send(
                api,
                record,
                links,
                settings=order.settings,
                overwrite=order.overwrite,
                only_told=order.preview,
                tell=step,
                expect=lambda steps: made.told(steps=steps),
            )


def _ended(view: SendingView, sent: Sent, *, preview: bool) -> SendingView:
    state = SendingState.PREVIEWED if preview else SendingState.WHOLE if sent.whole else SendingState.PART
    return view.model_copy(
        update={
            "state": state,
            "would": _some(sent.unreached) if preview else (),
            "unreached": () if preview else _some(sent.unreached),
            "refused": _some(sent.refused),
            "left": _some(sent.left),
            "hints": _some(sent.hints),
            "unchanged": sent.unchanged,
            "told": sent.stopped,
        }
    )


def _some(lines: list[str]) -> tuple[str, ...]:
    more = len(lines) - TOLD
    return (*lines[:TOLD], f"and {more} more") if more > 0 else tuple(lines)


async def brought(order: BringOrder) -> Brought:
    """As `bring`."""
    address, slug = where(order.address, order.slug)
    async with HttpTabbycat(address, order.token.get_secret_value()) as api:
        return await bring(api, address, slug, order.name, secrets.token_hex(8), order.by)


def _root(address: str) -> str:
    """Of an address in the settings, or of a Tabbycat, without a stroke at its end."""
    with suppress(ValueError):
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/").lower()
    return address

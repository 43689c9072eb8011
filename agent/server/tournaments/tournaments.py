"""The tournaments of a server: made, listed, kept going, deleted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from agent.running.tasks import Tasks, within
from agent.server.contracts.directing import Decided, Decision
from agent.server.contracts.tournaments import DeskView, HallView, PublicView, TournamentBrief, WorkTold
from agent.server.supervised import Shared
from agent.server.tournaments.announcing import Announcer, Announcing
from agent.server.tournaments.decisions.desk import Desk, MatchAct
from agent.server.tournaments.decisions.table import decide
from agent.server.tournaments.folders import FOLDER, new_id, removed, server_id, tournaments_in
from agent.server.tournaments.halls import ServerHalls, served
from agent.server.tournaments.held import HeldTournament
from agent.server.tournaments.keeper import PROGRAM, Keeper
from agent.server.tournaments.lease import Lease
from agent.server.tournaments.making import Making
from agent.server.tournaments.tabbycat import Sendings
from agent.server.tournaments.telling.debates import round_told
from agent.server.tournaments.telling.desk import brief, desk_view, hall_view, public_view
from agent.server.tournaments.telling.scene import MatchFact, Scene
from agent.server.tournaments.todo import is_on
from agent.tournament.core.events import Event, TournamentCreated
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.core.state import Tournament
from agent.tournament.log.entry_log import Runner, Writing
from agent.tournament.log.places import create_log, delete_log
from agent.tournament.running.debates import Ask
from agent.tournament.running.judging import ballot_of
from config.errors import LogError, RostrumError, RuleError, UsageError, first_fault
from config.settings import Settings

SHARED_SECONDS = 0.25  # for which a view that everybody may have is made once
AT_ONCE = 2  # processes that hold debates in writing
LOOK_SECONDS, IDLE_SECONDS = 0.5, 10.0  # between two looks at what the command line or a match has done
Found = TypeVar("Found")
log = logging.getLogger("rostrum.server")


class NoSuchTournament(UsageError):
    """There is none of that id."""

    def __init__(self) -> None:
        super().__init__("there is no such tournament: the link is not whole, or it has been deleted")


class Tournaments:
    """Those of a data folder; call `start` first.

    `ask`: brings the ballots of judges who are no people; `program`: holds what is in writing. `announcer`: told what
    is released and published, with `address`, that of this server.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        halls: ServerHalls,
        making: Making,
        *,
        ask: Ask = ballot_of,
        program: tuple[str, ...] = PROGRAM,
        announcer: Announcer | None = None,
        address: str = "",
    ) -> None:
        self._root, self._settings, self.halls, self.making = root, settings, halls, making
        self._ask, self._program = ask, program
        self._announcer, self._address = announcer, address
        self.sendings = Sendings(settings.serving.tabbycats)
        self._writing = asyncio.Semaphore(AT_ONCE)
        self._held: dict[str, HeldTournament] = {}
        self._leases: dict[str, Lease] = {}
        self._works: dict[str, tuple[asyncio.Task[None], ...]] = {}
        self._tasks = Tasks()
        self._shared: dict[tuple[str, str], tuple[int, Shared[Any]]] = {}  # views for everybody, of a version

    async def start(self) -> None:
        """Read which there are, and go on with rounds that have started; a damaged one is named and left alone.

        Raises LogError: which server this is cannot be read.
        """
        self._me = Runner(await asyncio.to_thread(server_id, self._root), self._address)
        for folder in await asyncio.to_thread(lambda: list(tournaments_in(self._root))):
            try:
                await self._take(folder)
            except RostrumError as error:
                log.warning("%s", error)

    async def close(self) -> None:
        """What is being held in writing goes on another time."""
        for held in self._held.values():
            held.end()
        await self.sendings.close()
        await self._tasks.close()
        for held in self._held.values():
            held.close()

    async def _take(self, folder: Path) -> HeldTournament:
        held = await asyncio.to_thread(HeldTournament, folder)
        try:
            await held.read(lambda record: record.rules)
        except RostrumError:
            held.close()
            raise
        self._held[held.id] = held
        lease = self._leases[held.id] = Lease(held, self._me, self._settings.serving.takeover_seconds)
        keeper = Keeper(held, lease, self.halls, self._settings, self._ask, self._program, self._writing)
        works = [lease.run(), keeper.run(), self._look(held)]
        if self._announcer is not None:
            works.append(Announcing(held, lease, self._announcer, f"{self._address}/t/{held.id}").run())
        self._works[held.id] = tuple(self._tasks.spawn(work, f"tournament {held.id}") for work in works)
        return held

    async def _look(self, held: HeldTournament) -> None:
        """Less often while no round is on and nobody watches."""
        while not held.gone:
            try:
                facts = await self.facts(held)
                await held.look([(id, fact.key) for id, fact in facts.items()])
                on = held.watchers > 0 or await held.read(is_on)
            except LogError as error:
                log.warning("tournament %s: %s", held.id, error)
                on = False
            if on:
                await asyncio.sleep(LOOK_SECONDS)
            else:
                await within(IDLE_SECONDS, held.beyond(held.version))

    # -- one of them -------------------------------------------------------------------------------

    def found(self, id: str) -> HeldTournament:
        """Raises NoSuchTournament."""
        held = self._held.get(id)
        if held is None:
            raise NoSuchTournament
        return held

    async def facts(self, held: HeldTournament) -> dict[str, MatchFact]:
        return dict(await self.halls.facts(await held.read(served)))

    async def told(
        self, held: HeldTournament, made: Callable[[Scene], Found], *, all: bool, named: bool = False
    ) -> Found:
        """A view of it. `all`: with what is not public; `named`: although it is not, with names that are hidden, for
        those whom it concerns. Raises what `made` does, LogError."""
        facts = await self.facts(held)
        read = held.read if all or named else held.read_public
        elsewhere = held.elsewhere.address if held.elsewhere is not None else ""
        return await read(lambda record: made(Scene(held.id, record, facts, all, elsewhere=elsewhere)))

    async def public(self, held: HeldTournament) -> PublicView:
        """As everybody sees it; made once for all who ask at about the same time."""
        return await self._once_for_all(held, public_view)

    async def hall(self, held: HeldTournament) -> HallView:
        """Every room's clock, in the same way."""
        return await self._once_for_all(held, hall_view)

    async def _once_for_all(self, held: HeldTournament, made: Callable[[Scene], Found]) -> Found:
        key = held.id, made.__name__
        version, shared = self._shared.get(key, (-1, None))
        if shared is None or version != held.version:
            shared = Shared(partial(self.told, held, made, all=False), SHARED_SECONDS, time.monotonic)
            self._shared[key] = held.version, shared
        found: Found = await shared.now()
        return found

    async def desk(self, held: HeldTournament) -> DeskView:
        """As its director sees it."""
        trouble = tuple(f"{about}: {told}" for about, told in held.trouble.items())
        work = WorkTold(busy=bool(held.holding), holding=held.holding, trouble=trouble)
        return await self.told(held, lambda scene: desk_view(scene, work), all=True)

    async def decide(self, held: HeldTournament, decision: Decision) -> tuple[Decided, tuple[MatchAct, ...]]:
        """What a director's order does, and what is then to be done in matches; nothing in a preview.

        Raises RuleError: it cannot be done now, or something else would follow than was told. UsageError, LogError.
        """
        facts = await self.facts(held)
        if not decision.preview:
            await self._leases[held.id].ours()
        server = (held.elsewhere or self._me).server

        def step(writing: Writing) -> tuple[Decided, tuple[MatchAct, ...]]:
            desk = Desk(writing, decision.by, facts, self.halls.new_id, self.halls.most, server)
            try:
                decide(desk, decision.order)
            except ValidationError as error:
                raise UsageError(first_fault(error)) from error
            if decision.as_told not in ("", desk.digest):
                raise RuleError("something else would follow by now, for others have decided meanwhile: look again")
            return _decided(held.id, desk, done=not decision.preview), tuple(desk.acts)

        made, acts = await held.write(step, keep=not decision.preview)
        return made, () if decision.preview else acts

    # -- all of them -------------------------------------------------------------------------------

    async def briefs(self) -> tuple[TournamentBrief, ...]:
        """The newest first."""
        found = [await self.brief(held) for held in self._held.values()]
        return tuple(sorted(found, key=lambda one: one.created, reverse=True))

    async def brief(self, held: HeldTournament) -> TournamentBrief:
        return await held.read(lambda record: brief(Scene(held.id, record)))

    async def make(
        self, plan: TournamentPlan, by: str, bring: Callable[[Tournament], Iterable[Event]]
    ) -> HeldTournament:
        """A new one. `bring`: who takes part, as entries. Raises RostrumError: it cannot be made, and there is none."""

        def made(desk: Writing) -> None:
            desk.add(TournamentCreated(by=by, plan=plan, seed=secrets.token_hex(8)))
            for entry in bring(desk.state):
                desk.add(entry)

        return await self._new(made)

    async def take_over(self, entries: Iterable[Event], beside: Callable[[Path], None]) -> HeldTournament:
        """One from elsewhere. `beside`: makes what belongs into its folder. Raises RostrumError: there is none then."""

        def made(desk: Writing) -> None:
            for entry in entries:
                desk.add(entry)

        return await self._new(made, beside)

    async def _new(
        self, made: Callable[[Writing], None], beside: Callable[[Path], None] = lambda folder: None
    ) -> HeldTournament:
        folder = self._root / FOLDER / new_id()

        def work() -> None:
            try:
                with create_log(folder) as log_, log_.writing() as desk:
                    made(desk)
                beside(folder)
            except BaseException:
                delete_log(folder)
                removed(folder)
                raise

        await asyncio.to_thread(work)
        return await self._take(folder)

    async def delete(self, id: str) -> None:
        """With all its files; its matches on this server are ended and kept. Raises NoSuchTournament, LogError."""
        held = self.found(id)
        del self._held[id], self._leases[id]
        held.end(deleted=True)
        await self.sendings.stop(held)
        self._shared = {key: shared for key, shared in self._shared.items() if key[0] != id}
        await asyncio.gather(*self._works.pop(id), return_exceptions=True)
        for match, fact in (await self.facts(held)).items():
            if not fact.state.over:
                with contextlib.suppress(RuleError):  # it has ended by itself
                    await self.halls.act("end", match)
        held.close()
        await asyncio.to_thread(delete_log, held.folder)
        await asyncio.to_thread(removed, held.folder)


def _decided(id: str, desk: Desk, *, done: bool) -> Decided:
    scene = Scene(id, desk.state, desk.matches)
    return Decided(
        done=done,
        as_told=desk.digest,
        effects=tuple(desk.effects),
        warnings=tuple(desk.warnings),
        entries=tuple(desk.entries) if done else (),
        round=round_told(scene, desk.state.round(desk.round)) if desk.round is not None else None,
    )

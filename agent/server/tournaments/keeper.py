"""Holds the debates of a round that has started: those of people as matches of this server, those of AIs in writing.

What there is to do is read from the log each time, so that a server that was killed goes on where it was, and a
director's command at the command line counts like an order here. A room that dies is held again, so often as is worth
while; one that ended before its time waits for the director.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from agent.running.tasks import cause
from agent.server.contracts.matches import MatchOrder, MatchState, SeatKind, SeatOrder, Seats
from agent.server.hold.matches import NoSuchMatch, ServerClosing, TooManyMatches
from agent.server.tournaments.decisions import held_on_server
from agent.server.tournaments.held import HeldTournament
from agent.server.tournaments.telling.scene import MatchFact
from agent.tournament.core.events import BallotCast, DebateBroke, DebateStarted
from agent.tournament.core.people import Adjudicator
from agent.tournament.core.records import DebateRecord, RoundPhase, RoundRecord
from agent.tournament.core.state import Tournament
from agent.tournament.running.debates import BY, MATCHES, TRIES, Ask, better_seed, machine_judges, over
from agent.tournament.running.director import written
from agent.tournament.running.judging import ballot_of
from config.errors import RostrumError, RuleError
from config.format import Side
from config.plain_text import one_line
from config.settings import Settings

PROGRAM = (sys.executable, "-m", "agent.server.tournaments.child")
AGAIN_SECONDS = 5.0  # until something that could not be done is tried again
END_SECONDS = 5.0
log = logging.getLogger("rostrum.server")


class Halls(Protocol):
    """The matches of this server, as far as tournaments need them."""

    def fact(self, match: str) -> MatchFact | None:
        """How it stands; None where this server has none of that id."""

    async def open(self, match: str, order: MatchOrder, title: str) -> None:
        """Have it held, with an invitation for each person. Raises TooManyMatches, ServerClosing: not now. UsageError,
        LogError: it cannot be held as asked."""

    async def end(self, match: str) -> None:
        """It is ended, if it is not over."""

    def folder(self, match: str) -> Path: ...

    def new_id(self) -> str: ...


class Keeper:
    """Works at one tournament until `close`. `program`: holds what is in writing."""

    def __init__(
        self,
        held: HeldTournament,
        halls: Halls,
        settings: Settings,
        ask: Ask = ballot_of,
        program: tuple[str, ...] = PROGRAM,
    ) -> None:
        self._held, self._halls, self._settings, self._ask, self._program = held, halls, settings, ask, program
        self._tried: dict[tuple[str, int], int] = {}  # how often a judge or a writing failed, by debate and match
        self._writing: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> None:
        """Does what there is to do, and waits for news."""
        try:
            while not self._held.gone:
                version = self._held.version
                again = await self._once()
                waiting = asyncio.ensure_future(self._held.beyond(version))
                try:
                    await asyncio.wait([waiting], timeout=AGAIN_SECONDS if again else None)
                finally:
                    waiting.cancel()
        finally:
            await self._end_writing()

    async def _once(self) -> bool:
        """Whether something is to be tried again in a while."""
        record = await self._held.read(lambda record: record)
        one = record.current
        if one is None or one.phase is not RoundPhase.STARTED:
            return False
        again = False
        for debate in list(one.open):
            if held_on_server(record, debate) or self._is_served(debate):
                again |= await self._tried_once(debate.id, self._room(record, one, debate))
        return self._write(record, one) or again

    def _is_served(self, debate: DebateRecord) -> bool:
        return bool(debate.matches) and not debate.matches[-1].startswith(debate.id)

    async def _tried_once(self, about: str, work: Awaitable[None]) -> bool:
        """Whether it could not be done, which is told."""
        try:
            await work
        except (TooManyMatches, ServerClosing) as error:
            self._trouble(about, f"waits for a room: {cause(error)}")
            return True
        except RuleError as error:  # somebody has decided otherwise meanwhile
            log.info("%s: %s", about, cause(error))
            return True
        except RostrumError as error:
            self._trouble(about, cause(error))
            return True
        self._trouble(about, "")
        return False

    def _trouble(self, about: str, told: str) -> None:
        if told and self._held.trouble.get(about) != told:
            self._held.trouble[about] = told
            self._held.tell()
        elif not told and self._held.trouble.pop(about, None):
            self._held.tell()

    # -- rooms of this server ----------------------------------------------------------------------

    async def _room(self, record: Tournament, one: RoundRecord, debate: DebateRecord) -> None:
        if not debate.running:
            if not debate.matches:
                await self._begin(one, debate)
            elif debate.broke:
                raise RostrumError(f"{debate.broke}: have it held again, or decide it without")
            return
        match = debate.matches[-1]
        fact = self._halls.fact(match)
        if fact is None:
            await self._halls.open(match, order_of(record, one, debate), f"{one.plan.name}, {debate.id}"[:120])
        elif fact.state is MatchState.FAILED:
            await self._broke(one, debate, fact, again=len(debate.matches) < TRIES)
        elif fact.state is MatchState.ENDED and not fact.whole:
            await self._broke(one, debate, fact, again=False)
        elif fact.state is MatchState.ENDED:
            await self._judged(record, one, debate)

    async def _begin(self, one: RoundRecord, debate: DebateRecord) -> None:
        """Of a round that was started elsewhere."""
        match = self._halls.new_id()
        await self._held.write(
            lambda desk: desk.add(DebateStarted(by=BY, round=one.number, debate=debate.id, match=match))
        )

    async def _broke(self, one: RoundRecord, debate: DebateRecord, fact: MatchFact, *, again: bool) -> None:
        """What is held again is so from its beginning; a room that was only lost has been recovered before this."""
        last, new = debate.matches[-1], self._halls.new_id()
        reason = one_line(fact.reason or "it ended before its time")[:500]
        early = "" if fact.state is MatchState.FAILED else "the match ended before its time: "

        def step(desk: object) -> None:
            desk.add(  # type: ignore[attr-defined]
                DebateBroke(by=BY, round=one.number, debate=debate.id, match=last, reason=f"{early}{reason}")
            )
            if again:
                desk.add(DebateStarted(by=BY, round=one.number, debate=debate.id, match=new))  # type: ignore[attr-defined]

        await self._held.write(step)

    async def _judged(self, record: Tournament, one: RoundRecord, debate: DebateRecord) -> None:
        """The ballots of all in its panel who are no people."""
        for judge in machine_judges(record, debate):
            if judge.name not in debate.ballots:
                await self._judge(record, one, debate, judge)

    async def _judge(self, record: Tournament, one: RoundRecord, debate: DebateRecord, judge: Adjudicator) -> None:
        key = (f"{debate.id} {judge.name}", len(debate.matches))
        if self._tried.get(key, 0) >= TRIES:
            raise RostrumError(f"{judge.name} brought no ballot in {TRIES} tries: enter one, or name another panel")
        better = better_seed(record, one, debate) if one.plan.elimination else None
        teams, folder = (debate.teams[0], debate.teams[1]), self._halls.folder(debate.matches[-1])
        try:
            ballot = await self._ask(judge, teams, better, self._settings, folder)
            await self._held.write(
                lambda desk: desk.add(BallotCast(by=judge.name, round=one.number, debate=debate.id, ballot=ballot))
            )
        except RostrumError:
            self._tried[key] = self._tried.get(key, 0) + 1
            raise

    # -- in writing --------------------------------------------------------------------------------

    def _write(self, record: Tournament, one: RoundRecord) -> bool:
        """Have what AIs debate held in a process of its own; whether it is to be tried again."""
        wanted = [debate for debate in written(record, one.number) if self._to_write(record, debate)]
        if not wanted or (self._writing is not None and not self._writing.done()):
            return False
        key = ("writing", one.number)
        if self._tried.get(key, 0) >= TRIES and not any(debate.broke == "" for debate in wanted):
            return False
        self._writing = asyncio.create_task(self._hold_in_writing(one.number, [debate.id for debate in wanted]))
        return False

    def _to_write(self, record: Tournament, debate: DebateRecord) -> bool:
        """Whether it has not been held to its end, or a ballot of no person is lacking."""
        held = bool(debate.matches) and over(self._held.folder / MATCHES / debate.matches[-1])
        return not held or any(judge.name not in debate.ballots for judge in machine_judges(record, debate))

    async def _hold_in_writing(self, number: int, ids: list[str]) -> None:
        self._held.holding = tuple(ids)
        self._held.tell()
        told = ""
        try:
            code, told = await self._followed(number)
        except OSError as error:
            code, told = 1, f"it could not be started: {error.strerror}"
        self._held.holding = ()
        key = ("writing", number)
        self._tried[key] = self._tried.get(key, 0) + 1 if code else 0
        self._trouble("writing", told if code else "")
        if code:
            await asyncio.sleep(AGAIN_SECONDS)
        self._held.tell()

    async def _followed(self, number: int) -> tuple[int, str]:
        """How it ended, and the last thing that it told."""
        pipe = asyncio.subprocess.PIPE
        process = self._process = await asyncio.create_subprocess_exec(
            *self._program, str(self._held.folder), str(number), stdin=pipe, stdout=pipe
        )
        assert process.stdin is not None and process.stdout is not None
        last = ""
        with contextlib.suppress(ConnectionError):
            process.stdin.write(self._settings.model_dump_json().encode() + b"\n")
            await process.stdin.drain()
        while line := await process.stdout.readline():
            last = one_line(line.decode(errors="replace").strip())
            log.info("tournament: %s", last)
        return await process.wait(), last

    async def _end_writing(self) -> None:
        if self._process is not None and self._process.returncode is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._process.wait()
            if self._process.returncode is None:
                self._process.kill()
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)


MakeSeat = Callable[[Tournament, str], SeatOrder]


def order_of(record: Tournament, one: RoundRecord, debate: DebateRecord) -> MatchOrder:
    """The match of a debate, as it is asked of this server. Raises RuleError: it cannot be one."""
    if not one.motion:
        raise RuleError(f"the motion of {one.plan.name} has not been released")
    pro, con = (seat_of(record, name) for name in debate.teams[: len(Side)])
    entry = record.motions[one.motion]
    return MatchOrder(
        motion=entry.reference if len(entry.reference.split()) == 1 and not pro_and_con_are_people(pro, con) else entry.text,
        format=record.rules.format,
        seats=Seats(pro=pro, con=con),
        spectators=True,
    )


def pro_and_con_are_people(pro: SeatOrder, con: SeatOrder) -> bool:
    return {pro.kind, con.kind} == {SeatKind.PERSON}

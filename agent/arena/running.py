"""An arena in its folder: its matches are held, judged and kept one by one, so that it goes on where it was broken off.

Every answer of a model is in the journal, every match that is done in a file of its own; so a run that was killed asks
nothing twice, and comes to the same matches, votes and ratings. Where matches are held is for a host to say (`hosts/`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.arena.duel import DuelEnd
from agent.arena.folder import MATCHES, STATE, ArenaState, keep, kept
from agent.arena.hosts.contract import Hosting, MatchHost, Spent
from agent.arena.hosts.here import here
from agent.arena.pairing import Pairing
from agent.arena.plan import PLAN
from agent.arena.ready import ReadyArena
from agent.arena.results import Held, pairs_of, scored
from agent.evaluation.work import WholeDebate, digest
from config.errors import RostrumError, UsageError
from config.yaml_file import write_yaml

HOUR = 3600.0


Progress = Callable[[Spent, str, int], None]


@dataclass
class Arena:
    """One run over a folder, by its `host`. `progress`: told after each answer, with what is being done and matches
    done."""

    of: ReadyArena
    folder: Path
    progress: Progress
    held: list[Held] = field(default_factory=list)
    duel: str = ""

    def __post_init__(self) -> None:
        self.host: MatchHost
        self._began, self._doing, self._done = time.monotonic(), "", 0

    async def run(self, host: MatchHost) -> ArenaState:
        """To the end of the plan, or of its budget. Raises RostrumError: nothing can be asked at all."""
        self.host = host
        await (self._duel() if self.of.plan.duel else self._season())
        spent, topics, motions = host.spent, self.of.topics, self.of.prepared.motions
        return ArenaState(
            matches=tuple(self._file(one.id) for one in self.held),
            motions={name: (motion.text, topics[name].background) for name, motion in motions.items()},
            most=self.of.needs.matches,
            calls=spent.calls,
            cost=spent.cost if spent.priced else None,
            stopped=host.stopped,
            duel=self.duel,
            remembered=spent.remembered,
        )

    async def _season(self) -> None:
        held: list[Pairing] = []
        number = 0
        while rounds := self.of.season.next(number, held, scored(self.held)):
            last = number + len(rounds)
            pairings = [one for some in rounds for one in some]
            if not await self._hold(
                pairings, f"round {last}" if len(rounds) == 1 else f"rounds {number + 1} to {last}"
            ):
                return
            held += pairings
            number = last

    async def _duel(self) -> None:
        assert self.of.plan.duel is not None
        one, other = self.of.plan.old
        test = self.of.plan.duel.test()
        pairs: list[float] = []
        for number, motion in enumerate(list(self.of.topics)[: test.most]):
            pairing = Pairing(motion, *((one, other) if number % 2 == 0 else (other, one)))
            if not await self._hold([pairing], f"pair {number + 1}"):
                return
            pairs = pairs_of(self.held, one)
            if test.over(pairs):
                break
        self.duel = _duel_told(test.decision(pairs), one, other, test.low, test.high)
        self.duel += f" after {len(pairs)} motions in both stances"
        left_out = len(self.held) // 2 - len(pairs)
        self.duel += f", {left_out} more without a verdict in both" if left_out else ""
        if (saved := test.fixed(pairs) - len(pairs)) > 0:
            self.duel += f"; a test of fixed length needs about {saved + len(pairs)}, so that about {saved} were saved"

    async def _hold(self, pairings: Sequence[Pairing], doing: str) -> bool:
        """Both stances of all of them; whether all are done."""
        self._doing = doing
        debates = [self._debate(one.motion, *leg) for one in pairings for leg in one.legs]
        async with asyncio.TaskGroup() as group:
            works = [group.create_task(self._match(debate)) for debate in debates]
        found = [work.result() for work in works]
        self.held += [one for one in found if one is not None]
        return None not in found

    def _debate(self, motion: str, pro: str, con: str) -> WholeDebate:
        made = digest(self.of.marks[pro], self.of.marks[con], self.of.plan.seed)
        return WholeDebate(f"{motion}.{pro}-{con}.{made}", motion, pro, con)

    async def _match(self, debate: WholeDebate) -> Held | None:
        """None where it was broken off."""
        path = self.folder / MATCHES / self._file(debate.id)
        held = kept(path)
        if held is None:
            held = await self.host.hold(debate)
            if held is not None:
                keep(path, held)
        self._done += held is not None
        self._told()
        return held

    def answered(self) -> None:
        """Something was, by the host."""
        hours = self.of.plan.budget.hours
        if hours is not None and time.monotonic() - self._began > hours * HOUR:
            self.host.stop(f"the {hours:g} hours of the budget are over; run it again to go on")
        self._told()

    def _told(self) -> None:
        self.progress(self.host.spent, self._doing, self._done)

    def _file(self, id: str) -> str:
        """Another one for other judges."""
        judging = self.of.settings.judging
        names = [self.of.judges.of(role).model for role in self.of.judges.roles]
        return f"{id}.{digest(*names, str(judging.runs), judging.agreement)}.json"


def _duel_told(decision: DuelEnd, one: str, other: str, low: float, high: float) -> str:
    if decision is DuelEnd.OPEN:
        return f"undecided between {one} and {other}"
    better = decision is DuelEnd.BETTER
    return (
        f"{one} is better than {other} by {high:g} Elo"
        if better
        else f"{one} is not better than {other} by {low:g} Elo"
    )


async def carried_out(of: ReadyArena, folder: Path, progress: Progress, hosting: Hosting = here) -> ArenaState:
    """Carry a plan out in a folder, or go on with it there.

    Args:
        hosting: where its matches are held.

    Raises:
        LibraryError: another run works in the folder. RostrumError: nothing can be asked at all.
    """
    arena = Arena(of, folder, progress)
    try:
        async with hosting(of, folder, arena.answered) as host:
            write_yaml(of.plan, folder / PLAN)
            (folder / MATCHES).mkdir(exist_ok=True)
            state = await arena.run(host)
            keep(folder / STATE, state)
            return state
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    except ExceptionGroup as several:
        raise next((one for one in several.exceptions if isinstance(one, RostrumError)), several) from None

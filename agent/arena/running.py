"""An arena in its folder: its matches are held, judged and kept one by one, so that it goes on where it was broken off.

Every answer of a model is in the journal, every match that is done in a file of its own; so a run that was killed asks
nothing twice, and comes to the same matches, votes and ratings.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.arena.duel import DuelEnd
from agent.arena.folder import JOURNAL, MATCHES, STATE, ArenaState, keep, kept
from agent.arena.pairing import Pairing
from agent.arena.plan import PLAN
from agent.arena.ready import ReadyArena
from agent.arena.results import Held, pairs_of, scored, votes_of
from agent.evaluation import writing
from agent.evaluation.asking import Asking, Making
from agent.evaluation.validity import EMPTY
from agent.evaluation.work import WholeDebate, digest
from agent.judging.debatrix import Debatrix
from agent.judging.judges import verdict_of
from agent.judging.masking import viewed
from agent.judging.panel import heard_by, settings_told
from agent.match.afterwards.finished import finished
from agent.match.afterwards.verdicts import Usage
from agent.match.state import Match
from agent.running.files.folder import write_verdict
from agent.running.files.log import read_log
from agent.show.report import write_report
from config.errors import ProviderError, RostrumError, UsageError
from config.format import Side
from config.yaml_file import write_yaml
from planning.asking.journal import Journal

HOUR = 3600.0


Progress = Callable[[Asking, str, int], None]


@dataclass
class Arena:
    """One run over a folder. `progress`: told after each answer, with what is being done and matches done."""

    of: ReadyArena
    folder: Path
    journal: Journal
    progress: Progress
    held: list[Held] = field(default_factory=list)
    duel: str = ""

    def __post_init__(self) -> None:
        plan = self.of.plan
        self._asking = Asking(plan.budget, self.journal, self._on_answer, self.of.settings.models)
        self._making = Making(self.of.settings, self._asking)
        self._places = asyncio.Semaphore(plan.at_once)
        self._began, self._doing, self._done = time.monotonic(), "", 0

    async def run(self) -> ArenaState:
        """To the end of the plan, or of its budget. Raises RostrumError: nothing can be asked at all."""
        try:
            await (self._duel() if self.of.plan.duel else self._season())
        finally:
            await self._asking.close()
        asking, topics, motions = self._asking, self.of.topics, self.of.prepared.motions
        return ArenaState(
            matches=tuple(self._file(one.id) for one in self.held),
            motions={name: (motion.text, topics[name].background) for name, motion in motions.items()},
            most=self.of.needs.matches,
            calls=asking.calls_before + asking.ledger.calls,
            cost=asking.cost_before + asking.ledger.cost if asking.priced else None,
            stopped=asking.stopped,
            duel=self.duel,
            remembered=asking.remembered,
        )

    async def _season(self) -> None:
        held: list[Pairing] = []
        number = 0
        while (pairings := self.of.season.round(number, held, scored(self.held))) is not None:
            if not await self._hold(pairings, f"round {number + 1}"):
                return
            held += pairings
            number += 1

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

    def _on_answer(self) -> None:
        hours = self.of.plan.budget.hours
        if hours is not None and time.monotonic() - self._began > hours * HOUR:
            self._asking.stop(f"the {hours:g} hours of the budget are over; run it again to go on")
        self.progress(self._asking, self._doing, self._done)

    # -- one match

    async def _match(self, debate: WholeDebate) -> Held | None:
        """None where it was broken off."""
        path = self.folder / MATCHES / self._file(debate.id)
        held = kept(path)
        if held is None:
            async with self._places:
                held = await self._held(debate)
            if held is not None:
                keep(path, held)
        self._done += held is not None
        self.progress(self._asking, self._doing, self._done)
        return held

    def _file(self, id: str) -> str:
        """Another one for other judges."""
        judging = self.of.settings.judging
        names = [self.of.judges.of(role).model for role in self.of.judges.roles]
        return f"{id}.{digest(*names, str(judging.runs), judging.agreement)}.json"

    async def _held(self, debate: WholeDebate) -> Held | None:
        folder = self.folder / MATCHES / debate.id
        setup = self.of.prepared.setup(debate.id, debate.motion, debate.sides, folder)
        done = folder.with_name(f"{debate.id}.held")
        if not done.is_file():
            if self._asking.stopped:
                return None
            await writing.hold(setup, self._making)
            if self._asking.stopped:  # the rest of it was spoken without a model
                return None
            done.touch()
        events = await asyncio.to_thread(read_log, folder)
        sources = {side: seat.source for side, seat in setup.seats.items()}
        spoken = writing.spoken_in(Match.replay(events), debate.sides, sources)
        faults = {
            side: tuple(dict.fromkeys(fault for one in spoken if one.side is side for fault in one.invalid))
            for side in Side
            if not all(one.valid_format for one in spoken if one.side is side)
        }
        silent = {side: (EMPTY,) for side in Side if side not in {one.side for one in spoken}}
        held = Held(
            id=debate.id,
            motion=debate.motion,
            kind=self.of.topics[debate.motion].kind,
            pro=debate.pro,
            con=debate.con,
            opened=self.of.prepared.form.turns[0].side,
            words=(0, 0),
            invalid=faults | silent,
        )
        if held.invalid:
            await asyncio.to_thread(write_report, folder)
            return held
        return await self._judged(held, folder)

    async def _judged(self, held: Held, folder: Path) -> Held | None:
        view = viewed(finished(await asyncio.to_thread(read_log, folder)))
        view = replace(view, info=self.of.topics[held.motion].background)
        try:
            heard = await heard_by(self._bench(held.id), self.of.settings.judging, view)
        except ProviderError as error:
            self._asking.stop(f"a match could not be judged: {error.reason}")
            return None
        if self._asking.stopped:  # some judges could not be asked any more
            return None
        await asyncio.to_thread(write_verdict, folder, verdict_of(heard, Usage()))
        await asyncio.to_thread(write_report, folder)
        words = view.words
        told = {"words": (words[Side.PRO], words[Side.CON]), "votes": votes_of(heard.judged)}
        return held.model_copy(update=told)

    def _bench(self, id: str) -> list[Debatrix]:
        models = self.of.judges
        found = []
        for role, endpoint in models.roles.items():
            asking = self._asking.of(models, f"judge {endpoint.model}", f"judging {id}", anew=False)
            assert asking is not None
            found.append(Debatrix(asking, role, endpoint.model, settings_told(endpoint)))
        return found


def _duel_told(decision: DuelEnd, one: str, other: str, low: float, high: float) -> str:
    if decision is DuelEnd.OPEN:
        return f"undecided between {one} and {other}"
    better = decision is DuelEnd.BETTER
    return (
        f"{one} is better than {other} by {high:g} Elo"
        if better
        else f"{one} is not better than {other} by {low:g} Elo"
    )


async def carried_out(of: ReadyArena, folder: Path, progress: Progress) -> ArenaState:
    """Carry a plan out in a folder, or go on with it there.

    Raises:
        LibraryError: another run works in the folder. RostrumError: nothing can be asked at all.
    """
    try:
        with Journal(folder / JOURNAL) as journal:
            write_yaml(of.plan, folder / PLAN)
            (folder / MATCHES).mkdir(exist_ok=True)
            state = await Arena(of, folder, journal, progress).run()
            keep(folder / STATE, state)
            return state
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    except ExceptionGroup as several:
        raise next((one for one in several.exceptions if isinstance(one, RostrumError)), several) from None

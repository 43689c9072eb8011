"""One match of an arena: held in writing or aloud, looked at, and judged."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from agent.arena.ready import ReadyArena
from agent.arena.results import Held, votes_of
from agent.evaluation import writing
from agent.evaluation.asking import Asking, Making
from agent.evaluation.validity import EMPTY
from agent.evaluation.work import WholeDebate
from agent.judging.debatrix import Debatrix
from agent.judging.judges import verdict_of
from agent.judging.masking import viewed
from agent.judging.panel import heard_by, settings_told
from agent.local.session import LocalRoom
from agent.local.writing import WritingRoom
from agent.match.afterwards.finished import finished
from agent.match.afterwards.verdicts import Usage
from agent.match.state import Match
from agent.running.files.folder import write_verdict
from agent.running.files.log import read_log
from agent.show.report import write_report
from config.errors import ProviderError
from config.format import Side


def held_mark(folder: Path) -> Path:
    """A file that says that the match in a folder was held to its end."""
    return folder.with_name(f"{folder.name}.held")


@dataclass(frozen=True)
class PlannedHolder:
    """A `MatchHolder`: at the plan's pace, by what `making` makes, and has them judged by whom the plan names."""

    of: ReadyArena
    asking: Asking
    making: Making

    async def held(self, debate: WholeDebate, folder: Path) -> Held | None:
        setup, aloud = self.of.setup(debate, folder), self.of.plan.aloud
        done = held_mark(folder)
        if not done.is_file():
            if self.asking.stopped:
                return None
            room = LocalRoom(fast=True, make=self.making) if aloud else WritingRoom(self.making)
            await writing.hold(room, setup)
            if self.asking.stopped:  # the rest of it was spoken without a model
                return None
            done.touch()
        events = await asyncio.to_thread(read_log, folder)
        sources = {side: seat.source for side, seat in setup.seats.items()}
        spoken = writing.spoken_in(Match.replay(events), debate.sides, sources, aloud=aloud)
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
            self.asking.stop(f"a match could not be judged: {error.reason}")
            return None
        if self.asking.stopped:  # some judges could not be asked any more
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
            asking = self.asking.of(models, f"judge {endpoint.model}", f"judging {id}", anew=False)
            assert asking is not None
            found.append(Debatrix(asking, role, endpoint.model, settings_told(endpoint)))
        return found

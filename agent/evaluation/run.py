"""An evaluation from its plan to its ratings: what it takes is known before, and it goes on where it was broken off."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.evaluation import writing
from agent.evaluation.asking import Asking, Making
from agent.evaluation.listeners import HeardSpeech, voices
from agent.evaluation.plan import PLAN
from agent.evaluation.prepare import PreparedPlan, people
from agent.evaluation.ratings import Rating
from agent.evaluation.validity import WrittenSpeech
from agent.evaluation.work import Comparison, StageVersion, WholeDebate
from agent.local.writing import WritingRoom
from agent.match.events import Event
from agent.match.state import Match
from agent.running.files.log import read_log
from config.errors import ProviderError, RostrumError, UsageError
from config.yaml_file import write_yaml
from planning.asking.journal import Journal

JOURNAL = "journal.jsonl"
HOUR = 3600.0


@dataclass
class Found:
    """What an evaluation has come to. `matches`: debates in which something was written for it, by id.

    `stopped`: why it did not come to its end. `unheard`: judgements that no usable answer came for.
    """

    prepared: PreparedPlan
    versions: dict[str, WrittenSpeech] = field(default_factory=dict)
    debates: dict[str, list[WrittenSpeech]] = field(default_factory=dict)
    matches: dict[str, Sequence[Event]] = field(default_factory=dict)
    ratings: list[Rating] = field(default_factory=list)
    unheard: int = 0
    stopped: str = ""
    calls: int = 0
    cost: float | None = None
    remembered: int = 0


Progress = Callable[[Asking, str], None]


class Evaluation:
    """One run over a folder.

    Args:
        progress: told after each answer, with what is being done.
    """

    def __init__(self, prepared: PreparedPlan, folder: Path, journal: Journal, progress: Progress) -> None:
        self._prepared, self._folder, self._progress = prepared, folder, progress
        self._asking = Asking(prepared.plan.budget, journal, self._on_answer, prepared.settings.models)
        self._making = Making(prepared.settings, self._asking)
        self._places = asyncio.Semaphore(prepared.plan.at_once)
        self._doing, self._began = "", time.monotonic()
        self._found = Found(prepared)
        self._replayed: dict[str, Match] = {}

    async def run(self) -> Found:
        """To the end of the plan, or of its budget. Raises RostrumError: nothing can be asked at all."""
        work = self._prepared.work
        try:
            await self._each("debates", (self._debate(one) for one in work.held))
            await self._each("speeches", (self._version(one) for one in work.versions))
            await self._each("listening", [*map(self._compare, work.comparisons), *map(self._hear, work.debates)])
        finally:
            await self._asking.close()
        self._found.ratings.sort(key=lambda one: (one.kind, one.item, one.listener, one.version))
        return self._accounted()

    def _accounted(self) -> Found:
        asking, found = self._asking, self._found
        found.stopped = self._why_stopped()
        found.calls = asking.calls
        found.cost = asking.cost if asking.priced else None
        found.remembered = asking.remembered
        return found

    def _why_stopped(self) -> str:
        budget, asking = self._prepared.plan.budget, self._asking
        if budget.calls is not None and asking.calls >= budget.calls and asking.stopped:
            return f"all {budget.calls} calls of the budget are spent; raise budget.calls to go on"
        if budget.cost is not None and "max_cost" in asking.stopped:
            spent = asking.cost
            return (
                f"{spent:.4f} are spent, and one more call could pass the budget; raise budget.cost ({budget.cost:g})"
            )
        return asking.stopped

    async def _each(self, doing: str, works: Iterable[Coroutine[Any, Any, None]]) -> None:
        """All of them, or as many as are done when nothing more is asked."""
        self._doing = doing
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(work)

    def _on_answer(self) -> None:
        hours = self._prepared.plan.budget.hours
        if hours is not None and time.monotonic() - self._began > hours * HOUR:
            self._asking.stop(f"the {hours:g} hours of the budget are over; run it again to go on")
        self._progress(self._asking, self._doing)

    async def _debate(self, debate: WholeDebate) -> None:
        folder = self._folder / "debates" / debate.id
        done = folder.with_name(f"{debate.id}.json")
        setup = self._prepared.setup(debate.id, debate.motion, debate.sides, folder)
        if not done.is_file():
            async with self._places:
                if self._asking.stopped:
                    return
                await writing.hold(WritingRoom(self._making), setup)
                if self._asking.stopped:  # the rest of it was spoken without a model
                    return
            done.write_text(json.dumps({"pro": debate.pro, "con": debate.con}) + "\n", encoding="utf-8")
        events = read_log(folder)
        self._replayed[debate.id] = Match.replay(events)
        self._found.matches[debate.id] = events
        sources = {side: seat.source for side, seat in setup.seats.items()}
        self._found.debates[debate.id] = writing.spoken_in(self._replayed[debate.id], debate.sides, sources)

    async def _version(self, version: StageVersion) -> None:
        path = self._folder / "speeches" / f"{version.id}.json"
        written = writing.kept(path)
        match = self._context(version)
        if written is None and (match is not None or version.place.turn == 0):
            async with self._places:
                written = await self._write(version, match)
            if written is not None:
                writing.keep(path, written)
        if written is not None:
            self._found.versions[version.id] = written

    async def _write(self, version: StageVersion, match: Match | None) -> WrittenSpeech | None:
        """None where it was broken off."""
        if self._asking.stopped:
            return None
        place = version.place
        setup = self._prepared.setup(
            version.id, place.motion, {place.side: version.contestant}, self._folder / version.id
        )
        past = match.turns[: place.turn] if match is not None else []
        written = await writing.write(setup, self._making, place.turn, past, match)
        return None if self._asking.stopped else written

    def _context(self, version: StageVersion) -> Match | None:
        """The debate it is written into; None where it is the first speech, or that debate was not held."""
        place = version.place
        if place.turn and place.context not in self._replayed and place.motion in self._prepared.recorded:
            self._replayed[place.context] = Match.replay(self._prepared.recorded[place.motion])
        return self._replayed.get(place.context) if place.turn else None

    # -- listening

    async def _compare(self, item: Comparison) -> None:
        texts = {key: self._found.versions.get(item.version(key).id) for key in "AB"}
        heard = {key: one.text for key, one in texts.items() if one is not None and one.text}
        if len(heard) < 2:
            return
        place = HeardSpeech(item.place.turn, item.place.side, item.place.stage, "")
        context = speeches_before(self._context(item.ours), item.place.turn)
        motion = self._prepared.motions[item.place.motion].text
        await self._listened(item.id, lambda voice: voice.compare(item.id, motion, context, place, heard))

    async def _hear(self, debate: WholeDebate) -> None:
        if (match := self._replayed.get(debate.id)) is None:
            return
        motion, speeches = self._prepared.motions[debate.motion].text, speeches_before(match, len(match.turns))
        await self._listened(debate.id, lambda voice: voice.hear(debate.id, motion, speeches))

    async def _listened(self, item: str, asked: Callable[..., Awaitable[list[Rating]]]) -> None:
        groups = [one for one in self._prepared.plan.listeners if not one.are_people]
        all_voices = [
            voice for one in groups for voice in voices(one, self._prepared.settings.models, self._asking, item)
        ]
        for ratings in await asyncio.gather(*map(asked, all_voices), return_exceptions=True):
            if isinstance(ratings, ProviderError) or ratings == []:
                self._found.unheard += 1
            elif isinstance(ratings, BaseException):
                raise ratings
            else:
                self._found.ratings += ratings


def speeches_before(match: Match | None, turn: int) -> list[HeardSpeech]:
    """What was said in the turns before that one, exchanges left out."""
    if match is None:
        return []
    found = []
    for record in match.turns[:turn]:
        if record.examined:
            continue
        text = " ".join(one.text for one in record.spoken or record.heard)
        found.append(HeardSpeech(record.index, record.side, record.stage, text))
    return found


async def evaluated(prepared: PreparedPlan, folder: Path, progress: Progress) -> Found:
    """Carry a plan out in a folder, or go on with it there.

    Raises:
        LibraryError: another run works in the folder. RostrumError: nothing can be asked at all.
    """
    ratings = people(prepared.plan)
    try:
        with Journal(folder / JOURNAL) as journal:
            write_yaml(prepared.plan, folder / PLAN)
            found = await Evaluation(prepared, folder, journal, progress).run()
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    except ExceptionGroup as several:
        raise next((one for one in several.exceptions if isinstance(one, RostrumError)), several) from None
    found.ratings += ratings
    return found

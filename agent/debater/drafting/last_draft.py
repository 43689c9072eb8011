"""The last draft of a short speech, by turn: when it will be there, what is spoken until then, what it overtakes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from agent.debater.drafting.bridging import lasting
from config.statement import Priority, Sentence, marked
from speech.timing.length_search import demoted

SHOWN_SECONDS = 4.0  # before it comes, from which no older one is spoken any more


@dataclass
class Awaited:
    """A draft that knows all that the other side has said.

    `due`: by the loop's clock, when there will be something of it. `bridge`: what is spoken until then. `older`: a
    draft that has been overtaken by it, should it fail.
    """

    due: float
    bridge: tuple[Sentence, ...] = ()
    older: tuple[Sentence, ...] = ()
    came: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seconds(self) -> float:
        """Until it is due; negative when it is late."""
        return self.due - asyncio.get_running_loop().time()


class LastDrafts:
    """Those that are coming or have come. `seconds`: of a text, spoken; `gap`: seconds between two turns."""

    def __init__(self, seconds: Callable[[str], float], gap: float) -> None:
        self._seconds, self._gap = seconds, gap
        self._awaited: dict[int, Awaited] = {}
        self._failed: set[int] = set()

    def __contains__(self, turn: int) -> bool:
        return turn in self._awaited

    @contextmanager
    def coming(self, turn: int, awaited: Awaited) -> Iterator[None]:
        """While it is being written; where nothing has come of it by the end, it has failed."""
        self._awaited[turn] = awaited
        try:
            yield
        finally:
            awaited.over.set()
            if not awaited.came:
                del self._awaited[turn]
                self._failed.add(turn)

    def failed(self, turn: int) -> bool:
        return turn in self._failed

    async def over(self, turn: int) -> None:
        """When none is being written for that turn."""
        if (awaited := self._awaited.get(turn)) is not None:
            await awaited.over.wait()

    def bridge(self, turn: int) -> tuple[Sentence, ...]:
        """What is spoken until it is there."""
        awaited = self._awaited.get(turn)
        return awaited.bridge if awaited is not None else ()

    def expected(self, turn: int, text: str) -> float | None:
        """In how many seconds it is expected; None where none is, or where that text is to be spoken until then."""
        awaited = self._awaited.get(turn)
        if awaited is None or awaited.came or awaited.over.is_set() or any(one.text == text for one in awaited.bridge):
            return None
        return max(0.0, awaited.seconds)

    def overtakes(self, turn: int, other: Awaited | None, *, written: bool) -> bool:
        """Whether another draft, None for one that is not a last one, has come too late to be spoken, because this one
        is there or nearly so; or because there is an older one that does until then, `written` already or bridged."""
        last = self._awaited.get(turn)
        if last is None or last is other:
            return False
        return written or last.came or last.seconds < SHOWN_SECONDS or any(one.answers for one in last.bridge)

    def wants(self, turn: int) -> bool:
        """Whether a last draft is far off still, and nothing that answers anything is spoken until it is there."""
        last = self._awaited.get(turn)
        if last is None or last.came or last.over.is_set():
            return False
        return last.seconds >= SHOWN_SECONDS and not any(one.answers for one in last.bridge)

    def rebridged(self, turn: int, bridge: tuple[Sentence, ...]) -> None:
        """Something better to say until it is there."""
        self._awaited[turn].bridge = bridge

    def seconds(self, turn: int) -> float:
        """Until that one is due."""
        return self._awaited[turn].seconds

    def keep(self, turn: int, draft: tuple[Sentence, ...]) -> None:
        """A draft that has been overtaken, should the last one fail."""
        self._awaited[turn].older = draft

    def heard_from(self, turn: int) -> float:
        """From which second of its speech on it can be heard, when it has just been begun."""
        awaited = self._awaited[turn]
        return max(0.0, awaited.seconds - self._gap, lasting(awaited.bridge, self._seconds))


def with_unsaid(bridged: Sequence[Sentence], draft: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """A draft that came sooner than was thought: what was to be spoken before it, which it leaves out, comes last."""
    texts = {one.text for one in draft}
    kept = [one for one in bridged if one.answers and one.text not in texts]
    body = [one for one in draft if one.priority is not Priority.CLOSING]
    closing = [one for one in draft if one.priority is Priority.CLOSING]
    return (*body, *demoted(marked(kept, "bridge-"), {f"bridge-{one.unit}" for one in kept}), *closing)

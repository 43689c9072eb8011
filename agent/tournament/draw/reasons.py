"""Why two teams meet, in words: what the order wanted, what was worse about it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agent.tournament.core.plan import Order
from agent.tournament.draw.contenders import Contender
from agent.tournament.draw.penalties import Array
from agent.tournament.draw.rising import Rising

NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
OWN = ("rematch", "institution", "side", "pull-up")  # faults between two, whatever becomes of the others
TOLD = 3  # better choices that are told of
FAULTS = {
    "rematch": "{a} and {b} have met",
    "institution": "{a} and {b} should be kept apart (institution)",
    "bracket": "{a} and {b} are of different brackets",
    "side": "{a} or {b} would lead in sides",
    "pull-up": "{a} or {b} would be in a pull-up again",
    "pairing": "{a} and {b} are further from the order",
    "rising": "it would be another seed's turn to meet {a} or {b}",
}


@dataclass(frozen=True)
class Reasons:
    """What speaks for the pairs of a draw. `named`: penalties, each (n, n); `partner`: of each, by number."""

    contenders: Sequence[Contender]
    named: Mapping[str, Array]
    partner: Mapping[int, int]
    order: Order
    pulled: Sequence[str] = ()
    rising: Rising | None = None

    @cached_property
    def total(self) -> Array:
        return np.asarray(np.add.reduce(list(self.named.values())))

    def of(self, one: int, other: int) -> tuple[str, ...]:
        """In a few lines; `one` has the better rank."""
        return tuple(self._lines(one, other))

    def _lines(self, one: int, other: int) -> Iterator[str]:
        better = self._better(one, other)
        name = self.contenders[one].name
        rises = self._rises(one, other)
        if self.rising is not None and rises:
            yield self.rising.why(one, other)
        elif not better:
            lot = self.order is Order.RANDOM
            yield "by lot, among opponents who are as good" if lot else f"first choice of {name} ({self.order.value})"
        else:
            place = NUMBERS[len(better)] if len(better) < len(NUMBERS) else f"{len(better) + 1}th"
            yield f"{place} choice of {name} ({self.order.value})"
            for number in better[:TOLD]:
                yield self._instead(one, other, number)
            if len(better) > TOLD:
                yield f"and {len(better) - TOLD} more that would cost more in all"
        faults = [fault for fault in self._faults(one, other) if fault not in ("pairing", "rising")]
        yield from (f"accepted: {self._told(fault, one, other)}" for fault in faults)
        for team in (one, other):
            if not rises and self.contenders[team].name in self.pulled:
                yield f"{self.contenders[team].name} is pulled up"

    def _better(self, one: int, other: int) -> list[int]:
        """Whom the order names before `other`, and who would cost less: the most wanted first."""
        order = self.named["bracket"][one] + self.named["pairing"][one]
        total = self.total[one]
        wanted = np.nonzero((order < order[other]) | (total < total[other]))[0]
        free = [int(number) for number in wanted if number != one and not self._rises(one, int(number))]
        return sorted(free, key=lambda number: (order[number], number))

    def _rises(self, one: int, other: int) -> bool:
        """Whether it is not for the order to say whether these meet."""
        return self.rising is not None and self.rising.between(one, other)

    def _faults(self, one: int, other: int) -> list[str]:
        return [name for name, costs in self.named.items() if costs[one, other] > 0]

    def _told(self, fault: str, one: int, other: int) -> str:
        return FAULTS[fault].format(a=self.contenders[one].name, b=self.contenders[other].name)

    def _instead(self, one: int, other: int, wanted: int) -> str:
        """What speaks against whom `one` would rather meet: between them, or for those who would be left."""
        for fault in OWN:
            if self.named[fault][one, wanted] > self.named[fault][one, other] if fault in self.named else False:
                return f"with {self.contenders[wanted].name}: {self._told(fault, one, wanted)}"
        left = self.partner[wanted]
        pairs = ((one, wanted), (other, left))
        now = ((one, other), (wanted, left))
        names = self.contenders
        told = f"with {names[wanted].name}"
        for fault, costs in self.named.items():
            if sum(costs[i, j] for i, j in pairs) > sum(costs[i, j] for i, j in now):
                i, j = max(pairs, key=lambda pair: costs[pair])
                return f"{told}: {self._told(fault, i, j)}"
        return f"{told}: it costs as much in all, and the lot fell otherwise"

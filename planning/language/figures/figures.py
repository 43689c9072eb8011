"""Figures in a text, and what each comes from: a source that has it, or a plain step from given numbers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planning.language.figures.derived import pieces, reckoned, rounded, same
from planning.language.figures.numbers import SMALL, Number, numbers


@dataclass(frozen=True)
class Account:
    """Where a figure comes from: the place of a source in the list, and how it was reckoned if not found as it is.

    `source` is None where it was reckoned from other figures of its own sentence.
    """

    number: Number
    source: int | None
    derived: str = ""

    @property
    def figure(self) -> str:
        return self.number.digits


def untraced(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The figures of `text` that neither occur in a source nor follow from given ones, in order, as digits."""
    found = _figures(text)
    if not found:
        return ()
    known = {_key(account.number) for account in accounts(text, tuple(sources))}
    return tuple(number.digits for number in found if _key(number) not in known)


def figures(text: str) -> tuple[str, ...]:
    """Every figure as plain digits, without separators and without needless zeros; shares as parts of one."""
    return tuple(number.digits for number in numbers(text) if number.figure)


def accounts(text: str, sources: Sequence[str]) -> list[Account]:
    """Each figure of `text` that comes from somewhere, once: from the first source that has it, else as reckoned.

    A figure that was reckoned may be reckoned with. What a percentage is of is not looked at, so that only a
    percentage or a share, and never a count, carries one.
    """
    found = _figures(text)
    kept = {_key(number): _found(number, sources) for number in found}
    for number in found:
        if kept[_key(number)] is None:
            own = [one for one in numbers(text) if not one.figure or kept.get(_key(one))]
            kept[_key(number)] = _reckoned(number, text, own, sources)
    return [account for account in kept.values() if account is not None]


def _figures(text: str) -> list[Number]:
    return list({_key(number): number for number in numbers(text) if number.figure}.values())


def _key(number: Number) -> tuple[float, str]:
    return number.value, number.kind


def _found(number: Number, sources: Sequence[str]) -> Account | None:
    """An exact match anywhere goes before a rounded one."""
    for like in (_exactly, same):
        for place, source in enumerate(sources):
            for known in numbers(source):
                if like(number, known):
                    return Account(number, place, f"{known.digits}, rounded" if rounded(number, known) else "")
    return None


def _exactly(number: Number, known: Number) -> bool:
    return _key(number) == _key(known)


def _reckoned(number: Number, text: str, own: Sequence[Number], sources: Sequence[str]) -> Account | None:
    operands = [one for one in own if one.figure or one.value > SMALL]
    if derived := reckoned(number, text, operands, ()):
        return Account(number, None, derived)
    for place, source in enumerate(sources):
        for piece in pieces(source):
            if (there := numbers(piece)) and (derived := reckoned(number, text, operands, there)):
                return Account(number, place, derived)
    return None

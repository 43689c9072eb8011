"""Whether documents take the positions of a contradiction, and whether these exclude one another: by a model that sees
the positions and their passages and nothing else.

A position takes the stance that its passages take, is narrowed to what they carry, and is left out where they carry
nothing of it or take no stance. A row that is left with one stance is left out. `direct` stays only where a further
question, on the positions as they are left, says that they cannot all be true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.errors import ProviderError
from planning.compare.answers import ExclusionAnswer, PositionsAnswer
from planning.compare.asking import Asker
from planning.compare.checking.meaning import Lacking, Statement, numbered, parts_of, told
from planning.compare.material import passages, titles
from planning.compare.records import Contradiction, Finding, Part, Position, Segment, Strength
from planning.growth.levels import together
from planning.language.text import clean


async def checked_rows(
    asker: Asker, rows: Sequence[Contradiction], known: Mapping[str, Segment]
) -> list[Contradiction]:
    """The rows that are left, strongest first, numbered anew. What falls is told in `asker.left_out`."""
    asker.calls.expected += len(rows)
    found = await together(_checked(asker, row, known) for row in rows)
    order = list(Strength)
    left = sorted((row for row in found if row), key=lambda row: order.index(row.strength))
    return [row.model_copy(update={"id": f"c{number}"}) for number, row in enumerate(left, 1)]


async def _checked(asker: Asker, row: Contradiction, known: Mapping[str, Segment]) -> Contradiction | None:
    try:
        left = await _by_its_passages(asker, row, known)
    except ProviderError as error:
        return _unchecked(asker, row.model_copy(update={"checked": False}), error)
    if left is None or left.strength is not Strength.DIRECT:
        return left
    try:
        return await _exclusive(asker, left, known)
    except ProviderError as error:
        return _unchecked(asker, left, error)


def _unchecked(asker: Asker, row: Contradiction, error: ProviderError) -> Contradiction:
    """A row of which something could not be checked is not called direct. Raises the error if the run has stopped."""
    if asker.calls.stopped:
        raise error
    asker.miss(f"the check of the contradiction “{row.claim}”", error)
    return _lowered(row, "that could not be checked")


async def _by_its_passages(asker: Asker, row: Contradiction, known: Mapping[str, Segment]) -> Contradiction | None:
    """The row with the positions that stand; None where they no longer differ."""
    statements = [
        Statement(one.says, _of(one, known), f"{one.document} {one.stance} the claim, on these passages:")
        for one in row.positions
    ]
    every = tuple(part for one in row.positions for part in _of(one, known))
    statements += [Statement(row.why, every, "What is said to explain it, on the passages of all:")] if row.why else []
    lacking, letters = Lacking(statements), [one.document for one in row.positions]

    def fault(answer: PositionsAnswer) -> str | None:
        left = set(letters) - {_letter(one.document) for one in answer.stances}
        return f"the stance of {', '.join(sorted(left))} is missing" if left else lacking(answer.parts)

    answer = await asker.ask(
        "check",
        "positions",
        PositionsAnswer,
        fault,
        claim=row.claim,
        titles=titles(asker.sources(letters)),
        positions=numbered(statements),
    )
    stances = {_letter(one.document): one for one in answer.stances}
    parts = parts_of(statements, answer.parts)
    kept = list[Position]()
    for one, found in zip(row.positions, parts, strict=False):
        taken = stances[one.document]
        if taken.stance == "none":
            _left_out(asker, row, one, clean(taken.why) or "its passages take none")
        elif (narrow := _narrowed(one, found)) is None:
            _left_out(asker, row, one, told(found))
        else:
            kept.append(narrow.model_copy(update={"stance": taken.stance}))
    if len({one.stance for one in kept}) < 2:
        why = "by their passages the documents do not take different positions on it"
        asker.leave_out(f"the contradiction “{row.claim}”", why)
        return None
    explained = _carried(parts[-1]) if row.why else ""
    return row.model_copy(update={"positions": tuple(kept), "why": explained})


def _narrowed(one: Position, parts: Sequence[Part]) -> Position | None:
    """A position with what of it its passages carry; None if that is nothing."""
    if not any(part.finding.faulty for part in parts):
        return one
    says = _carried(parts)
    return one.model_copy(update={"says": says}) if says else None


def _carried(parts: Sequence[Part]) -> str:
    return " ".join(f"{part.text.rstrip('.')}." for part in parts if part.finding is Finding.CARRIED)


async def _exclusive(asker: Asker, row: Contradiction, known: Mapping[str, Segment]) -> Contradiction:
    """As it is where the positions cannot all be true; else lowered."""
    asker.calls.expected += 1
    blocks = [f"{one.document} {one.stance} it: {one.says}\n{passages(_of(one, known))}" for one in row.positions]

    def fault(answer: ExclusionAnswer) -> str | None:
        return None if clean(answer.why) else "`why` is empty"

    answer = await asker.ask(
        "check",
        "exclusion",
        ExclusionAnswer,
        fault,
        claim=row.claim,
        titles=titles(asker.sources(one.document for one in row.positions)),
        positions="\n\n".join(blocks),
    )
    return _lowered(row, f"by the check they can: {clean(answer.why)}") if answer.can_all_be_true else row


def _lowered(row: Contradiction, why: str) -> Contradiction:
    if row.strength is not Strength.DIRECT:
        return row
    return row.model_copy(update={"strength": Strength.CONDITIONAL, "lowered": why})


def _left_out(asker: Asker, row: Contradiction, one: Position, why: str) -> None:
    asker.leave_out(f"the position of {one.document} on “{row.claim}”", why)


def _of(one: Position, known: Mapping[str, Segment]) -> tuple[Segment, ...]:
    return tuple(known[key] for key in one.segments if key in known)


def _letter(named: str) -> str:
    return named.strip(" .:()").upper()[-1:]

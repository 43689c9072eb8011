"""What more than two documents contradict one another in, as a table; each row can be opened by a tree.

Each document claims what it has on the focus, and each of the others looks for what it has on that claim; from what
supports, refutes and clarifies it the moderator makes the rows. A row stays if at least two documents take different
stances in it, each on its own segments that were shown, no figure is told that these do not have, and a check by these
segments alone finds that they do (`checking.positions`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planning.compare.answers import ContradictionAnswer, ContradictionsAnswer, PositionAnswer
from planning.compare.asking import Asker, once
from planning.compare.checking.positions import checked_rows
from planning.compare.deliberation import Prepared, Topic, deliberate, ids
from planning.compare.material import claimed, documents, passages
from planning.compare.records import Claim, Contradiction, Position, Segment, Stance, Strength
from planning.language.figures.figures import untraced
from planning.language.text import clean

MOST_ROWS = 12
_ORDER = list(Strength)


async def contradictions(asker: Asker, topic: Topic) -> tuple[Contradiction, ...]:
    """The rows, strongest first; none where they agree. Raises ProviderError."""
    asker.calls.expected += len(asker.letters) * (1 + asker.sizes.claims * (len(asker.letters) - 1)) + 1
    prepared = await deliberate(asker, topic, asker.letters)
    return await table(asker, topic, prepared)


async def table(asker: Asker, topic: Topic, prepared: Prepared) -> tuple[Contradiction, ...]:
    """The rows from what documents claim and have on one another's claims."""
    claims = prepared.every_claim()
    met = {one.claim for one in prepared.counters}
    if not met:
        return ()
    contested = [one for one in claims if one.id in met]
    known = asker.known([*(key for one in contested for key in one.segments), *(c.segment for c in prepared.counters)])

    def fault(answer: ContradictionsAnswer) -> str | None:
        wrong = ((one.claim, wrong_row(one, asker.letters, known)) for one in answer.contradictions)
        return next((f"“{claim}”: {why}" for claim, why in wrong if why), None)

    answer = await asker.ask(
        "moderator",
        "contradictions",
        ContradictionsAnswer,
        once(fault),
        count=MOST_ROWS,
        topic=topic.title,
        description=topic.description,
        documents=documents(asker.sources(asker.letters)),
        claims=_material(contested, prepared, known),
    )
    rows = list[ContradictionAnswer]()
    for one in answer.contradictions:
        if why := wrong_row(one, asker.letters, known):
            asker.leave_out(f"the contradiction “{clean(one.claim)}”", why)
        else:
            rows.append(one)
    rows.sort(key=lambda one: _ORDER.index(one.strength))
    found = [_row(one, number, known) for number, one in enumerate(rows[:MOST_ROWS], 1)]
    return tuple(await checked_rows(asker, found, known))


def opposed(row: Contradiction) -> tuple[str, str]:
    """The two documents of a row that a tree is grown from: of those that affirm and those that deny, or of the two
    stances there are, the one that has most segments for it."""
    strongest = dict[Stance, Position]()
    for one in row.positions:
        if one.stance not in strongest or len(one.segments) > len(strongest[one.stance].segments):
            strongest[one.stance] = one
    two = [strongest[stance].document for stance in Stance if stance in strongest][:2]
    first, second = sorted(two)
    return first, second


def wrong_row(row: ContradictionAnswer, letters: Sequence[str], known: Mapping[str, Segment]) -> str:
    """What is wrong with a row; empty if nothing is."""
    if not clean(row.claim):
        return "the claim is empty"
    documents = [_letter(one) for one in row.positions]
    if len(set(documents)) < 2 or len(documents) != len(set(documents)):
        return "at least two documents must take a position, each one"
    if len({one.stance for one in row.positions}) < 2:
        return "all take the same stance"
    for one, letter in zip(row.positions, documents, strict=True):
        if letter not in letters:
            return f"there is no document {letter}"
        own = [key for key in ids(one.segments, known) if key[0] == letter]
        if not own:
            return f"{letter} takes a position on none of its passages"
        if figures := untraced(one.says, [known[key].text for key in own]):
            return f"the passages {', '.join(own)} do not have {', '.join(figures)}"
    return ""


def _row(row: ContradictionAnswer, number: int, known: Mapping[str, Segment]) -> Contradiction:
    positions = [
        Position.model_validate(
            {
                "document": _letter(one),
                "stance": one.stance,
                "says": clean(one.says),
                "segments": [key for key in ids(one.segments, known) if key[0] == _letter(one)],
            }
        )
        for one in row.positions
    ]
    return Contradiction(
        id=f"c{number}",
        claim=clean(row.claim),
        strength=row.strength,
        why=clean(row.why),
        positions=tuple(sorted(positions, key=lambda one: one.document)),
    )


def _letter(one: PositionAnswer) -> str:
    return one.document.strip(" .:()").upper()[-1:]


def _material(contested: Sequence[Claim], prepared: Prepared, known: Mapping[str, Segment]) -> str:
    told = claimed(contested, prepared.counters, prepared.unmet)
    return f"{told}\n\nPassages:\n{passages(known.values())}"

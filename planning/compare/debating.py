"""A debate between two documents at one topic: present, respond, revise, and whether it deserves a level more
(Tree-of-Debate 3.2.2 and 3.4.1).

The paper leaves open who speaks first. Here both speak at once in every stage and see only the stages before, so that
neither has the last word. A document that has nothing on the topic is not made to argue: that it does not address it
is what is recorded, and the other one presents what it has.

When it is over, each sentence is held against the passages of its turn (`checking.meaning`). What is not in the
document is marked, and shown neither to the moderator nor to the synthesis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from config.errors import ProviderError
from planning.asking.journal import Stopped
from planning.compare.answers import ExpansionAnswer, TurnAnswer
from planning.compare.asking import Asker
from planning.compare.checking.meaning import checked_turns
from planning.compare.deliberation import Prepared, Topic, ids, labelled, quoted
from planning.compare.material import STAGES, described, history
from planning.compare.records import Claim, Ended, Expansion, Origin, Segment, Speaker, Turn
from planning.growth.levels import together
from planning.language.text import clean


@dataclass
class Debated:
    """A topic while its tree grows. `claims`: those of its parent that it is about; `before`: what the parent had
    prepared; `prepared`: what was prepared here for the level below; `shown`: what each document had for the debate."""

    topic: Topic
    origin: Origin = Origin.MODERATOR
    question: bool = False
    claims: tuple[Claim, ...] = ()
    before: Prepared = field(default_factory=Prepared)
    prepared: Prepared | None = None
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    debate: dict[str, Speaker] = field(default_factory=dict)
    expansion: Expansion | None = None
    ended: Ended = Ended.OPEN


async def debate(asker: Asker, one: Debated, pair: tuple[str, str], *, retrieve: bool = True) -> None:
    """Hold it; `ended` says then if there is a reason for nothing to grow under it, and is OPEN otherwise. Raises
    ProviderError: not even the first turns could be had."""
    one.shown = {letter: tuple(part.id for part in await _material(asker, one, letter, retrieve)) for letter in pair}
    speaking = [letter for letter in pair if one.shown[letter]]
    one.debate = {letter: Speaker() for letter in pair}
    if not speaking:
        one.ended = Ended.UNANSWERED
        return
    for stage in STAGES if len(speaking) == 2 else STAGES[:1]:
        await _stage(asker, one, pair, speaking, stage)
    one.debate = await checked_turns(asker, one.debate)
    if len(speaking) == 1:
        one.ended = Ended.ONE_SIDED
    elif all(one.debate[letter].concedes for letter in pair):
        one.ended = Ended.CONCEDED


async def judged(asker: Asker, one: Debated, pair: tuple[str, str]) -> Expansion:
    """Whether the debate deserves a level more. Raises ProviderError."""

    def fault(answer: ExpansionAnswer) -> str | None:
        return None if answer.explanation.strip() else "the explanation is empty"

    answer = await asker.ask(
        "expansion",
        "expansion",
        ExpansionAnswer,
        fault,
        topic=one.topic.title,
        description=one.topic.description,
        before=history(one.debate, STAGES[:1]),
        exchange=history(one.debate, STAGES[1:2]),
        after=history(one.debate, STAGES[2:]),
    )
    named = answer.winner.strip().upper()
    winner = named if answer.clear_winner and named in pair else None
    return Expansion.model_validate(
        {
            "explanation": clean(answer.explanation),
            "progressed": answer.progressed,
            "open_questions": answer.open_questions,
            "clear_winner": answer.clear_winner,
            "winner": winner,
        }
    )


async def _material(asker: Asker, one: Debated, letter: str, retrieve: bool) -> Sequence[Segment]:
    """What a document has on the topic: its claims' evidence, its segments on the other's claims, and the nearest ones;
    nothing where it has neither. On a topic that a person put there, those of the nearest that have to do with it."""
    if not retrieve:
        return asker.beginning(letter)
    if not one.claims:
        near = await asker.nearest(letter, one.topic.query)
        wanted = Claim(id=f"{letter}.0", title=one.topic.title, description=one.topic.description, segments=())
        kept = {counter.segment for counter in await labelled(asker, wanted, "of a reader", near)}
        return [part for part in near if part.id in kept]
    about = {claim.id for claim in one.claims}
    own = [key for claim in one.claims for key in claim.segments if key[0] == letter]
    own += [c.segment for c in one.before.counters if c.claim in about and c.by == letter]
    if not own:
        return ()
    near = await asker.nearest(letter, one.topic.query)
    return list(asker.known([*own, *(part.id for part in near)]).values())


async def _stage(asker: Asker, one: Debated, pair: tuple[str, str], speaking: Sequence[str], stage: str) -> None:
    """One turn of each, at the same time. A turn that cannot be had is left out and told of; without a first one there
    is no debate."""
    heard = dict(one.debate)
    turns = await together(_turn(asker, one, pair, letter, stage, heard) for letter in speaking)
    for letter, turn in zip(speaking, turns, strict=True):
        if turn is not None:
            one.debate[letter] = one.debate[letter].model_copy(update={stage: turn})
    if None in turns and asker.calls.stopped:
        raise Stopped("stopped", asker.calls.stopped)
    if stage == STAGES[0] and not any(turns):
        raise ProviderError("debate", f"nobody could present an argument on “{one.topic.title}”")


async def _turn(
    asker: Asker, one: Debated, pair: tuple[str, str], letter: str, stage: str, heard: Mapping[str, Speaker]
) -> Turn | None:
    other = pair[1] if letter == pair[0] else pair[0]
    known = asker.known(key for keys in one.shown.values() for key in keys)
    values: dict[str, object] = {
        "topic": one.topic.title,
        "description": ("A reader asks this; answer it from your document. " if one.question else "")
        + one.topic.description,
        "letter": letter,
        "document": described(asker.source(letter)),
        "other": other,
        "other_document": described(asker.source(other)),
        "material": _told(one, known, other),
    }
    if stage != STAGES[0]:
        values["history"] = history(heard, STAGES[: STAGES.index(stage)])

    def fault(answer: TurnAnswer) -> str | None:
        if not clean(answer.argument):
            return "the argument is empty"
        if not answer.concedes and not ids(answer.segments, known):
            return f"it names none of the passages {', '.join(known)}"
        return None

    try:
        answer = await asker.put(stage, f"turn_{stage}", TurnAnswer, fault, values)
    except ProviderError as error:
        asker.miss(f"{stage} of {letter} on “{one.topic.title}”", error)
        return None
    return Turn(text=clean(answer.argument), segments=ids(answer.segments, known), concedes=answer.concedes)


def _told(one: Debated, known: Mapping[str, Segment], other: str) -> str:
    told = quoted(one.before, one.claims, known)
    return told if one.shown.get(other) else f"{told}\n\n{other} does not address the topic."

"""Whether sentences say what their passages say: part by part, by a model that sees these and nothing else.

It sees neither the debate nor the rest of the documents, at temperature 0. A sentence that a reader is told is checked
in a call of its own; the turns of one document in one debate, which are read less, in one call together, each sentence
against the passages of its own turn. What the model counts as carried must name a passage that the sentence names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from config.errors import ProviderError
from planning.compare.answers import PartAnswer, PartsAnswer
from planning.compare.asking import Asker, once
from planning.compare.checking.suspicions import suspicions
from planning.compare.deliberation import ids
from planning.compare.material import STAGES, passages, titles
from planning.compare.records import Finding, Part, Segment, Speaker, Turn
from planning.compare.telling import STAGE, TOLD
from planning.growth.levels import together
from planning.language.cues.cues import content_words, stem
from planning.language.text import clean, sentences

LEAST_COVERED = 0.6  # of a sentence's words must be in its parts, or the check has passed over some of it
FEWEST_WORDS = 4  # of them, under which a share tells nothing


@dataclass(frozen=True)
class Statement:
    """A sentence, and the passages that it names. `under`: the line above these, such as who says it."""

    text: str
    segments: tuple[Segment, ...]
    under: str = "On these passages:"


async def checked(asker: Asker, statements: Sequence[Statement]) -> list[tuple[Part, ...]]:
    """The parts of each, in one call. Raises ProviderError: they could not be had."""
    if not statements:
        return []
    lacking = Lacking(statements)
    letters = sorted({segment.id[0] for one in statements for segment in one.segments})
    answer = await asker.ask(
        "check",
        "meaning",
        PartsAnswer,
        lambda answer: lacking(answer.parts),
        titles=titles(asker.sources(letters)),
        sentences=numbered(statements),
    )
    return parts_of(statements, answer.parts)


def numbered(statements: Sequence[Statement]) -> str:
    """Each by its number under its passages, with where to look; the passages once where several name the same."""
    blocks = groupby(enumerate(statements, 1), key=lambda one: (one[1].under, one[1].segments))
    return "\n\n".join(
        "\n".join([under, passages(segments), *(line for number, one in block for line in _looked_at(number, one))])
        for (under, segments), block in blocks
    )


class Lacking:
    """What is wrong with the parts of an answer. That a sentence has none is told as long as it is so; that something
    is carried by nothing, or words of a sentence are in no part, once."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        self._once = once(self._odd)

    def __call__(self, parts: Sequence[PartAnswer]) -> str | None:
        known = range(1, len(self._statements) + 1)
        if left := set(known) - {one.sentence for one in parts if clean(one.says)}:
            return f"sentences {', '.join(map(str, sorted(left)))} have no part"
        return self._once(parts)

    def _odd(self, parts: Sequence[PartAnswer]) -> str | None:
        return self._carried_by_nothing(parts) or self._left(parts)

    def _carried_by_nothing(self, parts: Sequence[PartAnswer]) -> str | None:
        for number, one in enumerate(self._statements, 1):
            for part in parts:
                if part.sentence == number and part.finding is Finding.CARRIED and not _own(part, one):
                    return f"“{clean(part.says)}” is called carried, and by none of the passages above its sentence"
        return None

    def _left(self, parts: Sequence[PartAnswer]) -> str | None:
        for number, one in enumerate(self._statements, 1):
            wanted = list(dict.fromkeys(content_words(one.text)))
            there = {stem(word) for part in parts if part.sentence == number for word in content_words(part.says)}
            left = [word for word in wanted if stem(word) not in there]
            if len(wanted) >= FEWEST_WORDS and len(left) > (1 - LEAST_COVERED) * len(wanted):
                return f"the parts of sentence {number} pass over {', '.join(left)}"
        return None


def parts_of(statements: Sequence[Statement], parts: Sequence[PartAnswer]) -> list[tuple[Part, ...]]:
    """The parts of each, with those of its own passages that carry them; what is called carried by none is uncited."""
    return [
        tuple(_part(part, one) for part in parts if part.sentence == number and clean(part.says))
        for number, one in enumerate(statements, 1)
    ]


def _part(part: PartAnswer, of: Statement) -> Part:
    segments, finding = _own(part, of), part.finding
    if finding is Finding.CARRIED and not segments:
        finding = Finding.UNCITED
    return Part(text=clean(part.says), segments=segments, finding=finding, why=clean(part.why))


def _own(part: PartAnswer, of: Statement) -> tuple[str, ...]:
    return ids(part.segments, {segment.id for segment in of.segments})


def told(parts: Sequence[Part]) -> str:
    """What is wrong with those that are not carried, in words by which the sentence can be mended."""
    return "; ".join(f"“{one.text.rstrip('.')}”: {TOLD[one.finding]}{f' ({one.why})' if one.why else ''}"
                     for one in parts if one.finding.faulty)  # fmt: skip


async def checked_turns(asker: Asker, debate: Mapping[str, Speaker]) -> dict[str, Speaker]:
    """The debate with each sentence of it held against the passages of its turn. Where that could not be had, the
    turns of that document stay as they are, and it is told."""
    found = await together(_speaker(asker, letter, speaker) for letter, speaker in debate.items())
    return dict(zip(debate, found, strict=True))


async def _speaker(asker: Asker, letter: str, speaker: Speaker) -> Speaker:
    said: dict[str, Turn] = {stage: turn for stage in STAGES if (turn := getattr(speaker, stage)) is not None}
    texts = [(stage, text) for stage, turn in said.items() for text in sentences(turn.text)]
    under = {stage: f"{letter} (“we”) says {STAGE[stage]}, on these passages:" for stage in said}
    statements = [Statement(text, tuple(asker.known(said[stage].segments).values()), under[stage])
                  for stage, text in texts]  # fmt: skip
    try:
        parts = await checked(asker, statements)
    except ProviderError as error:
        asker.miss(f"the check of what {letter} said", error)
        return speaker
    whole = [(stage, _whole(text, one)) for (stage, text), one in zip(texts, parts, strict=True)]
    turns = {
        stage: turn.model_copy(update={"sentences": tuple(one for of, one in whole if of == stage)})
        for stage, turn in said.items()
    }
    return speaker.model_copy(update=turns)


def _whole(text: str, parts: Sequence[Part]) -> Part:
    """A sentence of a turn as its parts leave it: with the first fault of them, and all that carries it."""
    segments = tuple(dict.fromkeys(key for one in parts for key in one.segments))
    faulty = next((one for one in parts if one.finding.faulty), None)
    if faulty is not None:
        return Part(text=text, segments=segments, finding=faulty.finding, why=faulty.why or faulty.text)
    carried = any(one.finding is Finding.CARRIED for one in parts)
    return Part(text=text, segments=segments, finding=Finding.CARRIED if carried else Finding.NO_CLAIM)


def _looked_at(number: int, one: Statement) -> list[str]:
    look = suspicions(one.text, [segment.text for segment in one.segments])
    return [f"{number}. {one.text}", *(f"   Look at: {line}" for line in look)]

"""What a language model adds to what was counted: remarks, answers, a judgement of a drill.

A quotation is looked for in what the speaker said, and shown in the transcript's own letters; a remark whose quotation
was not said is struck, and so is an answer with a figure that nobody said in the debate. What is struck is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from agent.coach.coaching import Answer, Coaching, Drill, DrillJudged, Remark, TheirPoint
from agent.coach.said import Line, Spoken
from agent.match.clock import face
from config.format import Side
from config.role import Role
from planning.asking.answers import Shape
from planning.asking.prompts import Prompts
from planning.language.figures.figures import untraced
from planning.language.said import parts
from planning.language.text import clean
from planning.ports import LLM

PROMPTS = Prompts(Path(__file__).parent / "prompts", of="coach")
SECONDS = 90.0
SHOWN = 3
POINTS = 8  # of the other side that a model is asked about
LETTERS = 30_000  # of a side's speeches that it is shown; of longer ones the last
STANCE = {Side.PRO: "for", Side.CON: "against"}
Told = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=700)]


class _Remarked(Shape):
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
    advice: Told
    speech: int
    quote: Annotated[str, StringConstraints(max_length=500)]


class _Answered(Shape):
    point: str = Field(max_length=20)
    answer: Told


class CoachAnswer(Shape):
    """What a model is asked for about a match."""

    well: list[_Remarked] = Field(max_length=6)
    improve: list[_Remarked] = Field(max_length=6)
    answers: list[_Answered] = Field(max_length=20)


class DrillAnswer(Shape):
    """What a model is asked for about an attempt."""

    better: bool
    did: Told
    quote: Annotated[str, StringConstraints(max_length=500)]
    next: Told


async def enriched(coaching: Coaching, mine: Spoken, theirs: Spoken, llm: LLM, name: str) -> Coaching:
    """With a model's remarks in the place of those by rules, as far as it gives any that hold, and its answers.

    `name`: of the model. Raises ProviderError, ModelOutputError: there is no usable answer.
    """
    asked = [one for one in coaching.dropped if one.near is None][:POINTS]
    asked += [one for one in coaching.dropped if one.near is not None][: POINTS - len(asked)]
    prompt = PROMPTS.render(
        "coach",
        motion=coaching.motion,
        side=STANCE[coaching.side],
        mine=_shown(mine.lines),
        theirs=_shown(theirs.lines),
        points="\n".join(f"{one.id}: {one.quote.text}" for one in asked) or "(none)",
    )
    given = await llm.ask(Role.COACH, prompt, CoachAnswer, SECONDS)
    well, struck = _held(given.well, mine, name)
    improve, also = _held(given.improve, mine, name)
    answers, unfounded = _answers(
        given.answers, asked, [coaching.motion, *(line.text for line in (*mine.lines, *theirs.lines))], name
    )
    dropped = tuple(one.model_copy(update={"answer": answers.get(one.id, one.answer)}) for one in coaching.dropped)
    return coaching.model_copy(
        update={
            "well": _filled(well, coaching.well),
            "improve": _filled(improve, coaching.improve),
            "dropped": dropped,
            "drill": _with_answer(coaching.drill, dropped),
            "by": name,
            "struck": struck + also + unfounded,
        }
    )


def _filled(own: Sequence[Remark], counted: Sequence[Remark]) -> tuple[Remark, ...]:
    """A model's remarks, and where they are too few those by rules on other words."""
    taken = {(one.quote.turn, round(one.quote.start)) for one in own}
    rest = [one for one in counted if (one.quote.turn, round(one.quote.start)) not in taken]
    return tuple([*own, *rest][:SHOWN])


def _held(remarks: Iterable[_Remarked], mine: Spoken, name: str) -> tuple[list[Remark], int]:
    """Those whose words were said, and how many were struck."""
    kept: list[Remark] = []
    struck = 0
    for one in remarks:
        quote = mine.find(one.quote, one.speech - 1) or mine.find(one.quote)
        if quote is None:
            struck += 1
        else:
            kept.append(Remark(kind="model", title=clean(one.title), advice=clean(one.advice), quote=quote, by=name))
    return kept[:SHOWN], struck


def _answers(
    given: Iterable[_Answered], asked: Sequence[TheirPoint], said: Sequence[str], name: str
) -> tuple[dict[str, Answer], int]:
    """By the ids of points, those without a figure of the model's own; and how many were struck."""
    known = {one.id for one in asked}
    found = [(one.point, clean(one.answer)) for one in given if one.point in known]
    founded = {point: Answer(text=text, by=name) for point, text in found if not untraced(text, said)}
    return founded, len(found) - len(founded)


def _with_answer(drill: Drill | None, dropped: Sequence[TheirPoint]) -> Drill | None:
    found = next((one.answer for one in dropped if drill is not None and one.quote == drill.point), None)
    return drill.model_copy(update={"answer": found}) if drill is not None and found is not None else drill


async def judged(counted: DrillJudged, drill: Drill, motion: str, llm: LLM, name: str) -> DrillJudged:
    """A counted attempt, judged by a model beside the earlier answer; a judgement whose quotation was not said counts
    for nothing. `name`: of the model. Raises ProviderError, ModelOutputError."""
    side = drill.point.side.other
    text = counted.now.text
    prompt = PROMPTS.render(
        "drill",
        seconds=drill.seconds,
        motion=motion,
        side=STANCE[side],
        point=drill.point.text,
        earlier=drill.earlier.text if drill.earlier is not None else "(nothing)",
        attempt=text,
    )
    given = await llm.ask(Role.COACH, prompt, DrillAnswer, SECONDS)
    spoken = Spoken(side, (Line(0, 0.0, counted.now.seconds, text),))
    quote = spoken.find(given.quote)
    known = [motion, drill.point.text, text, drill.earlier.text if drill.earlier is not None else ""]
    if quote is None or not parts(given.did):
        return counted
    founded = () if untraced(given.next, known) else (f"Next time: {clean(given.next)}",)
    told = (clean(given.did), *founded)
    return counted.model_copy(update={"better": given.better, "told": told, "quotes": (quote.text,), "by": name})


def _shown(lines: Sequence[Line]) -> str:
    """Speech by speech, with the time of each line."""
    told: list[str] = []
    turn = -1
    for line in lines:
        if line.turn != turn:
            turn = line.turn
            told.append(f"Speech {turn + 1}:")
        told.append(f"[{face(line.start)}] {line.text}")
    text = "\n".join(told)
    return text if len(text) <= LETTERS else f"(the beginning is left out)\n{text[-LETTERS:].partition(chr(10))[2]}"

"""Speeches of an evaluation: whole debates in writing, and single speeches in the place of a debate that was held.

Whoever writes into a debate has heard it from the beginning, as it was spoken, and reads it with its own means.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from agent.components import Components
from agent.debater.drafting.fitting import speech_of
from agent.debater.in_writing import TimedSentence, Unvoiced, WritingDebater, timed
from agent.debater.recalling import as_written
from agent.evaluation.asking import Making
from agent.evaluation.validity import OVER_TIME, WrittenSpeech, faults
from agent.match.afterwards.finished import in_order
from agent.match.events import EndReason, Event, SentenceSpoken, StatementDrafted, TurnEnded, TurnStarted
from agent.match.records.turn import TurnRecord
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.host import host_match
from agent.running.ports import Room
from agent.running.setup import MatchSetup
from agent.seats.guests import texts_of
from config.errors import RostrumError, UsageError
from config.format import Side, Stage, Turn
from config.statement import Priority, Sentence
from planning.language.text import clean
from speech.offload import compute
from speech.timing.duration import Durations
from speech.timing.pauses import PAUSE

# -- whole debates ---------------------------------------------------------------------------------------------------


async def hold(room: Room, setup: MatchSetup) -> None:
    """Hold a debate in that room; one that was broken off is held again from the start."""
    if setup.folder.is_dir():
        shutil.rmtree(setup.folder)
    await host_match(room, setup)


def spoken_in(
    match: Match, contestants: dict[Side, str], sources: dict[Side, Path | None], *, aloud: bool = False
) -> list[WrittenSpeech]:
    """Every speech of a debate that was held. `aloud`: by voices, whose time counts and not that of a draft."""
    found = []
    for record in match.turns:
        turn = match.format.turns[record.index]
        if turn.cross_examination is not None:
            continue
        said = [one.text for one in record.spoken]
        seconds = max((one.end for one in record.spoken), default=0.0)
        source = sources[turn.side]
        if source is not None:
            all_of_it = texts_of(turn.side, match.format, source).get(record.index, "")
            written, raw = _seconds(speech_of(clean(all_of_it))), all_of_it
        else:
            draft = None if aloud else [match.drafts.get(record.index), *match.revisions.get(record.index, ())][-1]
            written, raw = (_seconds(draft.sentences) if draft else seconds), None
        found.append(_checked(contestants[turn.side], record.index, turn, said, seconds, written, raw))
    return found


# -- one speech ------------------------------------------------------------------------------------------------------


async def write(
    setup: MatchSetup, making: Making, turn: int, past: Sequence[TurnRecord], match: Match | None
) -> WrittenSpeech:
    """What the contestant on the side of that turn says in it, after these turns of another debate (`match`)."""
    one = setup.format.turns[turn]
    seat = setup.seats[one.side]
    name = getattr(seat, "contestant", "")
    if seat.occupant is Occupant.TEXT and seat.source is not None:
        return _read(name, turn, one, texts_of(one.side, setup.format, seat.source).get(turn, ""))
    posted: list[Event] = []
    troubles: list[object] = []
    components = Components(setup.settings_of(one.side))
    method = await compute(partial(making, setup, one.side, components, troubles.append))
    controller = components.settings.speaking.controller
    debater = WritingDebater(
        one.side, setup.format, method, posted.append, controller=controller, on_trouble=troubles.append
    )
    lines: Sequence[TimedSentence] = ()
    try:
        for record in past:
            await _hear(debater, record, match)
        lines = await debater.speech(turn, one.seconds)
    except RostrumError as error:  # it has nothing to say, which is counted
        troubles.append(error)
    finally:
        await debater.close()
        await components.close()
    drafts = [event.sentences for event in posted if isinstance(event, StatementDrafted)]
    said = [line.sentence.text for line in lines]
    seconds, written = lines[-1].end if lines else 0.0, _seconds(drafts[-1]) if drafts else 0.0
    return replace(_checked(name, turn, one, said, seconds, written, None), troubles=len(troubles))


def _read(name: str, index: int, turn: Turn, text: str) -> WrittenSpeech:
    """A person's text, as far as it is heard before the bell."""
    lines = _timed(speech_of(clean(text)))
    heard = [line for line in lines if line.end <= turn.seconds]
    seconds, written = (some[-1].end if some else 0.0 for some in (heard, lines))
    return _checked(name, index, turn, [line.sentence.text for line in heard], seconds, written, text)


async def _hear(debater: WritingDebater, record: TurnRecord, match: Match | None) -> None:
    """A turn of a debate, as somebody who sits on that side has heard or held it."""
    started = TurnStarted(turn=record.index, side=record.side, stage=record.stage, seconds=record.seconds)
    await debater.on_event(started)
    for said in in_order(record):
        for part in said.parts:
            spoken = (
                part
                if isinstance(part, SentenceSpoken)
                else SentenceSpoken(
                    turn=record.index,
                    side=part.side,
                    id=f"h{part.start:g}",
                    text=part.text,
                    start=part.start,
                    end=part.end,
                )
            )
            if said.side is debater.side:
                debater.said(record.index, TimedSentence(_own(spoken, match), spoken.start, spoken.end))
            else:
                await debater.on_event(spoken)
    await debater.on_event(TurnEnded(turn=record.index, reason=EndReason.YIELDED))


def _own(spoken: SentenceSpoken, match: Match | None) -> Sentence:
    """With what it was written for; points are numbered anew by whoever sits there now."""
    if match is None:
        return Sentence(id=spoken.id, text=spoken.text, unit=spoken.id, priority=Priority.SHOULD)
    return as_written(match, spoken).model_copy(update={"answers": (), "concedes": ()})


def _checked(
    name: str, index: int, turn: Turn, said: Iterable[str], seconds: float, written: float, raw: str | None
) -> WrittenSpeech:
    """`raw`: a person's text as it was written; a debater's has been cut to its time by itself."""
    sentences, allowed = tuple(said), turn.seconds
    found = faults(" ".join(sentences) if raw is None else raw, turn.side)
    late = (seconds if raw is None else written) > allowed
    invalid = (*found, *([OVER_TIME] if late else ()))
    times = (round(seconds, 2), round(written, 2), allowed)
    return WrittenSpeech(name, index, turn.side, turn.stage, sentences, *times, invalid)


def _timed(sentences: Sequence[Sentence]) -> list[TimedSentence]:
    return timed(sentences, Durations(Unvoiced().known), PAUSE, 0.0)


def _seconds(sentences: Sequence[Sentence]) -> float:
    lines = _timed(sentences)
    return lines[-1].end if lines else 0.0


# -- kept ------------------------------------------------------------------------------------------------------------


def keep(path: Path, written: WrittenSpeech) -> None:
    """Whole, or not at all. Raises UsageError: it cannot be written."""
    half = path.with_suffix(".half")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(json.dumps(asdict(written), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def kept(path: Path) -> WrittenSpeech | None:
    """What was written there; None where nothing was, or what is there is damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        lists = {name: tuple(found[name]) for name in ("sentences", "invalid")}
        return WrittenSpeech(**found | lists | {"side": Side(found["side"]), "stage": Stage(found["stage"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None

"""The sound of a match as it is kept: each turn and the whole match as Opus, with captions, from its folder alone.

    turn-1-pro-opening.opus ...  each turn, from its recording
    match.opus                   the whole match; second s of it is second s (`at`) of the log, but for what
    match.sound.json             says of it: stretch by stretch where it comes from (`recording_layout`)
    match.vtt, match.srt         captions of match.opus

Each takes its place when it is whole. Whatever cannot be written costs what was there before nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from weakref import WeakKeyDictionary

from agent.match.afterwards.captions import cues, srt, vtt
from agent.match.afterwards.finished import speeches_of
from agent.match.afterwards.recording_layout import Layout, Stretch, lay_out
from agent.match.afterwards.timeline import Timeline
from agent.match.events import MatchEnded
from agent.match.state import Match
from agent.running.files.folder import forget_alone, lies_there, recording_name
from agent.running.files.log import log_of, read_log
from agent.running.observers import Observer
from agent.running.setup import MatchSetup
from config.errors import AudioError, RostrumError
from speech.audio import ROOM_RATE
from speech.offload import compute
from speech.opus import BLOCK_SECONDS, OpusWriter, WavReader, opus_of

OPUS = ".opus"
WHOLE = "match.opus"
STRETCHES = "match.sound.json"
LONGEST_SECONDS = 3600.0  # on the wall, that the recording of one match may take
log = logging.getLogger("rostrum.recording")
_encoding: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()  # one at a time


@asynccontextmanager
async def whole_match_of(setup: MatchSetup, watching: Observer) -> AsyncIterator[None]:
    """When the match inside has ended, be it that the room was lost, its sound is written; a failure is told in a line.

    One that will go on is written at its end. A process that is told to stop (a cancellation) does not wait for it:
    `rostrum report MATCH` writes it later.
    """
    try:
        yield
    except RostrumError:
        await _write(setup, watching)
        raise
    await _write(setup, watching)


async def _write(setup: MatchSetup, watching: Observer) -> None:
    if not setup.settings.recording.opus:
        return
    turn = _encoding.setdefault(asyncio.get_running_loop(), asyncio.Semaphore())
    try:
        async with turn:
            work = partial(_write_if_over, setup.folder, setup.settings.recording.bits_per_second)
            # in a thread as important as the others: one that gave way would do so with the interpreter's lock in hand
            await compute(work, deadline=LONGEST_SECONDS)
    except RostrumError as error:
        watching.on_line(f"the recording of the whole match was not written: {error}")
    except Exception:
        log.exception("the recording of the whole match was not written")


def _write_if_over(folder: Path, bits: int) -> None:
    if any(isinstance(event, MatchEnded) for event in read_log(folder)):
        forget_alone(folder)  # of a room that was lost
        write_whole_match(folder, bits)


def write_whole_match(folder: Path, bits: int) -> Path | None:
    """Write all of it from the log and the turns' wav files, in little memory however long the match was.

    Args:
        bits: a second, of Opus.

    Returns:
        The recording of the whole match; None where no turn was recorded.

    Raises:
        LogError: the log cannot be read. RuleError: its events are no match. AudioError: something cannot be
            written.
    """
    events = read_log(folder)
    match, timeline = Match.replay(events), Timeline.of(events)
    seconds = {record.index: _recordings(folder, match, record.index) for record in match.turns}
    if not any(seconds.values()):
        return None
    recordings = {turn: list(wavs) for turn, wavs in seconds.items()}
    layout = lay_out(timeline, {turn: list(wavs.values()) for turn, wavs in seconds.items()})
    captions = cues(speeches_of(match, timeline), match.created.seats if match.created else {}, layout)
    _put(folder / "match.vtt", vtt(captions))
    _put(folder / "match.srt", srt(captions))
    _put(folder / STRETCHES, _told(layout, recordings))
    for wav in (one for wavs in recordings.values() for one in wavs):
        opus_of(wav, wav.with_suffix(OPUS), bits)
    _compose(folder / WHOLE, layout, recordings, bits)
    return folder / WHOLE


def is_written(folder: Path) -> bool:
    """Whether there is a recording of the whole match, no older than its log."""
    whole, events = folder / WHOLE, log_of(folder)
    return whole.is_file() and events.is_file() and whole.stat().st_mtime >= events.stat().st_mtime


def _recordings(folder: Path, match: Match, turn: int) -> dict[Path, float]:
    """The wav files of a turn, with their seconds: more than one where a listener had to begin anew.

    One that cannot be read is told, and left out: what it held is silence.
    """
    first = folder / recording_name(turn, match.turns[turn].side, match.format)
    names = (first if number == 1 else first.with_stem(f"{first.stem}-{number}") for number in count(1))
    found: dict[Path, float] = {}
    for path in takewhile(lies_there, names):
        try:
            with WavReader(path) as sound:
                found[path] = sound.seconds
        except AudioError as error:
            log.warning("%s; it is silence in the recording of the match", error)
    return found


def _compose(path: Path, layout: Layout, recordings: Mapping[int, Sequence[Path]], bits: int) -> None:
    reading: WavReader | None = None
    with OpusWriter(path, ROOM_RATE, bits) as opus:
        try:
            for stretch in layout.stretches:
                wavs = recordings.get(stretch.turn, ()) if stretch.turn is not None else ()
                if stretch.part < len(wavs):
                    reading = _opened(wavs[stretch.part], reading)
                    _copy(reading, stretch, opus)
                opus.add_silence(stretch.file + stretch.seconds - opus.seconds)
        finally:
            if reading is not None:
                reading.close()


def _opened(wav: Path, before: WavReader | None) -> WavReader:
    if before is not None and before.path == wav:
        return before
    if before is not None:
        before.close()
    return WavReader(wav)


def _copy(sound: WavReader, stretch: Stretch, opus: OpusWriter) -> None:
    sound.take_to(stretch.start)
    end = stretch.start + stretch.seconds
    second = stretch.start
    while second < end:
        second = min(second + BLOCK_SECONDS, end)
        opus.add(sound.take_to(second))


def _told(layout: Layout, recordings: Mapping[int, Sequence[Path]]) -> str:
    """The table as JSON. `turn` is None for silence; `extra`: recorded while the clock of the match stood still."""
    rows = []
    for one in layout.stretches:
        wavs = recordings.get(one.turn, ()) if one.turn is not None else ()
        row: dict[str, object] = {"file": round(one.file, 3), "at": round(one.at, 3), "seconds": round(one.seconds, 3)}
        if one.part < len(wavs):
            row |= {"recording": wavs[one.part].name, "start": round(one.start, 3), "extra": one.extra}
        rows.append(row)
    told = {"seconds": round(layout.seconds, 3), "second_for_second": layout.second_for_second, "stretches": rows}
    return json.dumps(told, indent=1) + "\n"


def _put(path: Path, text: str) -> None:
    """The text is there as a whole, or what was there before."""
    growing = path.with_name(f"{path.name}.part")
    try:
        growing.write_text(text, encoding="utf-8")
        growing.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            growing.unlink()
        raise AudioError(f"{path}: cannot be written: {error.strerror}") from error

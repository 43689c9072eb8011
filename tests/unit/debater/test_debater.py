"""Whole matches in virtual time, with fakes for every part that is not ours."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from agent.debater.debater import Debater
from agent.debater.recalling import Recalled
from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.afterwards.replay import replayed
from agent.match.events import (
    ActionExtracted,
    EndReason,
    Event,
    MatchCreated,
    MatchEnded,
    SentenceSpoken,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match, Phase
from agent.running.files.log import MatchLog, read_log
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.runner import Runner
from config.errors import ProviderError
from config.format import Format, Side, Stage, Turn
from config.heard_word import HeardWord
from planning.methods.contract import Applied, Commission, Drafted, Method, Past
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.reading.passages import Passage
from speech.audio import EAR_RATE, Audio, silence
from speech.offload import compute
from speech.ports import Progress, Utterance, Voice
from tests.debaters import debater
from tests.fakes import BagEmbedder, ScriptedRecognizer, SineVoice
from tests.word_tones import said

DUEL = Format(
    name="duel",
    gap_seconds=1,
    warnings_seconds=(5,),
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=40),
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=40),
        Turn(side=Side.PRO, stage=Stage.REBUTTAL, seconds=40),
        Turn(side=Side.CON, stage=Stage.CLOSING, seconds=20),
    ),
)


class AsItGoes(ScriptedRecognizer):
    """Hears its lines word by word, 0.4 s each, and commits a word as soon as it is over."""

    def utterance(self) -> Utterance:
        return _AsItGoes(self._script.pop(0) if self._script else "")


class _AsItGoes:
    left_out: Sequence[str] = ()

    def __init__(self, line: str) -> None:
        self._left = [HeardWord(word, i * 0.4, i * 0.4 + 0.4) for i, word in enumerate(line.split())]
        self._seconds = 0.0

    def accept(self, audio: Audio) -> Progress:
        self._seconds += audio.seconds
        over = [word for word in self._left if word.end <= self._seconds]
        self._left = self._left[len(over) :]
        return Progress(over, " ".join(word.text for word in self._left))

    def finish(self) -> Sequence[HeardWord]:
        return self._left


class Watching(Observer):
    """Tells a test what happens."""

    def __init__(self, inbox: Inbox, watch: Callable[[Event, Inbox], None], refused: list[str]) -> None:
        self._inbox, self._watch, self._refused = inbox, watch, refused

    def on_event(self, event: Event, match: Match) -> None:
        self._watch(event, self._inbox)

    def on_refused(self, event: Event, reason: str) -> None:
        self._refused.append(f"{event.type}: {reason}")


def hold(
    motion: Rehearsal,
    folder: Path,
    *,
    voices: dict[Side, Voice] | None = None,
    heard: tuple[str, ...] = (),
    recognizer: type[ScriptedRecognizer] = ScriptedRecognizer,
    methods: dict[Side, Method] | None = None,
    watch: Callable[[Event, Inbox], None] = lambda event, inbox: None,
    refused: list[str] | None = None,
    lag: float = float("inf"),
    match_format: Format = DUEL,
) -> Match:
    """A match of two debaters; `heard` is what each recogniser makes of what it hears.

    Args:
        lag: how far the clock may run on while something is computed; with 0 times are the same on any machine.
    """

    async def play() -> Match:
        inbox = Inbox()
        watching = Watching(inbox, watch, refused if refused is not None else [])
        inbox.on_refused = watching.on_refused
        seats = {
            side: debater(
                motion,
                side,
                match_format,
                inbox.post,
                recognizer=recognizer(*heard),
                voice=(voices or {}).get(side),
                method=(methods or {}).get(side),
            )
            for side in Side
        }
        for seat in seats.values():
            await seat.open()
        runner = Runner(MatchLog(folder), LocalVenue(seats, match_format, folder, inbox.post), inbox, watching)
        created = MatchCreated(
            match_id="m",
            motion_id=motion.id,
            motion=motion.motion,
            format=match_format,
            seats={side: SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True, name="AI") for side in Side},
        )
        try:
            return await runner.run(created)
        finally:
            for seat in seats.values():
                await seat.close()

    return run(play(), fast=True, lag=lag)


@dataclass(frozen=True)
class Plain:
    """A match in which nothing is heard."""

    match: Match
    folder: Path
    refused: list[str]


@pytest.fixture(scope="module")
def plain(motion: Rehearsal, tmp_path_factory: pytest.TempPathFactory) -> Plain:
    folder, refused = tmp_path_factory.mktemp("plain"), list[str]()
    return Plain(hold(motion, folder, refused=refused), folder, refused)


@pytest.fixture(scope="module")
def claimed(motion: Rehearsal, tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, list[Event]]:
    """One in which the same is heard again and again, word by word; and its log."""
    folder = tmp_path_factory.mktemp("claimed")
    claim = "taxes on cloth fall hardest on families with many children"
    match = hold(motion, folder, heard=(claim,) * 40, recognizer=AsItGoes)
    return match, read_log(folder)


def test_every_turn_is_held_and_none_overruns(plain: Plain) -> None:
    match = plain.match
    assert match.ended == "all turns were held"
    assert [record.reason for record in match.turns] == [EndReason.YIELDED] * 4
    assert all(record.overrun == 0 for record in match.turns)
    assert all(record.spoken for record in match.turns)
    assert not plain.refused


def test_the_log_replays_to_the_live_state_and_to_a_state_when_cut_anywhere(motion: Rehearsal, tmp_path: Path) -> None:
    match = hold(motion, tmp_path, heard=("taxes on cloth fall on families",) * 4)
    events = read_log(tmp_path)
    assert Match.replay(events) == match
    for end in range(len(events)):
        assert Match.replay(events[:end]).seq == end


def test_words_are_logged_as_they_are_committed_and_read_once_their_passage_is_whole(
    claimed: tuple[Match, list[Event]],
) -> None:
    match, events = claimed
    first = [event for event in events if isinstance(event, TranscriptSegment) and event.turn == 0]
    assert len(first) > 3
    assert first[1].at < first[0].start + 3  # told while it was being said
    assert " ".join(segment.text for segment in first).startswith("taxes on cloth fall hardest")
    heard = [event for event in events if isinstance(event, TranscriptSegment | ActionExtracted) and event.turn == 0]
    theirs = [e for e in heard if isinstance(e, TranscriptSegment) or e.observer is Side.CON]
    before = theirs[: next(i for i, e in enumerate(theirs) if isinstance(e, ActionExtracted))]
    assert len(before) > 1  # one action for the passage, however many segments it came in
    assert Match.replay(events) == match


def test_an_action_carries_the_words_it_was_read_in_and_their_times(claimed: tuple[Match, list[Event]]) -> None:
    match, _ = claimed
    read = [action for action in match.turns[0].actions if action.observer is Side.CON]
    assert read
    heard = match.turns[0].heard
    for action in read:
        assert action.quote in " ".join(segment.text for segment in heard)
        first = next(segment for segment in heard if segment.start == action.start)
        last = next(segment for segment in heard if segment.end == action.end)
        assert action.quote.startswith(first.text)
        assert action.quote.endswith(last.text)
        assert action.certainty == (action.action.confidence if action.action.source else None)


def test_a_debaters_own_action_carries_its_sentence_as_it_was_spoken(plain: Plain) -> None:
    match = plain.match
    own = [action for action in match.turns[0].actions if action.observer is Side.PRO]
    spoken = {(sentence.text, sentence.start, sentence.end) for sentence in match.turns[0].spoken}
    assert own
    assert all((action.quote, action.start, action.end) in spoken for action in own)
    assert all(action.certainty == 1 for action in own)


def test_the_live_state_is_in_the_log_at_the_end_of_each_turn_and_of_the_match(plain: Plain) -> None:
    match, events = plain.match, read_log(plain.folder)
    ends = [number for number, event in enumerate(events) if event.type in ("turn_ended", "match_ended")]
    assert len(ends) == 5
    assert [events[number + 1].type for number in ends] == ["state_digest"] * 5
    assert events[-1].type == "state_digest"
    found = replayed(events)
    assert found.state_equal is True
    assert found.match == match
    assert found.digests == 5


def test_a_sentence_is_heard_when_the_log_says_so(plain: Plain) -> None:
    from speech.audio import ROOM_RATE
    from speech.sound_files import read

    match = plain.match
    recording = read(plain.folder / "turn-1-pro-opening.wav", ROOM_RATE)
    for sentence in match.turns[0].spoken:
        assert recording.cut(sentence.start + 0.1, sentence.end - 0.1).level > 0.01
    for before, after in zip(match.turns[0].spoken, match.turns[0].spoken[1:], strict=False):
        assert recording.cut(before.end + 0.06, after.start - 0.06).level < 0.01


class Mute:
    """A voice that fails from its `working`th sentence on."""

    name = "mute"

    def __init__(self, working: int) -> None:
        self._left = working

    def synthesize(self, text: str) -> Audio:
        self._left -= 1
        if self._left < 0:
            raise ProviderError("mute", "lost its voice", retryable=True)
        return SineVoice().synthesize(text)


def test_a_voice_that_fails_is_replaced_and_the_log_says_so(motion: Rehearsal, tmp_path: Path) -> None:
    match = hold(motion, tmp_path, voices={Side.PRO: Mute(3)})
    assert match.ended == "all turns were held"
    assert all(record.reason is EndReason.YIELDED for record in match.turns)
    assert any(d.part == "voice of pro" and "lost its voice" in d.reason for d in match.degraded)


def test_what_was_heard_is_logged_and_answered(motion: Rehearsal, tmp_path: Path) -> None:
    con = motion.roots(Side.CON)[0]
    match = hold(motion, tmp_path, heard=(con.claim.lower().rstrip("."),) * 3)
    answer = match.turns[1]
    assert answer.heard[0].text == con.claim.lower().rstrip(".")
    assert any(action.observer is Side.PRO for action in answer.actions)
    flows = match.flows[Side.PRO][Side.CON]
    assert any(node.source == con.id for node in flows.nodes.values())


def test_stopped_in_the_middle_the_match_ends_in_order(motion: Rehearsal, tmp_path: Path) -> None:
    def stop(event: Event, inbox: Inbox) -> None:
        if isinstance(event, SentenceSpoken):
            inbox.end("enough")

    match = hold(motion, tmp_path, watch=stop)
    assert match.phase is Phase.ENDED
    assert match.ended == "enough"
    assert Match.replay(read_log(tmp_path)) == match


def test_cancelled_in_the_middle_the_log_is_whole(motion: Rehearsal, tmp_path: Path) -> None:
    def cancel(event: Event, inbox: Inbox) -> None:
        if isinstance(event, SentenceSpoken):
            asyncio.current_task().cancel()  # type: ignore[union-attr]

    with pytest.raises(asyncio.CancelledError):
        hold(motion, tmp_path, watch=cancel)
    assert Match.replay(read_log(tmp_path)).ended == "stopped by the user"


class Remembering(TreeDebater):
    """Keeps the passages that it reads."""

    def __init__(self, strategy: Strategy) -> None:
        super().__init__(strategy, compute)
        self.passages: list[Passage] = []

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        self.passages += passages
        return await super().hear(turn, passages)


class Slow(Remembering):
    """Takes `seconds` to read anything: at a match's end it has what is in its hands to read, and all that waits."""

    seconds = 2.0

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        await asyncio.sleep(self.seconds)
        return await super().hear(turn, passages)


@pytest.mark.parametrize(("seconds", "read"), [(2.0, True), (60.0, False)])
def test_what_was_said_last_is_noted_when_the_match_is_over_if_it_does_not_take_too_long(
    motion: Rehearsal, tmp_path: Path, seconds: float, read: bool
) -> None:
    slow = Slow(Strategy(motion, Side.PRO, DUEL, BagEmbedder(), "seed"))
    slow.seconds = seconds
    lines = tuple(f"law{k} number{k} helps people{k} because of reason{k}" for k in range(40))
    match = hold(motion, tmp_path, heard=lines, methods={Side.PRO: slow}, lag=0.0)
    events = read_log(tmp_path)
    (end,) = [event for event in events if isinstance(event, MatchEnded)]
    last = match.turns[3].heard[-1].text
    assert any(last in passage.text for passage in slow.passages) is read
    assert events[-1].at <= end.at + 5.01
    assert Match.replay(events) == match


class Writing(Remembering):
    """Takes its time, and remembers for which turns it wrote."""

    def __init__(self, strategy: Strategy) -> None:
        super().__init__(strategy)
        self.spare, self.turns = TreeDebater(strategy, compute), list[int]()

    async def statement(self, wanted: Commission) -> Drafted | None:
        self.turns.append(wanted.turn)
        return await super().statement(wanted)


def test_a_speech_that_follows_on_one_of_ours_is_written_while_that_one_is_given(motion: Rehearsal) -> None:
    in_a_row = DUEL.model_copy(update={"turns": (DUEL.turns[0], DUEL.turns[1], DUEL.turns[3])})
    assert [turn.side for turn in in_a_row.turns] == [Side.PRO, Side.CON, Side.CON]
    method = Writing(Strategy(motion, Side.CON, in_a_row, BagEmbedder(), "seed"))

    async def begins() -> None:
        con = await debater(motion, Side.CON, in_a_row, lambda _: None, method=method).open()
        for number, turn in enumerate(in_a_row.turns[:2]):
            assert 2 not in method.turns
            await con.on_event(TurnStarted(turn=number, side=turn.side, stage=turn.stage, seconds=turn.seconds))
        await asyncio.sleep(1.0)
        await con.close()

    run(begins(), fast=True, lag=0)
    assert 2 in method.turns


class Doubting(AsItGoes):
    """Is sure of its words, the first most."""

    def utterance(self) -> Utterance:
        whole = _AsItGoes(self._script.pop(0) if self._script else "")
        whole._left = [replace(word, sure=1 / number) for number, word in enumerate(whole._left, 1)]
        return whole


async def hears(con: Debater, sound: Audio) -> None:
    for frame in sound.frames(0.05):
        con.hear(frame)
        await asyncio.sleep(frame.seconds)


def test_whoever_reads_is_told_how_sure_the_recogniser_was_of_each_word_and_so_is_the_log(motion: Rehearsal) -> None:
    method, posted = Remembering(Strategy(motion, Side.CON, DUEL, BagEmbedder(), "seed")), list[Event]()

    async def debate() -> None:
        heard = Doubting("taxes are fair")
        con = await debater(motion, Side.CON, DUEL, posted.append, method=method, recognizer=heard).open()
        await con.on_event(TurnStarted(turn=0, side=Side.PRO, stage=DUEL.turns[0].stage, seconds=20))
        await hears(con, said("taxes are fair"))
        await con.on_event(TurnEnded(turn=0, reason=EndReason.YIELDED))
        await asyncio.sleep(5)
        await con.close()

    run(debate(), fast=True, lag=0)
    words = [word for passage in method.passages for word in passage.words]
    assert [(word.text, word.sure) for word in words] == [("taxes", 1), ("are", 1 / 2), ("fair", 1 / 3)]
    segments = [event for event in posted if isinstance(event, TranscriptSegment)]
    assert [(word, sure) for one in segments for word, sure in zip(one.text.split(), one.sure, strict=True)] == [
        ("taxes", 1.0),
        ("are", 0.5),
        ("fair", 0.333),
    ]


def test_what_is_followed_by_silence_is_read_before_the_turn_ends(motion: Rehearsal) -> None:
    method = Remembering(Strategy(motion, Side.CON, DUEL, BagEmbedder(), "seed"))
    read: list[int] = []

    async def debate() -> None:
        heard = AsItGoes("taxes, fair,")
        con = await debater(motion, Side.CON, DUEL, lambda _: None, method=method, recognizer=heard).open()
        await con.on_event(TurnStarted(turn=0, side=Side.PRO, stage=DUEL.turns[0].stage, seconds=20))
        await hears(con, said("taxes are fair"))
        for _ in range(2):
            await hears(con, silence(1.5, EAR_RATE))
            read.append(len(method.passages))
        await con.close()

    run(debate(), fast=True, lag=0)
    assert read == [0, 1]
    assert method.passages[0].text == "taxes, fair,"


@pytest.mark.parametrize(("elapsed", "waits"), [(None, True), (5.0, False)])
def test_whoever_takes_over_in_a_turn_is_ready_before_the_next_speech_is(
    elapsed: float | None, waits: bool, motion: Rehearsal
) -> None:
    """The clock stands until it is ready; before the match, and between turns, its first speech is waited for."""

    class Thinking(Remembering):
        async def plan(self, turn: int, seconds_left: float | None = None) -> TreePlan:
            await asyncio.sleep(60)
            return await super().plan(turn)

    method = Thinking(Strategy(motion, Side.CON, DUEL, BagEmbedder(), "seed"))
    recalled = Recalled(Past({}, []), turn=0, elapsed=elapsed, heard_to=0.0, statements={})

    async def seconds() -> float:
        clock = asyncio.get_running_loop().time
        began = clock()
        con = await debater(motion, Side.CON, DUEL, lambda _: None, method=method, recalled=recalled).open()
        took = clock() - began
        await con.close()
        return took

    assert (run(seconds(), fast=True, lag=0) >= 60) is waits

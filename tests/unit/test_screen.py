"""What a person at the terminal sees of a match, without a terminal, a clock or a thread."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from agent.clock import Stopwatch
from agent.events import (
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Degraded,
    EndReason,
    Event,
    Failed,
    MatchCreated,
    MatchEnded,
    ParticipantLeft,
    PlanUpdated,
    SeatInfo,
    SentenceSpoken,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match import Match
from agent.show.lines import harmless
from agent.show.picture import TurnClock
from agent.show.screen import Screen, big
from config.format import Side
from planning.argument import Action, ActionKind
from tests.fakes import short_format

PRO, CON = Side
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind
EVIL = "a [red]mark[/red] and \x1b[31mred\x1b[0m \x1b]0;title\x07 ink\r\nbell\x07 \x9b2J end"
XTERM = {"TERM": "xterm"}  # whatever terminal the tests are run on
TAMED = "a [red]mark[/red] and red ink bell end"


class Hall:
    """A match told event by event to a screen. `shown()` is the picture at `now` seconds."""

    def __init__(self, *, width: int = 80, height: int = 24, live: bool = True, colour: bool = False) -> None:
        self.match, self.now = Match(), 0.0
        self.paper = StringIO()
        self.console = Console(
            file=self.paper,
            width=width,
            height=height,
            force_terminal=live,
            force_interactive=live,
            color_system="standard" if colour else None,
            _environ=XTERM,
        )
        self.screen = Screen(self.console, lambda: self.now)

    def at(self, at: float, event: Event) -> Hall:
        self.now = at
        stamped = event.model_copy(update={"seq": self.match.seq, "at": at})
        self.match.apply(stamped)
        self.screen.on_event(stamped, self.match)
        return self

    def shown(self) -> str:
        self.paper.seek(0)
        self.paper.truncate()
        self.console.print(self.screen)
        return self.paper.getvalue()

    def rows(self) -> list[str]:
        return [line.rstrip() for line in self.shown().splitlines()]

    @property
    def log(self) -> list[str]:
        return self.paper.getvalue().splitlines()


def created(pro: str = "prepared", con: str = "mic", motion: str = "Uniforms should be mandatory") -> MatchCreated:
    seats = {PRO: SeatInfo(kind=pro, name=pro), CON: SeatInfo(kind=con, name=con)}
    return MatchCreated(match_id="m", motion_id="uniforms", motion=motion, format=short_format(), seats=seats)


def started(turn: int) -> TurnStarted:
    told = short_format().turns[turn]
    return TurnStarted(turn=turn, side=told.side, stage=told.stage, seconds=told.seconds)


def spoke(turn: int, text: str, *, cut: bool = False) -> SentenceSpoken:
    side = short_format().turns[turn].side
    return SentenceSpoken(turn=turn, side=side, id="s1", text=text, start=0, end=2, cut=cut)


def passage(turn: int, text: str) -> TranscriptSegment:
    side = short_format().turns[turn].side
    return TranscriptSegment(turn=turn, side=side, listener=side.other, text=text, start=0, end=2, recognizer="r")


def read(
    kind: ActionKind, actor: Side, owner: Side, node: str | None, claim: str, *, on: str | None = None, target: str = ""
) -> ActionExtracted:
    """An action as pro read it. `on`: the node it acts on, whose claim is `target`."""
    action = Action(kind=kind, actor=actor, claim=claim, target=target)
    return ActionExtracted(turn=0, observer=PRO, action=action, owner=owner, target=on, node=node)


def debate(hall: Hall) -> Hall:
    """Pro's opening, and the first seconds of con's, a person at a microphone."""
    bullying, marks = "uniforms reduce bullying", "bullies find other marks"
    hall.screen.on_line("recogniser: no model here; using pocketsphinx")
    hall.at(0, created())
    hall.at(0, started(0))
    hall.at(0, Degraded(part="recogniser", reason="no model here", instead="pocketsphinx"))
    hall.at(3, spoke(0, "Uniforms reduce bullying."))
    hall.at(3, read(PROPOSE, PRO, PRO, "pro1", bullying))
    hall.at(6, ClockSignal(turn=0, left=4))
    hall.at(10, ClockSignal(turn=0, left=0))
    hall.at(10, spoke(0, "And they", cut=True))
    hall.at(10, TurnEnded(turn=0, reason=EndReason.BELL))
    hall.at(12, started(1))
    hall.at(15, passage(1, "but bullies find other marks"))
    hall.at(15, read(ATTACK, CON, PRO, "pro2", marks, on="pro1", target=bullying))
    hall.at(16, read(REBUT, PRO, PRO, None, "not so many", target="they are happy"))
    hall.at(17, Failed(part="recording", reason="the disk is full"))
    hall.screen.on_interim(CON, "and tides")
    return hall


PICTURE = """\
Uniforms should be mandatory                                    ┏━┓  ╻  ┏━┓ ┏━╸
short · turn 2 of 6: con opening                                ┃ ┃     ┃ ┃ ┗━┓
0:05 left, con is speaking                                      ┗━┛  ╹  ┗━┛ ╺━┛
captions ──────────────────────────────  pro's claims · ✗ attacked ×visits ─────
pro Uniforms reduce bullying.            ✗ ×1 uniforms reduce bullying
pro And they [bell]                      └── bullies find other marks
con heard but bullies find other marks
con heard and tides …



                                         con's claims · ✗ attacked ×visits ─────








notices ────────────────────────────────────────────────────────────────────────
0:00 degraded: recogniser; instead: pocketsphinx (no model here)
0:10 clock: the bell
0:17 failed: recording: the disk is full"""


def test_the_picture_fits_eighty_columns_and_twenty_four_rows() -> None:
    assert debate(Hall()).rows() == PICTURE.splitlines()


LOG = """\
recogniser: no model here; using pocketsphinx
 0:00 Uniforms should be mandatory (short; pro: prepared, con: mic)
 0:00 turn 1 of 6: pro opening has 0:10
 0:03 pro: Uniforms reduce bullying.
 0:03 pro's flow: pro proposes “uniforms reduce bullying”
 0:06 clock: 0:04 left
 0:10 clock: the bell
 0:10 pro: And they [bell]
 0:10 turn 1 of 6: pro opening has ended: bell
 0:12 turn 2 of 6: con opening has 0:10
 0:15 con, heard: but bullies find other marks
 0:15 pro's flow: con attacks “uniforms reduce bullying” with “bullies find other marks”
 0:16 pro's flow: pro rebuts “they are happy” with “not so many” (target not found)
 0:17 failed: recording: the disk is full
 0:20 the match has ended: stopped by the user"""


@pytest.mark.parametrize("width", [30, 200])
def test_in_a_pipe_an_event_is_a_line_and_what_may_still_change_is_left_out(width: int) -> None:
    hall = Hall(live=False, width=width)
    with hall.screen:
        debate(hall).at(20, MatchEnded(reason="stopped by the user"))
    assert hall.log == LOG.splitlines()


def test_each_plain_line_is_out_at_once() -> None:
    raw = BytesIO()
    console = Console(file=TextIOWrapper(raw, encoding="utf-8"), _environ=XTERM)
    Screen(console).on_line("the voice is espeak")
    assert raw.getvalue() == b"the voice is espeak\n"


def test_a_plain_line_shortens_the_claims_that_it_quotes() -> None:
    hall = Hall(live=False).at(0, created()).at(0, started(0))
    hall.at(1, read(PROPOSE, PRO, PRO, "pro1", "制服" * 40))
    assert hall.log[-1] == f" 0:01 pro's flow: pro proposes “{'制服' * 29}制…”"


def test_a_degradation_that_nobody_told_before_has_its_line() -> None:
    hall = Hall(live=False).at(0, created())
    hall.at(4, Degraded(part="voice of pro", reason="too slow", instead="espeak"))
    assert hall.log[-1] == " 0:04 degraded: voice of pro; instead: espeak (too slow)"


def test_who_leaves_is_named_and_what_only_the_record_needs_is_left_out() -> None:
    for live in (True, False):
        hall = Hall(live=live).at(0, created()).at(0, started(0))
        hall.at(1, PlanUpdated(turn=0, side=PRO, k=3, hit_rate=1.0, battlefields=()))
        hall.at(2, ParticipantLeft(side=PRO, reason="the line is dead"))
        rows = hall.rows() if live else hall.log
        assert [row.strip() for row in rows if row][-1] == "0:02 pro left: the line is dead"
        assert not any("plan" in row for row in rows)


# -- the clock -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "face", "colour"),
    [
        (1.0, "0:10", "green"),  # an event of another thread may be ahead of the clock
        (2.0, "0:10", "green"),
        (7.2, "0:05", "green"),
        (8.0, "0:04", "yellow"),
        (11.9, "0:01", "yellow"),
        (12.0, "0:00", "red"),
        (99.0, "0:00", "red"),
    ],
)
def test_the_clock_counts_down_turns_yellow_at_the_last_warning_and_red_at_the_bell(
    now: float, face: str, colour: str
) -> None:
    hall = Hall(colour=True).at(0, created()).at(2, started(0))
    hall.now = now
    code = {"green": 32, "yellow": 33, "red": 31}[colour]
    assert f"\x1b[1;{code}m{face}\x1b[0m left" in hall.shown()


def test_the_clock_runs_without_events_and_stops_with_the_turn() -> None:
    hall = Hall().at(0, created()).at(0, started(0))
    hall.now = 3
    assert hall.rows()[2].startswith("0:07 left, pro is speaking")
    hall.at(6, TurnEnded(turn=0, reason=EndReason.YIELDED))
    hall.now = 7.5
    assert hall.rows()[2].startswith("0:04 left, yielded; next: con opening")


def test_in_a_pause_the_clock_stands_and_afterwards_runs_on() -> None:
    hall = Hall().at(0, created()).at(0, started(0)).at(3, ClockPaused(turn=0, reason="by the user"))
    hall.now = 500
    assert hall.rows()[2].startswith("0:07 left, paused, pro is speaking")
    assert "0:03 clock: paused, by the user" in hall.rows()
    hall.at(600, ClockResumed())
    hall.now = 602
    assert hall.rows()[2].startswith("0:05 left, pro is speaking")
    assert "10:00 clock: it runs again" in hall.rows()


def test_a_turn_that_ends_in_a_pause_and_a_pause_between_turns_leave_its_clock_where_it_was() -> None:
    hall = Hall().at(0, created()).at(0, started(0)).at(3, ClockPaused(turn=0, reason="by the user"))
    hall.at(50, TurnEnded(turn=0, reason=EndReason.YIELDED)).at(60, ClockResumed())
    hall.now = 61
    assert hall.rows()[2].startswith("0:07 left, yielded; next: con opening")
    hall.at(61, ClockPaused(turn=None, reason="by the user"))
    hall.now = 99
    assert hall.rows()[2].startswith("0:07 left, paused, yielded; next: con opening")
    assert not hall.at(100, ClockResumed()).rows()[2].count("paused")


def test_a_narrow_terminal_and_plain_lines_tell_of_a_pause_too() -> None:
    pause, resume = ClockPaused(turn=0, reason="by the user"), ClockResumed()
    narrow = Hall(width=40, height=12).at(0, created()).at(0, started(0)).at(3, pause)
    assert narrow.rows()[1] == "0:07 paused, turn 1 of 6: pro opening"
    plain = Hall(live=False).at(0, created()).at(0, started(0)).at(3, pause).at(9, resume)
    assert plain.log[-2:] == [" 0:03 clock: paused, by the user", " 0:09 clock: it runs again"]


def test_without_a_clock_of_its_own_the_screen_goes_by_the_events() -> None:
    hall = Hall()
    hall.screen = Screen(hall.console)
    hall.at(0, created()).at(0, started(0)).at(4, spoke(0, "Yes."))
    assert hall.rows()[2].startswith("0:06 left")


@pytest.mark.parametrize("now", [-5.0, 0.0, 4.9, 10.0, 1e9])
def test_there_is_never_less_than_nothing_left_nor_more_than_the_turn(now: float) -> None:
    assert 0 <= TurnClock("turn 1", seconds=10, watch=Stopwatch(0), warning=4).left(now) <= 10


def test_the_big_clock_reads_as_it_should() -> None:
    clock = TurnClock("turn 1", seconds=45, watch=Stopwatch(100), warning=15).shown(108)
    assert clock.plain == "0:37"
    assert big(clock).plain.splitlines() == ["┏━┓  ╻  ╺━┓ ╺━┓", "┃ ┃      ━┫   ┃", "┗━┛  ╹  ╺━┛   ╹"]


# -- captions and flow -----------------------------------------------------------------------------


def test_an_ai_is_captioned_in_its_own_words_and_not_again_as_it_was_heard() -> None:
    hall = Hall().at(0, created(con="prepared")).at(0, started(0))
    hall.screen.on_interim(PRO, "you in forms")
    assert "pro heard you in forms …" in hall.shown()
    hall.at(3, spoke(0, "Uniforms reduce bullying.")).at(4, passage(0, "you in forms red use bullying"))
    assert "Uniforms reduce bullying." in hall.shown()
    assert "you in forms" not in hall.shown()


def test_interim_text_goes_when_it_is_empty_or_another_turn_begins() -> None:
    hall = Hall().at(0, created()).at(0, started(0))
    hall.screen.on_interim(PRO, "and tides")
    hall.screen.on_interim(PRO, "")
    assert "heard" not in hall.shown()
    hall.screen.on_interim(PRO, "and tides")
    hall.at(5, TurnEnded(turn=0, reason=EndReason.YIELDED)).at(7, started(1))
    assert "heard" not in hall.shown()


def test_the_last_captions_and_the_newest_claim_stay_in_sight() -> None:
    hall = Hall().at(0, created()).at(0, started(0))
    for i in range(1, 31):
        hall.at(i / 10, spoke(0, f"This is sentence {i}."))
        hall.at(i / 10, read(PROPOSE, PRO, PRO, f"pro{i}", f"this is claim {i}"))
    assert "sentence 30." in hall.shown()
    assert "sentence 1." not in hall.shown()
    assert "claim 30" in hall.shown()
    hall.at(4, read(REINFORCE, PRO, PRO, "pro2", "more", on="pro2", target="this is claim 2"))
    assert "×1 this is claim 2" in hall.shown()
    assert "claim 30" not in hall.shown()


def test_a_larger_terminal_shows_longer_claims_more_of_them_and_who_sees_them() -> None:
    claim = "a uniform costs a family less over a year than the clothes that it replaces"
    hall = Hall(width=200, height=50).at(0, created()).at(0, started(0))
    for i in range(1, 16):
        hall.at(0, read(PROPOSE, PRO, PRO, f"pro{i}", f"{i} {claim}"))
    assert all(f"{i} {claim}" in hall.shown() for i in range(1, 16))
    assert "con's claims · ✗ attacked ×visits · 0 unmatched · as pro sees them" in hall.shown()
    assert len(hall.rows()) == 50


def test_a_match_in_which_nobody_keeps_a_flow_shows_captions_only() -> None:
    hall = Hall().at(0, created(pro="mic")).at(0, started(0)).at(2, passage(0, "uniforms reduce bullying"))
    assert "pro heard uniforms reduce bullying" in hall.shown()
    assert "claims" not in hall.shown()


def test_a_picture_stays_as_it_was_when_the_match_goes_on() -> None:
    """The thread that draws may still hold it."""
    hall = Hall().at(0, created()).at(0, started(0)).at(1, read(PROPOSE, PRO, PRO, "pro1", "one"))
    (before, _) = hall.screen._picture.flows
    hall.at(2, read(PROPOSE, PRO, PRO, "pro2", "two"))
    assert len(before.tree.children) == 1


# -- terminals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 16), (59, 24), (30, 10), (12, 6)])
def test_nothing_is_wider_or_higher_than_the_terminal(width: int, height: int) -> None:
    rows = debate(Hall(width=width, height=height)).rows()
    assert len(rows) == height
    assert max(cell_len(row) for row in rows) <= width


def test_a_narrow_terminal_has_the_clock_the_turn_and_the_captions() -> None:
    rows = debate(Hall(width=40, height=12)).rows()
    assert rows[1] == "0:05 turn 2 of 6: con opening"
    assert "con heard but bullies find other marks" in rows
    assert not any("claims" in row for row in rows)


def test_the_terminal_is_given_back_with_the_last_picture_on_it() -> None:
    hall = Hall()
    with hall.screen:
        debate(hall).at(20, MatchEnded(reason="stopped by the user"))
    during, _, after = hall.paper.getvalue().partition("\x1b[?1049l")
    assert "\x1b[?1049h" in during
    assert "the match has ended: stopped by the user" in after


def test_a_terminal_without_unicode_gets_plain_lines_it_can_print() -> None:
    raw = BytesIO()
    file = TextIOWrapper(raw, encoding="latin-1")
    hall = Hall()
    hall.screen = Screen(Console(file=file, force_terminal=True, _environ=XTERM))
    hall.at(0, created()).at(0, started(0)).at(1, read(PROPOSE, PRO, PRO, "pro1", "café"))
    assert raw.getvalue().decode("latin-1").splitlines()[-1] == " 0:01 pro's flow: pro proposes ?café?"


# -- what comes from outside is data ---------------------------------------------------------------


def evil_debate(hall: Hall) -> Hall:
    hall.screen.on_line(EVIL)
    hall.at(0, created(pro="mic", con="prepared", motion=EVIL)).at(0, started(0))
    hall.at(1, passage(0, EVIL))
    action = Action(kind=PROPOSE, actor=PRO, claim=EVIL)
    hall.at(1, ActionExtracted(turn=0, observer=CON, action=action, owner=PRO, node="pro1"))
    hall.at(2, Failed(part="voice", reason=EVIL))
    hall.screen.on_interim(PRO, EVIL)
    return hall


def lines_with(text: str, rows: list[str]) -> int:
    return sum(row.count(text) for row in rows)


def test_markup_and_escape_sequences_are_shown_tame_on_the_screen() -> None:
    hall = evil_debate(Hall(width=200, height=40))
    assert lines_with(TAMED, hall.rows()) == 6  # motion, passage, interim, claim and two notices
    assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 for c in hall.shown())


def test_markup_and_escape_sequences_are_shown_tame_in_plain_lines() -> None:
    hall = evil_debate(Hall(live=False))
    assert lines_with(TAMED, hall.log) == 5
    assert len(hall.log) == 6
    assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 for c in hall.paper.getvalue())


@pytest.mark.parametrize(
    ("text", "tame"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;a title that never ends", "0;a title that never ends"),
        ("one\r\ntwo\tthree\u2028four", "one two three four"),
        ("safe \u202egnp.exe", "safe gnp.exe"),
        ("naïve 東京 👩‍🏫 :warning:", "naïve 東京 👩‍🏫 :warning:"),
    ],
)
def test_what_is_left_of_a_text(text: str, tame: str) -> None:
    assert harmless(text) == tame


@given(st.text())
def test_no_text_keeps_a_control_character_and_taming_twice_changes_nothing(text: str) -> None:
    tame = harmless(text)
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in tame)
    assert harmless(tame) == tame


def test_no_emoji_code_in_a_speech_is_turned_into_a_picture() -> None:
    for live in (True, False):
        hall = Hall(live=live).at(0, created()).at(0, started(0)).at(1, spoke(0, "I say :warning: twice."))
        assert "I say :warning: twice." in (hall.shown() if live else hall.paper.getvalue())

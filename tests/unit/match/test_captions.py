"""Captions of a whole match: who says what, when, in the recording; whatever is said is data."""

from __future__ import annotations

from agent.match.afterwards.captions import Cue, cues, srt, vtt
from agent.match.afterwards.finished import finished_of
from agent.match.afterwards.recording_layout import Layout, lay_out
from agent.match.afterwards.timeline import Timeline
from agent.match.events import EndReason
from agent.match.seats import Occupant, SeatInfo
from config.format import Side
from tests.chair import PERSON, PREPARED, Chair, heard, spoken

NASTY = "<b>Ten & more --> </v><script>\n\n00:00:01.000 --> 00:00:02.000\n{\\an8}"


def told(chair: Chair) -> list[Cue]:
    timeline = Timeline.of(chair.events)
    match = finished_of(chair.match, timeline)
    return cues(match.speeches, match.seats, lay_out(timeline, {0: (10.0,)}))


def against_ada(seat: SeatInfo = PERSON) -> Chair:
    chair = Chair()
    chair.create({Side.PRO: PREPARED, Side.CON: seat})
    chair.begin(0, at=0)
    return chair


def ada_speaks(seat: SeatInfo = PERSON) -> Chair:
    chair = against_ada(seat)
    chair.bell(at=10)
    chair.begin(1, at=12)
    return chair


def test_our_voices_are_captioned_sentence_by_sentence() -> None:
    chair = against_ada()
    chair.tell(spoken(0, Side.PRO, "Uniforms reduce bullying.", 0.5, 2.5), at=2.6)
    chair.tell(spoken(0, Side.PRO, "They cost little.", 3.0, 4.0), at=4.1)
    assert told(chair) == [
        Cue(0.5, 2.5, "Pro", "Uniforms reduce bullying."),
        Cue(3.0, 4.0, "Pro", "They cost little."),
    ]


def test_what_was_only_heard_comes_in_lines_with_the_name_of_the_person() -> None:
    chair = ada_speaks()
    chair.tell(heard(1, Side.CON, "bullies find", 1.0, 2.0), at=15)
    chair.tell(heard(1, Side.CON, "other marks.", 2.0, 3.0), at=16)
    chair.tell(heard(1, Side.CON, "And who pays?", 4.0, 5.0), at=18)
    assert told(chair) == [
        Cue(13.0, 15.0, "Con (Ada)", "bullies find other marks."),
        Cue(16.0, 17.0, "Con (Ada)", "And who pays?"),
    ]


def test_what_the_other_side_says_inside_a_turn_is_captioned_too() -> None:
    chair = against_ada()
    chair.match.turns[0].examined = True
    chair.tell(spoken(0, Side.PRO, "Uniforms reduce bullying.", 0.5, 2.5), at=7)
    chair.tell(heard(0, Side.CON, "And who pays?", 7.0, 8.0), at=9)
    assert told(chair) == [
        Cue(0.5, 2.5, "Pro", "Uniforms reduce bullying."),
        Cue(7.0, 8.0, "Con (Ada)", "And who pays?"),
    ]


def test_words_that_are_known_stand_before_what_was_heard_of_them() -> None:
    chair = against_ada()
    chair.tell(spoken(0, Side.PRO, "Uniforms reduce bullying.", 0.5, 2.5), at=2.6)
    chair.tell(heard(0, Side.PRO, "uniforms reduce boiling", 0.5, 2.5), at=4)
    assert [cue.text for cue in told(chair)] == ["Uniforms reduce bullying."]


def test_after_a_pause_they_are_where_the_words_are() -> None:
    chair = against_ada()
    chair.pause(at=2)
    chair.resume(at=92)
    chair.tell(spoken(0, Side.PRO, "They cost little.", 3.0, 4.0), at=95)
    chair.end(EndReason.YIELDED, at=95)
    assert [(cue.start, cue.end) for cue in told(chair)] == [(13.0, 14.0)], "of 90 seconds 10 are left"


def test_a_file_is_no_persons_name() -> None:
    chair = ada_speaks(SeatInfo(occupant=Occupant.RECORDING, name="speeches"))
    chair.tell(heard(1, Side.CON, "so it is", 1, 2), at=15)
    assert told(chair)[0].speaker == "Con"


def test_webvtt() -> None:
    assert vtt([Cue(3725.5, 3726.25, "Pro", "Uniforms reduce bullying.")]) == (
        "WEBVTT\n\n1\n01:02:05.500 --> 01:02:06.250\n<v Pro>Uniforms reduce bullying.\n"
    )


def test_subrip() -> None:
    assert srt([Cue(3725.5, 3726.25, "Pro", "Uniforms reduce bullying.")]) == (
        "1\n01:02:05,500 --> 01:02:06,250\nPro: Uniforms reduce bullying.\n\n"
    )


def test_whatever_is_said_or_whoever_says_it_stays_within_its_cue() -> None:
    chair = ada_speaks(SeatInfo(occupant=Occupant.PERSON, name=f"Ada{NASTY}"))
    chair.tell(heard(1, Side.CON, NASTY, 1, 2), at=15)
    found = told(chair)
    webvtt, subrip = vtt(found), srt(found)
    assert webvtt.count("-->") == subrip.count("-->") == 1
    for text in (webvtt, subrip):
        body = text.removeprefix("WEBVTT\n\n").strip().splitlines()
        assert len(body) == 3, "a number, the times, one line of text"
    assert "<b>" not in webvtt + subrip
    assert "</v>" not in webvtt
    assert webvtt.count("<") == 1
    assert not set("<>{}") & set(subrip.splitlines()[2])


def test_no_cue_is_shorter_than_an_eye_needs() -> None:
    chair = against_ada()
    chair.tell(spoken(0, Side.PRO, "No.", 0.5, 0.5), at=2.6)
    (cue,) = told(chair)
    assert cue.end > cue.start


def test_nothing_said() -> None:
    assert vtt(cues((), {}, Layout(()))) == "WEBVTT\n"
    assert srt([]) == ""

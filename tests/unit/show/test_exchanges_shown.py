"""Points of information, cross-examinations and preparation in transcript, report, plain lines and on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.match.afterwards.timeline import Timeline
from agent.match.events import (
    Declined,
    EndReason,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
)
from agent.match.lines import line_of
from agent.show.picture import Picture
from agent.show.report import report_html
from agent.show.transcript import transcript_markdown
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from tests.chair import Chair, heard, spoken

PRO, CON = Side


def held() -> Chair:
    """Pro is asked something and refuses something else; con prepares, and examines pro, of whom it only hears."""
    turns = (
        Turn(
            side=PRO,
            stage=Stage.OPENING,
            label="first speech",
            speaker="first <b>proposition</b>",
            seconds=100,
            points_of_information=OfferWindow(start=10, end=90),
        ),
        Turn(side=CON, stage=Stage.REBUTTAL, label="cross-examination", seconds=30, cross_examination=Asks.SIDE),
    )
    chair = Chair(Format(name="asking", turns=turns, warnings_seconds=(), preparation_seconds=60))
    chair.create()
    chair.begin(0)
    chair.tell(spoken(0, PRO, "The town gains.", 1, 3), at=3)
    chair.tell(PoiOffered(turn=0, side=CON), at=20)
    chair.tell(PoiAccepted(turn=0, side=CON), at=22)
    chair.tell(spoken(0, CON, "Who <i>pays</i>?", 23, 25), at=25)
    chair.tell(PoiEnded(turn=0, side=CON, reason=PoiOver.ASKED), at=25)
    chair.tell(spoken(0, PRO, "The visitors do.", 26, 28), at=28)
    chair.tell(PoiOffered(turn=0, side=CON), at=60)
    chair.tell(PoiDeclined(turn=0, side=CON, reason=Declined.REFUSED), at=61)
    chair.bell(at=100)
    chair.tell(PreparationStarted(side=CON), at=101)
    chair.tell(PreparationEnded(side=CON, reason=PreparationOver.READY), at=121)
    chair.begin(1, at=123)
    chair.tell(spoken(1, CON, "Which visitors?", 0, 2), at=125)
    chair.tell(heard(1, PRO, "those from abroad", 3, 5), at=128)
    chair.end(EndReason.YIELDED, at=140)
    return chair


def test_the_transcript_has_everything_in_the_order_in_which_it_was_said() -> None:
    text = transcript_markdown(held().match)
    expected = [
        r"## 1. Pro, first speech (first \<b\>proposition\</b\>) (1:40, used 0:28)",
        "**Pro:** The town gains.",
        r"**Con:** Who \<i\>pays\</i\>?",
        "**Pro:** The visitors do.",
        "- At 0:20 Con offered a point of information: taken at 0:22.",
        "- At 1:00 Con offered a point of information: refused.",
        "*Con took 0:20 for preparation.*",
        "## 2. Con, cross-examination (0:30, used 0:02)",
        "**Con:** Which visitors?",
        "**Pro, as heard:** those from abroad",
    ]
    places = [text.find(one) for one in expected]
    assert -1 not in places, expected[places.index(-1)]
    assert places == sorted(places)


def test_the_report_has_it_too_and_nothing_from_outside_is_markup(tmp_path: Path) -> None:
    chair = held()
    page = report_html(chair.match, tmp_path, Timeline.of(chair.events))
    assert "Who &lt;i&gt;pays&lt;/i&gt;?" in page
    assert "(first &lt;b&gt;proposition&lt;/b&gt;)" in page
    assert "At 1:00 Con offered a point of information: refused." in page
    assert "Before it Con took 0:20 for preparation." in page
    assert page.index("The town gains.") < page.index("Who &lt;i&gt;pays") < page.index("The visitors do.")
    assert "those from abroad" in page and ", as heard" in page


def test_the_screen_and_the_plain_lines_tell_of_it_as_it_happens() -> None:
    done = held()
    chair, picture = Chair(done.format), Picture()
    states, lines = [], []
    for event in done.events:
        chair.match.apply(event)
        picture = picture.after(event, chair.match)
        states.append(picture.state)
        lines.append(line_of(event, chair.match))
    for state in (
        "con offers a point of information",
        "con puts a point of information",
        "pro is speaking",
        "con is preparing",
        "con questions pro",
    ):
        assert state in states
    for line in (
        "con offers a point of information",
        "the speaker takes con's point of information",
        "con's point of information is over: asked",
        "con's point of information is not put: refused",
        "con prepares, 1:00 left",
        "con has prepared: ready, 0:40 left",
    ):
        assert line in lines
    captions = [text.plain for text in picture.captions]
    assert captions[:3] == ["pro The town gains.", "con Who <i>pays</i>?", "pro The visitors do."]


@pytest.mark.parametrize("reason", Declined)
def test_every_way_in_which_a_point_may_not_be_put_has_its_words(reason: Declined) -> None:
    chair = held()
    poi = chair.match.turns[0].pois[1]
    poi.declined = reason
    assert "At 1:00 Con offered a point of information:" in transcript_markdown(chair.match)

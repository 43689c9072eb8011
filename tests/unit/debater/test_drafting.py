"""Drafts near and in a turn: what is there of one counts while it is written, and only the writer is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Sequence
from typing import Any

import pytest

from agent.debater.drafting.by_paper import drafter_by
from agent.debater.drafting.moments import Telling, Underway
from agent.debater.drafting.occasions import rest_of
from agent.debater.in_writing import Unvoiced
from agent.local.virtual_time import run
from agent.match.events import Event
from agent.running.tasks import Tasks
from config.errors import ProviderError
from config.format import Format, OfferWindow, Side, Stage, Turn
from config.settings import Controller
from config.statement import Priority, Sentence
from planning.methods.contract import Commission, Drafted, Ends, OnPassages, Revised
from speech.timing.duration import Durations

FORMAT = Format(
    name="two",
    turns=(
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=60),
        Turn(side=Side.PRO, stage=Stage.REBUTTAL, seconds=60),
    ),
)
OURS = 1
PREPARED = "what the spare has ready on this point"


def line(text: str, *answers: str, priority: Priority = Priority.SHOULD) -> Sentence:
    topic = "" if priority is Priority.CLOSING or "evening" in text else text
    return Sentence(id=text, text=text, unit=text, priority=priority, topic=topic, answers=answers)


def end(text: str) -> Sentence:
    return line(text, priority=Priority.CLOSING)


class Spare:
    """Ready at once."""

    name = "spare"

    async def statement(self, wanted: Commission) -> Drafted | None:
        return None if wanted.so_far else Drafted((line(PREPARED), end("so we close")))


class Author(Spare):
    """Writes a passage every two seconds; a check takes ten, and so does an audience."""

    name, redraft_seconds = "author", 0.0

    def __init__(self) -> None:
        self.spare, self.heard = Spare(), 0
        self.written, self.checked, self.listened, self.more = list[Commission](), 0, 0, 0
        self.passages = [line("newest", "con1.1"), line("further")]
        self.withdrawn: set[str] = set()
        self.last = Ends()
        self.takes, self.fails = 0.0, False  # seconds of a draft that comes all at once

    def situation(self, turn: int) -> Hashable:
        return self.heard

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        if wanted.so_far:
            self.more += 1
            return None
        self.written.append(wanted)
        if self.fails:
            raise ProviderError("gone", retryable=False)
        if self.takes:
            await asyncio.sleep(self.takes)
            return Drafted((*self.passages, end("in the end")))
        for count in range(1, len(self.passages) + 1):
            await asyncio.sleep(2.0)
            on_passages(tuple(self.passages[:count]))
        await asyncio.sleep(2.0)
        return Drafted((*self.passages, end("in the end")))

    async def check(
        self, turn: int, sentences: Sequence[Sentence], *, in_time: bool = True
    ) -> Sequence[Sentence] | None:
        await asyncio.sleep(10.0)
        self.checked += 1
        return [s for s in sentences if s.text not in self.withdrawn]

    async def revise(self, turn: int, plan: Any, sentences: Any, spoken: Any) -> None:
        await asyncio.sleep(10.0)
        self.listened += 1

    async def ends(self, wanted: Commission, on_ends: Callable[[Ends], None]) -> Ends | None:
        if wanted.whole and not self.last.kept:
            return None
        await asyncio.sleep(1.0)
        on_ends(Ends(first=self.last.first))
        await asyncio.sleep(1.0)
        return self.last


class Desk:
    """Drafts for the rebuttal of pro, so many seconds before it begins."""

    def __init__(
        self, left: float, turn: int = 0, match_format: Format = FORMAT, controller: Controller = Controller.OURS
    ) -> None:
        self.author, self.posted = Author(), list[Event]()
        self.left, self.underway = left, None
        self.unread: tuple[str, ...] = ()
        voice: Any = Unvoiced()
        author: Any = self.author
        self.tasks = Tasks()
        self.drafter = drafter_by(controller)(
            Side.PRO,
            match_format,
            author,
            voice,
            Durations(voice.known),
            self.posted.append,
            self.tasks,
            turn=turn,
            telling=Telling(
                seconds_left=lambda turn: max(0.0, self.left - asyncio.get_running_loop().time()),
                underway=lambda turn: self.underway,
                unread=lambda: self.unread,
            ),
        )

    underway: Underway | None

    @property
    def texts(self) -> list[str]:
        statement = self.drafter.newest(OURS)
        return [s.text for s in statement.sentences] if statement else []

    def during(self, work: Callable[[Desk], Coroutine[Any, Any, None]]) -> Desk:
        async def held() -> None:
            await work(self)
            await self.tasks.close()

        run(held(), fast=True)
        return self


def test_each_passage_counts_as_it_completes_with_the_older_draft_behind_it() -> None:
    async def work(desk: Desk) -> None:
        drafting = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(1.0)
        assert desk.texts == [PREPARED, "so we close"]
        await asyncio.sleep(2.0)
        assert desk.texts == ["newest", PREPARED, "so we close"]
        await asyncio.sleep(2.0)
        assert desk.texts == ["newest", "further", PREPARED, "so we close"]
        await drafting
        assert desk.texts[:2] == ["newest", "further"] and desk.texts[-1] == "in the end"

    Desk(left=5.0).during(work)


def test_from_a_little_before_the_turn_a_check_holds_up_no_draft() -> None:
    async def work(desk: Desk) -> None:
        await desk.drafter.draft(OURS)
        assert asyncio.get_running_loop().time() == 6.0, "the writer's six seconds and no more"
        desk.author.heard += 1
        await desk.drafter.draft(OURS)
        assert asyncio.get_running_loop().time() == 12.0
        assert (len(desk.author.written), desk.author.checked) == (2, 0)
        await asyncio.sleep(20.0)
        assert desk.author.checked == 2

    Desk(left=5.0).during(work)


def test_a_check_and_an_audience_are_waited_for_while_there_is_time_and_give_way_when_there_is_none() -> None:
    async def work(desk: Desk) -> None:
        await desk.drafter.draft(OURS)
        assert asyncio.get_running_loop().time() == desk.left - 15.0, "what the audience would have said is let go"
        assert (desk.author.checked, desk.author.listened) == (1, 0)

    Desk(left=40.0).during(work)


def test_what_a_check_takes_back_is_taken_out_of_the_newest_draft() -> None:
    async def work(desk: Desk) -> None:
        desk.author.withdrawn = {"further"}
        await desk.drafter.draft(OURS)
        desk.author.heard += 1
        desk.author.passages = [line("still newer", "con1.2"), *desk.author.passages]
        await desk.drafter.draft(OURS)
        assert "further" in desk.texts
        await asyncio.sleep(5.0)
        assert desk.texts[:2] == ["still newer", "newest"] and "further" not in desk.texts

    Desk(left=5.0).during(work)


def test_the_writer_is_shown_what_would_be_spoken_whatever_was_checked_meanwhile() -> None:
    async def work(desk: Desk) -> None:
        desk.author.withdrawn = {"further"}
        await desk.drafter.draft(OURS)
        assert desk.author.written[0].shown == (), "the spare's is not its draft"
        desk.author.heard += 1
        desk.author.passages = [line("still newer", "con1.2"), *desk.author.passages]
        await desk.drafter.draft(OURS)
        await asyncio.sleep(5.0)
        desk.author.heard += 1
        before = desk.texts
        await desk.drafter.draft(OURS)
        assert [s.text for s in desk.author.written[2].shown] == before and before[:2] == ["still newer", "newest"]

    Desk(left=5.0).during(work)


def test_nothing_is_written_where_nothing_new_was_said_or_nothing_would_be_heard() -> None:
    async def work(desk: Desk) -> None:
        await desk.drafter.draft(OURS)
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 1
        desk.unread = ("well",)
        await asyncio.sleep(2.0)
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 1, "a word alone is nothing new"
        desk.drafter.turn, desk.author.heard = OURS, 1
        desk.underway = Underway(left=7.9, in_the_air="newest", heard_from=52.1)
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 1
        desk.underway = Underway(left=8.1, in_the_air="newest", heard_from=51.9)
        await desk.drafter.draft(OURS)
        assert [(one.in_the_air, one.heard_from) for one in desk.author.written] == [("", None), ("newest", 53.9)], (
            "it takes two seconds"
        )

    Desk(left=7.0).during(work)


def test_first_and_last_words_are_written_last_and_take_the_place_of_the_old_ones() -> None:
    async def work(desk: Desk) -> None:
        desk.author.last = Ends((line("what you said last", "con1.9"),), (end("weighed on our criterion"),))
        desk.author.passages = [line("good evening"), line("further")]
        await desk.drafter.draft(OURS)
        desk.left = asyncio.get_running_loop().time()
        ending = asyncio.ensure_future(desk.drafter.end(OURS))
        await asyncio.sleep(0.5)
        await desk.drafter.begun(OURS, 0.6)
        assert asyncio.get_running_loop().time() == desk.left + 1.0, "it is waited for as long as a listener would"
        assert desk.texts[:2] == ["what you said last", "further"]
        await asyncio.sleep(1.1)
        assert desk.texts[0] == "what you said last" and desk.texts[-1] == "weighed on our criterion"
        assert "in the end" not in desk.texts
        ending.cancel()

    Desk(left=5.0).during(work)


def test_a_draft_that_follows_the_first_words_stands_behind_them_and_ends_as_it_likes() -> None:
    async def work(desk: Desk) -> None:
        desk.author.last = Ends((line("what you said last", "con1.9"),), (end("weighed on our criterion"),))
        await desk.drafter.end(OURS)
        await desk.drafter.draft(OURS)
        assert desk.texts[:2] == ["what you said last", "newest"] and desk.texts[-1] == "in the end"

    long = [turn.model_copy(update={"seconds": 120}) for turn in FORMAT.turns]
    Desk(left=0.0, match_format=FORMAT.model_copy(update={"turns": tuple(long)})).during(work)


@pytest.mark.parametrize("seconds", [60, 120])
def test_between_ends_that_are_kept_every_later_draft_stands_while_it_comes_and_when_it_is_whole(seconds: int) -> None:
    async def work(desk: Desk) -> None:
        fresh, weighed = (line("what you said last", "con1.9"),), (line("weigh it"), end("on our criterion"))
        desk.author.last = Ends(fresh, weighed, kept=True)
        await desk.drafter.end(OURS)
        drafting = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(3.0)
        assert desk.texts[:2] == ["what you said last", "newest"] and desk.texts[-2:] == [
            "weigh it",
            "on our criterion",
        ]
        await drafting
        assert desk.texts[:2] == ["what you said last", "newest"] and desk.texts[-2:] == [
            "weigh it",
            "on our criterion",
        ]
        assert "in the end" not in desk.texts

    turns = [turn.model_copy(update={"seconds": seconds}) for turn in FORMAT.turns]
    Desk(left=0.0, match_format=FORMAT.model_copy(update={"turns": tuple(turns)})).during(work)


@pytest.mark.parametrize("first", ["draft", "end"])
def test_a_draft_of_a_short_speech_that_begins_as_the_other_side_yields_is_the_only_call(first: str) -> None:
    async def work(desk: Desk) -> None:
        desk.author.last = Ends((line("what you said last", "con1.9"),), (end("weighed on our criterion"),))
        calls = {"draft": desk.drafter.draft, "end": desk.drafter.end}
        going = [asyncio.ensure_future(calls[name](OURS)) for name in sorted(calls, key=lambda name: name != first)]
        await asyncio.sleep(1.5)
        await desk.drafter.begun(OURS, 1.0)
        assert asyncio.get_running_loop().time() == 2.0, "what it begins with is waited for"
        assert desk.texts[0] == "newest"
        await asyncio.gather(*going)
        assert "what you said last" not in desk.texts and desk.texts[-1] == "in the end"
        assert [one.whole for one in desk.author.written] == [True]

    Desk(left=0.0).during(work)


def test_the_last_draft_of_a_short_speech_waits_for_no_older_one_and_is_followed_by_none() -> None:
    async def work(desk: Desk) -> None:
        desk.left, clock = 1.0, asyncio.get_running_loop().time
        older = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(5.0)
        desk.author.heard, desk.author.passages = 1, [line("what you said last", "con1.9")]
        begun = clock()
        await asyncio.gather(desk.drafter.end(OURS), desk.drafter.draft(OURS))
        assert clock() - begun == 4.0 and [one.whole for one in desk.author.written] == [False, True]
        assert [text for text in desk.texts if text != PREPARED] == ["what you said last", "in the end"]
        await older
        desk.author.heard = 2
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 2, "what was read later was known already"
        assert desk.texts[0] == "what you said last"

    Desk(left=0.0).during(work)


def test_while_a_short_speech_waits_its_writer_knows_what_is_said_meanwhile() -> None:
    async def work(desk: Desk) -> None:
        clock = asyncio.get_running_loop().time
        answer = line("your first point fails since nobody pays for it", "con1.1")
        desk.author.takes, desk.author.passages = 8.0, [answer]
        desk.left = 20.0
        await desk.drafter.draft(OURS)
        await asyncio.sleep(desk.left - clock())
        desk.author.heard, desk.author.passages = 1, [line("what you said last", "con1.9")]
        draft = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(FORMAT.gap_seconds)
        meanwhile = [one.text for one in desk.author.written[-1].meanwhile]
        assert meanwhile[0] == answer.text and desk.texts[: len(meanwhile)] == meanwhile
        assert desk.author.written[-1].heard_from == 6.0, "two of the eight seconds are the pause between the speeches"
        assert desk.drafter.expected(OURS, answer.text) is None, "that is meant to be spoken until then"
        assert desk.drafter.expected(OURS, PREPARED) == 6.0
        await draft
        assert desk.drafter.expected(OURS, PREPARED) is None
        assert desk.texts[0] == "what you said last"

    Desk(left=0.0).during(work)


@pytest.mark.parametrize(
    ("heard_to", "elapsed", "left"), [(4.2, 9.0, 11.0), (4.2, 0.0, 15.8), (19.0, 25.0, 0.1), (20.0, 20.0, 0.0)]
)
def test_what_is_left_of_their_speech_is_told_by_the_clock_where_hearing_lags(
    heard_to: float, elapsed: float, left: float
) -> None:
    assert rest_of(20.0, heard_to, elapsed) == pytest.approx(left)


def test_the_older_draft_of_a_short_speech_begins_so_late_that_it_is_there_just_in_time() -> None:
    async def work(desk: Desk) -> None:
        clock = asyncio.get_running_loop().time
        desk.author.takes, desk.left = 8.0, 60.0
        await desk.drafter.draft(OURS)  # now it is known how long one takes
        desk.left, desk.author.heard = clock() + 14.0, 1
        begun = clock()
        older = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(5.7)
        assert len(desk.author.written) == 1, "it would be there six seconds too soon"
        await asyncio.sleep(0.2)
        assert len(desk.author.written) == 2
        await older
        assert begun + 13.7 < clock() < desk.left

    Desk(left=0.0).during(work)


def test_a_last_draft_goes_on_from_an_older_one_that_is_there_in_a_moment() -> None:
    async def work(desk: Desk) -> None:
        clock = asyncio.get_running_loop().time
        desk.author.takes, desk.left = 8.0, 60.0
        await desk.drafter.draft(OURS)
        answer = line("your first point fails since nobody pays for it", "con1.1")
        desk.left, desk.author.heard, desk.author.passages = clock() + 8.2, 1, [answer]
        older = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(7.0)
        desk.left, desk.author.heard = clock(), 2  # two seconds before their time is up they are done
        last = asyncio.ensure_future(desk.drafter.draft(OURS))
        again = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(1.5)
        assert [one.text for one in desk.author.written[-1].meanwhile][:1] == [answer.text]
        await asyncio.gather(older, last, again)
        assert len(desk.author.written) == 3, "whoever asks meanwhile gets no other one"

    Desk(left=0.0).during(work)


def test_an_older_draft_that_comes_after_the_last_one_was_asked_for_is_spoken_until_that_is_there() -> None:
    async def work(desk: Desk) -> None:
        clock = asyncio.get_running_loop().time
        desk.author.takes, desk.left, desk.author.passages = 8.0, 60.0, [line("so it is")]
        await desk.drafter.draft(OURS)
        answer, further = line("your first point fails since nobody pays for it", "con1.1"), line("and so on")
        desk.left, desk.author.heard, desk.author.passages = clock() + 8.2, 1, [answer, further]
        older = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(5.0)
        desk.left, desk.author.heard = clock(), 2
        last = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(3.5)
        assert desk.texts[0] == answer.text
        assert desk.drafter.expected(OURS, answer.text) is None and desk.drafter.expected(OURS, PREPARED)
        desk.author.passages = [line("what you said last", "con1.9")]
        await asyncio.gather(older, last)
        assert desk.texts[0] == "what you said last"

    Desk(left=0.0).during(work)


def test_where_the_last_draft_of_a_short_speech_fails_the_older_one_is_spoken() -> None:
    async def work(desk: Desk) -> None:
        desk.left = 1.0
        older = asyncio.ensure_future(desk.drafter.draft(OURS))
        await asyncio.sleep(1.5)
        desk.author.heard, desk.author.fails = 1, True
        await desk.drafter.draft(OURS)
        assert desk.drafter.expected(OURS, PREPARED) is None
        desk.author.fails = False
        await older
        assert desk.texts[:2] == ["newest", "further"]
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 3, "and one more is asked for"

    Desk(left=0.0).during(work)


def test_a_preface_and_a_farewell_from_early_in_the_other_sides_speech_are_not_spoken() -> None:
    async def work(desk: Desk) -> None:
        desk.author.passages = [line("good evening"), line("further")]
        await desk.drafter.draft(OURS)
        assert desk.texts[0] == "further"
        assert desk.texts[-1] == "so we close"

    Desk(left=50.0).during(work)


def test_a_short_draft_is_filled_up_only_where_no_other_one_will_be_written() -> None:
    async def work(desk: Desk) -> None:
        await desk.drafter.draft(OURS)

    assert Desk(left=50.0).during(work).author.more == 0
    assert Desk(left=14.0).during(work).author.more == 0, "the other side still speaks, and that one follows"
    assert Desk(left=0.0).during(work).author.more == 1


def test_where_questions_will_take_time_nobody_knows_how_much_there_is_more_than_enough_to_go_on_with() -> None:
    """The same draft, which would fill its turn if nobody asked anything."""
    rebuttal = FORMAT.turns[OURS].model_copy(update={"points_of_information": OfferWindow(start=5, end=55)})
    asked = FORMAT.model_copy(update={"turns": (FORMAT.turns[0], rebuttal)})

    async def work(desk: Desk) -> None:
        desk.author.passages = [line(f"passage {n} of the speech has some ten words in all") for n in range(24)]
        await desk.drafter.draft(OURS)

    assert PREPARED not in Desk(left=0.0).during(work).texts
    assert PREPARED in Desk(left=0.0, match_format=asked).during(work).texts


def test_scraps_of_the_spares_fill_no_time() -> None:
    async def work(desk: Desk) -> None:
        desk.author.passages = [line("all that there is to say")]
        desk.drafter._measuring.at_once[OURS] = (line(PREPARED), line("Weigh that."))
        texts = [one.text for one in desk.drafter._measuring.extended(OURS, (line("all that there is to say"),))]
        assert PREPARED in texts and "Weigh that." not in texts

    Desk(left=0.0).during(work)


def test_first_words_that_came_too_late_once_are_not_waited_for_again() -> None:
    async def work(desk: Desk) -> None:
        clock = asyncio.get_running_loop().time
        desk.author.last = Ends((line("what you said last", "con1.9"),))
        await desk.drafter.end(OURS)
        desk.drafter._shown.ends.clear()
        again = asyncio.ensure_future(desk.drafter.end(OURS))
        await asyncio.sleep(0.1)
        before = clock()
        await desk.drafter.begun(OURS, 0.6)
        assert clock() == before, "they take a second, and a listener waits for 0.6 s"
        await again

    Desk(left=5.0).during(work)


def closing_after(seconds: float) -> Format:
    """Pro rebuts, con rebuts in so many seconds, pro closes."""
    rebuttals = [Turn(side=side, stage=Stage.REBUTTAL, seconds=seconds) for side in Side]
    return Format(name="closing", turns=(*rebuttals, Turn(side=Side.PRO, stage=Stage.CLOSING, seconds=20)))


@pytest.mark.parametrize(("seconds", "drafts"), [(45.0, 0), (20.0, 1)])
def test_a_closing_is_not_drafted_before_the_speech_that_it_must_answer_unless_that_is_too_short(
    seconds: float, drafts: int
) -> None:
    async def work(desk: Desk) -> None:
        await desk.drafter.draft(2)
        assert len(desk.author.written) == drafts
        desk.drafter.turn = 1
        desk.author.heard += 1
        await desk.drafter.draft(2)
        assert len(desk.author.written) == drafts + 1

    Desk(left=70.0, turn=0, match_format=closing_after(seconds)).during(work)


def test_nothing_is_drafted_for_the_next_speech_while_this_one_is_spoken() -> None:
    async def work(desk: Desk) -> None:
        desk.underway = Underway(left=10.0)
        await desk.drafter.draft(2)
        assert not desk.author.written
        desk.underway = None
        await desk.drafter.draft(2)
        assert len(desk.author.written) == 1

    Desk(left=70.0, turn=0, match_format=closing_after(20.0)).during(work)


def test_a_speech_that_follows_on_one_of_ours_is_prepared_while_that_one_is_given() -> None:
    async def work(desk: Desk) -> None:
        desk.underway = Underway(left=40.0)
        await desk.drafter.draft(OURS)
        assert len(desk.author.written) == 1

    twice = FORMAT.model_copy(update={"turns": (FORMAT.turns[1], FORMAT.turns[1])})
    Desk(left=40.0, turn=0, match_format=twice).during(work)


# -- paper mode --------------------------------------------------------------------------------------


class Measured(Author):
    """Writes too little at first, then as many words as it is asked for; an audience has it begin with a person."""

    async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
        self.written.append(wanted)
        each = max(1, wanted.words // 10) if len(self.written) > 1 else 2
        lines = [line(f"draft{len(self.written)} {' '.join(f'w{n}' for _ in range(each))}") for n in range(9)]
        return Drafted((*lines, end("so we close")))

    async def revise(self, turn: int, plan: Any, sentences: Any, spoken: Any) -> Revised:
        self.listened += 1
        return Revised((line("picture a neighbour"), *sentences))


def by_paper(author: Author, left: float = 30.0) -> Desk:
    desk = Desk(left=left, controller=Controller.PAPER)
    desk.author = author
    desk.drafter._method, desk.drafter._at_once = author, author.spare  # type: ignore[assignment]
    return desk


def test_in_paper_mode_the_audience_hears_the_first_draft_and_then_it_is_brought_to_its_length() -> None:
    author = Measured()
    desk = by_paper(author).during(lambda desk: desk.drafter.draft(OURS))
    assert author.listened == 1 and len(author.written) > 1
    assert not any(wanted.reserve or wanted.so_far for wanted in author.written)
    assert {text.split()[0] for text in desk.texts[:-1]} == {f"draft{len(author.written)}"}
    assert [one.type for one in desk.posted if one.type != "fit_step"] == ["audience_feedback"]


def test_in_paper_mode_nothing_is_checked_filled_or_written_into_a_speech_that_has_begun() -> None:
    author = Measured()

    async def work(desk: Desk) -> None:
        await desk.drafter.draft(OURS)
        before = desk.texts
        author.heard += 1
        desk.drafter.turn = OURS
        await desk.drafter.draft(OURS)
        await desk.drafter.end(OURS)
        assert desk.texts == before and PREPARED not in before

    by_paper(author).during(work)
    assert author.checked == 0


def test_in_paper_mode_a_turn_that_comes_in_the_middle_of_the_search_has_the_latest_draft() -> None:
    class Slow(Measured):
        async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
            await asyncio.sleep(10.0)
            return await super().drafting(wanted, on_passages)

    author = Slow()

    async def work(desk: Desk) -> None:
        desk.drafter.redraft()
        await asyncio.sleep(5.0)
        desk.drafter.turn = OURS
        spoken = await desk.drafter.statement(OURS)
        assert asyncio.get_running_loop().time() == 10.0 and spoken.sentences[1].text.startswith("draft1")
        await asyncio.sleep(60.0)
        assert len(author.written) == 1 and desk.drafter.newest(OURS) is spoken

    by_paper(author).during(work)


def test_in_paper_mode_nobody_stands_in_for_a_writer_that_fails() -> None:
    class Failing(Measured):
        async def drafting(self, wanted: Commission, on_passages: OnPassages) -> Drafted | None:
            raise ProviderError("writer", "it is gone", retryable=False)

    async def work(desk: Desk) -> None:
        assert (await desk.drafter.statement(OURS)).sentences == ()

    desk = by_paper(Failing()).during(work)
    assert [one.type for one in desk.posted] == ["degraded"]

"""What was said is read in order, in pieces of the length that a method wants."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from agent.debater.understanding import Understanding
from agent.local.virtual_time import run
from agent.running.tasks import Tasks
from config.format import Side
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.methods.contract import Applied, Trouble
from planning.reading.passages import Passage

OURS = Sentence(id="s1", text="so we say", unit="u1", priority=Priority.MUST)


class Slow:
    """Reads pieces of 15 s, and takes two seconds for each."""

    name, spare, exchanges, piece_seconds = "slow", None, None, 15.0

    def __init__(self) -> None:
        self.read: list[str] = []
        self.given: list[Passage] = []

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        await asyncio.sleep(2.0)
        self.given += passages
        if any("breaks" in passage.text for passage in passages):
            raise RuntimeError("it broke")
        self.read.append(f"{turn}: {' '.join(passage.text for passage in passages)}")
        action = Action(kind=ActionKind.PROPOSE, actor=Side.CON, claim=passages[0].text)
        return [Applied(action, Side.CON, None, "con1")]

    async def spoke(self, turn: int, sentence: Sentence, heard: Passage) -> Sequence[Applied]:
        if "breaks" in heard.text:
            raise RuntimeError("it broke")
        self.read.append(f"{turn}: we, {heard.text}")
        return ()


class AtOnce(Slow):
    """Reads each thought as it is whole."""

    name, piece_seconds = "at once", 0.0


class Broken(Slow):
    """Reads nothing; its spare does."""

    def __init__(self) -> None:
        super().__init__()
        self.spare = AtOnce()  # type: ignore[assignment]

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        raise RuntimeError("it broke")


class Listening:
    def __init__(self, method: Slow | None = None) -> None:
        self.method, self.troubles, self.settled = method or Slow(), list[Trouble](), 0
        self.actions: list[tuple[int, Applied]] = []
        self.all: Any = self.method
        self.understanding = Understanding(
            self.all, Tasks(), lambda turn, one: self.actions.append((turn, one)), self.settle, self.troubles.append
        )

    def settle(self) -> None:
        self.settled += 1

    async def hears(self, *words: str, turn: int = 1, start: float = 0.0) -> None:
        """Five seconds a passage, as it is spoken."""
        for place, text in enumerate(words):
            at = start + 5.0 * place
            await asyncio.sleep(5.0)
            self.understanding.heard(turn, Passage(text, at, at + 4.5))


def listened(speech: Any, method: Slow | None = None) -> Listening:
    listening = Listening(method)
    run(speech(listening), fast=True)
    return listening


def test_a_piece_is_read_when_it_is_long_enough_and_the_last_one_at_the_end() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("a", "b", "c", "d", "e", "f")
        assert one.method.read == ["1: a b c d"]
        await one.understanding.finish()

    one = listened(speech)
    assert one.method.read == ["1: a b c d", "1: e f"]
    assert [applied.passage for _, applied in one.actions] == [
        Passage("a b c d", 0.0, 19.5),
        Passage("e f", 20.0, 29.5),
    ]
    assert one.settled == 2
    assert one.troubles == []


def test_what_came_while_a_piece_was_read_is_read_as_one() -> None:
    async def speech(one: Listening) -> None:
        for place in range(9):
            one.understanding.heard(1, Passage(str(place), 5.0 * place, 5.0 * place + 4.5))
            if place == 3:
                await asyncio.sleep(0.5)  # it has begun to read
        await one.understanding.finish()

    assert listened(speech).method.read == ["1: 0 1 2 3", "1: 4 5 6 7 8"]


def test_our_own_sentence_ends_the_piece_before_it_and_waits_for_no_other() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("a a")
        one.understanding.spoken(2, OURS, Passage("so we", 1.0, 2.0))
        await asyncio.sleep(3.0)
        assert one.method.read == ["1: a a", "2: we, so we"]
        await one.hears("b b", turn=3)
        assert len(one.method.read) == 2
        await one.understanding.finish()

    assert listened(speech).method.read == ["1: a a", "2: we, so we", "3: b b"]


def test_pieces_of_two_speeches_are_never_one() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("a a", turn=1)
        await one.hears("b b", turn=3)
        await asyncio.sleep(3.0)
        assert one.method.read == ["1: a a"]
        await one.understanding.finish()

    assert listened(speech).method.read == ["1: a a", "3: b b"]


def test_for_a_word_alone_nobody_who_takes_his_time_is_asked() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("a", "b", "c", "d", "so")
        await one.understanding.finish()
        assert one.understanding.unread == ()

    assert listened(speech).method.read == ["1: a b c d"]


def test_what_cannot_be_read_costs_nothing_after_it() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("a", "breaks", "c", "d")
        one.understanding.spoken(2, OURS, Passage("breaks too", 1.0, 2.0))
        one.understanding.spoken(2, OURS, Passage("so we say", 3.0, 4.0))
        await one.understanding.finish()

    one = listened(speech)
    assert one.method.read == ["2: we, so we say"]
    assert [trouble.reason for trouble in one.troubles] == ["RuntimeError: it broke"] * 2


CUT = "When the restaurants shut.", "in the pandemic.", "I lost everything", "in one week."


def test_a_reader_that_is_ready_at_once_is_given_whole_thoughts() -> None:
    async def speech(one: Listening) -> None:
        await one.hears(*CUT, "Nobody over there ever asked about my customers.")
        await asyncio.sleep(3.0)
        assert one.method.read == [f"1: {' '.join(CUT)}"]
        assert one.understanding.unread == ("Nobody over there ever asked about my customers.",)
        await one.understanding.finish()

    one = listened(speech, AtOnce())
    assert one.method.read[1:] == ["1: Nobody over there ever asked about my customers."]
    assert [(applied.passage.start, applied.passage.end) for _, applied in one.actions if applied.passage] == [
        (0.0, 19.5),
        (20.0, 24.5),
    ]


def test_after_a_silence_the_last_thought_is_read_though_nothing_follows() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("When the restaurants shut.")
        await asyncio.sleep(3.0)
        assert one.method.read == []
        one.understanding.quiet()
        await asyncio.sleep(3.0)
        assert one.method.read == ["1: When the restaurants shut."]

    listened(speech, AtOnce())


def test_thoughts_of_two_speeches_are_never_one_and_our_own_sentence_ends_one() -> None:
    async def speech(one: Listening) -> None:
        await one.hears("When the restaurants shut.", turn=1)
        await one.hears("I lost", turn=3)
        one.understanding.spoken(4, OURS, Passage("so we", 1.0, 2.0))
        await asyncio.sleep(9.0)

    one = listened(speech, AtOnce())
    assert one.method.read == ["1: When the restaurants shut.", "3: I lost", "4: we, so we"]


def test_exact_words_are_read_as_they_came() -> None:
    async def speech(one: Listening) -> None:
        one.understanding.heard(1, Passage("Nice.", 0.0, 1.0), whole=True)
        await asyncio.sleep(3.0)
        one.understanding.heard(1, Passage("Why?", 1.0, 2.0), whole=True)
        await asyncio.sleep(3.0)

    assert listened(speech, AtOnce()).method.read == ["1: Nice.", "1: Why?"]


def test_who_takes_his_time_is_given_passages_as_they_were_cut_and_his_spare_thoughts() -> None:
    async def speech(one: Listening) -> None:
        await one.hears(*CUT, "Nobody over there ever asked about my customers.")
        await one.understanding.finish()

    one = listened(speech, broken := Broken())
    assert [passage.text for passage in broken.spare.given] == [  # type: ignore[attr-defined]
        " ".join(CUT),
        "Nobody over there ever asked about my customers.",
    ]
    assert len(one.troubles) == 2

"""What an ear cut at breaths is read in whole thoughts: sentences, a few short ones together, never too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.heard_word import HeardWord
from planning.reading.passages import MOST_WORDS, Passage, Passages, Thoughts, thoughts


def heard(*utterances: str, sure: float | None = None) -> list[Passage]:
    """Utterances as Whisper commits them, half a second a word."""
    passages, at = [], 0.0
    for utterance in utterances:
        collected = Passages()
        words = [HeardWord(word, at + i * 0.5, at + i * 0.5 + 0.5, sure) for i, word in enumerate(utterance.split())]
        cuts = [cut for word in words for cut in collected.push(word)] + collected.end()
        passages += [Passage.of(cut) for cut in cuts]
        at = words[-1].end + 0.02
    return passages


def read(*utterances: str) -> list[str]:
    return [thought.text for thought in thoughts(heard(*utterances))]


def test_a_sentence_that_was_cut_where_its_speaker_took_breath_is_one_thought() -> None:
    assert read("When the restaurants shut.", "in the pandemic.", "I lost everything", "in one week.") == [
        "When the restaurants shut. in the pandemic. I lost everything in one week."
    ]


def test_a_piece_without_an_end_goes_on_in_the_next_utterance() -> None:
    assert read("If you build something costly that cannot be moved,", "you are a little afraid of a strike.") == [
        "If you build something costly that cannot be moved, you are a little afraid of a strike."
    ]


def test_a_word_or_two_go_with_what_stands_before_them() -> None:
    assert read(
        "They can walk out of my door at ten and be hired by eleven.",
        "That's power.",
        "Isn't it?",
        "Nobody over there ever said anything about my nine days without steel.",
    ) == [
        "They can walk out of my door at ten and be hired by eleven. That's power. Isn't it?",
        "Nobody over there ever said anything about my nine days without steel.",
    ]


def test_what_announces_a_point_goes_with_what_follows_it() -> None:
    assert read(
        "The hospitals had bought their sinks somewhere else by then.",
        "Second, pay.",
        "My best welder earns what the slowest one across the road earns.",
    ) == [
        "The hospitals had bought their sinks somewhere else by then.",
        "Second, pay. My best welder earns what the slowest one across the road earns.",
    ]


def test_two_sentences_of_one_utterance_are_two_thoughts() -> None:
    assert read(
        "Somebody can stop the whole port and ask for more money. So some docks are simply never built at home."
    ) == [
        "Somebody can stop the whole port and ask for more money.",
        "So some docks are simply never built at home.",
    ]


@pytest.mark.parametrize("asked", ["And the rent?", "Why?", "Who have they met?"])
def test_a_short_question_is_in_a_thought_with_its_sign(asked: str) -> None:
    found = read("My landlord raised it twice in the same winter.", asked, "Nobody at the council ever answered that.")
    assert sum(asked in thought for thought in found) == 1


def test_where_nobody_writes_stops_each_passage_is_read_as_it_was_cut() -> None:
    passages = heard("no books been burned", "and no child has been ambushed by a page", "why")
    thinking = Thoughts()
    assert [thought for passage in passages for thought in thinking.push(passage)] == passages
    assert thinking.end() == []


def test_a_thought_keeps_the_times_of_its_words_and_how_sure_they_are() -> None:
    (thought,) = thoughts(heard("When the restaurants shut.", "in the pandemic.", sure=0.7))
    assert (thought.start, thought.end) == (0.0, 3.52)
    assert [word.start for word in thought.words] == [0.0, 0.5, 1.0, 1.5, 2.02, 2.52, 3.02]
    assert {word.sure for word in thought.words} == {0.7}


def test_what_is_whole_waits_for_one_passage_at_most() -> None:
    thinking = Thoughts()
    first, second = heard("Nobody asked me about the pension of the drivers.", "My mother started the firm with four.")
    assert thinking.push(first) == []
    assert thinking.unfinished == (first.text,)
    assert thinking.push(second) == [first]
    assert thinking.end() == [second]
    assert thinking.unfinished == ()


@given(
    st.lists(
        st.sampled_from("the rent rises. why? No. money, second we pay twice and children lose".split()), max_size=80
    )
)
def test_every_word_is_in_one_thought_in_order_and_none_is_too_long(words: list[str]) -> None:
    passages = heard(*(" ".join(words[i : i + 5]) for i in range(0, len(words), 5)))
    found = thoughts(passages)
    assert " ".join(thought.text for thought in found).split() == words
    assert all(len(thought.words) <= MOST_WORDS for thought in found)

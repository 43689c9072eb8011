"""LocalAgreement-2: what two hypotheses agree on is said; the rest may still change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from config.heard_word import HeardWord
from speech.hearing.agreement import LocalAgreement


def words(text: str, shift: float = 0.0) -> list[HeardWord]:
    """Each word takes 0.3 s and follows the one before at once."""
    return [HeardWord(word, shift + 0.3 * i, shift + 0.3 * (i + 1)) for i, word in enumerate(text.split())]


def text(heard: list[HeardWord]) -> str:
    return " ".join(word.text for word in heard)


def test_one_hypothesis_commits_nothing() -> None:
    agreement = LocalAgreement()
    assert agreement.push(words("uniforms reduce")) == []
    assert text(agreement.tail) == "uniforms reduce"


def test_what_two_agree_on_is_committed() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce bull"))
    assert text(agreement.push(words("uniforms reduce bullying over"))) == "uniforms reduce"
    assert text(agreement.committed) == "uniforms reduce"
    assert text(agreement.tail) == "bullying over"


def test_agreement_stops_at_the_first_difference() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms produce bullying"))
    assert text(agreement.push(words("uniforms reduce bullying"))) == "uniforms"


def test_capitals_and_stops_make_no_difference() -> None:
    agreement = LocalAgreement()
    agreement.push(words("Uniforms reduce."))
    assert text(agreement.push(words("uniforms reduce bullying"))) == "uniforms reduce"


def test_only_the_last_hypothesis_counts() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms"))
    agreement.push(words("unicorns"))
    assert agreement.push(words("uniforms")) == []


def test_committed_words_are_not_taken_back() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce"))
    agreement.push(words("uniforms reduce"))
    agreement.push(words("unicorns induce bullying"))
    agreement.push(words("unicorns induce bullying"))
    assert text(agreement.committed) == "uniforms reduce bullying"


def test_a_word_repeated_at_the_edge_is_dropped() -> None:
    """Timestamps wander: the last committed word comes back, a little later."""
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce"))
    agreement.push(words("uniforms reduce"))
    again = [HeardWord("reduce", 0.5, 0.9), HeardWord("bullying", 0.9, 1.3)]
    agreement.push(again)
    assert text(agreement.tail) == "bullying"


def test_a_word_truly_said_twice_is_kept() -> None:
    agreement = LocalAgreement()
    agreement.push(words("very"))
    agreement.push(words("very"))
    agreement.push(words("very very good"))
    assert text(agreement.tail) == "very good"


def test_the_last_hypothesis_is_taken_as_it_is() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce bull"))
    agreement.push(words("uniforms reduce bully"))
    assert text(agreement.finish(words("uniforms reduce bullying"))) == "bullying"
    assert text(agreement.committed) == "uniforms reduce bullying"
    assert agreement.tail == []


def test_nothing_was_said() -> None:
    agreement = LocalAgreement()
    assert agreement.push([]) == []
    assert agreement.finish([]) == []
    assert agreement.committed == []


vocabulary = st.sampled_from("uniforms reduce bullying over clothes and labels".split())


@given(st.lists(vocabulary, max_size=20), st.lists(st.integers(0, 20), max_size=8))
def test_a_growing_hypothesis_with_a_wavering_end_comes_out_right(said: list[str], lengths: list[int]) -> None:
    """The recogniser hears a growing part of the speech, and its last word differently each time."""
    truth = words(" ".join(said))
    agreement = LocalAgreement()
    handed_on: list[HeardWord] = []
    for number, length in enumerate(sorted(min(length, len(truth)) for length in lengths)):
        hypothesis = truth[:length]
        if hypothesis:
            last = hypothesis[-1]
            hypothesis = [*hypothesis[:-1], HeardWord(f"guess{number}", last.start, last.end)]
        before = list(agreement.committed)
        handed_on += agreement.push(hypothesis)
        assert agreement.committed[: len(before)] == before
        assert agreement.committed == truth[: len(agreement.committed)]
    handed_on += agreement.finish(truth)
    assert handed_on == agreement.committed == truth


def test_where_more_must_agree_two_are_not_enough() -> None:
    agreement = LocalAgreement(agreeing=3)
    assert agreement.push(words("uniforms reduce")) == []
    assert agreement.push(words("uniforms reduce bull")) == []
    assert text(agreement.push(words("uniforms reduce bullying"))) == "uniforms reduce"
    assert text(agreement.tail) == "bullying"
    assert agreement.push(words("uniforms reduce bullying")) == []
    assert text(agreement.push(words("uniforms reduce bullying"))) == "bullying"


def test_one_that_differs_begins_the_count_again() -> None:
    agreement = LocalAgreement(agreeing=3)
    for hypothesis in ("uniforms", "uniforms", "unicorns", "uniforms", "uniforms"):
        assert agreement.push(words(hypothesis)) == []
    assert text(agreement.push(words("uniforms"))) == "uniforms"


def test_what_has_not_settled_waits_however_many_agree() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce bullying"))
    assert text(agreement.push(words("uniforms reduce bullying"), until=0.65)) == "uniforms reduce"
    assert text(agreement.tail) == "bullying"
    assert text(agreement.push(words("uniforms reduce bullying"), until=0.95)) == "bullying"


def test_the_last_decode_may_disagree_with_what_was_committed_without_doubling_or_losing_a_word() -> None:
    agreement = LocalAgreement()
    agreement.push(words("you in forms reduce"))
    agreement.push(words("you in forms"))
    better = [HeardWord("uniforms", 0.0, 0.9), *words("reduce bullying", shift=0.9)]
    assert text(agreement.finish(better)) == "reduce bullying"
    assert text(agreement.committed) == "you in forms reduce bullying"


def test_the_tail_is_taken_where_no_hypothesis_is_to_come() -> None:
    agreement = LocalAgreement()
    agreement.push(words("uniforms reduce"))
    assert text(agreement.settle()) == "uniforms reduce"
    assert text(agreement.committed) == "uniforms reduce"
    assert agreement.settle() == []


@given(
    st.lists(vocabulary, max_size=20),
    st.integers(2, 6),
    st.lists(st.tuples(st.integers(0, 20), st.floats(0, 8)), max_size=12),
)
def test_however_many_must_agree_nothing_is_lost_doubled_or_early(
    said: list[str], agreeing: int, steps: list[tuple[int, float]]
) -> None:
    truth = words(" ".join(said))
    agreement = LocalAgreement(agreeing)
    handed_on: list[HeardWord] = []
    for length, until in sorted(steps):
        fresh = agreement.push(truth[:length], until)
        assert all(word.end <= until for word in fresh)
        handed_on += fresh
    assert handed_on + agreement.finish(truth) == truth


def test_a_committed_word_is_as_sure_as_in_the_reading_that_committed_it() -> None:
    agreement = LocalAgreement()
    agreement.push([HeardWord("bull", 0.0, 0.3, 0.4), HeardWord("wins", 0.3, 0.6, 0.2)])
    (committed,) = agreement.push([HeardWord("bull", 0.0, 0.3, 0.9), HeardWord("whims", 0.3, 0.6, 0.3)])
    assert committed.sure == 0.9
    assert [word.sure for word in agreement.settle()] == [0.3]

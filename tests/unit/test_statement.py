"""Cutting a statement down to a number of words, and fixing it as written."""

from hypothesis import given
from hypothesis import strategies as st

from config.statement import Priority, Sentence, Statement
from tests.statements import Script, scripts


def sentence(name: str, words: int, priority: Priority, **mark: str) -> Sentence:
    return Sentence(id=name, text=" ".join([name] * words), unit=mark.pop("unit", name), priority=priority, **mark)


SPEECH = Statement(
    sentences=(
        sentence("hello", 3, Priority.SHOULD),
        sentence("claim", 5, Priority.MUST),
        sentence("detail", 5, Priority.MAY, needs="claim"),
        sentence("spare", 2, Priority.RESERVE),
        sentence("end", 4, Priority.CLOSING),
    )
)


def names(statement: Statement) -> list[str]:
    return [s.id for s in statement.sentences]


def test_what_matters_most_is_kept_and_the_closing_line_always() -> None:
    assert names(SPEECH.of_about(9)) == ["claim", "end"]
    assert names(SPEECH.of_about(11)) == ["claim", "end"]  # the closing line's words count too
    assert names(SPEECH.of_about(12)) == ["hello", "claim", "end"]
    assert names(SPEECH.of_about(0)) == ["end"]


def test_reserve_is_left_out_however_much_is_asked_for() -> None:
    assert names(SPEECH.of_about(1000)) == ["hello", "claim", "detail", "end"]


def test_a_unit_that_needs_another_does_not_stand_alone() -> None:
    long = SPEECH.model_copy(update={"sentences": tuple(s for s in SPEECH.sentences if s.id != "claim")})
    assert "detail" not in names(long.of_about(1000))


@given(scripts(), st.integers(0, 400))
def test_a_cut_speech_is_no_longer_than_asked_beside_what_always_stays(script: Script, words: int) -> None:
    whole = Statement(sentences=tuple(script.sentences))
    cut = whole.of_about(words)
    spare = [s for s in cut.sentences if s.priority is not Priority.CLOSING]
    assert sum(len(s.text.split()) for s in spare) <= words
    assert set(cut.sentences) <= set(whole.sentences)


def test_as_written_leaves_nothing_to_choose() -> None:
    fixed = SPEECH.as_written()
    assert {s.priority for s in fixed.sentences} == {Priority.MUST, Priority.CLOSING}
    assert all(s.needs is None for s in fixed.sentences)
    assert fixed.text == SPEECH.text

"""Cutting a statement down to a number of words, fixing it as written, and sentences that need others."""

from hypothesis import given
from hypothesis import strategies as st

from config.statement import Priority, Sentence, Statement, marked, standing, without
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


# -- units that need others --------------------------------------------------------------------------


def line(name: str, *, unit: str = "", needs: str | None = None) -> Sentence:
    return Sentence(id=name, text=name, unit=unit or name, priority=Priority.SHOULD, needs=needs)


def ids(sentences: tuple[Sentence, ...]) -> list[str]:
    return [s.id for s in sentences]


CHAIN = [line("lead", needs="claim"), line("claim"), line("reason", needs="claim"), line("another", needs="reason")]


def test_what_needs_something_that_is_not_there_does_not_stand() -> None:
    tail, chain = line("tail", needs="gone"), line("chain", needs="tail")
    around = [line("x", needs="y"), line("y", needs="x")]
    assert ids(standing([line("a"), tail, chain, *around])) == ["a"]
    assert ids(standing([line("a"), tail, chain, *around], given=["gone"])) == ["a", "tail", "chain"]


def test_what_needs_a_unit_goes_with_it_wherever_it_stands() -> None:
    assert ids(without([*CHAIN, line("b")], {"claim"})) == ["b"]
    assert ids(without([*CHAIN, line("b")], {"reason"})) == ["lead", "claim", "b"]
    assert ids(without(CHAIN, set())) == ids(tuple(CHAIN))


def test_a_need_that_is_not_there_was_met_before() -> None:
    assert ids(without([line("tail", needs="spoken before")], {"b"})) == ["tail"]


def test_the_first_sentence_of_a_unit_says_what_all_of_it_needs() -> None:
    assert ids(without([line("a", unit="u", needs="gone"), line("b", unit="u")], {"gone"})) == []


@given(scripts(chains=True), st.data())
def test_what_is_left_of_a_whole_statement_stands(script: Script, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.sampled_from([s.unit for s in script.sentences])))
    left = without(script.sentences, gone)
    assert standing(left) == left
    assert not {s.unit for s in left} & gone


def test_two_drafts_that_count_alike_are_told_apart_by_their_marks() -> None:
    found = marked([*CHAIN, line("deeper", needs="told before")], "second-")
    assert ids(found)[:2] == ["second-lead", "second-claim"]
    assert [s.needs for s in found[:3]] == ["second-claim", None, "second-claim"]
    assert found[-1].needs == "told before"

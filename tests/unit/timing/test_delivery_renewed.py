"""A better draft that comes while the one before it is being spoken: what is taken of it, and what of the old stays."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from config.statement import Priority, Sentence, standing
from speech.timing.delivery import Delivery
from tests.statements import Script, scripts


def on(name: str, topic: str, priority: Priority = Priority.SHOULD, **mark: Any) -> Sentence:
    return Sentence(
        id=name, text=mark.pop("text", name), unit=mark.pop("unit", name), priority=priority, topic=topic, **mark
    )


GREETING = on("hello", "")
END = on("end", "", Priority.CLOSING)


def spoken(delivery: Delivery, left: float = 1000.0) -> list[str]:
    """Everything that would be said from here on."""
    said = []
    while (chosen := delivery.choose(left)) is not None:
        delivery.commit(chosen[0])
        said.append(chosen[0].text)
    return said


def begun(*sentences: Sentence) -> Delivery:
    """The greeting and the first sentence of the first passage are on their way."""
    delivery = Delivery([GREETING, *sentences, END], lambda text: 2.0)
    for _ in range(2):
        chosen = delivery.choose(1000.0)
        assert chosen is not None
        delivery.commit(chosen[0])
    return delivery


def test_before_a_word_is_spoken_a_better_draft_takes_its_place_whole() -> None:
    delivery = Delivery([GREETING, on("a", "law"), END], lambda text: 2.0)
    assert delivery.renew([on("good day", ""), on("b", "cost"), END])
    assert [s.text for s in delivery.rest if s.priority is not Priority.RESERVE] == ["good day", "b", "end"]


def test_a_better_draft_replaces_what_has_not_been_committed() -> None:
    delivery = begun(on("a", "law"), on("b", "cost"))
    assert delivery.renew([GREETING, on("better b", "cost"), on("c", "time"), on("better end", "", Priority.CLOSING)])
    assert spoken(delivery) == ["better b", "c", "better end"]


def test_what_leans_on_a_new_sentence_in_a_passage_that_has_begun_waits_for_it() -> None:
    delivery = begun(on("a", "law", unit="law"), on("that shows it", "law", unit="law"))
    assert delivery.renew([on("the study", "cost"), on("that shows it", "cost"), on("c", "time"), END])
    assert spoken(delivery) == ["the study", "that shows it", "c", "end"]


def test_what_has_begun_is_finished_first_where_the_new_draft_has_it() -> None:
    law = [on("a", "law"), on("a2", "law", unit="a")]
    delivery = begun(*law, on("b", "cost"))
    assert delivery.renew([on("c", "time"), *law, END])
    assert spoken(delivery) == ["a2", "c", "end"]


def test_a_passage_that_was_withdrawn_in_the_middle_of_it_ends_with_the_sentence_in_the_air() -> None:
    """The opponent has just disarmed it, and would pounce on whatever else is said of it."""
    tail = on("and they never told us", "law", needs="a")
    leaning = on("that is why the law decides", "law", needs="a")
    delivery = begun(on("a", "law"), on("a2", "law", unit="a"), tail, leaning, on("b", "cost"))
    assert delivery.renew([on("c", "time"), on("b", "cost"), END])
    assert spoken(delivery) == ["c", "b", "end"]


def test_the_closing_line_of_a_draft_falls_with_what_it_closed() -> None:
    draft = [on("a", "law"), on("b", "cost"), on("so b", "", Priority.CLOSING)]
    delivery = Delivery(draft, lambda text: 6.0 if "long" in text else 2.0)
    first = delivery.choose(60.0)
    assert first is not None
    delivery.commit(first[0])
    assert delivery.renew([on("c", "time"), on("a long end", "", Priority.CLOSING)])
    assert spoken(delivery, left=4.0) == ["c"], "there is no room for the new one, and the old one would speak of b"


def test_a_sentence_that_was_mended_is_spoken_in_its_place() -> None:
    delivery = begun(on("a", "law"), on("a2", "law", unit="a"), on("a3", "law", needs="a"))
    mended = [on("a", "law"), on("a2", "law", unit="a", text="a2 as it is true"), on("a3", "law", needs="a"), END]
    assert delivery.renew(mended)
    assert spoken(delivery) == ["a2 as it is true", "a3", "end"]


def test_the_same_draft_again_changes_nothing() -> None:
    law = [on("a", "law"), on("a2", "law", unit="a"), on("a3", "law", needs="a"), on("b", "cost")]
    delivery = begun(*law)
    assert not delivery.renew([GREETING, *law, END])
    assert spoken(delivery) == ["a2", "a3", "b", "end"]


def test_a_draft_that_only_takes_away_is_followed_too() -> None:
    delivery = begun(on("a", "law"), on("b", "cost"))
    assert delivery.renew([GREETING, on("a", "law"), END])
    assert spoken(delivery) == ["end"]


def test_greetings_and_what_was_said_are_not_said_again() -> None:
    delivery = begun(on("a", "law", source="p1"))
    again = [
        on("good evening", ""),
        on("a", "cost"),
        on("in other words", "cost", source="p1"),
        on("tail", "cost", needs="a"),
    ]
    assert not delivery.renew([*again, END])
    assert spoken(delivery) == ["end"]


def test_after_a_concession_a_new_draft_goes_on_with_what_outweighs_it() -> None:
    granted = on("granted", "hints", concedes=("con2.1",))
    delivery = begun(granted, on("b", "cost"))
    but = on("but", "hints", Priority.MAY, answers=("con2.1",))
    assert delivery.renew([on("c", "time"), but, END])
    assert spoken(delivery) == ["but", "c", "end"]


def test_what_would_sound_like_a_sentence_that_was_spoken_falls_and_what_followed_it_stands() -> None:
    said = "A school that lends its blazers to every child who asks leaves nobody out in the cold."
    again = on("again", "cost", text="And a school that lends its blazers to every child who asks leaves nobody out.")
    delivery = begun(on("a", "law", text=said))
    assert delivery.renew([again, on("c", "cost", needs="again"), on("d", "time"), END])
    assert spoken(delivery) == ["c", "d", "end"]


def test_more_on_a_topic_that_was_spoken_about_is_only_for_time_that_is_left() -> None:
    delivery = begun(on("a", "law"))
    assert delivery.renew([on("more law", "law"), on("c", "time"), END])
    assert [s.priority for s in delivery.rest] == [Priority.RESERVE, Priority.SHOULD, Priority.CLOSING]
    assert spoken(delivery, left=4.5) == ["c", "end"]


def test_what_only_the_old_draft_has_is_withdrawn_and_the_new_ones_reserve_fills_the_time() -> None:
    delivery = begun(on("a", "law"), on("b", "cost", source="p2"))
    assert delivery.renew([on("c", "time"), on("spare", "health", Priority.RESERVE), END])
    assert spoken(delivery) == ["c", "spare", "end"]


def test_drafts_that_count_alike_are_told_apart() -> None:
    delivery = begun(on("s1", "law"), on("s2", "cost", text="old two"))
    delivery.renew([on("s2", "time", text="new two"), END])
    delivery.renew([on("s2", "health", text="newer two"), END])
    assert len({s.id for s in delivery.rest}) == len(delivery.rest)
    assert "newer two" in spoken(delivery)


def test_a_new_answer_is_spoken_though_its_topic_has_begun() -> None:
    delivery = begun(on("a", "law"))
    answer = on("answer", "law").model_copy(update={"answers": ("con2.1",)})
    assert delivery.renew([answer, on("more law", "law"), END])
    assert [(s.text, s.priority) for s in delivery.rest][:2] == [
        ("answer", Priority.SHOULD),
        ("more law", Priority.RESERVE),
    ]


def test_points_that_are_answered_are_not_answered_again_before_the_rest_is_said() -> None:
    met = on("a", "law").model_copy(update={"answers": ("con2.1",)})
    delivery = begun(met)
    again = on("again", "cost").model_copy(update={"answers": ("con2.1",)})
    assert delivery.renew([again, on("c", "time"), END])
    assert next((s.text, s.priority) for s in delivery.rest) == ("again", Priority.RESERVE)


def test_what_leans_on_a_passage_is_said_at_once_or_not_at_all() -> None:
    law = [on("a", "law"), on("a2", "law", needs="a"), on("spare", "law", Priority.RESERVE, needs="a")]
    delivery = begun(*law)
    assert delivery.renew([on("c", "time"), *law[:2], END])
    assert spoken(delivery) == ["a2", "c", "end"]


def test_the_closing_line_of_an_earlier_draft_is_spoken_where_there_is_no_room_for_the_last() -> None:
    delivery = Delivery([on("a", "law"), on("end", "", Priority.CLOSING)], lambda text: 6.0 if "long" in text else 2.0)
    first = delivery.choose(10.0)
    assert first is not None
    delivery.commit(first[0])
    assert delivery.renew([on("c", "time"), on("a long end", "", Priority.CLOSING)])
    assert spoken(delivery, left=4.0) == ["end"]


def test_an_answer_is_spoken_before_anything_else_that_need_not_be() -> None:
    answer = on("answer", "law", Priority.MAY).model_copy(update={"answers": ("con2.1",)})
    delivery = Delivery([on("a", "cost"), answer, END], lambda text: 2.0)
    assert spoken(delivery, left=4.6) == ["answer", "end"]


def test_a_passage_that_has_begun_is_finished_as_the_new_draft_has_it() -> None:
    delivery = begun(on("a", "law"), on("kept", "law", needs="a"), on("cut", "law", needs="a"))
    assert delivery.renew(
        [on("other a", "law"), on("kept", "law", Priority.MAY, needs="other a"), on("c", "time"), END]
    )
    assert ("kept", Priority.MAY) in [(s.text, s.priority) for s in delivery.rest]
    assert "cut" not in spoken(delivery)


def test_after_the_closing_line_nothing_more_is_said() -> None:
    delivery = begun(on("a", "law"))
    assert spoken(delivery) == ["end"]
    assert not delivery.renew([on("c", "time"), END])
    assert spoken(delivery) == []


def test_what_a_new_draft_has_dropped_or_says_in_other_words_does_not_come_back() -> None:
    met = on("met", "price", source="p3").model_copy(update={"answers": ("con2.1",)})
    delivery = begun(on("a", "law"), on("written", "cost"), met, on("same", "time", source="p4"))
    assert delivery.renew([on("other words", "money", source="p4"), END])
    assert spoken(delivery) == ["other words", "end"]


# -- whatever the drafts are -------------------------------------------------------------------------


@given(scripts(chains=True), st.data())
def test_nothing_is_spoken_that_the_newest_draft_has_left_out(old: Script, data: st.DataObject) -> None:
    texts = [s.text for s in old.sentences]
    mixed = [on(f"new{n}", f"topic {n}", answers=()) for n in range(data.draw(st.integers(0, 3)))]
    kept = {s.unit for s in old.sentences if data.draw(st.booleans())} | {"end"}
    draft = [*mixed, *standing([s for s in old.sentences if s.unit in kept])]
    delivery = Delivery(old.sentences, lambda text: 2.0)
    begun = 0
    while begun < data.draw(st.integers(0, len(texts))) and (chosen := delivery.choose(1000.0)) is not None:
        delivery.commit(chosen[0])
        begun += 1
    over = begun == len(texts)
    changed = delivery.renew(draft)
    later = list(delivery.rest)
    said = spoken(delivery)
    if over:
        assert not changed and not said
        return
    assert {*said} <= {s.text for s in draft}
    assert {s.text for s in mixed} <= {*said}, "what is new is spoken"
    assert said[-1] == texts[-1]
    assert len({*said, *texts[:begun]}) == len(said) + begun, "nothing is said twice"
    units = {s.unit for s in old.sentences[:begun]} | {s.unit for s in later}
    assert all(s.needs in units for s in later if s.needs is not None)

"""A better draft that comes while the one before it is being spoken: what is taken of it, and what of the old stays."""

from __future__ import annotations

from config.statement import Priority, Sentence
from speech.timing.delivery import Delivery


def on(name: str, topic: str, priority: Priority = Priority.SHOULD, **mark: str) -> Sentence:
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


def test_what_has_begun_is_finished_first() -> None:
    delivery = begun(on("a", "law"), on("a2", "law", unit="a"), on("b", "cost"))
    assert delivery.renew([on("c", "time"), END])
    assert spoken(delivery)[:2] == ["a2", "c"]


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


def test_more_on_a_topic_that_was_spoken_about_is_only_for_time_that_is_left() -> None:
    delivery = begun(on("a", "law"))
    assert delivery.renew([on("more law", "law"), on("c", "time"), END])
    assert [s.priority for s in delivery.rest] == [Priority.RESERVE, Priority.SHOULD, Priority.CLOSING]
    assert spoken(delivery, left=4.5) == ["c", "end"]


def test_what_is_prepared_and_only_in_the_old_draft_is_kept_in_reserve() -> None:
    delivery = begun(on("a", "law"), on("b", "cost", source="p2"))
    assert delivery.renew([on("c", "time"), END])
    assert [(s.text, s.priority) for s in delivery.rest] == [
        ("c", Priority.SHOULD),
        ("b", Priority.RESERVE),
        ("end", Priority.CLOSING),
    ]


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


def test_what_leans_on_a_passage_that_is_over_is_finished_at_once_or_not_spoken() -> None:
    delivery = begun(on("a", "law"), on("a2", "law", needs="a"), on("spare", "law", Priority.RESERVE, needs="a"))
    assert delivery.renew([on("c", "time"), END])
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

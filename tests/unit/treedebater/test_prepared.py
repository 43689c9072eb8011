"""The embedded debater writes: whole matches between two of them over every shipped motion, and single passages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from config.format import Format, Side, Stage
from config.shipped import format_names, load_format, load_phrases
from config.statement import WORDS_PER_SECOND, Priority, Sentence, Statement
from planning.debate.argument import ActionKind
from planning.language.cues.questions import evades
from planning.methods.treedebater.choosing.choose import TreePlan
from planning.methods.treedebater.choosing.replies import SHORT_TURN_SECONDS
from planning.methods.treedebater.library.library import SHIPPED, load
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.methods.treedebater.writing.transitions import QUOTES_MOST
from speech.timing.fit import Window, fit
from tests.fakes import BagEmbedder, short_format

PRO, CON = Side
EMBEDDER = BagEmbedder()
MOTIONS = ("ai-tutor", "cultural-borrowing", "fat-tax")
SEEDS = ["amber", "birch", "coral"]
BANKS = load_phrases()


def seconds(text: str) -> float:
    return len(text.split()) / WORDS_PER_SECOND


@dataclass(frozen=True)
class Held:
    """One turn of a match: what was written for it and what was spoken of that."""

    index: int
    side: Side
    stage: Stage
    seconds: float
    written: Statement
    spoken: tuple[Sentence, ...]
    planned: frozenset[str]  # topics that the plan gives seconds to


@cache
def motion_of(name: str) -> Rehearsal:
    return load(SHIPPED / f"{name}.json")


def _planned(plan: TreePlan) -> frozenset[str]:
    return frozenset(one.topic for one in plan.passages)


@cache
def match(name: str, format_name: str, seed: str) -> list[Held]:
    """Two debaters against each other, each hearing every word of the other."""
    match_format: Format = load_format(format_name)
    minds = {side: Strategy(motion_of(name), side, match_format, EMBEDDER, f"{seed}/{side}") for side in Side}
    turns = []
    for index, turn in enumerate(match_format.turns):
        speaker, listener = minds[turn.side], minds[turn.side.other]
        plan = speaker.plan(index)
        written = speaker.write(plan, index)
        spoken = fit(written.sentences, seconds, Window.of(turn.seconds)).sentences
        listener.opponent_begins(turn.stage)
        for sentence in spoken:
            speaker.spoke(sentence)
            listener.hear(sentence.text)
        turns.append(Held(index, turn.side, turn.stage, turn.seconds, written, spoken, _planned(plan)))
    return turns


every_match = pytest.mark.parametrize(
    ("name", "format_name", "seed"),
    [  # each format with one of the motions, the seeds by turns; with another one where there is time
        pytest.param(
            name,
            format_name,
            SEEDS[(place + number) // 2 % len(SEEDS)],
            marks=() if (place + number) % len(MOTIONS) == 0 else pytest.mark.long,
        )
        for place, name in enumerate(MOTIONS)
        for number, format_name in enumerate(format_names())
        if (place + number) % len(MOTIONS) < 2
    ],
)


# -- whole matches -----------------------------------------------------------------------------------


@every_match
def test_a_side_speaks_only_in_its_own_voice(name: str, format_name: str, seed: str) -> None:
    nodes = motion_of(name).nodes
    for turn in match(name, format_name, seed):
        assert {nodes[s.source].side for s in turn.written.sentences if s.source} <= {turn.side}


@every_match
def test_no_sentence_is_spoken_twice_by_a_side(name: str, format_name: str, seed: str) -> None:
    turns = match(name, format_name, seed)
    for side in Side:
        said = Counter(s.text for turn in turns if turn.side is side for s in turn.spoken)
        assert [text for text, times in said.items() if times > 1] == []


@every_match
def test_no_claim_is_spoken_twice_in_other_words(name: str, format_name: str, seed: str) -> None:
    turns = match(name, format_name, seed)
    for side in Side:
        claimed = Counter(s.source for t in turns if t.side is side for s in t.spoken if s.action and s.source)
        assert [node for node, times in claimed.items() if times > 1] == []


@every_match
def test_no_sentence_is_written_twice_in_a_statement(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        texts = [sentence.text for sentence in turn.written.sentences]
        assert len(set(texts)) == len(texts)


@every_match
def test_an_opening_has_definition_criterion_and_claims(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        if turn.stage is not Stage.OPENING:
            continue
        case = motion_of(name).case(turn.side)
        spoken = {sentence.text: sentence for sentence in turn.spoken}
        if turn.seconds >= SHORT_TURN_SECONDS:  # in a shorter one there is time for claims
            assert spoken[case.definition[0]].priority is Priority.MUST
            assert spoken[case.criterion[0]].priority is Priority.MUST
        assert any(sentence.action == ActionKind.PROPOSE for sentence in turn.spoken)


@every_match
def test_the_closing_line_is_the_last_and_the_only_one(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        for sentences in (turn.written.sentences, turn.spoken):
            closing = [s for s in sentences if s.priority is Priority.CLOSING]
            assert closing == [sentences[-1]]


@every_match
def test_units_are_whole_and_what_they_need_is_there(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        sentences = turn.written.sentences
        places: dict[str, list[int]] = {}
        for place, sentence in enumerate(sentences):
            places.setdefault(sentence.unit, []).append(place)
        for unit, run in places.items():
            assert run == list(range(run[0], run[-1] + 1)), f"{unit} is not in one piece"
        assert {s.needs for s in sentences if s.needs} <= set(places)
        assert len({s.id for s in sentences}) == len(sentences)


@every_match
def test_an_answer_is_a_claim_and_its_reason_and_may_name_its_point(name: str, format_name: str, seed: str) -> None:
    nodes = motion_of(name).nodes
    for turn in match(name, format_name, seed):
        for sentence in turn.written.sentences:
            if sentence.action in (ActionKind.ATTACK, ActionKind.REBUT) and sentence.source:
                unit = [s.text for s in turn.written.sentences if s.unit == sentence.unit]
                if turn.seconds < SHORT_TURN_SECONDS:  # the claim alone, in one sentence
                    assert unit == [sentence.text]
                    continue
                assert unit[-2:] == [sentence.text, nodes[sentence.source].node.argument[0]]
                assert len(unit) <= 3


@every_match
def test_a_closing_brings_nothing_new_but_answers_to_what_was_said_last(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        if turn.stage is Stage.CLOSING:
            answers = {s.unit for s in turn.written.sentences if s.answers}
            assert not [s for s in turn.written.sentences if s.cites or (s.action and not s.answers)]
            assert not [s for s in turn.written.sentences if s.source and not {s.unit, s.needs} & answers]


@every_match
def test_every_figure_spoken_is_traced_to_its_evidence(name: str, format_name: str, seed: str) -> None:
    evidence = motion_of(name).file.evidence
    for turn in match(name, format_name, seed):
        for sentence in turn.spoken:
            for key in sentence.cites:
                assert sentence.text == evidence[key].finding


@every_match
def test_there_is_more_than_enough_to_say(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        assert seconds(turn.written.text) > turn.seconds


@every_match
def test_what_is_spoken_ends_inside_the_window(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        window = Window.of(turn.seconds)
        assert fit(turn.written.sentences, seconds, window).seconds in window


@every_match
def test_nothing_is_left_to_be_filled_in(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        for sentence in turn.written.sentences:
            assert not set(sentence.text) & set("{}[]<>")
            assert sentence.text[0] == sentence.text[0].upper()
            assert sentence.text.rstrip("”'\"")[-1] in ".!?"


@every_match
def test_quotations_are_few_and_the_answer_follows_at_once(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        quoting = [place for place, sentence in enumerate(turn.spoken) if "“" in sentence.text]
        assert len(quoting) <= QUOTES_MOST
        for place in quoting:
            quote, answer = turn.spoken[place], turn.spoken[place + 1]
            assert quote.unit == answer.unit
            assert quote.topic == answer.topic != "" or evades(answer.text)


@every_match
def test_what_a_plan_gives_time_to_is_what_is_spoken_of(name: str, format_name: str, seed: str) -> None:
    for turn in match(name, format_name, seed):
        if turn.stage is Stage.REBUTTAL:
            spoken = sum(seconds(sentence.text) for sentence in turn.spoken if sentence.topic in turn.planned)
            assert not turn.planned or spoken >= 0.6 * sum(seconds(s.text) for s in turn.spoken if s.topic)


@pytest.mark.parametrize("name", MOTIONS)
def test_both_sides_answer_each_other_by_name(name: str) -> None:
    turns = match(name, "oxford", SEEDS[0])
    for side in Side:
        answers = [s for t in turns if t.side is side and t.stage is Stage.REBUTTAL for s in t.spoken if s.action]
        assert {s.action for s in answers} & {"attack", "rebut"}


def test_the_same_seed_gives_the_same_words_and_another_seed_others() -> None:
    def opening(seed: str) -> str:
        mind = Strategy(motion_of(MOTIONS[0]), PRO, load_format("oxford"), EMBEDDER, seed)
        return mind.write(mind.plan(0), 0).text

    assert opening("amber") == opening("amber")
    assert opening("amber") != opening("birch")


# -- single passages, on the hand-made motion --------------------------------------------------------


def debater(motion: Rehearsal, side: Side, seed: str = "seed", match_format: Format | None = None) -> Strategy:
    return Strategy(motion, side, match_format or short_format(), EMBEDDER, seed)


def rebuttal(mind: Strategy) -> tuple[Sentence, ...]:
    turn = 2 if mind.side is PRO else 3
    return mind.write(mind.plan(turn), turn).sentences


def texts(sentences: tuple[Sentence, ...]) -> list[str]:
    return [sentence.text for sentence in sentences]


def test_a_known_point_is_named_in_its_own_words_and_answered(motion: Rehearsal) -> None:
    con = debater(motion, CON, match_format=load_format("oxford"))
    con.hear("Uniforms reduce bullying over clothes")
    said = rebuttal(con)
    named = next(i for i, s in enumerate(said) if "uniforms reduce bullying over clothes." in s.text)
    assert said[named + 1].action == "attack"
    assert said[named + 1].target == "Uniforms reduce bullying over clothes."
    assert said[named + 2].text == motion.nodes[said[named + 1].source or ""].node.argument[0]


def test_a_point_is_named_once_however_often_it_is_answered(motion: Rehearsal) -> None:
    con = debater(motion, CON, match_format=load_format("oxford"))
    con.hear("Uniforms reduce bullying over clothes")
    named = [text for text in texts(rebuttal(con)) if "uniforms reduce bullying over clothes" in text]
    assert len(named) == 1
    assert any(text in BANKS["again"] for text in texts(rebuttal(con)))


def test_a_point_that_shares_no_word_with_the_debate_is_not_parroted(motion: Rehearsal) -> None:
    con = debater(motion, CON)
    con.hear("Quarterly freight insurance premiums doubled throughout maritime logistics")
    assert [s for s in rebuttal(con) if s.action == "attack"] == []


def test_a_point_heard_unsurely_is_not_put_into_prepared_words(motion: Rehearsal) -> None:
    """They said something like a prepared claim: it stands on the flow in their own words, and as theirs alone."""
    con = debater(motion, CON)
    con.hear("uniforms reduce misery over wet clothes somewhat nowadays too")
    assert con.flows.by_source("p1", PRO) is None
    assert [node.claim for node in con.flows.trees[PRO].of(PRO)] == [
        "uniforms reduce misery over wet clothes somewhat nowadays too"
    ]


def test_a_finding_that_the_other_side_read_out_is_not_read_out_again() -> None:
    con = debater(motion_of("fat-tax"), CON, match_format=load_format("oxford"))
    cited = [s for s in con.write(con.plan(1), 1).sentences if s.cites]
    known, other = cited[0], cited[1]
    words = known.text.lower().replace(",", "").rstrip(".").split()
    for passage in (words[: len(words) // 2], words[len(words) // 2 :]):
        con.listened(" ".join(passage))
    after = texts(con.write(con.plan(1), 1).sentences)
    assert known.text not in after
    assert other.text in after


def test_what_was_spoken_is_not_written_again(motion: Rehearsal) -> None:
    pro = debater(motion, PRO)
    opening = pro.write(pro.plan(0), 0).sentences
    prepared = {motion.nodes["p1"].claim, *motion.nodes["p1"].node.argument, motion.nodes["p1"].node.impact}
    assert prepared <= set(texts(opening))
    for sentence in opening:
        pro.spoke(sentence)
    assert not prepared & set(texts(rebuttal(pro)))
    assert not set(texts(opening)) & set(texts(rebuttal(pro)))


def test_a_sentence_already_spoken_takes_its_unit_and_its_tails_along(motion: Rehearsal) -> None:
    pro = debater(motion, PRO, match_format=load_format("oxford"))
    pro.hear("Dress lets teenagers express their identity")
    answer = motion.nodes["c1.1"]
    before = rebuttal(pro)
    assert answer.node.argument[0] in texts(before)
    reason = Sentence(id="x", text=answer.node.argument[0], unit="x", priority=Priority.MUST)
    pro.spoke(reason)
    after = rebuttal(pro)
    assert [s.text for s in after if s.source == answer.id] == []


def test_what_is_spoken_acts_on_the_flow_trees(motion: Rehearsal) -> None:
    pro = debater(motion, PRO, match_format=load_format("oxford"))
    for sentence in pro.write(pro.plan(0), 0).sentences:
        pro.spoke(sentence)
    main = {node.claim for node in pro.flows.trees[PRO].nodes.values() if node.parent == "root"}
    assert {root.claim for root in motion.roots(PRO)} <= main
    assert pro.flows.trees[PRO].unmatched == []


def test_a_closing_says_only_of_claims_that_were_made_that_they_were(motion: Rehearsal) -> None:
    pro = debater(motion, PRO)
    for sentence in pro.write(pro.plan(0), 0).sentences:
        if sentence.priority is not Priority.RESERVE:
            pro.spoke(sentence)
    closing = pro.write(pro.plan(4), 4).sentences
    assert "Playground peace was our first promise." in texts(closing)
    theirs = {text for tree in motion.case(CON).trees for text in tree.answer}
    assert not theirs & set(texts(closing))  # they have said nothing

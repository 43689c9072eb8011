"""Statements by a model: units, priorities, evidence, figures, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent.local.virtual_time import run as in_virtual_time
from config.errors import ModelOutputError
from config.format import Side
from config.settings import Thinking
from config.statement import Priority, Sentence
from planning.evidence.tracing import debated, traced
from planning.methods.contract import Commission, Trouble
from planning.methods.door import Example
from planning.methods.treedebater.ablations import left_of
from planning.methods.treedebater.audience import Audience
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.reading.passages import Passage
from speech.offload import compute
from speech.timing.length_search import demoted
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.models.scripted import ScriptedModel, after

EVIDENCE = uniforms().file.evidence


def line(text: str, passage: str = "one", importance: str = "must", **more: Any) -> dict[str, Any]:
    return {
        "text": text,
        "passage": passage,
        "importance": importance,
        "reserve": False,
        "does": "",
        "cites": [],
    } | more


def draft(*lines: dict[str, Any], side: str = "pro") -> dict[str, Any]:
    return {"side": side, "sentences": list(lines)}


GOOD = draft(
    line("We speak of one set of clothes for every pupil in the school.", "definition"),
    line("Think of the walk to the gate.", "bullying"),
    line("A uniform takes away the easiest reason to mock a child.", "bullying", does="o1"),
    line("A Leeds study counted 9 percent fewer fights.", "bullying", "should", cites=["e1", "e9"]),
    line("That is a calmer morning for everybody in the building.", "bullying", "may"),
    line("There is more to say about the cost of it all.", "cost", "should", reserve=True),
    line("Vote for the motion.", "end"),
)


class Desk:
    """Pro writes its opening by a scripted model."""

    def __init__(self, rehearsal: Rehearsal | None = None, **roles: Any) -> None:
        self.model = ScriptedModel(**roles)
        self.troubles: list[Trouble] = []
        self.strategy = Strategy(rehearsal or uniforms(), Side.PRO, short_format(), BagEmbedder(), "seed")
        self.method = TreeDebaterWithModel(
            TreeDebater(self.strategy, compute),
            self.model,
            Thinking(),
            audience=Audience(self.model),
            on_trouble=self.troubles.append,
        )

    def write(self, words: int = 100, so_far: tuple[Sentence, ...] = (), left: float | None = None) -> list[Sentence]:
        """`left`: seconds until the speech begins; virtual ones."""

        async def work() -> list[Sentence]:
            wanted = Commission(0, await self.method.plan(0), words, so_far, seconds_left=left)
            drafted = await self.method.statement(wanted)
            assert drafted is not None
            return list(drafted.sentences)

        return in_virtual_time(work())


def test_a_passage_is_a_unit_and_its_tail_needs_it() -> None:
    written = Desk(writer=GOOD).write()
    assert [s.unit for s in written] == ["u1", "u2", "u2", "u2.2", "u2.3", "u3", "closing"]
    assert [s.needs for s in written] == [None, None, None, "u2", "u2.2", None, None]
    assert [s.priority for s in written] == [
        Priority.MUST, Priority.MUST, Priority.MUST, Priority.SHOULD, Priority.MAY, Priority.RESERVE, Priority.CLOSING,
    ]  # fmt: skip
    assert len({s.id for s in written}) == len(written)


def test_the_sentence_that_acts_names_its_action_and_source() -> None:
    desk = Desk(writer=GOOD)
    (acting,) = [s for s in desk.write() if s.source]
    plan = desk.strategy.plan(0)
    option = plan.battlefields[0].options[0]
    assert option.node is not None
    assert (acting.action, acting.source) == (option.candidate.kind.value, option.node.id)


def test_without_rehearsal_trees_the_opening_keeps_evidence_definition_and_our_own_flow() -> None:
    desk = Desk(left_of(uniforms(), ["rehearsal"]), writer=GOOD)
    written = desk.write()
    asked = desk.model.asked[0].prompt.user
    assert uniforms().case(Side.PRO).definition[0] in asked
    assert EVIDENCE["e1"].finding in asked
    for sentence in written:
        asyncio.run(desk.method.spoke(0, sentence, Passage(sentence.text, 1.0, 4.0)))
    claims = [node.claim for node in desk.strategy.flows.trees[Side.PRO].of(Side.PRO)]
    assert claims == ["Think of the walk to the gate.", "There is more to say about the cost of it all."]


def test_only_evidence_that_exists_is_cited() -> None:
    cited = [s.cites for s in Desk(writer=GOOD).write() if s.cites]
    assert cited == [("e1",)]


def test_a_figure_out_of_nowhere_is_rewritten() -> None:
    wild = draft(
        *GOOD["sentences"][:2], line("Fights fell by 47 percent last year in every town."), GOOD["sentences"][-1]
    )
    mended = {"side": "pro", "sentences": [{"id": "s3", "text": "Fights became rarer, and that is what counts."}]}
    desk = Desk(writer=[wild, mended])
    assert "Fights became rarer, and that is what counts." in [s.text for s in desk.write()]
    assert "47" in desk.model.asked[1].prompt.user


def test_a_figure_that_stays_out_of_nowhere_is_not_spoken() -> None:
    wild = draft(
        GOOD["sentences"][0],
        line("Fights fell by 47 percent last year in every town.", "fights", does="o1"),
        line("So every town should be pleased with that.", "fights", "may"),
        GOOD["sentences"][-1],
    )
    desk = Desk(writer=[wild, {"side": "pro", "sentences": []}])
    assert [s.text for s in desk.write()] == [GOOD["sentences"][0]["text"], "Vote for the motion."]
    assert [t.part for t in desk.troubles] == ["figures"]
    assert "47" in desk.troubles[0].reason


@pytest.mark.parametrize(("left", "calls"), [(15.25, 1), (40.0, 2)])
def test_what_has_no_source_is_rewritten_only_where_that_would_come_in_time(left: float, calls: int) -> None:
    wild = draft(
        *GOOD["sentences"][:2], line("Fights fell by 47 percent last year in every town."), GOOD["sentences"][-1]
    )
    mended = {"side": "pro", "sentences": [{"id": "s3", "text": "Fights became rarer, and that is what counts."}]}
    desk = Desk(writer=[after(15.0, wild), after(15.0, mended)])
    spoken = [one.text for one in desk.write(left=left)]
    assert len(desk.model.asked) == calls
    assert ("Fights became rarer, and that is what counts." in spoken) == (calls == 2)
    assert spoken[0] == GOOD["sentences"][0]["text"]
    assert not any("47" in text for text in spoken)
    assert [one.part for one in desk.troubles] == ["figures"] * (calls == 1)


def test_a_figure_from_another_item_is_cited_by_itself_and_one_that_was_said_is_free() -> None:
    sentences = [
        Sentence(id="s1", text="Blazers cost 80 pounds.", unit="a", priority=Priority.MUST),
        Sentence(id="s2", text="You said it takes 45 minutes.", unit="b", priority=Priority.MUST),
    ]
    kept, doubtful = traced(sentences, EVIDENCE, ["it takes forty five minutes a day"])
    assert (kept[0].cites, kept[1].cites, doubtful) == (("e2",), (), [])


def told(*texts: str) -> list[Sentence]:
    return [
        Sentence(id=f"s{i}", text=text, unit=f"u{i}", priority=Priority.MUST, cites=("e2",) if i == 1 else ())
        for i, text in enumerate(texts, 1)
    ]


def test_what_the_opponent_said_may_be_said_back_even_where_the_recogniser_cut_it() -> None:
    heard = ["they say it costs sixty", "thousand jobs in a year"]
    said = debated("Uniforms for 12,500 schools", heard, {"We speak for 300 pupils."})
    texts = ("They name 60,000 jobs.", "The motion is about 12,500 schools.", "I named 300 pupils.")
    assert traced(told(*texts), EVIDENCE, said)[1] == []


def test_a_sentence_may_reckon_with_the_one_before_it_and_then_cites_what_that_cites() -> None:
    kept, doubtful = traced(
        told("Blazers cost 80 pounds.", "With 20 more it is 100 pounds together."), EVIDENCE, ["20"]
    )
    assert doubtful == []
    assert kept[1].cites == ("e2",)


def test_a_finding_of_somebody_whom_nobody_named_is_rewritten() -> None:
    wild = draft(*GOOD["sentences"][:2], line("A Harvard study found that fights became rarer."), GOOD["sentences"][-1])
    mended = {"side": "pro", "sentences": [{"id": "s3", "text": "Fights became rarer, and that is what counts."}]}
    desk = Desk(writer=[wild, mended])
    assert "Fights became rarer, and that is what counts." in [s.text for s in desk.write()]
    assert "no source has a finding of Harvard" in desk.model.asked[1].prompt.user


def test_a_finding_of_somebody_whom_nobody_named_is_not_spoken() -> None:
    wild = draft(*GOOD["sentences"][:2], line("The WHO says that uniforms are healthy.", "who"), GOOD["sentences"][-1])
    desk = Desk(writer=[wild, {"side": "pro", "sentences": []}])
    assert not any("WHO" in s.text for s in desk.write())
    assert [t.part for t in desk.troubles] == ["named sources"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (
            draft(line("We ask you all to vote against this motion tonight, and here is why we do.")),
            "against its own side",
        ),
        (draft(line("I concede that my opponent is right about everything in this debate.")), "against its own side"),
        (draft(*GOOD["sentences"], side="con"), "you speak for pro"),
        (draft(line("Die Uniform nimmt den leichtesten Grund weg, ein Kind in der Schule zu verspotten.")), "English"),
        (draft(line("***")), "no words"),
    ],
)
def test_an_unfit_draft_is_asked_for_once_more_with_the_fault_named(bad: Any, reason: str) -> None:
    desk = Desk(writer=[bad, GOOD])
    assert desk.write()
    assert reason in desk.model.asked[-1].prompt.user


def test_two_unfit_drafts_are_an_error() -> None:
    bad = draft(line("***"))
    with pytest.raises(ModelOutputError, match="no words"):
        Desk(writer=[bad, bad]).write()


def test_more_is_asked_for_with_what_there_is() -> None:
    desk = Desk(writer=[GOOD, GOOD])
    first = desk.write()
    desk.write(words=60, so_far=tuple(first))
    more = desk.model.asked[1].prompt
    assert (more.name, "about 60 words" in more.user) == ("more", True)
    assert first[0].text in more.user


def test_a_long_piece_is_cut_into_sentences() -> None:
    text = " ".join(f"Sentence number {word} goes on for quite some time in this speech." for word in "abcdefgh")
    written = Desk(writer=draft(line(text), line("Thank you."))).write()
    assert len(written) == 9


def test_a_closing_brings_no_new_evidence() -> None:
    new = draft(
        line("A Leeds study counted 9 percent fewer fights in the playground.", "one", cites=["e1"]),
        line("You heard that blazers cost 80 pounds, and nobody denied it.", "two"),
        line("Vote for the motion.", "end"),
    )
    desk = Desk(writer=[new, {"side": "pro", "sentences": []}])
    desk.strategy.heard.append("blazers cost eighty pounds")

    async def work() -> list[Sentence]:
        drafted = await desk.method.statement(Commission(4, desk.strategy.plan(4), 60))
        assert drafted is not None
        return list(drafted.sentences)

    assert [s.text for s in asyncio.run(work())] == [
        "You heard that blazers cost 80 pounds, and nobody denied it.",
        "Vote for the motion.",
    ]
    assert "Evidence that may be cited" not in desk.model.asked[0].prompt.user


def test_a_passage_whose_words_were_put_right_is_kept_by_its_name_and_may_be_worth_something_else() -> None:
    wild = draft(
        GOOD["sentences"][0],
        line("Fights fell by 47 percent last year in every town.", "fights", "should"),
        line("Every town noticed.", "fights", "may"),
        GOOD["sentences"][-1],
    )
    mended = {"side": "pro", "sentences": [{"id": "s2", "text": "Fights became rarer, and that is what counts."}]}
    kept = draft({"keep": "definition"}, {"keep": "fights", "importance": "must"}, GOOD["sentences"][-1])
    desk = Desk(writer=[wild, mended, kept])
    first = desk.write()
    again = desk.write()
    assert [s.text for s in again] == [s.text for s in first]
    assert {s.text: s.priority for s in again}["Fights became rarer, and that is what counts."] is Priority.MUST
    assert {s.text: s.priority for s in again}["Every town noticed."] is Priority.MAY


def test_an_opening_that_is_brought_up_to_date_still_says_what_it_means_and_makes_its_claims() -> None:
    asked = line("You ask who pays: the school fund does.", "the question")
    desk = Desk(writer=[GOOD, draft(asked, GOOD["sentences"][-1])])
    first, second = desk.write(), [s.text for s in desk.write()]
    assert second[0] == first[0].text
    assert next(s.text for s in first if s.source) in second
    assert second.count(first[0].text) == 1 and second[-1] == "Vote for the motion."


def test_a_draft_that_gave_way_for_a_while_is_worth_to_its_writer_what_it_was() -> None:
    desk = Desk(writer=[GOOD, GOOD])

    async def work() -> None:
        plan = await desk.method.plan(0)
        first = await desk.method.statement(Commission(0, plan, 100))
        assert first is not None
        shown = demoted(first.sentences, {one.unit for one in first.sentences})
        await desk.method.statement(Commission(0, plan, 100, shown=shown))

    in_virtual_time(work())
    lines = [line for line in desk.model.asked[1].prompt.user.splitlines() if "one set of clothes" in line]
    assert len(lines) == 1 and "(must" in lines[0]


def test_an_opening_that_cites_nothing_tells_the_finding_behind_a_claim_it_makes() -> None:
    desk = Desk(writer=draft(*[one for one in GOOD["sentences"] if not one["cites"]]))
    written = desk.write()
    claim = next(i for i, s in enumerate(written) if s.source)
    (key,) = written[claim + 1].cites
    assert written[claim + 1].text == EVIDENCE[key].finding
    assert written[claim + 1].needs == written[claim].unit
    assert [s.cites for s in Desk(writer=GOOD).write() if s.cites] == [("e1",)]  # one is there already


# -- the audience --------------------------------------------------------------------------------------


async def one_debate(flows: str) -> Example | None:
    """A corpus with a single debate in it."""
    return Example("old-debate", "[con1] con (proposed): Cars harm cities.")


ISSUE = {"dimension": "clarity", "issue": "s2 is vague about the gate.", "effect": "I get lost.", "revision": "Say it."}


def revised(desk: Desk, *, corpus: bool = False) -> Any:
    audience = Audience(desk.model, one_debate if corpus else None)
    desk.method = TreeDebaterWithModel(
        TreeDebater(desk.strategy, compute), desk.model, Thinking(), audience=audience, on_trouble=desk.troubles.append
    )

    async def work() -> Any:
        plan = await desk.method.plan(0)
        drafted = await desk.method.statement(Commission(0, plan, 100))
        assert drafted is not None
        return await desk.method.revise(0, drafted.plan, drafted.sentences, drafted.sentences)

    return asyncio.run(work())


def test_an_audience_and_its_editor_keep_move_and_write_passages_in_one_call() -> None:
    gate = line("Think of the walk from the bus to the gate.", "the gate")
    heard = {
        "issues": [ISSUE],
        "side": "pro",
        "sentences": [gate, {"keep": "cost"}, {"keep": "Bullying"}, {"keep": "end"}],
    }
    about = {"about": "bullying", "points": [], "decision": "own", "importance": "high", "why": "Felt.", "words": 60}
    desk = Desk(writer=GOOD | {"plan": [about]}, audience=heard)
    after = (found := revised(desk)).sentences
    assert [field.topic for field in found.plan.battlefields] == ["bullying"], "it did not say that this changes"
    before = {s.text: s for s in Desk(writer=GOOD).write()}
    assert [s.text for s in after] == [
        GOOD["sentences"][0]["text"],  # what the motion means is never left out
        gate["text"],
        "There is more to say about the cost of it all.",
        "Think of the walk to the gate.",
        "A uniform takes away the easiest reason to mock a child.",
        "A Leeds study counted 9 percent fewer fights.",
        "That is a calmer morning for everybody in the building.",
        "Vote for the motion.",
    ]
    kept = [s for s in after if s.text in before]
    assert [(s.unit, s.priority, s.needs) for s in kept] == [
        (before[s.text].unit, before[s.text].priority, before[s.text].needs) for s in kept
    ]


def test_the_audience_has_a_human_debate_before_it() -> None:
    desk = Desk(writer=GOOD, audience={"issues": [], "side": "pro", "sentences": []})
    assert revised(desk, corpus=True).example == "old-debate"
    (asked,) = [t for t in desk.model.asked if t.prompt.name == "audience"]
    assert "Cars harm cities" in asked.prompt.user


def test_an_audience_that_fails_leaves_the_draft_as_it_is() -> None:
    desk = Desk(writer=GOOD, audience=ModelOutputError("audience", "no JSON"))
    assert revised(desk) is None
    assert [t.part for t in desk.troubles] == ["audience"]


def test_a_draft_without_issues_stays() -> None:
    desk = Desk(writer=[GOOD], audience={"issues": [], "side": "pro", "sentences": []})
    assert [s.text for s in revised(desk).sentences] == [one["text"] for one in GOOD["sentences"]]

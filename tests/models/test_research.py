"""A side's research: queries, results, and a base of knowledge in which nothing stands that no result says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config.errors import ProviderError
from planning.debate.argument import Evidence
from planning.methods.common.research import NO_SOURCE, Patience, Searcher
from planning.methods.contract import Trouble
from speech.offload import compute
from tests.models.scripted import ScriptedModel

MOTION = "Schools should require uniforms"
TEASING = Evidence(source="Journal of Schools", title="Uniforms", year=2021, finding="Teasing fell by 12 percent.")
COST = Evidence(source="Ministry", year=2023, finding="A uniform costs a family 85 pounds a year.")


class Shelf:
    """Has these items, whatever it is asked for; `asked`: for what."""

    name = "shelf"

    def __init__(self, *items: Evidence) -> None:
        self.items, self.asked = items, list[str]()

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        self.asked.append(query)
        return list(self.items)


class Researching:
    """A Searcher whose model gives these answers, one a call."""

    def __init__(self, shelf: Shelf | None, *answers: Any) -> None:
        self.troubles = list[Trouble]()
        self.model, self.shelf = ScriptedModel(searcher=list(answers)), shelf
        patience = Patience(search=5.0, ask=5.0)
        self.searcher = Searcher(self.model, "searcher", MOTION, shelf, compute, patience, self.troubles.append)

    @property
    def knows(self) -> dict[str, str]:
        return {key: item.finding for key, item in self.searcher.knowledge.evidence.items()}


def item(source: str, says: str, bears: str = "for") -> dict[str, str]:
    return {"source": source, "says": says, "bears": bears}


def test_what_is_kept_has_ids_and_the_base_is_closed_after_the_first_search() -> None:
    shelf = Shelf(TEASING, COST)
    one = Researching(
        shelf,
        {"queries": ["school uniform bullying", "uniform costs"]},
        {"items": [item("r2", "A uniform costs a family 85 pounds a year.", "against"), item("[r1]", "Teasing fell.")]},
        {"items": [item("r3", "Shops gave 40 percent off.", "for"), item("r1", "Teasing fell.")]},
    )
    found = asyncio.run(one.searcher.prepare())
    assert sorted(shelf.asked) == ["school uniform bullying", "uniform costs"], "both at once"
    assert (found.results, found.kept) == (2, ("k1", "k2"))
    before = dict(one.knows)
    shelf.items = (TEASING, Evidence(source="Trade", finding="Shops gave 40 percent off."))
    later = asyncio.run(one.searcher.order(["What do uniforms cost second hand?"]))
    assert shelf.asked[-1] == "What do uniforms cost second hand?"
    assert later.kept == ("f1", "k2"), "what is known already is not found again"
    assert {key: text for key, text in one.knows.items() if key in before} == before
    assert "[k1] (against) A uniform costs a family 85 pounds a year. (Ministry, 2023)" in one.searcher.knowledge.told()


def test_a_figure_that_the_result_does_not_have_is_not_taken_from_its_summary() -> None:
    one = Researching(Shelf(TEASING), {"queries": ["uniforms"]}, {"items": [item("r1", "Teasing fell by 21 percent.")]})
    asyncio.run(one.searcher.prepare())
    assert one.knows == {"k1": "Teasing fell by 12 percent."}


def test_an_item_that_nobody_found_is_not_kept() -> None:
    one = Researching(Shelf(TEASING), {"queries": ["uniforms"]}, {"items": [item("r9", "Everybody agrees with us.")]})
    asyncio.run(one.searcher.prepare())
    assert one.knows == {} and one.searcher.knowledge.closed


def test_without_anything_to_search_it_says_so_once_and_asks_no_model() -> None:
    one = Researching(None)
    assert not asyncio.run(one.searcher.prepare()).kept
    assert not asyncio.run(one.searcher.order(["What do they cost?"])).kept
    assert [trouble.reason for trouble in one.troubles] == [NO_SOURCE]
    assert one.model.asked == [] and one.searcher.knowledge.told() == "(nothing)"


@pytest.mark.parametrize("lost", [0, 1], ids=["queries", "compiling"])
def test_a_model_that_fails_costs_its_part_alone(lost: int) -> None:
    answers: list[Any] = [{"queries": ["uniforms"]}, {"items": [item("r1", "Teasing fell.")]}]
    answers[lost] = ProviderError("model", "is not there")
    shelf = Shelf(TEASING)
    one = Researching(shelf, *answers)
    found = asyncio.run(one.searcher.prepare())
    assert shelf.asked == [[MOTION], ["uniforms"]][lost]
    assert found.kept == ("k1",) and len(one.troubles) == 1

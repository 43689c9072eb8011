"""What models were used for, added up once."""

from __future__ import annotations

from agent.match.afterwards.model_use import added, summary
from agent.match.events import ModelUsed, RoleUse
from config.format import Side


def row(role: str, calls: int, cost: float | None = 0.5, *, preparation: bool = False) -> RoleUse:
    return RoleUse(
        role=role,
        model="m",
        host="here",
        calls=calls,
        failed=1,
        prompt_tokens=100,
        cached_tokens=60,
        completion_tokens=10,
        estimated=role == "scorer",
        cost=cost,
        seconds=1.5,
        preparation=preparation,
    )


def test_rows_of_one_role_and_model_are_added_and_preparation_is_kept_apart() -> None:
    rows = added([row("writer", 1), row("writer", 2, preparation=True), row("writer", 4), row("scorer", 8)])
    assert [(one.role, one.preparation, one.calls) for one in rows] == [
        ("writer", False, 5), ("writer", True, 2), ("scorer", False, 8),
    ]  # fmt: skip
    assert (rows[0].failed, rows[0].prompt_tokens, rows[0].cost, rows[0].seconds) == (2, 200, 1.0, 3.0)


def test_a_cost_that_is_partly_unknown_is_unknown() -> None:
    (one,) = added([row("writer", 1, None), row("writer", 1, 0.5)])
    assert one.cost is None


def test_the_summary_counts_every_call_once_in_all_and_once_for_its_side() -> None:
    pro = ModelUsed(side=Side.PRO, rows=(row("writer", 1, preparation=True), row("writer", 2)))
    con = ModelUsed(side=Side.CON, rows=(row("writer", 4), row("audience", 8)))
    told = summary({Side.CON: con, Side.PRO: pro})
    assert (told["calls"], told["cost"]) == (15, 2.0)
    assert (told["prompt_tokens"], told["cached_tokens"], told["completion_tokens"]) == (400, 240, 40)
    before = {"calls": 1, "prompt_tokens": 100, "cached_tokens": 60, "completion_tokens": 10, "cost": 0.5}
    assert told["preparation"] == before
    assert sum(one["calls"] for one in told["rows"]) == 15
    assert [(side, one["calls"], one["preparation"]["calls"]) for side, one in told["sides"].items()] == [
        ("pro", 3, 1), ("con", 12, 0),
    ]  # fmt: skip
    assert [one["calls"] for one in told["sides"]["pro"]["rows"]] == [1, 2]


def test_a_log_from_before_preparation_was_marked_still_opens() -> None:
    raw = row("writer", 1).model_dump(exclude={"preparation", "cached_tokens"})
    assert RoleUse.model_validate(raw) == row("writer", 1).model_copy(update={"cached_tokens": 0})

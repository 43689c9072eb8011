"""What an arena takes, told before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from agent.evaluation import prepare
from agent.evaluation.contestants import seat_of
from agent.evaluation.plan import Spending
from agent.judging.rubric import OF_SIDES
from config.errors import UsageError
from config.format import Side
from config.settings import Judging, Models, Role

CHANGED = 3  # how often a judge hears a debate once more: with names exchanged, cut, by other words
TOKENS_IN, TOKENS_OUT = 2_500, 350  # of a call, about


@dataclass(frozen=True)
class Needs:
    """`least`: calls that are sure; `about`: a guess by the method; `cost`: at about so many tokens a call, where all
    prices are known. `matches`: at most, for a duel may end sooner."""

    matches: int
    least: int
    about: int
    cost: float | None

    @property
    def told(self) -> str:
        cost = "" if self.cost is None else f", which cost about {self.cost:.2f}"
        return f"{self.matches} matches at most, about {self.about} calls to models{cost}"


def calls_of(prepared: prepare.PreparedPlan) -> dict[str, float]:
    """Of a debate, by contestant, about."""
    turns = [one for one in prepared.form.turns if one.cross_examination is None]
    found = {}
    for one in prepared.plan.contestants:
        many = prepare.CALLS.get(one.method, max(prepare.CALLS.values()))
        found[one.name] = many * len(turns) / 2 if prepare.asks(prepared, one.name) else 0.0
    return found


def needs(
    prepared: prepare.PreparedPlan, judges: Models, judging: Judging, matches: int, calls: dict[str, float]
) -> Needs:
    turns = [one for one in prepared.form.turns if one.cross_examination is None]
    once = len(OF_SIDES) * (len(turns) + 1) + 1
    judged = once * len(judges.roles)
    of_two = 2 * sum(calls.values()) / len(calls)
    asking = sum(bool(one) for one in calls.values()) / len(calls)
    least = matches * (judged * judging.runs + asking * len(turns))
    money = [_price(prepared, one.name) for one in prepared.plan.contestants if calls[one.name]]
    prices = [_of(endpoint.price_in, endpoint.price_out) for endpoint in judges.roles.values()]
    judging_calls = judging.runs + CHANGED
    about = matches * (judged * judging_calls + of_two)
    return Needs(matches, int(least), round(about), _cost(matches, of_two, money, once * judging_calls, prices))


def _cost(
    matches: int, of_two: float, debaters: list[float | None], heard: int, judges: list[float | None]
) -> float | None:
    known = [one for one in (*debaters, *judges) if one is not None]
    if len(known) < len(debaters) + len(judges):
        return None
    debating = of_two * sum(one or 0.0 for one in debaters) / len(debaters) if debaters else 0.0
    return matches * (debating + heard * sum(one or 0.0 for one in judges))


def _price(prepared: prepare.PreparedPlan, name: str) -> float | None:
    settings = seat_of(prepared.contestant(name), "", Side.PRO).settings_of(prepared.settings)
    endpoint = settings.models.of(Role.WRITER)
    return _of(endpoint.price_in, endpoint.price_out)


def _of(price_in: float | None, price_out: float | None) -> float | None:
    """Of a call."""
    if price_in is None or price_out is None:
        return None
    return (price_in * TOKENS_IN + price_out * TOKENS_OUT) / 1e6


def afforded(of: Needs, budget: Spending) -> None:
    """Raises UsageError: it cannot be carried out within its budget."""
    go_on = "raise it, name fewer motions (first), rounds or contestants, or add --until-spent to see how far it goes"
    if budget.calls is not None and of.least > budget.calls:
        told = f"the plan needs {of.least} calls at the very least ({of.told}), and budget.calls is {budget.calls}"
        raise UsageError(f"{told}; {go_on}")
    if budget.cost is not None and of.cost is not None and of.cost > budget.cost:
        raise UsageError(f"the plan needs {of.told}, and budget.cost is {budget.cost:g}; {go_on}")

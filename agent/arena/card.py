"""The card of an arena: what was compared, on what, by whom, what that withstands, what was left out, what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from agent.arena.folder import ArenaState
from agent.arena.people import PEOPLE
from agent.arena.plan import ArenaPlan
from agent.arena.ratings import Ratings
from agent.arena.standings import Standings, left_out, withstood
from agent.judging.interval import wilson
from agent.judging.rubric import rubric_hash
from config.errors import UsageError

CARD = "card.md"
LISTED = 12  # reasons why matches were left out
CHANGES = {
    "names": "the sides' names exchanged",
    "order": "blind speeches in each other's places",
    "length": "the longer side cut to the words of the shorter",
    "wording": "the rubric in other words",
}


def write_card(plan: ArenaPlan, of: Standings, state: ArenaState, folder: Path) -> Path:
    """Raises UsageError: it cannot be written."""
    try:
        (folder / CARD).write_text("\n".join(card(plan, of, state)) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    return folder / CARD


def card(plan: ArenaPlan, of: Standings, state: ArenaState) -> Iterator[str]:
    yield "# Card of this arena\n"
    if state.stopped:
        yield f"**Not finished**: {state.stopped}. All numbers are of what there is.\n"
    yield "## What was compared\n"
    yield from (f"- {line}" for line in _compared(plan))
    yield "\n## On what\n"
    kinds = Counter({one.motion: one.kind or "of no told kind" for one in of.held}.values())
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    yield f"- {sum(kinds.values())} motions ({told or 'none'}), format {Path(plan.format).stem}, seed {plan.seed}"
    yield f"- {_pairings(plan)}; each pairing in both stances; {len(of.held)} matches of {state.most} at most"
    if plan.aloud:
        yield f"- spoken by voices and heard by recognisers; a call to a debater's model took {plan.call_seconds:g} s"
    if state.duel:
        yield f"- duel: {state.duel}"
    yield "\n## Who judged, and what that withstands\n"
    yield from (f"- {line}" for line in _judged(plan, of))
    yield "\n## What was left out\n"
    reasons = left_out(of.held)
    counted = sum(one.score() is not None for one in of.held)
    yield f"- {len(of.held) - counted} of {len(of.held)} matches do not count"
    yield from (f"- {count}: {why}" for why, count in list(reasons.items())[:LISTED])
    if len(reasons) > LISTED:
        yield f"- and {len(reasons) - LISTED} more reasons; all are in matches.csv"
    if PEOPLE not in of.judges:
        yield "- people have not judged; how far these judges agree with people is not known from here"
    yield "\n## What it took\n"
    cost = "at unknown prices" if state.cost is None else f"cost {state.cost:.4f}"
    yield f"- {state.calls} calls to models in all runs, {cost}"


def _compared(plan: ArenaPlan) -> Iterator[str]:
    for one in plan.contestants:
        how = f"texts of {one.texts.name}" if one.texts else ", ".join(filter(None, [one.method, one.model]))
        without = f", without {' and '.join(one.without)}" if one.without else ""
        yield f"{one.name}: {how}{without}" + (" (came later)" if one.name in plan.newcomers else "")


def _pairings(plan: ArenaPlan) -> str:
    if plan.duel is not None:
        return "a duel, which stops when it is decided"
    many = "each two on each motion" if plan.pairings == "full" else f"{plan.rounds} rounds"
    return {
        "full": many,
        "swiss": f"{many} of neighbours by ratings",
        "narrow": f"{many} of those who teach most about ranks",
    }[plan.pairings]


def _judged(plan: ArenaPlan, of: Standings) -> Iterator[str]:
    yield f"{', '.join(of.judges) or 'nobody'}; {plan.judges.runs} runs each, agreement: {plan.judges.agreement}"
    yield f"rubric {rubric_hash()}; a vote that changes where it must not is no vote"
    for name, (kept, tried) in withstood(of.held).items():
        low, high = wilson(kept, tried)
        yield f"{CHANGES.get(name, name)}: {kept} of {tried} votes stayed [{low:.2f}, {high:.2f}]"
    yield from (f"same vote: {one.told}" for one in of.agreements)
    if isinstance(of.whole, Ratings):
        yield from (f"{one.name} was worth {one.told}, which ratings are free of" for one in of.whole.effects)

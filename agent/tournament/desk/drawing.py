"""The draw of a round, made from what is known before it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from agent.tournament.core.events import DrawMade, Drawn, Event, TeamEntered
from agent.tournament.core.lots import lots
from agent.tournament.core.people import Kind, TournamentTeam
from agent.tournament.core.plan import DrawRules, How, Sides, Style
from agent.tournament.core.records import DebateRecord, RoundPhase, RoundRecord
from agent.tournament.core.state import Tournament
from agent.tournament.draw.circle import round_robin
from agent.tournament.draw.contenders import Contender, Draw
from agent.tournament.draw.knockout import knockout, seats
from agent.tournament.draw.positions import rooms_of_four
from agent.tournament.draw.power import power_pairing
from agent.tournament.standings.ranking import Ranked
from agent.tournament.standings.tally import TeamTally, tallies
from agent.tournament.standings.teams import team_standings
from config.errors import RuleError

SWING = "Swing"


def contenders(record: Tournament, number: int) -> list[Contender]:
    """Who takes part in a round, by rank; equal ones in the order of the lot, swing teams last."""

    def before(one: RoundRecord) -> bool:
        return one.number < number

    rows = team_standings(record, before)
    known = tallies(record, before)
    order = _order(record, rows, number)
    order += [name for name, team in record.teams.items() if team.swing]
    rank = {name: place for place, name in enumerate(order)}
    first = record.rules.team_metrics[0]
    points = {row.one.name: row.values[first] or 0.0 for row in rows}
    here = set(record.drawable)
    return [
        _contender(record, known[name], rank, points.get(name, _points(known[name], first)))
        for name in order
        if name in here
    ]


def _order(record: Tournament, rows: Sequence[Ranked[TeamTally]], number: int) -> list[str]:
    lot = lots(record.seed, f"order {number}").permutation(len(rows))
    seed = {name: team.seed or 0 for name, team in record.teams.items()}
    keyed = sorted(zip(rows, lot, strict=True), key=lambda pair: (pair[0].rank, seed[pair[0].one.name], pair[1]))
    return [row.one.name for row, _ in keyed]


def _points(tally: TeamTally, metric: str) -> float:
    return tally.points if metric == "points" else tally.wins


def _contender(record: Tournament, tally: TeamTally, rank: dict[str, int], points: float) -> Contender:
    team = record.teams[tally.name]
    met = {name: tally.met.count(name) for name in {*tally.met}}
    return Contender(
        name=tally.name,
        rank=rank[tally.name],
        points=points,
        institution=team.institution,
        sides=tuple(tally.sides) or (0,) * record.rules.style.size,
        met=met,
        avoid=frozenset({team.institution, *team.institution_conflicts} - {""}),
        pulled=tally.pulled,
        byes=tally.byes,
        seed=team.seed,
        swing=team.swing,
        opposition=fmean(rank[name] for name in tally.met) if tally.met else 0.0,
    )


def draw_round(record: Tournament, number: int, by: str = "", *, incomplete: bool = False) -> list[Event]:
    """The entries that draw a round: swing teams, if any are lacking, and the draw.

    Args:
        incomplete: whether debates of the round before may be without a result.

    Raises:
        RuleError: it cannot be drawn now: why, and what to do.
    """
    one = record.round(number)
    if one.phase not in (RoundPhase.PLANNED, RoundPhase.DRAWN):
        raise RuleError(f"{one.plan.name} is {one.phase.value}: its draw stands; change single debates, with a reason")
    if one.plan.how is How.MANUAL:
        raise RuleError(f"{one.plan.name} is drawn by hand: name its debates")
    waiting = _waiting(record, number)
    if waiting and (not incomplete or not _apart(record, one)):
        raise RuleError(f"{record.rounds[number - 1].plan.name} has no result yet of {', '.join(waiting)}")
    swings = [] if one.plan.elimination else _swing_teams(record, by)
    if swings:
        record = record.copied()
        for entry in swings:
            record.apply(entry.model_copy(update={"seq": record.seq}))
        one = record.round(number)
    seed = f"{record.seed}-{number}-{sum(isinstance(e, DrawMade) and e.round == number for e in record.log)}"
    made = _drawn(record, one, seed)
    debates, roomless = with_rooms(record, made.debates, record.beside(number))
    remarks = (*made.remarks, *(f"{team.team.name} fills the field and does not break" for team in swings), *roomless)
    return [
        *swings,
        DrawMade(
            by=by,
            round=number,
            debates=debates,
            byes=made.byes,
            through=made.through,
            without=tuple(waiting),
            remarks=remarks,
            seed=seed,
            cost=made.cost,
        ),
    ]


def _apart(record: Tournament, one: RoundRecord) -> bool:
    """Whether it does not build on the round before: as a knockout of another category does not."""
    return not one.plan.elimination or record.rounds[one.number - 1].plan.category not in ("", one.plan.category)


def _waiting(record: Tournament, number: int) -> list[str]:
    return [debate.id for debate in record.rounds[number - 1].open] if number else []


def _drawn(record: Tournament, one: RoundRecord, seed: str) -> Draw:
    rules, plan = record.rules.draw, one.plan
    if plan.elimination:
        return _knockout(record, one, rules, seed)
    field = contenders(record, one.number)
    if len(field) < record.rules.style.size:
        raise RuleError(f"{len(field)} teams take part: a debate has {record.rules.style.size}")
    if record.rules.style is Style.BP:
        return rooms_of_four(field, plan.how, rules, plan.label, seed)
    if plan.how is How.ROUND_ROBIN:
        return _round_robin(record, one, field)
    turns = [other.number for other in record.rounds if other.plan.how is How.RISING]
    step = turns.index(one.number) / len(turns) if plan.how is How.RISING else 0.0
    return power_pairing(field, plan.how, rules, plan.label, seed, step)


def _round_robin(record: Tournament, one: RoundRecord, field: Sequence[Contender]) -> Draw:
    """The circle is made of those who are in from the beginning, in the order in which they were entered."""
    place = {name: number for number, name in enumerate(record.teams)}
    turn = sum(other.plan.how is How.ROUND_ROBIN for other in record.rounds[: one.number])
    return round_robin(sorted(field, key=lambda team: place[team.name]), turn, one.plan.label)


def _knockout(record: Tournament, one: RoundRecord, rules: DrawRules, seed: str) -> Draw:
    slug = one.plan.category
    alive = record.survivors(slug, one.number)
    turn = [other.number for other in record.knockouts(slug)].index(one.number)
    known = {team.name: team for team in contenders(record, one.number)}
    known |= {name: Contender(name) for name in alive.values() if name not in known}
    by_lot = rules.model_copy(update={"sides": Sides.RANDOM})
    size = seats(len(record.breaks[slug]), turn)
    locked = _locked(record, one.number) if rules.side_locks else {}
    return knockout(alive, size, known, by_lot, record.rules.style, one.plan.label, seed, locked)


def _locked(record: Tournament, number: int) -> dict[frozenset[str], str]:
    """Of two who met an odd number of times before knockouts: who was con more often, and is pro now."""
    met: dict[frozenset[str], Counter[str]] = {}
    for one in record.rounds[:number]:
        for debate in one.debates.values() if not one.plan.elimination else ():
            met.setdefault(frozenset(debate.teams), Counter())[debate.teams[1]] += 1
    return {pair: con.most_common(1)[0][0] for pair, con in met.items() if con.total() % 2}


def _swing_teams(record: Tournament, by: str) -> list[TeamEntered]:
    """As many as fill the field, where the rules have them fill it."""
    size = record.rules.style.size
    lacking = -len(record.drawable) % size
    if not lacking or record.rules.draw.odd == "bye":
        return []
    if record.rules.draw.odd == "refuse":
        raise RuleError(f"{len(record.drawable)} teams do not fill debates of {size}: {lacking} more are needed")
    taken = {name for name in record.teams if name.startswith(SWING)}
    names = (f"{SWING} {number}" for number in range(1, len(taken) + lacking + 1))
    free = [name for name in names if name not in taken][:lacking]
    seat = record.rules.draw.swing_seat
    return [TeamEntered(by=by, team=TournamentTeam(name=name, swing=True, seat=seat)) for name in free]


def with_rooms(
    record: Tournament, debates: Sequence[Drawn], beside: Sequence[DebateRecord] = ()
) -> tuple[tuple[Drawn, ...], tuple[str, ...]]:
    """The best rooms for the most important debates, but for those of debates `beside` them; what is said of those that
    have none."""
    taken = {debate.drawn.room for debate in beside}
    free = [name for name in record.present(Kind.ROOM, record.rooms) if name not in taken]
    rooms = sorted(free, key=lambda name: -record.rooms[name].priority)
    order = sorted(range(len(debates)), key=lambda place: (-debates[place].importance, -debates[place].bracket))
    given = dict(zip(order, rooms, strict=False))
    made = tuple(
        one.model_copy(update={"room": given[place]}) if place in given else one for place, one in enumerate(debates)
    )
    lacking = [one.id for one in made if not one.room] if rooms else []
    return made, (f"no room is left for {', '.join(lacking)}",) if lacking else ()

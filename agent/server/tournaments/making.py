"""Tournaments that are asked for: by a plan, by sheets, or the mock one; and what is wrong with them, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from agent.server.contracts.tournament_making import (
    MockOrder,
    PastedSheet,
    PlanOrder,
    SheetCount,
    SheetPreview,
    WrongLine,
)
from agent.server.hold.orders import Orders
from agent.tournament.core.events import AdjudicatorEntered, Event, TeamChanged, TeamEntered, TournamentCreated
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.core.state import Tournament
from agent.tournament.files.importing import Preview, preview
from agent.tournament.files.mock import mock_plan, teams_of
from agent.tournament.files.plan_file import Participants, plan_from
from agent.tournament.files.sheets import OTHER_NAMES, SHEETS
from agent.tournament.running.judging import judge_for
from config.errors import ConfigError, RostrumError, UnknownName, UsageError, first_fault, in_one_line
from config.settings import AiSeat, Settings
from planning.methods import registry

BREAK = "open"


class Making:
    """What may be made on this server, by its settings."""

    def __init__(self, settings: Settings, orders: Orders) -> None:
        self._settings, self._orders = settings, orders

    def planned(self, order: PlanOrder) -> tuple[TournamentPlan, Participants]:
        """Raises UsageError: the plan is wrong, with the place in it."""
        if order.plan.strip():
            try:
                plan, people = plan_from(order.plan, "the plan")
            except ConfigError as error:  # it is no setting of this server's that is wrong
                raise UsageError(str(error)) from error
        else:
            plan, people = _plan_of(order), Participants()
        if order.name:
            plan = plan.model_copy(update={"name": order.name})
        self._check_plan(plan)
        return plan, people

    def previewed(self, order: PlanOrder) -> SheetPreview:
        """What would be made, and each line that is wrong; nothing is."""
        try:
            plan, people = self.planned(order)
        except UsageError as error:
            wrong = WrongLine(sheet="plan", line=0, told=in_one_line(error))
            return SheetPreview(done=False, name=order.name, entries=0, known=0, counts=(), wrong=(wrong,))
        record, wrong_people = self._tried(plan, people, order.by)
        found = preview(record, _sheets(order.sheets), order.by)
        told = self.told(found, plan.name, done=False)
        counts = tuple(SheetCount(sheet=kind, lines=lines) for kind, lines in _counts(people).items() if lines)
        return told.model_copy(
            update={
                "entries": told.entries + record.seq - 1,
                "counts": (*counts, *told.counts),
                "wrong": (*wrong_people, *told.wrong),
            }
        )

    def brought(self, order: PlanOrder, people: Participants, record: Tournament) -> Iterable[Event]:
        """Who takes part, as entries. Raises UsageError: the first line that is wrong."""
        entries = list(people.entries(order.by))
        found = preview(_applied(record.copied(), entries), _sheets(order.sheets), order.by)
        if found.faults:
            raise UsageError(f"{found.faults[0]}{_more(len(found.faults))}")
        return self.checked([*entries, *found.entries])

    def mock(self, order: MockOrder) -> tuple[TournamentPlan, Participants]:
        """Raises UsageError: there is no such format, or somebody is named twice."""
        if twice := [name for name, times in Counter(order.people).items() if times > 1]:
            raise UsageError(f"{twice[0]} is named twice: tell them apart")
        try:
            teams = teams_of(order.people, order.together)
        except ValidationError as error:
            raise UsageError(f"people: {first_fault(error)}") from error
        ais = 8 if not teams and order.ai_teams else order.ai_teams
        plan, people = mock_plan(teams, ais, order.name, order.format)
        plan = plan.model_copy(update={"by_itself": order.by_itself})
        self._check_plan(plan)
        return plan, people

    def mocked(self, order: MockOrder, people: Participants, record: Tournament) -> Iterable[Event]:
        """With a judge that this server has."""
        judge = AdjudicatorEntered(by=order.by, adjudicator=judge_for(self._settings))
        return self.checked([*people.entries(order.by), judge])

    def sheets(self, sheets: Sequence[PastedSheet], by: str, record: Tournament) -> Preview:
        """What they would enter. Raises UsageError: there is no such kind of sheet, or a seat that is none of an AI."""
        found = preview(record, _sheets(sheets), by)
        self.checked(found.entries)
        return found

    def told(self, found: Preview, name: str, *, done: bool) -> SheetPreview:
        return SheetPreview(
            done=done,
            name=name,
            entries=len(found.entries),
            known=found.known,
            counts=tuple(SheetCount(sheet=kind, lines=lines) for kind, lines in found.counts.items()),
            wrong=tuple(WrongLine(sheet=one.sheet, line=one.line, told=one.reason) for one in found.faults),
        )

    # -- what may be asked for here ----------------------------------------------------------------

    def checked(self, entries: Iterable[Event]) -> list[Event]:
        """The same; whoever is no person is an AI that this server has. Raises UsageError, UnknownName."""
        found = list(entries)
        for entry in found:
            if isinstance(entry, TeamEntered | TeamChanged) and entry.team.seat:
                self._check_seat(entry.team.name, entry.team.seat)
        return found

    def _check_seat(self, team: str, text: str) -> None:
        """Nobody outside names a file or an address of this machine."""
        try:
            seat = AiSeat.parse(text)
            registry.check_parts(seat.method, seat.without)
        except UsageError as error:
            raise UsageError(f"{team}: only AIs and people sit in tournaments of a server: {error}") from error
        if seat.model and seat.model not in (known := self._settings.serving.models):
            raise UnknownName("models", seat.model, known or ["none"], "the server's settings name them under serving")
        if seat.voice and not self._orders.may_speak(seat.voice):
            raise UsageError(f"{team}: this server has no voice {seat.voice}")

    def _check_plan(self, plan: TournamentPlan) -> None:
        self._orders.format_view(plan.format)
        self._check_seat("draw.swing_seat", plan.draw.swing_seat)

    def _tried(self, plan: TournamentPlan, people: Participants, by: str) -> tuple[Tournament, tuple[WrongLine, ...]]:
        """A tournament that is not kept, with whoever can be entered."""
        record = _applied(Tournament(), [TournamentCreated(by=by, plan=plan, seed="preview")])
        wrong = []
        for entry in people.entries(by):
            try:
                self.checked([entry])
                _applied(record, [entry])
            except RostrumError as error:
                wrong.append(WrongLine(sheet="plan", line=0, told=in_one_line(error)))
        return record, tuple(wrong)


def _plan_of(order: PlanOrder) -> TournamentPlan:
    rounds = [
        {"name": f"Round {number}", "short": f"R{number}", "how": "random" if number == 1 else "power"}
        for number in range(1, order.rounds + 1)
    ]
    raw: dict[str, object] = {"name": order.name, "rounds": rounds}
    if order.break_size:
        raw["breaks"] = [{"name": "Open", "slug": BREAK, "size": order.break_size}]
        raw["rounds"] = [*rounds, *_knockouts(order.break_size)]
    raw |= {"preset": order.preset} if order.preset else {}
    raw |= {"format": order.format} if order.format else {}
    try:
        return TournamentPlan.model_validate(raw)
    except ValidationError as error:
        raise UsageError(first_fault(error)) from error


def _knockouts(size: int) -> list[dict[str, str]]:
    """As many as it takes from so many teams to one, two at a time."""
    names = {1: ("Final", "F"), 2: ("Semi-finals", "SF"), 3: ("Quarter-finals", "QF"), 4: ("Octo-finals", "OF")}
    count = max(1, (size - 1).bit_length())
    found = []
    for left in range(count, 0, -1):
        name, short = names.get(left, (f"Round of {2**left}", f"K{2**left}"))
        found.append({"name": name, "short": short, "how": "knockout", "category": BREAK})
    return found


def _sheets(sheets: Sequence[PastedSheet]) -> list[tuple[str, str]]:
    """Raises UnknownName: there is no such kind."""
    found = []
    for one in sheets:
        kind = OTHER_NAMES.get(one.kind, one.kind)
        if kind not in SHEETS:
            raise UnknownName("sheet", one.kind, [*SHEETS, *OTHER_NAMES])
        found.append((kind, one.text))
    return found


def _applied(record: Tournament, entries: Iterable[Event]) -> Tournament:
    for entry in entries:
        record.apply(entry.model_copy(update={"seq": record.seq}))
    return record


def _counts(people: Participants) -> dict[str, int]:
    return {name: len(getattr(people, name)) for name in Participants.model_fields}


def _more(faults: int) -> str:
    return f" and {faults - 1} more" if faults > 1 else ""

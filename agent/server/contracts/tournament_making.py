"""A tournament that is to be made, and sheets that are entered: what is asked, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from agent.server.contracts.contract import Contract, OneLine

SHEET_CHARACTERS = 400_000
MOST_TEAMS, MOST_ROUNDS = 64, 9

Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60), OneLine]


class PastedSheet(Contract):
    """Lines of a sheet: csv, or tabs as they are pasted. `kind`: teams, speakers, adjudicators, venues, motions,
    institutions, and others of Tabbycat's names."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,40}$")]
    text: Annotated[str, StringConstraints(max_length=SHEET_CHARACTERS)]


class PlanOrder(Contract):
    """A tournament that is to be made: by a plan in YAML, or by a name, a preset and sheets.

    `plan`: the text of a file as `rostrum tournament create` takes it; `preset` and `rounds` (preliminary ones, by
    power pairing) with a break of `break_size` teams, 0 for none, where there is no plan.
    """

    by: Said
    plan: Annotated[str, StringConstraints(max_length=SHEET_CHARACTERS)] = ""
    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), OneLine] = ""
    preset: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{0,40}$")] = ""
    format: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{0,60}$")] = ""
    rounds: int = Field(default=3, ge=1, le=MOST_ROUNDS)
    break_size: int = Field(default=2, ge=0, le=MOST_TEAMS)
    sheets: tuple[PastedSheet, ...] = Field(default=(), max_length=20)

    @model_validator(mode="after")
    def _one_way(self) -> PlanOrder:
        if not self.plan.strip() and not self.name:
            raise ValueError("send a plan, or a name")
        return self


class MockOrder(Contract):
    """A mock tournament: three rounds and a final. `people`: names of those who debate, `together` of them in a team:
    one against seven AIs, or a class of 24 in rooms of four (`ai_teams` 0, `together` 2). With nobody named AIs debate
    alone. AIs speak by the server's language model where one is set, else from their rehearsal trees. `by_itself`: each
    round is drawn, released, started, closed and published as soon as it can be, without a director."""

    by: Said = "director"
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), OneLine] = (
        "Mock tournament"
    )
    people: tuple[Said, ...] = Field(default=(), max_length=MOST_TEAMS)
    ai_teams: int = Field(default=7, ge=0, le=8)
    together: int = Field(default=1, ge=1, le=4)
    by_itself: bool = False
    format: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,60}$")] = "sprint"


class SheetOrder(Contract):
    """Sheets for a tournament that is there. `preview`: only tell; `skip_wrong`: enter the lines that are right."""

    by: Said
    sheets: tuple[PastedSheet, ...] = Field(min_length=1, max_length=20)
    skip_wrong: bool = False
    preview: bool = True


class WrongLine(Contract):
    """`line`: from 1, 0 where it is no single one."""

    sheet: str
    line: int
    told: str


class SheetCount(Contract):
    sheet: str
    lines: int


class SheetPreview(Contract):
    """What sheets or a plan bring. `entries`: how many would be made, or were; `known`: that are there already."""

    done: bool
    name: str
    entries: int
    known: int
    counts: tuple[SheetCount, ...]
    wrong: tuple[WrongLine, ...]

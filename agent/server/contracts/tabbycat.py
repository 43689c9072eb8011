"""A tournament that goes to a Tabbycat, or comes from one: what is asked, and how far it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, SecretStr, StringConstraints

from agent.server.contracts.contract import Contract, OneLine
from agent.server.contracts.tournament_links import TournamentMade
from agent.server.contracts.tournament_making import Said

Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), OneLine]
Slug = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9_-]{0,100}$")]
Token = Annotated[SecretStr, Field(min_length=1, max_length=200)]


class SendOrder(Contract):
    """Send it to the tournament `slug` of the Tabbycat at `address`, the one that it came from or went to before where
    both are empty. `token`: of a user there; nothing keeps it. `settings`: set its rules there to those here, too;
    `overwrite`: what was changed there since gives way. `preview`: only tell what would be sent."""

    address: Address = ""
    slug: Slug = ""
    token: Token
    settings: bool = False
    overwrite: bool = False
    preview: bool = False


class SendingState(StrEnum):
    NONE = "none"
    GOING = "going"
    WHOLE = "whole"  # all of it is there
    PART = "part"  # some of it is not
    PREVIEWED = "previewed"
    FAILED = "failed"  # nothing could be looked at


class SendingView(Contract):
    """How far it is, of the last that was asked for since this server was started. `address`, `slug`: where it goes, or
    went before. `done` of `steps`, or 0 while it is being looked at what is there. `would`: what would be sent;
    `refused`, `unreached`: what was not, `left`: with the reason; `hints`: what may come in the way; `unchanged`: how
    much was there already. `told`: why it failed, or stopped."""

    state: SendingState = SendingState.NONE
    address: str = ""
    slug: str = ""
    steps: int = 0
    done: int = 0
    last: str = ""
    would: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    unchanged: int = 0
    told: str = ""


class BringOrder(Contract):
    """Make a tournament from one of a Tabbycat, as `SendOrder` names it. `name`: of the tournament here, else as there.
    `preview`: only tell what would come."""

    by: Said
    address: Address
    slug: Slug = ""
    token: Token
    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), OneLine] = ""
    preview: bool = False


class BroughtView(Contract):
    """What comes from there. `remarks`: what is left out, and what to know. `made`: null in a preview."""

    name: str
    teams: int
    adjudicators: int
    rounds: int
    debates: int
    decided: int
    remarks: tuple[str, ...]
    made: TournamentMade | None = None

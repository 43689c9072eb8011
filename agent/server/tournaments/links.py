"""Private links of a tournament: a word for the director, each team, each speaker, each adjudicator and each room.

A word is made from a key of the tournament and whom it is for, so that it can be printed again and none has to be
kept. Whoever has it may do the least that they need: see their own debate and enter it, or cast their own ballot. A
link that is made anew makes the old one worthless.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.running.files.folder import write_whole
from agent.server.access import NotAllowed
from agent.server.contracts.tournament_links import LinkRole
from agent.tournament.core.people import Kind
from agent.tournament.core.state import Tournament
from config.errors import LogError, UnknownName, first_fault

FILE = "links.json"
KEY_BYTES, WORD_BYTES = 32, 15  # a word has 120 bits
NAMED = {LinkRole.TEAM: Kind.TEAM, LinkRole.ADJUDICATOR: Kind.ADJUDICATOR, LinkRole.ROOM: Kind.ROOM}


class UnknownLink(NotAllowed):
    """A word that opens nothing, or not any more."""


@dataclass(frozen=True)
class Holder:
    """Whom a link is for. `name`: empty for the director; `team`: of a speaker."""

    role: LinkRole
    name: str = ""
    team: str = ""

    @property
    def sits_for(self) -> str:
        """The team whose debates are theirs; empty for whoever does not debate."""
        return self.name if self.role is LinkRole.TEAM else self.team


class KeptLinks(BaseModel):
    """The content of links.json. `renewed`: how often each was made anew."""

    model_config = ConfigDict(frozen=True)

    key: str
    renewed: dict[str, int] = {}


class Links:
    """The links of the tournament in a folder. Raises LogError: they cannot be read, or written."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept = _read(self._path) or self._write(KeptLinks(key=secrets.token_hex(KEY_BYTES)))
        self._known: dict[str, Holder] = {}
        self._known_at: tuple[int, int] = (-1, -1)

    def word(self, holder: Holder) -> str:
        """24 small letters and digits."""
        label = _label(holder)
        told = f"{label}\n{self._kept.renewed.get(label, 0)}"
        digest = hmac.digest(bytes.fromhex(self._kept.key), told.encode(), hashlib.sha256)
        return base64.b32encode(digest[:WORD_BYTES]).decode().lower()

    def holder(self, word: str, record: Tournament) -> Holder:
        """Whom it is for. Raises UnknownLink."""
        at = record.seq, sum(self._kept.renewed.values())
        if self._known_at != at:
            self._known, self._known_at = {self.word(one): one for one in holders(record)}, at
        found = self._known.get(word)
        if found is None:
            raise UnknownLink("this link is not known any more: ask the director for a new one")
        return found

    def renew(self, holder: Holder) -> str:
        """The new word. Raises LogError."""
        label = _label(holder)
        renewed = {**self._kept.renewed, label: self._kept.renewed.get(label, 0) + 1}
        self._kept = self._write(self._kept.model_copy(update={"renewed": renewed}))
        return self.word(holder)

    def _write(self, kept: KeptLinks) -> KeptLinks:
        write_whole(self._path, kept.model_dump_json())
        return kept


def holders(record: Tournament, role: LinkRole | None = None) -> Iterator[Holder]:
    """Everybody for whom there is a link, or those of one role; what is no person needs none."""
    people = {name: team for name, team in record.teams.items() if not team.seat}
    every = {
        LinkRole.DIRECTOR: [("", "")],
        LinkRole.TEAM: [(name, "") for name in people],
        LinkRole.SPEAKER: [(one.name, name) for name, team in people.items() for one in team.speakers],
        LinkRole.ADJUDICATOR: [(name, "") for name, one in record.adjudicators.items() if one.kind.value == "person"],
        LinkRole.ROOM: [(name, "") for name in record.rooms],
    }
    for one, names in every.items():
        if role in (None, one):
            yield from (Holder(one, name, team) for name, team in names)


def holder_named(record: Tournament, role: LinkRole, name: str, team: str = "") -> Holder:
    """Raises UnknownName: nobody of that name has a link of that role."""
    there = [*holders(record, role)]
    if role is LinkRole.SPEAKER:
        found = Holder(role, name, record.name(Kind.TEAM, team))
        there = [one for one in there if one.team == found.team]
    else:
        found = Holder(role, record.name(NAMED[role], name) if role in NAMED else "")
    if found not in there:
        raise UnknownName(f"{role.value} with a link", name, [one.name for one in there])
    return found


def _label(holder: Holder) -> str:
    return "\n".join(filter(None, (f"{holder.role.value}\n{holder.name}", holder.team)))


def _read(path: Path) -> KeptLinks | None:
    try:
        return KeptLinks.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise LogError(f"{path}: {first_fault(error)}") from error

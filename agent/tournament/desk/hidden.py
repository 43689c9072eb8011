"""Names that are not told to the public: the same tournament with codes in their place. Pure.

Entries are rewritten and played anew, so that whatever is told of the record that comes of it (a draw, a result in
words, a ballot, standings) has codes in it and nothing else. In texts that people wrote, a name is found where it is
written as it was entered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from agent.tournament.core.events import EVENT, Event
from agent.tournament.core.people import Kind, folded
from agent.tournament.core.records import TournamentRecord
from agent.tournament.core.state import Tournament
from config.errors import LogError, RostrumError

TEAMS = {"teams", "pulled", "byes", "through", "absent", "team", "team_conflicts", "source", "by"}
TEXTS = {"reason", "why", "remarks", "comment", "note"}
PRIVATE = {"email": "", "gender": ""}
OF_TEAM = {"institution": "", "prefix": False, "institution_conflicts": ()}
ASIDE = {"tournament_created", "round_added", "motion_entered", "room_entered", "institution_entered"}


@dataclass(frozen=True)
class HiddenNames:
    """Codes by names. `speakers`: by (team, name); all of a team that is hidden have one."""

    teams: Mapping[str, str] = field(default_factory=dict)
    speakers: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: TournamentRecord) -> HiddenNames:
        """A team that is named after a speaker who is hidden is hidden with them."""
        every = [(team, speaker.name) for team, one in record.teams.items() for speaker in one.speakers]
        alone = [(team, who) for team, who in record.hidden if who]
        named = [team for team, who in alone if re.search(_word(who), team)]
        teams = dict.fromkeys([*(team for team, who in record.hidden if not who), *named])
        taken = {folded(name) for name in (*record.teams, *(who for _, who in every))}
        codes = {team: _code(f"{record.seed}\n{team}", "Team", taken) for team in teams}
        hidden = dict.fromkeys([*alone, *(one for one in every if one[0] in teams)])
        return cls(codes, {one: _code(f"{record.seed}\n{one[0]}\n{one[1]}", "Speaker", taken) for one in hidden})

    def __bool__(self) -> bool:
        return bool(self.teams or self.speakers)

    def team(self, name: str) -> str:
        """As the public has it."""
        return self.teams.get(name, name)

    def speaker(self, team: str, name: str) -> str:
        """The same; also of somebody who was not entered and spoke for a team that is hidden."""
        if name and team in self.teams and (team, name) not in self.speakers:
            return _code(f"{self.teams[team]}\n{name}", "Speaker", set())
        return self.speakers.get((team, name), name)

    def text(self, told: str) -> str:
        """With codes where names stand as words."""
        return self._words.sub(lambda found: self._by_word[found[0]], told) if self else told

    def event(self, event: Event) -> Event:
        """An entry as the public has it."""
        if event.type in ASIDE or not self:
            return event
        raw = event.model_dump()
        told = self._rewritten(raw, "")
        return EVENT.validate_python(told) if told != raw else event

    @cached_property
    def _by_word(self) -> dict[str, str]:
        return {name: code for (_, name), code in self.speakers.items()} | dict(self.teams)

    @cached_property
    def _words(self) -> re.Pattern[str]:
        longest_first = sorted(self._by_word, key=len, reverse=True)
        return re.compile("|".join(map(_word, longest_first)))

    def _rewritten(self, value: Any, key: str, team: str = "") -> Any:
        """A part of an entry that stands under that key. `team`: of the sheet or team that it is in."""
        if isinstance(value, dict):
            return self._of_mapping(value, key, team)
        if isinstance(value, list | tuple):
            return tuple(self._rewritten(one, key, team) for one in value)
        if not isinstance(value, str):
            return value
        if key in TEXTS:
            return self.text(value)
        if key == "speaker":
            return self.speaker(team, value)
        return self.team(value) if key in TEAMS else value

    def _of_mapping(self, value: dict[str, Any], key: str, team: str) -> dict[str, Any]:
        if key == "speakers":
            return self._speaker_entered(value, team)
        of = value.get("name" if key == "team" else "team")
        team = of if isinstance(of, str) else team
        told = {name: self._rewritten(one, name, team) for name, one in value.items()}
        if key == "team" or value.get("kind") == Kind.TEAM:
            told["name"] = self.team(value["name"])
        return told | OF_TEAM if key == "team" and team in self.teams else told

    def _speaker_entered(self, value: dict[str, Any], team: str) -> dict[str, Any]:
        code = self.speaker(team, value["name"])
        return value if code == value["name"] else value | PRIVATE | {"name": code}


class PublicRecord:
    """The record as everybody may have it, kept up while a tournament goes on."""

    def __init__(self) -> None:
        self._names, self._made = HiddenNames(), Tournament()

    def of(self, record: Tournament) -> Tournament:
        """Itself where nothing is hidden. Raises LogError: it cannot be made, and nothing is told."""
        names = HiddenNames.of(record)
        if not names:
            return record
        if names != self._names or self._made.seq > record.seq:
            self._names, self._made = names, Tournament()
        try:
            for event in self._rest(record):
                self._made.apply(event)
        except RostrumError as error:
            self._made = Tournament()
            raise LogError(f"what is public cannot be told without names that are hidden: {error}") from error
        return self._made

    def _rest(self, record: Tournament) -> Iterator[Event]:
        for event in record.log[self._made.seq :]:
            yield self._names.event(event)


def _word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _code(of: str, kind: str, taken: set[str]) -> str:
    """`Team 4711`: always the same, and like no other name; it becomes taken."""
    number = int.from_bytes(hashlib.sha256(of.encode()).digest()[:6], "big")
    while folded(code := f"{kind} {1000 + number % 9000}") in taken:
        number += 1
    taken.add(folded(code))
    return code

"""Where in Tabbycat everything of ours is: by what was remembered, else by its name. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agent.tournament.core.people import JudgeKind, folded
from agent.tournament.core.state import Tournament
from agent.tournament.exchange.tabbycat.api import place
from agent.tournament.exchange.tabbycat.reading import MARKS
from agent.tournament.exchange.tabbycat.there import There
from config.errors import RuleError

KINDS = (
    "institution", "break", "speaker category", "venue category", "team", "speaker", "adjudicator", "room", "motion",
    "round",
)  # fmt: skip
MARK_OF = {kind: mark for mark, kind in MARKS.items()}


class Places(dict[str, dict[str, str]]):
    """Addresses by kind and name; of speakers by `team/name`."""

    def url(self, kind: str, name: str) -> str:
        """Raises RuleError: it is not there."""
        if not (found := self[kind].get(name)):
            raise RuleError(f"{kind} {name} is not there")
        return found

    def urls(self, kind: str, names: Iterable[str]) -> list[str]:
        return [self.url(kind, name) for name in names]

    def remembered(self) -> dict[str, dict[str, str]]:
        return {kind: {name: place(url) for name, url in some.items()} for kind, some in self.items()}


def name_there(name: str, kind: JudgeKind) -> str:
    """An adjudicator's: what is no person says so in its name."""
    mark = MARK_OF.get(kind, "")
    return name if name.endswith(mark) else f"{name}{mark}"


def places_of(record: Tournament, there: There, remembered: Mapping[str, Mapping[str, str]]) -> Places:
    """Of everything of ours that is there."""
    known = {
        "institution": _known(there, [(one.url, one.code) for one in there.institutions]),
        "break": _known(there, [(one.url, one.name) for one in there.breaks_known]),
        "speaker category": _known(there, [(one.url, one.name) for one in there.speaker_categories]),
        "venue category": _known(there, [(one.url, "") for one in there.venue_categories]),
        "team": _known(there, [(one.url, one.long_name) for one in there.teams]),
        "adjudicator": _known(there, [(one.url, "") for one in there.adjudicators]),
        "room": _known(there, [(one.url, "") for one in there.venues]),
        "motion": _known(there, [(one.url, one.text) for one in there.motions]),
        "round": _known(there, [(one.url, one.abbreviation) for one in there.rounds]),
    }
    wanted: dict[str, dict[str, tuple[str, ...]]] = {
        "institution": {name: (name,) for name in record.institutions},
        "break": {one.slug: (one.slug, one.name) for one in record.rules.breaks},
        "speaker category": {name: (name,) for name in speaker_categories(record)},
        "venue category": {name: (name,) for name in sites(record)},
        "team": {name: (name,) for name in record.teams},
        "adjudicator": {name: (name_there(name, one.kind),) for name, one in record.adjudicators.items()},
        "room": {name: (name,) for name in record.rooms},
        "motion": {name: (name, one.text) for name, one in record.motions.items()},
        "round": {one.plan.name: (one.plan.name, one.label) for one in record.rounds},
    }
    found = Places({kind: {} for kind in KINDS})
    for kind, names in wanted.items():
        urls, by_place = known[kind], {place(url): url for url in known[kind].values()}
        for name, spellings in names.items():
            linked = by_place.get(remembered.get(kind, {}).get(name, "?"))
            url = linked or next((urls[folded(one)] for one in spellings if folded(one) in urls), None)
            if url and url not in found[kind].values():
                found[kind][name] = url
    _speakers(record, there, found)
    return found


def _known(there: There, some: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Addresses by folded names: the names that they have here, and where those say nothing, a second one."""
    listed = list(some)
    first = {folded(there.name(url)): url for url, _ in listed}
    return {folded(other): url for url, other in listed if other} | first


def _speakers(record: Tournament, there: There, found: Places) -> None:
    teams = {one.url: one for one in there.teams}
    for team, url in found["team"].items():
        names = {folded(there.name(speaker.url)): speaker.url for speaker in teams[url].speakers}
        for speaker in record.teams[team].speakers:
            if folded(speaker.name) in names:
                found["speaker"][f"{team}/{speaker.name}"] = names[folded(speaker.name)]


def speaker_categories(record: Tournament) -> list[str]:
    some = [category for team in record.teams.values() for one in team.speakers for category in one.categories]
    return list(dict.fromkeys(some))


def sites(record: Tournament) -> list[str]:
    """Buildings, each once; a room of several names them with commas."""
    return list(dict.fromkeys(site for room in record.rooms.values() for site in sites_of(room.site)))


def sites_of(site: str) -> list[str]:
    return [one.strip() for one in site.split(",") if one.strip()]

"""A server on loopback that answers as Tabbycat's API is described: paths, tokens, references, refusals, ballots.

It was written from a description of that API, not from a running one, and shows how we behave towards what is
described. On demand it fails: `fail("POST", "/ballots", "lost")`. `python -m tests.tabbycat_counterpart` serves one.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

ROOT, TOKEN = "/api/v1", "0123456789abcdef0123456789abcdef01234567"
GLOBAL = ("institutions",)
Row = dict[str, Any]

DEFAULTS: Mapping[str, Row] = {
    "institutions": {"region": None, "venue_constraints": []},
    "break-categories": {"is_general": False, "priority": 0, "rule": "standard", "limit": 0},
    "speaker-categories": {"public": True, "limit": 0},
    "venue-categories": {"description": "", "venues": []},
    "teams": {
        "institution": None, "use_institution_prefix": False, "institution_conflicts": [], "break_categories": [],
        "seed": None, "speakers": [], "emoji": None, "code_name": "x",
    },
    "speakers": {"email": None, "gender": "", "phone": None, "pronoun": "", "anonymous": False},
    "adjudicators": {
        "base_score": 0.0, "trainee": False, "independent": False, "adj_core": False, "email": None, "gender": "",
        "breaking": False,
    },
    "venues": {"priority": 0},
    "motions": {"info_slide": "", "reference": ""},
    "rounds": {
        "abbreviation": "", "stage": "P", "draw_type": "P", "draw_status": "N", "break_category": None, "weight": 1,
        "feedback_weight": 0, "silent": False, "completed": False, "motions_released": False, "starts_at": None,
    },
    "pairings": {
        "venue": None, "adjudicators": None, "bracket": 0, "room_rank": 0, "importance": 0, "result_status": "N",
        "sides_confirmed": True, "flags": [],
    },
}  # fmt: skip
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "institutions": ("name", "code"),
    "break-categories": ("name", "slug", "seq", "break_size"),
    "speaker-categories": ("name", "slug", "seq"),
    "venue-categories": ("name", "venues"),
    "teams": ("reference",),
    "speakers": ("name", "team", "categories"),
    "adjudicators": ("name", "institution", "institution_conflicts", "team_conflicts", "adjudicator_conflicts"),
    "venues": ("name", "categories"),
    "motions": ("text", "rounds"),
    "rounds": ("seq", "name", "abbreviation"),
    "pairings": ("teams",),
}
LONGEST = {"code": 20, "abbreviation": 10, "reference": 150, "text": 500}
UNIQUE = {"break-categories": ("slug", "seq"), "speaker-categories": ("slug", "seq"), "rounds": ("seq",)}
REFERENCES: Mapping[str, Mapping[str, str]] = {  # fields that are addresses, of which kind
    "teams": {
        "institution": "institutions", "institution_conflicts": "institutions", "break_categories": "break-categories",
    },
    "speakers": {"team": "teams", "categories": "speaker-categories"},
    "adjudicators": {
        "institution": "institutions", "institution_conflicts": "institutions", "team_conflicts": "teams",
        "adjudicator_conflicts": "adjudicators",
    },
    "venues": {"categories": "venue-categories"},
    "venue-categories": {"venues": "venues"},
    "rounds": {"break_category": "break-categories"},
    "pairings": {"venue": "venues"},
}  # fmt: skip
CHOICES = {"draw_status": "NDCTR", "draw_type": "RMDPES", "stage": "PE", "result_status": "NPDC"}


class Refusal(Exception):
    """An answer that says no."""

    def __init__(self, status: int, said: Any) -> None:
        self.status, self.said = status, said


class Crash(Exception):
    """An answer in HTML, with status 500."""


@dataclass
class Fault:
    """`how`: lost (done, and not answered), dropped (neither), slow, a status, or what is done before the answer."""

    method: str
    path: str
    how: str | int | Callable[[], None]
    times: int = 1
    after: int = 0


def preferences(**more: Any) -> Row:
    return {
        "debate_rules__teams_in_debate": "two",
        "debate_rules__ballots_per_debate_prelim": "per-adj",
        "debate_rules__ballots_per_debate_elim": "per-adj",
        "debate_rules__substantive_speakers": 3,
        "debate_rules__reply_scores_enabled": True,
        "debate_rules__speakers_in_ballots": "always",
        "debate_rules__winners_in_ballots": "none",
        "debate_rules__side_names": "aff-neg",
        "scoring__score_min": 68.0,
        "scoring__score_max": 82.0,
        "scoring__score_step": 1.0,
        "scoring__reply_score_min": 34.0,
        "scoring__reply_score_max": 41.0,
        "scoring__margin_includes_dissenters": False,
        "standings__team_standings_precedence": ["wins", "speaks_sum"],
        "draw_rules__draw_odd_bracket": "pullup_top",
        "draw_rules__draw_pullup_restriction": "none",
        "draw_rules__draw_pairing_method": "slide",
        "draw_rules__draw_side_allocations": "balance",
        "draw_rules__team_history_penalty": 1000,
        "draw_rules__team_institution_penalty": 1,
        "draw_rules__bye_team_selection": "off",
        "draw_rules__bye_team_results": "none",
    } | more


@dataclass
class Counterpart:
    """A site with one tournament. `asked`: methods and paths, as they came; `page`: rows of a list at most."""

    slug: str = "cup"
    settings: Row = field(default_factory=preferences)
    tables: dict[str, dict[str, Row]] = field(default_factory=dict)
    broken: dict[str, list[Row]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    page: int = 0
    last: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def root(self) -> str:
        return f"/tournaments/{self.slug}"

    def fail(self, method: str, path: str, how: str | int | Callable[[], None], times: int = 1, after: int = 0) -> None:
        """The next such requests go wrong; `after`: how many go well before."""
        self.faults.append(Fault(method, path, how, times, after))

    def changes(self) -> list[tuple[str, str]]:
        return [one for one in self.asked if one[0] != "GET"]

    def rows(self, kind: str) -> list[Row]:
        return [row for table, some in self.tables.items() if table.rpartition("/")[2] == kind for row in some.values()]

    # -- requests

    def answer(self, method: str, path: str, query: Mapping[str, list[str]], body: Any) -> tuple[int, Any]:
        if path == self.root:
            return 200, {"url": self.root, "name": "Cup", "short_name": "Cup", "slug": self.slug}
        if path.startswith(f"{self.root}/preferences"):
            return self._preference(method, path, body)
        if path.endswith("/break") and "/break-categories/" in path:
            return self._break(method, path.removesuffix("/break"))
        table, _, last = path.rpartition("/")
        if path in self._lists():
            return self._list(method, path, query, body)
        if table in self._lists() and (row := self.tables.get(table, {}).get(last)) is not None:
            return self._detail(method, table, row, body)
        raise Refusal(404, {"detail": "Not found."})

    def _lists(self) -> set[str]:
        kinds = [kind for kind in REQUIRED if kind not in (*GLOBAL, "pairings")]
        lists = (
            {f"{self.root}/{kind}" for kind in kinds} | {f"/{kind}" for kind in GLOBAL} | {f"{self.root}/institutions"}
        )
        rounds = {f"{self.root}/rounds/{seq}/pairings" for seq in self.tables.get(f"{self.root}/rounds", {})}
        debates = {row["url"] for row in self.rows("pairings")}
        return lists | rounds | {f"{url}/ballots" for url in debates}

    def _list(self, method: str, path: str, query: Mapping[str, list[str]], body: Any) -> tuple[int, Any]:
        if method == "POST" and path != f"{self.root}/institutions":
            return 201, self._shown(path, self._create(path, body))
        if method != "GET":
            raise Refusal(405, {"detail": f'Method "{method}" not allowed.'})
        rows = [self._shown(path, row) for row in self.tables.get(path, {}).values()]
        if not self.page and "limit" not in query:
            return 200, rows
        start, size = int(query.get("offset", ["0"])[0]), int(query.get("limit", [str(self.page)])[0])
        following = f"{path}?limit={size}&offset={start + size}" if start + size < len(rows) else None
        return 200, {"count": len(rows), "next": following, "previous": None, "results": rows[start : start + size]}

    def _detail(self, method: str, table: str, row: Row, body: Any) -> tuple[int, Any]:
        kind = table.rpartition("/")[2]
        if method == "PATCH" and kind == "ballots":
            self._confirm(table, row, body)
        elif method == "PATCH":
            row |= self._checked(table, body, row)
        elif method == "DELETE" and kind == "ballots":
            row["discarded"] = True
        elif method == "DELETE":
            del self.tables[table][row["url"].rpartition("/")[2]]
            return 204, None
        elif method != "GET":
            raise Refusal(405, {"detail": f'Method "{method}" not allowed.'})
        return 200, self._shown(table, row)

    # -- things

    def _create(self, table: str, body: Any) -> Row:
        kind = table.rpartition("/")[2]
        if kind == "ballots":
            return self._ballot(table, body)
        missing = [name for name in REQUIRED[kind] if name not in body]
        if missing:
            raise Refusal(400, {name: ["This field is required."] for name in missing})
        made = dict(DEFAULTS[kind]) | self._checked(table, body, None)
        self.last += 1
        key = str(made["seq"]) if kind == "rounds" else str(self.last)
        made |= {"id": self.last, "url": f"{table}/{key}"}
        if kind == "rounds" and (made["stage"] == "E") is (made["break_category"] is None):
            raise Refusal(400, {"non_field_errors": ["Rounds are elimination iff they have a break category."]})
        if kind == "teams":
            self._team(made)
        if kind == "adjudicators" and made["institution"] not in (None, *made["institution_conflicts"]):
            made["institution_conflicts"] = [*made["institution_conflicts"], made["institution"]]
        self.tables.setdefault(table, {})[key] = made
        return made

    def _checked(self, table: str, body: Mapping[str, Any], row: Row | None) -> Row:
        """What may be changed to. Raises Refusal."""
        kind, faults, made = table.rpartition("/")[2], {}, dict(body)
        for name, value in body.items():
            try:
                made[name] = self._field(kind, name, value)
            except Refusal as refusal:
                faults[name] = refusal.said
            others = [one for one in self.tables.get(table, {}).values() if one is not row]
            if name in UNIQUE.get(kind, ()) and value in [one[name] for one in others]:
                faults[name] = ["Object with same value exists in the tournament"]
        if kind == "pairings":
            made |= self._pairing(body)
        if faults:
            raise Refusal(400, faults)
        if row is not None and kind == "adjudicators":
            for name in ("institution_conflicts", "team_conflicts", "adjudicator_conflicts"):
                made[name] = [*row[name], *(one for one in made.get(name, []) if one not in row[name])]
        return made

    def _field(self, kind: str, name: str, value: Any) -> Any:
        if (of := REFERENCES.get(kind, {}).get(name)) is not None:
            many = isinstance(DEFAULTS[kind].get(name, [] if name != "institution" else None), list)
            if many and name not in ("team",):
                if not isinstance(value, list):
                    raise Refusal(
                        400, {"non_field_errors": [f'Expected a list of items but got type "{type(value).__name__}".']}
                    )
                return [self._reference(one, of) for one in value]
            return None if value is None else self._reference(value, of)
        if isinstance(value, str) and len(value) > LONGEST.get(name, 10_000):
            raise Refusal(400, [f"Ensure this field has no more than {LONGEST[name]} characters."])
        if name in CHOICES and value not in [*CHOICES[name]]:
            raise Refusal(400, [f'"{value}" is not a valid choice.'])
        if name in ("name", "reference") and kind != "motions" and not str(value).strip():
            raise Refusal(400, ["This field may not be blank."])
        if kind == "motions" and name == "rounds":
            return [{"round": self._reference(one["round"], "rounds"), "seq": one["seq"]} for one in value]
        return value

    def _reference(self, url: Any, kind: str) -> str:
        """Only the path counts, as there."""
        if not isinstance(url, str):
            raise Refusal(400, [f"Incorrect type. Expected URL string, received {type(url).__name__}."])
        path = urlsplit(url).path.removeprefix(ROOT)
        table, _, key = path.rpartition("/")
        if table != (f"/{kind}" if kind in GLOBAL else f"{self.root}/{kind}"):
            raise Refusal(400, ["Invalid hyperlink - Incorrect URL match."])
        if key not in self.tables.get(table, {}):
            raise Refusal(400, ["Invalid hyperlink - Object does not exist."])
        return path

    def _team(self, made: Row) -> None:
        if made["institution"] is None and made["use_institution_prefix"]:
            raise Refusal(400, {"non_field_errors": ["Cannot include institution prefix without institution."]})
        for other in self.tables.get(f"{self.root}/teams", {}).values():
            if (other["reference"], other["institution"]) == (made["reference"], made["institution"]):
                told = "Team with same reference and institution exists in the tournament"
                raise Refusal(400, {"non_field_errors": [told]})
        for name, of in (("break-categories", "break_categories"),):
            general = [one["url"] for one in self.tables.get(f"{self.root}/{name}", {}).values() if one["is_general"]]
            made[of] = [*(url for url in general if url not in made[of]), *made[of]]
        if made["institution"] not in (None, *made["institution_conflicts"]):
            made["institution_conflicts"] = [*made["institution_conflicts"], made["institution"]]
        speakers = made.pop("speakers")
        for number, one in enumerate(speakers):
            if "categories" not in one:
                raise Refusal(400, {"speakers": [{}] * number + [{"categories": ["This field is required."]}]})
        self.tables.setdefault(f"{self.root}/teams", {})[str(made["id"])] = made
        for one in speakers:
            self._create(f"{self.root}/speakers", {**one, "team": made["url"]})

    def _pairing(self, body: Mapping[str, Any]) -> Row:
        made: Row = {}
        if "teams" in body:
            made["teams"] = [
                {"team": self._reference(one["team"], "teams"), "side": one.get("side", n), "flags": []}
                for n, one in enumerate(body["teams"])
            ]
            named = [one["team"] for one in made["teams"]]
            if len({*named}) < len(named):
                raise Refusal(400, ["duplicate key value violates unique constraint"])
        if body.get("adjudicators") is not None:
            seats = body["adjudicators"]
            if seats.get("chair") is None:
                raise Refusal(400, {"adjudicators": {"chair": ["This field may not be null."]}})
            made["adjudicators"] = {
                "chair": self._reference(seats["chair"], "adjudicators"),
                "panellists": [self._reference(one, "adjudicators") for one in seats["panellists"]],
                "trainees": [self._reference(one, "adjudicators") for one in seats["trainees"]],
            }
        return made

    # -- ballots

    def _ballot(self, table: str, body: Any) -> Row:
        pairing = next(row for row in self.rows("pairings") if f"{row['url']}/ballots" == table)
        late = next(row for row in self.rows("rounds") if table.startswith(f"{row['url']}/"))["stage"] == "E"
        if "result" not in body:
            raise Refusal(400, {"result": ["This field is required."]})
        sheets = [self._sheet(one, pairing) for one in body["result"].get("sheets", [])]
        if not sheets:
            raise Refusal(400, {"result": {"non_field_errors": ["Must have at least one sheet"]}})
        each = self.settings[f"debate_rules__ballots_per_debate_{'elim' if late else 'prelim'}"] == "per-adj"
        seats = pairing["adjudicators"] or {"chair": None, "panellists": []}
        voters = [one for one in (seats["chair"], *seats["panellists"]) if one]
        if each and len(voters) > 1 and len(sheets) not in (1, len(voters)):
            told = "Voting ballots must either have one scoresheet or ballots from all voting adjudicators"
            raise Refusal(400, {"result": told})
        if not each and len(sheets) > 1:
            raise Refusal(400, {"result": "Consensus ballots can only have one scoresheet"})
        if not each and sheets[0]["adjudicator"] is not None and any(one["speeches"] for one in sheets[0]["teams"]):
            raise Crash
        if late and not pairing["sides_confirmed"]:
            raise Refusal(400, {"non_field_errors": ["Sides have not been confirmed"]})
        self.last += 1
        some = self.tables.setdefault(table, {})
        made: Row = {
            "id": self.last, "url": f"{table}/{self.last}", "version": len(some) + 1, "confirmed": False,
            "discarded": bool(body.get("discarded")), "single_adj": each and len(voters) > 1 and len(sheets) == 1,
            "forfeit": bool(body.get("forfeit")), "motion": body.get("motion"), "result": {"sheets": []},
        }  # fmt: skip
        some[str(self.last)] = made
        if fault := self._incomplete(sheets, late, forfeit=made["forfeit"]):
            raise Refusal(400, [fault])  # the row is left
        if made["motion"]:
            made["motion"] = self._reference(made["motion"], "motions")
        made["result"] = {"sheets": sheets}
        if body.get("confirmed"):
            self._confirm(table, made, {"confirmed": True})
        return made

    def _sheet(self, sheet: Row, pairing: Row) -> Row:
        seats = pairing["adjudicators"] or {"chair": None, "panellists": [], "trainees": []}
        judge = sheet.get("adjudicator")
        if judge is not None:
            judge = self._reference(judge, "adjudicators")
            if judge not in (seats["chair"], *seats["panellists"], *seats["trainees"]):
                raise Refusal(400, {"result": {"sheets": [{"adjudicator": ["Adjudicator must be in debate"]}]}})
        in_order = [one["team"] for one in sorted(pairing["teams"], key=lambda one: one["side"])]
        named = [self._reference(one["team"], "teams") for one in sheet["teams"]]
        if len(named) != len(in_order) or named != in_order:
            told = "Inconsistent team" if len(named) == len(in_order) else "Incorrect number of teams"
            raise Refusal(400, {"result": {"sheets": [{"teams": [told]}]}})
        return {"adjudicator": judge, "teams": [self._side(one, n) for n, one in enumerate(sheet["teams"])]}

    def _side(self, one: Row, number: int) -> Row:
        team = self._reference(one["team"], "teams")
        own = {row["url"] for row in self.rows("speakers") if row["team"] == team}
        speeches = []
        for speech in one.get("speeches", []):
            if speech.get("ghost"):
                raise Crash
            speaker = self._reference(speech["speaker"], "speakers")
            if speaker not in own:
                told = "Speakers must be in their team."
                raise Refusal(400, {"result": {"sheets": [{"teams": [{"non_field_errors": [told]}]}]}})
            speeches.append({"speaker": speaker, "score": float(speech["score"]), "ghost": False, "rank": None})
        total = sum(speech["score"] for speech in speeches)
        if one.get("score") is not None and one["score"] != total:
            told = "Score must be the sum of speech scores."
            raise Refusal(400, {"result": {"sheets": [{"teams": [{"non_field_errors": [told]}]}]}})
        score = total if speeches else None
        return {
            "team": team,
            "side": number,
            "win": one.get("win"),
            "score": score,
            "points": None,
            "speeches": speeches,
        }

    def _incomplete(self, sheets: list[Row], late: bool, *, forfeit: bool) -> str:
        """What a result has to be, checked after its row was made; fills in who won."""
        wanted = self.settings["debate_rules__speakers_in_ballots"]
        scored = not forfeit and (wanted == "always" or (wanted == "prelim" and not late))
        speeches = self.settings["debate_rules__substantive_speakers"] + bool(
            self.settings["debate_rules__reply_scores_enabled"]
        )
        low = self.settings["debate_rules__winners_in_ballots"] in ("tied-points", "low-points")
        for sheet in sheets:
            teams = sheet["teams"]
            if scored and any(len(one["speeches"]) != speeches for one in teams):
                return "The result is incomplete."
            totals = [one["score"] or 0.0 for one in teams]
            if len(teams) == 4:
                if scored and len({*totals}) < 4:
                    return "The scoresheet has ties."
                if scored:
                    order = sorted(totals, reverse=True)
                    for one, total in zip(teams, totals, strict=True):
                        one["points"] = 3 - order.index(total)
                        one["win"] = one["win"] if late else None
                continue
            if scored and not low:
                if totals[0] == totals[1]:
                    return "The scoresheet does not have a winner."
                for one, total in zip(teams, totals, strict=True):
                    one["win"] = total == max(totals)
            elif sum(bool(one["win"]) for one in teams) != 1:
                return "The scoresheet does not have a winner."
        return ""

    def _confirm(self, table: str, row: Row, body: Mapping[str, Any]) -> None:
        if "confirmed" not in body:
            raise Crash
        if body["confirmed"]:
            for other in self.tables[table].values():
                other["confirmed"] = False
        row["confirmed"] = body["confirmed"]
        row["discarded"] = body.get("discarded", row["discarded"])

    # -- settings, breaks

    def _preference(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        name = path.removeprefix(f"{self.root}/preferences").strip("/")
        if not name:
            return 200, [self._setting(one) for one in self.settings]
        if name not in self.settings:
            raise Refusal(404, {"detail": "Not found."})
        if method == "PATCH":
            self.settings[name] = body["value"]
        return 200, self._setting(name)

    def _setting(self, identifier: str) -> Row:
        section, _, name = identifier.partition("__")
        return {"section": section, "name": name, "identifier": identifier, "value": self.settings[identifier]}

    def _break(self, method: str, category: str) -> tuple[int, Any]:
        if method == "POST":
            eligible = [row["url"] for row in self.rows("teams") if category in row["break_categories"]]
            points = self._points()
            ranked = sorted(eligible, key=lambda url: [-value for value in points.get(url, (0.0, 0.0))])
            size = next(row for row in self.rows("break-categories") if row["url"] == category)["break_size"]
            self.broken[category] = [
                {"team": url, "rank": number, "break_rank": number, "remark": ""}
                for number, url in enumerate(ranked[:size], 1)
            ]
        return 200, self._absolute(self.broken.get(category, []))

    def _points(self) -> dict[str, tuple[float, float]]:
        """Wins or points, and speakers' scores, of confirmed ballots of preliminary rounds."""
        found: dict[str, tuple[float, float]] = {}
        late = {row["url"] for row in self.rows("rounds") if row["stage"] == "E"}
        weights = {row["url"]: float(row["weight"]) for row in self.rows("rounds")}
        if self.settings["draw_rules__bye_team_results"] == "points":
            for row in self.rows("pairings"):
                if len(row["teams"]) == 1:
                    team, weight = row["teams"][0]["team"], weights[row["url"].partition("/pairings")[0]]
                    found[team] = (found.get(team, (0.0, 0.0))[0] + weight, found.get(team, (0.0, 0.0))[1])
        for row in self.rows("ballots"):
            if not row["confirmed"] or any(row["url"].startswith(f"{url}/") for url in late):
                continue
            weight = weights[row["url"].partition("/pairings")[0]]
            for team, gained, score in self._outcome(row["result"]["sheets"]):
                wins, speaks = found.get(team, (0.0, 0.0))
                found[team] = (wins + gained * weight, speaks + score)
        return found

    def _outcome(self, sheets: list[Row]) -> list[tuple[str, float, float]]:
        """Teams with their points and scores: of two by the majority, whose scores are averaged."""
        teams = sheets[0]["teams"]
        if len(teams) == 4:
            return [(one["team"], float(one["points"]), one["score"]) for one in teams]
        votes = [sum(bool(sheet["teams"][side]["win"]) for sheet in sheets) for side in (0, 1)]
        won = 0 if votes[0] > votes[1] or (votes[0] == votes[1] and sheets[0]["teams"][0]["win"]) else 1
        counted = [sheet for sheet in sheets if sheet["teams"][won]["win"]]
        return [
            (
                teams[side]["team"],
                float(side == won),
                sum(one["teams"][side]["score"] or 0.0 for one in counted) / len(counted),
            )
            for side in (0, 1)
        ]

    # -- as it is shown

    def _shown(self, table: str, row: Row) -> Any:
        kind, shown = table.rpartition("/")[2], dict(row)
        if kind == "teams":
            name = next((one["name"] for one in self.rows("institutions") if one["url"] == row["institution"]), "")
            long = f"{name} {row['reference']}" if row["use_institution_prefix"] else row["reference"]
            shown |= {"short_name": long[:50], "long_name": long, "short_reference": row["reference"][:35]}
            own = [one for one in self.rows("speakers") if one["team"] == row["url"]]
            shown["speakers"] = [{key: value for key, value in one.items() if key != "team"} for one in own]
        if kind == "pairings":
            shown["teams"] = [one | {"side": self._side_name(one["side"])} for one in row["teams"]]
            shown["_links"] = {"ballots": f"{row['url']}/ballots"}
        if kind == "ballots":
            shown["result"] = {
                "sheets": [
                    {
                        **({"adjudicator": sheet["adjudicator"]} if sheet["adjudicator"] else {}),
                        "teams": [one | {"side": self._side_name(one["side"])} for one in sheet["teams"]],
                    }
                    for sheet in row["result"]["sheets"]
                ]
            }
        return self._absolute(shown)

    def _side_name(self, side: int) -> Any:
        if self.settings["debate_rules__side_names"] == "1-2":
            return side
        bp = str(self.settings["debate_rules__teams_in_debate"]) in ("bp", "4")
        return "bye" if side < 0 else ("og", "oo", "cg", "co")[side] if bp else ("aff", "neg")[side]

    def _absolute(self, value: Any) -> Any:
        """Paths as addresses: of a host that is not the one that was asked, as behind a proxy."""
        if isinstance(value, dict):
            return {key: self._absolute(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self._absolute(one) for one in value]
        if isinstance(value, str) and re.match(r"/(tournaments|institutions)/", value):
            return f"http://tab.internal{ROOT}{value}"
        return value


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # one packet an answer
    site: Counterpart
    token: str

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length)
        path = parts.path.removeprefix(ROOT)
        with self.site.lock:
            self.site.asked.append((self.command, path))
            fault = self._fault(path)
        if fault is not None and fault.how == "dropped":
            self.close_connection = True
            return
        if fault is not None and callable(fault.how):
            fault.how()
        if fault is not None and fault.how == "slow":
            self.site.over.wait(30)
        if fault is not None and isinstance(fault.how, int):
            self._say(fault.how, None if fault.how >= 500 else {"detail": "refused on demand"})
            return
        status, said = self._answered(parts, path, raw)
        if fault is not None and fault.how == "lost":
            self.close_connection = True
            return
        self._say(status, said)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _handle

    def _fault(self, path: str) -> Fault | None:
        for fault in self.site.faults:
            if fault.method in (self.command, "*") and re.search(fault.path, path) and fault.times:
                if fault.after:
                    fault.after -= 1
                    return None
                fault.times -= 1
                return fault
        return None

    def _answered(self, parts: Any, path: str, raw: bytes) -> tuple[int, Any]:
        given = self.headers.get("authorization")
        if given != f"Token {self.token}":
            told = "Invalid token." if given else "Authentication credentials were not provided."
            return 401, {"detail": told}
        try:
            with self.site.lock:
                return self.site.answer(self.command, path, parse_qs(parts.query), json.loads(raw or b"{}"))
        except Refusal as refusal:
            return refusal.status, refusal.said
        except Crash:
            return 500, None

    def _say(self, status: int, said: Any) -> None:
        raw = b"<h1>Server Error (500)</h1>" if status >= 500 else b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("content-type", "text/html" if status >= 500 else "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Serving:
    """A counterpart on a free port, as a context manager."""

    def __init__(self, site: Counterpart, port: int = 0) -> None:
        self.site = site
        request = type("Request", (_Request,), {"site": site, "token": TOKEN})
        self._server = ThreadingHTTPServer(("127.0.0.1", port), request)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Serving:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.site.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


if __name__ == "__main__":
    with Serving(Counterpart(), 8765) as serving:
        print(f"ROSTRUM_TABBYCAT_TOKEN={TOKEN} at {serving.url}, tournament cup", flush=True)  # noqa: T201
        while True:
            time.sleep(60)

"""Motions by the name of a set, from a file, or one by one; each of a kind: fact, value or policy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

from pydantic import Field, RootModel

from agent.arena.results import KINDS, Kind
from config.errors import ConfigError
from config.settings.section import Section
from config.yaml_file import read_yaml
from planning.debate.motion import slug

SHIPPED = Path(__file__).parents[2] / "config" / "motions.yaml"
LONGEST = 300  # letters


class _Entry(Section):
    motion: str = Field(min_length=3, max_length=LONGEST)
    background: str = Field(default="", max_length=2000)


class _Set(RootModel[dict[Kind, dict[str, _Entry]]]):
    """As a file has it."""


class _Sets(RootModel[dict[str, _Set]]):
    """Of all that are shipped."""


@dataclass(frozen=True)
class Topic:
    """A motion as a plan has it. `kind`: empty where nobody said; `text`: or the id of one that is in the library."""

    text: str
    kind: str = ""
    background: str = ""


def topics(named: Iterable[str], here: Path) -> list[Topic]:
    """All motions of a plan: `arena66`, `arena66/policy`, a file (.yaml as the shipped sets, or .txt with one a line,
    `policy: ` before it where its kind is known), or a motion itself.

    Args:
        here: the folder from which files are named.

    Raises:
        ConfigError: a file cannot be read, a line is wrong, or a motion is there twice.
    """
    found = [topic for name in named for topic in _named(name, here)]
    seen: dict[str, Topic] = {}
    for topic in found:
        if (other := seen.setdefault(slug(topic.text), topic)) is not topic:
            raise ConfigError(f"motions: “{other.text}” and “{topic.text}” are the same, or begin alike")
    return found


def _named(name: str, here: Path) -> Iterator[Topic]:
    shipped, _, kind = name.partition("/")
    sets = read_yaml(SHIPPED, _Sets).root
    if shipped in sets and kind in ("", *KINDS):
        yield from (topic for topic in _of(sets[shipped]) if kind in ("", topic.kind))
    elif name.endswith((".yaml", ".yml")):
        yield from _of(read_yaml(here / Path(name).expanduser(), _Set))
    elif name.endswith(".txt"):
        yield from _lines(here / Path(name).expanduser())
    else:
        yield Topic(name)


def _of(one: _Set) -> Iterator[Topic]:
    for kind, entries in one.root.items():
        yield from (Topic(entry.motion, kind, entry.background) for entry in entries.values())


def _lines(path: Path) -> Iterator[Topic]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        kind, colon, rest = line.partition(":")
        known = kind.strip().lower() if colon and kind.strip().lower() in KINDS else ""
        text = " ".join((rest if known else line).split())
        if len(text) > LONGEST or (text and len(text.split()) < 2):
            raise ConfigError(f"{path}: line {number}: a motion has two words or more, and {LONGEST} letters at most")
        if text:
            yield Topic(text, known)


def evenly(all_of_them: Sequence[Topic], most: int, seed: str) -> list[Topic]:
    """So many, drawn by lot, in turn from all kinds; all where there are no more."""
    drawn = sorted(all_of_them, key=lambda topic: hashlib.sha256(f"{seed} {topic.text}".encode()).digest())
    by_kind = [[topic for topic in drawn if topic.kind == kind] for kind in ("", *KINDS)]
    return [topic for topic in chain(*zip_longest(*by_kind)) if topic is not None][:most]

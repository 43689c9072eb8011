"""What is shipped as YAML beside the code, with the user's own in its place: formats, phrases, motions and so on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, Field, RootModel

from config.errors import UnknownName
from config.format import Format
from config.pronunciation import Pronunciation
from config.yaml_file import read_yaml

FOLDER = Path(__file__).parent
FORMATS = FOLDER / "formats"
MOTIONS = FOLDER / "motions.yaml"
PRONUNCIATIONS = FOLDER / "pronunciation.yaml"
PHRASES = FOLDER / "phrases.yaml"  # the frames around prepared sentences
EXCHANGES = FOLDER / "exchange_phrases.yaml"  # of questions and answers
ALTERNATIVES = re.compile(r"\[([^\]]*)\]")

Banks = Mapping[str, tuple[str, ...]]
"""Phrases by the name of their bank."""


def format_names() -> list[str]:
    return sorted(path.stem for path in FORMATS.glob("*.yaml"))


def load_format(name: str) -> Format:
    """The shipped format of that name, or the one in the YAML file at that path.

    Raises:
        UnknownName: no such format. ConfigError: the file is not a format.
    """
    path = Path(name) if name.endswith((".yaml", ".yml")) else FORMATS / f"{name}.yaml"
    if not path.is_file():
        raise UnknownName("format", name, format_names())
    return read_yaml(path, Format)


class _Shipped(BaseModel):
    """A motion as it is shipped."""

    motion: str
    background: str = ""


class _ShippedMotions(RootModel[dict[str, dict[str, dict[str, _Shipped]]]]):
    """By set, kind and id."""


@cache
def backgrounds() -> Mapping[str, str]:
    """What both sides can accept about each motion that is shipped, by `same_motion` of its text."""
    sets = read_yaml(MOTIONS, _ShippedMotions).root
    entries = [entry for kinds in sets.values() for some in kinds.values() for entry in some.values()]
    return {same_motion(entry.motion): entry.background for entry in entries if entry.background}


def same_motion(text: str) -> str:
    """A motion without what may be written in one way or another."""
    return " ".join(re.findall(r"\w+", text.lower()))


class _Pronunciations(RootModel[dict[str, Pronunciation]]):
    """As a file has them."""


def load_pronunciations(path: Path | None = None) -> dict[str, Pronunciation]:
    """What is shipped, and the file's entries in place of those or beside them.

    Raises:
        ConfigError: the file cannot be read or an entry is wrong, with its place.
    """
    own = read_yaml(path.expanduser(), _Pronunciations).root if path is not None else {}
    return read_yaml(PRONUNCIATIONS, _Pronunciations).root | own


class _Banks(RootModel[dict[str, Annotated[tuple[str, ...], Field(min_length=1)]]]):
    """As the file has them."""


@cache
def load_phrases(path: Path = PHRASES) -> Banks:
    """The phrases of each bank, in the file's order, with each alternative in brackets a phrase of its own.

    Raises:
        ConfigError: the file cannot be read, or is no table of lists of phrases.
    """
    banks = read_yaml(path, _Banks).root
    return MappingProxyType({bank: tuple(chain.from_iterable(map(_each, phrases))) for bank, phrases in banks.items()})


def _each(phrase: str) -> Iterator[str]:
    """A phrase with every choice of its alternatives: `[Take|Weigh] this.`"""
    parts = [part.split("|") if place % 2 else [part] for place, part in enumerate(ALTERNATIVES.split(phrase))]
    return ("".join(chosen) for chosen in product(*parts))

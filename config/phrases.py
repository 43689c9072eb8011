"""The frames around prepared sentences: banks of phrases, as they are shipped in `phrases.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from config.errors import ConfigError, yaml_fault

PHRASES = Path(__file__).parent / "phrases.yaml"
ALTERNATIVES = re.compile(r"\[([^\]]*)\]")
EXCHANGES = Path(__file__).parent / "exchange_phrases.yaml"  # of questions and answers

Banks = Mapping[str, tuple[str, ...]]


@cache
def load_phrases(path: Path = PHRASES) -> Banks:
    """The phrases of each bank, in the file's order, with each alternative in brackets a phrase of its own.

    Raises:
        ConfigError: the file cannot be read, or is no table of lists of phrases.
    """
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {yaml_fault(error)}") from error
    if not isinstance(raw, dict):
        raise ConfigError(f"{path}: not a table of phrases")
    for bank, phrases in raw.items():
        if not isinstance(phrases, list) or not phrases or not all(isinstance(one, str) for one in phrases):
            raise ConfigError(f"{path}: {bank}: not a list of phrases")
    return MappingProxyType({str(bank): tuple(chain.from_iterable(map(_each, raw[bank]))) for bank in raw})


def _each(phrase: str) -> Iterator[str]:
    """A phrase with every choice of its alternatives: `[Take|Weigh] this.`"""
    parts = [part.split("|") if place % 2 else [part] for place, part in enumerate(ALTERNATIVES.split(phrase))]
    return ("".join(chosen) for chosen in product(*parts))

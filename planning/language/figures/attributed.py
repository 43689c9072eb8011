"""Who is said to have found something out ("a Harvard study found"), and whether a source names them. Pure.

A finding is attributed where a named study, institution, scholar or publication is the subject of a verb of finding, or
stands after `according to`. Acting ("the Senate voted", "Google sells ads"), being an example ("Sweden shows that it
works") and ruling ("the court held") are none; neither is what nobody in particular has found ("studies show").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from planning.language import finders
from planning.language.finders import ADVERB, DONE, FOUND_THAT, SCHOLAR, TELLS, WORK, WORK_AT

_CAPITAL = r"[A-Z][\w'’&.-]*"
_STARTS = r"(?!(?:A|An|The|This|That|In|At|By|One|As|And|But|For|From|On|Our|Their|His|Her|Its|My|Your)\s)"
_NAME = rf"{_STARTS}{_CAPITAL}(?:\s(?:(?:of|for|and|the|de|von|van|&)\s){{0,2}}{_CAPITAL})*"
_YEAR = r"(?:1[89]|20)\d\d"
_WORDS = r"(?:\s[\w,'’-]+){0,8}?"
_AT = r"(?:at|by|from|in|of)\s(?:the\s)?"
_ACRONYM = re.compile(r"^(?:[A-Z]{2,6}|[A-Z](?:\.[A-Z])+\.?)$")
_KIND_OF_BODY, _BODIES = re.compile(rf"\b{finders.KIND_OF_BODY}\b"), re.compile(rf"\b{finders.BODIES}(?!\w)")
_TITLE = re.compile(SCHOLAR)
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # a Harvard study found; the Pew survey of parents shows
        rf"(?P<name>{_NAME})(?:'s|’s)?(?:\s\(?\b{_YEAR}\)?)?\s(?:[a-z]\w*\s){{0,2}}?{WORK}\b{_WORDS}\s{ADVERB}{TELLS}\b",
        # researchers at Stanford showed; a study by the RAND Corporation found
        rf"\b{WORK_AT}\b{DONE}\s{_AT}(?:journal\s)?(?P<sure>{_NAME})\b,?{_WORDS}\s{ADVERB}{TELLS}\b",
        # according to the OECD
        rf"\b[Aa]ccording to (?:(?:a|an|the)\s)*(?:(?:[a-z]\w*\s){{1,3}}{_AT})?(?P<sure>{_NAME})",
        # Smith and Lee (2019) show
        rf"(?P<sure>{_NAME}(?: et al\.?)?)\s\({_YEAR}\)",
        # the economist Thomas Piketty argues
        rf"\b{SCHOLAR}\s(?P<sure>{_NAME}),?(?:\s[\w'’-]+,?){{0,6}}?\s{ADVERB}{TELLS}\b",
        # Facebook found that
        rf"(?P<plain>{_NAME})\s{ADVERB}{FOUND_THAT}\s(?:in\s{_YEAR}\s)?that\b",
        # the WHO says; the World Bank estimates
        rf"(?P<body>{_NAME})(?:\sitself)?,?\s{ADVERB}{TELLS}\b(?!\s(?:itself|himself|its|a way|no interest|time))",
    )
)


@lru_cache(maxsize=4096)
def attributed(text: str) -> tuple[str, ...]:
    """The names to which a text attributes a finding, each once, in order."""
    found: dict[str, int] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            kind = str(match.lastgroup)
            if (name := _name(match[kind])) and _counts(kind, name, text[: match.start(kind)]):
                found.setdefault(name, match.start(kind))
    whole = [name for name in found if not any(name != other and name in other for other in found)]
    return tuple(sorted(whole, key=lambda name: found[name]))


def unnamed(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The names to which a finding is attributed that no source has."""
    found = attributed(text)
    if not found:
        return ()
    known = [_Known(source) for source in sources]
    return tuple(name for name in found if not any(one.has(name) for one in known))


def _name(name: str) -> str:
    """The name without endings; empty where it names nobody: a land, a month, or who speaks here."""
    words = re.sub(r"(?:'s|’s)\b", "", name).strip(" .,").split()
    while words and _TITLE.fullmatch(words[0]):
        words = words[1:]
    return "" if all(word in finders.ADJECTIVES or word in finders.NEVER for word in words) else " ".join(words)


def _begins(before: str) -> bool:
    """Whether a sentence begins here, so that a capital letter says nothing."""
    return not before.strip() or before.rstrip()[-1:] in '.!?:"“”'


def _counts(kind: str, name: str, before: str) -> bool:
    """Whether such a name can have found something out.

    The first word of a sentence is a name only if it is known as one, or if it is a singular without an article.
    """
    if name in finders.NO_BODY or len(name) < 2:
        return False
    single = " " not in name
    known = bool(_ACRONYM.match(name) or _BODIES.search(name))
    if kind == "body":
        return known or (not single and bool(_KIND_OF_BODY.search(name)))
    if kind == "name" and single and _begins(before):
        return known
    if kind == "plain" and single and _begins(before):
        return known or not (name.endswith("s") or name in finders.FIRST)
    return True


_JOINING = frozenset(("the", "of", "for", "and", "on", "in", "s"))


class _Known:
    """The words of one source, for names: as they are, and the first letters of each run of them."""

    def __init__(self, source: str) -> None:
        self._text = source
        self._words = [re.sub(r"(?:'s|’s)$", "", word) for word in re.findall(r"[\w&'’-]+", source.lower())]
        self._set = frozenset(self._words)
        self._letters = "".join(word[0] for word in self._words if word not in _JOINING)

    def has(self, name: str) -> bool:
        """All that tells the name from others is there, or it spelled out, or shortened to its first letters."""
        plain = name.replace(".", "")
        if _ACRONYM.match(name):
            return self._has_acronym(plain)
        words = [word for word in re.findall(r"[\w&'’-]+", name.lower()) if len(word) > 1]
        telling = [word for word in words if word not in finders.EMPTY] or words
        letters = "".join(word[0] for word in words if word not in _JOINING)
        short = len(letters) > 2 and re.search(rf"\b{re.escape(letters.upper())}\b", self._text.replace(".", ""))
        return bool(short) or all(word in self._set for word in telling)

    def _has_acronym(self, name: str) -> bool:
        if re.search(rf"\b{re.escape(name)}\b", self._text.replace(".", "")):
            return True
        lower = name.lower()
        if lower in self._set and lower not in ("who", "it", "us", "as", "is", "a"):
            return True
        if re.search(rf"\bthe {lower}\b {TELLS}", self._text, re.IGNORECASE):
            return True
        return len(lower) > 2 and lower in self._letters

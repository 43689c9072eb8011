"""Quantities that nobody has counted ("millions", "half", "a dozen"), and numbers that need no source. Pure.

A loose quantity is no exact figure: it needs no source, only that what its own sentence cites does not say otherwise.
"""

from __future__ import annotations

import re

_SIZES = "hundreds|thousands|millions|billions|trillions|dozens|scores|tens"
_COUNTED = r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty))[ -]?$"
_PLURAL = re.compile(
    rf"\b(?:{_SIZES})(?:(?: of| upon| and| or)? (?:{_SIZES}|thousand|million|billion))*\b", re.IGNORECASE
)
_FEW = re.compile(
    r"\b(?:a (?:few|couple(?: of)?)|several|some few|many|countless) (?:hundred|thousand|million|billion)s?\b"
    r"|\ban? (?:hundred|thousand|million|billion)(?= (?:times|ways|reasons|words|cuts|voices|little|small|other"
    r"|different|miles|years|questions|things|excuses|and one)\b)"
    r"|\bone in a (?:million|thousand|billion)\b|\b(?:half )?an? million[- ]dollar (?:question|idea)\b",
    re.IGNORECASE,
)
PARTS = "half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth"
LOOSE_PARTS = re.compile(rf"\b(?:(?P<part>{PARTS})(?: of| the| their| our| its| all)\b)", re.IGNORECASE)
_TURN = r"(?:seconds?|minutes?)"
_SPEAKING = (
    r"(?:speech|speak|speaking|spoken|turn|rebuttal|opening|closing|floor|opponent|said|heard|clock|bell|talk\w*)"
)
_SURE = r"(?:sure|certain|right|wrong|clear|safe|behind|agree\w*|of the time|honest)"
_EXEMPT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b\d+ {_TURN}(?=[^.!?]*\b{_SPEAKING}\b)",
        rf"\b(?:my|our|your|these|those|last|next) \d+ {_TURN}\b",
        rf"\b{_SPEAKING}\b[^.!?\d]*\b\d+ {_TURN}\b",
        rf"\b\d+ (?:more )?{_TURN} (?:left|remain\w*)\b",
        r"\b(?:24[ -]hours?|36[56] days|52 weeks|60 minutes (?:in|of) (?:an|every|each) hour)\b",
        r"\bin (?:my|your|his|her|their|our) (?:late |early |mid-?)?\d0s\b",
        rf"\b(?:not )?100 ?(?:%|per ?cent) {_SURE}\b",
    )
)


def without_loose(text: str) -> str:
    """The text without quantities that nobody has counted; of parts of a whole, only those of a size go."""

    def left(found: re.Match[str]) -> str:
        return found[0] if re.search(_COUNTED, text[: found.start()], re.IGNORECASE) else " "

    return _FEW.sub(" ", _PLURAL.sub(left, text))


def exempt(plain: str) -> list[range]:
    """Where numbers stand that need no source: times of a turn, the hours of a day, decades of a life, certainty."""
    return [range(*found.span()) for pattern in _EXEMPT for found in pattern.finditer(plain)]

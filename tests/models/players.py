"""Whole roles played for the model server: they answer what a prompt asks, without thinking.

server.plays(Play("pro"))     # every role of a debater of that side
"""

from __future__ import annotations

import re
from typing import Any

from tests.model_server import Asked

OPENERS = ("In passage", "Under", "With point")
FILLER = (
    "it is about more than a rule.",
    "think of a town you know.",
    "that is a gain you can see.",
    "it costs little and gives back a great deal.",
    "the reason is plain.",
    "the more you look at it, the more it holds together.",
)


class Play:
    """A writer that keeps to the length, a reader that finds a claim in each piece, an audience with one wish.

    Args:
        obeys: the share of the words asked for that the writer writes.
    """

    def __init__(self, side: str, obeys: float = 1.0) -> None:
        self.side, self.obeys = side, obeys
        self.written = 0
        self.read = 0

    def __call__(self, asked: Asked) -> Any:
        return getattr(self, asked.schema_name.lower())(asked)

    def selection(self, asked: Asked) -> Any:
        claims = re.findall(r"^(\S+): .* \(strength", asked.user, re.M)
        return {"claims": claims[:3], "framework": "It is about what people gain."}

    def reading(self, asked: Asked) -> Any:
        self.read += 1
        piece = asked.user.rsplit("The new piece:", 1)[1].replace("⟦data⟧", "").replace("⟦end of data⟧", "")
        words = " ".join(piece.replace("(?)", "").split()[1:13])  # after the number of its passage
        point = {"action": "propose", "quote": words, "claim": f"The point is {words}", "argument": "", "target": ""}
        return {"actions": [point]}

    def draft(self, asked: Asked) -> Any:
        self.written += 1
        (words,) = re.findall(r"about (\d+) words", asked.user)[-1:] or ["60"]
        options = re.findall(r"^ +(o\d+) \(prepared", asked.user, re.M)
        points = re.findall(r"^((?:pro|con)\d+\.\d+)(?: NEW)? \(speech", asked.user, re.M)
        lines: list[dict[str, Any]] = []
        count = 0
        while count < int(words) * self.obeys * 1.12 or len(lines) < 3:
            number = len(lines)
            text = f"{OPENERS[number % 3]} {_name(self.written)} {_name(number)}, {FILLER[number % len(FILLER)]}"
            lines.append(
                {
                    "text": text,
                    "passage": f"p{number // 3}",
                    "importance": ("must", "should", "may")[number % 3],
                    "reserve": count > int(words) * self.obeys,
                    "does": options[number // 3] if number % 3 == 0 and number // 3 < len(options) else "",
                    "cites": [],
                }
            )
            count += len(text.split())
        last = {"text": "So I ask for your support tonight.", "passage": "end", "importance": "must"}
        if "Passage: picture" in asked.user:
            lines.insert(0, {"keep": "picture"})
        left = {"about": "the rest", "points": points, "decision": "leave", "importance": "low", "why": "No time."}
        return {
            "side": self.side,
            "plan": [left | {"words": 0}] if points else [],
            "sentences": [*lines, last | {"reserve": False, "does": "", "cites": []}],
        }

    def lastwords(self, asked: Asked) -> Any:
        answer = ["They have told us so just now.", "It is about more than that, and the reason is plain."]
        closing = ["Weigh it by what people gain.", "So I ask for your support tonight."]
        return {"side": self.side, "answers": [], "answer": answer, "closing": closing}

    def heard(self, asked: Asked) -> Any:
        (first,) = re.findall(r"^ +(\S*s\d+) \(", asked.user, re.M)[:1]
        issue = {"dimension": "engagement", "issue": f"{first} leaves me cold in this hall.", "effect": "I drift off."}
        names = re.findall(r"^Passage: (.*)$", asked.user, re.M)
        text = "Picture a neighbour of yours, and think of what this decision would mean for her."
        new = {"text": text, "passage": "picture", "importance": "must"}
        return {
            "issues": [issue | {"revision": "Open with a person and what happens to them."}],
            "side": self.side,
            "sentences": [new, *({"keep": name} for name in names)],
        }

    def verdicts(self, asked: Asked) -> Any:
        numbers = re.findall(r"^\((\d+)\) said:", asked.user, re.M)
        return {"verdicts": [{"number": int(number), "fair": True, "meets": True} for number in numbers]}

    def revision(self, asked: Asked) -> Any:
        return {"side": self.side, "sentences": []}


def _name(number: int) -> str:
    """Letters instead of figures: a figure would need a source."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))

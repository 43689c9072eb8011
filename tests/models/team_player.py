"""Agent4Debate's team played for the model server: each role answers what its prompt asks, without thinking."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.model_server import Asked
from tests.models.plain_speaker import PlainSpeaker

POINT = re.compile(r"^((?:pro|con)\d+\.\d+): “", re.M)
FENCED = re.compile(r"⟦data⟧\n(.*?)\n⟦end of data⟧", re.S)


class TeamPlayer:
    """`accepts`: from which review of a stage on the Reviewer accepts; 0: never. `orders`: whether the Writer misses
    something each time. `asked`: how often each shape was asked for."""

    def __init__(self, *, accepts: int = 2, orders: bool = False) -> None:
        self.accepts, self.orders = accepts, orders
        self.asked: Counter[str] = Counter()
        self.speaker = PlainSpeaker()

    def __call__(self, asked: Asked) -> Any:
        self.asked[asked.schema_name] += 1
        return getattr(self, f"_{asked.schema_name.lower()}")(asked)

    def _queries(self, asked: Asked) -> Any:
        return {"queries": ["city centre traffic casualties", "retail turnover car-free streets"]}

    def _compiled(self, asked: Asked) -> Any:
        found = re.findall(r"^\[(r\d+)\] (.*?)(?= \([^()]*\)$)", asked.user, re.M)
        return {"items": [{"source": key, "says": says[:300], "bears": "for"} for key, says in found]}

    def _notes(self, asked: Asked) -> Any:
        piece = asked.user.rsplit("The new piece:", 1)[1]
        quotes = [" ".join(words.split()[:12]) for words in re.findall(r"^\(\d+\) (.+)$", piece, re.M)]
        return {
            "notes": [
                {
                    "action": "propose",
                    "quote": q,
                    "claim": f"The point is {q}",
                    "argument": "",
                    "target": "",
                    "technique": "outweigh it",
                }
                for q in quotes[:1]
            ]
        }

    def _outline(self, asked: Asked) -> Any:
        points = POINT.findall(asked.user)
        clash = {
            "about": "what was said",
            "says": "It weighs less than they say.",
            "points": points[-1:],
            "technique": "outweigh it",
        }
        own = {"about": "the street", "says": "Streets are for people, for people live in them.", "importance": "high"}
        return {
            "definitions": "A city centre is where the shops are.",
            "criterion": "Judge by what people gain.",
            "differences": ["They count cars, we count people."],
            "arguments": [own, clash],
            "values": "Who the streets belong to.",
        }

    def _script(self, asked: Asked) -> Any:
        shown = asked.user.replace("The team speaks for", "You speak for")
        whole = self.speaker(Asked("", asked.headers, {"messages": [{"role": "user", "content": shown}]}, 0))
        points, knowledge = POINT.findall(asked.user), re.findall(r"^\[([kf]\d+)\]", asked.user, re.M)
        for number, one in enumerate(whole["passages"]):
            one["answers"] = points[-1:] if one["answers"] else []
            one["cites"] = knowledge[:1] if number == 1 else []
            one["claim"] = number == 1
        whole["missing"] = ["How many people live in city centres?"] if self.orders else []
        return whole

    def _review(self, asked: Asked) -> Any:
        (speech,) = re.findall(r"prepares (speech \d+)", asked.user)
        held = len(re.findall(rf"^Reviewer, review \d+ on {speech},", asked.user, re.M)) + 1
        change = {
            "dimension": "completeness",
            "issue": "The criterion is missing.",
            "revision": "Say it in a sentence.",
        }
        accepted = bool(self.accepts) and held >= self.accepts
        return {"accepted": accepted, "changes": [] if accepted else [change], "depth": "It says what is at stake."}

    def _openingandend(self, asked: Asked) -> Any:
        (side,) = re.findall(r"You speak for the (pro|con) side", asked.user)
        answer = ["That was said last, and it changes nothing for the people who live there."]
        return {
            "side": side,
            "answers": POINT.findall(asked.user)[-1:],
            "answer": answer,
            "closing": ["So much for that.", "Streets are for people."],
        }

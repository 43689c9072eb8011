"""A model that speaks for whichever side it is asked for, keeps to the length, and answers words that were said."""

from __future__ import annotations

import re
from typing import Any

from tests.model_server import Asked

WORDS = (
    "Think of your own street.",
    "The reason is plain, for whoever pays first asks what it is for.",
    "That can be seen from a bus.",
    "It gives back more than it takes, and it does so year after year.",
    "Nobody has shown us another way.",
    "A rule that everybody understands is kept.",
)


NAMES = "alder birch cedar dogwood elm fir gorse hazel iris juniper laurel maple".split()


class PlainSpeaker:
    """Answers as `Speech`; `more` are sentences that it puts into every speech."""

    def __init__(self, *more: str, obeys: float = 1.0) -> None:
        self.more, self.obeys, self.asked = more, obeys, 0

    def __call__(self, asked: Asked) -> Any:
        self.asked += 1
        (side,) = re.findall(r"You speak for the (pro|con) side", asked.user)
        words = int((re.findall(r"about (\d+) words", asked.user) or ["400"])[-1]) * self.obeys
        record = asked.user.split("What has been said")[1].split("⟦end of data⟧")[0]
        theirs = re.findall(r"^The other side, [^:]*: (.*)$", record, re.M)
        answering = theirs and "too short" not in asked.user
        passages = [self._passage(0, [" ".join(theirs[-1].split()[:8])] if answering else [])]
        while sum(len(text.split()) for one in passages for text in one["sentences"]) < words:
            passages.append(self._passage(len(passages), []))
        passages[0]["sentences"][1:1] = self.more
        stands = "for" if side == "pro" else "against"
        return {"side": side, "passages": passages, "closing": f"That is why we stand {stands} this motion."}

    def _passage(self, number: int, answers: list[str]) -> dict[str, Any]:
        name = f"{NAMES[self.asked % 12]} {NAMES[number % 12]}"
        first = (
            f"You said “{answers[0]}”, and we see it otherwise." if answers else f"Our point {name} is about people."
        )
        rest = [
            f"{text[:-1]}, as in point {name} {NAMES[place]}." for place, text in enumerate(WORDS[number % 3 :][:3])
        ]
        importance = ("must", "should", "reserve")[number % 3]
        return {"about": f"point {name}", "answers": answers, "importance": importance, "sentences": [first, *rest]}

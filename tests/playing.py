"""Models' servers that play every part of what a server asks: of inquiries, and of people's own motions."""

from __future__ import annotations

import time
from typing import Any

from tests.model_faults import faults
from tests.model_server import Asked, ModelServer
from tests.models.rehearsing import Coach
from tests.unit.compare.scripted import Player as Comparer
from tests.unit.verify.scripted import Player as Verifier


class InquiryModel(ModelServer):
    """`slow`: seconds that an answer takes, which a test may change; `held`: a schema whose answers wait for go_on."""

    def __init__(self, *, slow: float = 0.0, held: str = "") -> None:
        super().__init__()
        self.slow, self._held = slow, held
        self._verifier, self._comparer = Verifier(levels=1), Comparer()
        self.plays(self._play)

    @property
    def questions(self) -> list[str]:
        """All that was asked, as a journal knows it."""
        return [f"{one.schema_name} {one.system} {one.user}" for one in self.asked if one.schema_name]

    def settings(self, **endpoint: Any) -> dict[str, Any]:
        """Those of a server that asks it, for answers and for vectors."""
        models = self.models(**endpoint).model_dump(mode="json", exclude_unset=True)
        embedding = {"engine": "remote", "model": "letters", "base_url": self.url, "same": 0.9, "related": 0.5}
        return {"models": models, "embedding": embedding}

    def _play(self, asked: Asked) -> Any:
        if self.slow:
            time.sleep(self.slow)
        if asked.schema_name == self._held:
            self.go_on.wait(60)
        player = self._verifier if hasattr(self._verifier, f"_{asked.schema_name}") else self._comparer
        return player(asked)


MEANING = "No zoo may take in or show wild animals any more"
BETTER = "We should ban zoos"


class MotionModel(ModelServer):
    """Checks somebody's motion and grows trees for it. A motion with a question mark is refused.

    `slow`: seconds that an answer takes; `held`: a schema whose answers wait for `go_on`; `fails_after`: so many
    answers it is busy from then on, until a test sets it to None.
    """

    def __init__(self, *, slow: float = 0.0, held: str = "", fails_after: int | None = None) -> None:
        super().__init__()
        self.slow, self.held, self.fails_after = slow, held, fails_after
        self._coach = Coach(self)
        self._players.clear()
        self.plays(self._play)

    def settings(self, **endpoint: Any) -> dict[str, Any]:
        """Those of a server that asks it, for answers and for vectors; with prices."""
        priced = {"price_in": 100.0, "price_out": 200.0, "tries": 1, **endpoint}
        models = self.models(**priced).model_dump(mode="json", exclude_unset=True)
        embedding = {"engine": "remote", "model": "letters", "base_url": self.url, "same": 0.99, "related": 0.98}
        return {"models": models, "embedding": embedding}

    @property
    def questions(self) -> list[str]:
        """All that was asked and answered, as a journal knows it."""
        return [f"{one.schema_name} {one.system} {one.user}" for one in self.asked if one.schema_name]

    def _play(self, asked: Asked) -> Any:
        if self.slow:
            time.sleep(self.slow)
        if self.held and asked.schema_name == self.held:
            self.go_on.wait(60)
        if self.fails_after is not None and len(self.questions) > self.fails_after:
            return faults.busy
        if asked.schema_name == "MotionAnswer":
            return _checked("?" in asked.user)
        if not asked.schema_name:  # whether it tells token probabilities: not in a way that could be used
            return "2"
        return self._coach.answer(asked)


def _checked(refused: bool) -> dict[str, Any]:
    told = {"english": True, "proposition": not refused, "both_sides": True, "decent": True}
    if refused:
        reason = "This is a question, so nobody could speak for it or against it."
        return told | {"reason": reason, "better": BETTER, "definition": ""}
    return told | {"reason": "", "better": "", "definition": MEANING}

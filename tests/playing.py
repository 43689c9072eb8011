"""A model's server that plays every part of verifications and comparisons, as a server's settings name it."""

from __future__ import annotations

import time
from typing import Any

from tests.model_server import Asked, ModelServer
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

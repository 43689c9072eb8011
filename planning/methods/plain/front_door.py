"""Plain's front door: any motion, and a model that writes."""

from __future__ import annotations

from config.errors import UsageError
from config.settings import Role, Settings
from planning.debate.motion import Motion
from planning.methods.contract import Method
from planning.methods.door import Door, Parts, Position
from planning.methods.plain import NAME
from planning.methods.plain.method import Plain

NO_MODEL = (
    "the method plain needs a language model: name one under models in the settings, with its base_url or "
    "its key in the environment, or in the seat (`plain,model=NAME`)"
)


class PlainDoor:
    """See `Door`. Nothing is prepared for any motion."""

    name = NAME
    keeps_flow = False

    def motion(self, wanted: str, settings: Settings) -> Motion | None:
        return None

    def admit(self, motion: Motion, settings: Settings, *, writes: bool) -> None:
        if not writes:
            raise UsageError(NO_MODEL)

    def method(self, position: Position, parts: Parts) -> Method:
        """Raises UsageError: no model writes."""
        model = parts.model(Role.WRITER)
        if model is None:
            raise UsageError(NO_MODEL)
        return Plain(model, position, parts.on_trouble)


DOOR: Door = PlainDoor()

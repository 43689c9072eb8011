"""The motion of a match, as those who sit in it can debate it."""

from __future__ import annotations

from collections.abc import Iterable

from agent.running.setup import SeatSetup
from config.errors import ProviderError
from config.secrets import read_key
from config.settings import Role, Settings
from config.shipped import backgrounds, same_motion
from planning.debate.motion import Motion
from planning.methods import registry


def motion_for(wanted: str, seats: Iterable[SeatSetup], settings: Settings) -> Motion:
    """The motion of that id or text, with its background if it is a shipped one; any text that is a sentence, where
    nobody who debates needs one that is prepared.

    Raises UnknownName: nothing is prepared for it, which one of them needs. UsageError: one of them needs a model.
    """
    debaters = [seat for seat in seats if seat.is_debater]
    found = registry.known(wanted, settings)
    if found is None and len(wanted.split()) < 2:  # an id that is not quite right is not debated as a motion
        registry.door(registry.DEFAULT).admit(Motion.of(wanted), settings, writes=True)
    found = found or Motion.of(" ".join(wanted.split()))
    found = found.model_copy(update={"background": found.background or backgrounds().get(same_motion(found.text), "")})
    for seat in debaters:
        own = seat.settings_of(settings)
        registry.door(seat.method).admit(found, own, writes=_writes(own), without=seat.without)
    return found


def _writes(settings: Settings) -> bool:
    """Whether a model is named that writes, with the key that it needs."""
    endpoint = settings.models.of(Role.WRITER)
    try:
        read_key("models", endpoint.key_variable, needed=endpoint.base_url is None)
    except ProviderError:
        return False
    return bool(endpoint.model)

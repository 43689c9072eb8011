"""How much a person in a room may send. It is data from outside, and the chair of many matches has to read it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from livekit import rtc

from agent.running.bucket import Bucket

TEXT_BYTES = 1024  # that a text, a packet or an attribute counts for at least
STREAM_OPENED = ("_handle_text_stream_opened", "_handle_byte_stream_opened")
BURST_BYTES, BYTES_A_SECOND = 256 * 1024, 32 * 1024


class Allowance:
    """A bucket for each person in a room. Whoever empties theirs is told of once; what they send then is not read.

    `persons`: who is bounded, by identity; others hold the server's secret. `exceeded`: told who has sent too much.
    `clock`: in seconds.
    """

    def __init__(
        self, persons: Callable[[str], bool], exceeded: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._persons, self._exceeded, self._clock = persons, exceeded, clock
        self._buckets: dict[str, Bucket] = {}
        self._silenced: set[str] = set()

    def watch(self, room: rtc.Room) -> None:
        """What else than texts for us is sent in that room counts as well."""
        room.on("data_received", self._on_packet)
        room.on("participant_connected", lambda participant: self._silenced.discard(participant.identity))
        room.on("participant_attributes_changed", lambda changed, participant: self.takes(participant.identity))
        for opening in STREAM_OPENED:  # LiveKit tells nobody of a stream that nobody wants, and reads it all the same
            setattr(room, opening, partial(self._on_stream, room, getattr(room, opening, _nothing)))

    def takes(self, identity: str, size: int = TEXT_BYTES) -> bool:
        """Whether so many bytes more of theirs may be read."""
        if not self._persons(identity):
            return True
        now = self._clock()
        bucket = self._buckets.setdefault(identity, Bucket.full(BURST_BYTES, BYTES_A_SECOND, now))
        if identity in self._silenced:  # until they have been quiet for a while
            if bucket.take(now, BURST_BYTES / 2) > 0:
                return False
            self._silenced.discard(identity)
        if bucket.take(now, size) > 0:
            self._silenced.add(identity)
            self._exceeded(identity)
            return False
        return True

    def _on_stream(self, room: rtc.Room, go_on: Callable[[Any], None], opened: Any) -> None:
        if opened.reader.info.topic not in getattr(room, "_text_stream_handlers", ()):
            self.takes(opened.participant_identity)
        go_on(opened)

    def _on_packet(self, packet: rtc.DataPacket) -> None:
        if packet.participant is not None:
            self.takes(packet.participant.identity, max(TEXT_BYTES, len(packet.data)))


def _nothing(opened: Any) -> None:
    """A room without streams."""

"""How few places a participant listens at: libwebrtc chooses them by itself, on every interface of the machine."""

from __future__ import annotations

from urllib.parse import urlsplit

from livekit import rtc

HERE = ("127.0.0.1", "::1", "localhost")


def least_sockets(url: str) -> rtc.RtcConfiguration | None:
    """Of a participant on the machine of its LiveKit server, whose addresses do not change: they are looked for once,
    and no place for TCP stays open. None where the server is elsewhere: networks come and go on the way there.

    The library knows no way to leave out an interface; what it holds for UDP is on all of them.
    """
    if (urlsplit(url).hostname or "") not in HERE:
        return None
    return rtc.RtcConfiguration(continual_gathering_policy=rtc.ContinualGatheringPolicy.GATHER_ONCE)

"""Somebody who speaks at a microphone outside any match: until they have stopped, or their time is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from speech.audio import EAR_RATE, ROOM_RATE, Audio, join
from speech.ports import VoiceDetector

FRAMES, VOICED = 5, 3  # that are looked at together, and of these in how many there must be a voice


@dataclass(frozen=True)
class Patience:
    """In seconds: to `begin` to speak, the `pause` after which somebody has finished, and `most` that is taken."""

    begin: float
    pause: float
    most: float


async def taken(sound: AsyncIterator[Audio], seconds: float) -> Audio:
    """So much of what comes, at EAR_RATE."""
    pieces: list[Audio] = []
    async for audio in sound:
        pieces.append(audio)
        if sum(piece.seconds for piece in pieces) >= seconds:
            break
    return join(pieces, ROOM_RATE).at(EAR_RATE)


async def spoken(sound: AsyncIterator[Audio], detector: VoiceDetector, patience: Patience) -> Audio:
    """Until somebody has begun to speak and stopped, or does not begin; at EAR_RATE."""
    pieces, voiced, silent, so_far = list[Audio](), 0.0, 0.0, 0.0
    while so_far < patience.most and (voiced or so_far < patience.begin) and not (voiced and silent >= patience.pause):
        piece = await taken(sound, FRAMES * detector.frame_seconds)
        frames = [frame for frame in piece.frames(detector.frame_seconds) if frame.seconds == detector.frame_seconds]
        speaks = sum(map(detector.is_speech, frames)) >= VOICED
        voiced, silent = voiced + speaks, 0.0 if speaks else silent + piece.seconds
        pieces.append(piece)
        so_far += piece.seconds
    return join(pieces, EAR_RATE)

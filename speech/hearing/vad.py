"""Voice detectors. webrtcvad is the cheap gate: 0.09 ms for a second of audio."""

from __future__ import annotations

import webrtcvad

from speech.audio import EAR_RATE, Audio


class WebRtcDetector:
    """WebRTC's voice detector on 20 ms frames at 16 kHz; aggressiveness 0 (lenient) to 3."""

    frame_seconds = 0.02

    def __init__(self, aggressiveness: int = 2) -> None:
        self._vad = webrtcvad.Vad(aggressiveness)

    def is_speech(self, frame: Audio) -> bool:
        return bool(self._vad.is_speech(frame.samples.tobytes(), EAR_RATE))

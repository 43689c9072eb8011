"""A recogniser's server on loopback that hears a word wherever it is not silent: what hearing by network costs."""

from __future__ import annotations

import json
import time
from email.parser import BytesParser
from email.policy import HTTP
from http.server import ThreadingHTTPServer
from typing import Any
from zlib import crc32

import numpy as np

from bench.loopback.http import ANY_PORT, Loopback, LoopbackRequest
from bench.loopback.slow_model import KINDS, THINGS, VERBS
from config.settings.sound import Hearing, RemoteRecognizer
from speech.audio import EAR_RATE, HEADER_BYTES

ANSWER_SECONDS = 0.4  # as a server some way off that is not busy
WORD_SECONDS = 0.4
AUDIBLE = 200  # of 32767, mean size of a sample
WORDS = (*KINDS, *THINGS, *VERBS)
SENTENCE_WORDS = 12


class PlainEar(Loopback):
    """An OpenAI-compatible `/v1/audio/transcriptions`."""

    def __init__(self) -> None:
        super().__init__(ThreadingHTTPServer(ANY_PORT, _HearingRequest), "plain ear")

    def hearing(self) -> Hearing:
        """Settings with which the other side is heard by this one, never by its captions."""
        return Hearing(model="openai:plain", remote=RemoteRecognizer(base_url=self.url), captions=False)


class _HearingRequest(LoopbackRequest):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        words = words_in(_sound(self.headers["content-type"], body))
        time.sleep(ANSWER_SECONDS)
        text = " ".join(word["word"] for word in words)
        answer = json.dumps({"text": text, "language": "english", "words": words}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


def _sound(kind: str, body: bytes) -> bytes:
    whole = BytesParser(policy=HTTP).parsebytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
    for part in whole.iter_parts():
        if part["content-disposition"].params["name"] == "file":
            return bytes(part.get_payload(decode=True))[HEADER_BYTES:]
    return b""


def words_in(sound: bytes) -> list[dict[str, Any]]:
    """A word for each stretch of 16 kHz sound that is not silent: the same one for the same sound."""
    samples = np.frombuffer(sound, "<i2")
    size = round(WORD_SECONDS * EAR_RATE)
    words = []
    for number in range(len(samples) // size):
        stretch = samples[number * size : (number + 1) * size]
        if np.abs(stretch.astype(np.int32)).mean() > AUDIBLE:
            word = WORDS[crc32(stretch.tobytes()) % len(WORDS)] + ("." if number % SENTENCE_WORDS == 0 else "")
            start, end = (round(place * WORD_SECONDS, 3) for place in (number, number + 1))
            words.append({"word": word, "start": start, "end": end})
    return words

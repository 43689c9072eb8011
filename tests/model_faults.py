"""Everything that goes wrong with real servers of language models, for `tests.model_server`."""

from __future__ import annotations

import socket
import struct

from tests.model_server import Asked, Fault, Line, Said


def status(code: int, message: str = "no", *, error_code: str = "", **headers: str) -> Fault:
    """An error page of that status; header names with `_` for `-`."""
    return lambda line, _asked: line.fail(code, message, error_code, **headers)


def text(words: str, finish: str = "stop") -> Fault:
    """These words, whatever was asked."""
    return lambda line, asked: line.server.say(line, asked, Said(words, finish))


def _stalled(line: Line, _asked: Asked) -> None:
    line.piece_by_piece('{"claim": "Uniforms')
    line.server.over.wait()


def _mute(line: Line, _asked: Asked) -> None:
    line.server.over.wait()


def _paused(line: Line, asked: Asked) -> None:
    line.begin()
    line.server.go_on.wait()
    line.chunk("{}", "stop")


def _snapped(line: Line, _asked: Asked) -> None:
    line.piece_by_piece('{"claim": "Uniforms reduce')


def _hung_up(line: Line, _asked: Asked) -> None:
    line.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.connection.close()


def _dripping(line: Line, _asked: Asked) -> None:
    line.begin()
    while not line.server.over.wait(0.02):  # never quiet for as long as a stall
        line.chunk(" ")


def _garbled(line: Line, _asked: Asked) -> None:
    line.begin()
    line.write("data: {not an event\n\n")


def _told_in_stream(line: Line, _asked: Asked) -> None:
    line.begin()
    line.event({"error": {"message": "the worker was lost", "type": "server_error"}})


class faults:
    """Everything that goes wrong with real servers, by one word."""

    busy: Fault = status(429)
    broken: Fault = status(500)
    overloaded: Fault = status(503)
    broke: Fault = status(429, "no money left", error_code="insufficient_quota")
    unauthorised: Fault = status(401, "Incorrect API key provided")
    forbidden: Fault = status(403)
    missing: Fault = status(404, "the model does not exist")
    stalled: Fault = _stalled  # in the middle of an answer, for ever
    mute: Fault = _mute  # from the beginning
    paused: Fault = _paused  # until server.go_on is set, then {}
    dripping: Fault = _dripping
    snapped: Fault = _snapped  # the stream ends before the answer does
    hung_up: Fault = _hung_up  # connection reset without a word
    garbled: Fault = _garbled
    told_in_stream: Fault = _told_in_stream
    truncated_json: Fault = text('{"claim": "Uniforms reduce bul')
    cut: Fault = text('{"claim": "Uniforms reduce bul', finish="length")
    wrong_json: Fault = text("{claim: Uniforms reduce bullying,}")
    wrong_schema: Fault = text('{"weather": "fine", "claims": 3}')
    no_json: Fault = text("I would rather talk about the weather.")
    empty: Fault = text("")
    filtered: Fault = text("", finish="content_filter")
    huge: Fault = text('{"claim": "' + "very " * 400_000 + '"}')
    foreign: Fault = text('{"claim": "Schuluniformen verringern das Mobbing auf dem Schulhof."}')

    @staticmethod
    def busy_for(when: float | str) -> Fault:
        """429 with Retry-After: seconds, or an HTTP date."""
        return status(429, Retry_After=str(when))

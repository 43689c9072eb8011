"""A broadcast by LiveKit Egress, over HTTP: started and stopped with the match, which it costs nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web
from livekit import api

from agent.room.media.egress import broadcaster, broadcasting
from config.errors import ConfigError
from config.secrets import SECRETS
from config.settings import Broadcast

KEY, SECRET = "key-of-a-test", "secret-of-a-test-that-is-long-enough"
ADDRESS = "rtmps://live.example/app/stream-key-4711"
STREAM = {"stream_variable": "ROSTRUM_RTMP"}
STATUS = api.EgressStatus
ASKED = {
    "ListEgress": api.ListEgressRequest,
    "StartRoomCompositeEgress": api.RoomCompositeEgressRequest,
    "StopEgress": api.StopEgressRequest,
}


@dataclass
class EgressServer:
    """Answers as LiveKit's server does where Egress is at hand, or refuses with `refusing`.

    `broken`: the broadcast has ended by itself with that error.
    """

    refusing: str = ""
    broken: str = ""
    under_way: list[api.EgressInfo] = field(default_factory=list)
    asked: list[tuple[str, Any]] = field(default_factory=list)
    grants: list[bool] = field(default_factory=list)
    hangs: bool = False

    async def answer(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        claims = api.TokenVerifier(KEY, SECRET).verify(request.headers["authorization"].removeprefix("Bearer "))
        self.grants.append(bool(claims.video and claims.video.room_record))
        asked = ASKED[method].FromString(await request.read())
        self.asked.append((method, asked))
        if self.hangs:
            await asyncio.Event().wait()
        if self.refusing:
            return _refused("unavailable", self.refusing, 400)
        if method == "StopEgress" and self.broken:
            return _refused("failed_precondition", "egress has ended", 412)
        return web.Response(body=self._told(method, asked).SerializeToString())

    def _told(self, method: str, asked: Any) -> Any:
        if method == "ListEgress" and asked.active:
            return api.ListEgressResponse(items=[one for one in self.under_way if one.room_name == asked.room_name])
        if method == "ListEgress":
            ended = api.EgressInfo(egress_id=asked.egress_id, status=STATUS.EGRESS_FAILED, error=self.broken)
            return api.ListEgressResponse(items=[ended])
        status = STATUS.EGRESS_ENDING if method == "StopEgress" else STATUS.EGRESS_STARTING
        return api.EgressInfo(egress_id="EG_new", status=status)

    @property
    def methods(self) -> list[str]:
        return [method for method, _ in self.asked]


def _refused(code: str, said: str, status: int) -> web.Response:
    return web.json_response({"code": code, "msg": said}, status=status)


@asynccontextmanager
async def served(server: EgressServer) -> AsyncIterator[api.LiveKitAPI]:
    app = web.Application()
    app.router.add_post("/twirp/livekit.Egress/{method}", server.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with api.LiveKitAPI(f"http://127.0.0.1:{runner.addresses[0][1]}", KEY, SECRET) as livekit:
            yield livekit
    finally:
        await runner.cleanup()


def held(server: EgressServer, asked: dict[str, Any], seconds: float = 20.0, room: str = "match-1") -> list[str]:
    """A match with that broadcast; what was told of it."""
    told: list[str] = []

    async def match() -> None:
        async with served(server) as livekit:
            found = broadcaster(livekit, Broadcast.model_validate(asked), {"ROSTRUM_RTMP": ADDRESS})
            async with broadcasting(found, room, seconds, told.append):
                server.asked.append(("the match", None))

    asyncio.run(match())
    return told


def started(server: EgressServer) -> Any:
    return next(asked for method, asked in server.asked if method == "StartRoomCompositeEgress")


def test_it_begins_and_ends_with_the_match() -> None:
    server = EgressServer()
    assert held(server, STREAM) == []
    assert server.methods == ["ListEgress", "StartRoomCompositeEgress", "the match", "StopEgress"]
    assert server.asked[-1][1].egress_id == "EG_new"
    assert all(server.grants), "each request may record, as the server demands"


def test_only_sound_goes_to_the_address() -> None:
    server = EgressServer()
    held(server, STREAM)
    request = started(server)
    assert (request.room_name, request.audio_only) == ("match-1", True)
    (output,) = request.stream_outputs
    assert (output.protocol, list(output.urls)) == (api.StreamProtocol.RTMP, [ADDRESS])
    assert not request.file_outputs


@pytest.mark.parametrize(
    ("file", "kind"),
    [("/out/{match}.ogg", "OGG"), ("/out/{match}.mp3", "MP3"), ("/out/{match}.mp4", "MP4")],
)
def test_or_to_a_file(file: str, kind: str) -> None:
    server = EgressServer()
    held(server, {"file": file})
    (output,) = started(server).file_outputs
    assert output.filepath == f"/out/match-1{file[-4:]}"
    assert output.file_type == api.EncodedFileType.Value(kind)


def test_a_rooms_name_is_no_path() -> None:
    server = EgressServer()
    held(server, {"file": "/out/{match}.ogg"}, room="../../etc/a b")
    assert started(server).file_outputs[0].filepath == "/out/-..-etc-a-b.ogg"


def test_one_that_a_dead_process_left_is_gone_on_with() -> None:
    left = api.EgressInfo(egress_id="EG_left", room_name="match-1", status=STATUS.EGRESS_ACTIVE)
    other = api.EgressInfo(egress_id="EG_other", room_name="match-2", status=STATUS.EGRESS_ACTIVE)
    server = EgressServer(under_way=[other, left])
    assert held(server, STREAM) == []
    assert server.methods == ["ListEgress", "the match", "StopEgress"]
    assert server.asked[-1][1].egress_id == "EG_left"


def test_without_a_word_in_the_settings_nobody_is_asked() -> None:
    server = EgressServer()
    assert held(server, {}) == []
    assert server.methods == ["the match"]


@pytest.mark.parametrize("server", [EgressServer(refusing="no response from servers")], ids=["no egress is at hand"])
def test_a_match_is_held_without_it(server: EgressServer) -> None:
    (line,) = held(server, STREAM)
    assert line == "there is no broadcast: no response from servers; the match goes on without"
    assert server.methods[-1] == "the match"


def test_a_server_that_does_not_answer_is_not_waited_for() -> None:
    (line,) = held(EgressServer(hangs=True), STREAM, seconds=0.05)
    assert line == "there is no broadcast: it did not start within 0.05 s; the match goes on without"


def test_one_that_broke_off_is_told_at_the_end() -> None:
    (line,) = held(EgressServer(broken="connection refused"), STREAM)
    assert line == "the broadcast did not end in order: connection refused"


def test_no_one_is_shown_the_key(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        lines = held(EgressServer(refusing=f"cannot stream to {ADDRESS}"), STREAM)
        lines += held(EgressServer(broken="bad key stream-key-4711"), STREAM)
    assert len(lines) == 2
    assert "4711" not in "".join(lines) + caplog.text
    assert "4711" not in SECRETS.masked(f"the log, of {ADDRESS}")


def made(environment: dict[str, str]) -> Callable[[], Awaitable[None]]:
    async def make() -> None:
        async with served(EgressServer()) as livekit:
            broadcaster(livekit, Broadcast.model_validate(STREAM), environment)

    return make


def test_an_address_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match="ROSTRUM_RTMP is not set"):
        asyncio.run(made({})())


def test_one_that_is_none_is_not_shown() -> None:
    with pytest.raises(ConfigError, match="holds no address such as") as told:
        asyncio.run(made({"ROSTRUM_RTMP": "https://live.example/secret-4712"})())
    assert "4712" not in str(told.value)


def test_settings_hold_no_address() -> None:
    with pytest.raises(ValueError, match="stream_variable"):
        Broadcast.model_validate({"stream_variable": ADDRESS})
    with pytest.raises(ValueError, match="file"):
        Broadcast.model_validate({"file": "/out/match.wav"})

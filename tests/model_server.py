"""A language model's server for tests: real HTTP on loopback, answers written by the test.

    with ModelServer() as server:
        server.answers({"score": 2}, "plain text", faults.busy, {"score": 1})   # one a request, in this order
        server.plays(lambda asked: {"claim": asked.user[:40]})                 # and then, or whenever asked
        server.plays(play_writer, model="writer-1")                            # whole roles, by model or by schema
        server.plays(play_scorer, schema="Score")
        model = LanguageModel(server.models())                                  # or as Settings(models=server.models())
        ...
        assert server.asked[0].user == "..."

What a request is answered with:
- a str is the text; a dict, list or pydantic model its JSON; `Chances({"2": 0.7, "1": 0.3})` a label with log
  probabilities; `Said(...)` spells everything out; `after(seconds, answer)` comes late;
- one of `faults` (model_faults.py) goes wrong in that way: `server.answers(faults.truncated_json)`.
An empty queue and no player is the test's mistake: the server answers 418 and `asked` shows what was asked.
`server.refuses` is what the server cannot do: "json_schema", "json_object", "logprobs", "stream_options",
"temperature", "max_tokens", "max_completion_tokens". `server.hides` what it leaves out without a word: "logprobs",
"usage" or "stream" (the answer comes in one piece). Nothing here keeps to a schema by itself.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic import BaseModel

from config.settings import Models

LIMITS = ("max_calls", "max_cost", "call_seconds", "tokens_per_second")


@dataclass(frozen=True)
class Asked:
    """One request as the server got it."""

    path: str
    headers: Message
    body: dict[str, Any]
    number: int  # from 0, over all requests

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def messages(self) -> list[dict[str, str]]:
        return list(self.body.get("messages", []))

    @property
    def system(self) -> str:
        return "\n".join(message["content"] for message in self.messages if message["role"] == "system")

    @property
    def user(self) -> str:
        """What the user says, the newest last."""
        return "\n".join(message["content"] for message in self.messages if message["role"] == "user")

    @property
    def form(self) -> str:
        """json_schema, json_object or text."""
        return str(self.body.get("response_format", {}).get("type", "text"))

    @property
    def schema(self) -> dict[str, Any]:
        """The schema the answer is held to; empty if none."""
        return dict(self.body.get("response_format", {}).get("json_schema", {}).get("schema", {}))

    @property
    def schema_name(self) -> str:
        """The name of the pydantic model asked for, in json_schema mode."""
        return str(self.body.get("response_format", {}).get("json_schema", {}).get("name", ""))

    @property
    def wants_chances(self) -> bool:
        return bool(self.body.get("logprobs"))

    @property
    def key(self) -> str:
        return str(self.headers.get("Authorization", "")).removeprefix("Bearer ")


@dataclass(frozen=True)
class Said:
    """A whole answer. `chances`: for each token the probability of it and of others in its place."""

    text: str
    finish: str = "stop"
    chances: Sequence[tuple[str, Mapping[str, float]]] = ()
    refusal: str = ""
    usage: tuple[int, int] | None = None  # tokens in, out; counted as words if None
    seconds: float = 0.0  # before it begins
    cached: int = 0  # of the tokens in, those that were read before


class Chances(dict[str, float]):
    """The next answer is one token, the likeliest of these, with the probabilities of all."""


Fault = Callable[["Line", Asked], None]  # writes whatever it likes, or nothing
Answer = Any  # str, dict, list, BaseModel, Said, Chances, Fault
Player = Callable[[Asked], Answer]


def after(seconds: float, answer: Answer) -> Said:
    """The answer, so much later."""
    return replace(said(answer), seconds=seconds)


def pieces(text: str) -> list[str]:
    """As a stream brings them: 7 characters at once, of a longer text more, for each piece costs."""
    size = max(7, len(text) // 24)
    return [text[start : start + size] for start in range(0, len(text), size)]


def said(answer: Answer) -> Said:
    """An answer spelt out."""
    if isinstance(answer, Said):
        return answer
    if isinstance(answer, Chances):
        likeliest = max(answer, key=answer.__getitem__)
        return Said(likeliest, chances=[(likeliest, answer)])
    if isinstance(answer, BaseModel):
        return Said(answer.model_dump_json())
    return Said(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


class Line(BaseHTTPRequestHandler):
    """One request and the way back."""

    server: ModelServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        models = [{"id": name, "object": "model"} for name in self.server.model_names]
        self.send(200, {"object": "list", "data": models})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with contextlib.suppress(OSError):  # the client has hung up
            self.server.respond(self, body)
        self.close_connection = True

    def begin(self, kind: str = "text/event-stream", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("connection", "close")
        self.end_headers()

    def write(self, data: bytes | str) -> None:
        self.wfile.write(data.encode() if isinstance(data, str) else data)
        self.wfile.flush()

    def event(self, value: object) -> None:
        self.write(f"data: {json.dumps(value, ensure_ascii=False)}\n\n")

    def send(self, status: int, value: object, **headers: str) -> None:
        self.begin("application/json", status, **headers)
        self.write(json.dumps(value, ensure_ascii=False))

    def fail(self, status: int, message: str = "no", code: str = "", **headers: str) -> None:
        self.send(status, {"error": {"message": message, "type": "invalid", "code": code, "param": None}}, **headers)

    def chunk(self, text: str, finish: str | None = None, chances: Any = None, **delta: Any) -> None:
        """A piece of a streamed answer."""
        choice = {"index": 0, "delta": {"content": text, **delta}, "finish_reason": finish, "logprobs": chances}
        self.event({"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]})

    def piece_by_piece(self, text: str) -> None:
        self.begin()
        for piece in pieces(text):
            self.chunk(piece)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class ModelServer(ThreadingHTTPServer):
    """Starts with `with`; forgets nothing of what it was asked."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Line)
        self.asked: list[Asked] = []
        self.refuses: set[str] = set()
        self.hides: set[str] = set()
        self.model_names = ["test-model"]
        self.dimensions = 8
        self.over = threading.Event()  # a stalled answer waits for this
        self.go_on = threading.Event()  # and one that pauses, for this
        self.busiest = 0  # most requests at the same time
        self._queue: list[Answer] = []
        self._players: list[tuple[str, str, Player]] = []
        self._embeddings: list[Fault] = []
        self._now = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answers(self, *answers: Answer) -> None:
        """The next answers to chats, one a request."""
        self._queue += answers

    def plays(self, player: Player, *, model: str = "", schema: str = "") -> None:
        """Answer every chat by a function when the queue is empty; the last that fits model and schema is taken."""
        self._players.append((model, schema, player))

    def breaks_embeddings(self, *broken: Fault) -> None:
        """The next requests for embeddings go wrong."""
        self._embeddings += broken

    def models(self, roles: Mapping[str, Mapping[str, Any]] | None = None, **default: Any) -> Models:
        """Settings whose every role asks this server, quickly tired of waiting; changed as given."""
        own = {"base_url": self.url, "model": "test-model", "backoff_seconds": 0.01}
        limits = {name: default.pop(name) for name in LIMITS if name in default}
        return Models.model_validate({"default": own | default, "roles": dict(roles or {}), **limits})

    def __enter__(self) -> ModelServer:
        self._no_proxy = os.environ.get("NO_PROXY")
        os.environ["NO_PROXY"] = ",".join(filter(None, [self._no_proxy, "127.0.0.1"]))
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), name="model server")
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._no_proxy is None:
            os.environ.pop("NO_PROXY", None)
        else:
            os.environ["NO_PROXY"] = self._no_proxy
        self.over.set()
        self.go_on.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    # -- answering -----------------------------------------------------------------------------------

    def respond(self, line: Line, body: dict[str, Any]) -> None:
        with self._lock:
            asked = Asked(line.path, line.headers, body, len(self.asked))
            self.asked.append(asked)
            self._now += 1
            self.busiest = max(self.busiest, self._now)
            queue = self._embeddings if asked.path.endswith("/embeddings") else self._queue
            refused = self._refused(asked)
            given = queue.pop(0) if queue and not refused else None
        try:
            if refused:
                line.fail(400, refused)
            elif asked.path.endswith("/embeddings"):
                given(line, asked) if given else line.send(200, self._embedded(asked))
            elif asked.path.endswith("/chat/completions"):
                self.say(line, asked, self._played(asked) if given is None else given)
            else:
                line.fail(404, f"no {asked.path}")
        finally:
            with self._lock:
                self._now -= 1

    def _refused(self, asked: Asked) -> str:
        if asked.form in self.refuses:
            return f"response_format.type {asked.form} is not supported by this model"
        for name in ("logprobs", "stream_options", "temperature", "max_tokens", "max_completion_tokens"):
            if name in self.refuses and name in asked.body:
                return f"Unsupported parameter: '{name}' is not supported with this model."
        return ""

    def _played(self, asked: Asked) -> Answer:
        for model, schema, player in reversed(self._players):
            if model in ("", asked.model) and schema in ("", asked.schema_name):
                return player(asked)
        return lambda line, _: line.fail(418, "the test has no answer for this request")

    def say(self, line: Line, asked: Asked, answer: Answer) -> None:
        if callable(answer):
            answer(line, asked)
            return
        whole = said(answer)
        if whole.seconds and self.over.wait(whole.seconds):
            return
        (self._stream if asked.body.get("stream") and "stream" not in self.hides else self._send)(line, asked, whole)

    def _stream(self, line: Line, asked: Asked, whole: Said) -> None:
        line.begin()
        chances = whole.chances if asked.wants_chances and "logprobs" not in self.hides else ()
        if chances:
            for token, others in chances:
                line.chunk(token, chances={"content": [_chance(token, others)]})
        else:
            for piece in pieces(whole.text):
                line.chunk(piece)
        line.chunk("", whole.finish, **({"refusal": whole.refusal} if whole.refusal else {}))
        if asked.body.get("stream_options", {}).get("include_usage") and "usage" not in self.hides:
            line.event({"id": "c", "object": "chat.completion.chunk", "choices": [], "usage": _usage(asked, whole)})
        line.write("data: [DONE]\n\n")

    def _send(self, line: Line, asked: Asked, whole: Said) -> None:
        chances = whole.chances if asked.wants_chances and "logprobs" not in self.hides else ()
        told = {"content": [_chance(token, others) for token, others in chances]} if chances else None
        message = {"role": "assistant", "content": whole.text, "refusal": whole.refusal or None}
        choice = {"index": 0, "message": message, "finish_reason": whole.finish, "logprobs": told}
        body = {"id": "c", "object": "chat.completion", "created": 0, "model": asked.model, "choices": [choice]}
        line.send(200, body if "usage" in self.hides else body | {"usage": _usage(asked, whole)})

    def _embedded(self, asked: Asked) -> dict[str, Any]:
        """The letters of each text counted into `dimensions` numbers: the same text, the same direction."""
        texts = asked.body["input"]
        rows = [[sum(1 + (ord(c) % 31) for c in t[i :: self.dimensions]) + 0.1 for i in range(self.dimensions)]
                for t in texts]  # fmt: skip
        data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
        return {"object": "list", "model": asked.model, "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _chance(token: str, others: Mapping[str, float]) -> dict[str, Any]:
    top = [{"token": one, "logprob": math.log(max(chance, 1e-12))} for one, chance in others.items()]
    return {"token": token, "logprob": math.log(max(others.get(token, 1.0), 1e-12)), "bytes": None, "top_logprobs": top}


def _usage(asked: Asked, whole: Said) -> dict[str, Any]:
    counted = (len((asked.system + " " + asked.user).split()), len(whole.text.split()))
    told, out = whole.usage or counted
    read_before = {"prompt_tokens_details": {"cached_tokens": whole.cached}} if whole.cached else {}
    return {"prompt_tokens": told, "completion_tokens": out, "total_tokens": told + out} | read_before


def nobody() -> str:
    """An address at which nothing listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}/v1"

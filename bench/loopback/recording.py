"""What a language model was asked and answered in one match, kept as a file and looked up again. Pure but for the file.

A recording is JSON Lines, a call a line, in the order in which they were asked:

    {"prompt": "You keep the flow of a formal debate: ...", "system_sha": "...", "user": "Motion: ...",
     "schema_sha": "...", "answer": "{\\"actions\\": []}"}

`prompt` is the first line of the system part and tells calls of one kind from those of another; `user` is all that
follows the system part, message after message. A question that was asked in the same words gets its own answer, another
one the answer to the question of its kind that is most like it: a recording outlives small changes to the prompts.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from config.errors import ConfigError, first_fault

SHA_LETTERS = 16
_MESSAGE = re.compile(r"\n\n## (?:user|assistant)\n")
_FORM = "\n\n## answer form\n"


@dataclass(frozen=True)
class RecordedQuestion:
    """A request as it is looked up. `shape`: the name of the schema."""

    system: str
    user: str
    schema: str = ""  # as JSON; empty where no shape was asked for
    shape: str = ""

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> RecordedQuestion:
        """What a request to `/v1/chat/completions` asks."""
        messages = [(str(one.get("role", "")), str(one.get("content", ""))) for one in body.get("messages", [])]
        systems = [text for role, text in messages if role == "system"]
        form = (body.get("response_format") or {}).get("json_schema") or {}
        schema, others = form.get("schema"), [text for role, text in messages if role != "system"]
        told = json.dumps(schema) if schema else ""
        return cls("\n\n".join(systems), "\n\n".join(others), told, str(form.get("name", "")))

    @property
    def prompt(self) -> str:
        return self.system.strip().partition("\n")[0].strip()

    def answered(self, answer: str) -> RecordedCall:
        return RecordedCall(
            prompt=self.prompt,
            system_sha=_sha(self.system),
            user=self.user,
            schema_sha=_sha(self.schema),
            answer=answer,
        )


class RecordedCall(BaseModel):
    """One call. The digests are empty for an empty text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: str
    system_sha: str
    user: str
    schema_sha: str = ""
    answer: str

    def asks(self, question: RecordedQuestion) -> bool:
        """Whether this was asked in the very same words."""
        return self == question.answered(self.answer)


@dataclass
class AnswersServed:
    """How many questions got their own answer, that of one like it, or none."""

    exact: int = 0
    near: int = 0
    none: int = 0


class CallRecording:
    """Gives each question an answer; each answer is given once, but to a question that was asked in the same words."""

    def __init__(self, calls: Sequence[RecordedCall]) -> None:
        self._calls, self._used = calls, set[int]()
        self.served = AnswersServed()

    def answer(self, question: RecordedQuestion) -> str | None:
        """None: nothing of its kind is left."""
        exact = [i for i, call in enumerate(self._calls) if call.asks(question)]
        if exact:
            self.served.exact += 1
            return self._given(next((i for i in exact if i not in self._used), exact[-1]))
        like = self._of_its_kind(question)
        if not like:
            self.served.none += 1
            return None
        self.served.near += 1
        words = _words(question.user)
        return self._given(
            max(like, key=lambda i: _likeness(words, _words(self._calls[i].user)))
        )  # the first of equals

    def _of_its_kind(self, question: RecordedQuestion) -> list[int]:
        """Those not used that the same prompt asked, or whose answer has the same shape where no call was of it."""
        left = [i for i in range(len(self._calls)) if i not in self._used]
        if any(call.prompt == question.prompt for call in self._calls):
            return [i for i in left if self._calls[i].prompt == question.prompt]
        shape = _sha(question.schema)
        return [i for i in left if shape and self._calls[i].schema_sha == shape]

    def _given(self, number: int) -> str:
        self._used.add(number)
        return self._calls[number].answer


# -- files -----------------------------------------------------------------------------------------------


def read_recording(path: Path) -> list[RecordedCall]:
    """Raises ConfigError: there is no such file, or a line of it is no call."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: no recording ({error})") from error
    return [_call(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]


def write_recording(calls: Iterable[RecordedCall], path: Path) -> None:
    """As `read_recording` reads it."""
    path.write_text("".join(f"{call.model_dump_json()}\n" for call in calls), encoding="utf-8")


def recording_of(folder: Path) -> list[RecordedCall]:
    """The calls that were answered by hand in a folder: a question in NNN.md, its answer in NNN.answer.

    A question is its messages, each under `## role`, then `## answer form` with the kind of the form on one line and
    the schema on the next. One without an answer, or with an empty one, is left out.

    Raises:
        ConfigError: a file is not such a question.
    """
    calls = []
    for path in sorted(folder.glob("*.md")):
        answer = path.with_suffix(".answer")
        if answer.is_file() and (said := answer.read_text(encoding="utf-8").strip()):
            calls.append(_question(path).answered(said))
    return calls


def _question(path: Path) -> RecordedQuestion:
    messages, found, form = path.read_text(encoding="utf-8").rpartition(_FORM)
    system, *others = _MESSAGE.split(messages)
    if not found or not others or not system.startswith("## system\n"):
        raise ConfigError(f"{path}: not a question with its messages and its answer form")
    return RecordedQuestion(system.removeprefix("## system\n"), "\n\n".join(others), form.partition("\n")[2].strip())


def _call(line: str, place: str) -> RecordedCall:
    try:
        return RecordedCall.model_validate_json(line)
    except ValidationError as error:
        raise ConfigError(f"{place}: {first_fault(error)}") from error


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:SHA_LETTERS] if text else ""


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share of words they have in common, 0 to 1."""
    every = one.total() + other.total()
    return 2 * (one & other).total() / every if every else 1.0

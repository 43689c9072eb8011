"""An answer while it arrives, chunk by chunk, and when it is whole. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from planning.asking.answers import TokenChance, Unusable
from planning.asking.ledger import Call
from planning.asking.retry import RequestFailed

MOST_CHARACTERS = 1_000_000  # of one answer; more is a server gone wild


@dataclass(frozen=True)
class Completion:
    """A whole answer: its text, why it ended, and the chances of its tokens where they were asked for and told."""

    text: str
    finish: str
    refusal: str = ""
    chances: tuple[TokenChance, ...] = ()

    def usable(self) -> str:
        """The text. Raises Unusable: the answer was cut off or declined."""
        if self.finish == "length":
            raise Unusable("the answer was cut off for its length; a shorter one is needed")
        if self.refusal or self.finish == "content_filter":
            raise Unusable("the answer was declined or filtered")
        return self.text


class Reading:
    """Takes chunks as OpenAI's library gives them; other servers leave out what they like."""

    def __init__(self, call: Call) -> None:
        self._call, self._chances = call, list[TokenChance]()
        self._length, self._refusal = 0, ""
        self.finish, self.begun = "", False

    def take(self, chunk: Any) -> None:
        """The next chunk, or an answer in one piece. Raises RequestFailed: the answer has become too long."""
        self.begun = True
        self._count(getattr(chunk, "usage", None))
        for choice in (getattr(chunk, "choices", None) or [])[:1]:
            said = getattr(choice, "delta", None) or getattr(choice, "message", None)
            self._add(getattr(said, "content", None))
            self._refusal += getattr(said, "refusal", None) or ""
            told = getattr(choice, "logprobs", None)
            self._chances += [_chance(token) for token in getattr(told, "content", None) or []]
            self.finish = getattr(choice, "finish_reason", None) or self.finish

    def completion(self) -> Completion:
        """The whole answer. Raises RequestFailed: it never came to its end."""
        if not self.finish:
            raise RequestFailed("the answer broke off", again=True)
        return Completion("".join(self._call.text), self.finish, self._refusal, tuple(self._chances))

    def _add(self, content: Any) -> None:
        if not isinstance(content, str):
            return
        self._length += len(content)
        if self._length > MOST_CHARACTERS:
            raise RequestFailed(f"the answer did not end within {MOST_CHARACTERS} characters")
        self._call.text.append(content)

    def _count(self, usage: Any) -> None:
        prompt, completion = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
        if isinstance(prompt, int) and isinstance(completion, int) and prompt >= 0 and completion >= 0:
            self._call.prompt_tokens, self._call.completion_tokens = prompt, completion


def _chance(token: Any) -> TokenChance:
    others = tuple((other.token, float(other.logprob)) for other in token.top_logprobs or [])
    return TokenChance(token.token, float(token.logprob), others)

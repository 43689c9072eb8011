"""A Llama and its tokenizer made on the spot: the real file formats and layers, random weights, 0.2 MB, no hub.

Besides, files of judged trees, and trees whose labels can be learnt from one word of each claim.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

MOTION = "Schools should require uniforms"
STRONG = {0: "somehow", 1: "probably", 2: "demonstrably"}
WORDS = (
    "Motion Claim Against For it Argument It attacks supports Impact : the case against motion Schools should require "
    "uniforms reduce bullying children teachers parents money marks clothes help cost learn wear choose "
    + " ".join(STRONG.values())
).split()


def make_llama(folder: Path, *, positions: int = 128, **changed: Any) -> Path:
    """A base model for language, as the hub has them: no head of classes, no padding token."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    _tokenizer().save_pretrained(folder)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    known = {"vocab_size": 64, "max_position_embeddings": positions, "bos_token_id": 1, "eos_token_id": 2}
    config = LlamaConfig(**(sizes | {"num_key_value_heads": 2} | known | changed))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate(["<unk>", "<s>", "</s>", *dict.fromkeys(WORDS)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>", bos_token="<s>", eos_token="</s>")


def written(path: Path, *trees: Any, **changed: Any) -> Path:
    """A file of these trees, its head changed as given."""
    path.write_text(json.dumps({"schema": "rostrum.arguments", "version": 1, "trees": list(trees)} | changed))
    return path


def make_trees(path: Path, *, trees: int = 12, seed: int = 1) -> Path:
    """Arguments of three levels, many more of class 2 than of the others; the last word of a claim gives its label."""
    chance = random.Random(seed)

    def argument(level: int) -> dict[str, Any]:
        label = chance.choices([0, 1, 2], [1, 2, 6])[0]
        words = chance.choices(["uniforms", "children", "teachers", "help", "cost", "learn", "money"], k=4)
        labels = {"attack": label} if level == 1 else {"support": label} if not level else dict.fromkeys(
            ("attack", "support"), label
        )  # fmt: skip
        children = [argument(level + 1) for _ in range(2)] if level < 2 else []
        return {"claim": " ".join([*words, STRONG[label]]), **labels, "children": children}

    made = [{"motion": MOTION, "root": argument(0)} for _ in range(trees)]
    return written(path, *made)

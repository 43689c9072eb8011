"""A trained reward model: a sequence classifier over three classes, run here (TreeDebater 3.2, B.3).

A model is a folder as transformers writes it (`config.json`, safetensors, a fast tokenizer), with the card
`reward.json` beside them if `rostrum reward train` made it: it says which relation was learnt. Weights are read from
safetensors alone and no code that comes with a model is run. torch and transformers are the extra `neural`.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from config.errors import ProviderError
from config.plain_text import printable_line
from rostrum_lab.reward.labelled import CLASSES, Relation

Chances = NDArray[np.float64]
Device = Literal["auto", "cpu", "cuda"]

CARD, CARD_SCHEMA, CARD_VERSION = "reward.json", "rostrum.reward", 1
BATCH = 16
MOST_TOKENS = 2048  # of a text, whatever a tokenizer without a limit of its own would let through
PADDING = "<|finetune_right_pad_id|>"  # Llama's, whose tokenizers name none
PROBE = "Motion: Schools should require uniforms\nArgument: They reduce bullying.\nIt supports: the motion\nImpact:"
INSTALL = "pip install 'rostrum[neural]'"
_VALUES = np.arange(CLASSES, dtype=np.float64)


class Classifier:
    """A network with its tokenizer: the chances of the three classes for texts. Safe to call from several threads."""

    def __init__(self, name: str, network: Any, tokenizer: Any, most_tokens: int) -> None:
        self.name, self.network, self.tokenizer, self.most_tokens = name, network, tokenizer, most_tokens
        self._torch: Any = import_module("torch")
        self._lock = threading.Lock()

    @classmethod
    def load(cls, model: str, relation: Relation, *, device: Device = "auto") -> Classifier:
        """A trained model, whole, that learnt this relation.

        Raises:
            ProviderError: a package is missing, or a model cannot be used; says in one line what to do.
        """
        name = f"reward model {model}"
        torch, transformers = libraries(name)
        where = chosen_device(name, torch, device)
        _check_card(name, Path(model).expanduser() / CARD, relation)
        network, missing = load_network(name, transformers, model)
        if network.config.num_labels != CLASSES:
            told = f"has {network.config.num_labels} classes; one with {CLASSES} (none, medium, high) is needed"
            raise ProviderError(name, told)
        if missing:
            told = f"lacks weights ({', '.join(missing[:2])}); name a trained model, or copy it again"
            raise ProviderError(name, told)
        tokenizer = load_tokenizer(name, transformers, model)
        most = prepare(name, network, tokenizer, MOST_TOKENS)
        loaded = cls(name, network.to(where).eval(), tokenizer, most)
        loaded.chances([PROBE])
        return loaded

    def scores(self, texts: Sequence[str]) -> list[float]:
        """The expectation over 0, 1 and 2 for each text. Raises as `chances`."""
        return [float(one) for one in self.chances(texts) @ _VALUES]

    def chances(self, texts: Sequence[str]) -> Chances:
        """Shape (len(texts), 3), rows of sum 1; read at once, so give a batch.

        Raises:
            ProviderError: the model failed, or made no numbers.
        """
        torch = self._torch
        try:
            with self._lock, torch.inference_mode():
                logits = self.logits(texts)
                chances: Chances = torch.softmax(logits.double(), dim=-1).cpu().numpy()
        except (RuntimeError, ValueError, IndexError) as error:
            raise ProviderError(self.name, f"failed ({reason(error)})") from error
        if not np.isfinite(chances).all():
            raise ProviderError(self.name, "makes no numbers; it is damaged, or its training failed")
        return chances

    def logits(self, texts: Sequence[str]) -> Any:
        """A tensor of shape (len(texts), 3), on the network's device; for training, with its gradient."""
        read = self.tokenizer(
            list(texts), truncation=True, max_length=self.most_tokens, padding=True, return_tensors="pt"
        ).to(self.network.device)
        return self.network(input_ids=read["input_ids"], attention_mask=read["attention_mask"], use_cache=False).logits


# -- loading -----------------------------------------------------------------------------------------


def libraries(name: str) -> tuple[Any, Any]:
    """torch and transformers, made quiet. Raises ProviderError: one is not installed."""
    try:
        torch: Any = import_module("torch")
        transformers: Any = import_module("transformers")
    except (ImportError, OSError) as error:
        raise ProviderError(name, f"cannot run ({reason(error)}); {INSTALL}") from error
    torch.set_num_threads(max(1, (os.cpu_count() or 2) // 2))  # more than are free spin: twenty times slower, measured
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)  # it tells of each of its tries
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    return torch, transformers


def chosen_device(name: str, torch: Any, device: Device) -> str:
    """`cpu` or `cuda`. Raises ProviderError: there is no graphics card where one was asked for."""
    found = bool(torch.cuda.is_available())
    if device == "cuda" and not found:
        raise ProviderError(name, "torch finds no graphics card; set the device to cpu or auto")
    return "cuda" if found and device != "cpu" else "cpu"


def load_network(
    name: str, transformers: Any, model: str, *, download: bool = False, hint: str = "", **more: Any
) -> tuple[Any, list[str]]:
    """A sequence classifier, and the weights it has that were not in the files and so are made up.

    Args:
        hint: what to do where there is no such model here.

    Raises:
        ProviderError: it cannot be loaded.
    """
    kind = transformers.AutoModelForSequenceClassification
    safe = {"use_safetensors": True, "trust_remote_code": False, "output_loading_info": True}
    try:
        network, told = kind.from_pretrained(_place(model), local_files_only=not download, **safe, **more)
    except Exception as error:  # a hub, a damaged file and each kind of model raise what they like
        raise ProviderError(name, _why_not(model, error, download, hint)) from error
    return network, sorted([*told["missing_keys"], *(str(one[0]) for one in told["mismatched_keys"])])


def load_tokenizer(name: str, transformers: Any, model: str, *, download: bool = False) -> Any:
    """The tokenizer of a model. Raises ProviderError: it cannot be loaded."""
    try:
        return transformers.AutoTokenizer.from_pretrained(
            _place(model), local_files_only=not download, trust_remote_code=False
        )
    except Exception as error:  # as above
        raise ProviderError(name, f"its tokenizer cannot be loaded ({reason(error)}); copy the model again") from error


def prepare(name: str, network: Any, tokenizer: Any, most_tokens: int) -> int:
    """Make the two fit each other; says how many tokens of a text are read, its last ones.

    Raises:
        ProviderError: they are not of one model.
    """
    if len(tokenizer) > network.get_input_embeddings().num_embeddings:
        raise ProviderError(name, "its tokenizer knows more tokens than the network; copy both of one model")
    if tokenizer.pad_token_id is None:
        vocabulary = tokenizer.get_vocab()
        tokenizer.pad_token = PADDING if PADDING in vocabulary else tokenizer.eos_token
    if tokenizer.pad_token_id is None:
        raise ProviderError(name, "its tokenizer has neither a padding token nor an end; set pad_token")
    network.config.pad_token_id = tokenizer.pad_token_id
    tokenizer.padding_side, tokenizer.truncation_side = "right", "left"
    positions = getattr(network.config, "max_position_embeddings", None) or most_tokens
    return int(min(most_tokens, positions, tokenizer.model_max_length))


def _check_card(name: str, path: Path, relation: Relation) -> None:
    """Refuse a model that was trained for the other relation, or on another kind of text."""
    if not path.is_file():
        return  # not one of ours
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        told = (card["schema"], card["version"], card["relation"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ProviderError(name, f"its {CARD} cannot be read ({reason(error)}); copy it again") from error
    if told[:2] != (CARD_SCHEMA, CARD_VERSION):
        raise ProviderError(name, f"its {CARD} is of another version ({told[0]} {told[1]}); train the model again")
    if told[2] != relation:
        raise ProviderError(name, f"was trained for {str(told[2])[:20]}, not for {relation}; name the other one here")


def _place(model: str) -> str:
    folder = Path(model).expanduser()
    return str(folder) if folder.exists() else model


def _why_not(model: str, error: Exception, download: bool, hint: str) -> str:
    if Path(model).expanduser().exists():
        return f"cannot be loaded ({reason(error)}); copy the model again"
    if download:
        return f"cannot be fetched ({reason(error)}); is the hub reachable, and is HF_TOKEN set if the model is gated?"
    return f"is neither a folder nor a model that is on this machine{hint}"


def reason(error: BaseException, most: int = 160) -> str:
    """An error of a library in one printable line."""
    return f"{type(error).__name__}: {printable_line(str(error))[:most] or 'no reason given'}"

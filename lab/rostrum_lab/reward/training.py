"""Training a reward model: a language model with a head of three classes, fine-tuned on labelled argument trees.

After TreeDebater B.3: classes balanced by resampling, cross-entropy, three epochs. The loop is plain torch:
transformers' Trainer would bring accelerate along and its own idea of samplers, seeds and reports, for what is forty
lines here. In return this trains on one device only.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from config.errors import ConfigError, ProviderError
from rostrum_lab.reward.classifier import (
    CARD,
    CARD_SCHEMA,
    CARD_VERSION,
    Classifier,
    Device,
    chosen_device,
    libraries,
    load_network,
    load_tokenizer,
    prepare,
    reason,
)
from rostrum_lab.reward.labelled import LabelledSample, Relation, balanced, batches, counts
from rostrum_lab.reward.verdict import RewardVerdict, judge

BASE = "meta-llama/Llama-3.2-3B-Instruct"  # the paper's
HINT = "; name one with --base, or fetch it with --download (of a gated one: take its licence and set HF_TOKEN)"
LABELS = ("not impactful", "medium", "impactful")
MOST_NORM = 1.0  # of a step's gradient
Precision = Literal["auto", "float32", "mixed", "bfloat16"]


@dataclass(frozen=True)
class Recipe:
    """How a model is trained. The paper gives base, classes, balance and epochs; the rest is common practice.

    `batch` texts are read at once, `accumulate` such batches make a step; the rate rises over the first `warm_up` of
    all steps and then falls to nothing. `precision`: `mixed` keeps float32 weights and computes in bfloat16, which
    `auto` takes on a graphics card; `bfloat16` keeps the weights in it too, at half of the memory.
    """

    relation: Relation
    base: str = BASE
    epochs: int = 3
    learning_rate: float = 1e-5
    batch: int = 8
    accumulate: int = 1
    most_tokens: int = 512
    warm_up: float = 0.05
    weight_decay: float = 0.01
    seed: int = 1
    device: Device = "auto"
    precision: Precision = "auto"
    download: bool = False


@dataclass(frozen=True)
class TrainingStep:
    """Where training is: the step of all steps that was made, and its loss."""

    number: int
    steps: int
    epoch: int
    loss: float


@dataclass
class Trained:
    """What came of training: the mean loss and the verdict of each epoch."""

    recipe: Recipe
    trained_on: list[int]  # samples of each class, before they were balanced
    seconds: float = 0.0
    losses: list[float] = field(default_factory=list)
    verdicts: list[RewardVerdict] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        epochs = [
            {"loss": round(loss, 4), "accuracy": round(one.accuracy, 4)}
            for loss, one in zip(self.losses, self.verdicts, strict=True)
        ]
        told = {"relation": self.recipe.relation, "base": self.recipe.base, "trained_on": self.trained_on}
        last = self.verdicts[-1].as_json() if self.verdicts else {}
        return {**told, "seconds": round(self.seconds, 1), "epochs": epochs, **last}


def train(
    recipe: Recipe,
    learnt: Sequence[LabelledSample],
    tested: Sequence[LabelledSample],
    out: Path,
    on_step: Callable[[TrainingStep], None] = lambda step: None,
) -> Trained:
    """Fine-tune the base model, saving it in `out` after every epoch: what breaks off leaves the last whole one.

    Raises:
        ConfigError: `out` holds something, or there is only one class to learn. ProviderError: a package is missing,
        the base model cannot be used, the memory is too small, or the loss is lost.
    """
    out = out.resolve()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out}: holds something already; name a new folder")
    if sum(map(bool, counts(learnt))) < 2:
        raise ConfigError(f"only one class of {recipe.relation} has labels to learn from; two at least are needed")
    name, began = f"training from {recipe.base}", time.monotonic()
    torch, _ = libraries(name)
    trained = Trained(recipe, counts(learnt))
    try:
        with torch.random.fork_rng(devices=None if torch.cuda.is_available() else []):
            torch.manual_seed(recipe.seed)
            model = _untrained(name, recipe)
            for loss in _epochs(torch, recipe, model, learnt, on_step):
                trained.losses.append(loss)
                trained.verdicts.append(judge(model, tested))
                trained.seconds = time.monotonic() - began
                _save(model, trained, out)
    except torch.OutOfMemoryError as error:
        told = "the memory of the device is too small; lower --batch and raise --accumulate, or --precision bfloat16"
        raise ProviderError(name, told) from error
    except RuntimeError as error:  # whatever torch cannot do
        raise ProviderError(name, f"failed ({reason(error)})") from error
    return trained


def _untrained(name: str, recipe: Recipe) -> Classifier:
    """The base model with a new head of three classes, on its device."""
    torch, transformers = libraries(name)
    device = chosen_device(name, torch, recipe.device)
    weights = torch.bfloat16 if recipe.precision == "bfloat16" else torch.float32
    classes = {"id2label": dict(enumerate(LABELS)), "label2id": {one: i for i, one in enumerate(LABELS)}}
    head: dict[str, Any] = {"dtype": weights, **classes}
    network, _ = load_network(name, transformers, recipe.base, download=recipe.download, hint=HINT, **head)
    tokenizer = load_tokenizer(name, transformers, recipe.base, download=recipe.download)
    most = prepare(name, network, tokenizer, recipe.most_tokens)
    tokenizer.model_max_length = most  # kept with the model: it is used as it was trained
    network.config.problem_type = "single_label_classification"
    return Classifier(name, network.to(device), tokenizer, most)


def _epochs(
    torch: Any,
    recipe: Recipe,
    model: Classifier,
    learnt: Sequence[LabelledSample],
    on_step: Callable[[TrainingStep], None],
) -> Iterator[float]:
    """Train; gives the mean loss of an epoch after it."""
    chance = random.Random(recipe.seed)
    size = recipe.batch * recipe.accumulate
    steps = recipe.epochs * math.ceil(max(counts(learnt)) * sum(map(bool, counts(learnt))) / size)
    optimizer = torch.optim.AdamW(model.network.parameters(), lr=recipe.learning_rate, weight_decay=recipe.weight_decay)
    rate = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate(step, steps, recipe.warm_up))
    number = 0
    for epoch in range(1, recipe.epochs + 1):
        model.network.train()
        losses: list[float] = []
        for group in batches(balanced(learnt, chance), size):
            losses.append(_gradient(torch, recipe, model, group))
            if not math.isfinite(losses[-1]):
                raise ProviderError(model.name, "the loss is no number any more; lower --learning-rate")
            torch.nn.utils.clip_grad_norm_(model.network.parameters(), MOST_NORM)
            optimizer.step()
            rate.step()
            optimizer.zero_grad()
            number += 1
            on_step(TrainingStep(number, steps, epoch, losses[-1]))
        model.network.eval()
        yield sum(losses) / len(losses)


def _gradient(torch: Any, recipe: Recipe, model: Classifier, group: Sequence[LabelledSample]) -> float:
    """Cross-entropy over the samples of one step, its gradient gathered batch by batch; the mean."""
    total = 0.0
    for some in batches(group, recipe.batch):
        wanted = torch.tensor([one.label for one in some], device=model.network.device)
        with _computing(torch, recipe, model):
            logits = model.logits([one.text for one in some])
        loss = torch.nn.functional.cross_entropy(logits.float(), wanted, reduction="sum") / len(group)
        loss.backward()
        total += float(loss.detach())
    return total


def _computing(torch: Any, recipe: Recipe, model: Classifier) -> AbstractContextManager[Any]:
    kind = model.network.device.type
    mixed = recipe.precision == "mixed" or (recipe.precision == "auto" and kind == "cuda")
    return torch.autocast(kind, dtype=torch.bfloat16) if mixed else nullcontext()


def _rate(step: int, steps: int, warm_up: float) -> float:
    """The share of the learning rate at a step, from 0."""
    rising = max(1, round(warm_up * steps))
    return (step + 1) / rising if step < rising else max(0.0, (steps - step) / max(1, steps - rising + 1))


def _save(model: Classifier, trained: Trained, out: Path) -> None:
    """Put the model where the one of the epoch before was, in one step."""
    new, old = (out.with_name(f"{out.name}.{kind}") for kind in ("new", "old"))
    try:
        _write(model, trained, new)
        shutil.rmtree(old, ignore_errors=True)
        if out.exists():
            out.rename(old)
        new.rename(out)
    except Exception as error:  # a full disk is told in other words by each library
        raise ProviderError(model.name, f"cannot be saved in {out} ({reason(error)})") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def _write(model: Classifier, trained: Trained, folder: Path) -> None:
    model.network.save_pretrained(folder)
    model.tokenizer.save_pretrained(folder)
    card = {
        "schema": CARD_SCHEMA,
        "version": CARD_VERSION,
        "relation": trained.recipe.relation,
        "recipe": asdict(trained.recipe),
        "result": trained.as_json(),
    }
    (folder / CARD).write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

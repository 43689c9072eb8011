"""`rostrum reward`: training the models that score the impact of arguments, and testing them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from agent.cli.options import FiniteRange, json_option, say
from config.errors import ConfigError, RostrumError
from rostrum_lab.reward.classifier import Classifier
from rostrum_lab.reward.labelled import LabelledSample, load_trees, samples, split
from rostrum_lab.reward.training import BASE, LABELS, Recipe, TrainingStep, train
from rostrum_lab.reward.verdict import judge

FORMAT = """FILE holds argument trees that people have judged, as JSON:

\b
{"schema": "rostrum.arguments", "version": 1, "trees": [
  {"motion": "Schools should require uniforms", "side": "pro",
   "root": {"claim": "Uniforms reduce bullying", "support": 2,
    "children": [
     {"claim": "Bullies find other marks", "attack": 1, "children": [
      {"claim": "Clothes are the mark that costs money",
       "attack": 2, "support": 1}]}]}}]}

A child counters its parent. attack: how much it weakens its parent; support: how much it helps its grandparent,
or the stance of its side where it has none: 0 not impactful, 1 medium, 2 impactful. Missing labels are left out, or
null. A child that backs its parent says "stance": "pro" and has only support, for its parent. "id" and "source" may
be added."""

relation_option = click.option(
    "--relation", type=click.Choice(["attack", "support"]), required=True, help="Which of the labels is learnt."
)
device_option = click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True)
file_argument = click.argument("file", type=click.Path(path_type=Path))


@click.group(short_help="Train the models that score the impact of arguments.")
def reward() -> None:
    """Train the models that score the impact of arguments, and test them.

    They need torch and transformers: pip install 'rostrum[neural]'. To be used, they are named in the settings:

    \b
    impact: {scorer: reward, attack: FOLDER, support: FOLDER}
    """


@reward.command("train", help=f"Fine-tune a language model on judged arguments.\n\n{FORMAT}")
@file_argument
@relation_option
@click.option("--base", default=BASE, show_default=True, help="A folder, or the name of a model on the hub.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The model's new folder.")
@click.option("--download", is_flag=True, help="Fetch the base model if it is not on this machine.")
@click.option("--epochs", default=3, show_default=True, type=click.IntRange(1, 1000))
@click.option("--learning-rate", default=1e-5, show_default=True, type=FiniteRange(0, 1, min_open=True))
@click.option("--batch", default=8, show_default=True, type=click.IntRange(1, 4096), help="Texts read at once.")
@click.option("--accumulate", default=1, show_default=True, type=click.IntRange(1, 4096), help="Batches a step.")
@click.option(
    "--max-tokens", default=512, show_default=True, type=click.IntRange(16, 8192), help="Of a text; its last."
)
@click.option("--warm-up", default=0.05, show_default=True, type=FiniteRange(0, 1), help="Share of the steps.")
@click.option("--weight-decay", default=0.01, show_default=True, type=FiniteRange(0, 1))
@click.option(
    "--test-share",
    default=0.1,
    show_default=True,
    type=FiniteRange(0, 0.9, min_open=True),
    help="Of the trees, for the report; never learnt from.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**31))
@device_option
@click.option(
    "--precision",
    type=click.Choice(["auto", "float32", "mixed", "bfloat16"]),
    default="auto",
    show_default=True,
    help="Of weights and computing; auto: mixed on a graphics card.",
)
@json_option
def train_command(
    file: Path, relation: str, out: Path, max_tokens: int, test_share: float, seed: int, as_json: bool, **how: Any
) -> None:
    recipe = Recipe(relation=cast(Any, relation), most_tokens=max_tokens, seed=seed, **how)
    trees = load_trees(file)
    learnt, tested = split(_some(samples(trees, recipe.relation), file, relation), test_share, seed)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        console = Console(stderr=True)
        shown = console.is_terminal and not as_json
        with Progress(*columns, console=console, disable=not shown, transient=True) as progress:
            bar = progress.add_task(f"loading {recipe.base}", total=None)

            def on_step(step: TrainingStep) -> None:
                told = f"epoch {step.epoch} of {recipe.epochs}, loss {step.loss:.3f}"
                progress.update(bar, description=told, completed=step.number, total=step.steps)

            trained = train(recipe, learnt, tested, out, on_step)
    except KeyboardInterrupt:
        left = f"the last whole epoch is in {out}" if out.exists() else "nothing was saved"
        raise RostrumError(f"stopped; {left}") from None
    result = trained.as_json()
    _report({"out": str(out), "trees": [_trees(learnt), _trees(tested)], **result}, as_json)


@reward.command("test")
@file_argument
@relation_option
@click.option("--model", required=True, help="A trained model's folder.")
@device_option
@json_option
def test_command(file: Path, relation: str, model: str, device: str, as_json: bool) -> None:
    """Say how a trained model does on judged arguments it has not learnt from; FILE is as for `train`."""
    found = _some(samples(load_trees(file), cast(Any, relation)), file, relation)
    verdict = judge(Classifier.load(model, cast(Any, relation), device=cast(Any, device)), found)
    _report({"model": model, "relation": relation, **verdict.as_json()}, as_json)


def _some(found: list[LabelledSample], file: Path, relation: str) -> list[LabelledSample]:
    if not found:
        raise ConfigError(f"{file}: no argument has a label for {relation}")
    return found


def _trees(found: list[LabelledSample]) -> int:
    return len({one.tree for one in found})


def _report(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        say(result)
        return
    console = Console()
    for number, epoch in enumerate(result.get("epochs", []), 1):
        console.print(f"epoch {number}: loss {epoch['loss']:.3f}, accuracy {epoch['accuracy']:.3f}")
    table = Table("label", *(f"answered {one}" for one in LABELS), title=f"impact of {result['relation']}")
    for name, row in zip(LABELS, result["confusion"], strict=True):
        table.add_row(name, *map(str, row))
    console.print(table)
    console.print(
        f"accuracy {result['accuracy']:.3f} on {result['samples']} arguments"
        f" (always the most frequent label: {result['majority']:.3f}); the expectation is off by"
        f" {result['mean_error']:.2f} classes on average"
    )
    if "out" in result:
        console.print(f"the model is in {result['out']}", soft_wrap=True)

"""`rostrum calibrate`: from which cosine two texts mean the same, for the encoders that this machine would use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from agent.cli.options import json_option, say
from agent.components import Components
from config.settings import Settings, cache_folder
from planning.encoders.local import MiniLM
from planning.ports import Embedder
from rostrum_lab.calibration import Calibration, Curve, Pair, calibrate, load_pairs

SHOWN = (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9)
QUESTIONS = {"pair": "Does the pair say the same?", "nearest": "Is the nearest key point the one that was meant?"}
ADVICE = """\
same: take a cosine at which most accepted pairs match, well above the greatest F1; a wrong join stays.
related: asked of the nearest claim only; the greatest F1 of the nearest is its lower bound.
Settings: embedding: {same: ..., related: ...}"""


@click.command("calibrate", short_help="Measure how well sentence encoders compare claims.")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def calibrate_command(settings: Settings, file: Path, as_json: bool) -> None:
    """Measure sentence encoders on judged pairs: precision, recall and F1 over thresholds.

    FILE is a CSV table with the columns topic, argument, key_point and label (1: the argument makes the key point). The
    encoder of the settings is measured, and the embedded one. No threshold is judged on the topic it was chosen on.
    """
    found = measured(load_pairs(file), settings)
    if as_json:
        say({"file": str(file), "embedders": [numbers(one) for one in found]})
        return
    console = Console()
    for one in found:
        console.print(f"[bold]{one.embedder}[/], {one.pairs} pairs; now same {one.same:g}, related {one.related:g}")
        for name, question in QUESTIONS.items():
            console.print(_table(question, getattr(one, name)))
    console.print(ADVICE)


def measured(pairs: list[Pair], settings: Settings) -> list[Calibration]:
    """The encoder of the settings first; the embedded one too where that is another."""
    components = Components(settings)
    embedders: list[Embedder] = [components.embedder()]
    for replaced in components.replaced:
        click.echo(str(replaced), err=True)
    if embedders[0].name != MiniLM.name:
        embedders.append(MiniLM(cache_folder()))
    return [calibrate(pairs, embedder) for embedder in embedders]


def numbers(one: Calibration) -> dict[str, Any]:
    """A calibration as JSON, with each question's figures at the thresholds the encoder has now."""
    curves = {
        name: {
            **curve.as_json(),
            "at_same": curve.at(one.same).as_json(),
            "at_related": curve.at(one.related).as_json(),
        }
        for name, curve in (("pair", one.pair), ("nearest", one.nearest))
    }
    return {"embedder": one.embedder, "pairs": one.pairs, "same": one.same, "related": one.related, **curves}


def _table(question: str, curve: Curve) -> Table:
    table = Table("threshold", "precision", "recall", "F1", title=question, title_justify="left")
    for threshold in sorted({*SHOWN, curve.chosen.threshold}):
        point = curve.at(threshold)
        style = "bold" if point == curve.chosen else None
        table.add_row(f"{point.threshold:.2f}", *_shares(point.precision, point.recall, point.f1), style=style)
    judged = curve.judged
    table.add_section()
    table.add_row("other topics", *_shares(judged.precision, judged.recall, judged.f1))
    return table


def _shares(*values: float) -> list[str]:
    return [f"{value:.3f}" for value in values]

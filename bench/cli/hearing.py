"""Recognisers: `listen`."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.options import FiniteRange, json_option
from bench.cli.telling import seed_option, tell
from config.settings import Settings


@click.command()
@click.option("--texts", type=click.Path(path_type=Path), help="A folder of texts to be read aloud.")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Recordings, each with its transcript (.txt) beside it."
)
@click.option("--voice", default="auto", show_default=True, help="auto, flite:NAME or espeak:NAME")
@click.option("--minutes", type=FiniteRange(min=0, min_open=True), default=60.0, show_default=True, help="As a stream.")
@click.option("--seconds", type=FiniteRange(min=0), default=60.0, show_default=True, help="Heard as they are spoken.")
@click.option(
    "--model", "models", multiple=True, help="base, tiny.en, pocketsphinx or another; the settings' own if left out."
)
@click.option(
    "--busy", default=1.0, show_default=True, type=FiniteRange(0.1, 20), help="Everything takes so much longer."
)
@click.option("--real", is_flag=True, help="On the wall instead of in time charged by the processor's.")
@seed_option
@click.option("--hints", default="", metavar="MOTION", help="Tell the recogniser the names and claims of a motion.")
@json_option
@click.pass_obj
def listen(
    settings: Settings,
    texts: Path | None,
    folder: Path | None,
    voice: str,
    minutes: float,
    seconds: float,
    models: tuple[str, ...],
    busy: float,
    real: bool,
    seed: int,
    hints: str,
    as_json: bool,
) -> None:
    """The recogniser a match would use: word errors, lag, speed, lost tails, memory over a long stream."""
    from bench.hearing.listen import run

    outcome = run(texts, folder, voice, minutes, seconds, seed, settings, models, busy, real, hints=hints)
    tell(outcome, as_json)

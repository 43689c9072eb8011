"""Trees of debates against other ways to spend as many calls: `verify`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import click

from agent.cli.library.growth import note
from agent.cli.library.rehearse import with_evidence
from agent.cli.options import FiniteRange, budget_options, json_option
from agent.components import Components
from agent.verifying.claims import read_claims
from bench.cli.telling import seed_option, tell
from config.errors import UsageError
from config.settings import Settings, verified_folder
from planning.verify.calibration import load
from planning.verify.policy import Mode, Policy

READ = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("file", type=READ, required=False)
@click.option("--as", "wanted", type=click.Choice(["free", "choice"]), default="free", show_default=True,
              help="Questions with reference answers: graded freely, or best right against best wrong.")  # fmt: skip
@click.option("--first", "limit", type=click.IntRange(min=1), help="Only so many of the file.")
@click.option("--depth", type=click.IntRange(0, 4), default=1, show_default=True, help="Of the trees.")
@click.option("--mode", type=click.Choice([one.value for one in Mode]), default="adaptive", show_default=True)
@click.option("--ablations", is_flag=True, help="Also trees without parts of them.")
@click.option("--evidence", default="none", show_default=True, help="`none`, `settings`, or a folder of documents.")
@click.option("--calibration", type=READ, help="Curves that rostrum verify --calibrate has fitted.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where the answers are kept.")
@click.option("--world", type=click.IntRange(min=1), help="Instead of FILE, so many claims of a simulated world.")
@seed_option
@budget_options
@json_option
@click.pass_obj
def verify(
    settings: Settings,
    file: Path | None,
    wanted: Literal["free", "choice"],
    limit: int | None,
    depth: int,
    mode: str,
    ablations: bool,
    evidence: str,
    calibration: Path | None,
    out: Path | None,
    world: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Claims with labels, or TruthfulQA: trees of debates against single answers, samples and flat debates.

    Each way has as many calls for a claim as the tree took for it. Refusals are counted as true (as the paper does) and
    as wrong, in columns of their own.
    """
    from bench.verifying import compared, simulated

    if world is not None:
        tell(simulated.run(world, seed, ablations), as_json)
        return
    if file is None:
        raise UsageError("name a file of labelled claims, or --world 200 for a simulated one")
    items = read_claims(file)[:limit]
    if unlabelled := [one for one in items if not one.labelled]:
        raise UsageError(f"{file}: line {unlabelled[0].line} has neither a label nor right and wrong answers")
    comparing = compared.Comparing(
        items,
        Policy(mode=Mode(mode), depth=depth),
        settings.models,
        out or verified_folder(),
        wanted,
        source=Components(with_evidence(settings, evidence)).evidence(note),
        calibration=load(calibration) if calibration else None,
        ablations=tuple(compared.ABLATIONS) if ablations else (compared.DEBATE,),
    )
    asyncio.run(comparing.run())
    tell(comparing.measurement(), as_json)


@click.command()
@click.option("--seconds", type=FiniteRange(min=0.01), default=1.0, show_default=True, help="Of one answer.")
@click.option("--in-flight", type=click.IntRange(min=1), default=32, show_default=True)
@click.option("--pages", type=click.IntRange(min=1), default=300, show_default=True, help="Of the PDF that is read.")
@json_option
def trees(seconds: float, in_flight: int, pages: int, as_json: bool) -> None:
    """A full tree of debates (4 children, depth 2), by a model that takes its time; a long PDF until it is searched;
    the calls of a comparison, and how many of them are checks."""
    from bench import Measurement
    from bench.comparing import checks, documents
    from bench.verifying.trees import run

    some = (run(seconds, in_flight), documents.run(pages), checks.run())
    settings = {name: value for one in some for name, value in one.settings.items()}
    results, bars = [row for one in some for row in one.results], [bar for one in some for bar in one.bars]
    tell(Measurement(some[0].name, settings, results, bars), as_json)

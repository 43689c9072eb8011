"""`rostrum bench NAME`: one command a benchmark; exit 1 when a bar is not met."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import click

from agent.bench import Outcome
from agent.cli.contracts import BenchResult
from agent.cli.options import FiniteRange, json_option, motion_option, say
from config.errors import RostrumError, UnknownName
from config.settings import Settings

seed_option = click.option("--seed", default=1, show_default=True)
motions_option = click.option("--motion", "motions", multiple=True, help="Its id or its text; all of them if left out.")
opponents_option = click.option(
    "--opponents",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Speeches to meet: a folder with <motion>-<side>/opening.txt and so on.",
)
_WRITTEN = click.Path(path_type=Path, dir_okay=False, writable=True)
heard_option = click.option(
    "--heard",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="What was heard before: the matches that `bench library --keep` left in this folder.",
)
speeches_option = click.option("--speeches", default=10_000, show_default=True, type=click.IntRange(min=1))


@click.group()
def bench() -> None:
    """Measure what is promised; exit 1 when a bar is not met."""


def _tell(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        say(BenchResult.of(outcome).as_json())
    else:
        for result in outcome.results:
            click.echo(json.dumps(result))
        for bar in outcome.bars:
            click.echo(f"{'ok  ' if bar.ok else 'FAIL'}  {bar.name}: {bar.value} (limit {bar.limit})")
    if not outcome.ok:
        raise RostrumError(f"bench {outcome.name}: a bar is not met")


@bench.command()
@click.option("--nodes", default=100_000, show_default=True, type=click.IntRange(min=1))
@seed_option
@json_option
def strength(nodes: int, seed: int, as_json: bool) -> None:
    """f_k of every node for every k."""
    from agent.bench.strength import run

    _tell(run(nodes=nodes, seed=seed), as_json)


@bench.command()
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True)
@click.option("--pro", default="prepared", show_default=True)
@click.option("--con", default="prepared", show_default=True)
@json_option
def match(motion: str, format_name: str, pro: str, con: str, as_json: bool) -> None:
    """A full match in virtual time, everything synthesised and recognised."""
    from agent.bench.match import run

    _tell(run(motion, format_name, pro, con), as_json)


@bench.command()
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True)
@json_option
def flow(motion: str, format_name: str, as_json: bool) -> None:
    """Reading a heard passage into grown flow trees, without a model."""
    from agent.bench.flow import run

    _tell(run(motion, format_name), as_json)


@bench.command()
@click.option("--nodes", default=10_000, show_default=True, type=click.IntRange(min=1))
@click.option("--queries", default=400, show_default=True, type=click.IntRange(min=1))
@motion_option
@seed_option
@json_option
def retrieve(nodes: int, queries: int, motion: str, seed: int, as_json: bool) -> None:
    """Retrieval over a large library; and whether a whole match encodes any text twice."""
    from agent.bench.retrieve import run

    _tell(run(nodes, queries, motion, seed=seed), as_json)


@bench.command()
@motions_option
@opponents_option
@click.option("--text-only", is_flag=True, help="Read the opponents' speeches, do not hear them.")
@click.option("--sound", is_flag=True, help="Speak and recognise the prepared matches too.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Leave the matches in which an opponent was heard in this folder, as <motion>-<side>.",
)
@heard_option
@json_option
def library(
    motions: tuple[str, ...],
    opponents: Path | None,
    text_only: bool,
    sound: bool,
    keep: Path | None,
    heard: Path | None,
    as_json: bool,
) -> None:
    """Every motion debated by both sides, and against speeches it was not prepared for. Ctrl-C ends after a motion."""
    from agent.bench.library import run
    from agent.bench.silent import OPPONENTS

    say = partial(click.echo, err=True)
    outcome = run(motions, opponents or OPPONENTS, text_only=text_only, sound=sound, keep=keep, kept=heard, say=say)
    _tell(outcome, as_json)


@bench.command()
@motions_option
@click.option(
    "--opponents",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folders of <motion>-<side>/ with three speeches and labels; may be given again.",
)
@heard_option
@click.option(
    "--fit",
    type=_WRITTEN,
    help="Fit anew which claim is the likeliest, write the weights to this file, and judge them on motions left out.",
)
@click.option("--left-out", is_flag=True, help="Read each motion with what is fitted on the others.")
@click.option("--fit-pairs", type=_WRITTEN, help="Fit anew whether a claim is made, and write the model to this file.")
@click.option(
    "--fit-kinds", type=_WRITTEN, help="Fit anew the kinds of objections, and write the weights to this file."
)
@json_option
def reading(
    motions: tuple[str, ...],
    folders: tuple[Path, ...],
    heard: Path | None,
    fit: Path | None,
    left_out: bool,
    fit_pairs: Path | None,
    fit_kinds: Path | None,
    as_json: bool,
) -> None:
    """What the embedded reader calls an opponent's, on speeches with labels (points.tsv beside them).

    With --fit or --heard: which claim it finds the likeliest, whether or not that is said.
    """
    from agent.bench import attribution
    from agent.bench import reading as likeliest
    from agent.bench.silent import OPPONENTS

    say = partial(click.echo, err=True)
    if fit is not None or heard is not None:
        if len(folders) > 1:
            raise click.BadParameter("one folder only with --fit or --heard", param_hint="--opponents")
        (folder,) = folders or (OPPONENTS,)
        outcome = likeliest.run(folder, motions, matches=heard, fit=fit, say=say)
    else:
        outcome = attribution.run(
            folders or (OPPONENTS,), motions, left_out=left_out, fit=fit_pairs, fit_kinds=fit_kinds, say=say
        )
    _tell(outcome, as_json)


@bench.command()
@motion_option
@click.option("--seconds", multiple=True, type=float, default=(240.0, 120.0), show_default=True)
@json_option
def room(motion: str, seconds: tuple[float, ...], as_json: bool) -> None:
    """Full statements in a real room, measured in a listener's recording. Runs in real time."""
    from agent.bench.room import run

    _tell(run(motion, seconds), as_json)


@bench.command()
@click.option("--voice", "names", multiple=True, help="As in the settings; the embedded ones if left out.")
@click.option("--sentences", default=60, show_default=True, type=click.IntRange(min=1))
@json_option
@click.pass_obj
def voices(settings: Settings, names: tuple[str, ...], sentences: int, as_json: bool) -> None:
    """How soon a sentence is heard in each voice, and what it costs. On the wall clock: leave the machine alone."""
    from agent.bench.voices import run

    _tell(run(names, sentences, settings), as_json)


@bench.command()
@click.option("--motion", "motions", multiple=True, help="Its id; four of them if left out.")
@json_option
@click.pass_obj
def fairness(settings: Settings, motions: tuple[str, ...], as_json: bool) -> None:
    """Rate and loudness of both sides: the same statements in both voices."""
    from agent.bench.fairness import MOTIONS, run

    _tell(run(motions or MOTIONS, settings, partial(click.echo, err=True)), as_json)


@bench.command()
@speeches_option
@seed_option
@json_option
@click.option("--behaviour", "behaviours", multiple=True, help="Of the model; all of them if left out.")
@click.option(
    "--window", "windows", multiple=True, nargs=2, type=FiniteRange(min=1), help="SECONDS and the LAST of them."
)
def fit(
    speeches: int, seed: int, as_json: bool, behaviours: tuple[str, ...], windows: tuple[tuple[float, float], ...]
) -> None:
    """How many drafts until a statement ends inside its window: the paper's search and ours."""
    from agent.bench.fit import BEHAVIOURS, WINDOWS, run

    if unknown := [name for name in behaviours if name not in BEHAVIOURS]:
        raise UnknownName("behaviour", unknown[0], BEHAVIOURS)
    if wide := [window for window in windows if window[1] >= window[0]]:
        raise click.BadParameter(f"the last {wide[0][1]:g} s of {wide[0][0]:g} s are no window", param_hint="--window")
    outcome = run(speeches=speeches, seed=seed, behaviours=behaviours or tuple(BEHAVIOURS), windows=windows or WINDOWS)
    _tell(outcome, as_json)


@bench.command()
@speeches_option
@seed_option
@json_option
@click.option("--error", default=0.1, show_default=True, type=FiniteRange(0, 1), help="Of a sentence's guessed length.")
@click.option("--stalls", default=0.05, show_default=True, type=FiniteRange(0, 1), help="Share of stalling sentences.")
@click.option("--stall-seconds", default=3.0, show_default=True, type=FiniteRange(0, 60), help="The longest stall.")
def deliver(speeches: int, seed: int, as_json: bool, error: float, stalls: float, stall_seconds: float) -> None:
    """Simulated speeches whose sentences are longer or shorter than thought, by a voice that stalls."""
    from agent.bench.deliver import Trouble, run

    _tell(run(speeches=speeches, seed=seed, trouble=Trouble(error, stalls, stall_seconds)), as_json)


@bench.command()
@click.option("--texts", default=20, show_default=True, type=click.IntRange(min=2))
@seed_option
@click.option("--fastspeech", help="Folder or hub name of a FastSpeech 2 model to measure too.")
@json_option
def duration(texts: int, seed: int, fastspeech: str | None, as_json: bool) -> None:
    """How well the length of a whole speech is known before it is heard."""
    from agent.bench.duration import run

    _tell(run(texts=texts, seed=seed, fastspeech=fastspeech), as_json)


@bench.command()
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
    from agent.bench.listen import run

    outcome = run(texts, folder, voice, minutes, seconds, seed, settings, models, busy, real, hints=hints)
    _tell(outcome, as_json)


@bench.command()
@click.option("--seconds", type=FiniteRange(min=0), default=2.0, show_default=True, help="Of one answer.")
@click.option("--in-flight", type=click.IntRange(min=1), default=16, show_default=True)
@click.option("--scoring", type=click.Choice(["together", "each"]), default="together", show_default=True)
@json_option
def rehearse(seconds: float, in_flight: int, scoring: str, as_json: bool) -> None:
    """A 40-node rehearsal tree, and a motion with one a side, grown by a model that takes its time."""
    from agent.bench.rehearse import run

    _tell(run(seconds, in_flight, scoring=scoring), as_json)


@bench.command()
@click.option(
    "--model",
    default="tests/debates/recorded",
    show_default=True,
    help="The folder of recorded matches; FOLDER@URL has the model at that address answer instead.",
)
@opponents_option
@click.option("--match", "names", multiple=True, help="The name of one of them; all of them if left out.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Keep the matches in this folder.")
@json_option
def encounter(model: str, opponents: Path | None, names: tuple[str, ...], keep: Path | None, as_json: bool) -> None:
    """Whether what the other side said is answered, conceded or left on purpose.

    In recorded matches with a model; with --opponents by the debater without one, against labelled speeches.
    """
    from agent.bench import answering
    from agent.bench.encounter import run

    _tell(answering.run(opponents, names) if opponents else run(model, names, keep), as_json)

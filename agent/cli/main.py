"""The command line: `rostrum`. Errors are one line that says what to do; --debug shows where they arose."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import click

from agent.cli.benchmarks import benchmarks
from agent.cli.contracts.schema import schema
from agent.cli.debating.analyse import analyse
from agent.cli.debating.debate import debate
from agent.cli.debating.demo import demo
from agent.cli.debating.fit import fit
from agent.cli.debating.judge import judge_command
from agent.cli.debating.match import match
from agent.cli.debating.replay import replay
from agent.cli.debating.report import report
from agent.cli.library.check import library
from agent.cli.library.evidence import evidence
from agent.cli.library.motions import motions
from agent.cli.library.rehearse import rehearse_command
from agent.cli.machine.devices import devices_command
from agent.cli.machine.doctor import doctor
from agent.cli.machine.serve import serve
from agent.cli.machine.voices import say_command, voices
from agent.cli.machine.worker import worker_command
from agent.components.extras import COMMANDS, OFFERED, extra, missing, names
from config.errors import LogError, RostrumError, UsageError
from config.logs import LEVELS, LogSetup, set_up
from config.masking import SECRETS
from config.settings import load_settings

log = logging.getLogger("rostrum.cli")


class _Group(click.Group):
    """Turns expected failures into one line and an exit code; has the commands of extras too, where they are here."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *names(COMMANDS)})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        found: click.Command | None = super().get_command(context, name) or extra(COMMANDS, name)
        if found is None and name in OFFERED:
            raise UsageError(missing(f"rostrum {name}"))
        return found

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except RostrumError as error:
            if context.params.get("debug"):
                raise
            log.debug("ends with exit code %d", error.exit_code, exc_info=True)
            click.echo(f"rostrum: {' '.join(str(error).split())}", err=True)
            sys.exit(error.exit_code)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--config", type=click.Path(path_type=Path), help="A YAML file of settings.")
@click.option("--debug", is_flag=True, help="Show where an error arose.")
@click.option("-v", "--verbose", count=True, help="Log decisions on stderr; twice, with their details.")
@click.option("--log-file", type=click.Path(path_type=Path), help="Log to this file instead; decisions without -v too.")
@click.option("--log-prompts", is_flag=True, help="Log whole prompts and answers of language models.")
@click.version_option(package_name="rostrum")
@click.pass_context
def main(
    context: click.Context, config: Path | None, debug: bool, verbose: int, log_file: Path | None, log_prompts: bool
) -> None:
    """A debater that people meet in a voice room."""
    _end_when_told()
    setup = LogSetup(LEVELS[min(verbose, len(LEVELS) - 1)], log_file, log_prompts)
    try:
        set_up(setup)
    except LogError as error:
        raise UsageError(f"--log-file {error}") from error
    os.environ.update(setup.environment())  # the processes we start log as much
    context.obj = load_settings(config)
    SECRETS.hide_those_of(os.environ, context.obj)


def _end_when_told() -> None:
    """Whoever ends us by SIGTERM means what Ctrl-C means: servers and workers that were started end with us.

    `serve` and `worker`, which end in an order of their own, set their own.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _told_to_end)


def _told_to_end(number: int, frame: FrameType | None) -> None:
    on_interrupt = signal.getsignal(signal.SIGINT)
    if not callable(on_interrupt):  # a shell's background commands ignore Ctrl-C
        raise KeyboardInterrupt
    on_interrupt(signal.SIGINT, frame)


for command in (
    analyse,
    benchmarks(),
    debate,
    demo,
    devices_command,
    doctor,
    evidence,
    fit,
    judge_command,
    library,
    match,
    motions,
    rehearse_command,
    replay,
    report,
    say_command,
    schema,
    serve,
    voices,
    worker_command,
):
    main.add_command(command)

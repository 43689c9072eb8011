"""The list of commands, as a newcomer sees it in a terminal of 80 columns."""

from __future__ import annotations

import subprocess
import sys

import click
from click.testing import CliRunner

from agent.cli.main import OURS, main

LOADED = "import sys; from agent.cli.main import main; main(['--help'], standalone_mode=False); print(*sys.modules)"


def test_each_command_is_described_by_one_whole_sentence() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    lines = shown.partition("Commands:\n")[2].splitlines()
    assert len(lines) >= len(OURS)  # those of extras too, where they are installed
    assert [line for line in lines if not line.endswith(".") or line.endswith("...")] == []


def test_the_list_says_of_each_command_what_the_command_says_of_itself() -> None:
    assert isinstance(main, click.Group)
    context = click.Context(main)
    shown = main.get_help(context)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None and f"  {name} " in shown and command.get_short_help_str(100) in shown


def test_to_list_the_commands_loads_none_of_them() -> None:
    """What a command needs takes a second; see `agent/cli/sentences.py`."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"pydantic", "numpy", "yaml", "rich"}
    assert not [name for name in loaded if name.startswith(("agent.", "rostrum_lab")) and name.count(".") > 2]

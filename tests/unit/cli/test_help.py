"""The list of commands, as a newcomer sees it in a terminal of 80 columns."""

from __future__ import annotations

from click.testing import CliRunner

from agent.cli.main import OURS, main


def test_each_command_is_described_by_one_whole_sentence() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    lines = shown.partition("Commands:\n")[2].splitlines()
    assert len(lines) >= len(OURS)  # those of extras too, where they are installed
    assert [line for line in lines if not line.endswith(".") or line.endswith("...")] == []

"""What stands beside the package: the laboratory and the benchmarks, and the one line where they are not here."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner
from setuptools import find_packages

from agent.cli.main import main
from agent.components import Components
from config.errors import ProviderError
from config.extras import OFFERED
from config.settings import Scoring, Settings, Thinking
from tests.fakes import BagEmbedder

ROOT = Path(__file__).parents[3]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation of Rostrum without rostrum-lab."""
    monkeypatch.setattr(metadata, "entry_points", lambda **asked: metadata.EntryPoints(()))


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", OFFERED)
def test_a_command_of_the_laboratory_says_in_one_line_what_to_install(name: str) -> None:
    done = CliRunner().invoke(main, [name, "--help"])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"rostrum: rostrum {name} needs rostrum-lab") and done.stderr.count("\n") == 1
    assert "pip install ./lab" in done.stderr


@pytest.mark.usefixtures("alone")
def test_without_the_laboratory_its_commands_are_not_listed_and_no_other_name_is_known() -> None:
    shown = CliRunner().invoke(main, ["--help"]).output.partition("Commands:\n")[2]
    assert not {line.split()[0] for line in shown.splitlines()} & {*OFFERED}
    assert "No such command" in CliRunner().invoke(main, ["corpse"]).stderr


@pytest.mark.usefixtures("alone")
def test_an_audience_has_no_example_and_only_who_named_files_is_told() -> None:
    plain = Components(Settings(), embedder=BagEmbedder())
    assert plain.examples() is None and not plain.replaced
    named = Components(Settings(thinking=Thinking(corpus=(Path("held.jsonl"),))), embedder=BagEmbedder())
    assert named.examples() is None
    assert [str(one) for one in named.replaced] == [
        "example debates: thinking.corpus needs rostrum-lab, which is not installed: pip install ./lab in a checkout "
        "of Rostrum; using an audience without an example"
    ]


@pytest.mark.usefixtures("alone")
def test_nothing_stands_in_for_reward_models() -> None:
    reward = Scoring(scorer="reward", attack="a", support="s")
    with pytest.raises(ProviderError, match=r"impact\.scorer: reward needs rostrum-lab"):
        Components(Settings(impact=reward)).scorer()


def bench(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`rostrum bench` as from the package in that folder."""
    command = [sys.executable, "-m", "agent.cli", "bench", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_benchmarks_run_from_a_checkout() -> None:
    assert "strength" in bench(ROOT, "--help").stdout


def test_benchmarks_elsewhere_say_in_one_line_where_they_are(tmp_path: Path) -> None:
    for part in ("agent", "planning", "speech", "config"):  # what a wheel holds
        (tmp_path / part).symlink_to(ROOT / part)
    done = bench(tmp_path, "strength")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("rostrum: the benchmarks are not installed with Rostrum: run `rostrum bench` from a")


def test_a_wheel_holds_neither_benchmarks_nor_laboratory() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = find_packages(str(ROOT), **declared["tool"]["setuptools"]["packages"]["find"])
    assert {name.partition(".")[0] for name in found} == {"agent", "config", "planning", "speech"}

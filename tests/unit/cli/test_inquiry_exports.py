"""`rostrum verify` and `rostrum compare` write a page and a picture beside what they print."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from tests.playing import InquiryModel

DOCUMENTS = Path(__file__).parents[2] / "compared" / "documents"
TWO = [str(DOCUMENTS / name) for name in ("harnley_trial.md", "sleep_diaries.txt")]
CASES = {
    "verify": ["verify", "Water boils at the same temperature", "--evidence", "none", "--no-ask"],
    "compare": ["compare", *TWO, "--focus", "school hours", "--depth", "1"],
}


@pytest.mark.parametrize("name", CASES)
def test_a_page_and_a_picture_are_written(name: str, tmp_path: Path) -> None:
    config, page, picture = tmp_path / "rostrum.yaml", tmp_path / "x.html", tmp_path / "x.svg"
    with InquiryModel() as model:
        config.write_text(json.dumps(model.settings()))
        asked = [*CASES[name], "--out", str(tmp_path / "out"), "--html", str(page), "--svg", str(picture)]
        done = CliRunner().invoke(main, ["--config", str(config), *asked])
    assert done.exit_code == 0, done.output
    assert f"written to {page}" in done.stderr and f"written to {picture}" in done.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_page_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    config = tmp_path / "rostrum.yaml"
    with InquiryModel() as model:
        config.write_text(json.dumps(model.settings()))
        asked = [*CASES["verify"], "--out", str(tmp_path / "out"), "--html", str(tmp_path / "no" / "x.html")]
        done = CliRunner().invoke(main, ["--config", str(config), *asked])
    assert done.exit_code == 1 and "x.html: cannot be written: No such file or directory" in done.stderr
    assert list((tmp_path / "out").glob("*.json")), "what was found out is kept"

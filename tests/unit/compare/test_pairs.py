"""A file of labelled pairs, compared by every way and judged, beside the paper's own table."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from config.errors import ConfigError
from planning.compare.pairs.file import read_pairs
from planning.compare.pairs.report import PairResult, PairsReport, table
from planning.compare.pairs.scores import PUBLISHED, Judged, scored
from planning.compare.records import Way
from tests.command_line import rostrum
from tests.model_server import ModelServer
from tests.unit.compare.scripted import DOCUMENTS, Player, kind

PUBLISHED_HEADINGS = ["Index", "Topic", "Paper #1 File", "Paper #1 Title", "Paper #1 Abstract", "Paper #1 Introduction",
                      "Paper #2 File", "Paper #2 Title", "Paper #2 Abstract", "Method/Task", "Cite/No"]  # fmt: skip


def written(folder: Path, *rows: list[str], headings: list[str] = PUBLISHED_HEADINGS, name: str = "pairs.tsv") -> Path:
    for one in DOCUMENTS.iterdir():
        shutil.copy(one, folder / one.name)
    path = folder / name
    path.write_text("\n".join("\t".join(row) for row in [headings, *rows]))
    return path


def pair(number: str, one: str, other: str, differ: str = "0", cites: str = "1") -> list[str]:
    return [number, f"topic {number}", one, "First title", "First abstract.", "x", other, "", "", differ, cites]


def test_columns_are_known_by_their_headings(tmp_path: Path) -> None:
    (found,) = read_pairs(written(tmp_path, pair("7", "harnley_trial.md", "westmark_evaluation.html", "1", "0")))
    assert (found.number, found.topic, found.differ, found.cites) == (1, "topic 7", "task", "apart")
    assert [paper.file.name for paper in found.papers] == ["harnley_trial.md", "westmark_evaluation.html"]
    assert (found.papers[0].title, found.papers[1].title) == ("First title", "")
    plain = ["file_2", "topic", "file_1"]  # in any order, without labels
    path = written(tmp_path, ["phone_study.txt", "phones", "phone_pouches.md"], headings=plain)
    assert [paper.file.name for paper in read_pairs(path)[0].papers] == ["phone_pouches.md", "phone_study.txt"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (pair("1", "nowhere.pdf", "phone_study.txt"), "pair 1: there is no file nowhere.pdf"),
        (pair("1", "", "phone_study.txt"), "pair 1: there is no file in file_1"),
        (pair("1", "phone_pouches.md", "phone_study.txt", "both"), "pair 1: 'both' is neither method (0) nor task (1)"),
        (pair("1", "phone_pouches.md", "phone_study.txt", "0", "often"), "'often' is neither yes (1) nor no (0)"),
    ],
)
def test_a_pair_that_is_none_is_named(tmp_path: Path, row: list[str], why: str) -> None:
    with pytest.raises(ConfigError, match=r"pair 1") as error:
        read_pairs(written(tmp_path, row))
    assert why in str(error.value)


def test_a_file_without_the_columns_is_refused(tmp_path: Path) -> None:
    done = rostrum("compare", "--pairs", written(tmp_path, ["x", "y"], headings=["Topic", "Paper #1 arXiv Link"]))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "there is no column for file_1, file_2" in done.stderr


# -- scores --------------------------------------------------------------------------------------------


def sheet(breadth: float, *factual: float, struck: int = 0) -> Judged:
    gone = tuple(place < struck for place in range(len(factual)))
    return Judged(
        factual=factual, struck=gone, breadth=breadth, contextualization=2, overlap=0.5, traced=1.0, words=200
    )


def test_grades_and_shares_are_in_percent() -> None:
    one = sheet(3, 0.0, 1.0, 1.0, struck=1)
    assert one.measure("breadth") == 75 and one.measure("contextualization") == 50
    assert one.measure("factuality") == pytest.approx(200 / 3) and one.measure("factuality_kept") == 100
    assert (one.measure("overlap"), one.measure("words")) == (50, 200)


def test_ways_are_tested_on_the_pairs_that_both_have() -> None:
    tree = {n: sheet(4, 1.0) for n in range(1, 9)}
    worse = {n: sheet(2 + n % 2, 1.0) for n in range(3, 12)}
    found = scored(worse, "breadth", tree)
    assert found is not None and found.pairs == 9 and found.p is not None and found.p < 0.05
    assert found.low is not None and found.low <= found.mean <= (found.high or 0)
    same = scored(tree, "breadth", tree)
    assert same is not None and (same.p, same.low, same.high) == (1.0, 100, 100)
    assert scored({}, "breadth") is None
    alone = scored({1: sheet(4, 1.0)}, "breadth", tree)
    assert alone is not None and (alone.low, alone.p) == (None, None)


def test_the_table_stands_beside_the_papers() -> None:
    results = [
        PairResult(pair=n, topic="t", kind="task citing", way=way, text="", judged=sheet(3, 1.0))
        for n in (1, 2)
        for way in (Way.TREE, Way.TWO_STAGE)
    ]
    report = PairsReport.model_validate(
        {"schema": "rostrum.compared-pairs", "ways": (Way.TREE, Way.TWO_STAGE), "judges": 1, "results": results}
    )
    told = "\n".join(table(report))
    assert "task pairs" in told and "method pairs" not in told
    assert "92.36" in told and "94.54" in told  # where the tree is not more factual than two stages
    assert PUBLISHED[Way.TREE]["task"][2] < PUBLISHED[Way.TWO_STAGE]["task"][2]
    assert "75.0 [75.0, 75.0]" in told


# -- a run ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_pair_is_compared_by_every_way_and_judged_without_knowing_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRUM_CACHE", str(tmp_path / "cache"))
    file = written(tmp_path, pair("1", "harnley_trial.md", "westmark_evaluation.html"))
    settings = tmp_path / "settings.yaml"

    def run(server: ModelServer, *more: Any) -> Any:
        settings.write_text(json.dumps({"models": {"default": {"base_url": server.url, "model": "test-model"}}}))
        options = ("--pairs", file, "--judges", 2, "--depth", 1, "--claims", 1, "--out", tmp_path / "out", *more)
        return rostrum("--config", settings, "compare", *options)

    with ModelServer() as server:
        server.plays(Player())
        stopped = run(server, "--max-calls", 9)
        assert stopped.returncode == 1 and "9 calls are spent" in stopped.stderr
        done = run(server, "--json")
        again = run(server)
    assert (done.returncode, again.returncode) == (0, 0), done.stderr + again.stderr
    told = json.loads(done.stdout)
    assert [one["way"] for one in told["results"]] == [way.value for way in Way]
    assert told["scores"]["tree"]["breadth"]["mean"] == 75 and told["remembered"] >= 9  # what ways share is asked once
    judging = [asked for asked in server.asked if kind(asked) == "JudgedAnswer"]
    assert len(judging) == 2  # the player writes the same by every way, and nothing else tells a judge
    assert not any(way.value in asked.user for asked in judging for way in Way if way is not Way.TREE)
    assert "all pairs" in again.stdout and "0 calls" in again.stderr

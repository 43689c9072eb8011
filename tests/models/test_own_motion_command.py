"""`rostrum debate "..."` on a motion that nobody has prepared, with a scripted model over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planning.methods.treedebater.library.library import load
from tests.command_line import Done, rostrum
from tests.playing import BETTER, MEANING, MotionModel

MOTION = "We should ban zoos"
DASH = "name: dash\ngap_seconds: 1\nwarnings_seconds: [5]\nturns:\n" + "".join(
    f"  - {{side: {side}, stage: opening, seconds: 20}}\n" for side in ("pro", "con")
)


class Typing:
    """The command line with a model and a library of its own."""

    def __init__(self, folder: Path, model: MotionModel) -> None:
        self.folder, self.model = folder, model
        self.library = folder / "library"
        sizes = {"claims": 2, "depth": 2, "branch": 2}
        settings: dict[str, Any] = model.settings(in_flight=2) | {"serving": {"motions": sizes}}
        (folder / "rostrum.json").write_text(json.dumps(settings))
        (folder / "dash.yaml").write_text(DASH)

    def debate(self, *more: str, out: str = "match") -> Done:
        where = ("--format", str(self.folder / "dash.yaml"), "--pace", "text", "--out", str(self.folder / out))
        return rostrum("--config", self.folder / "rostrum.json", "debate", *more, *where)

    @property
    def file(self) -> Path:
        return self.library / "we-should-ban-zoos.json"

    @property
    def checks(self) -> int:
        return sum(one.schema_name == "MotionAnswer" for one in self.model.asked)


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typing]:
    monkeypatch.setenv("ROSTRUM_LIBRARY", str(tmp_path / "library"))
    with MotionModel() as model:
        yield Typing(tmp_path, model)


def test_a_question_is_refused_with_a_better_wording(typing: Typing) -> None:
    done = typing.debate("Should all zoos be banned?")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "This is a question" in done.stderr and f"Try: “{BETTER}”" in done.stderr
    assert not typing.library.exists(), "nothing is left of it"


def test_it_is_debated_once_the_first_claims_are_there_and_gone_on_with_the_next_time(typing: Typing) -> None:
    done = typing.debate(MOTION, "--max-calls", "36")
    assert done.returncode == 0, done.stderr
    assert f"it means: {MEANING}" in done.stderr and "not all was prepared" in done.stderr
    first = load(typing.file)
    assert first.file.background == MEANING and len(first.nodes) < 28
    assert (typing.folder / "match" / "report.html").is_file()
    again = typing.debate(MOTION, out="again")
    assert again.returncode == 0 and "not all was prepared" not in again.stderr
    assert typing.checks == 1, "what it means has been agreed on"
    grown = [f"{one.system} {one.user}" for one in typing.model.asked if one.schema_name in ("Pool", "Counters")]
    assert len(grown) == len(set(grown)), "nothing is asked twice"


def test_what_it_means_may_be_said(typing: Typing) -> None:
    done = typing.debate(MOTION, "--meaning", "Zoos close within ten years")
    assert done.returncode == 0, done.stderr
    assert load(typing.file).file.background == "Zoos close within ten years"


def test_a_model_that_fails_before_anything_can_begin_is_told(typing: Typing) -> None:
    typing.model.fails_after = 3
    done = typing.debate(MOTION)
    assert done.returncode == 1 and "run the same command again to go on" in done.stderr
    assert not (typing.folder / "match").exists()
    typing.model.fails_after = None
    assert typing.debate(MOTION).returncode == 0 and typing.checks == 1


def test_plain_needs_nothing_prepared(typing: Typing) -> None:
    done = typing.debate(MOTION, "--pro", "plain", "--con", "plain")
    assert done.returncode == 0 and typing.checks == 0

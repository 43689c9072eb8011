"""A study made of recorded matches: what can be compared, without names, with its sound."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from agent.match.events import TranscriptSegment
from agent.running.files.log import read_log
from agent.studies.making import copied, of_matches
from agent.studies.study import read_study
from config.errors import ConfigError, UsageError
from tests.studying import written

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
UNIONS = EXAMPLES / "labor-unions"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The same match, in which Con opens otherwise."""
    folder = tmp_path / "other"
    folder.mkdir()
    first = next(event for event in read_log(UNIONS) if isinstance(event, TranscriptSegment) and event.turn == 1)
    text = (UNIONS / "events.jsonl").read_text(encoding="utf-8")
    (folder / "events.jsonl").write_text(text.replace(json.dumps(first.text), '"We disagree from the start."'))
    return folder


def test_speeches_are_compared_where_the_same_was_said_before(other: Path, tmp_path: Path) -> None:
    into = tmp_path / "studies/unions"
    made = of_matches([UNIONS, other], into, whole=False, turns=[5])
    assert read_study(into) == made
    assert [item.id for item in made.items] == ["speech-1", "speech-2", "speech-5"]
    second = made.items[1]
    assert (second.side, second.stage, len(second.context)) == ("con", "opening", 1)
    assert {one.key for one in second.versions} == {"labor-unions", "other"}
    assert "We disagree from the start." in second.versions[1].text
    assert (second.versions[0].audio, second.versions[1].audio) == ("match-1-turn-2-con-opening.ogg", None)
    assert (into / "match-1-turn-2-con-opening.ogg").read_bytes() == (UNIONS / "turn-2-con-opening.ogg").read_bytes()


def test_whole_debates_are_heard_from_beginning_to_end(tmp_path: Path) -> None:
    made = of_matches([UNIONS, EXAMPLES / "digital-dollar"], tmp_path / "whole", whole=True)
    assert [(len(item.context), item.versions) for item in made.items] == [(6, ()), (6, ())]
    assert made.items_per_listener == 2 and "voluntary" in made.consent


def test_what_cannot_be_compared_is_said_and_nothing_is_left_behind(other: Path, tmp_path: Path) -> None:
    into = tmp_path / "studies/unions"
    for folders, told in (
        ([UNIONS], "two matches are compared"),
        ([UNIONS, EXAMPLES / "digital-dollar"], "not of one motion and format"),
        ([UNIONS, UNIONS], "the same match"),
    ):
        with pytest.raises(UsageError, match=told):
            of_matches(folders, into, whole=False)
    assert not into.exists() and not list(tmp_path.glob("studies/.*"))
    of_matches([UNIONS, other], into, whole=False)
    with pytest.raises(UsageError, match="choose another --name"):
        of_matches([UNIONS, other], into, whole=False)


def test_a_study_of_an_evaluation_is_a_file_of_any_name(tmp_path: Path) -> None:
    source = written(tmp_path, "source")
    whole = json.loads((source / "study.json").read_text())
    bare = {"schema": "rostrum.study", "version": 1, "items": whole["items"]}
    shutil.move(source / "study.json", source / "evaluation.json")
    (source / "evaluation.json").write_text(json.dumps(bare))
    made = copied(source / "evaluation.json", tmp_path / "copy")
    assert (tmp_path / "copy/tone.wav").is_file()
    assert read_study(tmp_path / "copy") == made
    assert made.consent and made.items_per_listener == 3
    (source / "evaluation.json").write_text(json.dumps(bare | {"version": 2}))
    with pytest.raises(ConfigError, match="version"):
        copied(source / "evaluation.json", tmp_path / "another")

"""`rostrum verify` as people call it, and the files it reads."""

import json

import pytest
from click.testing import CliRunner

from agent.cli.main import main
from agent.verifying.claims import read_claims
from config.errors import ConfigError
from planning.verify.record import Verification
from tests.model_server import ModelServer
from tests.unit.verify.scripted import CLAIM, Player, leaf_of


@pytest.fixture
def rostrum(tmp_path, monkeypatch):
    """Runs a command on a server; the result, and the server."""
    monkeypatch.setenv("ROSTRUM_VERIFIED", str(tmp_path / "verified"))
    with ModelServer() as server:
        settings = tmp_path / "settings.yaml"
        settings.write_text(f'models: {{default: {{base_url: "{server.url}", model: player, in_flight: 8}}}}\n')

        def run(*words, player=None):
            if player is not None:
                server.plays(player)
            return CliRunner().invoke(main, ["--config", str(settings), "verify", *words])

        run.server, run.folder = server, tmp_path
        yield run


def test_a_claim_is_verified_told_and_kept(rostrum):
    given = rostrum(CLAIM, "--depth", "1", "--md", str(rostrum.folder / "a.md"), player=Player())
    assert given.exit_code == 0, given.output
    assert "Verdict: supported, confidence 0.81 (not calibrated)" in given.output
    assert "├─ 1.1  yes 0.90" in given.output
    document = Verification.model_validate_json(next((rostrum.folder / "verified").glob("*[!l].json")).read_text())
    assert document.complete
    assert "Debate 1: A for" in (rostrum.folder / "a.md").read_text()
    again = rostrum(CLAIM, "--depth", "1", "--json")
    assert json.loads(again.output)["spending"]["calls"] == 0
    assert json.loads(again.output)["schema"] == "rostrum.verification"


def test_a_spent_budget_says_how_to_go_on(rostrum):
    given = rostrum(CLAIM, "--max-calls", "4", player=Player())
    assert given.exit_code == 1
    assert "Verdict: not decided" in given.output and "run the same command again to go on" in given.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name a claim"),
        (["a b", "--file", "x"], "name a claim"),
        (["?"], "has no words"),
        (["x" * 3000], "2000 are the most"),
        (["a b", "--mode", "minimum", "--min-depth", "3", "--depth", "1"], "at least 3 levels"),
        (["a b", "--calibrate"], "needs --file"),
        (["a b", "--evidence", "/nowhere"], "no such folder"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(rostrum, words, told):
    given = rostrum(*words)
    assert given.exit_code == 2 and told in given.output and given.output.count("\n") == 1


def test_what_others_wrote_moves_no_cursor_and_marks_nothing_up(rostrum):
    player = Player(levels=0)
    player.changes["LeafJudgement"] = lambda asked, given: given | {"rationale": "\x1b[2J<script>x</script> [a](b)"}
    given = rostrum(f"{CLAIM}\x1b[31m", "--md", str(rostrum.folder / "a.md"), player=player)
    assert given.exit_code == 0 and "\x1b" not in given.output
    written = (rostrum.folder / "a.md").read_text()
    assert "\x1b" not in written and "<script>" not in written and "[a](b)" not in written


@pytest.mark.long
def test_claims_of_a_file_are_verified_and_calibrate_confidences(rostrum):
    labels = ["true", "false"] * 12
    lines = [json.dumps({"claim": f"Thing {n} is so", "label": label}) for n, label in enumerate(labels)]
    file = rostrum.folder / "claims.jsonl"
    file.write_text("\n".join(lines))
    player = Player(levels=0)
    player.changes["LeafJudgement"] = lambda asked, given: given | {"confidence": 0.9}
    words = ["--file", str(file), "--depth", "0"]
    given = rostrum(*words, "--calibrate", player=player)
    assert given.exit_code == 0, given.output
    assert "calibrated on 24 claims" in given.output
    assert (rostrum.folder / "verify-calibration.json").exists()  # beside the settings
    found = json.loads(rostrum(*words, "--json").output)
    assert len(found) == 24 and all(one["calibrated"] and one["raw_confidence"] == 0.9 for one in found)
    assert abs(found[0]["confidence"] - 0.5) < 0.15  # half of them were right
    assert leaf_of(rostrum.server.asked[-1]).startswith("Thing")


def test_truthfulqa_is_read_in_both_spellings(tmp_path):
    csv = tmp_path / "t.csv"
    csv.write_text(
        "Type,Category,Question,Best Answer,Best Incorrect Answer,Correct Answers,Incorrect Answers,Source\n"
        'X,Myths,"What happens if you eat seeds?",They pass through,They grow,"They pass through; Nothing happens",'
        '"They grow; You die",-\n'
    )
    row = {"question": "What happens if you eat seeds?", "best_answer": "They pass through", "best_incorrect_answer":
           "They grow", "correct_answers": ["They pass through", "Nothing happens"], "category": "Myths",
           "incorrect_answers": ["They grow", "You die"]}  # fmt: skip
    lines = tmp_path / "t.jsonl"
    lines.write_text(json.dumps(row))
    (one,), (other,) = read_claims(csv), read_claims(lines)
    assert one.right == other.right == ("They pass through", "Nothing happens")
    assert one.wrong == other.wrong == ("They grow", "You die") and one.category == other.category == "Myths"
    assert not one.assignment.claim


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no claims"),
        ('{"claim": "a b"}\n{"clam": "c"}', "line 2: there is neither"),
        ("{", "line 1: not JSON"),
        ('{"claim": "a b", "label": "perhaps"}', "line 1: label 'perhaps'"),
        ("[1]", "line 1: neither an object nor a text"),
    ],
)
def test_a_file_that_is_wrong_says_where(tmp_path, text, told):
    path = tmp_path / "c.jsonl"
    path.write_text(text)
    with pytest.raises(ConfigError, match=told):
        read_claims(path)

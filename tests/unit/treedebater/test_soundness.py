"""Rehearsal trees that are fit to be spoken from, and the faults for which they are refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from agent.cli.library.check import check_files
from agent.cli.main import main
from config.format import Side
from planning.methods.treedebater.library.lint import check
from planning.methods.treedebater.library.sentences import Finding
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from tests.fakes import BagEmbedder
from tests.unit.damaged import WordEmbedder, findings, more, node, only, shipped, tree


def test_the_shipped_file_is_not_refused() -> None:
    assert [finding for finding in findings() if finding.refused] == []


# -- how much ----------------------------------------------------------------------------------------


def test_three_main_claims_are_too_few() -> None:
    def damage(data: dict[str, Any]) -> None:
        del data["sides"]["con"]["trees"][3:]

    assert any(f.place == "con" and f.refused and "3 main claims" in f.reason for f in more(damage))


@pytest.mark.parametrize(("path", "left"), [((), 1), ((0,), 1), ((0, 0), 0)])
def test_a_claim_that_is_answered_too_seldom(path: tuple[int, ...], left: int) -> None:
    def damage(data: dict[str, Any]) -> None:
        del node(data, *path)["children"][left:]

    place = node(json.loads(shipped()), *path)["id"]
    assert any(f.place == place and f.refused and f"{left} answer" in f.reason for f in more(damage))


def test_an_argument_of_three_words_is_refused() -> None:
    found = more(lambda data: node(data).update(argument=["Nobody ever asks."]))
    assert any(f.place == "p1" and f.refused and "an argument of 3 words" in f.reason for f in found)


def test_scores_that_choose_nothing_are_refused() -> None:
    def level(one: dict[str, Any]) -> None:
        one.update({name: 1.0 for name in ("support", "attack") if one.get(name) is not None})
        for child in one["children"]:
            level(child)

    def damage(data: dict[str, Any]) -> None:
        for one in data["sides"]["con"]["trees"]:
            level(one["root"])

    finding = only(damage)
    assert (finding.place, finding.refused) == ("con", True)
    assert "standard deviation 0.00" in finding.reason


def test_evidence_that_nobody_cites_is_a_warning() -> None:
    item = {"source": "Leeds Study", "year": 2019, "finding": "Some study found little of note about anything there."}
    finding = only(lambda data: data["evidence"].update(spare=item))
    assert finding == Finding("spare", "no argument cites it", refused=False)


# -- sentences ---------------------------------------------------------------------------------------


def test_a_sentence_said_twice_is_refused_at_its_second_place() -> None:
    def damage(data: dict[str, Any]) -> None:
        tree(data)["weighing"][0] = tree(data)["root"]["impact"].upper()

    finding = only(damage)
    assert (finding.place, finding.refused) == ("p1", True)
    assert "again" in finding.reason


def test_a_sentence_that_nobody_could_say_in_one_breath() -> None:
    finding = only(lambda data: node(data).update(impact="and so on " * 12))
    assert finding.refused
    assert "36 words, 12.6 s" in finding.reason


def test_a_long_sentence_is_a_warning() -> None:
    finding = only(lambda data: node(data).update(impact="word by word " * 9))
    assert not finding.refused
    assert "27 words" in finding.reason


@pytest.mark.parametrize("sign", ["*", "<", "_", "#", "→", "[", "https://"])
def test_a_sign_that_no_voice_can_speak(sign: str) -> None:
    finding = only(lambda data: node(data).update(impact=f"It matters {sign} a great deal."))
    assert (finding.place, finding.refused) == ("p1", True)
    assert "cannot be spoken" in finding.reason


def test_one_way_of_saying_two_claims_is_a_warning() -> None:
    def damage(data: dict[str, Any]) -> None:
        node(data, 0, 0)["heard"].append(node(data)["heard"][0])

    finding = only(damage)
    assert not finding.refused
    assert "is heard as p1 is" in finding.reason


@pytest.mark.parametrize("figure", ["73 percent of us", "4,711 of us", "seventeen of us", "fifty percent of us"])
def test_a_figure_without_evidence_is_refused(figure: str) -> None:
    finding = only(lambda data: node(data).update(impact=f"It would matter to {figure}."))
    assert finding.refused
    assert "no evidence for" in finding.reason


def test_a_manner_of_speaking_is_a_warning() -> None:
    finding = only(lambda data: node(data).update(impact="It would matter to a thousand families."))
    assert not finding.refused


def test_a_quantity_that_nobody_has_counted_needs_no_evidence() -> None:
    assert (
        more(lambda data: node(data).update(impact="It would matter in a thousand ways to half of the pupils.")) == []
    )


def test_a_figure_that_the_cited_item_has_is_traced() -> None:
    def damage(data: dict[str, Any]) -> None:
        data["evidence"]["own"] = {"source": "Leeds", "finding": "Leeds found that 4,711 of them agreed with it."}
        node(data).update(impact="It would matter to 4,711 of us.", evidence=["own"])

    assert [finding for finding in more(damage) if "4711" in finding.reason] == []


@pytest.mark.parametrize(
    "text", ["So the con side has no reply.", "Both pro and con want that.", "That is what pro says."]
)
def test_nobody_is_called_pro_or_con(text: str) -> None:
    finding = only(lambda data: node(data).update(impact=text))
    assert (finding.place, finding.refused) == ("p1", True)
    assert "no listener knows" in finding.reason


def test_a_quid_pro_quo_is_no_side() -> None:
    assert more(lambda data: node(data).update(impact="Voters know a quid pro quo, and a con man too.")) == []


# -- likeness ----------------------------------------------------------------------------------------


def test_an_answer_that_says_the_same_again_is_refused() -> None:
    def damage(data: dict[str, Any]) -> None:
        node(data, 0)["claim"] = f"And {node(data)['claim']}"

    assert any(f.place == "p1.1" and f.refused and "says again what it answers, p1" in f.reason for f in more(damage))


def test_one_claim_twice_on_a_side_is_refused() -> None:
    def damage(data: dict[str, Any]) -> None:
        tree(data, number=1)["root"]["claim"] = f"And {node(data)['claim']}"

    assert any(f.place == "p2" and f.refused and "says what p1 says" in f.reason for f in more(damage))


def test_an_answer_that_has_nothing_to_do_with_its_point_is_refused() -> None:
    def damage(data: dict[str, Any]) -> None:
        zebras = [f"Zebra{n} quagga{n} okapi{n} tapir{n} dugong{n} lemur{n} ibis{n} stoat{n}." for n in range(6)]
        node(data, 0).update(claim="Zebras outnumber quaggas.", argument=zebras)

    assert any(f.place == "p1.1" and f.refused and "little in common" in f.reason for f in more(damage))


# -- time --------------------------------------------------------------------------------------------


def test_a_side_that_runs_out_of_words_is_refused() -> None:
    data = json.loads(shipped())
    found = check(Rehearsal(MotionFile.model_validate(data)), WordEmbedder(), lambda text: 0.05)
    assert {f.place for f in found if f.refused and "s of words for its opening and rebuttal" in f.reason} == {*Side}
    assert {f.place for f in found if f.refused and "s of words for its closing" in f.reason} == {*Side}


# -- the command -------------------------------------------------------------------------------------


def test_a_damaged_file_is_told_with_its_place(tmp_path: Path) -> None:
    data = copy.deepcopy(json.loads(shipped()))
    node(data)["claim"] = ""
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    (checked,) = check_files([path], BagEmbedder())
    assert checked.refused
    assert "claim" in checked.findings[0].place


def test_the_command_refuses_in_one_line_and_lists_what_to_mend(tmp_path: Path) -> None:
    data = json.loads(shipped())
    node(data)["impact"] = "It would matter to 4,711 of us."
    path = tmp_path / "figures.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = CliRunner().invoke(main, ["library", "check", str(path), "--json"])
    assert done.exit_code == 1
    (told,) = json.loads(done.stdout)
    assert not told["ok"]
    assert any(f["place"] == "p1" and f["refused"] and "4711" in f["reason"] for f in told["findings"])
    assert "refused: figures" in done.stderr


def test_an_unknown_motion_is_wrong_use() -> None:
    done = CliRunner().invoke(main, ["library", "check", "labor-onions"])
    assert done.exit_code == 2
    assert "labor-unions" in done.stderr

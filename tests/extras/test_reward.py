"""Reward models end to end: a tiny Llama trained on judged trees, saved, loaded, asked for scores."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agent.cli.main import main
from agent.components import Components
from agent.local.virtual_time import run as run_loop
from config.errors import ConfigError, ProviderError
from config.format import Side
from config.settings import Scoring, Settings
from planning.methods.treedebater.rehearsing.impact import Impact, ImpactScorer
from rostrum_lab.reward.classifier import Classifier
from rostrum_lab.reward.labelled import LabelledSample, load_trees, passage, samples, split
from rostrum_lab.reward.scorer import RewardScorer
from rostrum_lab.reward.training import Recipe, TrainingStep, train
from tests.extras.tiny_llama import MOTION, make_llama, make_trees, written

ROOT = Path(__file__).parents[2]
PATIENT = 60.0
QUICK = ["--epochs", "7", "--learning-rate", "0.003", "--batch", "16", "--test-share", "0.25"]


def rostrum(*arguments: object) -> Result:
    """The command in this process, which has torch loaded."""
    return CliRunner().invoke(main, [*map(str, arguments)])


def one_line(exit_code: int, told: str) -> str:
    assert exit_code in (1, 2) and len(told.strip().splitlines()) == 1, told
    return told


# -- training, by the command line -------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a base model and judged trees."""
    folder = tmp_path_factory.mktemp("reward")
    make_llama(folder / "base")
    make_trees(folder / "trees.json", trees=40)
    make_trees(folder / "others.json", trees=6, seed=2)
    return folder


@pytest.fixture(scope="module")
def told(made: Path) -> dict[str, str]:
    """Both models, trained by two commands, the first in a process of its own: what each printed."""
    common = ["reward", "train", str(made / "trees.json"), "--base", str(made / "base"), *QUICK]
    attack = [*common, "--relation", "attack", "--out", str(made / "attack"), "--json"]
    command = [sys.executable, "-m", "agent.cli", *attack]
    first = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert first.returncode == 0, first.stderr
    second = rostrum(*common, "--relation", "support", "--out", made / "support")
    assert second.exit_code == 0, second.output
    return {"attack": first.stdout, "support": second.stdout}


@pytest.fixture(scope="module")
def scorer(made: Path, told: object) -> ImpactScorer:
    impact = Scoring(scorer="reward", attack=str(made / "attack"), support=str(made / "support"), batch=4)
    return Components(Settings(impact=impact)).scorer()


def test_training_learns_what_can_be_learnt(told: dict[str, str], made: Path) -> None:
    result = json.loads(told["attack"])
    losses = [epoch["loss"] for epoch in result["epochs"]]
    assert len(losses) == 7 and losses[-1] < 0.2 * losses[0]
    assert result["accuracy"] > result["majority"] and result["accuracy"] > 0.9
    assert result["trees"] == [30, 10]
    assert sum(map(sum, result["confusion"])) == result["samples"] == 10 * 6
    assert sum(result["trained_on"]) == 30 * 6
    assert result["out"] == str(made / "attack")
    assert not [path.name for path in made.iterdir() if path.suffix in (".new", ".old")]


def test_a_person_reads_a_table(told: dict[str, str], made: Path) -> None:
    shown = told["support"]
    assert "epoch 7: loss" in shown and "impact of support" in shown and "not impactful" in shown
    assert f"the model is in {made / 'support'}" in shown


def test_a_trained_model_is_tested_on_other_trees(told: object, made: Path) -> None:
    ask = ("reward", "test", made / "others.json", "--relation", "attack", "--model", made / "attack", "--json")
    result = json.loads(rostrum(*ask).stdout)
    assert result["samples"] == 6 * 6 and result["accuracy"] > 0.8


def test_the_same_seed_trains_the_same_model(made: Path, tmp_path: Path) -> None:
    learnt, tested = split(samples(load_trees(made / "others.json"), "attack"), 0.3, 1)
    steps: list[TrainingStep] = []

    def losses(name: str, **how: Any) -> list[float]:
        recipe = Recipe("attack", str(made / "base"), epochs=1, learning_rate=1e-3, **how)
        return train(recipe, learnt, tested, tmp_path / name, steps.append).losses

    first = losses("a", batch=8)
    assert losses("b", batch=8) == first
    assert losses("c", batch=4, accumulate=2) == [pytest.approx(one, abs=1e-4) for one in first]
    assert losses("d", batch=8, seed=2) != first
    assert [step.number for step in steps[: steps[0].steps]] == list(range(1, steps[0].steps + 1))


@pytest.mark.parametrize("precision", ["mixed", "bfloat16"])
def test_a_model_is_trained_in_less_precision(made: Path, tmp_path: Path, precision: Any) -> None:
    learnt, tested = split(samples(load_trees(made / "others.json"), "attack"), 0.3, 1)
    recipe = Recipe("attack", str(made / "base"), epochs=2, learning_rate=1e-3, precision=precision)
    losses = train(recipe, learnt, tested, tmp_path / "m").losses
    assert losses[1] < losses[0]
    model = Classifier.load(str(tmp_path / "m"), "attack")
    assert str(model.network.dtype) == ("torch.float32" if precision == "mixed" else "torch.bfloat16")
    assert 0 <= model.scores(["uniforms help"])[0] <= 2


def test_what_breaks_off_leaves_the_last_whole_epoch(made: Path, tmp_path: Path) -> None:
    learnt, tested = split(samples(load_trees(made / "others.json"), "attack"), 0.3, 1)

    def leave_in_the_third(step: TrainingStep) -> None:
        if step.epoch == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(Recipe("attack", str(made / "base")), learnt, tested, tmp_path / "m", leave_in_the_third)
    card = json.loads((tmp_path / "m" / "reward.json").read_text())
    assert len(card["result"]["epochs"]) == 2 and card["recipe"]["base"] == str(made / "base")
    assert [path.name for path in tmp_path.iterdir()] == ["m"]
    assert Classifier.load(str(tmp_path / "m"), "attack").scores(["uniforms help"])


# -- scores ------------------------------------------------------------------------------------------

WEAK, MIDDLE, STRONG = (f"uniforms help children {word}" for word in ("somehow", "probably", "demonstrably"))
CHAIN = ("uniforms reduce bullying probably", "bullying teachers cost money probably")


def attacks(*texts: str) -> list[Impact]:
    return [Impact(MOTION, Side.PRO, (*CHAIN, text), "attack") for text in texts]


def supports(*texts: str) -> list[Impact]:
    return [Impact(MOTION, Side.PRO, (*CHAIN, text), "support") for text in texts]


def test_stronger_arguments_score_higher(scorer: ImpactScorer) -> None:
    questions = [*attacks(WEAK, MIDDLE, STRONG), *supports(WEAK, MIDDLE, STRONG)]
    scores = asyncio.run(scorer.score(questions, PATIENT))
    assert all(0 <= score <= 2 for score in scores)
    assert scores[0] < scores[1] < scores[2] and scores[3] < scores[4] < scores[5]


def test_a_question_scores_the_same_alone_and_among_others(made: Path, told: object) -> None:
    questions = [*attacks("help", STRONG, " ".join(["children learn"] * 20)), *supports(MIDDLE, "")]

    async def use() -> tuple[list[float], list[float]]:
        paths = (str(made / "attack"), str(made / "support"))
        together = await RewardScorer(*paths, batch=8).score(questions, PATIENT)
        single = RewardScorer(*paths)
        return together, [(await single.score([one], PATIENT))[0] for one in questions]

    together, alone = asyncio.run(use())
    assert together == [pytest.approx(one, abs=1e-5) for one in alone]
    assert len(set(together)) == len(together)


def test_of_a_long_text_the_end_is_read(made: Path, told: object) -> None:
    model = Classifier.load(str(made / "attack"), "attack")
    end = passage(attacks(STRONG)[0])
    fillers = [f"{word} " * 300 for word in ("money", "teachers")]
    first, second = model.scores([filler + end for filler in fillers])
    assert model.most_tokens == 128
    assert first != pytest.approx(model.scores([end])[0], abs=1e-9)  # part of the filler is read still
    ends = [filler + " ".join(["children"] * 200) + end for filler in fillers]
    assert model.scores(ends[:1]) == [pytest.approx(model.scores(ends[1:])[0], abs=1e-6)]
    assert first != pytest.approx(second, abs=1e-9)


def test_what_was_scored_is_not_computed_again(made: Path, told: object) -> None:
    """The deadline has passed, and yet there is an answer."""
    scorer = RewardScorer(str(made / "attack"), str(made / "support"), batch=2)

    async def use() -> None:
        scores = await scorer.score(attacks(WEAK, STRONG), PATIENT)
        assert await scorer.score(attacks(STRONG, WEAK, STRONG), 0) == [scores[1], scores[0], scores[1]]
        with pytest.raises(ProviderError, match="in time") as caught:
            await scorer.score(attacks(WEAK, MIDDLE), 0)
        assert caught.value.retryable

    asyncio.run(use())


def test_the_loop_goes_on_while_arguments_are_scored(scorer: ImpactScorer) -> None:
    async def use() -> int:
        work = asyncio.ensure_future(scorer.score(attacks(*(f"help {'learn ' * n}" for n in range(30))), PATIENT))
        turns = 0
        while not work.done():
            await asyncio.sleep(0)
            turns += 1
        await work
        return turns

    assert asyncio.run(use()) > 30


def test_in_virtual_time_the_clock_stands_while_arguments_are_scored(scorer: ImpactScorer) -> None:
    async def use() -> float:
        other = asyncio.ensure_future(asyncio.sleep(600))
        await scorer.score(attacks("children cost money somehow"), 5)
        now = asyncio.get_running_loop().time()
        other.cancel()
        return now

    assert run_loop(use(), fast=True) == 0


# -- models that cannot be used ----------------------------------------------------------------------


def refused(attack: Path | str) -> str:
    with pytest.raises(ProviderError) as caught:
        Classifier.load(str(attack), "attack")
    told = str(caught.value)
    assert "\n" not in told and told.isprintable() and len(told) < 400
    return told


@pytest.fixture
def copy(made: Path, told: object, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "attack", tmp_path / "copy"))


def test_the_model_of_the_other_relation_is_refused(made: Path, told: object) -> None:
    assert "was trained for support, not for attack" in refused(made / "support")


def test_a_model_without_a_trained_head_is_refused(made: Path, tmp_path: Path) -> None:
    assert "has 2 classes; one with 3" in refused(made / "base")
    assert "lacks weights (score.weight)" in refused(make_llama(tmp_path / "base", num_labels=3))


def test_a_model_with_other_classes_is_refused(copy: Path) -> None:
    config = json.loads((copy / "config.json").read_text())
    labels = {str(number): f"class {number}" for number in range(5)}
    (copy / "config.json").write_text(json.dumps(config | {"id2label": labels, "label2id": {}}))
    assert "classes; one with 3" in refused(copy) or "cannot be loaded" in refused(copy)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json", "reward.json"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"\0\xff" * 500])
def test_a_damaged_folder_is_refused(copy: Path, name: str, content: bytes | None) -> None:
    if content is None:
        (copy / name).unlink()
        if name == "reward.json":  # a model that was trained elsewhere
            assert Classifier.load(str(copy), "attack").scores([passage(attacks(STRONG)[0])])[0] > 1
            return
    else:
        (copy / name).write_bytes(content)
    assert "copy" in refused(copy) or "classes" in refused(copy)


def test_weights_that_are_no_numbers_are_refused(copy: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(copy / "model.safetensors")
    weights["score.weight"][:] = float("nan")
    save_file(weights, copy / "model.safetensors", metadata={"format": "pt"})
    assert "makes no numbers" in refused(copy)


def test_pickled_weights_are_not_read(copy: Path) -> None:
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(copy / "model.safetensors"), copy / "pytorch_model.bin")
    (copy / "model.safetensors").unlink()
    assert "cannot be loaded" in refused(copy)


def test_a_tokenizer_of_another_model_is_refused(made: Path, tmp_path: Path) -> None:
    other = make_llama(tmp_path / "other", vocab_size=8)
    learnt, tested = split(samples(load_trees(made / "others.json"), "attack"), 0.3, 1)
    with pytest.raises(ProviderError, match="tokenizer knows more tokens than the network"):
        train(Recipe("attack", str(other)), learnt, tested, tmp_path / "never")
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize("name", ["nobody/no-such-model", "/no/such/folder", "no such name"])
def test_a_name_that_is_not_on_this_machine_is_refused(name: str) -> None:
    assert f"reward model {name}: is neither a folder nor a model that is on this machine" in refused(name)


def test_a_graphics_card_that_is_not_there_is_refused(made: Path, told: object) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a graphics card here")
    with pytest.raises(ProviderError, match="finds no graphics card"):
        RewardScorer(str(made / "attack"), str(made / "support"), device="cuda")


# -- the command line's refusals ---------------------------------------------------------------------


def test_the_default_base_model_has_to_be_on_this_machine(made: Path, tmp_path: Path) -> None:
    done = rostrum("reward", "train", made / "trees.json", "--relation", "attack", "--out", tmp_path / "m")
    told = one_line(done.exit_code, done.stderr)
    assert "meta-llama/Llama-3.2-3B-Instruct: is neither a folder nor a model that is on this machine" in told
    assert "--download" in told and not (tmp_path / "m").exists()


def test_a_folder_that_holds_something_is_left_alone(made: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = rostrum("reward", "train", made / "trees.json", "--relation", "attack", "--out", tmp_path)
    assert "holds something already; name a new folder" in one_line(done.exit_code, done.stderr) and done.exit_code == 2
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_labels_that_are_not_there_cannot_be_learnt(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", {"motion": MOTION, "root": {"claim": "Uniforms help"}})
    done = rostrum("reward", "train", path, "--relation", "support", "--out", tmp_path / "m")
    assert "no argument has a label for support" in one_line(done.exit_code, done.stderr)


def test_one_class_is_nothing_to_learn(made: Path, tmp_path: Path) -> None:
    found = [LabelledSample("x", 1, 0), LabelledSample("y", 1, 1)]
    with pytest.raises(ConfigError, match="only one class of attack"):
        train(Recipe("attack", str(made / "base")), found[:1], found[1:], tmp_path / "m")


def test_a_rate_that_is_too_high_is_told(made: Path, tmp_path: Path) -> None:
    learnt, tested = split(samples(load_trees(made / "others.json"), "attack"), 0.3, 1)
    with pytest.raises(ProviderError, match="lower --learning-rate"):
        train(Recipe("attack", str(made / "base"), learning_rate=1e30), learnt, tested, tmp_path / "m")


def test_without_the_packages_it_says_what_to_install(made: Path, tmp_path: Path) -> None:
    """torch and transformers kept from being imported, as where they are not installed."""
    settings = tmp_path / "rostrum.yaml"
    settings.write_text("impact: {scorer: reward, attack: a, support: b}\n")
    blocked = "import sys; sys.modules['torch'] = sys.modules['transformers'] = None\n"
    train_it = ["reward", "train", made / "trees.json", "--relation", "attack", "--out", tmp_path / "m"]
    command = blocked + f"from agent.cli.main import main; main({list(map(str, train_it))!r})"
    score_it = blocked + (
        "from pathlib import Path; from agent.components import Components; from config.settings import load_settings\n"
        f"try: Components(load_settings(Path({str(settings)!r}))).scorer()\n"
        "except Exception as error: sys.exit(str(error))"
    )
    for code in (command, score_it):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
        )
        assert "pip install 'rostrum[neural]'" in one_line(done.returncode, done.stderr)

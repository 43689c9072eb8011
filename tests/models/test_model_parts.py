"""Which models a run gets, what `rostrum doctor` says of them, and the model that tests write themselves."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from agent.cli.machine.doctor import Examined, _models
from agent.components import Components
from agent.local.virtual_time import run as run_loop
from config.errors import ProviderError
from config.settings import Models, Role, Settings
from planning.asking.client import LanguageModel
from planning.ports import LLM
from tests.command_line import rostrum, spoken_in_tones
from tests.model_faults import faults
from tests.model_server import ModelServer
from tests.models.asking import CLAIM, PATIENT, QUESTION, Claimed, with_model
from tests.models.conftest import KEY
from tests.models.scripted import ScriptedModel, Turn, after, late

ROOT = Path(__file__).parents[2]


def looked_at(models: Models, *, tries: bool = False) -> list[Examined]:
    return _models(Components(Settings(models=models)), tries)


def test_without_settings_there_is_no_model() -> None:
    components = Components(Settings())
    assert components.model() is None and components.model(Role.WRITER) is None
    assert not components.replaced
    (line,) = looked_at(Models())
    assert line.ok and "none is set" in line.detail


def test_a_model_is_there_for_the_roles_that_have_one(server: ModelServer) -> None:
    components = Components(
        Settings(models=Models.model_validate({"roles": {"writer": {"model": "m", "base_url": server.url}}}))
    )
    model: LLM | None = components.model(Role.WRITER)
    assert model is not None and components.model() is model
    assert components.model(Role.WRITER, Role.AUDIENCE) is None


def test_a_methods_own_role_is_asked_and_counted_by_its_name(server: ModelServer) -> None:
    server.answers(CLAIM, CLAIM)

    async def both(model: LanguageModel) -> None:
        assert model.has("plain.writer", "plain.checker")
        for role in ("plain.writer", "plain.checker"):
            await model.ask(role, QUESTION, Claimed, PATIENT)

    model = with_model(server.models(roles={"plain.writer": {"model": "larger"}}), both)[1]
    assert [row.role for row in model.ledger.rows()] == ["plain.checker", "plain.writer"]
    assert [one.model for one in server.asked] == ["larger", server.models().default.model]


def test_a_model_draws_its_answers_as_it_is_asked_to_and_its_account_is_the_same(server: ModelServer) -> None:
    server.answers(CLAIM, CLAIM)

    async def both(model: LanguageModel) -> None:
        await model.sampled(0.2, 0.75).ask("plain.writer", QUESTION, Claimed, PATIENT)
        await model.ask("plain.writer", QUESTION, Claimed, PATIENT)

    model = with_model(server.models(extra={"seed": 1}), both)[1]
    assert [row.calls for row in model.ledger.rows()] == [2]
    drawn, plain = (one.body for one in server.asked)
    assert (drawn["temperature"], drawn["top_p"], drawn["seed"]) == (0.2, 0.75, 1)
    assert "top_p" not in plain and plain["seed"] == 1


def test_a_missing_key_leaves_the_trees_and_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    components = Components(Settings(models=Models.model_validate({"default": {"model": "large"}})))
    assert components.model() is None and components.model(Role.WRITER) is None
    (line,) = components.replaced
    assert "set OPENAI_API_KEY" in str(line) and str(line).endswith("using the rehearsal trees alone")


def test_each_role_is_shown_with_its_host(server: ModelServer) -> None:
    lines = looked_at(server.models(roles={"writer": {"model": "large"}}))
    host = server.url.split("/")[2]
    assert [line.part for line in lines] == [f"model of {role}" for role in Role]
    assert {line.detail for line in lines} == {f"test-model at {host}", f"large at {host}"}
    assert not server.asked


def test_each_model_is_tried_once(server: ModelServer) -> None:
    server.plays(lambda asked: {"word": "debate"})
    server.plays(lambda asked: faults.unauthorised, model="large")
    lines = looked_at(server.models(roles={"writer": {"model": "large"}}), tries=True)
    by_part = {line.part: line for line in lines}
    assert not by_part["model of writer"].ok and "check OPENAI_API_KEY" in by_part["model of writer"].detail
    assert by_part["model of judge"].ok and "answered in" in by_part["model of judge"].detail
    assert len(server.asked) == 2


def test_the_doctor_shows_models_and_no_keys(server: ModelServer, tmp_path: Path) -> None:
    server.plays(lambda asked: {"word": "debate"})
    path = tmp_path / "rostrum.yaml"
    path.write_text(json.dumps({"models": {"default": {"model": "test-model", "base_url": server.url}}}))
    found, told = doctor(path)
    assert "answered in" in found["model of writer"]["detail"]
    assert KEY not in told
    assert server.asked[0].key == KEY
    found, _ = doctor(path, "--max-calls", "0")
    assert "raise max_calls" in found["model of writer"]["detail"]
    assert len(server.asked) == 1


def doctor(settings: Path, *more: str) -> tuple[dict[str, Any], str]:
    """What it finds by part, and all it prints."""
    with spoken_in_tones():
        done = rostrum("--config", settings, "doctor", "--try", "--json", *more)
    return {line["part"]: line for line in json.loads(done.stdout)}, done.stdout + done.stderr


# -- the model that tests write ----------------------------------------------------------------------


def test_a_scripted_model_plays_every_role() -> None:
    model: LLM = ScriptedModel(
        writer=[CLAIM, ProviderError("m", "gone")], scorer=1.5, judge=lambda turn: {"claim": turn.prompt.name}
    )

    async def use() -> None:
        assert (await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)).claim == CLAIM["claim"]
        with pytest.raises(ProviderError, match="gone"):
            await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        with pytest.raises(AssertionError, match="once more than it has answers"):
            await model.ask(Role.WRITER, QUESTION, Claimed, PATIENT)
        assert await model.expect(Role.SCORER, QUESTION, [0, 1, 2], PATIENT) == 1.5
        assert (await model.ask(Role.JUDGE, QUESTION, Claimed, PATIENT)).claim == "propose"
        with pytest.raises(ProviderError, match="none is set"):
            await model.ask(Role.AUDIENCE, QUESTION, Claimed, PATIENT)

    asyncio.run(use())


def test_a_scripted_model_takes_its_time() -> None:
    model = ScriptedModel(writer=[after(10, CLAIM), late])

    async def use() -> list[float]:
        now = asyncio.get_running_loop().time
        await model.ask(Role.WRITER, QUESTION, Claimed, 60)
        times = [now()]
        with pytest.raises(ProviderError, match="in time"):
            await model.ask(Role.WRITER, QUESTION, Claimed, 5)
        return [*times, now()]

    assert run_loop(use(), fast=True) == [10, 15]
    assert [turn.number for turn in model.of(Role.WRITER)] == [0, 1]
    assert isinstance(model.asked[0], Turn)

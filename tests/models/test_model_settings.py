"""Settings of models: a default, what is different for some roles, and nothing that gives a key away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from config.errors import ConfigError, first_fault
from config.settings import Models, Role, Settings, load_settings


def fault(**settings: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate(settings)
    return first_fault(caught.value)


def test_without_settings_there_is_no_model_and_the_encoder_is_our_own() -> None:
    assert not any(Settings().models.of(role).model for role in Role)
    assert Settings().embedding.engine == "minilm"


def test_a_role_begins_with_the_default(tmp_path: Path) -> None:
    path = tmp_path / "rostrum.yaml"
    path.write_text(
        "models:\n"
        "  default: {model: small, temperature: 0.2, price_in: 1, price_out: 2}\n"
        "  roles: {writer: {model: large, max_tokens: 900}, judge: {temperature: 0}}\n"
        "  max_cost: 3\n"
    )
    models = load_settings(path).models
    writer, judge = models.of(Role.WRITER), models.of(Role.JUDGE)
    assert (writer.model, writer.temperature, writer.max_tokens, writer.price_out) == ("large", 0.2, 900, 2)
    assert (judge.model, judge.temperature) == ("small", 0)
    assert models.of(Role.SCORER) == models.default
    assert models.max_cost == 3


def test_whoever_checks_has_the_judges_model_unless_it_has_its_own() -> None:
    default, judge = {"model": "small"}, {"judge": {"model": "strict"}}
    assert Models.model_validate({"default": default}).of(Role.CHECKER).model == "small"
    assert Models.model_validate({"default": default, "roles": judge}).of(Role.CHECKER).model == "strict"
    own = Models.model_validate({"default": default, "roles": judge | {"checker": {"model": "quick"}}})
    assert (own.of(Role.CHECKER).model, own.of(Role.JUDGE).model) == ("quick", "strict")


def test_a_method_may_have_roles_of_its_own_that_begin_with_those_of_all() -> None:
    roles = {"writer": {"model": "large"}, "plain.writer": {"model": "larger"}}
    models = Models.model_validate({"default": {"model": "small"}, "roles": roles})
    assert models.of("plain.writer").model == "larger"
    assert models.of("treedebater.writer").model == "large"
    assert models.of("treedebater.checker").model == "small"
    assert models.of("debate.searcher").model == "large", "one that nobody else has is the writer's"
    assert models.named == (*Role, "plain.writer")
    assert "wirter is no role; there are proposer, extractor, writer" in fault(models={"roles": {"wirter": {}}})


def test_a_key_stays_with_its_address() -> None:
    default = {"model": "large", "key_variable": "CLOUD_KEY"}
    roles = {"scorer": {"base_url": "http://localhost:8000/v1"}, "judge": {"model": "larger"}}
    own = {"writer": {"base_url": "https://example.org/v1", "key_variable": "OTHER_KEY"}}
    models = Models.model_validate({"default": default, "roles": roles | own})
    keys = {role: models.of(role).key_variable for role in (Role.SCORER, Role.JUDGE, Role.WRITER)}
    assert keys == {Role.SCORER: "", Role.JUDGE: "CLOUD_KEY", Role.WRITER: "OTHER_KEY"}


def test_limits_of_one_run_replace_those_of_the_file() -> None:
    models = Models.model_validate({"default": {"model": "m", "price_in": 0, "price_out": 0}, "max_calls": 9})
    limited = models.limited(None, 0.5)
    assert (limited.max_calls, limited.max_cost, limited.default) == (9, 0.5, models.default)
    with pytest.raises(ConfigError, match="max_cost needs price_in and price_out of m"):
        Models.model_validate({"default": {"model": "m"}}).limited(None, 0.5)


@pytest.mark.parametrize(
    ("models", "place"),
    [
        ({"default": {"modle": "m"}}, "models.default.modle"),
        ({"roles": {"writer": {"modle": "m"}}}, "models.roles.writer.modle"),
        ({"roles": {"cook": {}}}, "models.roles.cook"),
        ({"default": {"temperature": 3}}, "models.default.temperature"),
        ({"default": {"structured": "xml"}}, "models.default.structured"),
        ({"default": {"api_key": "sk-secret-1"}}, "models.default.api_key"),
        ({"default": {"key_variable": "sk-secret-1"}}, "models.default.key_variable"),
        ({"default": {"key_variable": "gsk_secret1"}}, "models.default.key_variable"),
        ({"default": {"base_url": "http://me:secret1@host/v1"}}, "models.default.base_url"),
        ({"default": {"base_url": "https://host/v1?key=secret1"}}, "models.default.base_url"),
        ({"default": {"base_url": "localhost:8000"}}, "models.default.base_url"),
        ({"default": {"base_url": "http://[::1"}}, "models.default.base_url"),
        ({"default": {"model": "m"}, "max_cost": 1}, "max_cost needs price_in"),
        ({"roles": ["writer"]}, "models.roles"),
        ([], "models"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_place_and_without_secrets(models: Any, place: str) -> None:
    told = fault(models=models)
    assert place in told
    assert "secret" not in told


@pytest.mark.parametrize(
    ("embedding", "told"),
    [
        ({"engine": "remote"}, "needs a model"),
        ({"engine": "minilm", "same": 0.7}, "takes no other setting"),
        ({"engine": "local", "model": "x", "same": 0.4}, "related must be under same"),
        ({"engine": "remote", "model": "x", "base_url": "http://a:b@c"}, "embedding.base_url"),
    ],
)
def test_an_encoder_is_set_whole(embedding: dict[str, Any], told: str) -> None:
    assert told in fault(embedding=embedding)

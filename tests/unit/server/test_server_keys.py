"""The keys of servers: read from the variable a setting names, shown nowhere."""

from __future__ import annotations

import pytest

from config.errors import ProviderError
from config.secrets import SECRETS, read_key
from speech.openai_http import OpenAIServer

KEY = "odd-name-4711-of-a-key"


def test_a_key_is_read_without_its_line_end_and_masked_from_then_on() -> None:
    assert read_key("model", "MY_SERVER", needed=True, environment={"MY_SERVER": f"{KEY}\n"}) == KEY
    assert KEY not in SECRETS.masked(f"sent {KEY} to the server")


def test_a_server_that_needs_no_key_is_given_none() -> None:
    assert read_key("model", "MY_SERVER", needed=False, environment={}) == ""
    assert read_key("model", "", needed=False, environment={"": KEY}) == ""


@pytest.mark.parametrize(("variable", "told"), [("MY_SERVER", "set MY_SERVER"), ("", "set key_variable")])
def test_a_missing_key_says_which_variable_to_set(variable: str, told: str) -> None:
    with pytest.raises(ProviderError, match=f"model: needs a key; {told}"):
        read_key("model", variable, needed=True, environment={})


@pytest.mark.parametrize("value", [f"{KEY}\nx{KEY}", f"{KEY}é"])
def test_what_cannot_be_a_key_is_refused_and_not_shown(value: str) -> None:
    with pytest.raises(ProviderError, match="MY_SERVER holds characters that no key has") as caught:
        read_key("model", "MY_SERVER", needed=True, environment={"MY_SERVER": value})
    assert KEY not in str(caught.value)


def test_a_server_shown_by_an_error_does_not_show_its_key() -> None:
    assert KEY not in repr(OpenAIServer("voice", None, "MY_SERVER", KEY))

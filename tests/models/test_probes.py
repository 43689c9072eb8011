"""Debates with known answers find what a judge can be led away by, over real HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent.judging.panel import panel_models, sitting
from agent.judging.probes import probed, probes
from agent.judging.rubric import rubric
from config.format import Side
from tests.model_server import ModelServer
from tests.models.judge_players import Heard, Player, Worth, called_pro, first, longer, obedient

BETTER = {" ".join((known.pro if known.better is Side.PRO else known.con).split())[:60] for known in probes()}
NAMES = [known.name for known in probes()]


def fair(heard: Heard) -> int:
    return int(heard.text.replace("\n", " ")[:60] in BETTER)


def led(astray: Worth) -> Worth:
    """Fair where nothing leads it astray."""
    return lambda heard: fair(heard) + 2 * astray(heard)


def says(words: str) -> Worth:
    return lambda heard: int(words in heard.text)


LED = {
    "substance": says("a street is a poem"),
    "padding": lambda heard: int(heard.text.count("taken") > 5),
    "flattery": says("What an honour"),
    "instruction": obedient,
    "sources": says("Institute proved"),
    "topic": says("about the sea"),
}


def passed(server: ModelServer, tmp_path: Path, worth: Worth) -> list[str]:
    server.plays(Player(worth))
    models = panel_models(server.models(in_flight=16), ())

    async def held() -> list[str]:
        async with sitting(models, tmp_path / "j.jsonl") as panel:
            return [one.name for one in await probed(panel.judges[0], rubric().first) if one.passed]

    return asyncio.run(held())


def test_a_fair_judge_passes_all(server: ModelServer, tmp_path: Path) -> None:
    assert passed(server, tmp_path, fair) == NAMES == [*LED]


@pytest.mark.parametrize("name", LED)
def test_each_finds_the_bias_it_is_for_and_no_other(server: ModelServer, tmp_path: Path, name: str) -> None:
    assert passed(server, tmp_path, led(LED[name])) == [one for one in NAMES if one != name]


@pytest.mark.parametrize("worth", [first, called_pro])
def test_who_goes_by_place_or_name_passes_none(server: ModelServer, tmp_path: Path, worth: Worth) -> None:
    assert passed(server, tmp_path, worth) == []


def test_who_counts_words_fails_where_they_are_many(server: ModelServer, tmp_path: Path) -> None:
    assert "padding" not in passed(server, tmp_path, longer)

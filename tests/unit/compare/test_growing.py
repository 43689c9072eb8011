"""Two documents argue in a tree: what is asked, how deep it goes, and what is asked again when a person steers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from planning.compare.records import Ended, Relation, Steer, Way
from tests.model_server import ModelServer
from tests.unit.compare.scripted import Player, compared, kind


def counted(server: ModelServer) -> Counter[str]:
    return Counter(map(kind, server.asked))


def test_a_tree_of_one_level(tmp_path: Path) -> None:
    with ModelServer() as server:
        server.plays(Player())
        found = compared(server, tmp_path)
    assert found.complete, found.missing
    print(counted(server), [(n.id, n.ended) for n in found.trees[0].nodes], found.trees[0].synthesis)

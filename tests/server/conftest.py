"""One `rostrum serve` for all tests of one process that leave it as they found it, or as it mends itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.served import Serving, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("serve")) as served:
        yield served

"""The server of language models that tests/models has, for the tests here that ask one."""

from __future__ import annotations

from tests.models.conftest import server

__all__ = ["server"]

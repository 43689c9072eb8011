"""A model's server on loopback, for each test its own."""

from tests.models.conftest import server

__all__ = ["server"]

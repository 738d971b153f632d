"""What is true of servers only."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def backend() -> str:
    return "postgres"

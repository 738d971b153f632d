"""The packages in which mistakes are made, and the tests that are to notice them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Scope:
    """A package with its tests.

    ``depends_on`` names the folders whose change makes the measured times and lines useless.
    """

    package: str
    tests: tuple[str, ...]
    depends_on: tuple[str, ...]
    sample: int
    """The usual number of mistakes."""
    plugins: tuple[str, ...] = ("pytest_asyncio.plugin",)
    chosen_tests: str = "not slow"
    """The tests that are run, as an expression of pytest's ``-m``."""

    @property
    def folder_name(self) -> str:
        """The name of the folder in which results are kept."""
        return self.package.replace("/", "-")


SCOPES: Final = {
    scope.package: scope
    for scope in (
        Scope("rules", ("tests/rules",), ("rules",), sample=200),
        Scope(
            *("storage", ("tests/storage",), ("storage",)),
            sample=100,
            # A mistake in storage/postgres is noticed by no other test.
            chosen_tests="not slow or postgres",
        ),
        Scope(
            "bot/table",
            ("tests/bot/table", "tests/bot/commands"),
            ("rules", "storage", "bot"),
            sample=100,
            plugins=("pytest_asyncio.plugin", "simcord.pytest_plugin"),
        ),
    )
}

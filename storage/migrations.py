"""The migrations of a database: numbered SQL scripts, applied in order.

The first script creates the schema of version 1.0.0. The number of scripts that a database has seen
is its schema version.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable


def migrations_folder(package: str) -> Traversable:
    """The folder with the scripts of a package."""
    return resources.files(package) / "migrations"


def load_migrations(folder: Traversable) -> tuple[str, ...]:
    """Read the SQL of each script; the one at index n leads from schema version n to n + 1.

    Raise ValueError if the numbers at the beginning of the file names have a gap.
    """
    scripts = {
        int(file.name.partition("_")[0]): file.read_bytes().decode()
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    }
    numbers = sorted(scripts)
    if numbers != list(range(1, len(numbers) + 1)):
        raise ValueError(f"{folder}: migrations are numbered 1, 2, 3 …, but found {numbers}")
    return tuple(scripts[number] for number in numbers)

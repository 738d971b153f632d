"""The migrations of a database: scripts of SQL in a folder of its package, applied in order."""

from __future__ import annotations

from importlib import resources


def scripts(package: str) -> tuple[str, ...]:
    """The SQL of every migration; the one at index n leads from schema version n to n + 1."""
    folder = resources.files(package) / "migrations"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return tuple(file.read_text(encoding="utf-8") for file in files)

"""An empty SQLite database, created once per test process and copied for each test."""

import tempfile
from functools import cache
from pathlib import Path

from storage.sqlite.schema import prepare


def copy_migrated_file(path: Path) -> None:
    if not path.exists():
        path.touch(0o600)
        path.write_bytes(_made())


@cache
def _made() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        prepare(path)
        return path.read_bytes()

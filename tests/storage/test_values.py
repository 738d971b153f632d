"""Numbers, words and defaults of the storage."""

import inspect
from pathlib import Path

import storage
import storage.errors
from storage import DamagedFile, StorageUnavailable
from storage.postgres.diagnostics import INTEGRITY_QUERIES
from storage.postgres.error_mapping import remedy_of
from tests.support.constants import constant_lines
from tests.support.defaults import default_lines
from tests.support.goldens import assert_golden


def is_written(value: object) -> bool:
    """Return True for numbers, words, and values made of them; SQL is tested by running it."""
    match value:
        case str():
            return not value.lstrip().startswith(("SELECT", "INSERT", "DELETE", "UPDATE"))
        case int() | float() | type():
            return True
        case dict():
            # The numbers of errors are the system's.
            return all(isinstance(key, str) for key in value) and is_written((*value.values(),))
        case tuple() | frozenset():
            return all(map(is_written, value))
    return False


def test_numbers_and_words_of_storage_are_changed_on_purpose_only() -> None:
    lines = list(constant_lines(storage, is_written))
    for name, kind in inspect.getmembers(storage.errors, inspect.isclass):
        for attribute in ("remedy", "words"):
            if attribute in vars(kind):
                lines.append(f"{name}.{attribute}: {getattr(kind, attribute)}")
    for kind in (DamagedFile, *StorageUnavailable.__subclasses__()):
        lines.append(f"{kind.__name__} of a server: {remedy_of(kind)}")
    lines += [words for words, _sql in INTEGRITY_QUERIES]
    assert len(lines) > 60
    assert_golden(Path(__file__).parent / "goldens" / "constants.txt", lines)


def test_defaults_of_storage_are_changed_on_purpose_only() -> None:
    lines = list(default_lines(storage))
    assert len(lines) > 60
    assert_golden(Path(__file__).parent / "goldens" / "defaults.txt", lines)

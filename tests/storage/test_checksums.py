"""Checksums of log entries."""

from itertools import combinations
from zlib import crc32

from storage.checksums import entry_checksum

IDENTITY = "0123456789abcdef0123456789abcdef"


def test_checksum_of_an_entry_is_the_same_in_every_version() -> None:
    """Entries in existing databases keep the checksums with which they were written."""
    line = f"{IDENTITY} 900 5 1000.0 7 2 3 1234.5 place 0 1 rot90"
    assert crc32(line.encode()) == entry_checksum(
        *(IDENTITY, 900, 5, 1000.0), game=7, number=2, actor=3, text="place 0 1 rot90", at=1234.5
    )
    data = b"None None None None 7 2 3 0.0 caf\xc3\xa9 \xed\xa0\x80"
    assert crc32(data) == entry_checksum(
        *(None, None, None, None), game=7, number=2, actor=3, text="café \ud800", at=0.0
    )


def test_checksum_covers_every_value_of_an_entry() -> None:
    values = (IDENTITY, 900, 5, 1000.0, 7, 2, 3, "pass", 1234.5)
    others = ("f" * 32, 901, 6, 1000.5, 8, 1, 4, "pass ", 1234.0)
    sums = [entry_checksum(*values)]
    for number, other in enumerate(others):
        changed = (*values[:number], other, *values[number + 1 :])
        sums.append(entry_checksum(*changed))  # type: ignore[arg-type]
    assert all(one != another for one, another in combinations(sums, 2))

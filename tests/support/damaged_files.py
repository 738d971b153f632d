"""Ways to damage a file, as disks, cables, editors and careless copies do."""

import random
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

PAGE: Final = 4096
SECTOR: Final = 512
MOVE: Final = re.compile(rb"place -?(\d+) -?(\d+) rot(\d+) (?:hunter|gatherer) ([abcd])")
"""A stored move, whose digits and letter are groups. The words of the schema are not moves."""
Harm = Callable[[random.Random, Path, Path], None]
"""Damages the file at the first path; the second is another database, to take pages from."""


def _wal(path: Path) -> Path:
    return Path(f"{path}-wal")


def _flipped(chance: random.Random, data: bytearray, first: int, last: int, bits: int = 1) -> None:
    for _ in range(bits):
        data[chance.randrange(first, last)] ^= 1 << chance.randrange(8)


def flip_bits(bits: int) -> Harm:
    def harm(chance: random.Random, path: Path, _: Path) -> None:
        data = bytearray(path.read_bytes())
        _flipped(chance, data, 0, len(data), bits)
        path.write_bytes(data)

    return harm


def flip_bit_in(pattern: re.Pattern[bytes]) -> Harm:
    """Flip a bit of one of the places in the file that match a pattern."""

    def harm(chance: random.Random, path: Path, _: Path) -> None:
        data = bytearray(path.read_bytes())
        first, last = chance.choice([match.span() for match in pattern.finditer(data)])
        _flipped(chance, data, first, last)
        path.write_bytes(data)

    return harm


def write_noise(length: int, aligned: int = 1) -> Harm:
    def harm(chance: random.Random, path: Path, _: Path) -> None:
        data = bytearray(path.read_bytes())
        first = chance.randrange((len(data) - length) // aligned) * aligned
        data[first : first + length] = chance.randbytes(length)
        path.write_bytes(data)

    return harm


def write_zeros(length: int) -> Harm:
    """Overwrite a block with zeros, as if its write never reached the disk."""

    def harm(chance: random.Random, path: Path, _: Path) -> None:
        data = bytearray(path.read_bytes())
        first = chance.randrange(len(data) // length) * length
        data[first : first + length] = bytes(length)
        path.write_bytes(data)

    return harm


def replace_text(chance: random.Random, path: Path, _: Path) -> None:
    data = bytearray(path.read_bytes())
    move = chance.choice(list(MOVE.finditer(data)))
    offset = move.start(chance.randint(1, MOVE.groups))
    words = b"0123456789" if chr(data[offset]).isdigit() else b"abcd"
    data[offset] = chance.choice([word for word in words if word != data[offset]])
    path.write_bytes(data)


def swap_pages(chance: random.Random, path: Path, _: Path) -> None:
    data = bytearray(path.read_bytes())
    one, other = (n * PAGE for n in chance.sample(range(1, len(data) // PAGE), 2))
    saved = data[one : one + PAGE]
    data[one : one + PAGE] = data[other : other + PAGE]
    data[other : other + PAGE] = saved
    path.write_bytes(data)


def duplicate_page(chance: random.Random, path: Path, _: Path) -> None:
    data = bytearray(path.read_bytes())
    one, other = (n * PAGE for n in chance.sample(range(1, len(data) // PAGE), 2))
    data[one : one + PAGE] = data[other : other + PAGE]
    path.write_bytes(data)


def copy_page_of_other_file(chance: random.Random, path: Path, other: Path) -> None:
    data, strange = bytearray(path.read_bytes()), other.read_bytes()
    first = chance.randrange(1, min(len(data), len(strange)) // PAGE) * PAGE
    data[first : first + PAGE] = strange[first : first + PAGE]
    path.write_bytes(data)


def truncate_file(aligned: int) -> Harm:
    def harm(chance: random.Random, path: Path, _: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: chance.randrange(1, len(data) // aligned) * aligned])

    return harm


def append_bytes(chance: random.Random, path: Path, _: Path) -> None:
    path.write_bytes(path.read_bytes() + chance.randbytes(chance.choice((7, SECTOR, 3 * PAGE))))


def damage_log(harm: Harm) -> Harm:
    def done(chance: random.Random, path: Path, other: Path) -> None:
        harm(chance, _wal(path), _wal(other))

    return done


def replace_log(_chance: random.Random, path: Path, other: Path) -> None:
    shutil.copy(_wal(other), _wal(path))


def replace_file(_chance: random.Random, path: Path, other: Path) -> None:
    """Replace the file and keep its write-ahead log."""
    shutil.copy(other, path)


def write_noise_beside(suffix: str) -> Harm:
    def harm(chance: random.Random, path: Path, _: Path) -> None:
        Path(f"{path}{suffix}").write_bytes(chance.randbytes(chance.choice((3, 600, 32_768))))

    return harm


AT_REST: Final[Mapping[str, Harm]] = {
    "a bit": flip_bits(1),
    "eight bits": flip_bits(8),
    "a bit of the header": flip_bit_in(re.compile(rb"\A.{100}", re.DOTALL)),
    "a bit of the schema": flip_bit_in(re.compile(rb"(?<=CREATE ).{200}", re.DOTALL)),
    "a bit of a move": flip_bit_in(MOVE),
    "a bit of a header of a game": flip_bit_in(re.compile(rb"(?<=bag: ).{200}", re.DOTALL)),
    "another digit": replace_text,
    "sixteen bytes": write_noise(16),
    "a page of noise": write_noise(PAGE, PAGE),
    "a sector of zeros": write_zeros(SECTOR),
    "a page of zeros": write_zeros(PAGE),
    "pages change places": swap_pages,
    "a page twice": duplicate_page,
    "a page of another": copy_page_of_other_file,
    "cut at a page": truncate_file(PAGE),
    "cut anywhere": truncate_file(1),
    "longer": append_bytes,
    "a journal of nobody's": write_noise_beside("-journal"),
}
"""Damage of a file that was closed in order."""
AFTER_A_CRASH: Final[Mapping[str, Harm]] = {
    "a bit of the file": flip_bits(1),
    "a bit of the log": damage_log(flip_bits(1)),
    "noise in the log": damage_log(write_noise(PAGE)),
    "the log cut": damage_log(truncate_file(1)),
    "no shared memory to trust": write_noise_beside("-shm"),
    "the log of another": replace_log,
    "the file of another": replace_file,
}
"""Damage of a file that a killed process left with its write-ahead log."""

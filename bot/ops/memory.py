"""Settings of the C library's memory allocator, so that a bot's memory stays flat for weeks."""

import ctypes
import sys
from typing import Final

M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
"""Parameters of glibc's `mallopt`."""
MAPPED_BYTES: Final = 512 << 10
"""Blocks from this size on, such as a whole board, go back to the system when they are freed."""


def keep_one_heap() -> bool:
    """Have all threads share one heap; return False where the C library cannot do so.

    By default each thread that draws pictures gets a heap of its own, and what is freed in one is
    not used by another: a hundred MiB after an hour of play.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # Another C library, such as musl.
        return False
    return bool(mallopt(M_ARENA_MAX, 1)) and bool(mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES))

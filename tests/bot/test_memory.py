"""The memory allocator keeps one heap for all threads."""

import subprocess
import sys

import pytest

PROGRAM = """
import re, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from bot.serve import keep_one_heap

assert keep_one_heap()
barrier = threading.Barrier(6)

def work(_):
    barrier.wait()
    return [bytearray(50_000) for _ in range(40)]

with ThreadPoolExecutor(6) as threads:
    kept = list(threads.map(work, range(6)))
# The heap of a further thread is a mapping of 64 MiB, of which little is readable at first.
lines = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) ---p", Path("/proc/self/maps").read_text(), re.M)
print(sum(int(end, 16) - int(start, 16) > 50 << 20 for start, end in lines))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="of glibc")
@pytest.mark.slow
def test_threads_share_one_heap() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(run.stdout) == 0

"""``carcassonne`` as other programs of a shell: one that reads its output may end before it."""

import os
import subprocess
import sys

import pytest

from rules.closed_output import SIGPIPE_STATUS
from tests.support.slow_cases import rest_slow

RANDOM_GAME = ("random", "--game", "hunters")


COMMANDS = (("bot.cli", "--help"), ("rules", *RANDOM_GAME), ("bot", "check"))


@pytest.mark.parametrize("number", rest_slow(range(len(COMMANDS))))
def test_command_whose_output_nobody_reads_ends_without_a_word(number: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        program = [sys.executable, "-m", *COMMANDS[number]]
        ended = subprocess.run(program, stdout=output, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (SIGPIPE_STATUS, b"")

"""``python -m bot check``: the state of the bot for its operator, on one screen."""

import os
import sys
from pathlib import Path
from typing import TextIO

from bot.check import discord, host
from bot.check.finding import Finding, Grade
from bot.client.app import App
from bot.config import Config

__all__ = ["run_checks"]


async def run_checks(
    config: Config, settings: Path | None, app: App, output: TextIO = sys.stdout
) -> int:
    """Run all checks and print a line for each. Return 0 if nothing is wrong, else 1.

    ``settings`` is the file the configuration was read from; ``app`` only gives its commands.
    """
    wrong = 0
    async for finding in host.check_host(config, settings):
        wrong += _print_finding(finding, output)
    async for finding in discord.check_discord(config, app):
        wrong += _print_finding(finding, output)
    summary = "Nothing is wrong." if not wrong else f"Wrong: {wrong}. See docs/hosting.md."
    print(summary, file=output)
    return 1 if wrong else 0


def _print_finding(finding: Finding, output: TextIO) -> bool:
    first, *more = finding.lines
    colour = output.isatty() and "NO_COLOR" not in os.environ
    grade = finding.grade.coloured() if colour else f"{finding.grade.value:<5}"
    print(f"{grade}  {finding.subject:<11} {first}", file=output)
    for line in more:
        print(f"{'':<19}{line}", file=output)
    output.flush()
    return finding.grade is Grade.WRONG

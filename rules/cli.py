"""The commands of records that need no picture: random games, score, moves and check of a bag."""

import argparse
import json
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeAlias

from rules.editions import FIRST
from rules.errors import RecordError, RulesError
from rules.fairness import canonical_text, commitment
from rules.geometry import xy
from rules.notation import write
from rules.random_play import deal, random_game
from rules.record import MAX_RECORD_CHARACTERS, Replay, parse_header, replay, split_record
from rules.story import Scored
from rules.text_files import NotUtf8, read_text, run_while_read
from rules.variants import games
from rules.version import program_version

AddParser: TypeAlias = Callable[..., ArgumentParser]
"""`add_parser` of the subcommands of a program."""
Run: TypeAlias = Callable[[Namespace], int]
"""A subcommand: takes the parsed arguments and returns the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    return run_program("python -m rules", __doc__, add_commands, arguments)


def run_program(
    name: str,
    description: str | None,
    add_commands: Callable[[AddParser], None],
    arguments: Sequence[str] | None,
) -> int:
    """Run a program of commands for records.

    Return 0 on success, 1 for failing input or output, 2 for bad arguments or a record in another
    encoding, SIGPIPE_STATUS if nobody reads the output to its end.
    """

    def run() -> int:
        parser = ArgumentParser(prog=name, description=description)
        parser.add_argument("--version", action="version", version=program_version())
        add_commands(parser.add_subparsers(metavar="COMMAND", required=True).add_parser)
        given = parser.parse_args(arguments)
        status: int = given.run(given)
        return status

    return run_while_read(run)


def add_record(parser: ArgumentParser) -> None:
    parser.add_argument("record", type=Path, help="a file, or - for standard input")


def reports_errors(run: Run) -> Run:
    """Print errors of the record or of a file in one line."""

    @wraps(run)
    def call(given: Namespace) -> int:
        try:
            return run(given)
        except BrokenPipeError:
            raise  # The output's reader is gone: an OSError too, but no error to print.
        except RecordError as error:
            print(f"{given.record}: {error}", file=sys.stderr)
            return 1
        except NotUtf8 as error:
            print(error, file=sys.stderr)
            return 2
        except (RulesError, OSError) as error:
            print(error, file=sys.stderr)
            return 1

    return call


def add_commands(add: AddParser) -> None:
    score = add("score", help="the points and events of a record as JSON")
    add_record(score)
    score.set_defaults(run=_score)
    moves = add("moves", help="the legal moves at the end of a record")
    add_record(moves)
    moves.set_defaults(run=_moves)
    check = add("verify", help="whether the bags of a record are those of its commitment")
    add_record(check)
    check.add_argument("--commitment", default="", help="what was published at the start")
    check.add_argument("--text", action="store_true", help="print only the text that is hashed")
    check.set_defaults(run=_verify)
    chance = add("random", help="play random legal moves to the end")
    chance.add_argument("--game", choices=games(), required=True)
    chance.add_argument("--seats", type=int, default=2)
    chance.add_argument("--seed", type=int, default=0)
    chance.add_argument(
        "--edition",
        type=int,
        default=FIRST.number,
        help="the edition of the rules (default: the first)",
    )
    chance.add_argument(
        "--skips", type=int, default=0, help="how many of a hundred decisions are skips of the turn"
    )
    chance.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, named as in the header of a record; may be given again",
    )
    chance.set_defaults(run=_random)


@reports_errors
def _score(given: Namespace) -> int:
    print(json.dumps(summary(replay(_read(given))), ensure_ascii=False))
    return 0


@reports_errors
def _moves(given: Namespace) -> int:
    for move in replay(_read(given)).game.legal_moves():
        print(write(move))
    return 0


@reports_errors
def _verify(given: Namespace) -> int:
    return verify(_read(given), given.commitment.strip().lower(), given.text)


@reports_errors
def _random(given: Namespace) -> int:
    chance, options = random.Random(given.seed), dict(given.option)
    header = deal(given.game, given.seats, chance, options, edition=given.edition)
    for line in random_game(header, chance, given.skips):
        print(line)
    return 0


def _read(given: Namespace) -> str:
    return read_text(given.record, MAX_RECORD_CHARACTERS + 1)


def _option(text: str) -> tuple[str, str]:
    """Read an option named as in the header of a record."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value.strip()


def summary(played: Replay) -> dict[str, Any]:
    """The summary as plain values (docs/architecture/notation.md)."""
    game = played.game
    events = []
    for event, line in zip(game.story, played.event_lines(), strict=True):
        if isinstance(event, Scored) and event.points:
            events.append(
                {
                    "after": "end" if event.final else line,
                    "kind": event.kind,
                    "cells": [list(xy(cell)) for cell in event.cells()],
                    "points": {str(seat): points for seat, points in event.points},
                    "terms": [list(term) for term in event.terms],
                }
            )
    return {
        "game": game.book.ruleset.name,
        "seats": game.seats,
        "finished": game.over,
        "scores": list(game.scores),
        "turn": None if game.over else game.turn,
        "events": events,
    }


def verify(text: str, published: str, bare: bool) -> int:
    """Check a record's bags against a published commitment. Return 0 if they match, else 1.

    With an empty ``published`` the record's own commitment counts, already checked on reading. The
    moves are replayed, which proves that their tiles came from the bags in that order. ``bare``
    prints only the hashed text.
    """
    lines, _ = split_record(text)
    header = parse_header(lines)
    if not header.nonce:
        print("there is no nonce in this record: its bags were not sealed", file=sys.stderr)
        return 1
    if bare:
        print(canonical_text(header), end="")
        return 0
    game = replay(text).game
    for bag, order in header.bags.items():
        print(f"{bag}: {len(order) - len(game.bags[bag])} of {len(order)} tiles drawn, in order")
    print(f"SHA-256 of the canonical text: {commitment(header)}")
    held = any(line.startswith("commitment") for _, line in lines)
    if not published and not held:
        print("nothing to compare with: give --commitment, as published at the start")
        return 1
    same = published in ("", commitment(header))
    print("this is the commitment" if same else f"this is NOT the commitment {published}")
    return 0 if same else 1

"""``python -m rules``: random, score, moves (docs/architecture/notation.md)."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from pathlib import Path

import pytest

from rules.cli import main
from rules.record import replay
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden
from tests.support.positions import piles

ROOT = Path(__file__).parents[2]
PILES = piles("hunters", ["L02", "L20", "L60"])
HEAD = (
    f"game: hunters\nseats: 3\nbag: {' '.join(PILES['bag'])}\nbonus: {' '.join(PILES['bonus'])}\n"
)


BARE = [] if "COVERAGE_PROCESS_CONFIG" in os.environ else ["-S"]
"""Nothing but the standard library within reach, but for that which measures coverage."""


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command, run in this process, where it takes a tenth of the time."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            status = main(words)
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            status = ended.code
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def run_process(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command, run as one would: only the standard library within reach."""
    return subprocess.run(
        [sys.executable, *BARE, "-m", "rules", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
        timeout=60,
    )


def test_random_plays_a_whole_game_and_the_seed_decides_it() -> None:
    first = run_process("random", "--game", "hunters", "--seats", "4", "--seed", "7")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("game: hunters\nseats: 4\nedition: 1\nbag: L")
    assert replay(first.stdout).game.over
    again = run("random", "--game", "hunters", "--seats", "4", "--seed", "7")
    other = run("random", "--game", "hunters", "--seats", "4", "--seed", "8")
    assert first.stdout == again.stdout != other.stdout


@for_each("words", [("score", "-"), ("fly",)])
def test_process_prints_and_ends_as_the_function_does(words: tuple[str, ...]) -> None:
    stdin = HEAD + "\nplace 0 1 rot0\ngatherer a\n"
    here, there = run(*words, stdin=stdin), run_process(*words, stdin=stdin)
    assert (here.returncode, here.stdout) == (there.returncode, there.stdout)
    assert here.stderr == there.stderr


def test_a_random_game_names_its_edition_and_an_unknown_one_is_refused() -> None:
    words = ("random", "--game", "base", "--seed", "7")
    plain, first = (run(*words, *more).stdout for more in ((), ("--edition", "1")))
    assert plain == first and "\nedition: 1\n" in plain
    unknown = run(*words, "--edition", "2")
    assert unknown.returncode == 1 and "there is no edition 2" in unknown.stderr
    refused = run(*words, "--edition", "two")
    assert refused.returncode == 2 and "invalid int value" in refused.stderr


def test_random_command_takes_options_of_the_game_and_names_those_there_are() -> None:
    words = ("random", "--game", "base", "--seed", "7")
    chosen = run(*words, "--option", "fields=third", "--option", "small cities=4").stdout
    assert chosen.startswith("game: base\nseats: 2\nedition: 1\nfields: third\nsmall cities: 4\n")
    assert replay(chosen).game.over
    unknown = run(*words, "--option", "rivers=2")
    assert unknown.returncode == 1
    assert "base has no option 'rivers', only " in unknown.stderr and "fields" in unknown.stderr
    wrong = run(*words, "--option", "fields=fourth")
    assert wrong.returncode == 1 and "one of first, third, not 'fourth'" in wrong.stderr
    assert "is not NAME=VALUE" in run(*words, "--option", "fields").stderr


def test_COM26_random_command_writes_skips_on_request() -> None:
    words = ("random", "--game", "base+ferries", "--seats", "3", "--seed", "7")
    plain, skipping = run(*words), run(*words, "--skips", "20")
    assert "skip" not in plain.stdout.split()
    assert (skipping.returncode, skipping.stderr) == (0, "")
    assert skipping.stdout.split().count("skip") > 10
    summary = json.loads(run("score", "-", stdin=skipping.stdout).stdout)
    game = replay(skipping.stdout).game
    assert summary["finished"] and summary["scores"] == list(game.scores) and game.over
    for skips in ("-1", "91"):
        refused = run(*words, "--skips", skips)
        assert (refused.returncode, refused.stderr) == (
            *(1, "of a hundred decisions 0 to 90 are skips\n"),
        )


def test_COM26_points_of_a_skip_come_after_its_line_and_the_next_seat_moves() -> None:
    text = HEAD + "\nplace 0 1 rot0\ngatherer a\nplace 1 1 rot180\nskip\n"
    summary = json.loads(run("score", "-", stdin=text).stdout)
    assert (summary["scores"], summary["turn"], summary["events"][0]["after"]) == ([4, 0, 0], 2, 9)
    assert run("moves", "-", stdin=text).stdout.startswith("place ")
    skipped = run("moves", "-", stdin=HEAD + "\nskip\n").stdout
    assert skipped == run("moves", "-", stdin=HEAD).stdout, "the same tile, for the next seat"


def test_score_prints_one_json_object_for_an_unfinished_record(tmp_path: Path) -> None:
    record = tmp_path / "g.record"
    record.write_text(
        HEAD + "\nplace 0 1 rot0\ngatherer a\n\nplace 1 1 rot180\npass\n", encoding="utf-8"
    )
    done = run("score", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout) == {
        "game": "hunters",
        "seats": 3,
        "finished": False,
        "scores": [4, 0, 0],
        "turn": 2,
        "events": [
            {
                "after": 10,
                "kind": "forest",
                "cells": [[0, 1], [1, 1]],
                "points": {"0": 4},
                "terms": [["sections", 2, 2]],
            }
        ],
    }


def test_score_of_a_finished_record_names_the_end() -> None:
    done = run("score", "-", stdin=HEAD + "\nplace 0 1 rot0\nhunter c\nresign 1\nresign 2\n")
    assert done.returncode == 0
    summary = json.loads(done.stdout)
    assert (summary["finished"], summary["turn"], summary["scores"]) == (True, None, [2 + 2, 0, 0])
    assert summary["events"] == [
        {
            "after": "end",
            "kind": "meadow",
            "cells": summary["events"][0]["cells"],
            "points": {"0": 4},
            "terms": [["deer", 1, 2], ["mammoth", 1, 2]],
        }
    ]
    assert sorted(summary["events"][0]["cells"]) == [[0, 0], [0, 1]]


def test_moves_prints_the_legal_moves_one_a_line() -> None:
    done = run("moves", "-", stdin=HEAD)
    assert done.returncode == 0
    assert sorted(done.stdout.splitlines()) == [
        *("place 0 -1 rot90", "place 0 1 rot0", "place 1 0 rot0")
    ]
    done = run("moves", "-", stdin=HEAD + "\nplace 0 1 rot0\n")
    assert done.stdout.splitlines() == ["gatherer a", "gatherer b", "hunter c", "pass"]


@for_each("command", ["score", "moves"])
def test_a_bad_line_is_refused_with_its_number_and_status_1(command: str, tmp_path: Path) -> None:
    record = tmp_path / "bad.record"
    record.write_text(HEAD + "\nplace 0 1 rot0\ngatherer c\n", encoding="utf-8")
    done = run(command, str(record))
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 7" in done.stderr
    assert "segment c is a meadow; a gatherer needs a forest" in done.stderr
    assert "Traceback" not in done.stderr


@for_each(
    ("words", "stdin", "said"),
    [
        (("score", "-"), HEAD.replace("seats: 3", "seats: 9"), "line 2: seats go from 2 to 5"),
        (("score", "/no/such.record"), "", "/no/such.record"),
        (("random", "--game", "hunters", "--seats", "6"), "", "hunters is for 2 to 5 seats"),
    ],
)
def test_impossible_command_is_refused_with_status_1(
    words: tuple[str, ...], stdin: str, said: str
) -> None:
    done = run(*words, stdin=stdin)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_every_command_and_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    lines = []
    for words in ([], ["random"], ["score"], ["moves"], ["verify"]):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0
        lines += [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert_golden(Path(__file__).parent / "goldens" / "help.txt", lines)


def test_version_is_that_of_the_installed_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"{version('carcassonne-discord')}\n"


@for_each("words", [(), ("fly",), ("random", "--game", "chess")])
def test_unknown_arguments_are_a_usage_error(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert "usage" in done.stderr

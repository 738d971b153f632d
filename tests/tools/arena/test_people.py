"""The results of people against each level of opponents, by the tables of a database."""

import random
from pathlib import Path

import pytest

from bot.table.fold import fold
from bot.table.table import Phase
from rules.game import play, start
from rules.notation import write
from rules.random_play import deal, random_move
from storage import EntryRow, Log, NewEntry, open_database
from tools.arena import people
from tools.arena.elo import Score
from tools.arena.match import Match, Result

ANA = 1
ODILE = "opponent Odile novice 1"


def whole_game(seed: int, *more: tuple[int, str]) -> list[NewEntry]:
    """The entries of a game of Ana and Odile by chance; ``more`` come after ten of its moves."""
    chance = random.Random(seed)
    header = deal("hunters", 2, chance)
    entries = [NewEntry(ANA, "new hunters 2"), NewEntry(ANA, ODILE)]
    entries.append(NewEntry(ANA, f"start\norder: 0 1\n{header.text()}"))
    game = start(header.book, 2, header.bags)
    moves = 0
    while not game.over:
        if more and moves == 10:
            return [*entries, *(NewEntry(user, text) for user, text in more)]
        move = random_move(game, chance)
        entries.append(NewEntry((ANA, -1)[game.turn], write(move)))
        game, moves = play(game, move), moves + 1
    return entries


async def store(path: Path, games: list[list[NewEntry]]) -> None:
    async with await open_database(path) as database:
        log = Log(database)
        for channel, (first, *entries) in enumerate(games):
            row = await log.begin(guild=1, channel=channel, entries=[first])
            await log.append(row.id, after=0, entries=entries, finish=True)


async def test_people_are_measured_by_their_finished_games_against_each_level(
    tmp_path: Path,
) -> None:
    games = [whole_game(seed) for seed in range(4)]
    await store(tmp_path / "g.sqlite3", [*games, whole_game(9, (ANA, "end"))])
    won = 0.0
    for entries in games:
        rows = [EntryRow(n, one.user, one.text, 1.0) for n, one in enumerate(entries)]
        table = fold(rows)
        assert table.phase is Phase.OVER
        own, other = table.running_game.scores
        won += (own > other) + (own == other) / 2
    scores = await people.scores_of_people(str(tmp_path / "g.sqlite3"))
    assert scores == {"hunters": [Score("people", "novice", won, 4)]}, "an early end does not count"


def test_command_says_the_share_and_by_a_ladder_the_elo_and_names_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scores_of_people(_: str) -> dict[str, list[Score]]:
        return {"hunters": [Score("people", "novice", 6, 10), Score("people", "villager", 2, 10)]}

    monkeypatch.setattr(people, "scores_of_people", scores_of_people)
    words = ["--database", "g.sqlite3"]
    assert people.main(words) == 0
    assert capsys.readouterr().out.splitlines() == [
        "hunters: people against novice, 10 games: 60 % (31 to 83)",
        "hunters: people against villager, 10 games: 20 % (6 to 51)",
    ]
    words += ["--results", str(tmp_path)]
    assert people.main(words) == 0
    assert "no Elo, as the ladder says too little" in capsys.readouterr().out
    pairs = (("villager", "novice"), ("master", "novice"), ("master", "villager"))
    lines = [line for pair in pairs for line in lines_of_results(pair, 3, 1)]
    (tmp_path / "hunters.csv").write_text("".join(lines))
    assert people.main(words) == 0
    assert "hunters: people have about 985 Elo" in capsys.readouterr().out


def test_missing_file_is_said_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "g.sqlite3"
    assert people.main(["--database", str(missing)]) == 1
    assert "there is no such file" in capsys.readouterr().err and not missing.exists()


def lines_of_results(players: tuple[str, str], won: int, lost: int) -> list[str]:
    """The lines of a file of results as the ladder leaves it."""
    points = [(2, 1)] * won + [(1, 2)] * lost
    results = [
        Result(Match("hunters", players, seed, 0), scores, (1.0, 1.0), (1.0, 1.0))
        for seed, scores in enumerate(points)
    ]
    return [f"{result.line()}\n" for result in results]

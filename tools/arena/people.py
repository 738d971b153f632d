"""``python -m tools.arena.people``: how people do against each level of opponents, by a database.

It names nobody, and reads only. With the results of a ladder it says the Elo of the people.
"""

import argparse
import asyncio
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.table.fold import BrokenLog, fold
from bot.table.seat_tenures import seat_tenures
from bot.table.table import Phase, Table
from bot.text.opponents import is_opponent, opponent_level
from rules.opponents import LEVELS
from rules.story import EndedEarly, Resigned
from storage import Log, StorageError, open_database
from storage.addresses import is_postgres_url
from tools.arena.elo import Score, elo_against
from tools.arena.intervals import wilson
from tools.arena.ladder_tables import kept_elo

PEOPLE: Final = "people"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the share of games that people win against each level."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.people", description=__doc__)
    parser.add_argument("--database", required=True, help="the file, or postgresql://…")
    parser.add_argument("--results", type=Path, help="the folder of the results of a ladder")
    given = parser.parse_args(arguments)
    try:
        scores = asyncio.run(scores_of_people(given.database))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(_lines(scores, given.results)) or "no finished games of people and opponents")
    return 0


async def scores_of_people(address: str) -> dict[str, list[Score]]:
    """The scores of people against each level that they met, by game. Raise StorageError."""
    if not is_postgres_url(address) and not Path(address).is_file():
        raise StorageError(f"{address}: there is no such file")
    async with await open_database(address) as database:
        log = Log(database)
        tables = []
        for row in await log.games():
            if row.finished:
                try:
                    tables.append(fold(await log.read(row.id)))
                except BrokenLog as error:
                    print(f"game {row.id} is left out: {error}", file=sys.stderr)
    return tally(tables)


def tally(tables: Iterable[Table]) -> dict[str, list[Score]]:
    """The scores of people against each level, by game; weaker levels first."""
    results: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for table in tables:
        for level, share in _shares(table):
            results[table.name, level].append(share)
    games = sorted({game for game, _ in results})
    return {
        game: [
            Score(PEOPLE, level, sum(shares), len(shares))
            for level in LEVELS
            if (shares := results.get((game, level)))
        ]
        for game in games
    }


def _shares(table: Table) -> Iterator[tuple[str, float]]:
    """Each meeting of a person and an opponent: the level, and 1, 0.5 or 0 for the person.

    A game that ended early, or in which somebody resigned or a seat changed hands, does not count.
    """
    game = table.game
    if game is None or table.phase is not Phase.OVER:
        return
    if any(isinstance(event, EndedEarly | Resigned) for event in game.story):
        return
    if any(len(tenures) > 1 for tenures in seat_tenures(table)):
        return
    seats = list(enumerate(table.players))
    for seat, user in seats:
        if user is None or is_opponent(user):
            continue
        for other, opponent in seats:
            if opponent is not None and is_opponent(opponent):
                own, their = game.scores[seat], game.scores[other]
                yield opponent_level(opponent), (own > their) + (own == their) / 2


def _lines(scores: Mapping[str, Sequence[Score]], results: Path | None) -> Iterator[str]:
    for game, met in scores.items():
        for score in met:
            low, high = wilson(score.won, score.games)
            yield (
                f"{game}: people against {score.other}, {score.games} games:"
                f" {100 * score.won / score.games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
            )
        if results is not None:
            try:
                elo = elo_against(kept_elo(results, game), met)
                yield f"{game}: people have about {elo:.0f} Elo"
            except (ValueError, KeyError) as error:
                yield f"{game}: no Elo, as the ladder says too little: {error}"


if __name__ == "__main__":
    sys.exit(main())

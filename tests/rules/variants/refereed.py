"""Whole random games compared with the second scorer at every decision.

``python -m tests.rules.variants.refereed --game base+inns --games 200`` plays games of 2 to 6 seats
from a seed on, some with skips, resignations and early ends, and says how many games, decisions and
differences there were; the record of each game that differs is kept in ``--keep``.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.game import Game, start
from rules.geometry import CROSS, cell_of, xy
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import END, RESIGN, SKIP, play_line
from rules.story import GameEnded, PiecesReturned, Scored, TileDiscarded, TilePostponed
from rules.variants import option_values, rulebook
from rules.variants.traders import GoodsTaken
from tests.rules.variants.reference_sets import GOODS, Sets, divided, new_table
from tests.support.base_positions import likely_move

UPSETS = (0, 0, 0, 3)
"""Percentage of table decisions, chosen by chance for each game."""


@dataclass
class Tally:
    """Counts of comparisons."""

    games: int = 0
    decisions: int = 0
    differing: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """Counts of rare events."""

    def __str__(self) -> str:
        rare = ", ".join(f"{what} {number}" for what, number in sorted(self.seen.items()))
        return (
            f"{self.games} games, {self.decisions} decisions compared, "
            f"{len(self.differing)} games differ ({rare})"
        )


def header(name: str, seed: int, seats: int = 0) -> tuple[Header, random.Random]:
    """The deal of a seed, and the chance that goes on from it."""
    chance = random.Random(f"{name} {seed}")
    allowed = rulebook(name).ruleset.seats
    options = {option: chance.choice(values) for option, values in option_values(name).items()}
    return deal(name, seats or chance.choice(allowed), chance, options), chance


def busy_move(game: Game, chance: random.Random) -> Move:
    """A move of somebody who uses what the sets brought, and lays where the own builder is."""
    moves = game.legal_moves()
    if game.hand is None:
        rare = [m for m in moves if write(m).split()[0] in ("big", "builder", "pig", "turn")]
        return chance.choice(rare) if rare and chance.random() < 0.8 else random_move(game, chance)
    sites = [
        cell_of(piece.spot) + step
        for piece in game.board.pieces()
        if piece.seat == game.turn and piece.role.kind == "builder"
        for step in CROSS
    ]
    beside = [move for move in moves if isinstance(move, PlaceTile) and move.cell in sites]
    return chance.choice(beside) if beside else likely_move(game, chance)


PLAYERS = (random_move, likely_move, busy_move, busy_move)


def lines(name: str, seed: int, seats: int = 0) -> Iterator[tuple[Game, str]]:
    """A game by chance: each moment with the line played there, "" at the end."""
    deal_, chance = header(name, seed, seats)
    player, upsets = chance.choice(PLAYERS), chance.choice(UPSETS)
    game = start(deal_.book, deal_.seats, deal_.bags)
    while not game.over:
        line = upset(game, chance) if chance.randrange(100) < upsets else ""
        if not line:
            line = write(player(game, chance))
        yield game, line
        game = play_line(game, line)
    yield game, ""


def upset(game: Game, chance: random.Random) -> str:
    """A decision of the table; most of those that end much are thought better of."""
    there = [seat for seat in range(game.seats) if seat not in game.out]
    words = [SKIP] * 12 + [f"{RESIGN} {chance.choice(there)}"] * 2 + [END]
    return chance.choice(words)


def of_the_rules(game: Game) -> dict[str, Any]:
    """All there is to compare of a game, as plain values."""
    tokens: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    scores = []
    for event in game.story:
        if isinstance(event, GoodsTaken):
            tokens[event.seat].update(dict(event.goods))
        if isinstance(event, Scored):
            paid = tuple(sorted((seat, points) for seat, points in event.points if points))
            cells = tuple(sorted(map(xy, event.cells())))
            scores += [(event.final, event.kind, cells, paid)] if paid else []
    return {
        "over": game.over,
        "seat": None if game.over else game.turn,
        "hand": None if game.over else game.drawn,
        "offered": sorted(write(move) for move in game.legal_moves()),
        "bag": list(game.bags["bag"]),
        "river": list(game.bags.get("river", ())),
        "out of the game": Counter(e.tile for e in game.story if isinstance(e, TileDiscarded)),
        "pieces": sorted(
            (p.seat, str(p.role.kind), (*xy(p.spot), game.board.zone(p.spot).letter))
            for p in game.board.pieces()
        ),
        "supply": [dict(hand) for hand in game.supply],
        "tokens": [{good: t[good] for good in GOODS} for t in tokens],
        "points": list(game.scores),
        "scores": sorted(scores),
        "winners": [list(e.winners) for e in game.story if isinstance(e, GameEnded)],
    }


def of_the_reference(table: Sets) -> dict[str, Any]:
    """The same of the naive table."""
    over = table.ask == "over"
    there = [seat for seat in range(table.seats) if seat not in table.out]
    best = max(table.scores[seat] for seat in there)
    kinds = table.wood
    return {
        "over": over,
        "seat": None if over else table.seat,
        "hand": None if over else table.hand,
        "offered": sorted(table.legal_moves()),
        "bag": table.pile,
        "river": table.river,
        "out of the game": Counter(table.discarded),
        "pieces": sorted((p.seat, p.kind, p.node) for p in table.pieces),
        "supply": [{kind: hand[kind] for kind in kinds} for hand in table.hands],
        "tokens": [{good: t[good] for good in GOODS} for t in table.tokens],
        "points": table.scores,
        "scores": sorted((e.after == "end", e.kind, e.cells, e.points) for e in table.events),
        "winners": [[seat for seat in there if table.scores[seat] == best]] if over else [],
    }


def differences(game: Game, table: Sets) -> list[str]:
    """The differences between both, one a line."""
    here, there = of_the_rules(game), of_the_reference(table)
    lines = []
    for what, value in here.items():
        other = there[what]
        if value != other:
            if isinstance(value, list) and what in ("offered", "scores", "pieces"):
                value, other = (
                    [item for item in value if item not in other],
                    [item for item in other if item not in value],
                )
            lines.append(f"{what}: the rules say {value}, the reference {other}")
    return lines


def conserved(game: Game, table: Sets) -> list[str]:
    """Pieces by kind and seat, and tokens, that appeared or vanished."""
    lines = []
    standing = Counter((piece.seat, str(piece.role.kind)) for piece in game.board.pieces())
    for seat, hand in enumerate(game.supply):
        for kind, number in game.book.ruleset.supply.items():
            if hand[kind] < 0 or hand[kind] + standing[seat, str(kind)] != number:
                lines.append(f"seat {seat} has {hand[kind]} {kind} in hand, wrong in all")
    if game.over:
        signs = Counter[str]()
        for city in table.cities():
            if table.complete(city):
                signs += table.signs(city)
        taken = Counter[str]()
        for event in game.story:
            if isinstance(event, GoodsTaken):
                taken.update(dict(event.goods))
        if +signs != +taken:
            lines.append(f"signs in finished cities {signs}, tokens taken {taken}")
    return lines


def referee(
    name: str, seed: int, tally: Tally, seats: int = 0, most: int = 0
) -> tuple[str, list[str]]:
    """Play one game under both; its record up to the first difference, and what differs there.

    ``most`` is after how many lines to stop, 0 for never.
    """
    text = header(name, seed, seats)[0].text()
    table = new_table(divided(text)[0])
    played: list[str] = []
    tally.games += 1
    for game, line in lines(name, seed, seats):
        wrong = differences(game, table) + conserved(game, table)
        tally.decisions += 1
        if wrong:
            return "\n".join([text, "", *played, ""]), wrong
        if most and len(played) >= most:
            break
        if line:
            look(table, line, tally.seen)
            played.append(line)
            try:
                table.line(len(played), line)
            except AssertionError as error:
                return "\n".join([text, "", *played, ""]), [str(error)]
    happened(game, tally.seen)
    return "\n".join([text, "", *played, ""]), []


def happened(game: Game, seen: Counter[str]) -> None:
    """Count what is rare in a whole game, so that one sees that it was there to be compared."""
    for event in game.story:
        match event:
            case TilePostponed():
                seen["river tile postponed"] += 1
            case TileDiscarded():
                seen["river tile out" if event.bag == "river" else "tile out"] += 1
            case PiecesReturned():
                seen["builder cut off"] += 1
            case Scored() if any(name in ("inns", "cathedrals") for name, *_ in event.terms):
                seen["scored with inn or cathedral"] += 1
            case Scored("field", points=points) if any(number == 5 for _, number in points):
                seen["pig paid"] += 1


def look(table: Sets, line: str, seen: Counter[str]) -> None:
    """Count what is rare among the lines."""
    word = line.split()[0]
    if word in ("big", "builder", "pig", "turn", "skip", "resign", "end"):
        seen[word] += 1
    if word == "place" and table.second:
        seen["second tile"] += 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.variants.refereed")
    parser.add_argument("--game", required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first; each other is one more")
    parser.add_argument("--seats", type=int, default=0, help="0: by chance")
    parser.add_argument("--lines", type=int, default=0, help="stop a game after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the records that differ")
    given = parser.parse_args(arguments)
    tally = Tally()
    for seed in range(given.seed, given.seed + given.games):
        text, wrong = referee(given.game, seed, tally, given.seats, given.lines)
        if wrong:
            tally.differing.append(f"seed {seed}")
            print(f"seed {seed}:", *wrong, sep="\n  ", flush=True)
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{given.game}-{seed}.record").write_text(text, "utf-8")
    print(f"{given.game}: {tally}")
    return 1 if tally.differing else 0


if __name__ == "__main__":
    sys.exit(main())

"""A game under the rules and under the referee at once, compared at every decision.

``python -m tests.rules.refereed base+inns 200 0`` plays 200 random games from seed 0 on, and writes
the record of each that differs.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from rules import story
from rules.board import Board
from rules.errors import RulesError
from rules.game import Game, start
from rules.geometry import CROSS, cell_of, xy
from rules.moves import Move, PlaceTile
from rules.notation import write
from rules.pieces import Piece
from rules.random_play import deal, random_move
from rules.record import END, RESIGN, SKIP, parse_header, play_line, split_record
from rules.variants import games, option_values, rulebook
from rules.variants.ark_walk import ArkSet, ArkWalked
from rules.variants.ferries import FerryLaid
from rules.variants.traders import BuilderWorked, GoodsTaken
from tests.rules.referee.games import divided, new_table
from tests.rules.referee.table import Event, Node, Table
from tests.rules.referee.table import Piece as Wood
from tests.support.random_games import likely_move

UPSETS = (0, 0, 0, 3)
"""Percentage of table decisions, chosen by chance for each game."""
OPTIONS = {option for name in games() for option in option_values(name)}
RARE = {"big", "builder", "pig", "turn", "prophet"}
WHOLE_EVERY = 11
"""The decisions from one look at all areas, pieces and tiles to the next."""
WORDS: dict[type, str] = {
    story.TurnBegan: "turn",
    story.TileDrawn: "drawn",
    story.TileDiscarded: "discarded",
    story.TilePostponed: "postponed",
    story.Resigned: "resigned",
    story.Skipped: "skipped",
    story.EndedEarly: "ended early",
    BuilderWorked: "builder",
}
"""The referee's words for events whose fields are plain."""


# -- the rules in the referee's words -------------------------------------------------------------


def node(board: Board, spot: int) -> Node:
    return (*xy(spot), board.zone(spot).letter)


def wood(board: Board, piece: Piece) -> Wood:
    return Wood(piece.seat, str(piece.role.kind), piece.role.name, node(board, piece.spot))


def plain(board: Board, event: story.Event) -> Event:
    """An event of the rules as the referee tells it."""
    if word := WORDS.get(type(event)):
        return (word, *astuple(cast(Any, event)))
    match event:
        case story.TilePlaced(seat, tile, cell, rotation):
            return ("placed", seat, tile, xy(cell), rotation)
        case story.PieceDeployed(piece):
            return ("deployed", wood(board, piece))
        case story.PiecesReturned(pieces):
            return ("returned", tuple(sorted(wood(board, piece) for piece in pieces)))
        case story.Scored(kind, _, terms, points, pieces, final):
            cells = tuple(sorted(map(xy, event.cells())))
            worth = sum(number * each for _, number, each in terms)  # COM-22
            here = tuple(sorted(wood(board, piece) for piece in pieces))
            return ("scored", kind, cells, worth, tuple(sorted(points)), here, final)
        case story.GameEnded(winners):
            return ("winners", *winners)
        case GoodsTaken(seat, spots, goods):
            return ("goods", seat, tuple(sorted({*map(xy, spots)})), tuple(sorted(goods)))
        case FerryLaid(seat, joins, before):
            now, old = (pair and tuple(node(board, s)[2] for s in pair) for pair in (joins, before))
            return ("ferry", seat, xy(joins[0]), now, old)
        case ArkSet(seat, cell):
            return ("ark", seat, xy(cell))
        case ArkWalked(seat, path):
            return ("walked", seat, tuple(map(xy, path)))
    raise AssertionError(f"the referee has no word for {event}")


def ordered(events: Sequence[Event], *, roads: bool) -> list[Event]:
    """Events with each run of scores, and of goods, in one order.

    Without ``roads`` those without pieces are left out: a ferry that moves completes roads again.
    """
    kept = [event for event in events if roads or event[:2] != ("scored", "road") or event[5]]
    runs = [(word, list(run)) for word, run in groupby(kept, key=itemgetter(0))]
    return [e for word, run in runs for e in (sorted(run) if word in ("scored", "goods") else run)]


def differences(game: Game, table: Table, told: tuple[int, int] = (0, 0)) -> list[str]:
    """List the differences, in the stories from the events on whose numbers are ``told``."""
    board, roads = game.board, "ferries" not in table.head["game"]
    lakes = ((xy(pair[0]), tuple(node(board, s)[2] for s in pair)) for pair in board.links)
    events = [plain(board, event) for event in game.story[told[0] :]]
    pairs: dict[str, tuple[Any, Any]] = {
        "seat": (game.over or game.turn, table.over or table.seat),
        "hand": (game.drawn or "", table.hand),
        "offered": (sorted(map(write, game.legal_moves())), sorted(table.offered)),
        "piles": ({bag: list(tiles) for bag, tiles in game.bags.items()}, table.piles),
        "tiles": ({xy(c): (f.tile.id, f.rotation) for c, f in board.tiles.items()}, table.lying),
        "pieces": (sorted(wood(board, piece) for piece in board.pieces()), sorted(table.pieces)),
        "supply": ([dict(hand) for hand in game.supply], [dict(hand) for hand in table.hands]),
        "points": (list(game.scores), table.scores),
        "out": (set(game.out), table.out),
        "ferries": (sorted(lakes), sorted(getattr(table, "ferry", {}).items())),
        "ark": (next(map(xy, game.tokens.values()), None), getattr(table, "ark", None)),
        "story": (ordered(events, roads=roads), ordered(table.story[told[1] :], roads=roads)),
    }
    return [
        f"{what}: the rules say {here}, the referee {there}"
        for what, (here, there) in pairs.items()
        if here != there
    ]


def broken_laws(game: Game, table: Table) -> list[str]:
    """List the properties of section 8 of the rules that a position breaks."""
    held = [Counter[str](hand) for hand in game.supply]
    for piece in game.board.pieces():
        held[piece.seat][piece.role.kind] += 1
    for gone in table.gone:
        held[gone.seat][gone.wood] += 1
    broken = [f"seat {seat} has {all_}" for seat, all_ in enumerate(held) if all_ != table.wood]
    broken += [f"a supply is negative: {hand}" for hand in game.supply if min(hand.values()) < 0]
    tiles = Counter(form.tile.id for form in game.board.tiles.values())
    tiles.update(tile for pile in game.bags.values() for tile in pile)
    tiles.update(event.tile for event in game.story if isinstance(event, story.TileDiscarded))
    tiles.update([game.drawn] if game.drawn else [])
    if tiles != table.box and not table.ending:
        broken.append(f"tiles too many: {tiles - table.box}, too few: {table.box - tiles}")
    for layer in table.scored if game.drawn or game.over else ():
        for nodes in table.features(layer):
            if table.complete(nodes) and table.standing(nodes, layer):
                broken.append(f"somebody is left on the complete {layer} {sorted(nodes)}")
    return broken


def differing_areas(game: Game, table: Table) -> list[str]:
    """List the differences between the areas of the board and the features of the referee."""
    board, wrong = game.board, []
    for layer in table.layers:
        kept = Counter[Any]()
        for area in board.areas(layer):
            nodes = frozenset(node(board, spot) for spot in area.spots)
            here = tuple(sorted(wood(board, piece) for piece in area.pieces))
            kept[nodes, area.closed, here] += 1
            if any(board.area(layer, spot) is not area for spot in area.spots):
                wrong.append(f"{layer}: the board finds another area at {sorted(nodes)}")
        found = Counter(
            (nodes, table.complete(nodes), tuple(sorted(table.standing(nodes, layer))))
            for nodes in table.features(layer)
        )
        if kept != found:
            wrong.append(f"{layer}: the board has {kept - found}, the referee {found - kept}")
    return wrong


# -- matches --------------------------------------------------------------------------------------


@dataclass
class Match:
    """A game played under both: its record, and what differed first."""

    head: str
    played: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """The first words of lines, the words of events, and the options."""

    def run(self, choose: Callable[[Game], str], most: int = 0) -> "Match":
        """Play the lines that are chosen until something differs, or ``most`` of them if not 0."""
        header = parse_header(split_record(self.head)[0])
        game = start(header.book, header.seats, header.bags)
        table = new_table(divided(self.head)[0])
        told = (0, 0)
        while True:
            self.wrong += differences(game, table, told)
            if len(self.played) % WHOLE_EVERY == 0 or game.over:
                self.wrong += broken_laws(game, table) + differing_areas(game, table)
            told = (len(game.story), len(table.story))
            line = "" if self.wrong or 0 < most <= len(self.played) else choose(game)
            if not line:
                break
            self.played.append(line)
            try:
                table.play(line)
                game = play_line(game, line)
            except (AssertionError, RulesError) as error:
                self.wrong.append(str(error))
                break
        self.seen.update(line.split()[0] for line in self.played)
        self.seen.update(f"{event[0]}:" for event in table.story)
        returned = [event[1] for event in table.story if event[0] == "returned"]
        self.seen.update(f"{piece.wood} returned:" for pieces in returned for piece in pieces)
        self.seen.update(line for line in self.head.splitlines() if line.split(":")[0] in OPTIONS)
        if self.wrong:
            self.wrong.append("\n".join([self.head, "", *self.played, ""]))
        return self


def random_match(name: str, seed: int, most: int = 0) -> Match:
    """Play a random game by one of several sorts of players, some with upsets."""
    # A new option changes no deal.
    choose_option = random.Random(f"options of {name} {seed}").choice
    options = {option: choose_option(values) for option, values in option_values(name).items()}
    chance = random.Random(f"{name} {seed}")
    header = deal(name, chance.choice(rulebook(name).ruleset.seats), chance, options)
    if chance.random() < 0.5:  # The tiles of expansions first, whose names have a dash.
        bags = {
            bag: tuple(sorted(pile, key=lambda tile: "-" not in tile))
            for bag, pile in header.bags.items()
        }
        header = replace(header, bags=bags)
    player, upsets = chance.choice(PLAYERS), chance.choice(UPSETS)

    def choose(game: Game) -> str:
        if game.over:
            return ""
        if chance.randrange(100) < upsets:
            seat = chance.choice([seat for seat in range(game.seats) if seat not in game.out])
            return chance.choice([SKIP] * 12 + [f"{RESIGN} {seat}"] * 2 + [END])
        return write(player(game, chance))

    return Match(header.text()).run(choose, most)


def recorded_match(text: str) -> Match:
    head, body = divided(text)
    lines = iter([line for _, line in body])
    return Match("\n".join(map(": ".join, head.items()))).run(lambda game: next(lines, ""))


def lively_move(game: Game, chance: random.Random) -> Move:
    """A move of somebody who uses what the parts brought, and lays where the own builder is."""
    if game.hand is None:
        ways = game.decision.pickers(game)
        rare = sorted(RARE & ways.keys())
        word = chance.choice(rare if rare and chance.random() < 0.8 else sorted(ways))
        return ways[word](chance.choice)
    own = [p for p in game.board.pieces() if (p.seat, p.role.kind) == (game.turn, "builder")]
    sites = [cell_of(piece.spot) + step for piece in own for step in CROSS]
    moves = [m for m in game.legal_moves() if isinstance(m, PlaceTile) and m.cell in sites]
    return chance.choice(moves) if moves else likely_move(game, chance)


PLAYERS = (random_move, likely_move, lively_move, lively_move)


if __name__ == "__main__":
    game_name, number, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    matches = [random_match(game_name, seed) for seed in range(first, first + number)]
    for match in matches:
        print(*match.wrong, sep="\n", end="")
    print(f"{game_name}: {sum(bool(match.wrong) for match in matches)} of {number} games differ")

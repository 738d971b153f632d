"""Legal turns of a game, found by trying the rules, chosen by a seed or a preference."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules import notation
from rules.game import Game, play_to_next_decision, play_together, start
from rules.header import Header
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.story import Scored


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile laid and a figure put on it, or none."""

    place: PlaceTile
    figure: Deploy | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The turn as moves of the rules."""
        return self.place, self.figure or Pass()

    @property
    def text(self) -> str:
        """The typed text of the whole turn."""
        return f"{self.place_text} {notation.write(self.figure or Pass())}"

    @property
    def place_text(self) -> str:
        """The typed text of the tile alone."""
        return notation.write(self.place).removeprefix("place ")

    @property
    def options(self) -> dict[str, Any]:
        """The options of ``/place``."""
        return {"move": self.text}


def figures(game: Game, place: PlaceTile) -> list[Deploy]:
    """The figures that may go onto a tile once it is laid so."""
    return [
        move
        for move in play_to_next_decision(game, place).legal_moves()
        if isinstance(move, Deploy)
    ]


def places(game: Game) -> list[PlaceTile]:
    """The legal placements of the drawn tile."""
    return [move for move in game.legal_moves() if isinstance(move, PlaceTile)]


def legal(game: Game) -> list[Turn]:
    """Every turn there is, found by laying the tile everywhere."""
    return [
        Turn(place, figure) for place in places(game) for figure in (None, *figures(game, place))
    ]


def any_turn(game: Game, chance: random.Random, wants: float = 0.6) -> Turn:
    """A turn by chance; ``wants`` is how likely a figure is put where one can be."""
    place = chance.choice(places(game))
    found = figures(game, place)
    figure = chance.choice(found) if found and chance.random() < wants else None
    return Turn(place, figure)


def after(game: Game, turn: Turn) -> Game:
    """The game after a turn."""
    return play_together(game, turn.moves)[0]


def turns(
    header: Header, seed: int, pick: Callable[[Game, random.Random], Turn] = any_turn
) -> Iterator[tuple[Game, Turn]]:
    """A whole game, each turn with the position it is played in."""
    chance = random.Random(seed)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        turn = pick(game, chance)
        yield game, turn
        game = after(game, turn)


def closing(game: Game, chance: random.Random) -> Turn:
    """The best scoring of a few random turns, so that much happens in a game."""

    def worth(turn: Turn) -> int:
        news = after(game, turn).story[len(game.story) :]
        return sum(1 + 2 * len(e.points) for e in news if isinstance(e, Scored) and not e.final)

    return max((any_turn(game, chance, 0.7) for _ in range(8)), key=worth)


def asking(game: Game, seed: int = 0) -> Turn:
    """A turn with a figure on a tile that could take several; the tile in hand must be such a one.

    ``askable`` says whether it is.
    """
    found = askable(game)
    assert found, f"tile {game.drawn} can take no two figures here: deal another"
    chance = random.Random(seed)
    place = chance.choice(found)
    return Turn(place, chance.choice(figures(game, place)))


def askable(game: Game) -> list[PlaceTile]:
    """The legal placements of the drawn tile that allow several figures."""
    return [place for place in places(game) if len(figures(game, place)) > 1]


def settling(game: Game, chance: random.Random) -> Turn:
    """A turn with a piece that stays to the end, if there is one: long final scorings."""
    some = chance.sample(places(game), min(12, len(places(game))))
    for place in some:
        staying = [f for f in figures(game, place) if f.role in ("hunter", "hut")]
        if staying:
            return Turn(place, chance.choice(staying))
    return Turn(some[0], None)

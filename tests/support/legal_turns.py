"""Legal turns of a game, found by trying the rules, chosen by a seed or a preference."""

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
    place: PlaceTile
    figure: Deploy | None

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.place, self.figure or Pass()

    @property
    def text(self) -> str:
        return f"{self.place_text} {notation.write(self.figure or Pass())}"

    @property
    def place_text(self) -> str:
        """The typed text of the tile alone."""
        return notation.write(self.place).removeprefix("place ")

    @property
    def options(self) -> dict[str, Any]:
        return {"move": self.text}


def legal_figures(game: Game, place: PlaceTile) -> list[Deploy]:
    """List the deployments that are legal after a placement."""
    return [
        move
        for move in play_to_next_decision(game, place).legal_moves()
        if isinstance(move, Deploy)
    ]


def legal_placements(game: Game) -> list[PlaceTile]:
    return [move for move in game.legal_moves() if isinstance(move, PlaceTile)]


def legal_turns(game: Game) -> list[Turn]:
    """List every legal turn, found by trying each placement."""
    return [
        Turn(place, figure)
        for place in legal_placements(game)
        for figure in (None, *legal_figures(game, place))
    ]


def any_turn(game: Game, chance: random.Random, wants: float = 0.6) -> Turn:
    """Choose a random turn; ``wants`` is the probability of a figure where one is legal."""
    place = chance.choice(legal_placements(game))
    figures = legal_figures(game, place)
    figure = chance.choice(figures) if figures and chance.random() < wants else None
    return Turn(place, figure)


def game_after_turn(game: Game, turn: Turn) -> Game:
    return play_together(game, turn.moves)[0]


def played_turns(
    header: Header, seed: int, pick: Callable[[Game, random.Random], Turn] = any_turn
) -> Iterator[tuple[Game, Turn]]:
    chance = random.Random(seed)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        turn = pick(game, chance)
        yield game, turn
        game = game_after_turn(game, turn)


def scoring_turn(game: Game, chance: random.Random) -> Turn:
    """Choose the best scoring of eight random turns, so that features are finished."""

    def worth(turn: Turn) -> int:
        news = game_after_turn(game, turn).story[len(game.story) :]
        return sum(1 + 2 * len(e.points) for e in news if isinstance(e, Scored) and not e.final)

    return max((any_turn(game, chance, 0.7) for _ in range(8)), key=worth)


def turn_with_figure_choice(game: Game, seed: int = 0) -> Turn:
    """Choose a turn with a figure on a placement that allows several figures.

    Fails if `placements_with_figure_choice` finds no such placement.
    """
    placements = placements_with_figure_choice(game)
    assert placements, f"tile {game.drawn} can take no two figures here: deal another"
    chance = random.Random(seed)
    place = chance.choice(placements)
    return Turn(place, chance.choice(legal_figures(game, place)))


def placements_with_figure_choice(game: Game) -> list[PlaceTile]:
    """List the legal placements of the drawn tile that allow several figures."""
    return [place for place in legal_placements(game) if len(legal_figures(game, place)) > 1]

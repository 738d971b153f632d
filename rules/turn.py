"""The steps of a turn that all games share: draw, place, score, hand over."""

from dataclasses import dataclass
from typing import ClassVar

from rules import explain
from rules.game import Game, next_seat
from rules.i18n import N_
from rules.moves import Move, PlaceTile
from rules.ruleset import Decision, Effect, Step
from rules.scoring import Scorer
from rules.story import Event, TileDiscarded, TileDrawn, TilePlaced, TurnBegan


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Draws from a bag until a tile fits somewhere; those that do not leave the game (COM-09).

    ``then`` are the steps that follow a tile in hand; with an empty bag they fall away.
    """

    beyond: ClassVar[bool] = True

    bag: str
    then: tuple[Step, ...]

    def run(self, game: Game) -> Game:
        """Tells what was drawn and discarded, and puts the following steps on the agenda."""
        if game.turn in game.out:
            return game
        events: list[Event] = []
        left = game.bags[self.bag]
        drawn = None
        while left and drawn is None:
            tile, left = left[0], left[1:]
            events.append(TileDrawn(game.turn, self.bag, tile))
            if any(map(game.book.forms[tile].fitting.__getitem__, game.board.gaps.values())):
                drawn = tile
            else:
                events.append(TileDiscarded(game.turn, self.bag, tile))
        return game.told(
            *events,
            bags={**game.bags, self.bag: left},
            drawn=drawn,
            agenda=(self.then if drawn is not None else ()) + game.agenda,
        )


@dataclass(frozen=True, slots=True)
class Placement(Decision):
    """The drawn tile must be laid in a gap where all touching sides match (COM-06, COM-07)."""

    wanted: ClassVar[str] = N_("place the drawn tile")

    def needed(self, game: Game) -> bool:
        """A drawn tile always fits somewhere: `Draw` saw to that."""
        return game.drawn is not None

    def offered(self, game: Game) -> tuple[Move, ...]:
        """Each gap with each rotation that fits and looks different (COM-08)."""
        hand = game.hand
        if hand is None:
            return ()
        return tuple(
            PlaceTile(cell, form.rotation)
            for cell, gap in game.board.gaps.items()
            for form in hand.fitting[gap]
        )

    def resolve(self, game: Game, move: Move) -> Move:
        """The placement meant, its rotation the smallest that looks the same."""
        hand = game.hand
        if not isinstance(move, PlaceTile) or hand is None:
            raise explain.not_now(move, self)
        form = hand.same[move.rotation % 4]
        gap = game.board.gaps.get(move.cell)
        if gap is None or not form.fits(gap):
            raise explain.placement(game, move)
        return PlaceTile(move.cell, form.rotation)

    def take(self, game: Game, move: Move) -> Game:
        """Lays the tile."""
        assert isinstance(move, PlaceTile)
        hand = game.hand
        assert hand is not None
        return game.told(
            TilePlaced(game.turn, hand.tile.id, move.cell, move.rotation),
            board=game.board.with_tile(move.cell, hand.turned[move.rotation]),
            drawn=None,
            placed=move.cell,
        )


@dataclass(frozen=True, slots=True)
class Scoring(Effect):
    """Scores what has just been closed and sends its pieces home (COM-17 to COM-19)."""

    scorers: tuple[Scorer, ...]

    def run(self, game: Game) -> Game:
        """One event for each closed feature, also where nobody stands on it."""
        closed = game.board.newly_closed()
        for scorer in self.scorers if closed else ():
            for area in closed:
                if area.layer.name == scorer.layer:
                    game = scorer.settle(game, area)
        return game


@dataclass(frozen=True, slots=True)
class TurnEnd(Effect):
    """Hands over to the next seat; after the last tile of the main bag the finale follows."""

    beyond: ClassVar[bool] = True

    def run(self, game: Game) -> Game:
        """The next turn's steps, or those of the finale, become the agenda (COM-01, B-60, H-60)."""
        ruleset = game.book.ruleset
        if not game.bags[game.book.main_bag]:
            return game.but(agenda=ruleset.finale)
        seat = next_seat(game)
        return game.told(TurnBegan(seat), turn=seat, agenda=ruleset.turn)

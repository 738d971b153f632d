"""The steps of a turn that all games share: draw, place, score, hand over."""

from dataclasses import dataclass
from typing import ClassVar

from rules import explain
from rules.areas import Area
from rules.game import Game, next_seat
from rules.i18n import N_
from rules.moves import Move, PlaceTile
from rules.ruleset import Decision, Effect
from rules.scoring import Scorer, home_again
from rules.story import Event, TileDiscarded, TileDrawn, TilePlaced, TurnBegan


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Draws from a bag until a tile fits somewhere; those that do not leave the game (COM-09).

    The steps of a tile follow (`Ruleset.tile`); with an empty bag they fall away.
    """

    beyond: ClassVar[bool] = True

    bag: str

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
            agenda=(game.book.ruleset.tile if drawn is not None else ()) + game.agenda,
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

    def run(self, game: Game) -> Game:
        """One event for each closed feature, also where nobody stands on it."""
        closed = game.board.newly_closed()
        for scorer in game.book.ruleset.scorers.values() if closed else ():
            for area in closed:
                if area.layer.name == scorer.layer:
                    game = settled(game, scorer, area)
        return game


def settled(game: Game, scorer: Scorer, area: Area, *, final: bool = False) -> Game:
    """The game after an area is scored and its pieces have left it (COM-19)."""
    event = scorer.score(game.board, area, final=final)
    if not area.pieces:
        return game.told(event)
    return game.told(
        event,
        board=game.board.without_pieces(area.pieces),
        supply=home_again(game.supply, area.pieces, scorer.spent),
    )


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

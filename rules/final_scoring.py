"""The steps of the final scoring that games share: scores, returned pieces, and winners."""

from dataclasses import dataclass

from rules.game import Game
from rules.ruleset import Effect
from rules.scoring import return_pieces
from rules.story import GameEnded, PiecesReturned
from rules.turn import score_area


@dataclass(frozen=True, slots=True)
class ScoreAll(Effect):
    """Score every claimed feature of some layers with the final scorers.

    With ``stay`` the pieces stay on the board (H-26, A-50).
    """

    layers: tuple[str, ...]
    stay: bool = False

    def run(self, game: Game) -> Game:
        for layer in self.layers:
            scorer = game.book.ruleset.final_scorers[layer]
            for area in tuple(game.board.areas(layer)):
                if area.pieces and self.stay:
                    game = game.with_events(scorer.score(game.board, area, final=True))
                elif area.pieces:
                    game = score_area(game, scorer, area, final=True)
        return game


@dataclass(frozen=True, slots=True)
class SendHome(Effect):
    """Return pieces on some layers without a score, at the end of the game (H-61)."""

    layers: tuple[str, ...]

    def run(self, game: Game) -> Game:
        pieces = tuple(p for p in game.board.pieces() if p.role.layer in self.layers)
        if not pieces:
            return game
        return game.with_events(
            PiecesReturned(pieces),
            board=game.board.without_pieces(pieces),
            supply=return_pieces(game.supply, pieces, frozenset()),
        )


@dataclass(frozen=True, slots=True)
class GameEnd(Effect):
    """The last step of every finale: name the winners (COM-21)."""

    def run(self, game: Game) -> Game:
        playing = [seat for seat in range(game.seats) if seat not in game.out]
        scores = game.scores
        best = max(scores[seat] for seat in playing)
        return game.with_events(GameEnded(tuple(seat for seat in playing if scores[seat] == best)))

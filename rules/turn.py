"""The steps that all games share: draw, place, deploy, score, hand over, score at the end."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from rules import explain
from rules.board import Area
from rules.game import Decision, Effect, Game, Step, Way, by_word, next_seat
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.pieces import Piece
from rules.scoring import Scorer, home_again
from rules.story import (
    Event,
    PieceDeployed,
    PiecesReturned,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Draws from a bag until a tile fits somewhere; those that do not leave the game (COM-09).

    ``then`` are the steps that follow a tile in hand; with an empty bag they fall away.
    """

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

    @property
    def wanted(self) -> str:
        """What the player is to do."""
        return "place the drawn tile"

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


class Action(ABC):
    """Something a seat may do instead of deploying a piece (A-11)."""

    __slots__ = ()

    @property
    @abstractmethod
    def opening(self) -> Move:
        """The move before its first step."""

    @abstractmethod
    def possible(self, game: Game) -> bool:
        """Whether there is any way to do it now."""

    @abstractmethod
    def offered(self, game: Game) -> Iterator[Move]:
        """Every way to do it; there may be many."""

    @abstractmethod
    def ways(self, game: Game) -> dict[str, Way]:
        """How one of them is chosen without listing all."""

    @abstractmethod
    def resolve(self, game: Game, move: Move) -> Move | None:
        """The move that is meant, None if it is of another kind; IllegalMove if it cannot be."""

    @abstractmethod
    def take(self, game: Game, move: Move) -> Game:
        """The game after it."""


@dataclass(frozen=True, slots=True)
class Deployment(Decision):
    """One piece may be put on one free feature of the tile just placed (COM-11, COM-12)."""

    beside: tuple[Action, ...] = ()

    @property
    def wanted(self) -> str:
        """What the player is to do."""
        return "deploy a piece or pass"

    def needed(self, game: Game) -> bool:
        """Whether there is anything to do."""
        return next(self._figures(game), None) is not None or any(
            action.possible(game) for action in self.beside
        )

    def offered(self, game: Game) -> tuple[Move, ...]:
        """Each piece on each free segment, what else may be done, and to pass."""
        others = [move for action in self.beside for move in action.offered(game)]
        found = (*self._figures(game), *others)
        return (*found, Pass()) if found else ()

    def openings(self, game: Game) -> tuple[Move, ...]:
        """Each piece on each free segment, the start of what else may be done, and to pass."""
        others = [action.opening for action in self.beside if action.possible(game)]
        found = (*self._figures(game), *others)
        return (*found, Pass()) if found else ()

    def ways(self, game: Game) -> dict[str, Way]:
        """The figures by their roles, the other actions by their words, and to pass."""
        found = by_word([*self._figures(game), Pass()])
        for action in self.beside:
            found |= action.ways(game)
        return found

    def _figures(self, game: Game) -> Iterator[Deploy]:
        supply, cell, planes = game.supply[game.turn], game.placed, game.board.planes
        for stand in game.last_form.stands:
            plane = planes[stand.plane]
            if not plane.areas[plane.home[cell + stand.zone]].pieces and supply[stand.kind]:
                yield stand.figure

    def resolve(self, game: Game, move: Move) -> Move:
        """The deployment meant; a missing letter is the only one possible."""
        match move:
            case Pass():
                return move
            case Deploy():
                meant = [
                    figure
                    for figure in self._figures(game)
                    if figure.role == move.role and move.letter in ("", figure.letter)
                ]
                if len(meant) != 1:
                    raise explain.deployment(game, move, meant)
                return meant[0]
            case _:
                for action in self.beside:
                    done = action.resolve(game, move)
                    if done is not None:
                        return done
                raise explain.not_now(move, self)

    def take(self, game: Game, move: Move) -> Game:
        """Takes the piece from the supply and puts it on its segment, or does what else it is."""
        if isinstance(move, Pass):
            return game
        if not isinstance(move, Deploy):
            for action in self.beside:
                if action.resolve(game, move) is not None:
                    return action.take(game, move)
            raise explain.not_now(move, self)
        role = game.book.role(move.role)
        piece = Piece(game.turn, role, game.board.spot(game.placed, move.letter))
        hand = game.supply[game.turn]
        supply = list(game.supply)
        supply[game.turn] = {**hand, role.kind: hand[role.kind] - 1}
        return game.told(
            PieceDeployed(piece), board=game.board.with_piece(piece), supply=tuple(supply)
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
                    game = _scored(game, scorer, area, final=False)
        return game


@dataclass(frozen=True, slots=True)
class ScoreAll(Effect):
    """Scores every feature of a layer that holds pieces, at the end of the game.

    ``stay`` says that the pieces are such as never come back (H-26, A-50).
    """

    scorers: tuple[Scorer, ...]
    stay: bool = False

    def run(self, game: Game) -> Game:
        """One event for each feature with a piece on it."""
        for scorer in self.scorers:
            for area in tuple(game.board.areas(scorer.layer)):
                if area.pieces and self.stay:
                    game = game.told(scorer.score(game.board, area, final=True))
                elif area.pieces:
                    game = _scored(game, scorer, area, final=True)
        return game


@dataclass(frozen=True, slots=True)
class SendHome(Effect):
    """Pieces on some layers go home without a score, at the end of the game (H-61)."""

    layers: tuple[str, ...]

    def run(self, game: Game) -> Game:
        """One event for all of them, if there are any."""
        pieces = tuple(p for p in game.board.pieces() if p.role.layer in self.layers)
        if not pieces:
            return game
        return game.told(
            PiecesReturned(pieces),
            board=game.board.without_pieces(pieces),
            supply=home_again(game.supply, pieces, frozenset()),
        )


@dataclass(frozen=True, slots=True)
class TurnEnd(Effect):
    """Hands over to the next seat; after the last tile of the main bag the finale follows."""

    def run(self, game: Game) -> Game:
        """The next turn's steps, or those of the finale, become the agenda (COM-01, B-60, H-60)."""
        ruleset = game.book.ruleset
        if not game.bags[game.book.main_bag]:
            return game.but(agenda=ruleset.finale)
        seat = next_seat(game)
        return game.told(TurnBegan(seat), turn=seat, agenda=ruleset.turn)


def _scored(game: Game, scorer: Scorer, area: Area, *, final: bool) -> Game:
    event = scorer.score(game.board, area, final=final)
    if not area.pieces:
        return game.told(event)
    return game.told(
        event,
        board=game.board.without_pieces(area.pieces),
        supply=home_again(game.supply, area.pieces, scorer.spent),
    )

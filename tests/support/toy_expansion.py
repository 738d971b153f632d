"""An invented expansion of test code: balls on roads, tops, and spinning tops.

A top goes onto a road where its owner has a thief already, weighs nothing in a majority, and may be
spun whenever its road grows. That is one new mark, one new piece that stands beside its owner's
follower, one new decision with its command, their words and their drawings.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.parts.part import (
    CommandWords,
    FeatureWords,
    KindWords,
    MoveWords,
    Nouns,
    PartWords,
    RoleWords,
    TermWords,
    Topic,
)
from bot.text.names import Names
from renderer.art.drawing import Drawing, Figure, MarkDrawing, MoveTargets, with_pen
from renderer.art.pen import Pen, Rgba
from renderer.requests import SelectableCells
from rules import explain
from rules.analysis.tile_faces import Face
from rules.deployment import Deployment
from rules.error_facts import Written
from rules.errors import IllegalMove, NotationError, Reason
from rules.game import Game
from rules.geometry import Spot, cell_of
from rules.moves import Move, OwnMove, Pass
from rules.parts import Part, merge_tiles
from rules.pieces import Kind, Role
from rules.ruleset import Decision, Ruleset
from rules.scoring import PerMark, PerTile, Scorer, Sum
from rules.story import Event, Scored, Term
from rules.tile_data import TileSchema, parse_tiles
from rules.variants import base

# -- rules, as in rules/variants/<part>.py --------------------------------------------------------

TILE_SCHEMA: Final = base.TILE_SCHEMA | TileSchema(terrains=frozenset(), marks=("balls",))
TILES: Final = json.dumps(
    [
        {
            "id": "TOY-1",
            "sides": "FRFR",
            "count": 12,
            "segments": [
                {"letter": "a", "kind": "road", "ports": [4, 10], "balls": 2},
                {"letter": "b", "kind": "field", "ports": [11, 0, 1, 2, 3]},
                {"letter": "c", "kind": "field", "ports": [5, 6, 7, 8, 9]},
            ],
        }
    ]
)
TOP: Final = Role("top", Kind("top", weight=0), base.ROAD.name, beside=True)
MAX_SPINS: Final = 2
TOO_OFTEN: Final = Reason("too-often", "a top spins once or twice")


@dataclass(frozen=True, slots=True)
class Spin(OwnMove):
    """Spin the own top on the road of the tile just laid."""

    WORD: ClassVar[str] = "spin"

    times: int

    def write(self) -> str:
        return f"spin {self.times}"

    @classmethod
    def read(cls, words: Sequence[str]) -> "Spin":
        match words:
            case [times] if times in ("1", "2", "3"):
                return cls(int(times))
            case _:
                raise NotationError("no-words", example=Written("spin 2"))


@dataclass(frozen=True, slots=True)
class Spun(Event):
    seat: int
    times: int


@dataclass(frozen=True, slots=True)
class Spinning(Decision):
    """The owner of a top on the laid tile's road may spin it: one point each time."""

    wanted: ClassVar[str] = "spin your top or pass"

    def _top(self, game: Game) -> Spot | None:
        for area in game.board.areas(TOP.layer):
            if any(cell_of(spot) == game.placed for spot in area.spots):
                for piece in area.pieces:
                    if piece.role == TOP and piece.seat == game.turn:
                        return piece.spot
        return None

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        if self._top(game) is None:
            return ()
        return (*(Spin(times) for times in range(1, MAX_SPINS + 1)), Pass())

    def resolve(self, game: Game, move: Move) -> Move:
        if isinstance(move, Pass):
            return move
        if not isinstance(move, Spin) or not self.is_needed(game):
            raise explain.not_now(move, self)
        if move not in self.legal_moves(game):
            raise IllegalMove(TOO_OFTEN)
        return move

    def take(self, game: Game, move: Move) -> Game:
        top = self._top(game)
        if not isinstance(move, Spin) or top is None:
            return game
        spins = (Term("spins", move.times, 1),)
        points = ((game.turn, move.times),)
        return game.with_events(Spun(game.turn, move.times), Scored("toys", (top,), spins, points))


def make(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """Twelve tiles with balls, a top a seat; a ball counts one on a road."""
    road = Scorer(TOP.layer, Sum((PerTile(1), PerMark("balls", 1))))
    more = parse_tiles(TILES, "toys.json", TILE_SCHEMA)
    return replace(
        ruleset,
        bags={**ruleset.bags, "bag": merge_tiles(ruleset.bags["bag"], more)},
        roles=(*ruleset.roles, TOP),
        supply={**ruleset.supply, TOP.kind: 1},
        scorers={**ruleset.scorers, TOP.layer: road},
        final_scorers={**ruleset.final_scorers, TOP.layer: road},
    ).after(Deployment, Spinning())


TOYS_PART: Final = Part(
    "toys", make, TILE_SCHEMA, extends="base", moves=(Spin,), events=(Spun,), reasons=(TOO_OFTEN,)
)

# -- words, as in bot/parts/<part>.py -------------------------------------------------------


def _spin_label(move: Spin, face: Face, with_tile: bool) -> str:
    return f"Spin {move.times}"


def _spun_line(event: Spun, game: Game, names: Names) -> str:
    return f"🪀 {names.bold_name(event.seat)} spun the top {event.times} times."


SPIN_WORDS: Final = MoveWords(
    task="spin your top or pass",
    laid="Your tile is laid. Now you may spin your top.",
    label=_spin_label,
    picture=SelectableCells,
    command=CommandWords(
        "spin",
        "Spin your top (The Toys)",
        "Once or twice",
        translations={"once": "1", "twice": "2"},
    ),
)
TOYS_WORDS: Final = PartWords(
    title="The Toys",
    notes=("A ball on a road counts one more.",),
    figures=("**top** beside your own thief: a point for each spin (`/spin 2`).",),
    topics=(Topic("tops", "Tops", "They spin.", ("COM-11",)),),
    after="roads",
    nouns=Nouns(
        features={"toys": FeatureWords("toy", "a toy", "Toys", "🪀", "Top spun")},
        roles={"top": RoleWords("top", "a top", lambda n: f"{n} tops")},
        kinds={"top": KindWords("top", lambda n: f"{n} tops")},
        marks={"balls": lambda n: f"{n} balls"},
        terms={
            "balls": TermWords(lambda n: f"{n} balls"),
            "spins": TermWords(lambda n: f"{n} spins"),
        },
    ),
    moves={Spin: SPIN_WORDS},
    events={Spun: _spun_line},
    refusals={"too-often": "tops"},
)

# -- drawings, as in renderer/art/parts/<part>.py -------------------------------------------------


def _spinning_top(pen: Pen, ink: Rgba) -> None:
    pen.poly(((10, 30), (90, 30), (50, 90)), ink)
    pen.line(((50, 8), (50, 30)), 6, ink)


def _ball(pen: Pen, variant: int) -> None:
    pen.oval((50, 50), 40, 40, (140, 20, 160))


TOYS_DRAWING: Final = Drawing(
    marks={"balls": MarkDrawing(0.2, with_pen(_ball))},
    figures={"top": Figure(_spinning_top, (50, 45))},
    moves={Spin: lambda game, move: MoveTargets((game.placed,))},
)

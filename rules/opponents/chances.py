"""The chances that open features are finished, from the undrawn tiles that fit each gap."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import exp, prod
from typing import Any

from rules.areas import Area
from rules.board import Board
from rules.forecasts import Answer, Chances, EventType
from rules.forms import Form
from rules.game import Game
from rules.geometry import PORT_MASK, Cell, Joint
from rules.layers import SIDE_MASK
from rules.opponents.weights import Weights
from rules.story import Event

OpenCells = tuple[tuple[Cell, int], ...]
"""The cells where an area is open, with its border points there as bits."""


class CountedChances(Chances):
    """Chances at one position, from the set of undrawn tiles, not their order.

    Counts are cached: one instance serves every position evaluated in a turn, although these place
    some of the tiles.
    """

    def __init__(self, game: Game, weights: Weights) -> None:
        self.weights = weights
        forms = game.book.forms
        left = Counter[str]()
        for bag in game.book.ruleset.draws:
            left.update(sorted(game.bags[bag]))
        self.left = tuple((forms[tile], number) for tile, number in left.items())
        self.number = sum(left.values())
        self._fits: dict[int, int] = {}
        self._closes: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._joins: dict[tuple[int, int, int, int], int] = {}
        self._answers: dict[tuple[int, object], tuple[Area, Any]] = {}
        self._finishing: dict[tuple[float | None, ...], tuple[Area, float]] = {}
        self._exposures: dict[tuple[int, int], tuple[Area, float]] = {}
        self._story = game.story
        self._events_by_kind: dict[type[Event], list[Any]] = {}
        self._game: Game | None = None
        self._turns: list[int] = []
        self._tiles_left = 0
        self._gaps: dict[Cell, int] = {}
        self._turns_counted = 0.0
        self._recent_chances: dict[int, float] = {}
        self._draw_chances: dict[tuple[float, float], float] = {}

    # -- tiles ------------------------------------------------------------------------------------

    def count_fitting(self, gap: int) -> int:
        count = self._fits.get(gap)
        if count is None:
            count = sum(number for forms, number in self.left if forms.fitting[gap])
            self._fits[gap] = count
        return count

    def count_closing(self, gap: int, plane: int, ports: int) -> tuple[int, int]:
        """The numbers of tiles that fit a gap, and that close the area at its ``ports``."""
        key = (gap, plane, ports)
        counts = self._closes.get(key)
        if counts is None:
            free = sum(7 << 3 * side for side in range(4) if not gap >> 4 * side & SIDE_MASK)
            ending = sum(
                number
                for forms, number in self.left
                if any(_closes_branches(form, plane, ports, free) for form in forms.fitting[gap])
            )
            counts = self._closes[key] = (self.count_fitting(gap), ending)
        return counts

    def count_joining(self, gap: int, plane: int, one: int, other: int) -> int:
        """The number of tiles that fit a gap and join the ports ``one`` with ``other``."""
        key = (gap, plane, one, other)
        count = self._joins.get(key)
        if count is None:
            count = self._joins[key] = sum(
                number
                for forms, number in self.left
                if any(_connects(form, plane, one, other) for form in forms.fitting[gap])
            )
        return count

    def cached(self, board: Board, area: Area, ask: Callable[[Board, Area], Answer]) -> Answer:
        entry = self._answers.get((id(area), ask))
        if entry is None:
            entry = self._answers[id(area), ask] = (area, ask(board, area))
        answer: Answer = entry[1]
        return answer

    def events_of(self, game: Game, kind: type[EventType]) -> list[EventType]:
        """The events of a kind; the story continues that of the first position."""
        events = self._events_by_kind.get(kind)
        if events is None:
            events = self._events_by_kind[kind] = [
                event for event in self._story if isinstance(event, kind)
            ]
        new_events = game.story[len(self._story) :]
        return [*events, *[event for event in new_events if isinstance(event, kind)]]

    # -- chances ----------------------------------------------------------------------------------

    def turns_left(self, game: Game, seat: int) -> float:
        """A seat's undrawn tiles, dealt out clockwise from the next seat to draw."""
        if game is not self._game:
            self._count_tiles(game)
        return self._turns[seat]

    def tiles_left(self, game: Game) -> int:
        """Undrawn tiles of the piles that turns draw from."""
        if game is not self._game:
            self._count_tiles(game)
        return self._tiles_left

    def _count_tiles(self, game: Game) -> None:
        self._game = game
        self._tiles_left = sum([len(game.bags[bag]) for bag in game.book.ruleset.draws])
        self._turns = [
            (self._tiles_left - (other - game.turn - 1) % game.seats + game.seats - 1) // game.seats
            for other in range(game.seats)
        ]

    def draw_chance(self, number: float, draws: float) -> float:
        """The chance that one of ``number`` tiles comes within ``draws``."""
        key = (number, draws)
        chance = self._draw_chances.get(key)
        if chance is None:
            share = min(1.0, number / self.number) if self.number else 0.0
            chance = self._draw_chances[key] = 1 - (1 - share) ** draws
        return chance

    def closing(self, game: Game, plane: int, cells: OpenCells, turns: float) -> float:
        """The chance that every open cell gets a tile that closes the feature there."""
        weights, gaps = self.weights, game.board.gaps
        onward, draws = weights.onward, turns * weights.effort
        chance = 1.0
        for cell, ports in cells:
            fitting, ending = self.count_closing(gaps[cell], plane, ports)
            if not fitting:
                return 0.0
            chance *= self.draw_chance(ending + onward * (fitting - ending), draws)
        return chance * weights.gaps ** (len(cells) - 1)

    def filling(self, game: Game, cell: Cell) -> float:
        gap = game.board.gaps.get(cell)
        fitting = self.count_fitting(gap) if gap is not None else self.number / 2
        return self.draw_chance(fitting, self.weights.around * self.turns_left(game, game.turn))

    def finishing(self, game: Game, area: Area) -> float:
        """The chance that an area is closed, by any seat."""
        if not area.open:
            return 1.0
        gaps, turns = game.board.gaps, self.turns_left(game, game.turn)
        if gaps is not self._gaps or turns != self._turns_counted:
            self._gaps, self._turns_counted, self._recent_chances = gaps, turns, {}
        chance = self._recent_chances.get(id(area))
        if chance is None:
            chance = self._recent_chances[id(area)] = self._finishing_in(game, area, turns)
        return chance

    def growing(self, game: Game, area: Area) -> float:
        """Undrawn tiles that count for a growing area; fewer, the fewer gaps it has."""
        return self.weights.coming * self._exposure(game, area)

    def keeping(self, game: Game, areas: Iterable[Area], lead: int) -> float:
        """The chance, from 0 to 1, that a lead in pieces lasts to the end."""
        if not lead:
            return 1.0
        exposure = sum([self._exposure(game, area) for area in areas])
        return exp(-self.weights.contested * exposure / lead)

    def _exposure(self, game: Game, area: Area) -> float:
        """Undrawn tiles; fewer for an area of few gaps."""
        tiles_left = self.tiles_left(game)
        entry = self._exposures.get((id(area), tiles_left))
        if entry is None:
            gaps = len(self.cached(game.board, area, _open_cells_of))
            exposure = tiles_left * (1 - exp(-gaps / self.weights.reach))
            entry = self._exposures[id(area), tiles_left] = (area, exposure)
        return entry[1]

    def _finishing_in(self, game: Game, area: Area, turns: float) -> float:
        gaps = game.board.gaps
        cells = self.cached(game.board, area, _open_cells_of)
        key: tuple[float | None, ...] = (id(area), turns, *[gaps.get(cell) for cell, _ in cells])
        cached_entry = self._finishing.get(key)
        if cached_entry is not None:
            return cached_entry[1]
        if area.layer.halo:
            chance = prod(self.filling(game, cell) for cell, _ in cells)
        else:
            plane = game.board.layers[area.layer.name][0]
            chance = self.closing(game, plane, cells, turns)
        self._finishing[key] = (area, chance)
        return chance


def _open_cells_of(board: Board, area: Area) -> OpenCells:
    return open_cells(area.open)


def open_cells(joints: frozenset[Joint]) -> OpenCells:
    """The cells of joints, with border points as bits."""
    ports_by_cell: dict[Cell, int] = {}
    for joint in joints:
        port = joint & PORT_MASK
        cell = joint - port
        ports_by_cell[cell] = ports_by_cell.get(cell, 0) | 1 << port
    return tuple(ports_by_cell.items())


def _closes_branches(form: Form, plane: int, ports: int, free: int) -> bool:
    """True if a tile leads from the border points to no free side."""
    return not any(patch.mask & ports and patch.mask & free for patch in form.patches[plane])


def _connects(form: Form, plane: int, one: int, other: int) -> bool:
    """True if a patch joins border points with others."""
    return any(patch.mask & one and patch.mask & other for patch in form.patches[plane])

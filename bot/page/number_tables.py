"""The numbers of the tiles, areas and texts of a game, by which its page refers to them."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from bot.text.i18n import LANGUAGES, use_language
from rules.game import Game
from rules.geometry import SLOTS_PER_CELL, Cell, Spot, cell_of
from rules.story import TilePlaced

AreaNumber: TypeAlias = int
"""The number of an area in an `AreaTable`."""
TextNumber: TypeAlias = int
"""The number of a text in a `TextTable`."""


def tile_numbers(game: Game) -> dict[Cell, int]:
    """The number of the tile at each cell, in the order in which they were placed."""
    placed = [event.cell for event in game.story if isinstance(event, TilePlaced)]
    first = [cell for cell in game.board.tiles if cell not in placed]
    return {cell: number for number, cell in enumerate((*first, *placed))}


class AreaTable:
    """Sets of zones on the board, each kept once.

    An area is the union of earlier areas and some zones of its own, as areas grow by few zones.
    """

    def __init__(self, tiles: Mapping[Cell, int]) -> None:
        """``tiles`` are the numbers of the tiles by cell."""
        self._tiles = tiles
        self._numbers: dict[tuple[Spot, ...], AreaNumber] = {}
        self._sets: list[frozenset[Spot]] = []
        self._newest: dict[tuple[str, Spot], AreaNumber] = {}
        self.rows: list[tuple[list[AreaNumber], list[int]]] = []
        """The earlier areas and the own zones of each area."""

    def add(self, kind: str, spots: Iterable[Spot]) -> AreaNumber:
        """The number of an area; areas of one kind are added in the order in which they grow."""
        key = tuple(sorted(set(spots)))
        if key in self._numbers:
            return self._numbers[key]
        wanted, number = frozenset(key), len(self.rows)
        parents = {self._newest[kind, spot] for spot in key if (kind, spot) in self._newest}
        within = sorted(parent for parent in parents if self._sets[parent] <= wanted)
        covered = frozenset[Spot]().union(*(self._sets[parent] for parent in within))
        self.rows.append((within, [self._zone(spot) for spot in key if spot not in covered]))
        self._sets.append(wanted)
        self._numbers[key] = number
        self._newest |= {(kind, spot): number for spot in key}
        return number

    def _zone(self, spot: Spot) -> int:
        """A zone as one number: that of its tile, and its index on the tile."""
        cell = cell_of(spot)
        return self._tiles[cell] * SLOTS_PER_CELL + spot - cell


class TextTable:
    """Texts in all languages; a page refers to them by number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], TextNumber] = {}

    def add(self, phrase: Callable[[], str]) -> TextNumber:
        """Add a text, which ``phrase`` returns in the language in use."""
        texts = []
        for language in LANGUAGES:
            with use_language(language):
                texts.append(phrase())
        return self._numbers.setdefault(tuple(texts), len(self._numbers))

    def add_all(self, phrases: Callable[[], list[str]]) -> list[TextNumber]:
        """Add a list of texts, which ``phrases`` returns in the language in use."""
        lists = []
        for language in LANGUAGES:
            with use_language(language):
                lists.append(phrases())
        return [
            self._numbers.setdefault(texts, len(self._numbers))
            for texts in zip(*lists, strict=True)
        ]

    def by_language(self) -> dict[str, list[str]]:
        """The texts of each language, by number."""
        columns = zip(*self._numbers, strict=True)
        return dict(zip(LANGUAGES, map(list, columns), strict=True))

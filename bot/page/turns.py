"""The turns of a game as plain values for its page: boards, events, features, points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, Final

from bot.games import nouns
from bot.games.game_texts import token_sentences
from bot.page.number_tables import AreaNumber, AreaTable, TextNumber, TextTable, tile_numbers
from bot.presenters.private.boards import points_lines
from bot.presenters.private.features import (
    cell_code,
    feature_details,
    feature_line,
    feature_title,
    trifling_summary,
)
from bot.presenters.words.events import events_with_lines
from bot.text.names import Names
from renderer.page_sprites import PageBoard
from rules.analysis.features import Feature, features
from rules.analysis.game_turns import GameTurn
from rules.game import Game
from rules.geometry import Cell, xy
from rules.story import Event, Scored, TileDrawn, TilePlaced, TilePostponed

Row = dict[str, Any]
"""An object of the page's data."""
UNOWNED: Final = -1
"""The seat of the start tile."""


class TurnRows:
    """Build the rows of turns; texts, areas, features and kinds of scores get numbers."""

    def __init__(
        self, last: Game, names: Names, texts: TextTable, kinds: Mapping[str, int]
    ) -> None:
        """``last`` is the game after the last turn, ``kinds`` the numbers of kinds of tiles."""
        self._names = names
        self._texts = texts
        self._kinds = kinds
        self._tiles = tile_numbers(last)
        self._areas = AreaTable(self._tiles)
        self._features: dict[tuple[Feature, bool], int] = {}
        self._feature_rows: list[list[Any]] = []
        self._feature_kinds: dict[str, int] = {}
        self._score_kinds: dict[str, int] = {}
        self._sprites: dict[Cell, int] = {}

    def row(self, turn: GameTurn, frame: PageBoard) -> Row:
        """The row of a turn; turns come in order."""
        game = turn.game
        changed = {
            cell: sprite
            for cell, sprite in frame.tiles.items()
            if self._sprites.get(cell) != sprite
        }
        self._sprites |= changed
        shown = [replace(each, fitting=frozenset()) for each in features(game)]
        return {
            "seat": UNOWNED if turn.seat is None else turn.seat,
            "final": turn.final,
            "sprites": [[self._tiles[cell], sprite] for cell, sprite in changed.items()],
            "figures": [[self._tiles[it.cell], it.x, it.y, it.sprite] for it in frame.placed],
            "scores": list(game.scores),
            "supplies": [self._supply(game, seat) for seat in range(game.seats)],
            "events": list(self._events(turn)),
            "features": [self._feature(each, game) for each in shown],
            "trifles": dict(self._trifles(shown)),
            "standings": self._texts.add_all(lambda: list(points_lines(game, self._names))),
            "notes": self._texts.add_all(partial(token_sentences, game)),
            "draws": list(self._draws(turn.events)),
        }

    def tables(self) -> Row:
        """The tables to which the rows of turns refer."""
        return {
            "areas": self._areas.rows,
            "features": self._feature_rows,
            "featureKinds": [
                self._texts.add(partial(nouns.feature_heading, kind))
                for kind in self._feature_kinds
            ],
            "scoreKinds": [
                [nouns.feature_icon(kind), self._texts.add(partial(nouns.feature_heading, kind))]
                for kind in self._score_kinds
            ],
        }

    def tile_rows(self, turns: Sequence[GameTurn]) -> list[list[int]]:
        """Each tile: its column, row, kind and rotation, the turn that placed it, and the seat."""
        placed = {
            event.cell: (number, event.seat)
            for number, turn in enumerate(turns)
            for event in turn.events
            if isinstance(event, TilePlaced)
        }
        board = turns[-1].game.board.tiles
        return [
            [
                *xy(cell),
                self._kinds[board[cell].tile.id],
                board[cell].rotation,
                *placed.get(cell, (0, UNOWNED)),
            ]
            for cell in self._tiles
        ]

    def _supply(self, game: Game, seat: int) -> TextNumber:
        return self._texts.add(partial(_supply_text, game, seat))

    def _events(self, turn: GameTurn) -> Iterator[Row]:
        """The events of a turn that have a line, with the tile or area that each is about."""

        def events_and_lines() -> list[tuple[Event, str]]:
            return events_with_lines(turn.events, turn.game, self._names)

        texts = self._texts.add_all(lambda: [line for _event, line in events_and_lines()])
        for (event, _line), text in zip(events_and_lines(), texts, strict=True):
            row: Row = {"text": text}
            if isinstance(event, TilePlaced):
                row["tile"] = self._tiles[event.cell]
            if isinstance(event, Scored):
                row["kind"] = self._score_kinds.setdefault(event.kind, len(self._score_kinds))
                row["points"] = [list(share) for share in event.points]
                if event.spots:
                    row["area"] = self._areas.add(event.kind, event.spots)
            yield row

    def _feature(self, feature: Feature, game: Game) -> int:
        """The number of a feature's row.

        A row is: area, line, kind, seats, whether lists show it, details or None, and title.
        """
        key = feature, game.over
        if key not in self._features:
            self._features[key] = len(self._feature_rows)
            area: AreaNumber = self._areas.add(feature.kind, feature.spots)
            place, details = cell_code(feature.place), None
            line = self._texts.add(partial(feature_line, feature, self._names, place))
            if feature_details(feature, aided=not game.over):
                details = self._texts.add(partial(feature_details, feature, aided=not game.over))
            title = self._texts.add(partial(feature_title, feature, self._names))
            kind = self._feature_kinds.setdefault(feature.kind, len(self._feature_kinds))
            seats = [seat for seat, _pieces in feature.owners]
            listed = feature.live and not feature.is_negligible
            self._feature_rows.append([area, line, kind, seats, int(listed), details, title])
        return self._features[key]

    def _trifles(self, shown: Sequence[Feature]) -> Iterator[tuple[int, TextNumber]]:
        """For each kind of feature, those that need no line of their own."""
        for kind, alike in groupby(shown, key=lambda feature: feature.kind):
            trifling = [each for each in alike if each.live and each.is_negligible]
            if trifling:
                text = self._texts.add(partial(trifling_summary, trifling, letters=False))
                yield self._feature_kinds[kind], text

    def _draws(self, events: Sequence[Event]) -> Iterator[list[Any]]:
        """The tiles drawn in a turn: bag, kind, and 1 for a tile that went back into the bag."""
        postponed = [event.tile for event in events if isinstance(event, TilePostponed)]
        for event in events:
            if isinstance(event, TileDrawn):
                back = event.tile in postponed
                if back:
                    postponed.remove(event.tile)
                yield [event.bag, self._kinds[event.tile], int(back)]


def _supply_text(game: Game, seat: int) -> str:
    """``3 followers, 2 huts``: the kinds of pieces that a seat has left, one kind at least."""
    kinds = list(game.supply[seat].items())
    left = [(kind, number) for kind, number in kinds if number] or kinds[:1]
    return ", ".join(nouns.counted_pieces(kind, number) for kind, number in left)

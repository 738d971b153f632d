"""Build the page of a game: one HTML file with its turns and texts as data, pictures and script."""

import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any, Final, TypeAlias

from bot.boards.words import points_lines
from bot.hints.words import depth_text, losses_text, mistake_lines, positions_before
from bot.text.i18n import ENGLISH, LANGUAGES, N_, _, use_language
from bot.text.names import Names
from bot.words import nouns
from bot.words.events import events_with_lines
from bot.words.nouns import game_title
from bot.words.scores import token_sentences
from bot.words.spaces import (
    cell_code,
    feature_details,
    feature_line,
    feature_title,
    trifling_summary,
)
from renderer.page_sprites import TILE_PIXELS, ZONE_MAP_CELLS, PageBoard, PageSprites, page_sprites
from renderer.players import Players
from rules.analysis.features import Feature, features
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.fairness import canonical_text, commitment
from rules.game import Game
from rules.geometry import SLOTS_PER_CELL, Cell, Spot, cell_of, xy
from rules.header import Header
from rules.opponents.review import Review
from rules.record import parse_header, split_record
from rules.story import Event, Scored, TileDrawn, TilePlaced, TilePostponed

AreaNumber: TypeAlias = int
"""The number of an area in an `AreaTable`."""
TextNumber: TypeAlias = int
"""The number of a text in a `TextTable`."""


def tile_numbers(game: Game) -> dict[Cell, int]:
    """Number the tiles in order of placing."""
    placed = [event.cell for event in game.story if isinstance(event, TilePlaced)]
    first = [cell for cell in game.board.tiles if cell not in placed]
    return {cell: number for number, cell in enumerate((*first, *placed))}


class AreaTable:
    """Sets of zones, each kept once.

    An area is the union of earlier ones and own zones, as areas grow by few zones.
    """

    def __init__(self, tiles: Mapping[Cell, int]) -> None:
        """``tiles``: numbers of the tiles by cell."""
        self._tiles = tiles
        self._numbers: dict[tuple[Spot, ...], AreaNumber] = {}
        self._sets: list[frozenset[Spot]] = []
        self._newest: dict[tuple[str, Spot], AreaNumber] = {}
        self.rows: list[tuple[list[AreaNumber], list[int]]] = []
        """The earlier areas and the own zones of each area."""

    def add(self, kind: str, spots: Iterable[Spot]) -> AreaNumber:
        """An area's number; areas of one kind come in the order of growth."""
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
        """A zone as one number, from its tile's and its index there."""
        cell = cell_of(spot)
        return self._tiles[cell] * SLOTS_PER_CELL + spot - cell


class TextTable:
    """Texts in all languages, by number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], TextNumber] = {}

    def add(self, phrase: Callable[[], str]) -> TextNumber:
        """``phrase`` returns it in the language in use."""
        texts = []
        for language in LANGUAGES:
            with use_language(language):
                texts.append(phrase())
        return self._numbers.setdefault(tuple(texts), len(self._numbers))

    def add_all(self, phrases: Callable[[], list[str]]) -> list[TextNumber]:
        """``phrases`` returns them in the language in use."""
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


Row = dict[str, Any]
"""An object of the page's data."""
UNOWNED: Final = -1
"""The seat of the start tile."""


class TurnRows:
    """Rows of turns; texts, areas, features and kinds of scores get numbers."""

    def __init__(
        self, last: Game, names: Names, texts: TextTable, kinds: Mapping[str, int]
    ) -> None:
        """``last``: the game after the last turn, ``kinds``: numbers of kinds of tiles."""
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
        """Turns come in order."""
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
        """Column, row, kind, rotation, turn and seat of each tile."""
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
        """Events with a line, and the tile or area of each."""

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
        """A row's number.

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
        for kind, alike in groupby(shown, key=lambda feature: feature.kind):
            trifling = [each for each in alike if each.live and each.is_negligible]
            if trifling:
                text = self._texts.add(partial(trifling_summary, trifling, letters=False))
                yield self._feature_kinds[kind], text

    def _draws(self, events: Sequence[Event]) -> Iterator[list[Any]]:
        """Bag, kind, and 1 for a tile that went back into the bag."""
        postponed = [event.tile for event in events if isinstance(event, TilePostponed)]
        for event in events:
            if isinstance(event, TileDrawn):
                back = event.tile in postponed
                if back:
                    postponed.remove(event.tile)
                yield [event.bag, self._kinds[event.tile], int(back)]


def _supply_text(game: Game, seat: int) -> str:
    kinds = list(game.supply[seat].items())
    left = [(kind, number) for kind, number in kinds if number] or kinds[:1]
    return ", ".join(nouns.counted_pieces(kind, number) for kind, number in left)


MAX_PAGE_BYTES: Final = 600 * 2**10
"""The most bytes of a page."""
SCRIPTS: Final = (
    *(
        "texts.js",
        "inflate.js",
        "game.js",
        "board.js",
        "gestures.js",
        "turn.js",
        "lists.js",
        "chart.js",
    ),
    *("seal.js", "main.js"),
)
"""The files of the script, in the order in which they are joined."""
LABELS: Final[Mapping[str, str]] = {
    "board": N_("Board"),
    "boardAfter": N_("The board after {turn}: {tiles} tiles. It is listed under “In words”."),
    "chart": N_("Chart"),
    "chartTitle": N_("Points after each turn"),
    "close": N_("Close"),
    "dark": N_("Dark colours"),
    "deal": N_("Start"),
    "earlier": N_("Earlier turn"),
    "end": N_("To the end"),
    "final": N_("Final scoring"),
    "fit": N_("Whole board"),
    "larger": N_("Zoom in"),
    "later": N_("Later turn"),
    "light": N_("Light colours"),
    "listHelp": N_("Choose a feature to see it on the board."),
    "names": N_("Players"),
    "notes": N_("Also on the board"),
    "nothing": N_("Nothing has been scored yet."),
    "play": N_("Play"),
    "points": N_("Points"),
    "review": N_("Review"),
    "reviewNone": N_("No costly move found."),
    "scoredBefore": N_("Scored so far"),
    "scores": N_("Scores"),
    "seal": N_("Fair shuffle"),
    "sealBad": N_("The text below doesn't give the seal: this page has been changed."),
    "sealDrawn": N_("The tiles of this page were drawn in exactly that order."),
    "sealGood": N_("Checked: the order of the tiles gives the seal posted at the start."),
    "sealHelp": N_(
        "The seal is the SHA-256 of the text below, with each line ended by one line feed. Compare "
        "it with the one posted at the start of the game."
    ),
    "sealHow": N_("Your browser has just calculated it. To check it elsewhere, hash this text:"),
    "sealNone": N_("This shuffle was not sealed, so there is nothing to check."),
    "sealOff": N_("This browser can't calculate a SHA-256 here."),
    "sealOrder": N_("The tiles of this page don't follow the sealed order."),
    "sealWait": N_("A running game keeps its order secret. It can be checked after the end."),
    "smaller": N_("Zoom out"),
    "start": N_("To the start"),
    "tapHelp": N_("Tap a feature to see who holds it."),
    "tiles": N_("Tiles"),
    "total": N_("Total"),
    "turn": N_("Turn {number}"),
    "turnHelp": N_("Swipe or use ← → for other turns."),
    "turnSlider": N_("Turns"),
    "turnOf": N_("Turn {number} · {who}"),
    "views": N_("Views of the game"),
    "words": N_("In words"),
}
"""The words around the board: English messages by the names that the page's script uses.

The script fills in the braces.
"""
NOTICE: Final = N_(
    "This browser can't show the game: it's too old, or JavaScript is off. Open the page in "
    "another browser."
)
"""The sentence on a page whose script cannot run in the browser."""
_PLACE: Final = re.compile(r"<!--(\w+)-->")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A record, its seats' names, and its review, if any.

    ``language`` of the opened page; "" leaves it to the browser. ``ended``: without final scoring,
    so the seal may be opened.
    """

    record: str
    names: Names
    language: str = ""
    review: Review | None = None
    ended: bool = False


def game_page(request: PageRequest) -> str:
    """Raise RecordError for the first wrong line."""
    header = parse_header(split_record(request.record)[0])
    turns = list(game_turns(request.record))
    first, texts = turns[0].game, TextTable()
    kinds = _kind_numbers(first)
    piles = _pile_rows(first, header, kinds, texts)
    names = list(kinds)
    in_piles = [names[kind] for pile in piles for kind, _members in pile["groups"]]
    players = Players.of(request.names.picture_names(), request.names.colours)
    sprites = page_sprites([turn.game for turn in turns], players, in_piles)
    data = _data(request, header, turns, sprites, texts)
    data |= {"piles": piles, "texts": texts.by_language()}
    with use_language(request.language or ENGLISH):
        title = escape(game_title(header.game))
    places = {
        "title": title,
        "language": request.language or ENGLISH,
        "notice": _notice([request.language] if request.language else LANGUAGES),
        "style": _asset("page.css"),
        "script": _script(),
        "policy": _policy(),
        "data": _packed(data),
        "figures": _image(sprites.figures),
        "planks": _image(sprites.planks),
        "tiles": "",
    }
    max_bytes = MAX_PAGE_BYTES - len(_filled(places).encode()) - len(_image(b""))
    return _filled(places | {"tiles": _image(sprites.tiles_within(max_bytes * 3 // 4))})


def _data(
    request: PageRequest,
    header: Header,
    turns: Sequence[GameTurn],
    sprites: PageSprites,
    texts: TextTable,
) -> Row:
    last, names = turns[-1].game, request.names
    kinds = _kind_numbers(last)
    rows = TurnRows(last, names, texts, kinds)
    turn_rows = [rows.row(turn, frame) for turn, frame in zip(turns, sprites.frames, strict=True)]
    tiles = rows.tile_rows(turns)
    review = request.review
    return {
        "language": request.language,
        "languages": LANGUAGES,
        "title": texts.add(partial(game_title, header.game)),
        "options": [texts.add(partial(_option_line, *option)) for option in header.options.items()],
        "labels": {name: texts.add(partial(_, message)) for name, message in LABELS.items()},
        "seats": [
            {
                "name": texts.add(partial(names.plain_name, seat)),
                "colour": "#{:02x}{:02x}{:02x}".format(*sprites.colours[seat]),
                "badge": sprites.badges[seat],
            }
            for seat in range(last.seats)
        ],
        "tilePixels": TILE_PIXELS,
        "columns": sprites.columns,
        "boxes": sprites.boxes,
        "table": "#{:02x}{:02x}{:02x}".format(*sprites.table),
        "kindNames": list(kinds),
        "zoneCells": ZONE_MAP_CELLS,
        "zoneMaps": {kinds[name]: text for name, text in sprites.zone_maps.items()},
        "shown": {kinds[name]: sprite for name, sprite in sprites.shown.items()},
        "turns": turn_rows,
        "tiles": tiles,
        **rows.tables(),
        "review": None
        if review is None
        else _review_row(review, request.record, names, texts, tiles),
        "seal": _seal_row(header, ended=last.over or request.ended),
    }


def _kind_numbers(game: Game) -> dict[str, int]:
    return {name: number for number, name in enumerate(game.book.forms)}


def _pile_rows(game: Game, header: Header, kinds: Mapping[str, int], texts: TextTable) -> list[Row]:
    """A name, and kinds of tiles in groups that look alike.

    A group is the kind that stands for it, then pairs of a kind and its number of tiles. The order
    is that of the tiles-left picture, not the pile's.
    """
    rows = []
    for bag, order in header.bags.items():
        box = Counter(sorted(order))
        ordered = [kind for group in group_tiles(game, box) for kind in group.kinds]
        members: dict[object, list[list[int]]] = {}
        for name, number in ordered:
            members.setdefault(_shape(game, name), []).append([kinds[name], number])
        rows.append(
            {
                "bag": bag,
                "name": texts.add(partial(nouns.bag_name, bag)),
                "groups": [
                    [kinds[name], members[_shape(game, name)]]
                    for name, _number in merge_equal_kinds(game, ordered)
                ],
            }
        )
    return rows


def _shape(game: Game, name: str) -> object:
    return game.book.forms[name].tile.shape


def _seal_row(header: Header, *, ended: bool) -> Row:
    """The hashed text, the commitment and each pile's order.

    None without a nonce; before the end of a game without order.
    """
    if not header.nonce:
        return {"state": "none"}
    if not ended:
        return {"state": "wait", "commitment": commitment(header)}
    return {
        "state": "sealed",
        "commitment": commitment(header),
        "text": canonical_text(header),
        "bags": {bag: list(order) for bag, order in header.bags.items()},
    }


def _review_row(
    review: Review, record: str, names: Names, texts: TextTable, tiles: Sequence[Sequence[int]]
) -> Row:
    """Each seat's most expensive moves with turns, and all points lost.

    ``tiles``: rows of tiles, with their turns.
    """
    seats = []
    for mistakes in review.mistakes:
        games = positions_before(record, mistakes)
        lines = texts.add_all(partial(_mistake_lines, mistakes, games, names))
        turns = [tiles[mistake.tile][4] for mistake in mistakes]
        seats.append([list(pair) for pair in zip(lines, turns, strict=True)])
    return {"seats": seats, "lost": texts.add(partial(_losses_text, review, names))}


def _losses_text(review: Review, names: Names) -> str:
    depths = depth_text(review, range(len(review.depths)), names)
    return f"{losses_text(review, names)} {depths}"


def _mistake_lines(*given: Any) -> list[str]:
    return list(mistake_lines(*given))


def _option_line(name: str, value: str) -> str:
    """``Option: its value``."""
    return _("{switch}: {value}", switch=nouns.option_name(name), value=nouns.option_value(value))


def _packed(data: Row) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _image(webp: bytes) -> str:
    return f"data:image/webp;base64,{b64encode(webp).decode()}"


def _notice(languages: Iterable[str]) -> str:
    """Words for a page whose script does not run, in each language."""
    lines = []
    for language in languages:
        with use_language(language):
            lines.append(f'<p lang="{language}">{escape(_(NOTICE))}</p>')
    return "".join(lines)


def _policy() -> str:
    """A policy that allows the page's own style and script, and no network."""
    script, style = (
        b64encode(sha256(text.encode()).digest()).decode()
        for text in (_script(), _asset("page.css"))
    )
    return (
        f"default-src 'none'; img-src data: blob:; script-src 'sha256-{script}'; "
        f"style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    return "\n".join(map(_asset, SCRIPTS))


@cache
def _asset(name: str) -> str:
    return (files("bot.page") / "assets" / name).read_text("utf-8")


def _filled(places: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: places[place[1]], _asset("page.html"))

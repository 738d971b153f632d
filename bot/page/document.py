"""Build the page of a game: one HTML file with its pictures, data, style and script."""

import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final

from bot.games import nouns
from bot.games.game_texts import game_title
from bot.page.number_tables import TextTable
from bot.page.turns import Row, TurnRows
from bot.presenters.private.hints import depth_text, losses_text, mistake_lines, positions_before
from bot.text.i18n import ENGLISH, LANGUAGES, N_, _, use_language
from bot.text.names import Names
from renderer.page_sprites import TILE_PIXELS, ZONE_MAP_CELLS, PageSprites, page_sprites
from renderer.players import Players
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.fairness import canonical_text, commitment
from rules.game import Game
from rules.header import Header
from rules.opponents.review import Review
from rules.record import parse_header, split_record

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
    """A record, the names of its seats, and its review if there is one.

    ``language`` is the language in which the page opens; "" leaves it to the reader's browser.
    ``ended`` is true for a game that was ended without final scoring, whose seal may be opened.
    """

    record: str
    names: Names
    language: str = ""
    review: Review | None = None
    ended: bool = False


def game_page(request: PageRequest) -> str:
    """The page of a record. Raise RecordError for the first wrong line."""
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
    """All that the script shows, as plain values."""
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
    """The number of each kind of tile."""
    return {name: number for number, name in enumerate(game.book.forms)}


def _pile_rows(game: Game, header: Header, kinds: Mapping[str, int], texts: TextTable) -> list[Row]:
    """Each pile: its name, and its kinds of tiles in groups that look alike.

    A group is the kind that stands for it, then pairs of a kind and its number of tiles. The order
    is that of the picture of the tiles left, not that of the pile.
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
    """The zones of a kind of tile without its marks."""
    return game.book.forms[name].tile.shape


def _seal_row(header: Header, *, ended: bool) -> Row:
    """The text that is hashed, the commitment and the order of each pile.

    Without a nonce there is none; before the end of a game its order is left out.
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
    """The most expensive moves of each seat with the turn of each, and the points lost in all.

    ``tiles`` are the rows of tiles, each with its turn.
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
    """``Option: its value``, as in the heading of a table."""
    return _("{switch}: {value}", switch=nouns.option_name(name), value=nouns.option_value(value))


def _packed(data: Row) -> str:
    """Values as JSON, deflated, in Base64."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _image(webp: bytes) -> str:
    """The address of an image inside the page."""
    return f"data:image/webp;base64,{b64encode(webp).decode()}"


def _notice(languages: Iterable[str]) -> str:
    """The words of a page whose script does not run, in each language."""
    lines = []
    for language in languages:
        with use_language(language):
            lines.append(f'<p lang="{language}">{escape(_(NOTICE))}</p>')
    return "".join(lines)


def _policy() -> str:
    """The content security policy: only the page's own style and script, and no network."""
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
    """The template with its places filled."""
    return _PLACE.sub(lambda place: places[place[1]], _asset("page.html"))

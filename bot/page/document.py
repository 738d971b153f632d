"""Build the page of a game: one HTML file with its pictures, data, style and script."""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from bot.games import nouns
from bot.games.game_texts import game_title
from bot.page.constant_rows import LABELS, kind_numbers, pile_rows, review_row, seal_row
from bot.page.number_tables import TextTable
from bot.page.request import PageRequest
from bot.page.turns import Row, TurnRows
from bot.text.i18n import ENGLISH, LANGUAGES, _, use_language
from renderer.page_sprites import TILE_PIXELS, ZONE_MAP_CELLS, PageSprites, page_sprites
from renderer.players import Players
from rules.analysis.game_turns import GameTurn, game_turns
from rules.header import Header
from rules.record import parse_header, split_record

MAX_PAGE_BYTES: Final = 600 * 2**10
"""The most bytes of a page."""
SCRIPTS: Final = (
    *("texts.js", "game.js", "board.js", "gestures.js", "turn.js", "lists.js", "chart.js"),
    *("seal.js", "main.js"),
)
"""The files of the script, in the order in which they are joined."""
_PLACE: Final = re.compile(r"<!--(\w+)-->")


def game_page(request: PageRequest) -> str:
    """The page of a record. Raise RecordError for the first wrong line."""
    header = parse_header(split_record(request.record)[0])
    turns = list(game_turns(request.record))
    first, texts = turns[0].game, TextTable()
    kinds = kind_numbers(first)
    piles = pile_rows(first, header, kinds, texts)
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
    kinds = kind_numbers(last)
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
        else review_row(review, request.record, names, texts, tiles),
        "seal": seal_row(header, ended=last.over or request.ended),
    }


def _option_line(name: str, value: str) -> str:
    """``Switch: its value``, as in the heading of a table."""
    return _("{switch}: {value}", switch=nouns.switch_name(name), value=nouns.switch_value(value))


def _packed(data: Row) -> str:
    """Values as JSON, deflated, in Base64."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _image(webp: bytes) -> str:
    """The address of an image inside the page."""
    return f"data:image/webp;base64,{b64encode(webp).decode()}"


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

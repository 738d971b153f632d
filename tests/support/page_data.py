"""The data inside a game's page, read as its script reads it."""

import json
import random
import re
import zlib
from base64 import b64decode
from functools import cache
from typing import Any, Final

from bot.page import PageRequest, game_page
from bot.text.names import Names
from rules.geometry import SLOTS_PER_CELL
from rules.random_play import deal, random_game

DATA: Final = re.compile(r'<script type="text/plain" id="data">([^<]*)</script>')
NAMES: Final = ("Ana", "Bo", "Cléo", "Dan", "Eve </script>", "Fay **F**")
USERS: Final = tuple(range(101, 101 + len(NAMES)))


def names_of(seats: int) -> Names:
    """The names of some seats, in which some signs have a meaning in HTML and in Discord."""
    return Names(USERS[:seats], dict(zip(USERS, NAMES, strict=True)))


@cache
def played_record(
    game: str, seats: int = 3, *, moves: int | None = None, sealed: bool = False
) -> str:
    """The record of a game played by chance to its end, or ended after some moves."""
    chance = random.Random(game)
    lines = list(random_game(deal(game, seats, chance), chance))
    if moves is not None:
        lines = [*lines[: lines.index("") + 1 + moves], "end"]
    text = "\n".join(lines)
    return text.replace("\n\n", f"\nnonce: {'0123456789abcdef' * 2}\n\n", 1) if sealed else text


@cache
def page_of(record: str, seats: int = 3, language: str = "") -> str:
    return game_page(PageRequest(record, names_of(seats), language))


def data_of(page: str) -> dict[str, Any]:
    [packed] = DATA.findall(page)
    data: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed)))
    return data


def feature_words(data: dict[str, Any], row: list[Any]) -> str:
    """The English text of a feature in a list: its line, then its details if there are any."""
    numbers = (number for number in (row[1], row[5]) if number is not None)
    return " ".join(data["texts"]["en"][number] for number in numbers)


def area_zones(data: dict[str, Any]) -> list[set[tuple[int, int, int]]]:
    """The zones of each area: column, row, and index on the tile."""
    areas: list[set[tuple[int, int, int]]] = []
    for parents, own in data["areas"]:
        zones = {
            (*data["tiles"][zone // SLOTS_PER_CELL][:2], zone % SLOTS_PER_CELL) for zone in own
        }
        areas.append(zones.union(*(areas[parent] for parent in parents)))
    return areas

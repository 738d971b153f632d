"""The kinds of tiles of a game and its piles, as plain values for its page."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.games import nouns
from bot.page.texts import TextTable
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.game import Game
from rules.header import Header


def kind_numbers(game: Game) -> dict[str, int]:
    """The number of each kind of tile."""
    return {name: number for number, name in enumerate(game.book.forms)}


def pile_rows(
    game: Game, header: Header, kinds: Mapping[str, int], texts: TextTable
) -> list[dict[str, Any]]:
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

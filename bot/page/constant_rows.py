"""The parts of a page that no turn changes, as plain values: tile kinds, piles, seal, review."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.games import nouns
from bot.page.texts import TextTable
from bot.presenters.private.hints import losses_text, mistake_lines, positions_before
from bot.text.names import Names
from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.fairness import canonical_text, commitment
from rules.game import Game
from rules.header import Header
from rules.opponents.review import Review


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


def seal_row(header: Header, *, ended: bool) -> dict[str, Any]:
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


def review_row(
    review: Review, record: str, names: Names, texts: TextTable, tiles: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """The most expensive moves of each seat with the turn of each, and the points lost in all.

    ``tiles`` are the rows of tiles, each with its turn.
    """
    seats = []
    for mistakes in review.mistakes:
        games = positions_before(record, mistakes)
        lines = texts.add_all(partial(_mistake_lines, mistakes, games, names))
        turns = [tiles[mistake.tile][4] for mistake in mistakes]
        seats.append([list(pair) for pair in zip(lines, turns, strict=True)])
    return {"seats": seats, "lost": texts.add(partial(losses_text, review, names))}


def _mistake_lines(*given: Any) -> list[str]:
    return list(mistake_lines(*given))

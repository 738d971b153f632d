"""Tiles in words: a short name for a post, and each side for an alt text."""

from collections import Counter
from typing import Final

from bot.parts.part import BagWords
from bot.text.i18n import _, join_list
from bot.text.phrases import side_name
from bot.words import nouns
from rules.analysis.history import tile_number_in_turn
from rules.analysis.tile_faces import Face, drawn_face
from rules.game import Game
from rules.geometry import Side

MAX_NAMED_PRINTS: Final = 2
"""The most things on a tile that its short name lists after the first."""


def tile_name(face: Face) -> str:
    """``city with a road and 1 pennant``."""
    by_size = sorted(face.segments, key=lambda segment: -len(segment.sides))
    inner_first = sorted(by_size, key=lambda segment: bool(segment.ports))
    numbers = Counter(
        segment.terrain for segment in inner_first if not nouns.is_ground(segment.terrain)
    )
    marks: Counter[str] = Counter()
    for segment in inner_first:
        marks.update(segment.marks)
    if not numbers:
        numbers = Counter({inner_first[0].terrain: 1})
    (first, number), *others = numbers.items()
    name = nouns.terrain_name(first) if number == 1 else nouns.counted_segments(first, number)
    more = [
        *(nouns.counted_segments(terrain, count) for terrain, count in others),
        *(nouns.counted_marks(mark, count) for mark, count in marks.items()),
    ]
    if not more:
        return name
    return _("{tile} with {others}", tile=name, others=join_list(more[:MAX_NAMED_PRINTS]))


def extra_tile(game: Game) -> str:
    """``a bonus tile``: a turn's further tile, as the game calls it."""
    return _(_extra_tile_words(game).extra_tile)


def your_extra_tile(game: Game) -> str:
    """``your bonus tile``, said to its player."""
    return _(_extra_tile_words(game).your_extra_tile)


def your_tile(game: Game) -> str:
    """``Your tile``, ``Your bonus tile``, said to its player."""
    yours = your_extra_tile(game) if tile_number_in_turn(game) > 1 else _("your tile")
    return yours[0].upper() + yours[1:]


def _extra_tile_words(game: Game) -> BagWords:
    bags, draws = game.book.ruleset.bags, game.book.ruleset.draws
    beside = (bag for bag in bags if bag not in draws)
    return nouns.bag_words(next(beside, game.book.main_bag))


def drawn_tile_text(game: Game) -> str:
    """The drawn tile, north up."""
    face = drawn_face(game)
    assert face is not None
    return tile_text(face)


def tile_text(face: Face) -> str:
    """Sides clockwise from the north, then the rest."""
    sides = ", ".join(
        [
            *(
                f"{nouns.terrain_name(segment.terrain)} {segment.letter} {side_name(side)}"
                for side, segment in zip(Side, face.sides, strict=True)
            ),
            *(
                f"{nouns.terrain_name(segment.terrain)} {segment.letter}"
                for segment in face.inner_segments
            ),
        ]
    )
    marks = _marks_of_face(face)
    if marks:
        return _("tile: {sides}; {marks}", sides=sides, marks=", ".join(marks))
    return _("tile: {sides}", sides=sides)


def _marks_of_face(face: Face) -> list[str]:
    return [
        _("{marks} on {letter}", marks=nouns.counted_marks(mark, number), letter=segment.letter)
        for segment in face.segments
        for mark, number in segment.marks.items()
    ]

"""The nouns of the games in the reader's language; names of games, figures and tiles."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias, TypeVar

from bot.parts import PART_WORDS, MissingWords, part_words
from bot.parts.common import NOUNS
from bot.parts.part import BagWords, Nouns, OptionWords, TerrainWords
from bot.text.coordinates import side_name
from bot.text.i18n import N_, _, join_list
from bot.text.message import LABEL_LIMIT, truncate
from rules.analysis.history import tile_number_in_turn
from rules.analysis.tile_faces import Face, Segment, drawn_face
from rules.game import Game
from rules.geometry import Side
from rules.moves import Deploy

Words = TypeVar("Words")
Lookup: TypeAlias = Callable[[Nouns], Mapping[str, Words]]


def vocabularies() -> Iterator[Nouns]:
    """The nouns of every game, then of each part."""
    yield NOUNS
    for part in PART_WORDS.values():
        yield part.nouns


def _words_for(table: Lookup[Words], name: str) -> Words:
    for nouns in vocabularies():
        words = table(nouns)
        if name in words:
            return words[name]
    raise MissingWords(f"no words for {name!r}")


def _terrain_words(which: str) -> TerrainWords:
    return _words_for(lambda nouns: nouns.terrains, which)


def terrain_name(which: str) -> str:
    """``forest``."""
    return _(_terrain_words(which).name)


def a_terrain(which: str) -> str:
    """``a forest``."""
    return _(_terrain_words(which).a_name)


def counted_segments(which: str, number: int) -> str:
    if not number:
        return terrain_name(which)
    return a_terrain(which) if number == 1 else _terrain_words(which).number(number)


def is_ground(which: str) -> bool:
    """Return True for land that nearly every tile has."""
    return _terrain_words(which).is_ground


def on_terrain(which: str, way: str = "") -> str:
    """``in the north-east meadow``; ``way`` is the segment's place on the tile."""
    words = _terrain_words(which)
    return _(words.on_it_there, way=way) if way else _(words.on_it)


def feature_name(kind: str) -> str:
    """``river system``, for a layer or a kind of score."""
    return _(_words_for(lambda nouns: nouns.features, kind).name)


def a_feature(kind: str) -> str:
    """``a river system``."""
    return _(_words_for(lambda nouns: nouns.features, kind).a_name)


def a_scored_thing(kind: str) -> str:
    """``a river system``; for a score without a feature, its piece or mark by name."""
    if any(kind in nouns.features for nouns in vocabularies()):
        return a_feature(kind)
    if any(kind in nouns.kinds for nouns in vocabularies()):
        return counted_pieces(kind, 1)
    return counted_marks(kind, 1)


def owned_feature(kind: str, who: str) -> str:
    """``Bo's river system``; ``a river system (Bo)`` of a kind that holds no figure."""
    words = _words_for(lambda nouns: nouns.features, kind).of_whom
    if words:
        return _(words, who=who)
    return _("{feature} ({owners})", feature=a_feature(kind), owners=who)


def your_feature(kind: str) -> str:
    """``your river system``; ``a river system`` of a kind that holds no figure."""
    words = _words_for(lambda nouns: nouns.features, kind).yours
    return _(words) if words else a_feature(kind)


def feature_heading(kind: str) -> str:
    """``River systems``."""
    return _(_words_for(lambda nouns: nouns.features, kind).heading)


def feature_icon(kind: str) -> str:
    """The sign before the scores of a kind."""
    return _words_for(lambda nouns: nouns.features, kind).icon


def closed_feature(kind: str) -> str:
    """``Forest finished``; empty for a kind that is never finished during the game."""
    words = _words_for(lambda nouns: nouns.features, kind).closed
    return _(words) if words else ""


def longest_feature(kind: str, number: int) -> str:
    words = _words_for(lambda nouns: nouns.features, kind).longest
    return words(number) if words is not None else ""


def role_name(name: str) -> str:
    """``hunter``."""
    return _(_words_for(lambda nouns: nouns.roles, name).name)


def a_role(name: str) -> str:
    """``a hunter``."""
    return _(_words_for(lambda nouns: nouns.roles, name).a_name)


def counted_figures(name: str, number: int) -> str:
    """``2 hunters``, for a role."""
    return _words_for(lambda nouns: nouns.roles, name).number(number)


def counted_marks(name: str, number: int) -> str:
    return _words_for(lambda nouns: nouns.marks, name)(number)


def counted_term(name: str, number: int) -> str:
    """``3 sections``, ``1 deer eaten by a tiger``: a term of a score."""
    return _words_for(lambda nouns: nouns.terms, name).number(number)


def term_title(name: str) -> str:
    """The title of a score that counts this term; empty where its feature says it."""
    words = _words_for(lambda nouns: nouns.terms, name).title
    return _(words) if words else ""


def extra_points(kind: str, number: int) -> str:
    """``1 for the bell``: points of a score that only some of its owners get."""
    return _words_for(lambda nouns: nouns.extras, kind)(number)


def counted_pieces(kind: str, number: int) -> str:
    """``2 huts``."""
    return _words_for(lambda nouns: nouns.kinds, kind).number(number)


def piece_kind_name(kind: str) -> str:
    """``hut``."""
    return _(_words_for(lambda nouns: nouns.kinds, kind).name)


def bag_words(name: str) -> BagWords:
    """The messages about a pile of tiles."""
    return _words_for(lambda nouns: nouns.bags, name)


def bag_name(name: str) -> str:
    """``Bonus tiles``."""
    return _(bag_words(name).name)


def game_title(name: str) -> str:
    first, *added = part_words(name)
    if not added:
        return _(first.title)
    more = join_list(_(part.title) for part in added)
    return _("{game} with {parts}", game=_(first.title), parts=more)


def game_notes(name: str) -> str:
    """Notes in a sentence or two."""
    return " ".join(_(note) for part in part_words(name) for note in part.notes)


def figure_lines(name: str) -> str:
    """Points of each figure, a line each."""
    return "\n".join(_(line) for part in part_words(name) for line in part.figures)


def option_name(name: str) -> str:
    return _(_words_for(lambda nouns: nouns.options, name).name)


def option_words() -> dict[str, OptionWords]:
    """The options of all parts, by their names in the rules."""
    return {name: words for nouns in vocabularies() for name, words in nouns.options.items()}


def option_value(name: str) -> str:
    message = option_value_message(name)
    return _(message)


def option_value_message(name: str) -> str:
    return _words_for(lambda nouns: nouns.values, name)


DIRECTIONS: Final = (
    *(N_("east"), N_("north-east"), N_("north"), N_("north-west")),
    *(N_("west"), N_("south-west"), N_("south"), N_("south-east")),
)
"""Counter-clockwise from the east."""


def figure_name(figure: Deploy, face: Face) -> str:
    """``Hunter in the north-east meadow (b), 2 deer``."""
    zone = face.segment(figure.letter)
    name = role_name(figure.role)
    name = name[0].upper() + name[1:]
    text = f"{name} {segment_place(zone)} ({zone.letter})"
    marks = "".join(f", {mark}" for mark in printed_marks(zone))
    return truncate(text + marks, LABEL_LIMIT)


def short_figure_name(figure: Deploy, face: Face) -> str:
    """``Hunter, north-east meadow (b)``: the short form, for a button that says more."""
    zone = face.segment(figure.letter)
    name = role_name(figure.role)
    facts = {
        "figure": name[0].upper() + name[1:],
        "terrain": terrain_name(zone.terrain),
        "letter": zone.letter,
    }
    way = segment_direction(zone)
    if way:
        return _("{figure}, {way} {terrain} ({letter})", way=_(way), **facts)
    return _("{figure}, {terrain} ({letter})", **facts)


def segment_place(segment: Segment) -> str:
    """``in the north-east meadow``: a segment by its terrain and its place on the tile."""
    way = segment_direction(segment)
    return on_terrain(segment.terrain, _(way) if way else "")


def printed_marks(segment: Segment) -> list[str]:
    """``2 deer``: the marks printed on a segment, each kind by itself."""
    return [counted_marks(name, number) for name, number in segment.marks.items()]


def segment_direction(segment: Segment) -> str:
    """The place of a segment on its tile, one of DIRECTIONS; empty for the middle."""
    return DIRECTIONS[segment.direction] if segment.direction is not None else ""


MAX_NAMED_PRINTS: Final = 2
"""The most things on a tile that its short name lists after the first."""


def tile_name(face: Face) -> str:
    """``city with a road and 1 pennant``."""
    by_size = sorted(face.segments, key=lambda segment: -len(segment.sides))
    inner_first = sorted(by_size, key=lambda segment: bool(segment.ports))
    numbers = Counter(segment.terrain for segment in inner_first if not is_ground(segment.terrain))
    marks: Counter[str] = Counter()
    for segment in inner_first:
        marks.update(segment.marks)
    if not numbers:
        numbers = Counter({inner_first[0].terrain: 1})
    (first, number), *others = numbers.items()
    name = terrain_name(first) if number == 1 else counted_segments(first, number)
    more = [
        *(counted_segments(terrain, count) for terrain, count in others),
        *(counted_marks(mark, count) for mark, count in marks.items()),
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
    return bag_words(next(beside, game.book.main_bag))


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
                f"{terrain_name(segment.terrain)} {segment.letter} {side_name(side)}"
                for side, segment in zip(Side, face.sides, strict=True)
            ),
            *(
                f"{terrain_name(segment.terrain)} {segment.letter}"
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
        _("{marks} on {letter}", marks=counted_marks(mark, number), letter=segment.letter)
        for segment in face.segments
        for mark, number in segment.marks.items()
    ]

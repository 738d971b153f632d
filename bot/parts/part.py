"""Types for the words of a game part: nouns, rule topics, moves; and lessons with goals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

from bot.text.i18n import N_
from bot.text.message import ButtonStyle
from bot.text.names import Names
from renderer.requests import Board, Request, Sample
from rules.analysis.drafts import points_gained
from rules.analysis.hypothetical_scores import projected_scores
from rules.analysis.tile_faces import Face
from rules.game import Game, play, play_together, start
from rules.geometry import Cell
from rules.moves import Move, Pass
from rules.opponents import choose
from rules.record import play_line
from rules.story import Event, PieceDeployed
from rules.variants import rulebook

Count: TypeAlias = Callable[[int], str]
"""``2 hunters``: a number of something in the spoken language."""


@dataclass(frozen=True, slots=True)
class TerrainWords:
    """A terrain: its name, with an article, with a figure on it, and a number of segments.

    ``on_it`` is ``in the meadow``; ``on_it_there`` also has the ``{way}`` of the tile on which the
    segment lies; ``number`` counts segments.
    """

    name: str
    a_name: str
    on_it: str
    on_it_there: str
    number: Count
    is_ground: bool = False
    """True for land that nearly every tile has: a tile is called by it only if it has no other."""


@dataclass(frozen=True, slots=True)
class FeatureWords:
    """A layer or kind of score: its name, with an article, as a plural heading, and its sign.

    ``of_whom``: ``{who}``'s feature, ``yours``: the reader's; empty for kinds that hold no figure.
    ``closed``: one closed during the game; empty for kinds that never are. ``longest``: the longest
    of many games; None for kinds not measured by length.
    """

    name: str
    a_name: str
    heading: str
    icon: str
    closed: str = ""
    of_whom: str = ""
    longest: Count | None = None
    yours: str = ""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """The role of a piece on a feature: its name, with an article, and a number."""

    name: str
    a_name: str
    number: Count


@dataclass(frozen=True, slots=True)
class KindWords:
    """A kind of piece in a supply: its name, and a number."""

    name: str
    number: Count


@dataclass(frozen=True, slots=True)
class TermWords:
    """A term of a score.

    ``title``: that of a score that counts it, where the feature alone would not say.
    """

    number: Count
    title: str = ""


@dataclass(frozen=True, slots=True)
class BagWords:
    """A pile of tiles.

    ``drawn``: ``{who}`` draws from it and why; empty for the piles that turns draw from.
    ``extra_tile`` names a further tile of a turn, ``your_extra_tile`` the reader's.
    """

    name: str
    drawn: str = ""
    extra_tile: str = N_("a second tile")
    your_extra_tile: str = N_("your second tile")


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option of a game: its name in sentences, and the option of `/new` that sets it."""

    name: str
    command_option: str
    description: str


@dataclass(frozen=True, slots=True)
class Nouns:
    """A part's words, each table by the name in the rules.

    ``roles`` by name, ``kinds`` by kind of piece, ``features`` by layer or kind of score, ``terms``
    by term, ``values`` by option value. ``extras``: by kind of score, points that only some owners
    get.
    """

    terrains: Mapping[str, TerrainWords] = field(default_factory=dict)
    features: Mapping[str, FeatureWords] = field(default_factory=dict)
    roles: Mapping[str, RoleWords] = field(default_factory=dict)
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
    marks: Mapping[str, Count] = field(default_factory=dict)
    terms: Mapping[str, TermWords] = field(default_factory=dict)
    bags: Mapping[str, BagWords] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, Count] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the rules in a few lines.

    ``key`` names it in commands and buttons, and never changes; ``title`` and ``text`` are
    messages; ``more``: additions of other parts. ``rules``: numbers as in docs/rules.md. ``words``:
    a message with the words and phrases, separated by commas, by which people look it up, in all
    editions; translations need not mirror it.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    more: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Addition:
    """Lines that a part adds to another part's topic, with their rules.

    Each part of a game adds its own; a game without the topic leaves them out.
    """

    key: str
    text: str
    rules: tuple[str, ...]


LEARNER: Final = 0
"""The seat of the learner; the other one is an opponent's."""
SEATS: Final = 2
OPPONENT_LEVEL: Final = "novice"

IsReached: TypeAlias = Callable[[Game, Game], bool]
"""Return True if a turn reaches a goal; the game before it, and the draft after it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A task for the turn of a lesson; ``why`` is told about a turn that misses it."""

    is_reached: IsReached
    why: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a game with a tile in hand, and what the learner should do with it.

    ``key`` stands in buttons and in the database, and never changes; ``title``, ``task`` and
    ``done`` are messages. ``turns``: those before, the learner's first, each as ``TILE X Y ROTATION
    MOVES``; ``hand``: the learner's tile; ``example``: a turn that reaches all ``goals``. A lesson
    for ``beginners`` comes before those of other parts.
    """

    key: str
    game: str
    title: str
    task: str
    done: str
    turns: tuple[str, ...]
    hand: str
    goals: tuple[Goal, ...]
    example: str
    beginners: bool = False

    def missed_goal(self, before: Game, after: Game) -> Goal | None:
        """The first goal not reached; None for a right turn."""
        return next((goal for goal in self.goals if not goal.is_reached(before, after)), None)


@cache
def position(lesson: Lesson) -> Game:
    """The game at the learner's turn. Raise RulesError for illegal turns."""
    book = rulebook(lesson.game)
    wanted = [*(turn.split()[0] for turn in lesson.turns), lesson.hand]
    bags: dict[str, tuple[str, ...]] = {}
    for name, box in book.ruleset.bags.items():
        first = [tile for tile in wanted if tile in box.counts]
        rest = Counter(box.pile())
        rest.subtract(first)
        bags[name] = (*first, *rest.elements())
    game = start(book, SEATS, bags)
    for turn in lesson.turns:
        game = play_line(game, f"place {turn.partition(' ')[2]}")
        while game.drawn is None:
            game = play(game, Pass())
    return game


def play_with_reply(lesson: Lesson, moves: Sequence[Move]) -> Game:
    """Play the learner's turn, and the opponent's if that is next.

    The opponent's answer is fixed. Raise IllegalMove.
    """
    game = play_together(position(lesson), moves)[0]
    if game.over or game.turn == LEARNER:
        return game
    return play_together(game, choose(game, OPPONENT_LEVEL))[0]


def scores(points: int, why: str) -> Goal:
    return Goal(lambda before, after: points_gained(before, after).get(LEARNER, 0) >= points, why)


def earns_at_the_end(points: int, why: str) -> Goal:
    """Reach so many points more if the game ended after the turn."""
    return Goal(
        lambda _before, after: projected_scores(after)[LEARNER] - after.scores[LEARNER] >= points,
        why,
    )


def deploys(role: str, why: str) -> Goal:
    return Goal(
        lambda before, after: any(
            isinstance(event, PieceDeployed) and event.piece.role.name == role
            for event in _news(before, after)
        ),
        why,
    )


def extends(layer: str, why: str) -> Goal:
    """The learner's largest area on a layer grows."""
    return Goal(lambda before, after: _largest(after, layer) > _largest(before, layer), why)


def claims_tiles(layer: str, tiles: int, why: str) -> Goal:
    return Goal(lambda _before, after: _largest(after, layer) >= tiles, why)


def turns_the_tile(rotation: int, why: str) -> Goal:
    """The tile is placed with so many quarter turns clockwise."""
    return Goal(lambda _before, after: after.last_form.rotation == rotation, why)


def brings_about(kind: type[Event], why: str) -> Goal:
    return Goal(
        lambda before, after: any(isinstance(event, kind) for event in _news(before, after)), why
    )


def _news(before: Game, after: Game) -> tuple[Event, ...]:
    return after.story[len(before.story) :]


def _largest(game: Game, layer: str) -> int:
    areas = game.board.areas(layer)
    return max(
        (
            len(area.cells())
            for area in areas
            if any(piece.seat == LEARNER for piece in area.pieces)
        ),
        default=0,
    )


ButtonLabel: TypeAlias = Callable[[Any, Face, bool], str]
"""A function that makes a button's label: the move, its tile, True if both are played together."""


@dataclass(frozen=True, slots=True)
class CommandWords:
    """The slash command of one or several kinds of moves, which differ in what is typed.

    The text of a move after its first word is typed into one option; ``move_description`` describes
    it. ``translations`` maps the words of other languages, without accents, to those of the
    notation.
    """

    name: str
    description: str
    move_description: str
    translations: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stepwise:
    """A move that is made step by step, on a panel of its own.

    ``start``: the move without a step, as decisions offer it; ``more``: moves one step longer, each
    with the step's label; ``back``: the move one step shorter; ``whole``: the legal moves that
    begin with one; ``text``: a move's effect and points, ``brief``: the same in a few words for a
    menu; ``path``: the cells it leads over, its start first; ``way``: the steps as signs;
    ``named``: a whole move in a list.
    """

    start: Move
    more: Callable[[Game, Any], Iterable[tuple[str, Move]]]
    back: Callable[[Any], Move]
    whole: Callable[[Game, Any], Sequence[Move]]
    text: Callable[[Game, Any, Names], str]
    brief: Callable[[Game, Any, Names], str]
    path: Callable[[Game, Any], tuple[Cell, ...]]
    way: Callable[[Any], str]
    named: Callable[[Game, Any], str]


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words of a kind of move: to ask for it, and on its buttons.

    ``task``: what the player is to do, in public after "your turn in #meadow:"; empty for placing a
    tile, which is named. ``laid`` asks in private, beside a ``picture``. ``with_tile``: it may be
    chosen on the tile's panel, and played together with it.
    """

    task: str
    laid: str
    label: ButtonLabel
    tone: ButtonStyle = ButtonStyle.PRIMARY
    picture: type[Request] = Board
    with_tile: bool = False
    stepwise: Stepwise | None = None
    command: CommandWords | None = None


EventLine: TypeAlias = Callable[[Any, Game, Names], str]
"""A function that turns an event of a game into a line of text."""
EventPreview: TypeAlias = Callable[[Any], str]
"""A function that tells the player to move what an event would bring."""
NO_NOUNS: Final = Nouns()


@dataclass(frozen=True, slots=True)
class PartWords:
    """The words of a part, its messages marked with ``N_``.

    ``title``: the game that the part begins, or the name after *with* in a game's title; ``notes``:
    for the game's header; ``figures``: lines of its help. A topic with the key of one of the
    extended part replaces it; others stand after the key ``after``, or last; ``additions``: lines
    for topics of the game's other parts. ``moves`` and ``events`` by type; ``refusals``: by reason
    the topic that explains it, None if it explains itself. ``command_option_names``: single
    lower-case words for options that no shared command has; ``tokens``: where everything stands
    that is no piece; ``holdings``: what a seat has taken besides points. ``previews``: events of
    the move in view, None for those its effect tells already. ``lessons`` are those of *Learn*;
    ``sample``: a picture of the game that the part begins, and what is seen in it.
    """

    title: str
    notes: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    topics: tuple[Topic, ...] = ()
    after: str = ""
    additions: tuple[Addition, ...] = ()
    nouns: Nouns = NO_NOUNS
    moves: Mapping[type[Move], MoveWords] = field(default_factory=dict)
    events: Mapping[type, EventLine] = field(default_factory=dict)
    previews: Mapping[type, EventPreview | None] = field(default_factory=dict)
    refusals: Mapping[str, str | None] = field(default_factory=dict)
    command_option_names: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    tokens: Callable[[Game], Iterator[str]] | None = None
    holdings: Callable[[Game, int], Iterator[str]] | None = None
    lessons: tuple[Lesson, ...] = ()
    sample: tuple[Sample, str] | None = None

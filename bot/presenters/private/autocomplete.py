"""Autocomplete of moves: whole legal moves, the best first."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Final

from bot.games import moves
from bot.games.moves import words_of
from bot.presenters.private import places
from bot.presenters.private.choices import completion_texts
from bot.text.i18n import _
from bot.text.message import MAX_SUGGESTIONS
from bot.text.names import Names
from rules import notation
from rules.analysis.deployment_choices import Choice, deployment_choices
from rules.analysis.drafts import play_draft, points_gained
from rules.analysis.tile_faces import drawn_face_turned as face_of
from rules.analysis.tile_faces import last_laid_face
from rules.errors import RulesError
from rules.game import Game, letter_meanings, play_to_next_decision
from rules.geometry import Cell, xy
from rules.moves import Move, OwnMove, Pass, PlaceTile
from rules.opponents.move_order import MoveOrder, move_order

SEPARATOR: Final = " · "


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion for an option: the label and the value it stands for."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SuggestedWay:
    """A way to place the tile, with the choice after it if there is one.

    ``rank`` is 0 for the best. ``suggest`` makes the suggestion, which needs laying the tile, only
    when it is shown.
    """

    laid: PlaceTile
    choice: Move | None
    rank: int
    suggest: Callable[[], Suggestion]

    @property
    def figure(self) -> str:
        """The first word of the choice: a role, `pass`, or the word of another move."""
        return notation.write(self.choice).split()[0] if self.choice is not None else ""


FIRST_SUGGESTIONS: Final = 8
"""The suggestions that a phone shows above its keyboard, and a few more."""
MAX_FIRST_AT_CELL: Final = 2
"""The most of them at the same place."""


def _different_first(ways: Sequence[SuggestedWay]) -> list[SuggestedWay]:
    """Sort ways: some of the best that differ, the best of each other figure, the rest by place."""
    left = sorted(ways, key=lambda way: way.rank)
    first: list[SuggestedWay] = []
    at_cell: Counter[Cell] = Counter()
    for way in left:
        if len(first) < FIRST_SUGGESTIONS and at_cell[way.laid.cell] < MAX_FIRST_AT_CELL:
            first.append(way)
            at_cell[way.laid.cell] += 1
    figures = {way.figure for way in first}
    for way in left:
        if way.figure not in figures:
            first.append(way)
            figures.add(way.figure)
    rest: list[tuple[int, SuggestedWay]] = []
    of_figure: Counter[tuple[Cell, str]] = Counter()
    for way in left:
        if way not in first:
            rest.append((of_figure[way.laid.cell, way.figure], way))
            of_figure[way.laid.cell, way.figure] += 1
    rest.sort(key=lambda numbered: numbered[0])
    return [*first, *(way for _number, way in rest)]


def placement_suggestions(game: Game, typed: str, *, aided: bool) -> list[Suggestion]:
    """The moves for `/place` that begin with the typed text.

    If ``aided``, the best moves come first, few of them at the same place, and each figure and a
    move without one are among them.
    """
    wanted = _normalised_text(game, typed)
    typed_so = {wanted, moves.normalise_move(typed).removeprefix(moves.PLACE).strip()}
    placements = [
        laid
        for gap in places.placements_by_gap(game, aided)
        for laid in (PlaceTile(way.cell, way.rotation) for way in gap)
        if any(_is_prefix_pair(text, wanted) for text in _placement_spellings(laid))
    ]
    if aided:
        placements.sort(key=move_order(game).placement_rank)
    columns = [
        _ways_with_figures(game, laid, typed_so, aided) for laid in placements[:MAX_SUGGESTIONS]
    ]
    if aided:
        ways = _different_first([way for column in columns for way in column])
    else:
        ways = [way for row in zip_longest(*columns) for way in row if way is not None]
    return [way.suggest() for way in ways[:MAX_SUGGESTIONS]]


def command_suggestions(
    game: Game, kinds: Sequence[type[OwnMove]], typed: str, names: Names, *, aided: bool
) -> list[Suggestion]:
    """The legal moves of a command that begin with the typed text."""
    suggestions = {
        suggestion.value: suggestion
        for kind in kinds
        for suggestion in decision_suggestions(game, kind, typed, names, aided=aided)
    }
    return list(suggestions.values())[:MAX_SUGGESTIONS]


def decision_suggestions(
    game: Game, kind: type[OwnMove], typed: str, names: Names, *, aided: bool
) -> list[Suggestion]:
    """The legal moves of a kind that begin with the typed text.

    Of a move made step by step, the whole moves that continue it.
    """
    command = words_of(kind).command
    steps = words_of(kind).stepwise
    assert command is not None
    openings = game.decision.opening_moves(game) if not game.over else ()
    offered: Sequence[Move] = [move for move in openings if isinstance(move, kind)]
    if steps is not None and offered:
        offered = steps.whole(game, steps.start, aided)
    start = notation.write(offered[0]).split()[0] if offered else ""
    wanted = moves.to_notation(typed, game, command.translations).removeprefix(start).strip()
    read = moves.try_read_kind(kind, typed, game)
    texts = {wanted, notation.write(read).partition(" ")[2] if read is not None else wanted}
    suggestions = []
    for move in offered:
        text = notation.write(move).partition(" ")[2]
        if any(text.startswith(start_text) for start_text in texts):
            brings = (
                steps.brief(game, move, names, aided) if steps else _points_now(game, [move], aided)
            )
            suggestions.append(Suggestion(SEPARATOR.join(filter(None, (text, brings))), text))
    if wanted and moves.NO_FIGURE.startswith(wanted) and steps is None and Pass() in openings:
        return [
            Suggestion(words_of(Pass).label(Pass(), last_laid_face(game), False), moves.NO_FIGURE)
        ]
    return suggestions[:MAX_SUGGESTIONS]


def _normalised_text(game: Game, typed: str) -> str:
    """Normalise typed text to the notation, rotation and letters as offered (COM-25)."""
    wanted = moves.to_notation(typed, game).removeprefix(moves.PLACE).strip()
    words_typed = wanted.split()
    if len(words_typed) < 3 or game.hand is None:
        return wanted
    try:
        [laid] = moves.read_moves(" ".join((moves.PLACE, *words_typed[:3])))
        placement = game.decision.resolve(game, laid)
    except RulesError:
        return wanted
    letters = letter_meanings(game, laid, {})
    rest = [letters.get(word, word) if len(word) == 1 else word for word in words_typed[3:]]
    return " ".join((_typed_text(placement), *rest))


def _placement_spellings(laid: PlaceTile) -> tuple[str, str]:
    """The two spellings of a way to lay the tile."""
    x, y = xy(laid.cell)
    return f"{x} {y} rot{90 * laid.rotation}", f"{x} {y} {90 * laid.rotation}"


def _is_prefix_pair(text: str, wanted: str) -> bool:
    """Return True if one of two texts begins with the other."""
    return text.startswith(wanted) or wanted.startswith(f"{text} ")


def _ways_with_figures(
    game: Game, laid: PlaceTile, typed_so: Set[str], aided: bool
) -> list[SuggestedWay]:
    """The suggestions of a way to lay the tile, the best figure first.

    A figure is found by its word in the notation and in the spoken language; a move made step by
    step in all its ways once its word is typed.
    """
    deployments = deployment_choices(game, laid)
    order = move_order(game) if aided else MoveOrder.of(())
    if not deployments:
        bare = partial(_bare_suggestion, game, laid, aided)
        return [SuggestedWay(laid, None, order.placement_rank(laid), bare)]
    made: list[SuggestedWay] = []
    for choice in order.sort_choices(laid, deployments):
        rank = order.choice_rank(laid, choice.move)
        completions = completion_texts(choice, face_of(game, laid.rotation), game.turn, aided=aided)
        texts = [
            f"{where} {figure_text}"
            for where in _placement_spellings(laid)
            for figure_text in (
                _typed_text(choice.move),
                moves.normalise_move(completions[0]),
            )
        ]
        if any(text.startswith(typed_text) for text in texts for typed_text in typed_so):
            shown = partial(_choice_suggestion, game, laid, choice, aided)
            made.append(SuggestedWay(laid, choice.move, rank, shown))
        if moves.is_without_step(choice.move):
            stepwise = _stepwise_ways(game, laid, choice.move, typed_so, aided)
            made += [SuggestedWay(laid, choice.move, rank, shown) for shown in stepwise]
    return made


def _stepwise_ways(
    game: Game, laid: PlaceTile, start: Move, typed_so: Set[str], aided: bool
) -> Iterator[Callable[[], Suggestion]]:
    """The ways to make a move step by step that begin with the typed text."""
    steps, wheres = words_of(type(start)).stepwise, _placement_spellings(laid)
    if steps is None or not any(
        typed_text.startswith(f"{where} {_typed_text(start)}")
        for where in wheres
        for typed_text in typed_so
    ):
        return
    after = play_to_next_decision(game, laid)
    for move in steps.whole(after, start, aided):
        texts = [f"{where} {_typed_text(move)}" for where in wheres]
        if any(text.startswith(typed_text) for text in texts for typed_text in typed_so):
            yield partial(_stepwise_suggestion, game, laid, move, aided)


def _stepwise_suggestion(game: Game, laid: PlaceTile, move: Move, aided: bool) -> Suggestion:
    """A suggestion of a way to lay the tile and a whole move made step by step."""
    brings = _points_now(game, [laid, move], aided)
    label = f"{_placement_label(laid)} {_typed_text(move)}"
    return Suggestion(
        SEPARATOR.join(filter(None, (label, brings))), f"{_typed_text(laid)} {_typed_text(move)}"
    )


def _choice_suggestion(game: Game, laid: PlaceTile, choice: Choice, aided: bool) -> Suggestion:
    """A suggestion of a way to lay the tile and one choice after it."""
    completions = completion_texts(choice, face_of(game, laid.rotation), game.turn, aided=aided)
    return Suggestion(
        SEPARATOR.join((f"{_placement_label(laid)} {completions[0]}", *completions[1:])),
        f"{_typed_text(laid)} {_typed_text(choice.move)}",
    )


def _bare_suggestion(game: Game, laid: PlaceTile, aided: bool) -> Suggestion:
    """A suggestion of a way to lay the tile after which no figure is possible."""
    return Suggestion(
        SEPARATOR.join(filter(None, (_placement_label(laid), _points_now(game, [laid], aided)))),
        _typed_text(laid),
    )


def _placement_label(laid: PlaceTile) -> str:
    x, y = xy(laid.cell)
    return f"{x} {y} ↻{90 * laid.rotation}"


def _typed_text(move: Move) -> str:
    """A move as it is typed after its command."""
    return notation.write(move).removeprefix(moves.PLACE).strip()


def _points_now(game: Game, made: Sequence[Move], aided: bool) -> str:
    """The points that moves score at once for the seat to move, if ``aided`` and any."""
    gained = points_gained(game, play_draft(game, made)) if aided else {}
    points = gained.get(game.turn, 0)
    return _("+{points} now", points=points) if points else ""

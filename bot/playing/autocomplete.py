"""Autocomplete for `/place` and the commands of the parts: whole legal moves."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from itertools import zip_longest
from typing import Final

from bot.playing.panel_words import completion_texts
from bot.table.refusals import Refusal
from bot.text.coordinates import coordinates
from bot.text.i18n import _
from bot.text.message import MAX_SUGGESTIONS, Suggestion
from bot.text.names import Names
from bot.words import moves
from bot.words.moves import words_of
from bot.words.spaces import space_options
from rules import notation
from rules.analysis.deployment_choices import Choice, deployment_choices
from rules.analysis.drafts import play_draft, points_gained
from rules.analysis.placements import spaces
from rules.analysis.tile_faces import drawn_face_turned as face_of
from rules.analysis.tile_faces import last_laid_face
from rules.errors import RulesError
from rules.game import Game, letter_meanings, play_to_next_decision
from rules.geometry import xy
from rules.moves import Move, OwnMove, Pass, PlaceTile

_BEGUN_NUMBER: Final = re.compile(r"\s*(?:#([0-9]*))?")
"""Nothing, or the first figures of the number of a space."""


def placement_suggestions(game: Game, typed: str) -> list[Suggestion]:
    """Moves for `/place` that begin with the text, space by space.

    For no text the numbered spaces; for a space's number its moves, then the spaces whose numbers
    begin so.
    """
    if begun := _BEGUN_NUMBER.fullmatch(typed):
        number = begun[1] or ""
        spaces_begun = _space_suggestions(game, number)
        others = [space for space in spaces_begun if space.text != f"#{number}"]
        if len(others) == len(spaces_begun):
            return others[:MAX_SUGGESTIONS]
        made = placement_suggestions(game, f"#{number} ")
        return [*made[: MAX_SUGGESTIONS - len(others)], *others][:MAX_SUGGESTIONS]
    try:
        # A number alone may be the beginning of a column.
        typed = moves.with_coordinates(typed, game) if "#" in typed else typed
    except Refusal:
        return []
    wanted = _normalised_text(game, typed)
    typed_so = {wanted, moves.normalise_move(typed).removeprefix(moves.PLACE).strip()}
    placements = [
        laid
        for cell, rotations in spaces(game).items()
        for laid in (PlaceTile(cell, rotation) for rotation in rotations)
        if any(_is_prefix_pair(text, wanted) for text in _placement_spellings(laid))
    ]
    columns = [_ways_with_figures(game, laid, typed_so) for laid in placements[:MAX_SUGGESTIONS]]
    ways = [way for row in zip_longest(*columns) for way in row if way is not None]
    return [suggest() for suggest in ways[:MAX_SUGGESTIONS]]


def _space_suggestions(game: Game, begun: str) -> list[Suggestion]:
    return [
        Suggestion(f"#{option.number}", coordinates(option.cell), notes)
        for option in space_options(game)
        if str(option.number).startswith(begun)
        for notes in [(coordinates(option.cell), option.description())]
    ]


def command_suggestions(
    game: Game, kinds: Sequence[type[OwnMove]], typed: str, names: Names
) -> list[Suggestion]:
    """A command's legal moves that begin with the text."""
    suggestions = {
        suggestion.value: suggestion
        for kind in kinds
        for suggestion in decision_suggestions(game, kind, typed, names)
    }
    return list(suggestions.values())[:MAX_SUGGESTIONS]


def decision_suggestions(
    game: Game, kind: type[OwnMove], typed: str, names: Names
) -> list[Suggestion]:
    """A kind's legal moves that begin with the text.

    For a step-by-step move, the whole moves that continue it.
    """
    command = words_of(kind).command
    steps = words_of(kind).stepwise
    assert command is not None
    openings = game.decision.opening_moves(game) if not game.over else ()
    offered: Sequence[Move] = [move for move in openings if isinstance(move, kind)]
    if steps is not None and offered:
        offered = steps.whole(game, steps.start)
    start = notation.write(offered[0]).split()[0] if offered else ""
    wanted = moves.to_notation(typed, game, command.translations).removeprefix(start).strip()
    read = moves.try_read_kind(kind, typed, game)
    texts = {wanted, notation.write(read).partition(" ")[2] if read is not None else wanted}
    suggestions = []
    for move in offered:
        text = notation.write(move).partition(" ")[2]
        if any(text.startswith(start_text) for start_text in texts):
            brings = steps.brief(game, move, names) if steps else _points_now(game, [move])
            suggestions.append(Suggestion(text, text, (brings,)))
    if wanted and moves.NO_FIGURE.startswith(wanted) and steps is None and Pass() in openings:
        return [
            Suggestion(words_of(Pass).label(Pass(), last_laid_face(game), False), moves.NO_FIGURE)
        ]
    return suggestions[:MAX_SUGGESTIONS]


def _normalised_text(game: Game, typed: str) -> str:
    """Normalise text to the notation, rotation and letters as offered (COM-25)."""
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
    x, y = xy(laid.cell)
    return f"{x} {y} rot{90 * laid.rotation}", f"{x} {y} {90 * laid.rotation}"


def _is_prefix_pair(text: str, wanted: str) -> bool:
    return text.startswith(wanted) or wanted.startswith(f"{text} ")


def _ways_with_figures(
    game: Game, laid: PlaceTile, typed_so: Set[str]
) -> list[Callable[[], Suggestion]]:
    """Suggestions for a way to lay the tile, each made only when shown.

    A figure is found by its word in the notation and in the spoken language; a step-by-step move in
    all its ways once its word is typed.
    """
    deployments = deployment_choices(game, laid)
    if not deployments:
        return [partial(_bare_suggestion, game, laid)]
    made: list[Callable[[], Suggestion]] = []
    for choice in deployments:
        completions = completion_texts(choice, face_of(game, laid.rotation), game.turn)
        texts = [
            f"{where} {figure_text}"
            for where in _placement_spellings(laid)
            for figure_text in (
                _typed_text(choice.move),
                moves.normalise_move(completions[0]),
            )
        ]
        if any(text.startswith(typed_text) for text in texts for typed_text in typed_so):
            made.append(partial(_choice_suggestion, game, laid, choice))
        if moves.is_without_step(choice.move):
            made += _stepwise_ways(game, laid, choice.move, typed_so)
    return made


def _stepwise_ways(
    game: Game, laid: PlaceTile, start: Move, typed_so: Set[str]
) -> Iterator[Callable[[], Suggestion]]:
    steps, wheres = words_of(type(start)).stepwise, _placement_spellings(laid)
    if steps is None or not any(
        typed_text.startswith(f"{where} {_typed_text(start)}")
        for where in wheres
        for typed_text in typed_so
    ):
        return
    after = play_to_next_decision(game, laid)
    for move in steps.whole(after, start):
        texts = [f"{where} {_typed_text(move)}" for where in wheres]
        if any(text.startswith(typed_text) for text in texts for typed_text in typed_so):
            yield partial(_stepwise_suggestion, game, laid, move)


def _stepwise_suggestion(game: Game, laid: PlaceTile, move: Move) -> Suggestion:
    return Suggestion(
        f"{_placement_label(laid)} {_typed_text(move)}",
        f"{_typed_text(laid)} {_typed_text(move)}",
        (_points_now(game, [laid, move]),),
    )


def _choice_suggestion(game: Game, laid: PlaceTile, choice: Choice) -> Suggestion:
    text, *notes = completion_texts(choice, face_of(game, laid.rotation), game.turn)
    return Suggestion(
        f"{_placement_label(laid)} {text}",
        f"{_typed_text(laid)} {_typed_text(choice.move)}",
        tuple(notes),
    )


def _bare_suggestion(game: Game, laid: PlaceTile) -> Suggestion:
    return Suggestion(_placement_label(laid), _typed_text(laid), (_points_now(game, [laid]),))


def _placement_label(laid: PlaceTile) -> str:
    x, y = xy(laid.cell)
    return f"{x} {y} ↻{90 * laid.rotation}"


def _typed_text(move: Move) -> str:
    return notation.write(move).removeprefix(moves.PLACE).strip()


def _points_now(game: Game, made: Sequence[Move]) -> str:
    gained = points_gained(game, play_draft(game, made))
    points = gained.get(game.turn, 0)
    return _("+{points} now", points=points) if points else ""

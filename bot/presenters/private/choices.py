"""The choices after laying a tile in words: on buttons, in menus, while typing."""

from typing import Final

from bot.games import nouns
from bot.games.moves import words_of
from bot.games.nouns import short_figure_name
from bot.text.i18n import _, join_list, ngettext
from rules import notation
from rules.analysis.deployment_choices import Choice
from rules.analysis.tile_faces import Face
from rules.moves import Deploy, Pass

MAX_NAMED_MARKS: Final = 3
"""The most kinds of printed marks on a button, which has little room."""


def choice_label(choice: Choice, face: Face, *, aided: bool) -> str:
    """The label of a choice: ``Knight, north city (b): +4 now``, ``No meeple (4 points)``."""
    move = choice.move
    label = (
        short_figure_name(move, face)
        if isinstance(move, Deploy)
        else words_of(type(move)).label(move, face, True)
    )
    brings = choice_effect(choice, face, aided=aided)
    if not brings:
        return label
    if isinstance(move, Deploy):
        return _("{figure}: {brings}", figure=label, brings=brings)
    return _("{move} ({brings})", move=label, brings=brings)


def choice_effect(choice: Choice, face: Face, *, aided: bool) -> str:
    """The effect of a choice for its seat, beyond the effect of the tile itself.

    Without ``aided``, only the marks printed where the figure stands.
    """
    named = _marks(choice, face, aided)[:MAX_NAMED_MARKS]
    marks = join_list(nouns.counted_marks(*mark) for mark in named)
    if not aided:
        return marks
    if choice.points_from_figure:
        phrases = [_("+{points} now", points=choice.points_from_figure)]
    elif choice.points_promised:
        phrases = [_("up to +{points}", points=choice.points_promised)]
    else:
        phrases = [marks] if marks else []
    if choice.points_unclaimed:
        phrases.append(_unclaimed_text(choice))
    return ", ".join(phrases)


def completion_texts(choice: Choice, face: Face, seat: int, *, aided: bool) -> list[str]:
    """The completion texts of a choice: move, place, points at once if ``aided``.

    The first can be typed.
    """
    move = choice.move
    if isinstance(move, Pass):
        texts = [_("no meeple")]
    elif not isinstance(move, Deploy):
        texts = [notation.write(move), words_of(type(move)).label(move, face, True)]
    else:
        terrain = nouns.terrain_name(face.segment(move.letter).terrain)
        marks = [nouns.counted_marks(*mark) for mark in _marks(choice, face, aided)]
        texts = [f"{nouns.role_name(move.role)} {move.letter}", ", ".join((terrain, *marks))]
    if aided and isinstance(move, Deploy | Pass):
        if points := choice.points.get(seat, 0):
            texts.append(_("+{points} now", points=points))
        if choice.points_unclaimed:
            texts.append(_unclaimed_text(choice))
    return texts


def _unclaimed_text(choice: Choice) -> str:
    """The points of a finished feature that nobody gets after a choice."""
    return ngettext(
        "{number} point unclaimed", "{number} points unclaimed", choice.points_unclaimed
    )


def _marks(choice: Choice, face: Face, aided: bool) -> tuple[tuple[str, int], ...]:
    """The marks of the whole feature; without ``aided``, those on the tile alone."""
    if aided or not isinstance(choice.move, Deploy):
        return choice.marks
    return tuple(face.segment(choice.move.letter).marks.items())

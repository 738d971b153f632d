"""What a player may still choose: autocomplete, read off the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from bot.games.figures import figure_name
from bot.games.moves import words
from bot.text.i18n import _
from bot.text.message import SUGGESTIONS
from rules import notation
from rules.analysis import odds
from rules.analysis.faces import Face
from rules.analysis.reach import triples
from rules.errors import NotationError, RulesError
from rules.game import Game
from rules.geometry import xy
from rules.moves import Deploy, Move


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What an option may be filled with: what is shown and what it stands for."""

    name: str
    value: str | int


Filling: TypeAlias = Mapping[str, Suggestion]
"""One legal way to fill all options of a command."""


def suggestions(
    fillings: Iterable[Filling], option: str, typed: str, filled: Mapping[str, object]
) -> list[Suggestion]:
    """What is legal for an option, as the others already filled narrow it.

    ``typed`` is what the player has typed of it, ``filled`` what the other options hold so far.
    """
    wanted = {name: _matcher(name, value) for name, value in filled.items() if name != option}
    found: dict[str | int, Suggestion] = {}
    for filling in fillings:
        if all(fits(filling[name].value) for name, fits in wanted.items() if name in filling):
            found.setdefault(filling[option].value, filling[option])
    offered = sorted(found.values(), key=lambda each: _order(each.value))
    start = typed.strip().lower()
    return [each for each in offered if _begins(each, start)][:SUGGESTIONS]


def placements(game: Game) -> Iterator[Filling]:
    """The fillings of `/place`: every tile laid in every way, with every figure and none."""
    for cell, form, figure in triples(game):
        x, y = xy(cell)
        rotation = f"rot{form.degrees}"
        value = _figure_text(figure)
        name = _("none (no figure)") if figure is None else figure_name(figure, Face.of(form))
        yield {
            "x": Suggestion(str(x), x),
            "y": Suggestion(str(y), y),
            "rotation": Suggestion(rotation, rotation),
            "figure": Suggestion(name, value),
        }


def decisions(game: Game, kind: type[Move]) -> Iterator[Filling]:
    """The fillings of a part's command: the moves of its kind that are offered, none if none is."""
    command = words(kind).command
    assert command is not None
    for move in game.decision.openings(game) if not game.over else ():
        if isinstance(move, kind):
            values = command.values(move)
            yield {key: Suggestion(str(value), value) for key, value in values.items()}


def gaps(game: Game) -> Iterator[Filling]:
    """The fillings of `/fits`: the empty places beside a tile."""
    for cell in odds.gaps(game):
        x, y = xy(cell)
        yield {"x": Suggestion(str(x), x), "y": Suggestion(str(y), y)}


def onward(game: Game, kind: type[Move], typed: str) -> list[Suggestion]:
    """How a move made step by step can go on from what has been typed, a step at a time."""
    steps, command = words(kind).stepwise, words(kind).command
    assert steps is not None and command is not None
    try:
        move = command.move(typed) if typed.strip() else steps.start
        so_far = [move] if move != steps.start and game.decision.resolve(game, move) else []
    except RulesError:
        return []
    longer = [more for _label, more in steps.more(game, move)]
    texts = [str(value) for each in so_far + longer for value in command.values(each).values()]
    return [Suggestion(text, text) for text in texts]


def _figure_text(figure: Deploy | None) -> str:
    return "none" if figure is None else notation.write(figure)


def _begins(suggestion: Suggestion, typed: str) -> bool:
    plain = str(suggestion.value)
    told = (plain, plain.removeprefix("rot"), suggestion.name.lower())
    return any(text.startswith(typed) for text in told)


def _order(value: str | int) -> tuple[int, int, str]:
    if isinstance(value, int):
        return (0, value, "")
    if value.startswith("rot"):
        return (1, int(value.removeprefix("rot")), "")
    return (3, 0, "") if value == "none" else (2, 0, value)


def _anything(value: object) -> bool:
    return True


def _matcher(option: str, filled: object) -> Callable[[object], bool]:
    """Whether a value is the one an option is filled with; what cannot be read narrows nothing."""
    if filled is None or filled == "":
        return _anything
    text = str(filled)
    with suppress(NotationError):
        if option == "rotation":
            text = f"rot{90 * notation.rotation(text)}"
        if option == "figure":
            move = notation.figure(text)
            if isinstance(move, Deploy) and not move.letter:
                return lambda value: str(value).split()[0] == move.role
            text = _figure_text(move if isinstance(move, Deploy) else None)
        return lambda value: str(value) == text
    return _anything

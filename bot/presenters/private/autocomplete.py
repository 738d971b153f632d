"""What a player may still choose: autocomplete, read off the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from bot.presenters.words.figures import figure_name
from bot.text.i18n import _
from bot.text.message import SUGGESTIONS
from rules import notation
from rules.analysis.reach import triples
from rules.errors import NotationError, RulesError
from rules.game import Game
from rules.geometry import xy
from rules.moves import Deploy, LayFerry, SetArk, TurnFerry, Walk
from rules.variants.ark import next_steps


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What an option may be filled with: what is shown and what it stands for."""

    name: str
    value: str | int


Row: TypeAlias = Mapping[str, Suggestion]
"""One legal way to fill all options of a command."""


def suggestions(
    rows: Iterable[Row], option: str, typed: str, filled: Mapping[str, object]
) -> list[Suggestion]:
    """What is legal for an option, as the others already filled narrow it.

    ``typed`` is what the player has typed of it, ``filled`` what the other options hold so far.
    """
    wanted = {name: _matcher(name, value) for name, value in filled.items() if name != option}
    found: dict[str | int, Suggestion] = {}
    for row in rows:
        if all(fits(row[name].value) for name, fits in wanted.items() if name in row):
            found.setdefault(row[option].value, row[option])
    offered = sorted(found.values(), key=lambda each: _order(each.value))
    start = typed.strip().lower()
    return [each for each in offered if _begins(each, start)][:SUGGESTIONS]


def placements(game: Game) -> Iterator[Row]:
    """The rows of `/place`: every tile laid in every way, with every figure and none."""
    for cell, form, figure in triples(game):
        x, y = xy(cell)
        rotation = f"rot{form.degrees}"
        value = _figure_text(figure)
        name = _("none (no figure)") if figure is None else figure_name(figure, form)
        yield {
            "x": Suggestion(str(x), x),
            "y": Suggestion(str(y), y),
            "rotation": Suggestion(rotation, rotation),
            "figure": Suggestion(name, value),
        }


def decisions(game: Game, kind: type[LayFerry | TurnFerry | SetArk]) -> Iterator[Row]:
    """The rows of `/ferry`, `/turn` or `/ark`, by its kind of move; none if another is asked."""
    for move in game.decision.openings(game) if not game.over else ():
        if not isinstance(move, kind):
            continue
        values: dict[str, str | int] = {}
        if isinstance(move, TurnFerry | SetArk):
            values["x"], values["y"] = xy(move.cell)
        if isinstance(move, LayFerry | TurnFerry):
            values["a"], values["b"] = move.a, move.b
        yield {key: Suggestion(str(value), value) for key, value in values.items()}


def gaps(game: Game) -> Iterator[Row]:
    """The rows of `/fits`: the empty places beside a tile."""
    for cell in game.board.gaps:
        x, y = xy(cell)
        yield {"x": Suggestion(str(x), x), "y": Suggestion(str(y), y)}


def walks(game: Game, typed: str) -> list[Suggestion]:
    """How a walk of the Ark can go on from what has been typed, a step at a time."""
    try:
        steps = notation.walk(typed).steps if typed.strip() else ()
        so_far = [Walk(steps)] if steps and game.decision.resolve(game, Walk(steps)) else []
    except RulesError:
        return []
    more = [Walk((*steps, step)) for step in next_steps(game, steps)]
    texts = [" ".join(walk.steps) for walk in so_far + more]
    return [Suggestion(text, text) for text in texts]


def _figure_text(figure: Deploy | None) -> str:
    return "none" if figure is None else notation.write(figure)


def _begins(suggestion: Suggestion, typed: str) -> bool:
    plain = str(suggestion.value)
    told = (plain, plain.removeprefix("rot"), suggestion.name.lower())
    return any(words.startswith(typed) for words in told)


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

"""The words of the parts for their own events, and for tokens beside the pieces."""

from bot.games import PARTS, Wordless, parts
from bot.text.names import Names
from rules.game import Game
from rules.story import Event


def line(event: Event, game: Game, names: Names) -> str:
    """An event of a part as a line. Raise Wordless if no part knows it."""
    for part in PARTS.values():
        if type(event) in part.events:
            return part.events[type(event)](event, game, names)
    raise Wordless(f"no line for events of type {type(event).__name__}")


def of_a_part(event: Event) -> bool:
    """Return True if an event belongs to one part, not to every game."""
    return any(type(event) in part.events for part in PARTS.values())


def tokens(game: Game) -> list[str]:
    """The place of every token on the board that is no piece, a sentence each."""
    return [said for part in PARTS.values() for said in part.tokens(game)]


def holdings(game: Game, seat: int) -> list[str]:
    """The things a seat has taken beside its points, a few words each; usually empty."""
    return [said for part in parts(game.book.ruleset.name) for said in part.holdings(game, seat)]

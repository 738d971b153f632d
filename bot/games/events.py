"""What the parts say of their own events, and of what lies beside the board because of them."""

from bot.games import PARTS, Wordless, parts
from bot.text.names import Names
from rules.game import Game
from rules.story import Event


def line(event: Event, game: Game, names: Names) -> str:
    """An event of a part in a line; Wordless if no part knows it."""
    for part in PARTS.values():
        if type(event) in part.events:
            return part.events[type(event)](event, game, names)
    raise Wordless(f"no line for events of type {type(event).__name__}")


def of_a_part(event: Event) -> bool:
    """Whether an event is a part's own, and none of every game."""
    return any(type(event) in part.events for part in PARTS.values())


def tokens(game: Game) -> list[str]:
    """Where everything stands on the board that is no piece, a sentence each."""
    return [said for part in PARTS.values() for said in part.tokens(game)]


def holdings(game: Game, seat: int) -> list[str]:
    """What a seat has taken beside its points, a few words each; most games have nothing."""
    return [said for part in parts(game.book.ruleset.name) for said in part.holdings(game, seat)]

"""The ways to look at a board: which picture each is, in the player's words."""

from typing import Final

from bot.presenters.cast import Cast
from bot.presenters.post import Around, Counted, Mine, Owners, Picture, Shot, Stuck
from bot.presenters.scores import arithmetic, title, where
from bot.presenters.turns import alt_text
from bot.refusals import Refusal
from bot.table import Table
from rules.geometry import Cell
from rules.story import Scored

VIEWS: Final = {
    "whole": "the whole board",
    "owners": "who leads where",
    "mine": "what you lead or share",
    "numbered": "what was scored last, to count it",
    "stuck": "gaps that no tile left fits",
}
"""The views there are, and what each shows."""


def picture(
    table: Table, cast: Cast, view: str, cell: Cell | None, seat: int | None
) -> tuple[str, Picture]:
    """What a view is called and its picture; ``cell`` moves it to one place on the board."""
    game = table.running_game
    alt = alt_text(table, cast, [])
    match view:
        case "owners":
            return "Each area in the colours of who leads in it; hatched where they tie.", Picture(
                Shot.BOARD, f"Who leads where. {alt}", Owners()
            )
        case "mine":
            if seat is None:
                raise Refusal("not-seated")
            return "The areas you lead or share.", Picture(
                Shot.BOARD, f"The areas of {cast.plain(seat)}. {alt}", Mine(seat)
            )
        case "stuck":
            return "Crossed gaps fit no tile that is left.", Picture(
                Shot.BOARD, f"The gaps that no tile left fits. {alt}", Stuck()
            )
        case "numbered":
            for number in reversed(range(len(game.story))):
                event = game.story[number]
                if isinstance(event, Scored) and (cell is None or cell in event.cells()):
                    text = f"{title(event.kind)} {where(event)}: {arithmetic(event.terms)}"
                    return text, Picture(Shot.BOARD, f"Counted: {text}", Counted(number))
            raise Refusal("nothing-scored")
        case _ if cell is not None:
            return "", Picture(Shot.BOARD, alt, Around(cell))
        case _:
            return "", Picture(Shot.BOARD, alt)

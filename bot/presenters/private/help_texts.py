"""Answers to who wants to know: help, the record, whether the bag was fair."""

from typing import Final

from bot.games import about
from bot.table.table import Table
from bot.text.i18n import N_, _
from rules.fairness import commitment, sealed
from rules.variants import rulebook

HELP: Final = (
    N_(
        "**Your turn**: press *Place my tile* under the newest post and choose, or type: "
        "`/place 3 -1 rot90 {figure} b` is column 3, row -1, a quarter turn clockwise, a figure on "
        "segment b. All touching sides must match. Every option suggests what is legal. Leave the "
        "figure out and you are asked; `none` puts none."
    ),
    N_(
        "**The picture**: light squares are places for the tile; ▲ 3 at the rim says that 3 more "
        "lie beyond it; a pale rotation fits nowhere; a framed tile was laid last."
    ),
    N_(
        "`/pass`: no figure on the tile you were asked about · `/undo`: take your last tile back; "
        "once others have played on, all have to agree · `/resign`: leave the game"
    ),
)
MORE: Final = (
    N_(
        "**Looking**: `/board` the board, in pictures or in words · `/places` where your tile may "
        "go · `/since` what is new to you · `/score` points and why · `/log` all that happened · "
        "`/tiles` what is still to come · `/fits` what fits a gap · `/rule` the rules at hand · "
        "`/replay` the game as an animation · `/export` the game as a record · `/verify` that the "
        "bag was fair"
    ),
    N_(
        "**Table**: `/new` opens one · `/join` `/leave` `/start` · `/end` stops the game (its "
        "host, or who manages the server)"
    ),
)


def help_text(name: str) -> str:
    """How to play a game, every command, and its figures, in short."""
    role = next(iter(rulebook(name).ruleset.roles)).name
    return "\n".join(
        [
            f"## {about.title(name)}",
            f"*{about.note(name)}*",
            *(_(text, figure=role) for text in HELP),
            _("**Figures**"),
            about.figures(name),
            *map(_, MORE),
        ]
    )


def export_text(table: Table) -> str:
    """The record; while the game runs, without the tiles nobody has seen."""
    if table.game is None or table.header is None:
        raise ValueError("no game has begun")
    moves = ["", *(line.text for line in table.lines), ""]
    if table.ended:
        header = table.header
        return "\n".join([sealed(header) if header.nonce else header.text(), *moves])
    game = table.game
    lines = table.header.settled()
    if table.header.nonce:
        lines.append(f"commitment: {commitment(table.header)}")
    for bag, order in table.header.bags.items():
        seen = order[: len(order) - len(game.bags[bag])]
        lines.append(f"{bag}: {' '.join([*seen, '…'])}")
    lines.append("# … stands for the tiles nobody has seen; the record tells them after the end.")
    return "\n".join([*lines, *moves])


def verify_text(table: Table) -> str:
    """Whether the bags were sealed at the start, and that they are what was played from."""
    header = table.header
    assert header is not None
    if not header.nonce:
        return _("This game was dealt before bags were sealed, so there is nothing to verify.")
    seal = f"`{commitment(header)}`"
    if not table.ended:
        return _(
            "The bag was shuffled and sealed when the game started: {seal} is the SHA-256 of its "
            "order and a random number. Both are told when the game is over; then anybody can "
            "check that nothing was changed.",
            seal=seal,
        )
    return _(
        "The order of the bag and the random number {nonce} have the SHA-256 {seal}, which was "
        "posted at the start: the bag was not touched. Check it yourself: `/export` the record and "
        "run `python -m rules verify` on it.",
        nonce=f"`{header.nonce}`",
        seal=seal,
    )

"""The record of a game as a file, and the check of its bags against their commitment."""

from bot.table.table import Table
from bot.text.i18n import _
from rules.fairness import commitment, sealed


def export_text(table: Table) -> str:
    """The record; while the game runs, without the tiles nobody has seen."""
    if table.game is None or table.header is None:
        raise ValueError("no game has begun")
    moves = ["", *(line.text for line in table.lines), ""]
    if table.ended:
        header = table.header
        return "\n".join([sealed(header) if header.nonce else header.text(), *moves])
    game = table.game
    lines = table.header.public_lines()
    if table.header.nonce:
        lines.append(f"commitment: {commitment(table.header)}")
    for bag, order in table.header.bags.items():
        seen = order[: len(order) - len(game.bags[bag])]
        lines.append(f"{bag}: {' '.join([*seen, '…'])}")
    remark = _("… stands for the tiles nobody has seen; the record tells them after the end.")
    lines.append(f"# {remark}")
    return "\n".join([*lines, *moves])


def verify_text(table: Table) -> str:
    """Say whether the bags were sealed at the start and are those that were played."""
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
        "posted at the start: the bag was not touched. Check it yourself: take the *Record* and "
        "run `python -m rules verify` on it.",
        nonce=f"`{header.nonce}`",
        seal=seal,
    )

"""What is said where the Ark is set and walks (A-30 to A-34)."""

from collections.abc import Iterator
from typing import Final

from bot.games.decisions import CommandWords, MoveWords, Stepwise
from bot.text.i18n import N_, _, ngettext
from bot.text.message import WORDS_LIMIT, Shot, Tone, within
from bot.text.names import Names
from bot.text.phrases import at, gained
from rules.analysis.faces import Face
from rules.game import Game
from rules.variants.ark_walk import (
    ARK,
    ArkSet,
    ArkWalked,
    SetArk,
    Walk,
    next_steps,
    path,
    walk_points,
    walks,
)

_ARROWS: Final = {"n": N_("↑ north"), "e": N_("→ east"), "s": N_("↓ south"), "w": N_("← west")}


def _setting_label(move: SetArk, face: Face, with_tile: bool) -> str:
    return _("Ark to {cell}", cell=at(move.cell))


def _walking_label(move: Walk, face: Face, with_tile: bool) -> str:
    return _("Walk the Ark …")


def _more(game: Game, move: Walk) -> Iterator[tuple[str, Walk]]:
    """The walks that are a step longer (A-32); none while the Ark is beside the board."""
    for step in next_steps(game, move.steps) if ARK in game.tokens else ():
        yield _(_ARROWS[step]), Walk((*move.steps, step))


def _back(move: Walk) -> Walk:
    return Walk(move.steps[:-1])


def _whole(game: Game, move: Walk, aided: bool) -> list[Walk]:
    """The walks that begin so: what earns most for the seat to move first if ``aided``."""

    def rank(walk: Walk) -> tuple[int, int]:
        met = walk_points(game, path(game, walk.steps)[1:]) if aided else {}
        return sum(met.values()) - 2 * met.get(game.turn, 0), len(walk.steps)

    return sorted(walks(game, move.steps), key=rank)


def _brief(game: Game, move: Walk, names: Names, aided: bool) -> str:
    """What a walk earns everybody if ``aided``."""
    gains = walk_points(game, path(game, move.steps)[1:]) if aided else {}
    said = (
        _("{points} for {players}", points=points, players=names.plain(seat))
        for seat, points in gains.items()
    )
    return within(said, WORDS_LIMIT)


def _way(game: Game, move: Walk) -> tuple[int, ...]:
    return path(game, move.steps)


def _text(game: Game, move: Walk, names: Names, aided: bool) -> str:
    """The walk so far, and what it earns everybody if ``aided`` (A-33)."""
    cells = path(game, move.steps)
    way = " → ".join(f"`{at(cell)}`" for cell in cells)
    if not move.steps:
        return _(
            "The Ark stands at {cell}. Where does it go first? It walks one to five tiles.",
            cell=way,
        )
    if not aided:
        return _("The Ark walks {way}.", way=way)
    gains = gained(walk_points(game, cells[1:]), names)
    if gains:
        return _("The Ark walks {way}. So far it earns {gains}.", way=way, gains=gains)
    return _("The Ark walks {way}. So far it earns nobody anything.", way=way)


SET: Final = MoveWords(
    call=N_("{who}, your turn ({tiles}): set the Ark, as in `/{example}`."),
    laid=N_("Your tile is laid. Now set the Ark on a tile of the city you finished."),
    label=_setting_label,
    shot=Shot.CELLS,
    command=CommandWords(
        "ark",
        N_("Set the Ark on a tile of the city just finished (The Ark of the Covenant)"),
        N_("Column and row of the tile, as in 2 0"),
    ),
)

WALK: Final = MoveWords(
    call=N_("{who}, your turn ({tiles}): put a figure on your tile, `/walk`, or `/place pass`."),
    laid=N_("Your tile is laid. Now put a figure on it, walk the Ark, or neither."),
    label=_walking_label,
    tone=Tone.GOOD,
    with_tile=True,
    stepwise=Stepwise(Walk(()), _more, _back, _whole, _text, _brief, _way),
    command=CommandWords(
        "walk",
        N_("Walk the Ark instead of putting a figure on your tile (The Ark of the Covenant)"),
        N_("One to five steps: n, e, s, w, as in n e e"),
        spoken={"nord": "n", "est": "e", "sud": "s", "ouest": "w", "o": "w"},
    ),
)


def told_set(event: ArkSet, game: Game, names: Names) -> str:
    """Where the Ark was set."""
    who, cell = names.shown(event.seat), at(event.cell)
    return _("⛺ {who} sets the Ark at `{cell}`.", who=who, cell=cell)


def told_walk(event: ArkWalked, game: Game, names: Names) -> str:
    """How far the Ark walked, and where to."""
    return ngettext(
        "⛺ {who} walks the Ark {number} tile to `{cell}`.",
        "⛺ {who} walks the Ark {number} tiles to `{cell}`.",
        len(event.path),
        who=names.shown(event.seat),
        cell=at(event.path[-1]),
    )


def tokens(game: Game) -> Iterator[str]:
    """Where the Ark stands."""
    if ARK in game.tokens:
        yield _("The Ark stands at {cell}.", cell=f"`{at(game.tokens[ARK])}`")

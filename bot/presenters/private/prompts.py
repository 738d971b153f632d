"""What a player is asked privately in the middle of a turn: figures, ferries, the Ark."""

from bot.presenters.words import scores
from bot.presenters.words.figures import figure_name
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, Illustration, Message, Shot, Tone
from bot.text.names import Names
from rules import notation
from rules.game import Game, lay
from rules.geometry import Cell, xy
from rules.layers import Form
from rules.moves import Deploy, LayFerry, Move, Pass, PlaceTile, SetArk, TurnFerry, Walk
from rules.variants.ark import next_steps, path, walk_points

ARROWS = {"n": N_("↑ north"), "e": N_("→ east"), "s": N_("↓ south"), "w": N_("← west")}
LAID: dict[type[Move], str] = {
    Deploy: N_("Your tile is laid. Now put a figure on it, or none."),
    Walk: N_("Your tile is laid. Now put a figure on it, walk the Ark, or neither."),
    LayFerry: N_("Your tile is laid. Now lay its ferry between two roads."),
    TurnFerry: N_("Your tile is laid. Now you may turn ferries on the roads you extended."),
    SetArk: N_("Your tile is laid. Now set the Ark on a tile of the city you finished."),
    Pass: N_("Your tile is laid. Now choose what to do."),
    PlaceTile: N_("You draw another tile: lay it."),
}
"""What is still to be decided, by the kind of move that is offered first."""
SHOTS = (
    (Deploy, Shot.PREVIEW),
    (LayFerry, Shot.PREVIEW),
    (TurnFerry, Shot.ROADS),
    (SetArk, Shot.CELLS),
)
"""Which picture helps to decide, by the kind of move that is offered first."""
PLAN = "plan"
"""What a button does that shows a move further on its way instead of making it."""
BUTTONS = 25


def figure(game: Game, laid: PlaceTile) -> Message | None:
    """Which figure goes onto a tile laid so; None where there is nothing to choose."""
    after = lay(game, laid)
    options = after.decision.openings(after)
    if not options:
        return None
    where = notation.write(laid).removeprefix("place ")
    text = _("Your tile at `{where}`: which figure? Nothing is laid until you choose.", where=where)
    alt = _("Your tile as it would lie at {where}, its segments lettered.", where=where)
    before = f"{notation.write(laid)} "
    buttons = [offer(option, after.last_form, before) for option in options]
    return Message(text, (Illustration(Shot.PREVIEW, alt),), tuple(buttons[:BUTTONS]))


def next_decision(game: Game) -> Message:
    """What is still to be decided about the tile just laid."""
    options = game.decision.openings(game)
    buttons = tuple(offer(option, game.last_form, "") for option in options[:BUTTONS])
    text = _(LAID[type(options[0])])
    if len(options) > BUTTONS:
        more = ngettext(
            "The buttons show {shown} of {number} choice; any can be typed.",
            "The buttons show {shown} of {number} choices; any can be typed.",
            len(options),
            shown=BUTTONS,
        )
        text = f"{text} {more}"
    shot = next((shot for kind, shot in SHOTS if isinstance(options[0], kind)), Shot.BOARD)
    choices = ", ".join(map(notation.write, options[:BUTTONS]))
    offered = _("Choices: {choices}.", choices=choices)
    alt = f"{text} {offered}"
    return Message(text, (Illustration(shot, alt),), buttons)


def walk(
    game: Game, laid: PlaceTile | None, steps: tuple[str, ...], names: Names, *, aided: bool
) -> Message:
    """The Ark's walk so far, what it earns everybody if ``aided``, and how it can go on.

    See A-31 to A-33.
    """
    after = lay(game, laid) if laid is not None else game
    before = f"{notation.write(laid)} " if laid is not None else ""
    cells = path(after, steps)
    way = " → ".join(f"`{_at(cell)}`" for cell in cells)
    met = walk_points(after, cells[1:])
    gains = scores.gained(met, names)
    if not steps:
        text = _(
            "The Ark stands at {cell}. Where does it go first? It walks one to five tiles.",
            cell=way,
        )
    elif not aided:
        text = _("The Ark walks {way}.", way=way)
    elif gains:
        text = _("The Ark walks {way}. So far it earns {gains}.", way=way, gains=gains)
    else:
        text = _("The Ark walks {way}. So far it earns nobody anything.", way=way)
    buttons = [
        Button(_(ARROWS[step]), f"{PLAN} {before}{notation.write(Walk((*steps, step)))}")
        for step in next_steps(after, steps)
    ]
    if steps:
        back = notation.write(Walk(steps[:-1]))
        buttons.append(Button(_("Take back"), f"{PLAN} {before}{back}"))
        buttons.append(Button(_("Go"), f"{before}{notation.write(Walk(steps))}", Tone.GOOD))
    alt = text.replace("*", "").replace("`", "")
    return Message(text, (Illustration(Shot.WALK, alt, Walk(steps)),), tuple(buttons))


def offer(move: Move, form: Form, before: str) -> Button:
    """A button for a move, whatever it is; ``before`` is the text of what is played with it."""
    action = before + notation.write(move)
    match move:
        case Deploy():
            return Button(figure_name(move, form), action, Tone.MAIN)
        case Pass():
            return Button(_("No figure") if before else _("Done"), action)
        case LayFerry(a, b):
            return Button(_("Ferry {a}-{b}", a=a, b=b), action, Tone.MAIN)
        case TurnFerry(cell, a, b):
            return Button(_("At {cell}: {a}-{b}", cell=_at(cell), a=a, b=b), action, Tone.MAIN)
        case SetArk(cell):
            return Button(_("Ark to {cell}", cell=_at(cell)), action, Tone.MAIN)
        case Walk():
            return Button(_("Walk the Ark …"), f"{PLAN} {action}", Tone.GOOD)
        case PlaceTile():
            return Button(action, action)


def _at(cell: Cell) -> str:
    x, y = xy(cell)
    return f"{x} {y}"

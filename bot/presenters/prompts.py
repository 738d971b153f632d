"""What a player is asked privately in the middle of a turn: figures, ferries, the Ark."""

from bot.presenters.cast import Cast
from bot.presenters.choices import figure_name
from bot.presenters.post import LABEL_LIMIT, Button, Picture, Post, Shot, Tone, shortened
from rules import notation
from rules.game import Game, lay
from rules.geometry import Cell, xy
from rules.moves import Deploy, LayFerry, Move, Pass, PlaceTile, SetArk, TurnFerry, Walk
from rules.tiles import Tile
from rules.variants.ark import next_steps, path, walk_points

ARROWS = {"n": "▲ north", "e": "▶ east", "s": "▼ south", "w": "◀ west"}
SHOTS = ((Deploy, Shot.LAID), (LayFerry, Shot.LAID), (TurnFerry, Shot.ROADS), (SetArk, Shot.CELLS))
"""Which picture helps to decide, by the kind of move that is offered first."""
PLAN = "plan"
"""What a button does that shows a move further on its way instead of making it."""
BUTTONS = 25


def figure(game: Game, laid: PlaceTile) -> Post | None:
    """Which figure goes onto a tile laid so; None where there is nothing to choose."""
    after = lay(game, laid)
    options = after.decision.openings(after)
    if not options:
        return None
    where = notation.write(laid).removeprefix("place ")
    text = f"Your tile at `{where}`: which figure? Nothing is laid until you choose."
    alt = f"Your tile as it would lie at {where}, its segments lettered."
    tile = after.last_form.tile
    buttons = [_button(option, tile, f"{notation.write(laid)} ") for option in options]
    return Post(text, (Picture(Shot.LAID, alt),), tuple(buttons[:BUTTONS]))


def next_decision(game: Game) -> Post:
    """What is still to be decided about the tile just laid."""
    options = game.decision.openings(game)
    tile = game.last_form.tile
    buttons = tuple(_button(option, tile, "") for option in options[:BUTTONS])
    text = f"Your tile lies. Now {game.decision.wanted}."
    if len(options) > BUTTONS:
        text += f" The buttons show {BUTTONS} of {len(options)} choices; any can be typed."
    shot = next((shot for kind, shot in SHOTS if isinstance(options[0], kind)), Shot.BOARD)
    return Post(text, (Picture(shot, f"{text} {_listed(options)}"),), buttons)


def walk(game: Game, laid: PlaceTile | None, steps: tuple[str, ...], cast: Cast) -> Post:
    """The Ark's walk so far with what it earns everybody, and how it can go on (A-31 to A-33)."""
    after = lay(game, laid) if laid is not None else game
    before = f"{notation.write(laid)} " if laid is not None else ""
    cells = path(after, steps)
    way = " → ".join(f"`{_at(cell)}`" for cell in cells)
    met = walk_points(after, cells[1:])
    gains = ", ".join(f"**{points}** for {cast.shown(seat)}" for seat, points in met.items())
    text = f"The Ark walks {way}. It earns {gains or 'nobody anything'} so far."
    if not steps:
        text = f"The Ark stands at {way}. Where does it go first? It walks one to five tiles."
    buttons = [
        Button(ARROWS[step], f"{PLAN} {before}{notation.write(Walk((*steps, step)))}")
        for step in next_steps(after, steps)
    ]
    if steps:
        back = notation.write(Walk(steps[:-1]))
        buttons.append(Button("Take back", f"{PLAN} {before}{back}"))
        buttons.append(Button("Go", f"{before}{notation.write(Walk(steps))}", Tone.GOOD))
    alt = text.replace("*", "").replace("`", "")
    return Post(text, (Picture(Shot.WALK, alt, Walk(steps)),), tuple(buttons))


def _button(move: Move, tile: Tile, before: str) -> Button:
    """A button for a move, whatever it is; ``before`` is the text of what is played with it."""
    does = before + notation.write(move)
    match move:
        case Deploy():
            label = figure_name(move, tile.zone(move.letter))
            return Button(shortened(label, LABEL_LIMIT), does, Tone.MAIN)
        case Pass():
            return Button("No figure" if before else "Done", does)
        case LayFerry(a, b):
            return Button(f"Ferry {a}-{b}", does, Tone.MAIN)
        case TurnFerry(cell, a, b):
            return Button(f"At {_at(cell)}: {a}-{b}", does, Tone.MAIN)
        case SetArk(cell):
            return Button(f"Ark to {_at(cell)}", does, Tone.MAIN)
        case Walk():
            return Button("Walk the Ark …", f"{PLAN} {does}", Tone.GOOD)
        case PlaceTile():
            return Button(does, does)


def _listed(options: tuple[Move, ...]) -> str:
    return "Choices: " + ", ".join(map(notation.write, options[:BUTTONS])) + "."


def _at(cell: Cell) -> str:
    x, y = xy(cell)
    return f"{x} {y}"

"""The panel opened and led to a chosen turn, and the texts of its actions."""

from bot.playing.panel_words import MAX_SPACE_BUTTONS
from bot.text.names import Names
from bot.words.spaces import space_options
from rules.analysis.deployment_choices import deployment_choices
from rules.game import Game
from rules.geometry import xy
from rules.moves import Deploy, Move, PlaceTile
from tests.support.legal_turns import Turn, legal_figures, placements_with_figure_choice
from tests.support.move_panel import Panel, move_text, open_panel, shows
from tests.support.world import World

NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})


async def choose_turn(world: World, turn: Turn) -> Panel:
    """Open a panel and lay the tile as in a turn; no figure is chosen yet."""
    panel = await open_panel(world)
    page = 1
    while not choices_at_gap(panel, turn) and f"panel {page + 1}" in panel.places:
        page += 1
        panel = await panel.choose(f"panel {page}")
    if choices_at_gap(panel, turn):
        panel = await panel.take(choices_at_gap(panel, turn)[0])
    if shows(turn.place) in panel.action:
        panel = await panel.press(shows(turn.place))
    return panel


def choices_at_gap(panel: Panel, turn: Turn) -> list[str]:
    """List the actions that lead to the cell of a turn."""
    x, y = xy(turn.place.cell)
    return [does for does in panel.places if does.startswith(f"show place {x} {y} ")]


def turn_by_taps(game: Game, *, rotated: bool) -> Turn:
    """A turn with a figure: in the rotation that its space opens with, or in another one."""
    opened = {option.cell: option.rotations[0] for option in space_options(game)}
    assert len(opened) <= MAX_SPACE_BUTTONS
    return next(
        Turn(place, legal_figures(game, place)[0])
        for place in placements_with_figure_choice(game)
        if (opened.get(place.cell) != place.rotation) is rotated
    )


async def tap_turn(world: World, turn: Turn) -> int:
    """Make a turn by the panel. Return the taps, that on the post included."""
    player, before = await world.to_move(), len(await world.log())
    panel, taps = await open_panel(world, player), 1
    if panel.places:
        panel, taps = await panel.press(choices_at_gap(panel, turn)[0]), taps + 1
    if shows(turn.place) in panel.action:
        panel, taps = await panel.press(shows(turn.place)), taps + 1
    assert len(await world.log()) == before, "nothing is in the log before a meeple is chosen"
    await panel.take(move_text(*turn.moves))
    assert [entry.text for entry in (await world.log())[before:]] == [
        move_text(move) for move in turn.moves
    ]
    return taps + 1


def action_of(turn: Turn, game: Game) -> str:
    """The action of the turn's figure button, or of the tile alone if no figure can be chosen."""
    return move_text(*moves_of(turn, game))


def moves_of(turn: Turn, game: Game) -> tuple[Move, ...]:
    """The moves that the action of a turn's button makes."""
    return turn.moves if deployment_choices(game, turn.place) else (turn.place,)


def figures_or_none(game: Game, place: PlaceTile) -> list[Deploy | None]:
    """Every figure that may go onto a laid tile, and none as the last choice."""
    return [*legal_figures(game, place), None]

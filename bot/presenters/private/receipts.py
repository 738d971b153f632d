"""The private receipt of a move: what was done, and how to take it back."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games import game_texts
from bot.games.game_texts import holding_phrases
from bot.games.nouns import short_figure_name
from bot.presenters.words.actions import OpenPanel, UndoTile
from bot.presenters.words.buttons import settings_button
from bot.presenters.words.tile_descriptions import your_extra_tile
from bot.table.table import Outcome, Phase
from bot.table.undo_policy import NEVER
from bot.text.i18n import _, join_list, ngettext
from bot.text.message import Button, ButtonStyle, Message
from bot.text.phrases import coordinates, rotation_text
from rules.analysis.history import index_of_last_tile, tile_number_in_turn
from rules.analysis.tile_faces import face_at
from rules.game import Game
from rules.moves import Deploy
from rules.story import PieceDeployed, TilePlaced, totals


def receipt_due(outcome: Outcome) -> bool:
    """Return True if a command made moves in a game that goes on, without an undo."""
    return outcome.after.phase is Phase.PLAYING and made_moves(outcome)


def made_moves(outcome: Outcome) -> bool:
    """Return True if a command made moves, without an undo."""
    before, after = outcome.before, outcome.after
    if before is None or not set(before.lines) < set(after.lines):
        return False
    newest = after.lines[-1]
    return newest.user == outcome.user and newest.is_move


def receipt(outcome: Outcome, following: Sequence[Button] = ()) -> Message:
    """The result of a command's moves, the button that takes them back, and what comes next."""
    assert outcome.before is not None
    before, after = outcome.before.running_game, outcome.after.running_game
    result = _placement_text(after)
    # A move of several commands is told whole.
    points = totals(after.story[index_of_last_tile(after) :], after.seats)[before.turn]
    if points:
        gained = ngettext("+{number} point.", "+{number} points.", points)
        result = f"{result} {gained}"
    taken = holding_phrases(after, before.turn)
    if taken != holding_phrases(before, before.turn):
        result = f"{result} {_('Taken: {things}.', things=join_list(taken))}"
    undo = outcome.after.settings.undo
    lines = [result, game_texts.undo_hint(undo)]
    back = [Button(_("Undo"), str(UndoTile()))] * (undo != NEVER)
    buttons = [*following, *back, settings_button()]
    if outcome.after.to_move == outcome.user:
        again = tile_number_in_turn(after) > 1
        next_tile = _("Now place {your_tile}.", your_tile=your_extra_tile(after))
        lines.append(next_tile if again else _("It's your turn again."))
        buttons.insert(0, Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS))
    return Message("\n".join(lines), buttons=tuple(buttons))


def done_message(outcome: Outcome, following: Sequence[Button]) -> Message:
    """Confirm a command whose result is in the public post, with the next buttons."""
    text = _("✔️ Done. The post in the channel shows the game.")
    own = outcome.after.to_move is not None and outcome.after.to_move == outcome.user
    again = [Button(_("Place my tile"), str(OpenPanel()), ButtonStyle.SUCCESS)] * own
    return Message(text, buttons=(*again, *following))


def _placement_text(game: Game) -> str:
    """The place of the tile laid last, and the figure on it."""
    placed, *after = game.story[index_of_last_tile(game) :]
    assert isinstance(placed, TilePlaced)
    where = f"`{coordinates(placed.cell)}` {rotation_text(placed.rotation)}"
    figure = next((event for event in after if isinstance(event, PieceDeployed)), None)
    if figure is None:
        return _("✔️ You placed your tile at {where}.", where=where)
    piece = figure.piece
    letter = game.board.zone(piece.spot).letter
    figure_name = short_figure_name(Deploy(piece.role.name, letter), face_at(game, placed.cell))
    return _("✔️ You placed your tile at {where}: {figure}.", where=where, figure=figure_name)


def with_welcome_back(message: Message) -> Message:
    """A message with a welcome for a player who was away."""
    back = _("🌴 Welcome back! This move ended your absence.")
    return replace(message, text=f"{message.text}\n{back}")

"""Checks that every action offered by a button or menu can be done in the current position."""

from bot.discord_io.buttons import is_known_id
from bot.followers import words as following
from bot.playing import panel_words
from bot.settings import words as preferences
from bot.words import actions
from bot.words.actions import ACTIONS
from bot.words.moves import read_moves
from rules.analysis.drafts import commit_draft, play_draft
from rules.errors import RulesError
from rules.game import Game, play_to_next_decision
from rules.orders import with_tile_in_hand
from rules.variants.ark_walk import Walk, next_steps


def is_possible(action: str, game: Game | None) -> bool:
    """Return True if the action of a button or of a choice can be done now."""
    match ACTIONS.read(action):
        case actions.ShowSettings(key, value) if key:
            return key == "quiet" or preferences.read_preference(key, value) is not None
        case actions.Follow(wanted):
            return not wanted or wanted in following.FOLLOW_CHOICES
        case actions.LookAtGap(cell) | actions.KeepPlan(cell):
            return game is not None and cell in game.board.gaps
        case actions.ChangeOrder(word, tile):
            return game is not None and (tile in game.book.forms or (word == "drop" and not tile))
        case actions.ShowOrderGroup(tile):
            return game is not None and tile in game.book.forms
        case actions.GiveOrder(tile, step):
            assert game is not None
            hands = [with_tile_in_hand(game, seat, tile) for seat in range(game.seats)]
            return any(is_legal_order(step, hand) for hand in hands)
        case actions.NextStep(moves):
            assert game is not None
            return is_walk_possible(game, moves)
        case actions.ShowMoves(moves) | actions.MakeMoves(moves) as made:
            assert game is not None
            try:
                if isinstance(made, actions.MakeMoves):
                    commit_draft(game, read_moves(moves))
                else:
                    play_draft(game, panel_words.confirmed_moves(game, read_moves(moves)))
            except RulesError as error:
                raise AssertionError(f"{action!r}: {error}") from error
    return True


def is_legal_order(step: object, game: Game) -> bool:
    """Return True if an action of the panel of an order can be done with its tile in hand."""
    if isinstance(step, actions.OpenPanel):
        return True
    assert isinstance(step, actions.ShowMoves | actions.MakeMoves)
    try:
        play_draft(game, read_moves(step.moves))
    except RulesError:
        return False
    return True


def is_walk_possible(game: Game, text: str) -> bool:
    """Return True if the Ark can walk that far after the tile of the same action is laid."""
    before, _, steps = text.rpartition("walk")
    after = play_to_next_decision(game, read_moves(before)[0]) if before else game
    walked = Walk.read(steps.split()).steps if steps.strip() else ()
    return all(step in next_steps(after, walked[:n]) for n, step in enumerate(walked))


def action_of_id(custom: str) -> str:
    if not custom.startswith("carc:"):
        return custom
    assert is_known_id(custom)
    return custom.split(":", 3)[3]

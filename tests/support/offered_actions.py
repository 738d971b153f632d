"""Checks that every action offered by a button or menu can be done in the current position."""

from typing import Final

from bot.client.discord_io.buttons import is_known_id
from bot.games.moves import read_moves
from bot.presenters.private import cells, following, orders, panel, plans, preferences, prompts
from bot.presenters.public import stalled_turn
from bot.presenters.public.lobby import CHANGE, SET, read_set_button
from bot.presenters.words.buttons import BEFORE_MOVE, SETTINGS, WHAT_IF
from bot.presenters.words.opponents import (
    OPPONENT,
    SUBSTITUTE,
    read_added_level,
    read_removed_seat,
    read_substitute,
)
from rules.analysis.drafts import commit_draft, play_draft
from rules.errors import RulesError
from rules.game import Game, play_to_next_decision
from rules.orders import with_tile_in_hand
from rules.variants.ark_walk import Walk, next_steps

PLAIN: Final = {"board", "score", "replay", "since", "join", "leave", "start", "undo"} | {
    *("resign", "record", "seal", "colour", "again", "close", "nudge"),
    *("pause", "resume", "open", "finish", "review", "hint", "page", "print"),
}
"""Actions that consist of one word."""
NUMBERED: Final = {"log", "agree", "refuse", "undo", "take", "review", "past", BEFORE_MOVE}
"""Actions that take the number of a page or of an entry."""


def is_possible(action: str, game: Game | None) -> bool:
    """Return True if the action of a button or of a choice can be done now."""
    word, _, rest = action.partition(" ")
    if word in PLAIN and not rest:
        return True
    if word == SET:
        return read_set_button(action) is not None
    if word == CHANGE:
        return len(rest.split()) == 2
    if word == OPPONENT:
        return read_added_level(action) is not None or read_removed_seat(action) is not None
    if word == SUBSTITUTE:
        return not rest or read_substitute(action) is not None
    if word == SETTINGS:
        return (
            rest in ("", "quiet", *preferences.MOVE_MODES)
            or preferences.read_preference(action) is not None
        )
    if word in (stalled_turn.VOTE, stalled_turn.VOTE_ELSEWHERE):
        return stalled_turn.read_vote_button(action) is not None
    if word == "end":
        return rest in ("", "score")
    if word == "wear":
        return all(map(str.isdecimal, rest.split()))
    if word in NUMBERED and rest:
        return rest.isdecimal()
    if word == following.FOLLOW:
        return not rest or rest in following.FOLLOW_CHOICES
    if word == plans.PLAN:
        return is_plan_possible(rest, game)
    if word == orders.ORDER:
        return is_order_possible(rest, game)
    if word == WHAT_IF:
        line, _, _trial = rest.partition(" ")
        return line.isdecimal()
    if action in ("log", following.UNFOLLOW, "note delete"):
        return True
    if word == panel.PANEL:
        return not rest or rest.isdecimal()
    assert game is not None
    try:
        if word == panel.SHOW:
            play_draft(game, panel.confirmed_moves(game, read_moves(rest)))
        elif word == prompts.NEXT_STEP:
            return is_walk_possible(game, rest)
        else:
            commit_draft(game, read_moves(action))
    except RulesError as error:
        raise AssertionError(f"{action!r}: {error}") from error
    return True


def is_order_possible(text: str, game: Game | None) -> bool:
    """Return True if an action about standing orders can be done now, by some seat."""
    assert game is not None
    word, _, rest = text.partition(" ")
    tile, _, action = rest.partition(" ")
    if word == orders.DO:
        hands = [with_tile_in_hand(game, seat, tile) for seat in range(game.seats)]
        return any(is_legal_order(action, hand) for hand in hands)
    return not word or tile in game.book.forms or (word == orders.DROP and not tile)


def is_legal_order(action: str, game: Game) -> bool:
    """Return True if an action of the panel of an order can be done with its tile in hand."""
    word, _, rest = action.partition(" ")
    if word == panel.PANEL:
        return rest.isdecimal()
    try:
        play_draft(game, read_moves(rest if word == panel.SHOW else action))
    except RulesError:
        return False
    return True


def is_plan_possible(text: str, game: Game | None) -> bool:
    """Return True if an action on a plan can be done: a page, no plan, or a gap."""
    word, _, rest = text.partition(" ")
    if word == plans.PAGE:
        return rest.isdecimal()
    if word == plans.DROP:
        return not rest
    return (
        game is not None
        and word in (plans.LOOK, plans.KEEP)
        and cells.read_cell(rest) in game.board.gaps
    )


def is_walk_possible(game: Game, text: str) -> bool:
    """Return True if the Ark can walk that far after the tile of the same action is laid."""
    before, _, steps = text.rpartition("walk")
    after = play_to_next_decision(game, read_moves(before)[0]) if before else game
    walked = Walk.read(steps.split()).steps if steps.strip() else ()
    return all(step in next_steps(after, walked[:n]) for n, step in enumerate(walked))


def action_of_id(custom: str) -> str:
    """The action of a button by its custom id; the action of a choice is its value."""
    if not custom.startswith("carc:"):
        return custom
    assert is_known_id(custom)
    return custom.split(":", 3)[3]

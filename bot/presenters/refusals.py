"""Every refusal in words: what is wrong and what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.presenters.cast import Cast
from bot.refusals import USER_FACTS, Refusal
from rules.errors import IllegalMove, RulesError
from rules.explain import Place, Standing

SENTENCES: Final[Mapping[str, str]] = {
    "no-table": "There is no game in this channel. Open one with `/new`.",
    "busy": "A game is open or running in this channel already. `/board` shows it; "
    "its host can end it with `/end`.",
    "seats": "This game is for {low} to {high} players: choose `seats` from {low} to {high}.",
    "not-started": "The game has not begun yet. Join with `/join`, begin with `/start`.",
    "started-already": "The game has begun already; `/board` shows how it stands.",
    "game-over": "The game is over. `/score` shows how it ended, `/new` opens the next one.",
    "joined-already": "You have a seat at this table already; `/leave` gives it back.",
    "full": "All {seats} seats are taken. In another channel `/new` opens a table.",
    "not-seated": "You do not play at this table. Before a game starts you can `/join`.",
    "resigned": "You have resigned from this game. `/board` shows how the others play on.",
    "resign-instead": "The game is running: `/resign` leaves it, `/leave` is for before it starts.",
    "too-few": "It takes at least {low} players. Somebody else has to `/join` first.",
    "host-starts": "Seats are still free: only {host}, who opened the table, can start now.",
    "host-ends": "Only {host}, who opened the table, or somebody who may manage the server "
    "can end it.",
    "not-your-turn": "It is not your turn: {user} is to play.",
    "no-undo": "{user} has played since: only who moved last can take a move back.",
    "nothing-to-undo": "Nothing has been played yet, so there is nothing to take back. "
    "`/board` shows whose turn it is.",
    "nothing-scored": "Nothing has been scored there yet, so there is nothing to count.",
    "late": "Somebody was faster: the game has gone on since that was shown.",
    "broken": "The log of this game cannot be read: {why}. Nothing of it is lost, but it cannot go "
    "on here. Somebody who may manage the server can close it with `/end`.",
    "abandoned": "The game whose log could not be read is closed. `/new` opens the next one.",
    "filmed": "The replay up to here has been posted already, or is just being drawn. Ask again "
    "after the next move.",
    "duplicate": "Discord sent that twice; it has been done once.",
    "nothing-laid": "Lay your tile first, with `/place`; its option `figure` takes `none` if you "
    "want no figure.",
    "elsewhere": "That button belongs to another game, which is not in this channel.",
    "permissions": "I may not post here. I need these permissions in this channel: {missing}.",
    "closing": "The bot is just restarting. Try again in a moment; nothing was lost.",
    "no-record": "There is no game to export yet: `/start` deals the tiles.",
}


def sentence(error: Refusal | RulesError, cast: Cast) -> str:
    """The refusal in words fit for the player, others by name."""
    if isinstance(error, Refusal):
        facts = {
            key: cast.user(value) if key in USER_FACTS else str(value)
            for key, value in error.facts.items()
        }
        return SENTENCES[error.reason].format_map(facts)
    words = error.words(lambda fact: _fact(fact, cast)) if isinstance(error, IllegalMove) else None
    text = words or str(error)
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "`", "?")) else ".")


def _fact(fact: object, cast: Cast) -> str:
    if isinstance(fact, Standing):
        seat, role, place = fact
        return f"{cast.shown(seat)}'s {role} at {place}"
    if isinstance(fact, Place):
        return f"`{fact}`"
    return str(fact)

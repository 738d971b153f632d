"""A sentence for each refusal, with its facts and the rule that explains it."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.table.fold import BrokenLog
from bot.table.refusals import USER_FACTS, Refusal
from bot.text import emoji as colours
from bot.text.coordinates import rotation_text, side_name
from bot.text.i18n import N_, _, join_list, join_with_semicolons, relative_timestamp
from bot.text.names import Names, quote_typed
from bot.words import nouns, topics
from bot.words.nouns import game_title
from bot.words.settings import set_title, sets_with_figure
from rules.error_facts import (
    Clashes,
    Demands,
    FeatureName,
    FigureExample,
    Figures,
    Letters,
    Phrase,
    Place,
    Places,
    RoleName,
    Roles,
    Rotations,
    Seat,
    Standing,
    Terrains,
    Typed,
)
from rules.errors import REASONS, ExplainedError, RulesError
from rules.pieces import Kind
from rules.tiles import Terrain
from rules.variants import rulebook

SENTENCES: Final[Mapping[str, str]] = {
    "no-table": N_("There's no game in this channel. Start one with `/new`."),
    "busy": N_(
        "There's already a game in this channel. See it with `/board`; its host can end "
        "it with `/end`."
    ),
    "seats": N_("This game is for {low} to {high} players. Choose `seats` from {low} to {high}."),
    "seats-with": N_(
        "This game is for {low} to {high} players. Choose `seats` from {low} to {high}, "
        "or add `sets: {typed}` for {sets}."
    ),
    "plays-alone": N_("{game} has no expansions. Only {games} can have them."),
    "no-set": N_(
        "I don't know the expansion “{typed}”. You can choose {sets}, and several at once."
    ),
    "not-without": N_("“{switch}” only works with {sets}. Add `sets: {typed}`, or leave it out."),
    "host-chooses": N_("Only the host, {host}, can change the expansions."),
    "host-sets": N_(
        "Only the host, {host}, can change the settings. Ask them, or start a game of your own "
        "with `/new` in another channel."
    ),
    "channel-added": N_("The channel has a seat in this game already. See it with `/board`."),
    "channel-unrated": N_(
        "The channel can't play in a rated game or in a cup. Switch *Hints and aids* on first."
    ),
    "voter-seated": N_(
        "The people of the channel vote for this move. You have played in this game, so watch "
        "it with `/board`."
    ),
    "voter-silent": N_(
        "Only people who may write in the game's channel can vote. Watch it with `/board`."
    ),
    "set-already": N_("It's already set like that. Choose something else in *Settings*."),
    "seats-taken": N_(
        "{seated} players have joined. For fewer seats, someone has to press *Leave* first."
    ),
    "too-many-players": N_(
        "{seated} players have joined, and {game} is for {high} at most. Someone has to press "
        "*Leave* first."
    ),
    "unconfirmed": N_(
        "The settings have changed. The game can start once everyone named in the post has pressed "
        "*Join* again."
    ),
    "too-many": N_(
        "{seated} players have joined, and without {sets} the game is for {high} at "
        "most. Someone has to press *Leave* first."
    ),
    "full-for-opponents": N_(
        "All {seats} seats are taken. To add an opponent, someone has to press *Leave*."
    ),
    "host-sends-away": N_("Only the host, {host}, can remove a player."),
    "opponents": N_(
        "You take one of the {seats} seats. Choose up to {most} `opponents`, or more `seats`."
    ),
    "not-started": N_(
        "The game hasn't started yet. `/board` shows it again, with *Join* and *Start*."
    ),
    "started-already": N_("The game has already started. See it with `/board`."),
    "game-over": N_(
        "The game is over. See how it ended with `/board`, or start the next one with `/new`."
    ),
    "joined-already": N_("You're already in this game. Press *Leave* to give up your seat."),
    "full": N_(
        "All {seats} seats are taken. You can start another game in another channel with `/new`."
    ),
    "not-joined": N_("You haven't joined this game yet. Press *Join* first."),
    "not-seated": N_("You're not in this game. Watch it with `/board`."),
    "resigned": N_("You resigned from this game. Watch the others with `/board`."),
    "resign-instead": N_("The game is running. To leave it, use `/resign`."),
    "too-few": N_("You need at least {low} players. Someone else has to *Join* first."),
    "host-starts": N_("Some seats are still empty, so only the host, {host}, can start now."),
    "host-ends": N_("Only the host, {host}, or a server manager can end the game."),
    "not-your-turn": N_("It's not your turn. {user} is up."),
    "nothing-to-undo": N_(
        "There's nothing to undo: you haven't placed a tile yet. See whose turn it is "
        "with `/board`."
    ),
    "nothing-to-skip": N_("That turn is over. {user} is up."),
    "back-already": N_("Your tile is already back. Place it again with `/place`."),
    "asking-already": N_("You've already asked. The others still have to answer."),
    "nothing-scored": N_("No points have been scored yet."),
    "nothing-there": N_("No points have been scored there yet."),
    "late": N_("The game has moved on. See it with `/board`."),
    "broken": N_(
        "I can't read this game's log{where}, so it can't go on here. Nothing is "
        "deleted: whoever runs this bot can restore a copy, and a server manager can "
        "close the game with `/end`."
    ),
    "abandoned": N_("I closed the game I couldn't read. Start the next one with `/new`."),
    "replayed": N_("That film is already posted, or on its way. Ask again after another move."),
    "enough-ask": N_("You're going too fast. Try again {when}; nothing is lost."),
    "enough-ask-here": N_("Too many requests. Try again {when}."),
    "enough-table": N_(
        "You've opened several games in a short time. You can open the next one {when}."
    ),
    "enough-table-here": N_(
        "Several games were opened in this channel in a short time. Try again {when}, or "
        "use another channel."
    ),
    "enough-picture": N_(
        "No picture this time: you've asked for a lot of them. The next one comes {when}."
    ),
    "enough-picture-here": N_(
        "No picture this time: this channel has had a lot of them. The next one comes {when}."
    ),
    "enough-replay": N_("You've just had a film. You can get the next one {when}."),
    "enough-replay-here": N_(
        "A film was just made in this channel. You can ask for the next one {when}."
    ),
    "enough-page": N_("You've just had several pages. You can get the next one {when}."),
    "enough-page-here": N_("Several pages were just made in this channel. Try again {when}."),
    "enough-statistics": N_("You've just looked at a lot of statistics. Try again {when}."),
    "enough-statistics-here": N_(
        "A lot of statistics were just shown in this channel. Try again {when}."
    ),
    "enough-records": N_("You've just had several game files. You can get the next one {when}."),
    "enough-records-here": N_(
        "Several game files were just made in this channel. Try again {when}."
    ),
    "enough-trial": N_("You've tried a lot of moves. Try the next one {when}."),
    "enough-trial-here": N_("A lot of moves are being tried in this channel. Try again {when}."),
    "enough-hint": N_(
        "You've just had several hints. You can get the next one {when}; until then, "
        "see `/board view: where your tile fits`."
    ),
    "enough-hint-here": N_(
        "Several hints were just given in this channel. Try again {when}; until "
        "then, see `/board view: where your tile fits`."
    ),
    "enough-review": N_("You've just had a review. You can get the next one {when}."),
    "enough-review-here": N_("This channel has just had a review. Try again {when}."),
    "busy-thinking": N_("The opponents are busy; try again in a moment."),
    "not-thought": N_("I couldn't find a hint just now. Try again in a minute."),
    "not-over": N_("You can review a game once it's over. Until then, `/hint` helps on your turn."),
    "trial-not-over": N_(
        "You can try other moves once the game is over. Until then, `/hint` helps on your turn."
    ),
    "page-not-over": N_("A game has a page once it's over. Until then, see `/board`."),
    "print-too-short": N_("This game was too short for a poster. See the board with `/board`."),
    "print-not-over": N_("A game has a poster once it's over and scored. See `/board`."),
    "busy-paging": N_("Several pages are in the queue already. Try again {when}."),
    "no-page": N_("I couldn't make the page. Try again later."),
    "busy-drawing": N_(
        "No picture this time: too many people are looking at one. Try again in a moment."
    ),
    "busy-replays": N_("Several films are in the queue already. Try again {when}."),
    "not-drawn": N_("I couldn't draw the film. Try again later."),
    "duplicate": N_("Discord sent that twice. It only counted once."),
    "nothing-laid": N_("I couldn't read that move. Try `3 -1`, or press *Place my tile*."),
    "elsewhere": N_("That button belongs to another game. See the current one with `/board`."),
    "permissions": N_("I can't post here. I need these permissions in this channel: {missing}."),
    "no-server": N_(
        "You can only play in a server's channels. Start a game there with `/new`; "
        "`/games` shows your games from anywhere."
    ),
    "no-server-numbers": N_(
        "Other people's games are only counted in a server. `/stats` shows your own from anywhere."
    ),
    "left-statistics": N_(
        "You left the statistics, so I count nothing about you. `/privacy` lets you back in."
    ),
    "no-ratings": N_(
        "This server has no ratings. Whoever manages it can turn them on with `/setup`."
    ),
    "out-of-reach": N_(
        "I can't reach that game's channel right now. See your other games with `/games`."
    ),
    "not-there": N_(
        "You can't see that game's channel, or you've left its server. See your other "
        "games with `/games`."
    ),
    "closing": N_("I'm restarting. Try again in a moment; nothing was lost."),
    "asked-already": N_(
        "{user} has already asked for an undo. Answer with the buttons below that post."
    ),
    "void": N_("The game went on, so nothing was undone. Ask again with `/undo`."),
    "other-game": N_("This game has no {move}. See what it has with `/help`."),
    "agreed-already": N_("You've already agreed. The others still have to answer."),
    "colour-taken": N_("{user} already has {colour}. Choose another colour."),
    "all-worn": N_("All colours are taken."),
    "not-among": N_(
        "Only players of that game can press *Again*. Anyone can start a game with `/new`."
    ),
    "never-back": N_(
        "This game is played without undo. To play with it, choose another `undo` for `/new`."
    ),
    "purist": N_(
        "This game is played without aids: no tile list, odds, projected points or hints."
    ),
    "no-orders": N_("There are no standing orders in this game; *Plan this* keeps a space."),
    "no-space": N_("There's no space #{number}: your tile fits in spaces #1 to #{most}."),
    "which-space": N_("Type the number of a space after the #, from #1 to #{most}."),
    "no-gap": N_("There's no empty space at `{cell}`. See `/board view: where your tile fits`."),
    "managers-only": N_(
        "Only server managers can change these settings. You can start a game with `/new`."
    ),
    "unknown-setting": N_(
        "On this server “{title}” is set to `{value}`, which I don't know. A server manager has to "
        "choose again with `/setup`."
    ),
    "not-here": N_("You can't start games in this channel. Use `/new` in {channels}."),
    "nowhere": N_(
        "You can't start games in any channel you can see. A server manager can change "
        "that with `/setup`."
    ),
    "no-threads": N_(
        "Threads only work in text channels. Without `thread: yes`, the game opens right here."
    ),
    "no-thread": N_(
        "Discord didn't open a thread. Try again, or use `thread: no` to open the game right here."
    ),
    "archived": N_("This game is archived. Press *Resume* below its last post to bring it back."),
    "archived-by-others": N_(
        "Only its players or a server manager can resume this game. You can start "
        "another with `/new`."
    ),
    "archived-behind": N_(
        "Another game is running in this channel. Once it's over, you can *Resume* this "
        "one until <t:{until}:D>."
    ),
    "archived-for-good": N_(
        "This game was archived more than {days} days ago and can't be resumed. `/board` "
        "still has its *Record*; start the next game with `/new`."
    ),
    "own-turn": N_("It's your own turn. Place your tile with `/place`, or suggest a *Pause*."),
    "channel-votes": N_(
        "The channel votes for this move, and its vote ends by itself. See with `/board` when."
    ),
    "protected": N_(
        "{user} still has time for this turn: a day, or what the clock gives. Ask again later."
    ),
    "keeps-seat": N_(
        "{user} keeps the seat until the turn has waited a day. You can vote to *Skip turn* now."
    ),
    "voted-already": N_("You've already said so. The others still have to answer."),
    "paused-already": N_("The game is already paused. Press *Resume* to go on."),
    "not-paused": N_("The game isn't paused. See whose turn it is with `/board`."),
    "others-paused": N_("Only players who wanted the pause can end it: {users} can *Resume*."),
    "seat-open": N_("That seat is empty. Anyone without a seat here can *Take this seat*."),
    "seat-waits": N_("It's an empty seat's turn. Anyone without a seat here can *Take this seat*."),
    "seat-taken": N_("{user} has that seat. Suggest another player with `/replace`."),
    "not-your-seat": N_(
        "Only the player in that seat or a server manager can give it away. Ask them "
        "with `/replace`."
    ),
    "no-day": N_(
        "“{typed}” isn't a valid date. Try `3 Dec`, `tomorrow`, `in 5 days` or `2026-12-03`."
    ),
    "no-zone": N_(
        "I don't know the time zone of {typed}. Type a city or a country, and pick "
        "one from the list."
    ),
    "past-day": N_("{day} is in the past. Say when you'll be back."),
    "far-day": N_("That's too long. You can be away until {day} at most, and again after that."),
    "nobody-to-nudge": N_("That seat is empty. Anyone can take it."),
    "waits-on-purpose": N_("You can't nudge anyone during a pause. Press *Resume* to go on."),
    "is-away": N_("{user} is away, so you don't have to wait."),
    "not-out": N_("I couldn't post that. Try again in a moment."),
    "asked-lately": N_("The vote is already open. The others still have to answer."),
    "nobody-to-replace": N_("{user} isn't in this game. See who plays with `/board`."),
    "replaced-by-whom": N_(
        "Choose who takes over from {user}: add `new` to `/replace`. Only {user} or a "
        "server manager can leave the seat to anyone."
    ),
    "seated-there": N_(
        "{user} is already in this game, or resigned from it. Choose another `new` for `/replace`."
    ),
    "no-bots": N_("{user} is a bot and can't play. Choose another `new` for `/replace`."),
    "no-invitation": N_("That invitation is no longer valid. Ask again with `/replace`."),
    "not-invited": N_("That seat is offered to {user}. Ask for another player with `/replace`."),
    "not-granted": N_(
        "{user} still has to *Agree*. Once the turn has waited a day, the others can decide by "
        "vote."
    ),
    "no-command": N_("I don't know that command. Choose one from the list when you type `/`."),
    "no-option": N_(
        "“{typed}” doesn't work for `{option}`. Choose from the list when you type `/`."
    ),
    "no-cup": N_("There's no cup in this channel. Open one with `/cup` and a `game`."),
    "cup-busy": N_("There's already a cup in this channel. See it with `/cup`."),
    "cup-over": N_("This cup is over. Open the next one with `/cup` and a `game`."),
    "cup-started": N_("This cup has already started. See the standings with `/cup`."),
    "cup-joined": N_("You're already in this cup. Press *Leave* to give up your place."),
    "cup-not-in": N_("You're not in this cup. See who plays with `/cup`."),
    "cup-full": N_(
        "All {most} places of this cup are taken. You can open another one with `/cup` in "
        "another channel."
    ),
    "cup-too-few": N_("A cup needs at least {low} players. Someone else has to *Join* first."),
    "cup-host": N_(
        "Only the host, {host}, or a server manager can do that. See the cup with `/cup`."
    ),
    "cup-match": N_(
        "This is a match of a cup: only a server manager can end it. You can give it up with "
        "`/resign`."
    ),
    "cup-late": N_("The cup has moved on. See it with `/cup`."),
    "cup-elsewhere": N_("That button belongs to another cup. See the one here with `/cup`."),
    "cup-no-games": N_("No match of this cup has begun yet. See the cup with `/cup`."),
    "cup-broken": N_(
        "I can't read this cup's log, so it can't go on. Whoever runs this bot can restore a "
        "copy; a server manager can open another cup with `/cup` in another channel."
    ),
    "no-topic": N_(
        "I don't have a rule about “{typed}” in this game. Type a word of the rule and "
        "choose from the list."
    ),
    "no-turn-post": N_(
        "*Show this turn* shows the turn of a post of mine about a game in this channel. Pick "
        "such a post, or see any turn with `/board turn: 1`."
    ),
    "turn-undone": N_("That turn was undone. See the game with `/board`."),
    "challenged-oneself": N_(
        "You can't challenge yourself. Pick another player, or start a game with `/new`."
    ),
    "challenged-bot": N_(
        "{user} is a bot and can't play. Add one of my own `opponents` with `/new`."
    ),
    "challenged-absent": N_(
        "{user} can't see this channel. Pick someone who can, or start a game with `/new`."
    ),
}


def format_fact(fact: object, names: Names, game: str | None = None) -> str:
    """Numbers, letters and notation stay unchanged.

    Examples are of a ``game``.
    """
    match fact:
        case FigureExample():
            if game is None:
                return _("a meeple and its letter")
            return f"`{nouns.role_name(rulebook(game).ruleset.roles[0].name)} b`"
        case Standing():
            seat, role, place = fact
            return _(
                "{who}'s {figure} at {place}",
                who=names.bold_name(seat),
                figure=nouns.role_name(role),
                place=place,
            )
        case Seat(number):
            return names.bold_name(number)
        case Place():
            return f"`{fact}`"
        case Places(places):
            return join_list((f"`{place}`" for place in places), "or")
        case Letters(letters):
            return ", ".join(letters)
        case Rotations(quarters):
            return join_list(map(rotation_text, quarters), "or")
        case Typed(text):
            return _("'{typed}'", typed=quote_typed(text))
        case Phrase(text):
            return _(text)
        case RoleName():
            return nouns.role_name(fact)
        case Roles(roles):
            return join_list(f"`{name}`" for name in roles)
        case Figures(figures):
            return join_list((f"`{role} {letter}`" for role, letter in figures), "or")
        case Terrain():
            return nouns.terrain_name(fact)
        case Terrains(terrains):
            return join_list(map(nouns.a_terrain, terrains), "or")
        case Kind():
            return nouns.piece_kind_name(fact)
        case FeatureName(terrain, layer):
            return nouns.terrain_name(terrain) if layer == terrain else nouns.feature_name(layer)
        case Demands(sides):
            return ", ".join(
                _(
                    "its {side} side has to be {a_terrain}",
                    side=side_name(side),
                    a_terrain=nouns.a_terrain(asked),
                )
                for side, asked in sides
            )
        case Clashes(sides):
            return join_with_semicolons(
                _(
                    "its {side} side is {a_terrain} and would meet {another}",
                    side=side_name(side),
                    a_terrain=nouns.a_terrain(own),
                    another=nouns.a_terrain(met),
                )
                for side, own, met in sides
            )
        case _other:
            return str(fact)


NO_ROLE: Final = REASONS["no-role"]
"""The reason that the game has no such figure."""


def refusal_text(error: Refusal | RulesError, names: Names, game: str | None = None) -> str:
    """A sentence for the player, with the rule that explains it."""
    if isinstance(error, Refusal):
        facts = {key: _fact(key, value, names) for key, value in error.facts.items()}
        return _(SENTENCES[error.reason], **facts)
    if not isinstance(error, ExplainedError):
        return _as_sentence(str(error))
    sentence = _(error.reason.sentence)
    text = _as_sentence(error.words(lambda fact: format_fact(fact, names, game), sentence))
    sets = (
        sets_with_figure(str(error.facts["role"]), game) if game and error.reason is NO_ROLE else ()
    )
    if sets:
        set_titles = join_list(map(set_title, sets), "or")
        text += " " + _("It comes with {sets}, and this game doesn't use it.", sets=set_titles)
    topic = topics.topic_for_refusal(game, error.reason) if game is not None else None
    if topic is not None:
        text += "\n" + _("-# Rule: `/rules {topic}`", topic=_(topic.title))
    return text


def _as_sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "`", "?")) else ".")


def _fact(key: str, value: object, names: Names) -> str:
    if key in USER_FACTS:
        return names.user_name(value)
    if key == "when" and isinstance(value, float):
        return relative_timestamp(value)
    if key == "users" and isinstance(value, Sequence):
        return join_list(map(names.user_name, value), "or")
    if key == "game" and isinstance(value, str):
        return game_title(value)
    if key in ("sets", "games") and isinstance(value, Sequence):
        return join_list(map(set_title if key == "sets" else game_title, value))
    if key == "switch" and isinstance(value, str):
        return nouns.option_name(value)
    if key == "title" and isinstance(value, str):
        return _(value)
    if key == "colour" and isinstance(value, int):
        return colours.name(value)
    if isinstance(value, BrokenLog):
        return _broken(value, names)
    return str(value)


def _broken(error: BrokenLog, names: Names) -> str:
    """A broken log's sentence, with the cause if players can understand it."""
    if error.number is None:
        return ""
    quoted = error.text.replace("`", "'")
    where = _(" from entry {number} on, `{text}`", number=error.number, text=quoted)
    cause = error.__cause__
    if isinstance(cause, ExplainedError):
        reason = cause.words(lambda fact: format_fact(fact, names), _(cause.reason.sentence))
        return f"{where} ({reason})"
    return where

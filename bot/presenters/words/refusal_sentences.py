"""The sentence of each refusal: what is wrong and what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_

SENTENCES: Final[Mapping[str, str]] = {
    "no-table": N_("There is no game in this channel. Open one with `/new`."),
    "busy": N_(
        "A game is open or running in this channel already. `/board` shows it; its host"
        " can end it with `/end`."
    ),
    "seats": N_("This game is for {low} to {high} players: choose `seats` from {low} to {high}."),
    "seats-with": N_(
        "This game is for {low} to {high} players: choose `seats` from {low} to {high}, or"
        " `sets: {typed}` as well, for {sets}."
    ),
    "plays-alone": N_("{game} is played without other sets: those are added to {games} only."),
    "no-set": N_("I know no set “{typed}”: there are {sets}. Several can be typed at once."),
    "not-without": N_(
        "“{switch}” is about {sets}: choose `sets: {typed}` as well, or leave it out."
    ),
    "host-chooses": N_("Only {host}, who opened the table, puts sets on and off."),
    "too-many": N_(
        "{seated} are seated, and without {sets} the game is for {high} at most: first somebody"
        " has to press *Leave*."
    ),
    "full-for-opponents": N_(
        "All {seats} seats are taken: for an opponent somebody has to press *Leave*."
    ),
    "host-sends-away": N_("Only {host}, who opened the table, sends opponents away."),
    "opponents": N_(
        "Of {seats} seats one is yours: choose `opponents` up to {most}, or more `seats`."
    ),
    "not-started": N_(
        "The game has not begun yet. *Join* and *Start* are under the table's post; `/board` "
        "shows it again."
    ),
    "started-already": N_("The game has begun already; `/board` shows how it stands."),
    "game-over": N_("The game is over. `/board` shows how it ended, `/new` opens the next one."),
    "joined-already": N_("You have a seat at this table already; *Leave* gives it back."),
    "full": N_("All {seats} seats are taken. In another channel `/new` opens a table."),
    "not-seated": N_("You do not play at this table. Before a game starts anybody can *Join*."),
    "resigned": N_("You have resigned from this game. `/board` shows how the others play on."),
    "resign-instead": N_(
        "The game is running: `/resign` leaves it, *Leave* is for before it starts."
    ),
    "too-few": N_("It takes at least {low} players. Somebody else has to *Join* first."),
    "host-starts": N_("Seats are still free: only {host}, who opened the table, can start now."),
    "host-ends": N_(
        "Only {host}, who opened the table, or somebody who may manage the server can end it."
    ),
    "not-your-turn": N_("It is not your turn: {user} is to play."),
    "nothing-to-undo": N_(
        "You have not laid a tile yet, so there is nothing of yours to take back. "
        "`/board` shows whose turn it is."
    ),
    "nothing-to-skip": N_("There is no turn to skip any more: {user} is to play."),
    "back-already": N_("Your tile is back already: lay it again with `/place`."),
    "asking-already": N_("You have asked already; the others have still to answer."),
    "nothing-scored": N_("Nothing has been scored yet, so there is nothing to count."),
    "nothing-there": N_("Nothing has been scored there yet, so there is nothing to count."),
    "late": N_("The game has gone on since that was shown. `/board` shows how it stands."),
    "broken": N_(
        "The log of this game cannot be read{where}. It is kept as it is, but it cannot go on "
        "here: whoever runs me may bring it back from a copy, and somebody who may manage the "
        "server can close it with `/end`."
    ),
    "abandoned": N_("The game whose log could not be read is closed. `/new` opens the next one."),
    "filmed": N_(
        "This film has been posted already, or is just being drawn. Ask again after another move."
    ),
    "enough-ask": N_(
        "You are faster than I can follow. I am with you again {when}, and nothing is lost."
    ),
    "enough-ask-here": N_(
        "This channel is faster than I can follow. Try again {when}; nothing is lost."
    ),
    "enough-table": N_(
        "You have opened several tables in a short time. You can open the next one {when}; "
        "anybody else can open one now."
    ),
    "enough-table-here": N_(
        "Several tables have been opened in this channel in a short time. The next one can be "
        "opened here {when}, in another channel now."
    ),
    "enough-picture": N_(
        "The picture is left out, as you have looked at very many. The next one comes {when}."
    ),
    "enough-picture-here": N_(
        "The picture is left out, as very many are looked at in this channel. The next one comes "
        "{when}."
    ),
    "enough-film": N_(
        "A film takes long to draw, and you have just had one. You can have the next {when}."
    ),
    "enough-film-here": N_(
        "A film takes long to draw, and this channel has just had one. It can have the next {when}."
    ),
    "enough-hint": N_(
        "You have just asked for several hints, which take long to think of. The next one comes "
        "{when}; `/board view: places` has every place now."
    ),
    "enough-hint-here": N_(
        "Several hints have just been asked for in this channel. The next one comes {when}; "
        "`/board view: places` has every place now."
    ),
    "enough-review": N_(
        "To look over a whole game takes long, and you have just had it done. Ask again {when}."
    ),
    "enough-review-here": N_(
        "To look over a whole game takes long, and this channel has just had it done. Ask again "
        "{when}."
    ),
    "busy-thinking": N_("Very many people are waiting for a thought. Try again in a moment."),
    "not-thought": N_("Nothing came of thinking about it, and I have noted that. Try again later."),
    "not-over": N_(
        "A game is looked over when it has ended: until then `/hint` helps who is to move."
    ),
    "busy-drawing": N_(
        "The picture is left out, as very many people are looking at one. Try again in a moment."
    ),
    "busy-filming": N_("Several films are waiting to be drawn already. Ask again {when}."),
    "not-drawn": N_("The film could not be drawn, and I have noted it. Try again later."),
    "duplicate": N_("Discord sent that twice; it has been done once."),
    "nothing-laid": N_(
        "Lay your tile first, with `/place`; `none` behind it puts no figure on it."
    ),
    "elsewhere": N_(
        "The game of that button is not played here any more. `/board` shows the one that is."
    ),
    "permissions": N_("I may not post here. I need these permissions in this channel: {missing}."),
    "no-server": N_(
        "I play in the channels of a server only: there `/new` opens a table. `/home` shows yours "
        "from anywhere."
    ),
    "out-of-reach": N_(
        "I do not reach the channel of that table just now. `/home` shows your other tables."
    ),
    "not-there": N_(
        "You do not see the channel of that table, or have left its server. `/home` shows your "
        "other tables."
    ),
    "closing": N_("The bot is just restarting. Try again in a moment; nothing was lost."),
    "asked-already": N_(
        "{user} has asked to take a tile back already: answer with the buttons of that post."
    ),
    "void": N_(
        "The game has gone on since that was asked, so nothing is taken back. `/undo` asks anew."
    ),
    "other-game": N_("This game has no {move}. `/help` tells what it has."),
    "agreed-already": N_("You have agreed already; the others have still to answer."),
    "colour-taken": N_("{user} wears {colour} already. Choose another colour."),
    "all-worn": N_(
        "Every colour is worn already: one is free again when somebody presses **Leave**."
    ),
    "not-among": N_("Only who played that game can open it again so. `/new` opens a table to all."),
    "never-back": N_(
        "At this table no tile is taken back: that was chosen when it was opened. `/new` with"
        " another `undo` opens one where they are."
    ),
    "purist": N_(
        "This table plays without aids: no list of tiles, no odds, no owner view, no projected"
        " points and no hints."
    ),
    "no-gap": N_(
        "There is no gap at `{cell}`: gaps are the free places beside a tile."
        " `/board view: places` lists those for your tile."
    ),
    "managers-only": N_(
        "Only somebody who may manage the server can say how its tables are run. `/new` opens one."
    ),
    "not-here": N_("No tables are opened in this channel: use `/new` in {channels}."),
    "nowhere": N_(
        "No tables are opened in this channel, nor in any other that you can see. Who manages the "
        "server can change that with `/setup`."
    ),
    "no-threads": N_(
        "A thread can be opened in a text channel only. Without `thread: yes`, `/new` opens the "
        "table right here."
    ),
    "no-thread": N_(
        "Discord did not open a thread. Try again, or use `/new` with `thread: no`: that opens the "
        "table right here."
    ),
    "archived": N_(
        "This game was put away after a long time in which nobody came. *Resume* under its last"
        " post brings it back."
    ),
    "archived-by-others": N_(
        "Only who played this game, or somebody who may manage the server, can bring it back."
        " `/new` opens a table to all."
    ),
    "archived-behind": N_(
        "Another game is played in this channel. When it is over, or its host has ended it with"
        " `/end`, *Resume* brings this one back, until <t:{until}:D>."
    ),
    "archived-for-good": N_(
        "This game was put away more than {days} days ago and cannot be played on any more."
        " *Record* under `/board` still tells its moves, `/new` opens the next one."
    ),
    "own-turn": N_("It is your own turn: lay your tile with `/place`, or ask for a *Pause*."),
    "protected": N_(
        "{user} has a day for each turn, or what the clock gives, before anybody else decides about"
        " it. Ask again later."
    ),
    "keeps-seat": N_(
        "{user} keeps the seat until the turn has waited for a day. *Skip this turn* can be decided"
        " now."
    ),
    "voted-already": N_("You have said so already; the others have still to answer."),
    "paused-already": N_("It is a pause already; *Resume* ends it."),
    "not-paused": N_("There is no pause: `/board` shows whose turn it is."),
    "others-paused": N_("Only who wanted the pause can end it: {users} can *Resume*."),
    "seat-open": N_("That seat is open: anybody without a seat here can *Take this seat*."),
    "seat-waits": N_(
        "The seat whose turn it is is open: anybody without a seat here can *Take this seat*."
    ),
    "seat-taken": N_("{user} has that seat. `/replace` asks for another player in it."),
    "not-your-seat": N_(
        "Only who plays that seat, or somebody who may manage the server, can give it away:"
        " `/replace` asks them."
    ),
    "no-day": N_(
        "I do not understand “{typed}” as a day. Type it as in `3 Dec`, `tomorrow`, `in 5 days` or"
        " `2026-12-03`."
    ),
    "past-day": N_("{day} has passed already: name the day you are back."),
    "far-day": N_(
        "That is too long for those who wait: you can be away until {day}, and again then."
    ),
    "nobody-to-nudge": N_(
        "There is nobody to nudge: the seat whose turn it is is open, and anybody without a seat "
        "here can *Take this seat*."
    ),
    "waits-on-purpose": N_("It is a pause, in which nobody is nudged; *Resume* ends it."),
    "is-away": N_("{user} is away: nobody is waited for."),
    "not-out": N_("I could not post that just now. Try again in a moment."),
    "asked-lately": N_("The table has been asked already; the others have still to answer."),
    "nobody-to-replace": N_("{user} has no seat in this game. `/board` shows who plays."),
    "replaced-by-whom": N_(
        "Name who shall play on for {user}: `/replace` with `new`. Only {user} and who manages the"
        " server can leave that open."
    ),
    "seated-there": N_(
        "{user} has a seat in this game already, or had one and resigned. `/replace` somebody by"
        " another `new`."
    ),
    "no-bots": N_("{user} is a bot and plays no game. Choose another `new` for `/replace`."),
    "no-invitation": N_("That invitation is void by now. `/replace` asks anew."),
    "not-invited": N_(
        "That seat is offered to {user}. An open one anybody may *Take*; `/replace` asks for a"
        " player."
    ),
    "not-granted": N_(
        "It still takes the consent of {user}, or once that turn has waited for a day, of more"
        " than half of the others: they press *Agree*."
    ),
    "no-command": N_(
        "I do not know that command, or not in this form: choose from what is offered while you "
        "type `/`."
    ),
    "no-option": N_(
        "`{option}` cannot be “{typed}”: choose from what is offered while you type `/`."
    ),
    "no-topic": N_(
        "I have no rule about “{typed}” in this game. Type a word of it and choose from"
        " what is offered."
    ),
}

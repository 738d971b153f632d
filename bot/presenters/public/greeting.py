"""The welcome message of the playground: what the bot is, and buttons to start a game."""

from collections.abc import Sequence

from bot.games.game_texts import game_title
from bot.presenters.words.actions import AskGame, AskOpponent, ShowRules, StartTable
from bot.presenters.words.buttons import learn_button
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, Menu, MenuLine, Message
from rules.variants import available_additions, combine_parts, games_by_part, starting_parts


def greeting(users: Sequence[int]) -> Message:
    """The first post in a channel of the playground; its buttons seat ``users``."""
    # Each expansion by itself, then each base game with all its expansions.
    full_games = (combine_parts(name, available_additions(name)) for name in starting_parts())
    menu_games = [
        name
        for name in dict.fromkeys((*games_by_part(), *full_games))
        if name not in starting_parts()
    ]
    text = _(
        "## Welcome to Carcassonne\n"
        "Take turns placing tiles, claim features with your meeples, score points. One "
        "game per channel, a picture after every move, and no hurry.\n"
        "This is a **playground**: you're all three players. *Viewing as*, at the top, "
        "changes who you are; the channels, your DMs and *Skip a day* are there too. *Start a "
        "3-player game* asks which game, the menu has expansions; type `/` to see the commands."
    )
    lines = tuple(MenuLine(game_title(name), _deal_action(name, users)) for name in menu_games)
    return Message(
        text,
        buttons=(
            Button(_("Start a 3-player game"), str(AskGame(tuple(users))), ButtonStyle.SUCCESS),
            Button(_("Play an opponent"), str(AskOpponent())),
            learn_button(),
            Button(_("Read rules"), str(ShowRules())),
            Menu(_("Start with expansions"), lines),
        ),
    )


def _deal_action(name: str, users: Sequence[int]) -> str:
    return str(StartTable(name, tuple(users)))

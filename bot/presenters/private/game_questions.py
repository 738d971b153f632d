"""The private questions before a game: which one, with a picture of each, and how strong."""

from bot.games.game_texts import game_title
from bot.games.parts import PART_WORDS
from bot.presenters.words.actions import AskGame, AskOpponent, OpenLobby, PlayOpponent, StartTable
from bot.presenters.words.opponents import level_lines
from bot.text.i18n import _
from bot.text.message import NO_TABLE, Button, ButtonStyle, Illustration, Message
from bot.text.opponents import LEVELS
from rules.variants import starting_parts


def start_buttons() -> tuple[Button, ...]:
    """The buttons that ask which game to open, and against which opponent to play."""
    return (
        Button(_("Start a game"), str(AskGame()), ButtonStyle.SUCCESS, target=NO_TABLE),
        Button(_("Play an opponent"), str(AskOpponent()), target=NO_TABLE),
    )


def which_game(users: tuple[int, ...]) -> Message:
    """Ask which game to open, or to start with some users."""
    text = _("Which game? I open it here, and others can join.")
    if users:
        text = _("Which game? It starts at once.")
    buttons = (
        Button(game_title(name), str(StartTable(name, users) if users else OpenLobby(name)))
        for name in starting_parts()
    )
    return Message(text, _samples(), tuple(buttons))


def which_opponent(game: str) -> Message:
    """Ask against which level to play a ``game``, which can still be changed."""
    lines = [_("Which game, and how strong an opponent?"), *level_lines()]
    games = (
        Button(game_title(name), str(AskOpponent(name)), chosen=name == game)
        for name in starting_parts()
    )
    levels = (
        Button(_(word).capitalize(), str(PlayOpponent(game, level)), ButtonStyle.SUCCESS)
        for level, word in LEVELS.items()
    )
    return Message("\n".join(lines), _samples(), (*games, None, *levels))


def _samples() -> tuple[Illustration, ...]:
    """A picture of each game, in the order of the buttons."""
    samples = ((game_title(name), PART_WORDS[name].sample) for name in starting_parts())
    return tuple(
        Illustration(shown[0], _("{game}: {seen}.", game=game, seen=_(shown[1])))
        for game, shown in samples
        if shown is not None
    )

"""The private questions before a game: which one, with a picture of each, and how strong."""

from collections.abc import Mapping
from typing import Final

from bot.games.game_texts import game_title
from bot.presenters.words.actions import AskGame, AskOpponent, OpenLobby, PlayOpponent, StartTable
from bot.presenters.words.opponents import level_lines
from bot.text.i18n import N_, _
from bot.text.message import NO_TABLE, Button, ButtonStyle, Illustration, Message
from bot.text.opponents import LEVELS
from renderer.requests import Sample
from rules.analysis.viewport import Window
from rules.variants import starting_parts

SAMPLES: Final[Mapping[str, tuple[Sample, str]]] = {
    "base": (
        Sample("037", 21, Window(0, -1, 3, 2)),
        N_("walled cities, roads, green fields and a monastery, with meeples on them"),
    ),
    "hunters": (
        Sample("029", 20, Window(-2, -3, 1, 0)),
        N_("forests, rivers with fish, a volcano and meadows with animals, with meeples on them"),
    ),
}
"""A picture of a game by its name, and what is seen in it."""


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
    shown = ((name, *SAMPLES[name]) for name in starting_parts() if name in SAMPLES)
    return tuple(
        Illustration(sample, _("{game}: {seen}.", game=game_title(name), seen=_(seen)))
        for name, sample, seen in shown
    )

"""Every command and every button, by capability, as each situation tries them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.commands import all_menus
from tests.support.world import World
from tests.transcripts.stage import Stage
from tests.transcripts.unrestricted_user import UnrestrictedUser

Options = Mapping[str, Any] | Callable[[World], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Action:
    """A command with its options, or a press on a button with some id."""

    name: str
    options: Options = field(default_factory=dict)
    button: str = ""
    about_no_game: bool = False

    async def perform(self, stage: Stage, user: UnrestrictedUser) -> list[str]:
        """Do it, and return the lines of what the bot did."""
        if self.button:
            game, version = stage.recorder.table
            about = "0:0" if self.about_no_game or not game else f"{game}:{version}"
            result = await user.press(f"carc:{about}:{self.button}")
        elif self.name in {f"menu {menu.name}" for menu in all_menus()}:
            result = await user.menu(self.name.removeprefix("menu "))
        else:
            options = self.options(user.world) if callable(self.options) else self.options
            result = await user.slash(self.name.removeprefix("/"), dict(options))
        return await stage.transcript(result)


def command(name: str, options: Options | None = None) -> Action:
    return Action(f"/{name}", options or {})


def menu(name: str) -> Action:
    return Action(f"menu {name}")


def button(does: str) -> Action:
    return Action(f"button {does}", button=does)


def global_button(does: str) -> Action:
    return Action(f"button {does}", button=does, about_no_game=True)


def dan_for_ana(world: World) -> dict[str, Any]:
    return {"old": world.ana, "new": world.dan}


PUZZLE_DAY: Final = "2026-11-30"

CAPABILITIES: Final[dict[str, tuple[Action, ...]]] = {
    "playing": (
        command("place", {"move": "0 1 rot0 none"}),
        command("play"),
        command("ferry", {"move": "a b"}),
        command("ark", {"move": "0 1"}),
        *map(button, ("panel", "show place 0 1 rot0", "pick 1", "plan walk", "place 0 1 rot0")),
    ),
    "undo": (command("undo"), *map(button, ("undo", "agree 1", "refuse 1"))),
    "votes": tuple(
        map(
            button,
            ("vote skip", "poll skip", "pause", "resume", "finish", "ask-table", "unarchive"),
        )
    ),
    "seats": (
        command("replace", dan_for_ana),
        command("resign"),
        *map(button, ("resign", "take 0", "open", "accept 7", "consent 7", "decline 7")),
    ),
    "lobby": (
        command("new", {"game": "hunters", "seats": 3}),
        command("end"),
        menu("Challenge"),
        *map(
            button,
            (
                "join",
                "leave",
                "start",
                "colour",
                "wear 4",
                "set inns on",
                "change pace day",
                "lobby-settings 1",
                "again",
            ),
        ),
        *map(button, ("end", "end score")),
        *map(
            global_button,
            ("table hunters 1 2 3", "against hunters villager", "challenge hunters 1", "new base"),
        ),
    ),
    "boards": (command("board"), command("tiles"), *map(button, ("board", "score"))),
    "history": (
        menu("Show this turn"),
        *map(button, ("log", "record", "seal", "since", "replay", "past 1")),
    ),
    "home": (command("games"), *map(global_button, ("home", "open-tables", "which", "against"))),
    "orders": tuple(map(button, ("aim at 0 1", "order"))),
    "hints": (command("hint"), *map(button, ("hint", "review", "if 0", "before 0"))),
    "opponents": tuple(
        map(button, ("opponent master", "channel", "opponent away 1", "substitute 0 master"))
    ),
    "reminders": tuple(map(button, ("snooze 1", "nudge"))),
    "absences": (command("away"), global_button("away")),
    "followers": tuple(map(button, ("follow", "unfollow"))),
    "settings": (
        command("settings"),
        command("setup"),
        *map(global_button, ("habits", "setup order joined")),
    ),
    "cups": (
        command("cup"),
        *(
            global_button(f"cup 1 {word}")
            for word in ("join", "leave", "start", "end", "show", "record")
        ),
    ),
    "puzzles": (command("puzzle"), global_button(f"puzzle {PUZZLE_DAY}")),
    "statistics": (
        command("stats"),
        command("leaderboard"),
        *map(global_button, ("stats own", "stats everywhere", "stats server", "leaderboard base")),
    ),
    "page": tuple(map(button, ("page", "print"))),
    "lessons": (global_button("learn"),),
    "help": (command("help"), command("rules"), *map(global_button, ("help", "rules", "close"))),
    "privacy": (
        command("privacy"),
        global_button("privacy"),
        *(
            global_button(f"privacy {word}")
            for word in ("export", "delete", "forget", "leave-statistics", "join-statistics")
        ),
    ),
    "notes": (command("note"), button("note")),
}
"""The actions of each capability; each has a file of golden transcripts of its own."""

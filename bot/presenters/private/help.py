"""Help: how to play in short, and the topics of the rules."""

from collections.abc import Sequence
from typing import Final

from bot.games import game_texts, game_topics
from bot.games.topic import Topic
from bot.presenters.private.paging import page_lines, page_size
from bot.presenters.public.greeting import RULES
from bot.text.i18n import N_, _
from bot.text.message import Button, Menu, MenuLine, Message
from rules.variants import games_by_part, rulebook

BEFORE_FIRST_TURN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        N_("Your turn"),
        (
            N_(
                "Press *Place my tile* below the newest post, or type `/place 3 -1 rot90 "
                "{figure} b`"
            ),
            N_("Choosing a meeple makes your move at once. You can change that in *Settings*"),
            N_("That means column 3, row -1, a quarter turn clockwise, and a meeple on segment b"),
            N_("All touching sides must match. You see the legal moves as you type"),
            N_("Without a meeple, you're asked for one. Type `none` to place none"),
            N_("`/hint` suggests moves, just for you (not in games without aids)"),
            N_(
                "`/undo` takes your tile back: for 2 minutes, until another player moves, then if "
                "everyone agrees"
            ),
        ),
    ),
    (
        N_("The picture"),
        (
            N_("The framed tile is the newest. Light squares show where yours fits"),
            N_("▲ 3 at the edge: 3 more spaces that way"),
            N_("A pale rotation fits nowhere"),
        ),
    ),
)
"""The facts to know before the first turn, by headings."""
LOOKING_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("Looking around"),
    (
        N_("`/board`: the board in pictures or words, the points, where your tile fits"),
        N_("`/board` with `view: since`: what's new"),
        N_("`/games`: all your games and your next move, also in a DM with me"),
        N_("`/tiles`: what's left; `/tiles 2 0`: what fits that space"),
        N_("`/rules` and a word: the rule about it"),
        N_("`/note`: your private note for this game, shown on your turn"),
        N_("Below `/board`: *Log*, *Record*, *Fair shuffle ✓*, *Film*, and *Follow* for DMs"),
        N_("*Review* after a game: the costliest moves, and better ones"),
        N_("`/stats`: games in numbers; `/leaderboard`: ratings, where the server has them"),
        N_("*Nudge*, also below `/board`: ping the player you're waiting for"),
    ),
)
TABLE_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("The game"),
    (
        N_("`/new` starts one. *Join*, *Leave*, *Start* and *Colour* are its buttons"),
        N_("`/away 3 Dec`: you're away from all games; `/away`: check or end it"),
        N_("`/resign`: leave the game for good, or give up your seat"),
        N_(
            "`/replace`: give a seat to another player; *Pause*, below `/board`: nobody has to play"
        ),
        N_("`/end`: end the game, with scoring or without (host or server managers)"),
        N_("`/new` with `thread: yes` opens a thread for the game; I pin its card if I may"),
        N_("`/cup`: a tournament in this channel, with matches for two in threads"),
        N_("`/setup`: where and how games are played here (server managers)"),
    ),
)


def help_text(name: str) -> str:
    """The instructions of a game: every command and the figures, in short lists."""
    role = next(iter(rulebook(name).ruleset.roles)).name
    lines = [f"## {game_texts.game_title(name)}", f"*{game_texts.game_notes(name)}*"]
    for heading, items in BEFORE_FIRST_TURN:
        lines += [f"### {_(heading)}", *(f"- {_(item, figure=role)}" for item in items)]
    figures = _("Meeples")
    lines += [
        f"### {figures}",
        *(f"- {line}" for line in game_texts.figure_lines(name).split("\n")),
    ]
    for heading, items in (LOOKING_LIST, TABLE_LIST):
        lines += [f"### {_(heading)}", *(f"- {_(item)}" for item in items)]
    rules = _("Rules")
    lines += [f"### {rules}", f"- {_topic_titles(name)}"]
    return "\n".join(lines)


def _topic_titles(name: str) -> str:
    """The titles of a game's topics, and how to find them."""
    return " · ".join(_(topic.title) for topic in game_topics.topics_of(name).values())


def rules_page(name: str, key: str | None = None) -> Message:
    """A topic of a game's rules by its key; without a key, the figures and the first topic."""
    known = game_topics.topics_of(name)
    listed = list(known.values())
    topic = known.get(key or "", listed[0])
    top = [f"## {game_texts.game_title(name)}"]
    if key is None:
        top += [
            f"*{game_texts.game_notes(name)}*",
            _("**Meeples**"),
            game_texts.figure_lines(name),
            "",
        ]
    return Message(
        "\n".join([*top, game_topics.topic_message(topic)]),
        buttons=(
            Menu(_("Another rule"), _topic_lines(name, listed, listed.index(topic))),
            *(
                Button(game_texts.game_title(other), f"{RULES} {other}", chosen=other == name)
                for other in games_by_part()
            ),
        ),
    )


def _topic_lines(name: str, topics: Sequence[Topic], shown_index: int) -> tuple[MenuLine, ...]:
    """The topics as menu lines; if there are many, the page with the shown one."""
    size = page_size(len(topics))
    lines = [MenuLine(_(topic.title), f"{RULES} {name} {topic.key}") for topic in topics]
    return page_lines(
        lines, shown_index // size + 1, lambda page: lines[size * (page - 1)].action, places=False
    )

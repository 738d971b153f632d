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
                "Press *Place my tile* under the newest post, or type it: "
                "`/place 3 -1 rot90 {figure} b`"
            ),
            N_(
                "A figure on the panel is your move, made at once, unless *Settings* says otherwise"
            ),
            N_("That is column 3, row -1, a quarter turn clockwise, a figure on segment b"),
            N_("All touching sides must match; what is legal is offered while you type"),
            N_("Without a figure you are asked for one; `none` puts none"),
            N_("`/hint`: what a master would do, and why, for you alone; not without aids"),
            N_(
                "`/undo` takes your tile back: at once for two minutes or until somebody plays on, "
                "then if all agree"
            ),
        ),
    ),
    (
        N_("The picture"),
        (
            N_("A tile with a frame was laid last; light squares are places for yours"),
            N_("▲ 3 at the rim: 3 more places lie beyond it"),
            N_("A pale rotation fits nowhere"),
        ),
    ),
)
"""The facts to know before the first turn, by headings."""
LOOKING_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("Looking"),
    (
        N_("`/board`: the board in pictures or in words, the points, the places for your tile"),
        N_("`/since`: what is new to you"),
        N_("`/home`: all your tables and your next move, also in a message to the bot"),
        N_("`/tiles`: what is still to come; `/tiles 2 0`: what fits a gap"),
        N_("`/help` and a word: the rules about it"),
        N_("`/note`: what you keep for yourself at this table, shown when it is your turn"),
        N_(
            "Buttons under `/board`: *Log*, *Record*, *Fair shuffle ✓*, *Film*, "
            "*Follow* by direct messages"
        ),
        N_("*Review*, after a game: which moves cost each player most, and what was better"),
        N_("*Nudge*, under `/board` too, calls who is to play"),
    ),
)
TABLE_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("The table"),
    (
        N_("`/new` opens one; *Join*, *Leave*, *Start* and *Colour* are its buttons"),
        N_("`/away 3 Dec`: you are away, at all tables; `/away`: how it stands"),
        N_("`/resign`: you leave the game for good, or your seat to whoever takes it"),
        N_("`/replace`: another player for a seat; *Pause*, under `/board`: nobody is waited for"),
        N_("`/end`: the game stops, scored or not (its host, or who may manage the server)"),
        N_(
            "A thread for the table: `/new` with `thread: yes`; the standing card is pinned where "
            "I may"
        ),
        N_("`/setup`: where tables are allowed, and how they are run (who manages the server)"),
    ),
)


def help_text(name: str) -> str:
    """The instructions of a game: every command and the figures, in short lists."""
    role = next(iter(rulebook(name).ruleset.roles)).name
    lines = [f"## {game_texts.game_title(name)}", f"*{game_texts.game_notes(name)}*"]
    for heading, items in BEFORE_FIRST_TURN:
        lines += [f"### {_(heading)}", *(f"- {_(item, figure=role)}" for item in items)]
    figures = _("Figures")
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
            _("**Figures**"),
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

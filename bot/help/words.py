"""Messages of `/help`, `/rules` and lessons: overview and next step, topics, lesson panels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.parts import lesson_after, lessons
from bot.parts.part import OPPONENT_LEVEL, Goal, Lesson, Topic, position
from bot.playing import panel_words
from bot.table.table import Phase, Table
from bot.text.i18n import N_, _
from bot.text.message import Button, ButtonStyle, Item, Menu, MenuLine, Message
from bot.text.names import OPPONENT_NAMES, Names, opponent_number, strip_markdown
from bot.words import nouns, topics
from bot.words.actions import Learn, ShowHelp, ShowMoves, ShowRules, page_lines, page_size
from bot.words.events import news_lines
from bot.words.nouns import game_title, tile_text
from bot.words.scores import plain_standings
from bot.words.state import turn_picture
from rules import notation
from rules.analysis.tile_faces import printed_face
from rules.game import Game
from rules.moves import Move
from rules.variants import games_by_part, rulebook

TURN_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("Your turn"),
    (
        N_("Press *Place my tile* below the newest post, or type `/place 3 -1 rot90 {figure} b`"),
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
)
PICTURE_LIST: Final[tuple[str, tuple[str, ...]]] = (
    N_("The picture"),
    (
        N_("The framed tile is the newest. Light squares show where yours fits"),
        N_("▲ 3 at the edge: 3 more spaces that way"),
        N_("A pale rotation fits nowhere"),
    ),
)
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


LISTS: Final = {
    "turn": TURN_LIST,
    "picture": PICTURE_LIST,
    "looking": LOOKING_LIST,
    "game": TABLE_LIST,
}
"""The lists of the help that are about no single game, by the key of their topic."""
MEEPLES: Final = "meeples"
"""The key of the topic about the figures of a game."""
HINT_LINE: Final = N_("`/hint` suggests moves, just for you")
MAIN_COMMAND_LINES: Final = (
    N_("`/new` starts a game"),
    N_("`/play` opens your turn, with buttons"),
    HINT_LINE,
    N_("`/undo` takes your last tile back"),
    N_("`/board` shows the board, the points and what's new"),
    N_("`/games` lists all your games"),
)
"""The commands that matter; every other one is behind a topic."""


def help_message(
    name: str, now: str, buttons: Sequence[Button] = (), *, has_aids: bool = True
) -> Message:
    """``now``: what to do in the channel; a menu opens the topics.

    ``buttons`` come first.
    """
    heading = _("The commands that matter")
    commands = [line for line in MAIN_COMMAND_LINES if has_aids or line is not HINT_LINE]
    lines = [now, f"### {heading}", *(f"- {_(line)}" for line in commands)]
    return Message("\n".join(lines), buttons=(*buttons, _topic_menu(name)))


def help_topic(name: str, key: str) -> Message:
    """The first topic for an unknown key, and a way back."""
    key = key if key in _topic_titles() else next(iter(LISTS))
    lines = [f"## {nouns.game_title(name)}", f"### {_topic_titles()[key]}"]
    if key == MEEPLES:
        lines.insert(1, f"*{nouns.game_notes(name)}*")
        items = nouns.figure_lines(name).split("\n")
    else:
        role = next(iter(rulebook(name).ruleset.roles)).name
        items = [_(item, figure=role) for item in LISTS[key][1]]
    lines += [f"- {item}" for item in items]
    back = Button(_("← Back"), str(ShowHelp(name)))
    return Message("\n".join(lines), buttons=(back, _topic_menu(name, key)))


def _topic_titles() -> dict[str, str]:
    titles = {key: _(heading) for key, (heading, _items) in LISTS.items()}
    turn = next(iter(LISTS))
    return {turn: titles.pop(turn), MEEPLES: _("Meeples"), **titles}


def _topic_menu(name: str, chosen: str = "") -> Menu:
    lines = [
        MenuLine(title, str(ShowHelp(name, key)), chosen=key == chosen)
        for key, title in _topic_titles().items()
    ]
    return Menu(_("Read about …"), (*lines, MenuLine(_("Rules"), str(ShowRules(name)))), "help")


def now_text(table: Table | None, user: int, names: Names) -> str:
    """The next thing to do in the channel of a table, if there is one."""
    if table is None:
        return _("**There's no game here yet.** Type `/new` to start one.")
    seated = table.seat_of(user) is not None
    match table.phase:
        case Phase.LOBBY if seated:
            return _("**You have a seat.** The game begins when someone presses *Start*.")
        case Phase.LOBBY:
            return _("**There's a game to join here.** Press *Join* on its post.")
        case Phase.ARCHIVED:
            return _("**The game here is archived.** *Resume*, below `/board`, brings it back.")
        case Phase.PLAYING if table.paused is not None:
            return _("**The game here is paused.** *Resume*, below its newest post, ends that.")
        case Phase.PLAYING if table.to_move == user:
            return _("**It's your turn.** Press *Place my tile*.")
        case Phase.PLAYING:
            who = names.bold_name(table.running_game.turn)
            if seated:
                return _("It's {who}'s turn. I'll ping you when it's yours.", who=who)
            return _("It's {who}'s turn. You're watching: `/board` shows you the game.", who=who)
    return _("**The game here is over.** *Again*, below its last post, starts the next one.")


def rules_page(name: str, key: str | None = None) -> Message:
    """A topic, by default the first below the figures."""
    known = topics.topics_of(name)
    listed = list(known.values())
    topic = known.get(key or "", listed[0])
    top = [f"## {nouns.game_title(name)}"]
    if key is None:
        top += [
            f"*{nouns.game_notes(name)}*",
            _("**Meeples**"),
            nouns.figure_lines(name),
            "",
        ]
    return Message(
        "\n".join([*top, topics.topic_message(topic)]),
        buttons=(
            Menu(_("Another rule"), _topic_lines(name, listed, listed.index(topic))),
            *(
                Button(nouns.game_title(other), str(ShowRules(other)), chosen=other == name)
                for other in games_by_part()
            ),
        ),
    )


def _topic_lines(name: str, topics: Sequence[Topic], shown_index: int) -> tuple[MenuLine, ...]:
    """The topics; if there are many, the page with the shown one."""
    size = page_size(len(topics))
    lines = [MenuLine(_(topic.title), str(ShowRules(name, topic.key))) for topic in topics]
    return page_lines(
        lines, shown_index // size + 1, lambda page: lines[size * (page - 1)].action, places=False
    )


ALL_DONE: Final = "done"
"""The place in the course after the last lesson."""
OPPONENT: Final = opponent_number(OPPONENT_NAMES[0], OPPONENT_LEVEL)


def lesson_names(user: int, name: str) -> Names:
    return Names((user, OPPONENT), {user: name})


def lesson_panel(
    lesson: Lesson,
    moves: Sequence[Move],
    names: Names,
    missed: Goal | None = None,
    *,
    page: int = 1,
) -> Message:
    """A panel without aids; ``missed``: the goal the last try did not reach."""
    shown = panel_words.panel_message(position(lesson), moves, names, effects=False, page=page)
    lines, items = [_task_line(lesson)], list(_about_lesson(shown.buttons, lesson))
    if missed is not None:
        again = _("Try again!")
        lines.append(f"💡 {_(missed.why)} {again}")
        items += [None, _example_button(lesson)]
    return Message("\n".join([*lines, shown.text]), shown.pictures, tuple(items))


def lesson_decision(lesson: Lesson, game: Game, moves: Sequence[Move]) -> Message:
    """``moves``: those made before."""
    shown = panel_words.next_decision(game)
    before = " ".join(map(notation.write, moves))
    text = f"{_task_line(lesson)}\n{shown.text}"
    return replace(shown, text=text, buttons=tuple(_about_lesson(shown.buttons, lesson, before)))


def right_answer(lesson: Lesson, game: Game, names: Names) -> Message:
    """News of the turn and the opponent's answer, and a way to the next lesson."""
    news = news_lines(game.story[len(position(lesson).story) :], game, names)
    following = lesson_after(lesson.key)
    right = _("Right!")
    sentences = [f"✅ **{right}**", _(lesson.done), *([] if following else [_end_text()])]
    again = Button(_("Again"), str(Learn(lesson.key)))
    ways = (
        (again,)
        if following is None
        else (Button(_("Next"), str(Learn(following)), ButtonStyle.SUCCESS), again)
    )
    alt = " ".join([*news, f"{plain_standings(game, names)}."])
    if game.hand is not None:
        tile = tile_text(printed_face(game, game.hand.tile.id))
        alt = f"{alt} {tile[0].upper()}{tile[1:]}."
    picture = turn_picture(game, strip_markdown(alt), len(position(lesson).story))
    return Message(
        "\n".join([" ".join(sentences), *news]), (picture,), (*ways, _lesson_menu(lesson.key))
    )


def all_lessons() -> Message:
    return Message(f"🎓 {_end_text()}", buttons=(_lesson_menu(""),))


def _end_text() -> str:
    return _("You've finished all lessons. Start a game with `/new`!")


def _task_line(lesson: Lesson) -> str:
    keys = list(lessons())
    number = f"{keys.index(lesson.key) + 1}/{len(keys)}"
    return f"🎓 **{number} {_(lesson.title)}** · {game_title(lesson.game)}\n{_(lesson.task)}"


def _lesson_menu(current: str) -> Menu:
    return Menu(
        _("Choose a lesson"),
        tuple(
            MenuLine(f"{number}. {_(one.title)}", str(Learn(key)), chosen=key == current)
            for number, (key, one) in enumerate(lessons().items(), 1)
        ),
        name="lesson",
    )


def _example_button(lesson: Lesson) -> Button:
    laid, *later = position(lesson).read(lesson.example)
    shown = " ".join(map(notation.write, (laid, *later[:1])))
    return Button(_("Show me"), str(Learn(lesson.key, ShowMoves(shown))))


def _about_lesson(
    items: Sequence[Item | None], lesson: Lesson, before: str = ""
) -> Iterator[Item | None]:
    """Give items actions about a lesson, without step-by-step moves."""
    prefix = " ".join(filter(None, (str(Learn(lesson.key)), before)))
    return panel_words.with_prefix(items, f"{prefix} ")

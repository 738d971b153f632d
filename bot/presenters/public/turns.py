"""The post of a turn: what happened with its arithmetic, who is next, what to lay."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.about import chosen, title
from bot.presenters.public import undo_vote
from bot.presenters.words import scores
from bot.presenters.words.buttons import one_more, rare
from bot.presenters.words.news import ending, news
from bot.presenters.words.sights import marked, outside
from bot.presenters.words.state import alt_text, turn_line
from bot.table.presence import here
from bot.table.retelling import happened
from bot.table.table import Outcome, Phase, Table
from bot.text.i18n import _
from bot.text.message import Button, Illustration, Message, Shot, Tone, Unaided
from bot.text.names import Names
from rules.analysis.chronicle import last_placed, winners
from rules.fairness import commitment
from rules.story import EndedEarly, Event


def of_outcome(outcome: Outcome, names: Names) -> Message:
    """The public post after a command that changed a game."""
    before, after = outcome.before, outcome.after
    game = after.game
    assert game is not None
    if before is None or before.game is None:
        return _post(after, names, _beginning(after, names))
    if after.phase is Phase.STOPPED:
        return stopped(after, names, outcome.user)
    if after.vote is not None:
        return _meanwhile(after, names, undo_vote.question(after, names))
    if before.vote is not None and after.version == before.version:
        return _meanwhile(after, names, undo_vote.refused(outcome.user, names))
    if not set(before.lines) <= set(after.lines):
        return _post(after, names, [_undone(outcome, names)])
    events = happened(outcome)
    early = any(isinstance(event, EndedEarly) for event in events)
    return _told(after, names, events, names.user(outcome.user) if early else "")


def _meanwhile(table: Table, names: Names, message: Message) -> Message:
    """A post that is not about a turn, with whose turn it still is: it may hide the turn's own."""
    if table.phase is not Phase.PLAYING:
        return message
    button = Button(_("Place my tile"), "panel", Tone.PLAIN)
    text = f"{message.text}\n{turn_line(table, names)}"
    return replace(message, text=text, buttons=(*message.buttons, button))


def _undone(outcome: Outcome, names: Names) -> str:
    """Who took a move back, by right or by consent."""
    before, after = outcome.before, outcome.after
    assert before is not None
    vote = before.vote
    dropped = min(line.number for line in set(before.lines) - set(after.lines))
    if vote is None or dropped != vote.number:
        who = names.user(outcome.user)
        return _("↩️ {who} took back the last move. The same tile is back.", who=who)
    who = names.user(vote.user)
    return _("↩️ All agreed that {who} takes it back. The same tile is back.", who=who)


def present(table: Table, names: Names) -> Message:
    """How a running or ended game stands, for whoever asks or after a restart."""
    game = table.game
    assert game is not None
    if table.phase is Phase.STOPPED:
        return stopped(table, names)
    return _told(table, names, game.story[last_placed(game) :])


def filmed(table: Table, names: Names) -> str:
    """What stands over a film; while the game runs, with whose turn it is."""
    game = title(table.name)
    if table.phase is not Phase.PLAYING:
        return _("🎬 {game}: the whole game, turn by turn.", game=game)
    text = _("🎬 {game}: the game so far, turn by turn.", game=game)
    return f"{text}\n{turn_line(table, names)}"


def stopped(table: Table, names: Names, user: int | None = None) -> Message:
    """The post of a table that was ended before its time, by whom if that is known."""
    lines = [_("⏹️ The game was ended early; nothing more is scored.")]
    if user is not None:
        who = names.user(user)
        lines = [_("⏹️ {who} ended the game early; nothing more is scored.", who=who)]
    if table.game is None:
        return Message("\n".join(lines))
    lines.append(scores.standings(table.game, names))
    return Message(
        "\n".join(lines),
        (Illustration(Shot.BOARD, alt_text(table, names, lines)),),
        (*one_more(table), *_looks(), *rare()),
    )


def _looks() -> tuple[Button, ...]:
    """To look closer, privately."""
    return (Button(_("Scores"), "score"), Button(_("Whole board"), "board"))


def _beginning(table: Table, names: Names) -> list[str]:
    """What a game begins with: who plays in which order, and the seal of the bag."""
    players = ", ".join(map(names.shown, range(len(names.players))))
    return [
        f"## {title(table.name)}",
        *filter(None, (" · ".join(chosen(table.options, table.settings)),)),
        _("The order of play: {players}.", players=players),
        *_sealed(table),
    ]


def _sealed(table: Table) -> list[str]:
    """The commitment to the order of the bags, if the deal was sealed."""
    if table.header is None or not table.header.nonce:
        return []
    seal = f"`{commitment(table.header)}`"
    return [_("-# 🔒 The bag is sealed: {seal}. *Seal* under `/board` explains it.", seal=seal)]


def _told(table: Table, names: Names, events: Sequence[Event], ender: str = "") -> Message:
    """The post of what has just happened; ``ender`` is who ended the game before its time."""
    told = ending if table.running_game.over else news
    if not ender:
        return _post(table, names, told(events, table.running_game, names))
    others = [event for event in events if not isinstance(event, EndedEarly)]
    first = _("⏹️ {who} ends the game early: what lies is scored.", who=ender)
    return _post(table, names, [first, *told(others, table.running_game, names)])


def _post(table: Table, names: Names, lines: list[str]) -> Message:
    """The post of a turn: some lines, then whose turn it is."""
    game = table.running_game
    if game.over:
        return _over(table, names, lines)
    buttons = [Button(_("Place my tile"), "panel", Tone.GOOD), *_looks()]
    if table.lines:
        buttons += [Button(_("What is new?"), "since"), Button(_("Take back"), "undo")]
    alt = " ".join(filter(None, (alt_text(table, names, lines), marked(table))))
    said = [*lines, "", turn_line(table, names), *outside(table), scores.standings(game, names)]
    said.append(f"-# {title(table.name)}")
    return Message(
        "\n".join(said),
        (Illustration(Shot.TURN, alt, None if table.aided else Unaided()),),
        tuple(buttons),
        pings=_pinged(table, names),
        colour=names.colour(game.turn),
    )


def _pinged(table: Table, names: Names) -> tuple[int, ...]:
    """Who is to move, but not while they are away, nor while everybody is here."""
    user = table.to_move
    return () if user is None or user in names.away or here(table) else (user,)


def _over(table: Table, names: Names, lines: list[str]) -> Message:
    """The post of the end, no higher than a phone: who won, one table, the chart."""
    game = table.running_game
    return Message(
        "\n".join(
            [
                scores.won(winners(game), game, names),
                scores.kinds_table(game, names),
                *lines,
                _("-# `/new` opens the next game."),
            ]
        ),
        (Illustration(Shot.CHART, scores.chart_alt(game, names)),),
        (
            *one_more(table),
            Button(_("Details"), "score"),
            Button(_("Whole board"), "board"),
            *rare(),
        ),
    )

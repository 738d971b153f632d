"""Hints and reviews: the best moves with their worth and reasons, and what others cost."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from bot.games import moves
from bot.presenters.private.prompts import PLAN, SHOW
from bot.presenters.words import move_options
from bot.presenters.words.buttons import REVIEW
from bot.presenters.words.reasons import reasons, signed
from bot.presenters.words.state import describe
from bot.table.table import Table
from bot.text.i18n import N_, _
from bot.text.message import Button, Illustration, Message, Shot, Tone
from bot.text.move_options import Compared, Proposed, Way
from bot.text.names import Names, unmarked
from rules import notation
from rules.game import Game
from rules.moves import PlaceTile
from rules.opponents import Thought
from rules.opponents.review import Review, Slip
from rules.record import moments

ROOM: Final = 50
"""Characters of moves that fit in a button beside its prefix."""


def hint(game: Game, thoughts: Sequence[Thought], names: Names) -> Message:
    """The best moves as a list numbered like the picture, and a button for each."""
    told = [f"{number}. {line(game, thought, names)}" for number, thought in enumerate(thoughts, 1)]
    head = _("**What a master would do**, best first:")
    alt = [head, *told]
    if game.drawn is not None:
        tile = describe(game)
        alt.append(f"{tile[0].upper()}{tile[1:]}.")
    foot = _(
        "-# What a way is worth is reckoned in points against the best of the others, by what can "
        "be known now. Nothing is done before you press, and in the panel you can change it."
    )
    picture = Illustration(
        Shot.PROPOSALS,
        unmarked(" ".join(alt)),
        Proposed(tuple(thought.moves for thought in thoughts)),
    )
    buttons = tuple(
        Button(
            f"{number} · {move_options.place(game, thought.moves)}",
            action(thought.moves),
            Tone.GOOD if number == 1 else Tone.PLAIN,
        )
        for number, thought in enumerate(thoughts, 1)
    )
    return Message("\n".join([head, *told, foot]), (picture,), buttons)


def line(game: Game, thought: Thought, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter … — **+6**: +6 now, blocks Bo's river``."""
    facts = {"way": move_options.described(game, thought.moves), "worth": signed(thought.worth)}
    why = reasons(thought.reasons, game, names)
    if why:
        return _("{way} · **{worth}**: {reasons}", reasons=", ".join(why), **facts)
    return _("{way} · **{worth}**", **facts)


def action(way: Way) -> str:
    """The button action that opens a proposed move in the panel.

    In the middle of a turn, where the panel shows moves, it makes the move. What does not fit in
    the id is asked for afterwards.
    """
    said = ""
    for move in way:
        longer = f"{said} {notation.write(move)}".lstrip()
        if said and len(longer) > ROOM:
            break
        said = longer
    first = isinstance(way[0], PlaceTile)
    acted = way[1 if first else 0 :][:1]
    if any(moves.words(type(move)).stepwise is not None for move in acted):
        return f"{PLAN} {said}"
    return f"{SHOW} {said}" if first else said


LOOKING: Final = N_("I am looking over the game, move by move. That takes half a minute at most.")


def review(
    table: Table, found: Review, seat: int, positions: Sequence[Game], names: Names
) -> Message:
    """The most expensive moves of a seat, with buttons to the other seats.

    ``positions`` are the games before each of these moves.
    """
    slips, record = found.slips[seat], table.record()
    head = _("**Review** · {who}", who=names.shown(seat))
    others = [
        Button(names.plain(other), f"{REVIEW} {other + 1}", chosen=other == seat)
        for other in range(len(found.slips))
    ]
    lost = " · ".join(
        f"{names.shown(other)} {round(points)}" for other, points in enumerate(found.lost)
    )
    foot = [
        _("What all moves cost together, in points: {lost}.", lost=lost),
        _("-# Measured against the best I found, by what could be known at the time."),
    ]
    if not slips:
        none = _("No move of {who} cost anything to speak of.", who=names.shown(seat))
        return Message("\n".join([head, none, *foot]), (), tuple(others))
    told = [f"{number}. {said}" for number, said in enumerate(_told(slips, positions, names), 1)]
    shown = tuple((slip.line, slip.played, slip.better.moves) for slip in slips)
    alt = unmarked(" ".join([head, *told]))
    picture = Illustration(Shot.COMPARED, alt, Compared(record, shown))
    return Message("\n".join([head, *told, *foot]), (picture,), tuple(others))


def _told(slips: Sequence[Slip], games: Sequence[Game], names: Names) -> Iterator[str]:
    for slip, game in zip(slips, games, strict=True):
        yield _(
            "Tile {tile}: {way} cost **{lost}**. Better: {better}",
            tile=slip.tile,
            way=move_options.described(game, slip.played),
            lost=round(slip.lost),
            better=line(game, slip.better, names),
        )


def positions(record: str, slips: Sequence[Slip]) -> list[Game]:
    """Replay a record once and return the game before each of some moves."""
    last = max((slip.line for slip in slips), default=0)
    games = [moment.game for moment in islice(moments(record), last + 1)]
    return [games[slip.line] for slip in slips]

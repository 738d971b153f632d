"""A hint: the best ways to go on, what they are worth and why, numbered on a picture."""

from collections.abc import Sequence
from typing import Final

from bot.games import moves
from bot.presenters.private.prompts import PLAN, SHOW
from bot.presenters.words import move_options
from bot.presenters.words.reasons import reasons, signed
from bot.presenters.words.state import describe
from bot.text.i18n import _
from bot.text.message import Button, Illustration, Message, Shot, Tone
from bot.text.move_options import Proposed, Way
from bot.text.names import Names, unmarked
from rules import notation
from rules.game import Game
from rules.moves import PlaceTile
from rules.opponents import Thought

ROOM: Final = 50
"""Characters of moves that a button has room for, behind what it does with them."""


def hint(game: Game, thoughts: Sequence[Thought], names: Names) -> Message:
    """The ways as a list with the numbers of the picture, and a button for each."""
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
    """What a button does that takes a way to go on into the panel.

    In the middle of a turn, where the panel is one of moves, it makes the move. What there is no
    room for is asked for afterwards.
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

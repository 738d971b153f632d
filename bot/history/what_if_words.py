"""Messages of *What if*: an earlier decision's panel, its further choices, a move's worth.

Nothing is saved: the decision and the moves tried so far are in the ids of the buttons.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.hints.words import loss_text
from bot.playing import panel_words
from bot.playing.panel_words import consequence_lines, panel_message
from bot.text.i18n import _, ngettext
from bot.text.message import (
    MAX_MENU_LINES,
    Button,
    ButtonStyle,
    Illustration,
    Item,
    Menu,
    MenuLine,
    Message,
)
from bot.text.names import Names, strip_markdown
from bot.words.actions import ACTIONS, BeforeMove, MakeMoves, NextStep, TryMoves
from bot.words.moves import moves_text, reasoned_moves, words_of
from renderer.requests import Preview
from rules import notation
from rules.analysis.drafts import play_draft
from rules.analysis.tile_faces import last_laid_face
from rules.moves import Move, MoveSequence
from rules.opponents import RatedTurn
from rules.opponents.review import TileDecision

BEST: Final = "best"
"""The word of the button that tries a master's best turn."""
MAX_MENUS: Final = 4
"""The most menus of choices beside a row of buttons."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A decision to try other moves at, and a master's best turn.

    ``turn``: its number, ``lost``: points that the played moves lost.
    """

    decision: TileDecision
    turn: int
    best: RatedTurn
    lost: float
    names: Names

    def heading(self) -> str:
        """The decision and the played moves, in a line."""
        game = self.decision.game
        facts = {
            "turn": self.turn,
            "who": self.names.bold_name(game.turn),
            "moves": moves_text(game, self.decision.moves),
            "loss": loss_text(self.lost),
        }
        return _("**What if** · turn {turn}: {who} played {moves} · {loss}", **facts)

    def advice(self) -> str:
        """A master's best turn with reasons, in a line."""
        moves = reasoned_moves(self.decision.game, self.best, self.names)
        if not round(self.lost) and self.best.moves != self.decision.moves:
            return _("Just as good: {moves}", moves=moves)
        return _("A master says: {moves}", moves=moves)


def trial_panel(trial: Trial, shown: Sequence[Move], *, page: int = 1) -> Message:
    """A panel whose buttons show what a move would have brought."""
    game = trial.decision.game
    panel = panel_message(game, shown, trial.names, page=page, tried=True)
    foot = _("-# Only you see this, and nothing is saved.")
    text = "\n".join([trial.heading(), trial.advice(), panel.text, foot])
    return replace(_redirected(panel, trial, ()), text=text)


def trial_steps(trial: Trial, before: Sequence[Move], move: Move) -> Message:
    """A step-by-step move after the moves tried so far."""
    after = play_draft(trial.decision.game, before)
    steps = panel_words.stepwise_message(after, None, move, trial.names)
    text = f"{trial.heading()}\n{steps.text}"
    return replace(_redirected(steps, trial, before), text=text)


def trial_choices(trial: Trial, moves: Sequence[Move]) -> Message:
    """The next decision, as menus."""
    after = play_draft(trial.decision.game, moves)
    options = after.decision.opening_moves(after)
    face = last_laid_face(after)
    lines = []
    for option in options[: MAX_MENUS * MAX_MENU_LINES]:
        words = words_of(type(option))
        action = notation.write(option)
        if words.stepwise is not None:
            action = str(NextStep(action))
        lines.append(MenuLine(words.label(option, face, True), action))
    menus = tuple(
        Menu(_("Choose"), tuple(lines[first : first + MAX_MENU_LINES]), name=f"choice{first}")
        for first in range(0, len(lines), MAX_MENU_LINES)
    )
    words = words_of(type(options[0]))
    text = "\n".join([trial.heading(), _(words.laid)])
    if len(options) > len(lines):
        text += " " + _("The menus show the first {number} choices.", number=len(lines))
    picture = Illustration(words.picture(), strip_markdown(text))
    return _redirected(Message(text, (picture,), menus), trial, moves)


def trial_result(trial: Trial, moves: MoveSequence, lost: float) -> Message:
    """The gain of whole moves, and their loss against the best.

    ``lost`` below zero: worth more than the best.
    """
    game, names = trial.decision.game, trial.names
    worth = [f"{moves_text(game, moves)} · {loss_text(max(lost, 0))}"]
    if moves != trial.decision.moves:
        worth.append(_difference_text(round(trial.lost - lost)))
    lines = [
        trial.heading(),
        *consequence_lines(game, moves, names),
        " · ".join(worth),
    ]
    is_best = moves == trial.best.moves
    if not is_best:
        lines.append(trial.advice())
    text = "\n".join(lines)
    buttons: list[Item | None] = [
        Button(_("Try again"), str(TryMoves(trial.decision.line)), ButtonStyle.SUCCESS)
    ]
    return Message(
        text,
        (Illustration(Preview(), strip_markdown(" ".join(lines))),),
        (*buttons, *_ways_on(trial, to_best=not is_best)),
    )


def _difference_text(points: int) -> str:
    if not points:
        return _("as good as the move played")
    if points > 0:
        return ngettext(
            "about {number} point better than the move played",
            "about {number} points better than the move played",
            points,
        )
    return ngettext(
        "about {number} point worse than the move played",
        "about {number} points worse than the move played",
        -points,
    )


def _ways_on(trial: Trial, *, to_best: bool = True) -> Iterator[Button]:
    if to_best:
        yield Button(_("Best move"), f"{TryMoves(trial.decision.line)} {BEST}")
    yield Button(_("See turn"), str(BeforeMove(trial.decision.line)))


def _redirected(message: Message, trial: Trial, before: Sequence[Move]) -> Message:
    """Make a panel's buttons try moves, after those tried ``before``."""
    made = " ".join(map(notation.write, before))

    def tried(action: str) -> str:
        word, _space, rest = action.partition(" ")
        parts = [word, made, rest]
        if isinstance(ACTIONS.read(action), MakeMoves):
            parts = [made, action]
        return " ".join([str(TryMoves(trial.decision.line)), *filter(None, parts)])

    def redirected(item: Item | None) -> Item | None:
        match item:
            case Button():
                return replace(item, action=tried(item.action))
            case Menu():
                lines = (replace(line, action=tried(line.action)) for line in item.lines)
                return replace(item, lines=tuple(lines))
        return item

    buttons = [*map(redirected, message.buttons), *_ways_on(trial)]
    return replace(message, buttons=tuple(buttons))

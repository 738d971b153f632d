"""Messages of hints and reviews: best moves with worth and reasons, mistakes with their cost."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from bot.playing.panel_words import NEXT_STEP, SHOW
from bot.table.table import Table
from bot.text.i18n import N_, _, ngettext
from bot.text.message import LABEL_LIMIT, Button, ButtonStyle, Illustration, Message, truncate
from bot.text.names import Names, strip_markdown
from bot.words import nouns
from bot.words.actions import BeforeMove, ShowReview
from bot.words.moves import moves_text, reason_texts, reasoned_moves, words_of
from bot.words.nouns import drawn_tile_text
from bot.words.scores import shortfall_text
from renderer.requests import Comparisons, Suggestions
from rules import notation
from rules.analysis import tile_faces
from rules.analysis.drafts import play_draft, points_gained
from rules.analysis.placements import spaces, suggestion_numbers
from rules.game import Game
from rules.moves import Deploy, MoveSequence, PlaceTile
from rules.opponents import RatedTurn
from rules.opponents.review import Mistake, Review
from rules.record import moments


def _button_label(game: Game, number: int, moves: MoveSequence) -> str:
    first, *later = moves
    figure = "" if isinstance(first, PlaceTile) and not later else _choice_name(game, moves)
    points = points_gained(game, play_draft(game, moves)).get(game.turn, 0)
    now = _("{points} now", points=points) if points else ""
    return " · ".join(filter(None, (str(number), ", ".join(filter(None, (figure, now))))))


def _choice_name(game: Game, moves: MoveSequence) -> str:
    laid = [move for move in moves[:1] if isinstance(move, PlaceTile)]
    choice = moves[len(laid)]
    if isinstance(choice, Deploy):
        return nouns.role_name(choice.role)
    face = tile_faces.last_laid_face(play_draft(game, laid) if laid else game)
    label = words_of(type(choice)).label(choice, face, bool(laid))
    return label[:1].lower() + label[1:]


MAX_SUGGESTIONS: Final = 3
"""The suggestions of a hint, in as many spaces."""
BUTTON_MOVES_LIMIT: Final = 50
"""Characters of moves that fit in a button beside its prefix."""


def hint_message(game: Game, thoughts: Sequence[RatedTurn], names: Names) -> Message:
    """The best moves, numbered as in the picture, with a button each."""
    suggested = tuple(thought.moves for thought in thoughts)
    numbers = suggestion_numbers(game, suggested)
    lines = [
        f"**{number}** · {hint_line(game, thought, thoughts[0].worth, names)}"
        for number, thought in zip(numbers, thoughts, strict=True)
    ]
    head = _("**Your best moves**")
    alt = [head, *lines]
    if game.drawn is not None:
        tile = drawn_tile_text(game)
        alt.append(f"{tile[0].upper()}{tile[1:]}.")
        lines += _few_spaces_lines(game, len(thoughts))
    foot = _("-# Points are estimates. Press a move to look at it: nothing is played yet.")
    picture = Illustration(Suggestions(suggested), strip_markdown(" ".join(alt)))
    buttons = tuple(
        Button(
            truncate(_button_label(game, number, moves), LABEL_LIMIT),
            hint_action(moves),
            ButtonStyle.SUCCESS if moves == suggested[0] else ButtonStyle.SECONDARY,
        )
        for number, moves in zip(numbers, suggested, strict=True)
    )
    return Message("\n".join([head, *lines, foot]), (picture,), buttons)


def _few_spaces_lines(game: Game, shown: int) -> list[str]:
    """The reason for fewer ways than asked for, if so."""
    fits = len(spaces(game))
    if shown >= MAX_SUGGESTIONS:
        return []
    if fits == shown:
        return [
            ngettext(
                "-# Your tile fits in {number} space only.",
                "-# Your tile fits in {number} spaces only.",
                fits,
            )
        ]
    return [_("-# The other spaces are clearly worse.")]


def hint_line(game: Game, thought: RatedTurn, best: float, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter … · about 4 points less: +6 now, blocks Bo's river``."""
    return " · ".join([reasoned_moves(game, thought, names), loss_text(best - thought.worth)])


def loss_text(loss: float) -> str:
    """``**Best**``, ``about 4 points less``."""
    points = round(loss)
    if not points:
        return _("**Best**")
    return ngettext("about {number} point less", "about {number} points less", points)


def suggestion_line(game: Game, thought: RatedTurn, names: Names) -> str:
    """``Suggested: space 2 · +6 now, uses a knight (−2).``, above a panel."""
    [number] = suggestion_numbers(game, [thought.moves])
    why = ", ".join(reason_texts(thought.reasons, game, names))
    return _("💡 **Suggested: space {number}** · {reasons}", number=number, reasons=why)


def shown_moves(moves: MoveSequence) -> MoveSequence:
    """The moves that fit in a button's id; the others are asked for later."""
    shown, characters = 0, -1
    for move in moves:
        characters += 1 + len(notation.write(move))
        if shown and characters > BUTTON_MOVES_LIMIT:
            break
        shown += 1
    return moves[:shown]


def hint_action(moves: MoveSequence) -> str:
    """Opens a suggested move in the panel.

    In the middle of a turn, where the panel shows moves, it makes the move.
    """
    moves_so_far = " ".join(map(notation.write, shown_moves(moves)))
    first = isinstance(moves[0], PlaceTile)
    acted = moves[1 if first else 0 :][:1]
    if any(words_of(type(move)).stepwise is not None for move in acted):
        return f"{NEXT_STEP} {moves_so_far}"
    return f"{SHOW} {moves_so_far}" if first else moves_so_far


REVIEW_STARTED: Final = N_("Reviewing the game, move by move. Half a minute, longer if I'm busy.")


def review_message(
    table: Table, review: Review, seat: int, positions: Sequence[Game], names: Names
) -> Message:
    """A seat's most expensive moves, with buttons to the other seats.

    ``positions``: the games before them.
    """
    mistakes, record = review.mistakes[seat], table.record()
    head = _("**Review** · {who}", who=names.bold_name(seat))
    others: list[Button | None] = [
        Button(names.plain_name(other), str(ShowReview(other + 1)), chosen=other == seat)
        for other in range(len(review.mistakes))
    ]
    foot = [
        losses_text(review, names),
        f"-# {depth_text(review, [seat], names)}",
        _("-# Compared with the best move I found, from what was known then."),
    ]
    if not mistakes:
        none = _("I found no costly move of {who}.", who=names.bold_name(seat))
        return Message("\n".join([head, none, *foot]), (), tuple(others))
    lines = [
        f"{number}. {mistake_line}"
        for number, mistake_line in enumerate(mistake_lines(mistakes, positions, names), 1)
    ]
    others += [
        None,
        *(
            Button(_("See {number}", number=number), str(BeforeMove(mistake.line)))
            for number, mistake in enumerate(mistakes, 1)
        ),
    ]
    shown = tuple((mistake.line, mistake.played, mistake.better.moves) for mistake in mistakes)
    alt = strip_markdown(" ".join([head, *lines]))
    picture = Illustration(Comparisons(record, shown), alt)
    return Message("\n".join([head, *lines, *foot]), (picture,), tuple(others))


def losses_text(review: Review, names: Names) -> str:
    """The points that each seat lost by all its moves."""
    lost = " · ".join(
        f"{names.bold_name(seat)} {'≈ ' if depth.guessed else ''}{round(points)}"
        for seat, (points, depth) in enumerate(zip(review.lost, review.depths, strict=True))
    )
    return _("Points lost in all: {lost}.", lost=lost)


def depth_text(review: Review, seats: Iterable[int], names: Names) -> str:
    """The number and depth of searched moves, and the sign of an estimate."""
    texts = [
        ngettext(
            "{who}: {number} move looked at one turn ahead, {searched} of them searched further.",
            "{who}: {number} moves looked at one turn ahead, {searched} of them searched further.",
            review.depths[seat].evaluated,
            who=names.bold_name(seat),
            searched=review.depths[seat].searched,
        )
        for seat in seats
    ]
    if any(depth.guessed for depth in review.depths):
        texts.append(_("≈ is an estimate one turn ahead."))
    if review.longer:
        texts.append(_("Nobody was waiting, so I searched more moves than usual."))
    return " ".join(texts)


def mistake_lines(
    mistakes: Sequence[Mistake], games: Sequence[Game], names: Names
) -> Iterator[str]:
    """``Tile 12: 3 -1 ↻ 90°. About 4 points short …``; ``games``: before each."""
    for mistake, game in zip(mistakes, games, strict=True):
        yield _(
            "Tile {tile}: {way}. **{lost}** Better: {better}",
            tile=mistake.tile,
            way=moves_text(game, mistake.played),
            lost=shortfall_text(mistake.lost, searched=mistake.searched),
            better=reasoned_moves(game, mistake.better, names),
        )


def positions_before(record: str, mistakes: Sequence[Mistake]) -> list[Game]:
    """The game before each mistake, from one replay of the record."""
    last = max((mistake.line for mistake in mistakes), default=0)
    games = [moment.game for moment in islice(moments(record), last + 1)]
    return [games[mistake.line] for mistake in mistakes]

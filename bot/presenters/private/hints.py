"""Hints and reviews: the best moves with their worth and reasons, and what others cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from bot.games import nouns
from bot.games.moves import words_of
from bot.games.nouns import figure_name
from bot.presenters.private.prompts import NEXT_STEP, SHOW
from bot.presenters.words.buttons import REVIEW
from bot.presenters.words.state import tile_text
from bot.table.table import Table
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, ButtonStyle, Illustration, Message, Shot
from bot.text.move_options import ComparedMoves, MoveSequence, SuggestedMoves
from bot.text.names import Names, strip_markdown
from bot.text.phrases import coordinates, rotation_text
from rules import notation
from rules.analysis import tile_faces
from rules.game import Game
from rules.moves import Deploy, Pass, PlaceTile
from rules.opponents import MoveReason, RatedTurn
from rules.opponents.review import Mistake, Review
from rules.record import moments

SCORED_NOW: Final = "now"
PROSPECT_KINDS: Final = ("later", "promise", "blocks", "dead-gap")
REST: Final = "rest"
"""Changes that are only summed up with others that are not named."""
NUMBERED_KINDS: Final = (SCORED_NOW, "later", "helps", "promise", "ahead")
"""The kinds of reasons whose text begins with their points."""
MIN_REASON_POINTS: Final = 0.75
"""The least points for which a reason is named."""
MAX_REASONS: Final = 3
"""The most reasons of one move, besides the sum of the others."""

ReasonText: TypeAlias = Callable[[MoveReason, Game, Names], str]


def reason_texts(reasons: Sequence[MoveReason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river (+3)``: for the seat to move, the weightiest first.

    Each has its price, and what is not named is summed up last.
    """
    named: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for reason in _summed_reasons(reasons, game):
        text = REASON_TEXTS[reason.kind](reason, game, names)
        if text in named and reason.kind not in NUMBERED_KINDS:
            named[text] += reason.points
        elif text not in named and reason.size >= MIN_REASON_POINTS and len(named) < MAX_REASONS:
            named[text], kinds[text] = reason.points, reason.kind
    texts = [_with_price(text, points, kinds[text]) for text, points in named.items()]
    unnamed = sum(reason.points for reason in reasons) - sum(named.values())
    if round(unnamed) or not texts:
        texts.append(_("{points} otherwise", points=signed_points(unnamed)))
    return texts


def _with_price(text: str, points: float, kind: str) -> str:
    """``uses a knight (−9)``, unless the text has a number or nothing changes."""
    if kind in NUMBERED_KINDS or not round(points):
        return text
    return _("{reason} ({points})", reason=text, points=signed_points(points))


def _summed_reasons(reasons: Sequence[MoveReason], game: Game) -> Iterator[MoveReason]:
    """The reasons, with the scores at once summed up by seat.

    A finished feature has no further prospects, which is not said.
    """
    now: dict[int | None, float] = {}
    for reason in reasons:
        if reason.kind == SCORED_NOW:
            now[reason.seat] = now.get(reason.seat, 0.0) + reason.points
    scored = {(reason.seat, reason.layer) for reason in reasons if reason.kind == SCORED_NOW}
    for reason in reasons:
        if reason.kind == SCORED_NOW and reason.seat in now:
            yield replace(reason, points=now.pop(reason.seat))
        elif reason.kind not in (SCORED_NOW, REST):
            lost = reason.kind in PROSPECT_KINDS and (reason.points < 0) is (
                reason.seat == game.turn
            )
            if not (lost and (reason.seat, reason.layer) in scored):
                yield reason


def signed_points(points: float) -> str:
    """``+6``, ``−2``, ``±0``: expected points, rounded to whole ones."""
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "±0"


def _now(reason: MoveReason, game: Game, names: Names) -> str:
    if reason.seat in (None, game.turn):
        return _("{points} now", points=signed_points(reason.points))
    who = _player_name(reason, game, names)
    return _("{points} now for {who}", points=signed_points(-reason.points), who=who)


def _later(reason: MoveReason, game: Game, names: Names) -> str:
    own = reason.seat in (None, game.turn)
    facts = {"points": signed_points(reason.points if own else -reason.points)}
    if reason.layer is not None:
        facts["feature"] = nouns.a_scored_thing(reason.layer)
        if own:
            return _("{points} to come ({feature})", **facts)
        who = _player_name(reason, game, names)
        return _("{points} to come for {who} ({feature})", who=who, **facts)
    if own:
        return _("{points} to come", **facts)
    return _("{points} to come for {who}", who=_player_name(reason, game, names), **facts)


def _promise(reason: MoveReason, game: Game, names: Names) -> str:
    # The evaluation of the final scoring names no feature.
    return _later(replace(reason, layer=None) if reason.layer == "end" else reason, game, names)


def _blocks(reason: MoveReason, game: Game, names: Names) -> str:
    return _("blocks {feature}", feature=_feature_name(reason, game, names))


def _dead_gap(reason: MoveReason, game: Game, names: Names) -> str:
    return _("leaves {feature} without a fitting tile", feature=_feature_name(reason, game, names))


def _steals(reason: MoveReason, game: Game, names: Names) -> str:
    return _("can take over {feature}", feature=_feature_name(reason, game, names))


def _shares(reason: MoveReason, game: Game, names: Names) -> str:
    return _("opens a way into {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _risks(reason: MoveReason, game: Game, names: Names) -> str:
    feature = nouns.a_scored_thing(reason.layer or "")
    if reason.seat == game.turn:
        return _("lets others join {feature}", feature=feature)
    return _("lets {who} join {feature}", who=_player_name(reason, game, names), feature=feature)


def _safe(reason: MoveReason, game: Game, names: Names) -> str:
    return _("keeps others out of {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _ties_up(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason, game)
    if reason.seat == game.turn:
        return _("uses {figure}", figure=figure)
    return _(
        "{who} loses the use of {figure}", who=_player_name(reason, game, names), figure=figure
    )


def _frees(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason, game)
    if reason.seat == game.turn:
        return _("gets {figure} back", figure=figure)
    return _("{who} gets {figure} back", who=_player_name(reason, game, names), figure=figure)


def _keeps(reason: MoveReason, game: Game, names: Names) -> str:
    return _("keeps {figure} in hand", figure=_figure_name(reason, game))


def _again(reason: MoveReason, game: Game, names: Names) -> str:
    if reason.seat == game.turn:
        return _("gives you another tile")
    return _("gives {who} another tile", who=_player_name(reason, game, names))


def _ahead(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} in what may follow", points=signed_points(reason.points))


def _rest(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} otherwise", points=signed_points(reason.points))


REASON_TEXTS: Final[Mapping[str, ReasonText]] = {
    SCORED_NOW: _now,
    "later": _later,
    "helps": _later,
    "promise": _promise,
    "blocks": _blocks,
    "dead-gap": _dead_gap,
    "steals": _steals,
    "shares": _shares,
    "risks": _risks,
    "safe": _safe,
    "ties-up": _ties_up,
    "frees": _frees,
    "keeps": _keeps,
    "again": _again,
    "ahead": _ahead,
    REST: _rest,
}
"""The words of each kind of reason; a test holds that none is missing."""


def _player_name(reason: MoveReason, game: Game, names: Names) -> str:
    assert reason.seat is not None
    return names.bold_name(reason.seat)


def _feature_name(reason: MoveReason, game: Game, names: Names) -> str:
    """``Bo's river``; one's own or an unclaimed one is ``a river``."""
    assert reason.layer is not None
    if reason.seat in (None, game.turn):
        return nouns.a_scored_thing(reason.layer)
    return nouns.owned_feature(reason.layer, _player_name(reason, game, names))


def _figure_name(reason: MoveReason, game: Game) -> str:
    """``a fisher``: a figure that stands on such a feature."""
    roles = [role.name for role in game.book.ruleset.roles if role.layer == reason.layer]
    return nouns.a_role(roles[0]) if roles else _("a meeple")


def moves_text(game: Game, moves: MoveSequence) -> str:
    """``3 -1 ↻ 90°, Hunter in the north-east meadow (b)``, the place as code."""
    return ", ".join(_move_texts(game, moves))


def button_place(game: Game, moves: MoveSequence) -> str:
    """``3 -1``, short enough for a button: the place of the tile, else the choice after it."""
    first = moves[0]
    if isinstance(first, PlaceTile):
        return coordinates(first.cell)
    return words_of(type(first)).label(first, tile_faces.last_laid_face(game), False)


def _move_texts(game: Game, moves: MoveSequence) -> Iterator[str]:
    face = tile_faces.last_laid_face(game)
    for number, move in enumerate(moves):
        match move:
            case PlaceTile(cell, rotation):
                face = tile_faces.drawn_face_turned(game, rotation)
                yield f"`{coordinates(cell)}` {rotation_text(rotation)}"
            case Deploy():
                yield figure_name(move, face)
            case Pass():
                # After a figure or another choice, a pass only ends the turn.
                if number == 0 or isinstance(moves[number - 1], PlaceTile):
                    yield _("no meeple")
            case _ if words_of(type(move)).stepwise is not None:
                yield f"`{notation.write(move)}`"
            case _:
                yield words_of(type(move)).label(move, face, True)


BUTTON_MOVES_LIMIT: Final = 50
"""Characters of moves that fit in a button beside its prefix."""


def hint_message(game: Game, thoughts: Sequence[RatedTurn], names: Names) -> Message:
    """The best moves as a list numbered like the picture, and a button for each."""
    lines = [
        f"{number}. {hint_line(game, thought, thoughts[0].worth, names)}"
        for number, thought in enumerate(thoughts, 1)
    ]
    head = _("**Suggested moves**")
    alt = [head, *lines]
    if game.drawn is not None:
        tile = tile_text(game)
        alt.append(f"{tile[0].upper()}{tile[1:]}.")
    foot = _(
        "-# Estimated points compared with your other options. Press one to open it; "
        "you can still change it."
    )
    picture = Illustration(
        Shot.SUGGESTIONS,
        strip_markdown(" ".join(alt)),
        SuggestedMoves(tuple(thought.moves for thought in thoughts)),
    )
    buttons = tuple(
        Button(
            f"{number} · {button_place(game, thought.moves)}",
            hint_action(thought.moves),
            ButtonStyle.SUCCESS if number == 1 else ButtonStyle.SECONDARY,
        )
        for number, thought in enumerate(thoughts, 1)
    )
    return Message("\n".join([head, *lines, foot]), (picture,), buttons)


def hint_line(game: Game, thought: RatedTurn, best: float, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter … · about 4 points less: +6 now, blocks Bo's river``."""
    return " · ".join([reasoned_moves(game, thought, names), loss_text(best - thought.worth)])


def reasoned_moves(game: Game, thought: RatedTurn, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter …: +6 now, blocks Bo's river``."""
    way, why = moves_text(game, thought.moves), reason_texts(thought.reasons, game, names)
    return _("{way}: {reasons}", way=way, reasons=", ".join(why)) if why else way


def loss_text(loss: float) -> str:
    """``**Best**``, ``about 4 points less``: the points that a move loses against the best."""
    points = round(loss)
    if not points:
        return _("**Best**")
    return ngettext("about {number} point less", "about {number} points less", points)


def hint_action(moves: MoveSequence) -> str:
    """The button action that opens a suggested move in the panel.

    In the middle of a turn, where the panel shows moves, it makes the move. What does not fit in
    the id is asked for afterwards.
    """
    moves_so_far = ""
    for move in moves:
        longer = f"{moves_so_far} {notation.write(move)}".lstrip()
        if moves_so_far and len(longer) > BUTTON_MOVES_LIMIT:
            break
        moves_so_far = longer
    first = isinstance(moves[0], PlaceTile)
    acted = moves[1 if first else 0 :][:1]
    if any(words_of(type(move)).stepwise is not None for move in acted):
        return f"{NEXT_STEP} {moves_so_far}"
    return f"{SHOW} {moves_so_far}" if first else moves_so_far


REVIEW_STARTED: Final = N_("Reviewing the game, move by move. Half a minute at most.")


def review_message(
    table: Table, review: Review, seat: int, positions: Sequence[Game], names: Names
) -> Message:
    """The most expensive moves of a seat, with buttons to the other seats.

    ``positions`` are the games before each of these moves.
    """
    mistakes, record = review.mistakes[seat], table.record()
    head = _("**Review** · {who}", who=names.bold_name(seat))
    others = [
        Button(names.plain_name(other), f"{REVIEW} {other + 1}", chosen=other == seat)
        for other in range(len(review.mistakes))
    ]
    foot = [
        losses_text(review, names),
        _("-# Compared with the best move I found, from what was known then."),
    ]
    if not mistakes:
        none = _("{who} made no costly move.", who=names.bold_name(seat))
        return Message("\n".join([head, none, *foot]), (), tuple(others))
    lines = [
        f"{number}. {mistake_line}"
        for number, mistake_line in enumerate(mistake_lines(mistakes, positions, names), 1)
    ]
    shown = tuple((mistake.line, mistake.played, mistake.better.moves) for mistake in mistakes)
    alt = strip_markdown(" ".join([head, *lines]))
    picture = Illustration(Shot.COMPARED, alt, ComparedMoves(record, shown))
    return Message("\n".join([head, *lines, *foot]), (picture,), tuple(others))


def losses_text(review: Review, names: Names) -> str:
    """The points that each seat lost by all its moves."""
    lost = " · ".join(
        f"{names.bold_name(seat)} {round(points)}" for seat, points in enumerate(review.lost)
    )
    return _("Points lost in all: {lost}.", lost=lost)


def mistake_lines(
    mistakes: Sequence[Mistake], games: Sequence[Game], names: Names
) -> Iterator[str]:
    """``Tile 12: 3 -1 ↻ 90° lost 4. Better: …``, for mistakes and the games before each."""
    for mistake, game in zip(mistakes, games, strict=True):
        yield _(
            "Tile {tile}: {way} lost **{lost}**. Better: {better}",
            tile=mistake.tile,
            way=moves_text(game, mistake.played),
            lost=round(mistake.lost),
            better=reasoned_moves(game, mistake.better, names),
        )


def positions_before(record: str, mistakes: Sequence[Mistake]) -> list[Game]:
    """Replay a record once and return the game before each of some moves."""
    last = max((mistake.line for mistake in mistakes), default=0)
    games = [moment.game for moment in islice(moments(record), last + 1)]
    return [games[mistake.line] for mistake in mistakes]

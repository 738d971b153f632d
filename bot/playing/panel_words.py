"""Messages of the private move panel: spaces, rotations, choices and effects, later decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.text.coordinates import coordinates, rotation_text
from bot.text.emoji import figure_sign
from bot.text.i18n import _, join_list, ngettext
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
from bot.text.names import Names, gains_text, strip_markdown
from bot.words import moves, nouns
from bot.words.actions import HINT, NextStep, OpenPanel, ShowMoves, last_page, page_lines, page_size
from bot.words.events import event_lines, is_part_event, part_event_previews
from bot.words.moves import words_of
from bot.words.nouns import (
    drawn_tile_text,
    figure_name,
    short_figure_name,
    tile_text,
    your_extra_tile,
    your_tile,
)
from bot.words.spaces import SpaceOption, space_options
from bot.words.state import listed_spaces, turn_picture
from renderer.requests import Path, Preview
from rules import notation
from rules.analysis.deployment_choices import Choice, deployment_choices
from rules.analysis.drafts import is_turn_complete, play_draft, points_gained
from rules.analysis.draw_odds import fitting_rotations
from rules.analysis.history import tile_number_in_turn
from rules.analysis.placements import spaces
from rules.analysis.tile_faces import Face, last_laid_face
from rules.errors import IllegalMove
from rules.game import Game, play_to_next_decision
from rules.geometry import Cell
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.story import TilePlaced

SHOW: Final = "show"
"""The button that shows moves without making them."""
NEXT_STEP: Final = "plan"
"""The button that shows a move one step further instead of making it."""
MAX_CHOICE_BUTTONS: Final = 25
STEPWISE_ROWS: Final = 5
"""The rows that the menu and buttons of a move made step by step take on a phone."""


def next_decision(game: Game) -> Message:
    options = game.decision.opening_moves(game)
    buttons = tuple(
        move_button(option, last_laid_face(game), "") for option in options[:MAX_CHOICE_BUTTONS]
    )
    words = moves.words_of(type(options[0]))
    text = _with_extra_tile_heading(_(words.laid), game)
    if len(options) > MAX_CHOICE_BUTTONS:
        more = ngettext(
            "The buttons show {shown} of {number} choice; you can type any.",
            "The buttons show {shown} of {number} choices; you can type any.",
            len(options),
            shown=MAX_CHOICE_BUTTONS,
        )
        text = f"{text} {more}"
    choices = ", ".join(map(notation.write, options[:MAX_CHOICE_BUTTONS]))
    offered = _("Choices: {choices}.", choices=choices)
    alt = f"{text} {offered}"
    return Message(text, (Illustration(words.picture(), alt),), buttons)


def _with_extra_tile_heading(text: str, game: Game) -> str:
    if tile_number_in_turn(game, game.placed) == 1:
        return text
    yours = your_extra_tile(game)
    return f"**{yours[0].upper()}{yours[1:]}.** {text}"


def with_view_below(question: Message, shown: Message) -> Message:
    """A question with its picture and buttons, and a requested view below."""
    text = f"{question.text}\n{shown.text}"
    return Message(text, (*question.pictures, *shown.pictures), question.buttons)


def stepwise_message(
    game: Game,
    laid: PlaceTile | None,
    move: Move,
    names: Names,
    *,
    confirming: bool = False,
) -> Message:
    """A step-by-step move so far: points, and ways to continue.

    With ``confirming``, a whole move is only shown, and made by a button of its own.
    """
    after = play_to_next_decision(game, laid) if laid is not None else game
    before = f"{notation.write(laid)} " if laid is not None else ""
    steps = moves.words_of(type(move)).stepwise
    assert steps is not None
    text = steps.text(after, move, names)
    buttons: list[Button | Menu] = [*_whole_move_menus(after, before, move, names, confirming)]
    buttons += [
        Button(label, str(NextStep(f"{before}{notation.write(longer)}")))
        for label, longer in steps.more(after, move)
    ]
    if move != steps.start:
        back = notation.write(steps.back(move))
        buttons.append(Button(_("Go"), f"{before}{notation.write(move)}", ButtonStyle.SUCCESS))
        buttons.append(Button(_("Back"), str(NextStep(f"{before}{back}"))))
    elif laid is not None:
        buttons.append(Button(_("Back"), str(ShowMoves(notation.write(laid)))))
    alt = strip_markdown(text)
    picture = Illustration(Path(steps.path(after, move), rows=STEPWISE_ROWS), alt)
    return Message(text, (picture,), tuple(buttons))


def _whole_move_menus(
    after: Game, before: str, move: Move, names: Names, confirming: bool
) -> Iterator[Menu]:
    """Continuations that are whole moves, one per destination."""
    shown = f"{NEXT_STEP} {before}" if confirming else before
    steps = moves.words_of(type(move)).stepwise
    assert steps is not None
    moves_by_cell: dict[Cell, Move] = {}
    for longer in steps.whole(after, move):
        if longer != move:
            moves_by_cell.setdefault(steps.path(after, longer)[-1], longer)
    lines = [
        MenuLine(
            _(
                "To {cell}: {way}",
                cell=coordinates(cell),
                way=steps.way(longer),
            ),
            f"{shown}{notation.write(longer)}",
            steps.brief(after, longer, names),
        )
        for cell, longer in list(moves_by_cell.items())[:MAX_MENU_LINES]
    ]
    if lines:
        yield Menu(_("Go straight to …"), tuple(lines), name="whole")


def move_button(move: Move, face: Face, before: str) -> Button:
    """The button of a move; ``before``: text of the moves made with it."""
    words = moves.words_of(type(move))
    action = before + notation.write(move)
    if words.stepwise is not None:
        action = str(NextStep(action))
    return Button(words.label(move, face, bool(before)), action, words.tone)


MAX_FIGURE_BUTTONS: Final = 9
"""The buttons a phone shows without scrolling: with more, figures become a menu."""
MAX_SPACE_BUTTONS: Final = 15
"""The most spaces with a button each: with more, they become a menu."""


def opening(game: Game) -> tuple[PlaceTile, ...]:
    """The moves that the panel opens with: none, or a tile in the only fitting space."""
    fitting = spaces(game)
    return _first_rotation(game, next(iter(fitting))) if len(fitting) == 1 else ()


def placement_at(game: Game, cell: Cell) -> PlaceTile | None:
    """The tile in hand, turned as little as possible. None if it does not fit."""
    return next(iter(_first_rotation(game, cell)), None)


def _first_rotation(game: Game, cell: Cell) -> tuple[PlaceTile, ...]:
    return tuple(PlaceTile(cell, rotation) for rotation in spaces(game).get(cell, ())[:1])


def space_question(
    game: Game, names: Names, *, effects: bool = True, page: int = 1, tried: bool = False
) -> Message:
    """Ask for a numbered space, by buttons or, of many, a page of a menu.

    ``tried``: the game is over, and the tile perhaps another player's.
    """
    options = space_options(game, names, effects=effects)
    count = len(options)
    text = ngettext(
        "**Choose a space.** {tile} fits in {number} space.",
        "**Choose a space.** {tile} fits in {number} spaces.",
        count,
        tile=_("The tile") if tried else your_tile(game),
    )
    tile = drawn_tile_text(game)
    alt = strip_markdown(f"{text} {listed_spaces(game)}. {tile[0].upper()}{tile[1:]}.")
    items = (
        _space_buttons(options)
        if count <= MAX_SPACE_BUTTONS
        else (_space_menu(options, min(max(page, 1), last_page(count))),)
    )
    return Message(text, (turn_picture(game, alt),), tuple(items))


def _show_space(option: SpaceOption) -> str:
    return str(ShowMoves(notation.write(PlaceTile(option.cell, option.rotations[0]))))


def _space_buttons(options: Sequence[SpaceOption]) -> Iterator[Button]:
    for option in options:
        yield Button(str(option.number), _show_space(option))


def _space_menu(options: Sequence[SpaceOption], page: int) -> Menu:
    lines = [
        MenuLine(
            f"{option.number} · {coordinates(option.cell)}",
            _show_space(option),
            option.description(),
        )
        for option in options
    ]
    of = last_page(len(lines))
    words = _("Choose a space")
    if of > 1:
        words = _("Choose a space ({page}/{pages})", page=page, pages=of)
    return Menu(words, page_lines(lines, page, lambda other: str(OpenPanel(other))))


def panel_message(
    game: Game,
    moves: Sequence[Move],
    names: Names,
    *,
    effects: bool = True,
    page: int = 1,
    confirming: bool = False,
    hints: bool = False,
    tried: bool = False,
) -> Message:
    """The panel of a move: picture, effect, and buttons to change or make it.

    Without moves it asks for a space. ``effects``: say what a move does. ``confirming``: a choice
    is only shown, and made by a button of its own, as is a move shown with its choice. ``hints``: a
    button asks for suggestions. ``tried``: the game is over, and the tile perhaps another player's.
    """
    if not moves:
        asked = space_question(game, names, effects=effects, page=page, tried=tried)
        return replace(asked, buttons=(*asked.buttons, None, *_hint_button(hints)))
    laid = moves[0]
    assert isinstance(laid, PlaceTile)
    after_tile = play_draft(game, [laid])
    # A rotation that looks like an offered one is that one (COM-08).
    laid = PlaceTile(after_tile.placed, after_tile.last_form.rotation)
    deployments = deployment_choices(game, laid)
    options = space_options(game, names, effects=effects)
    chosen = [move for move in moves[1:2] if any(option.move == move for option in deployments)]
    later_moves = _later_decisions(game, [laid, *chosen], moves[1 + len(chosen) :])
    [option] = (option for option in options if option.cell == laid.cell)
    lines = [_place_title(game, after_tile, laid, chosen, tried=tried)]
    if not deployments:
        has_meeples = any(game.supply[game.turn].values())
        lines.append(_("No meeple fits here.") if has_meeples else _("No meeples left."))
    if effects and deployments and not chosen and not later_moves:
        does = option.effect(laid.rotation)
        if does:
            lines.append(f"{does[0].upper()}{does[1:]}.")
        lines += _part_event_lines(game, laid, names)
    elif effects:
        lines += consequence_lines(game, [laid, *chosen, *later_moves], names)
    tile = tile_text(last_laid_face(after_tile))
    alt = strip_markdown(" ".join((*lines, f"{tile[0].upper()}{tile[1:]}.")))
    if confirming:
        lines.append(_("Nothing happens until you confirm."))
    turns = _rotation_buttons(game, laid)
    colour = names.colour(game.turn)
    offered = tuple(
        _choice_items(game, after_tile, laid, deployments, chosen, colour, confirming, effects)
    )
    making = tuple(_make_buttons(game, laid, deployments, [*chosen, *later_moves], confirming))
    return Message(
        "\n".join(lines),
        (Illustration(Preview(), alt),),
        (
            *turns,
            None,
            *offered,
            None,
            *making,
            *_other_space(options, option),
            *_hint_button(hints),
        ),
    )


def _hint_button(hints: bool) -> Iterator[Button]:
    if hints:
        yield Button(_("Hint"), HINT)


def _other_space(options: Sequence[SpaceOption], shown: SpaceOption) -> Iterator[Button]:
    if len(options) > 1:
        page = (shown.number - 1) // page_size(len(options)) + 1
        yield Button(_("Other space"), str(OpenPanel(page)))


def confirmed_moves(game: Game, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a confirmation, `pass` included where a choice is left.

    Only then does the turn run to its end, and the score is known.
    """
    laid = moves[0]
    assert isinstance(laid, PlaceTile)
    none = (Pass(),) if len(moves) == 1 and deployment_choices(game, laid) else ()
    return (*moves, *none)


def _later_decisions(game: Game, before: Sequence[Move], moves: Sequence[Move]) -> Sequence[Move]:
    """Decisions after a figure in a move shown whole, if legal."""
    try:
        play_draft(game, [*before, *moves])
    except IllegalMove:
        return ()
    return moves


def _place_title(
    game: Game, after_tile: Game, laid: PlaceTile, chosen: Sequence[Move], *, tried: bool
) -> str:
    """The tile's place and rotation; ``tried``: the game is over."""
    tile = your_tile(game)
    where = f"`{coordinates(laid.cell)}` {rotation_text(laid.rotation)}"
    figure = next((move for move in chosen if isinstance(move, Deploy)), None)
    if figure is not None:
        named = figure_name(figure, last_laid_face(after_tile))
        if tried:
            return _("**Tried at {where}**, {figure}.", where=where, figure=named)
        return _("**{tile} at {where}**, {figure}.", tile=tile, where=where, figure=named)
    if tried:
        return _("**Tried at {where}**.", where=where)
    if chosen:
        return _("**{tile} at {where}**, without a meeple.", tile=tile, where=where)
    return _("**{tile} at {where}**.", tile=tile, where=where)


def consequence_lines(game: Game, moves: Sequence[Move], names: Names) -> Iterator[str]:
    """Effects of moves, worded as they will be once made."""
    after = play_draft(game, moves)
    news = after.story[len(game.story) :]
    yield from event_lines(
        [event for event in news if not (isinstance(event, TilePlaced) or is_part_event(event))],
        after,
        names,
    )
    yield from part_event_previews(news, after, names, with_effects=False)
    points = points_gained(game, after)
    if points:
        yield _("Now: {gains}.", gains=gains_text(points, names))
    elif is_turn_complete(after):
        # While a decision is missing, it may still bring points.
        yield _("No points yet.")


def _part_event_lines(game: Game, laid: PlaceTile, names: Names) -> list[str]:
    """Effects other than points, for any figure on the tile."""
    after = play_draft(game, [laid, Pass()])
    return part_event_previews(after.story[len(game.story) :], after, names, with_effects=True)


def _rotation_buttons(game: Game, laid: PlaceTile) -> list[Button]:
    ways = fitting_rotations(game, laid.cell)
    return [
        Button(
            rotation_text(rotation),
            str(ShowMoves(notation.write(PlaceTile(laid.cell, rotation)))),
            chosen=rotation == laid.rotation,
        )
        for rotation in ways
        if len(ways) > 1
    ]


def _choice_items(
    game: Game,
    after_tile: Game,
    laid: PlaceTile,
    deployments: Sequence[Choice],
    chosen: Sequence[Move],
    colour: int,
    confirming: bool,
    effects: bool,
) -> Iterator[Button | Menu]:
    """Buttons or a menu for the choices after the tile, with their effects.

    ``colour`` is the mover's.
    """
    face, lines = last_laid_face(after_tile), []
    for choice in deployments:
        stepwise = words_of(type(choice.move)).stepwise is not None
        action = f"{notation.write(laid)} {notation.write(choice.move)}"
        if stepwise or confirming or choice.move in chosen:
            action = f"{NEXT_STEP if stepwise else SHOW} {action}"
        label = choice_label(choice, face, effects=effects)
        if isinstance(choice.move, Deploy):
            label = f"{figure_sign(choice.move.role, colour)}{label}"
        lines.append((label, action, choice))
    if len(lines) + len(_rotation_buttons(game, laid)) + confirming > MAX_FIGURE_BUTTONS:
        yield Menu(
            _("Choose a meeple"),
            tuple(
                MenuLine(label, action, chosen=choice.move in chosen)
                for label, action, choice in lines
            ),
            name="figure",
        )
        return
    for label, action, choice in lines:
        yield Button(label, action, _choice_tone(choice, effects), choice.move in chosen)


def _choice_tone(choice: Choice, effects: bool) -> ButtonStyle:
    """No figure is plain; with ``effects``, a score stands out."""
    if isinstance(choice.move, Pass):
        return ButtonStyle.SECONDARY
    scores = effects and bool(choice.points_from_figure or choice.points_promised)
    return ButtonStyle.SUCCESS if scores else words_of(type(choice.move)).tone


def _make_buttons(
    game: Game,
    laid: PlaceTile,
    deployments: Sequence[Choice],
    chosen: Sequence[Move],
    confirming: bool,
) -> Iterator[Button]:
    """The button that makes the move, where no choice makes it or one is already shown."""
    if confirming:
        action = " ".join(map(notation.write, confirmed_moves(game, [laid, *chosen])))
        # Who has not chosen a figure yet should not skip it by accident.
        without_figure = bool(deployments) and not chosen
        yield Button(
            _("Confirm without a meeple") if without_figure else _("Confirm"),
            action,
            ButtonStyle.SUCCESS,
        )
    elif chosen or not deployments:
        action = " ".join(map(notation.write, [laid, *chosen]))
        yield Button(_("Place it here"), action, ButtonStyle.SUCCESS)


def with_prefix(items: Sequence[Item | None], prefix: str) -> Iterator[Item | None]:
    """Prefix each action of a panel.

    Step-by-step moves are left out: their actions grow too long for an id.
    """
    step = f"{NEXT_STEP} "
    for item in items:
        if item is None:
            yield None
        elif isinstance(item, Button) and not item.action.startswith(step):
            yield replace(item, action=f"{prefix}{item.action}")
        elif isinstance(item, Menu):
            lines = [line for line in item.lines if not line.action.startswith(step)]
            whole = tuple(replace(line, action=f"{prefix}{line.action}") for line in lines)
            yield replace(item, lines=whole)


MAX_NAMED_MARKS: Final = 3
"""The most kinds of printed marks on a button, which has little room."""


def choice_label(choice: Choice, face: Face, *, effects: bool) -> str:
    """``Knight, north city (b): +4 now``, ``No meeple (4 points)``."""
    move = choice.move
    label = (
        short_figure_name(move, face)
        if isinstance(move, Deploy)
        else words_of(type(move)).label(move, face, True)
    )
    brings = choice_effect(choice, face, effects=effects)
    if not brings:
        return label
    if isinstance(move, Deploy):
        return _("{figure}: {brings}", figure=label, brings=brings)
    return _("{move} ({brings})", move=label, brings=brings)


def choice_effect(choice: Choice, face: Face, *, effects: bool) -> str:
    """A choice's effect for its seat, beyond that of the tile.

    Without ``effects``, only the marks where the figure stands.
    """
    named = _marks(choice, face, effects)[:MAX_NAMED_MARKS]
    marks = join_list(nouns.counted_marks(*mark) for mark in named)
    if not effects:
        return marks
    if choice.points_from_figure:
        phrases = [_("+{points} now", points=choice.points_from_figure)]
    elif choice.points_promised:
        phrases = [_("up to +{points}", points=choice.points_promised)]
    else:
        phrases = [marks] if marks else []
    if choice.points_unclaimed:
        phrases.append(_unclaimed_text(choice))
    return ", ".join(phrases)


def completion_texts(choice: Choice, face: Face, seat: int) -> list[str]:
    """A choice's completion texts: move, place, points at once.

    The first can be typed.
    """
    move = choice.move
    if isinstance(move, Pass):
        texts = [_("no meeple")]
    elif not isinstance(move, Deploy):
        texts = [notation.write(move), words_of(type(move)).label(move, face, True)]
    else:
        terrain = nouns.terrain_name(face.segment(move.letter).terrain)
        marks = [nouns.counted_marks(*mark) for mark in choice.marks]
        texts = [f"{nouns.role_name(move.role)} {move.letter}", ", ".join((terrain, *marks))]
    if isinstance(move, Deploy | Pass):
        if points := choice.points.get(seat, 0):
            texts.append(_("+{points} now", points=points))
        if choice.points_unclaimed:
            texts.append(_unclaimed_text(choice))
    return texts


def _unclaimed_text(choice: Choice) -> str:
    return ngettext(
        "{number} point unclaimed", "{number} points unclaimed", choice.points_unclaimed
    )


def _marks(choice: Choice, face: Face, effects: bool) -> tuple[tuple[str, int], ...]:
    """The feature's marks; without ``effects``, those on the tile."""
    if effects or not isinstance(choice.move, Deploy):
        return choice.marks
    return tuple(face.segment(choice.move.letter).marks.items())

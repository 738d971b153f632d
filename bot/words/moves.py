"""Parse moves as players type them, and write moves and the reasons for them in words."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias, cast

from bot.parts import PART_WORDS, MissingWords, part_words
from bot.parts.part import CommandWords, MoveWords, Stepwise
from bot.table.refusals import Refusal
from bot.text.coordinates import coordinates, rotation_text
from bot.text.i18n import LANGUAGES, N_, _, use_language
from bot.text.message import ButtonStyle
from bot.text.names import Names
from bot.words import nouns
from bot.words.nouns import extra_tile, figure_name
from renderer.requests import Preview
from rules import notation
from rules.analysis import tile_faces
from rules.analysis.drafts import play_draft
from rules.analysis.placements import spaces
from rules.analysis.tile_faces import Face
from rules.error_facts import FigureExample
from rules.errors import IllegalMove, NotationError, RulesError
from rules.game import Game
from rules.geometry import Cell, xy
from rules.moves import Deploy, Move, MoveSequence, OwnMove, Pass, PlaceTile
from rules.notation import cell
from rules.opponents import MoveReason, RatedTurn
from rules.pieces import FOLLOWER
from rules.variants import PARTS as RULE_PARTS


def _place_label(move: PlaceTile, face: Face, with_tile: bool) -> str:
    return notation.write(move)


def _deploy_label(move: Deploy, face: Face, with_tile: bool) -> str:
    return figure_name(move, face)


def _pass_label(move: Pass, face: Face, with_tile: bool) -> str:
    return _("No meeple") if with_tile else _("Done")


SHARED_MOVES: Final[Mapping[type[Move], MoveWords]] = {
    PlaceTile: MoveWords(
        task="",
        laid=N_("You get another tile. Place it."),
        label=_place_label,
        tone=ButtonStyle.SECONDARY,
    ),
    Deploy: MoveWords(
        task=N_("place a meeple or pass"),
        laid=N_("Tile placed. Add a meeple?"),
        label=_deploy_label,
        picture=Preview,
        with_tile=True,
    ),
    Pass: MoveWords(
        task=N_("place a meeple or pass"),
        laid=N_("Tile placed. What's next?"),
        label=_pass_label,
        tone=ButtonStyle.SECONDARY,
    ),
}
"""The moves of every game."""


def words_of(kind: type[Move]) -> MoveWords:
    """Raise MissingWords if no part has any."""
    for known in (SHARED_MOVES, *(part.moves for part in PART_WORDS.values())):
        if kind in known:
            return known[kind]
    raise MissingWords(f"no words for moves of type {kind.__name__}")


def read_moves(text: str) -> list[Move]:
    """Read moves of any game, so that a refusal can name them."""
    return notation.read(text, [kind for part in RULE_PARTS.values() for kind in part.moves])


def read_steps(words: Sequence[str]) -> tuple[list[Move], Move]:
    """A step-by-step move, and the moves before it.

    Raise Refusal for words without one, which no button has.
    """
    known = (number for number, word in enumerate(words) if stepwise_by_word(word))
    index = next(known, None)
    steps = stepwise_by_word(words[index]) if index is not None else None
    if index is None or steps is None:
        raise Refusal("late")
    more = words[index + 1 :]
    move = read_moves(" ".join(words[index:]))[0] if more else steps.start
    return (read_moves(" ".join(words[:index])) if index else []), move


def begins_here(game: Game, move: Move) -> bool:
    """True if a step-by-step move is a choice of the present decision."""
    steps = words_of(type(move)).stepwise
    return steps is not None and steps.start in game.decision.opening_moves(game)


def is_move_of_game(game: str, move: Move) -> bool:
    return is_kind_of_game(game, type(move))


def is_kind_of_game(game: str, kind: type[Move]) -> bool:
    return kind in SHARED_MOVES or any(kind in part.moves for part in part_words(game))


def command_moves() -> list[tuple[CommandWords, tuple[type[OwnMove], ...]]]:
    """The parts' commands, each with the kinds of moves it makes."""
    kinds: dict[str, list[type[OwnMove]]] = {}
    commands: dict[str, CommandWords] = {}
    for part in PART_WORDS.values():
        for kind, known in part.moves.items():
            if known.command is not None:
                commands[known.command.name] = known.command
                kinds.setdefault(known.command.name, []).append(cast(type[OwnMove], kind))
    return [(commands[name], tuple(of_command)) for name, of_command in kinds.items()]


def is_without_step(move: Move) -> bool:
    """True for a step-by-step move without a step yet."""
    steps = words_of(type(move)).stepwise
    return steps is not None and move == steps.start


def stepwise_by_word(word: str) -> Stepwise | None:
    """The steps of the kind of move with this word, if made step by step."""
    stepwise_moves = (
        known.stepwise for part in PART_WORDS.values() for known in part.moves.values()
    )
    return next(
        (stepwise for stepwise in stepwise_moves if stepwise and stepwise.start.word == word), None
    )


PLACE: Final = "place"
WHICH_SEGMENT: Final = "which-segment"
"""The reason of the rules to refuse a figure whose segment is still missing."""
NO_FIGURE: Final = "pass"
ROTATION: Final = "rot"

_NUMBER: Final = re.compile(r"[+-]?[0-9]+")
_SPACE_NUMBER: Final = re.compile(
    r"\s*/?(?:place\s+)?(?:#\s*(?=[0-9]{1,4}\b)|(?=[0-9]{1,4}\s*$))([0-9]+)", re.IGNORECASE
)
"""The number of a space: after #, or nothing but a number."""


_CLOCKWISE: Final = re.compile("[↻⟳]")
_COUNTERCLOCKWISE: Final = re.compile(r"[↺⟲]\s*(?=[0-9])")
_DEGREES: Final = re.compile(r"(?<=[0-9])\s*(?:[°º˚]|deg\b|degrees?\b|degr[eé]s?\b)")
_SIGNS_BETWEEN: Final = re.compile(r"[@,;:./|()\[\]{}]")
_MINUS_APART: Final = re.compile(r"(?<!\S)- (?=[0-9])")
_HYPHEN: Final = re.compile("(?<=[a-z])-(?=[a-z])")


def normalise_move(text: str) -> str:
    """Lower case without accents, signs as in the notation."""
    turned = _DEGREES.sub(" ", text.casefold())
    turned = _COUNTERCLOCKWISE.sub(" rot-", _CLOCKWISE.sub(" rot", turned))
    letters = unicodedata.normalize("NFKD", turned)
    plain = "".join(map(_plain_dash, letters))
    words = _HYPHEN.sub(" ", _SIGNS_BETWEEN.sub(" ", plain)).split()
    return _MINUS_APART.sub("-", " ".join(words))


def _plain_dash(letter: str) -> str:
    """A hyphen for any dash, "" for an accent, other letters unchanged."""
    if unicodedata.category(letter) == "Pd" or letter == "\N{MINUS SIGN}":
        return "-"
    return "" if unicodedata.combining(letter) else letter


def to_notation(text: str, game: Game, spoken: Mapping[str, str] | None = None) -> str:
    """``spoken``: further words of a kind of move, and their meaning."""
    known = {**spoken_words(tuple(role.name for role in game.book.ruleset.roles)), **(spoken or {})}
    longest = max(len(phrase.split()) for phrase in known)
    words, notation_words = normalise_move(text).split(), []
    while words:
        for length in range(min(longest, len(words)), 0, -1):
            phrase = " ".join(words[:length])
            if phrase in known or length == 1:
                notation_words.append(known.get(phrase, phrase))
                del words[:length]
                break
    return re.sub(r"\brot (?=-?[0-9])", "rot", " ".join(notation_words))


@cache
def spoken_words(roles: Iterable[str]) -> Mapping[str, str]:
    """Words for figures, no figure and a rotation in each language, in the notation."""
    notation_by_phrase: dict[str, str] = {}
    for language in LANGUAGES:
        with use_language(language):
            for phrase in (_("none"), _("no meeple"), _("no meeple"), _("pass"), _("done")):
                notation_by_phrase[normalise_move(phrase)] = NO_FIGURE
            notation_by_phrase[normalise_move(_("rotation"))] = notation_by_phrase[
                normalise_move(_("turned"))
            ] = ROTATION
            notation_by_phrase |= {normalise_move(nouns.role_name(role)): role for role in roles}
    return notation_by_phrase


def has_space_number(text: str) -> bool:
    """True if a typed placement names its space by the number in the picture."""
    return _SPACE_NUMBER.match(text) is not None


def with_coordinates(text: str, game: Game) -> str:
    """Replace a leading space number by column and row.

    Raise Refusal if the drawn tile has no such space.
    """
    typed, cells = _SPACE_NUMBER.match(text), list(spaces(game))
    if cells and typed is None and text.lstrip().startswith("#"):
        raise Refusal("which-space", most=len(cells))
    if typed is None or not cells:
        return text
    number = int(typed[1])
    if not 1 <= number <= len(cells):
        raise Refusal("no-space", number=number, most=len(cells))
    x, y = xy(cells[number - 1])
    return f"{x} {y} {text[typed.end() :]}".strip()


@dataclass(frozen=True, slots=True)
class UnfinishedPlacement:
    """A placement without rotation: cell, and typed figure."""

    cell: Cell
    figure: str = ""


def read_placement(text: str, game: Game) -> list[Move] | UnfinishedPlacement:
    """The text after `/place`: moves, or as much of one as there is.

    A rotation may be left out where only one fits, also with the typed figure. A step-by-step move
    may have no step yet. Raise NotationError with an example, and Refusal for an unknown space
    number.
    """
    words = to_notation(with_coordinates(text, game), game).removeprefix(PLACE).split()
    if len(words) < 2 or _NUMBER.fullmatch(words[0]) is None:
        return _read_words(words)
    where, figure_words = cell(*words[:2]), words[2:]
    if figure_words and (figure_words[0][-1].isdecimal() or figure_words[0] == ROTATION):
        return _read_words([PLACE, *words])
    figure_moves = _read_words(figure_words) if figure_words else []
    fitting = [m for m in game.legal_moves() if isinstance(m, PlaceTile) and m.cell == where]
    ways = [laid for laid in fitting if _is_possible(game, laid, figure_moves)]
    if figure_moves and fitting and len(ways) < 2:
        # If the figure fits nowhere, the rules explain the refusal.
        return [*(ways or fitting[:1]), *figure_moves]
    return UnfinishedPlacement(where, " ".join(figure_words))


def read_cell(text: str) -> Cell | None:
    """The cell at the start of the text after `/place`."""
    words = normalise_move(text).removeprefix(PLACE).split()[:2]
    if len(words) < 2 or not all(map(_NUMBER.fullmatch, words)):
        return None
    return cell(*words)


def _read_words(words: list[str]) -> list[Move]:
    """Read moves in any language; the last perhaps without a step yet."""
    steps = stepwise_by_word(words[-1]) if words else None
    if steps is not None:
        before = " ".join(words[:-1])
        return [*(read_moves(before) if before else ()), steps.start]
    for command, kinds in command_moves():
        for kind in kinds:
            if kind.WORD in words:
                after = words.index(kind.WORD) + 1
                spoken = (command.translations.get(word, word) for word in words[after:])
                words = [*words[:after], *spoken]
    return read_moves(" ".join(words))


def _is_possible(game: Game, laid: PlaceTile, figure_moves: list[Move]) -> bool:
    """True if the moves, as far as typed, can follow a tile so laid."""
    try:
        play_draft(game, [laid, *(move for move in figure_moves if not is_without_step(move))])
    except RulesError as error:
        return isinstance(error, IllegalMove) and error.reason == WHICH_SEGMENT
    return True


def read_command(kinds: Sequence[type[OwnMove]], text: str, game: Game) -> Move:
    """The text after a command that makes some kinds of moves.

    Raise NotationError, about the kind that can be made now.
    """
    openings = () if game.over else tuple(map(type, game.decision.opening_moves(game)))
    possible_first = sorted(kinds, key=lambda kind: kind not in openings)
    errors: list[NotationError] = []
    for kind in possible_first:
        try:
            return read_kind(kind, text, game)
        except NotationError as error:
            errors.append(error)
    raise errors[0]


def read_kind(kind: type[OwnMove], text: str, game: Game) -> Move:
    """The text after a kind's command. Raise NotationError if it is none."""
    command = words_of(kind).command
    assert command is not None
    notation_text = to_notation(text, game, command.translations)
    for word in (command.name, kind.WORD):
        notation_text = notation_text.removeprefix(word).strip()
    read = read_moves(
        notation_text if notation_text == NO_FIGURE else f"{kind.WORD} {notation_text}"
    )
    if len(read) != 1:
        raise NotationError("no-move", figure=FigureExample())
    return read[0]


def try_read_kind(kind: type[OwnMove], text: str, game: Game) -> Move | None:
    """None where the text cannot be read yet."""
    try:
        return read_kind(kind, text, game)
    except RulesError:
        return None


SCORED_NOW: Final = "now"
PROMISE: Final = "promise"
PROSPECT_KINDS: Final = ("later", PROMISE, "blocks", "dead-gap")
REST: Final = "rest"
"""Changes that are only summed up with others that are not named."""
NUMBERED_KINDS: Final = (SCORED_NOW, "later", "helps", PROMISE, "ahead")
"""The kinds of reasons whose text begins with their points."""
MIN_REASON_POINTS: Final = 0.75
"""The least points for which a reason is named."""
MAX_REASONS: Final = 3
"""The most reasons of one move, besides the sum of the others."""

ReasonText: TypeAlias = Callable[[MoveReason, Game, Names], str]


def moves_text(game: Game, moves: MoveSequence) -> str:
    """``3 -1 ↻ 90°, Hunter in the north-east meadow (b)``, the place as code."""
    return ", ".join(_move_texts(game, moves))


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
            case _ if (steps := words_of(type(move)).stepwise) is not None:
                yield steps.named(game, move)
            case _:
                yield words_of(type(move)).label(move, face, True)


def reasoned_moves(game: Game, thought: RatedTurn, names: Names) -> str:
    """``3 -1 ↻ 90°, Hunter …: +6 now, blocks Bo's river``."""
    way, why = moves_text(game, thought.moves), reason_texts(thought.reasons, game, names)
    return _("{way}: {reasons}", way=way, reasons=", ".join(why)) if why else way


def reason_texts(reasons: Sequence[MoveReason], game: Game, names: Names) -> list[str]:
    """``+6 now``, ``blocks Bo's river (+3)``: for the mover, the weightiest first.

    Each has its price; the rest is summed up last.
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
    if round(unnamed):
        texts.append(_("{points} for everything else", points=signed_points(unnamed)))
    if not texts:
        texts.append(_("no points yet"))
    return texts


def _with_price(text: str, points: float, kind: str) -> str:
    """``uses a knight (−9)``, unless the text has a number or nothing changes."""
    if kind in NUMBERED_KINDS or not round(points):
        return text
    return _("{reason} ({points})", reason=text, points=signed_points(points))


def _summed_reasons(reasons: Sequence[MoveReason], game: Game) -> Iterator[MoveReason]:
    """Scores at once are summed up by seat.

    That a finished feature has no further prospects is not said. A forecast for both the mover and
    another is told once, as the difference.
    """
    reasons = _with_balanced_forecasts(reasons, game)
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


def _with_balanced_forecasts(reasons: Sequence[MoveReason], game: Game) -> list[MoveReason]:
    """One reason for the forecasts of a kind where there are several."""
    balanced: list[MoveReason] = []
    for reason in reasons:
        same = (
            n
            for n, other in enumerate(balanced)
            if (other.kind, other.layer) == (reason.kind, reason.layer)
        )
        first = next(same, None) if reason.kind == PROMISE else None
        if first is None:
            balanced.append(reason)
        else:
            points = balanced[first].points + reason.points
            balanced[first] = replace(reason, points=points, seat=game.turn)
    return sorted(balanced, key=lambda reason: -reason.size)


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


def _closes(reason: MoveReason, game: Game, names: Names) -> str:
    return _("closes your way into {feature}", feature=nouns.a_scored_thing(reason.layer or ""))


def _ties_up(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason)
    if reason.seat == game.turn:
        return _("uses {figure}", figure=figure)
    return _(
        "{who} can't use {figure} any more", who=_player_name(reason, game, names), figure=figure
    )


def _frees(reason: MoveReason, game: Game, names: Names) -> str:
    figure = _figure_name(reason)
    if reason.seat == game.turn:
        return _("gets {figure} back", figure=figure)
    return _("{who} gets {figure} back", who=_player_name(reason, game, names), figure=figure)


def _keeps(reason: MoveReason, game: Game, names: Names) -> str:
    return _("keeps {figure} in hand", figure=_piece_name(reason, game))


def _again(reason: MoveReason, game: Game, names: Names) -> str:
    a_tile = extra_tile(game)
    if reason.seat == game.turn:
        return _("gives you {a_tile}", a_tile=a_tile)
    return _("gives {who} {a_tile}", who=_player_name(reason, game, names), a_tile=a_tile)


def _ahead(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} in what may follow", points=signed_points(reason.points))


def _rest(reason: MoveReason, game: Game, names: Names) -> str:
    return _("{points} for everything else", points=signed_points(reason.points))


REASON_TEXTS: Final[Mapping[str, ReasonText]] = {
    SCORED_NOW: _now,
    "later": _later,
    "helps": _later,
    PROMISE: _promise,
    "blocks": _blocks,
    "dead-gap": _dead_gap,
    "steals": _steals,
    "shares": _shares,
    "risks": _risks,
    "closes": _closes,
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


def _figure_name(reason: MoveReason) -> str:
    """``a fisher``: by its role on the feature."""
    return nouns.a_role(reason.role) if reason.role is not None else _("a meeple")


def _piece_name(reason: MoveReason, game: Game) -> str:
    """``a hut``: as it is in hand, where most kinds are a meeple."""
    kinds = {role.name: role.kind for role in game.book.ruleset.roles}
    is_meeple = reason.role is None or kinds[reason.role] == FOLLOWER
    return _("a meeple") if is_meeple else _figure_name(reason)

"""Moves as players type them: in the notation, but for the words of the languages there are."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.games import moves, nouns
from bot.text.i18n import LANGUAGES, _, speaking
from rules.analysis.drafts import drafted
from rules.errors import IllegalMove, NotationError, RulesError
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.notation import cell

PLACE: Final = "place"
WHICH: Final = "which-segment"
"""Why the rules refuse a figure of which the segment has still to be said."""
NONE: Final = "pass"
ROTATION: Final = "rot"

_NUMBER: Final = re.compile(r"[+-]?[0-9]+")


def folded(text: str) -> str:
    """Typed text with small letters and no accents, its signs as the notation has them."""
    small = text.casefold().strip().removeprefix("/").replace("\N{MINUS SIGN}", "-")
    letters = unicodedata.normalize("NFKD", small)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[@,°]", " ", re.sub("[↻⟳]", " rot", plain)).split())


def in_notation(text: str, game: Game, spoken: Mapping[str, str] | None = None) -> str:
    """A move as typed, its words said in any language as the notation has them.

    ``spoken`` are words of its own that a kind of move is typed with, and what they mean.
    """
    known = {**phrases(tuple(role.name for role in game.book.ruleset.roles)), **(spoken or {})}
    longest = max(len(phrase.split()) for phrase in known)
    words, found = folded(text).split(), []
    while words:
        for length in range(min(longest, len(words)), 0, -1):
            phrase = " ".join(words[:length])
            if phrase in known or length == 1:
                found.append(known.get(phrase, phrase))
                del words[:length]
                break
    return re.sub(r"\brot (?=-?[0-9])", "rot", " ".join(found))


@cache
def phrases(roles: Iterable[str]) -> Mapping[str, str]:
    """What figures, no figure and a rotation are called in each language, and in the notation."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        with speaking(language):
            for said in (_("none"), _("no figure"), _("pass"), _("done")):
                found[folded(said)] = NONE
            found[folded(_("rotation"))] = found[folded(_("turned"))] = ROTATION
            found |= {folded(nouns.role(role)): role for role in roles}
    return found


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A move of which the rotation is still missing: where the tile shall go, and what onto it."""

    cell: Cell
    onto: str = ""


def place(text: str, game: Game) -> list[Move] | Unfinished:
    """What was typed after `/place`: moves, or as much of one as there is.

    A rotation may be left out where a single one fits, also with the figure that was typed.
    One that is made step by step may be without a step yet. NotationError says what a move looks
    like.
    """
    words = in_notation(text, game).removeprefix(PLACE).split()
    if len(words) < 2 or _NUMBER.fullmatch(words[0]) is None:
        return _read(words)
    where, onto = cell(*words[:2]), words[2:]
    if onto and (onto[0][-1].isdecimal() or onto[0] == ROTATION):
        return _read([PLACE, *words])
    meant = _read(onto) if onto else []
    fitting = [m for m in game.offered() if isinstance(m, PlaceTile) and m.cell == where]
    ways = [laid for laid in fitting if _possible(game, laid, meant)]
    if meant and fitting and len(ways) < 2:
        # Where it cannot be put at all the rules say why.
        return [*(ways or fitting[:1]), *meant]
    return Unfinished(where, " ".join(onto))


def cell_of(text: str) -> Cell | None:
    """The place in what was typed after `/place`, whatever stands behind it, if there is one."""
    words = folded(text).removeprefix(PLACE).split()[:2]
    if len(words) < 2 or not all(map(_NUMBER.fullmatch, words)):
        return None
    return cell(*words)


def _read(words: list[str]) -> list[Move]:
    """Moves by their words, in any language; the last of them perhaps without a step yet."""
    steps = moves.stepwise(words[-1]) if words else None
    if steps is not None:
        before = " ".join(words[:-1])
        return [*(moves.read(before) if before else ()), steps.start]
    for kind in moves.commanded().values():
        assert kind.command is not None
        if kind.command.name in words:
            after = words.index(kind.command.name) + 1
            spoken = (kind.command.spoken.get(word, word) for word in words[after:])
            words = [*words[:after], *spoken]
    return moves.read(" ".join(words))


def _possible(game: Game, laid: PlaceTile, meant: list[Move]) -> bool:
    """Whether moves can follow a tile laid in a way, as far as they are said."""
    try:
        drafted(game, [laid, *(move for move in meant if not moves.begun(move))])
    except RulesError as error:
        return isinstance(error, IllegalMove) and error.reason == WHICH
    return True


def of_kind(kind: type[Move], text: str, game: Game) -> Move:
    """What was typed after the command of a kind of move; NotationError if it is none."""
    command = moves.words(kind).command
    assert command is not None
    said = in_notation(text, game, command.spoken).removeprefix(command.name).strip()
    read = moves.read(said if said == NONE else f"{command.name} {said}")
    if len(read) != 1:
        raise NotationError("no-move")
    return read[0]


def readable(kind: type[Move], text: str, game: Game) -> Move | None:
    """The same; None where it cannot be read yet."""
    try:
        return of_kind(kind, text, game)
    except RulesError:
        return None

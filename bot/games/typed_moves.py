"""Moves as players type them: the notation, with the words of every language."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.games import moves, nouns
from bot.text.i18n import LANGUAGES, _, use_language
from rules.analysis.drafts import play_draft
from rules.errors import IllegalMove, NotationError, RulesError
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.notation import cell

PLACE: Final = "place"
WHICH: Final = "which-segment"
"""The reason of the rules to refuse a figure whose segment is still missing."""
NONE: Final = "pass"
ROTATION: Final = "rot"

_NUMBER: Final = re.compile(r"[+-]?[0-9]+")


def folded(text: str) -> str:
    """Typed text in small letters without accents, its signs as in the notation."""
    small = text.casefold().strip().removeprefix("/").replace("\N{MINUS SIGN}", "-")
    letters = unicodedata.normalize("NFKD", small)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[@,°]", " ", re.sub("[↻⟳]", " rot", plain)).split())


def in_notation(text: str, game: Game, spoken: Mapping[str, str] | None = None) -> str:
    """Translate a typed move to the notation.

    ``spoken`` are further words of a kind of move, and their meaning.
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
    """The words for figures, no figure and a rotation in each language, and their notation."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        with use_language(language):
            for said in (_("none"), _("no figure"), _("pass"), _("done")):
                found[folded(said)] = NONE
            found[folded(_("rotation"))] = found[folded(_("turned"))] = ROTATION
            found |= {folded(nouns.role(role)): role for role in roles}
    return found


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A move without its rotation: the cell of the tile, and the typed figure."""

    cell: Cell
    onto: str = ""


def place(text: str, game: Game) -> list[Move] | Unfinished:
    """Read the text after `/place`: moves, or as much of one as there is.

    A rotation may be left out where only one fits, also together with the typed figure. A move made
    step by step may be without a step yet. Raise NotationError with an example of a move.
    """
    words = in_notation(text, game).removeprefix(PLACE).split()
    if len(words) < 2 or _NUMBER.fullmatch(words[0]) is None:
        return _read(words)
    where, onto = cell(*words[:2]), words[2:]
    if onto and (onto[0][-1].isdecimal() or onto[0] == ROTATION):
        return _read([PLACE, *words])
    meant = _read(onto) if onto else []
    fitting = [m for m in game.legal_moves() if isinstance(m, PlaceTile) and m.cell == where]
    ways = [laid for laid in fitting if _possible(game, laid, meant)]
    if meant and fitting and len(ways) < 2:
        # Where it cannot be put at all the rules say why.
        return [*(ways or fitting[:1]), *meant]
    return Unfinished(where, " ".join(onto))


def cell_of(text: str) -> Cell | None:
    """The cell in the text after `/place`, whatever follows it; None if there is none."""
    words = folded(text).removeprefix(PLACE).split()[:2]
    if len(words) < 2 or not all(map(_NUMBER.fullmatch, words)):
        return None
    return cell(*words)


def _read(words: list[str]) -> list[Move]:
    """Moves by their words, in any language; the last one perhaps without a step yet."""
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
    """Return True if moves can follow a tile laid in a way, as far as they are typed."""
    try:
        play_draft(game, [laid, *(move for move in meant if not moves.begun(move))])
    except RulesError as error:
        return isinstance(error, IllegalMove) and error.reason == WHICH
    return True


def of_kind(kind: type[Move], text: str, game: Game) -> Move:
    """Read the text after the command of a kind of move. Raise NotationError if it is none."""
    command = moves.words(kind).command
    assert command is not None
    said = in_notation(text, game, command.spoken).removeprefix(command.name).strip()
    read = moves.read(said if said == NONE else f"{command.name} {said}")
    if len(read) != 1:
        raise NotationError("no-move")
    return read[0]


def readable(kind: type[Move], text: str, game: Game) -> Move | None:
    """Read the text after the command of a kind of move. None where it cannot be read yet."""
    try:
        return of_kind(kind, text, game)
    except RulesError:
        return None

"""Logs of tables as texts: valid and invalid ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.game import start
from rules.notation import write
from rules.random_play import deal

ANA, BO, CLEO = 7, 8, 9


@dataclass(frozen=True)
class Entry:
    """An entry as the storage gives it."""

    number: int
    user: int | None
    text: str
    sound: bool = True
    at: float = 0.0


def log(*texts: tuple[int | None, str]) -> list[Entry]:
    """Entries by users, numbered from 1."""
    return [Entry(number, user, text) for number, (user, text) in enumerate(texts, 1)]


_HEADER: Final = deal("base", 2, Random(1))
_TEXT: Final = _HEADER.text()
_GAME: Final = start(_HEADER.book, _HEADER.seats, _HEADER.bags)
NEW: Final = (ANA, "new base 2")
JOIN: Final = (BO, "join 1")
START: Final = (ANA, f"start\norder: 0 1\n{_TEXT}")
BEGUN: Final = (NEW, JOIN, START)
"""The first three entries, numbered 1 to 3."""
PLACE: Final = (ANA, write(_GAME.legal_moves()[0]))
PASS: Final = (ANA, "pass")
LAID: Final = (*BEGUN, PLACE, PASS)
"""The first five."""
END: Final = (ANA, "end")

BROKEN: Final[Mapping[str, tuple[tuple[int | None, str], ...]]] = {
    # Texts that are no entry.
    "entry 1 ('')": ((ANA, ""),),
    "entry 1 ('new base'): this should be `new`": ((ANA, "new base"),),
    "entry 1 ('new base two'): 'two' is no number": ((ANA, "new base two"),),
    "entry 1 ('new base -2'): '-2' is no number": ((ANA, "new base -2"),),
    "entry 1 ('new base 2'): 'purist yes' should say": ((ANA, "new base 2\npurist yes"),),
    "entry 1 ('new base 2'): `purist` is yes or no": ((ANA, "new base 2\npurist: perhaps"),),
    "no table is run like this": ((ANA, "new base 2\norder: by age"),),
    "'language: en' should say `key: value`, each key once": (
        (ANA, "new base 2\nlanguage: fr\nlanguage: en"),
    ),
    "entry 1 ('new base 2'): colours go from 0 to 5, not 6": ((ANA, "new base 2\ncolour: 6"),),
    "entry 2 ('join red'): 'red' is no number": (NEW, (BO, "join red")),
    "entry 2 ('join 9'): colours go from 0 to 5, not 9": (NEW, (BO, "join 9")),
    "entry 2 ('join 1'): this should be `join`": (NEW, (BO, "join 1\ncolour: 2")),
    "entry 2 ('colour 1'): this should be `colour`": (NEW, (ANA, "colour 1")),
    "entry 2 ('leave -1'): '-1' is no number": (NEW, (ANA, "leave -1")),
    "entry 3 ('start'): this should be `start`": (NEW, JOIN, (ANA, "start")),
    "entry 3 ('start'): the header of the record is missing": (
        *(NEW, JOIN, (ANA, "start\norder: 0 1")),
    ),
    "entry 4 ('undo'): this should be `undo`": (*BEGUN, (ANA, "undo")),
    f"entry 4 ('undo {'9' * 55}'): '{'9' * 20}' is no number": (
        *BEGUN,
        (ANA, f"undo {'9' * 5000}"),
    ),
    "entry 4 ('resign'): this should be `resign`": (*BEGUN, (ANA, "resign")),
    "entry 4 ('Resign 1'): 'Resign' is no word of a move": (*BEGUN, (ANA, "Resign 1")),
    "entry 4 ('skip'): this should be `skip` and a seat": (*BEGUN, (BO, "skip")),
    "entry 4 ('SKIP 0'): 'SKIP' is no word of a move": (*BEGUN, (BO, "SKIP 0")),
    "entry 5 ('pass'): moves are one line": (*BEGUN, PLACE, (ANA, "pass\npass")),
    # Entries that cannot stand where they do.
    "the log is empty": (),
    "entry 1 ('join 1'): a log begins with `new`": (JOIN,),
    "entry 1 ('end'): a log begins with `new`": (END,),
    "entry 2 ('new base 2'): the table has been opened already": (NEW, NEW),
    "entry 3 ('join 2'): no seat is free": (NEW, JOIN, (CLEO, "join 2")),
    "entry 4 ('join 2'): the lobby is closed": (*BEGUN, (CLEO, "join 2")),
    "entry 2 ('colour 1 seat 1'): nobody sits there": (NEW, (ANA, "colour 1 seat 1")),
    "entry 2 ('host 1'): nobody sits there": (NEW, (ANA, "host 1")),
    "entry 4 ('host 1'): the lobby is closed": (*BEGUN, (ANA, "host 1")),
    "entry 2 ('game'): this should be `game` and its name": (NEW, (ANA, "game")),
    "entry 2 ('game chess'): there is no game 'chess'": (NEW, (ANA, "game chess")),
    "entry 4 ('game base+inns'): the lobby is closed": (*BEGUN, (ANA, "game base+inns")),
    "entry 7 ('game base+river'): 6 players sit here, base+river is for 5": (
        *((ANA, "new base+inns 6"), *((None, f"join {seat}") for seat in range(1, 6))),
        (ANA, "game base+river"),
    ),
    "entry 2 ('opponent Odile'): this should be `opponent`, a name": (NEW, (ANA, "opponent Odile")),
    "entry 2 ('opponent Ana master 1'): there is no opponent 'Ana' of level 'master'": (
        *(NEW, (ANA, "opponent Ana master 1")),
    ),
    "entry 2 ('opponent Odile weak 1'): there is no opponent 'Odile' of level 'weak'": (
        *(NEW, (ANA, "opponent Odile weak 1")),
    ),
    "entry 3 ('opponent Odile master 2'): this opponent sits here already": (
        *((ANA, "new base 3"), (ANA, "opponent Odile master 1"), (ANA, "opponent Odile master 2")),
    ),
    "entry 3 ('opponent Odile master 2'): no seat is free": (
        *(NEW, JOIN, (ANA, "opponent Odile master 2")),
    ),
    "entry 4 ('opponent Odile master 2'): the lobby is closed": (
        *(*BEGUN, (ANA, "opponent Odile master 2")),
    ),
    "entry 4 ('substitute 2 Odile master'): nobody plays that seat": (
        *(*BEGUN, (ANA, "substitute 2 Odile master")),
    ),
    "entry 2 ('substitute 0 Odile master'): no game is running": (
        *(NEW, (ANA, "substitute 0 Odile master")),
    ),
    "entry 2 ('leave 1'): nobody sits there": (NEW, (BO, "leave 1")),
    "entry 3 ('start'): the order names each seat once": (
        *(NEW, JOIN, (ANA, f"start\norder: 1 1\n{_TEXT}")),
    ),
    "entry 3 ('start'): 2 players sit here, the order names 1": (
        *(NEW, JOIN, (ANA, f"start\norder: 0\n{_TEXT}")),
    ),
    "entry 2 ('start'): 1 players sit here, the order names 2": (NEW, START),
    "entry 4 ('start'): the lobby is closed": (*BEGUN, START),
    "entry 2 ('pass'): no game has started": (NEW, PASS),
    "entry 2 ('resign 0'): no game has started": (NEW, (ANA, "resign 0")),
    "entry 4 ('resign 2')": (*BEGUN, (ANA, "resign 2")),
    "entry 2 ('skip 0'): no game has started": (NEW, (ANA, "skip 0")),
    "entry 4 ('skip 1'): it is the turn of seat 0": (*BEGUN, (ANA, "skip 1")),
    "entry 5 ('skip 0'): it is the turn of seat 1": (*BEGUN, (BO, "skip 0"), (BO, "skip 0")),
    "entry 5 ('skip 0'): the game is over": (*BEGUN, END, (ANA, "skip 0")),
    "entry 4 ('place 50 50 rot0')": (*BEGUN, (ANA, "place 50 50 rot0")),
    "entry 2 ('undo 1'): no game has started": (NEW, (ANA, "undo 1")),
    "entry 4 ('undo 3'): entry 3 is no move that counts": (*BEGUN, (ANA, "undo 3")),
    "entry 7 ('undo 4'): entry 4 is no move": (*LAID, (ANA, "undo 4"), (ANA, "undo 4")),
    "entry 6 ('ask 6'): entry 6 is no move that counts": (*LAID, (BO, "ask 6")),
    "entry 4 ('agree'): nothing was asked": (*BEGUN, (BO, "agree")),
    "entry 4 ('refuse'): nothing was asked": (*BEGUN, (BO, "refuse")),
    "entry 5 ('pass'): the game is over": (*BEGUN, END, PASS),
    "entry 5 ('resign 0'): the game is over": (*BEGUN, END, (ANA, "resign 0")),
    "entry 7 ('undo 4'): the table is closed": (*LAID, END, (ANA, "undo 4")),
    "entry 5 ('end'): the table is closed already": (*BEGUN, END, END),
    "entry 2 ('end score'): no game has started": (NEW, (ANA, "end score")),
    "entry 5 ('end score'): the game is over": (*BEGUN, END, (ANA, "end score")),
    "entry 4 ('end later'): this should be `end` or `end score`": (*BEGUN, (ANA, "end later")),
}
"""Refused logs by the text of their refusal."""

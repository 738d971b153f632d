"""Logs of tables as texts: valid and invalid ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.table.entries import ENTRIES
from rules.game import start
from rules.notation import write
from rules.random_play import deal

ANA, BO, CLEO = 7, 8, 9


@dataclass(frozen=True)
class Entry:
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

_ONE_LINE: Final = "moves are one line, with nothing before and behind them"
_AWAY: Final = (CLEO, "archive")
BROKEN: Final[Mapping[str, tuple[tuple[int | None, str], ...]]] = {
    # Texts that are no entry.
    f"entry 1 (''): {_ONE_LINE}": ((ANA, ""),),
    f"entry 1 ('new base'): this should be {ENTRIES.syntax['new']}": ((ANA, "new base"),),
    "entry 1 ('new base two'): 'two' is no number": ((ANA, "new base two"),),
    "entry 1 ('new base -2'): '-2' is no number": ((ANA, "new base -2"),),
    "entry 1 ('new base 2'): 'purist yes' should say `key: value`, each key once": (
        (ANA, "new base 2\npurist yes"),
    ),
    "entry 1 ('new base 2'): `aids` is one of yes, no, not 'perhaps'": (
        (ANA, "new base 2\npurist: perhaps"),
    ),
    "entry 1 ('new base 2'): `order` is one of random, joined, not 'by age'": (
        (ANA, "new base 2\norder: by age"),
    ),
    "entry 1 ('new base 2'): 'language: en' should say `key: value`, each key once": (
        (ANA, "new base 2\nlanguage: fr\nlanguage: en"),
    ),
    "entry 1 ('new base 2'): colours go from 0 to 5, not 6": ((ANA, "new base 2\ncolour: 6"),),
    "entry 2 ('join red'): 'red' is no number": (NEW, (BO, "join red")),
    "entry 2 ('join 9'): colours go from 0 to 5, not 9": (NEW, (BO, "join 9")),
    f"entry 2 ('join 1'): this should be {ENTRIES.syntax['join']}": (
        NEW,
        (BO, "join 1\ncolour: 2"),
    ),
    f"entry 2 ('colour 1'): this should be {ENTRIES.syntax['colour']}": (NEW, (ANA, "colour 1")),
    "entry 2 ('leave -1'): '-1' is no number": (NEW, (ANA, "leave -1")),
    f"entry 3 ('start'): this should be {ENTRIES.syntax['start']}": (NEW, JOIN, (ANA, "start")),
    "entry 3 ('start'): the header of the record is missing": (
        *(NEW, JOIN, (ANA, "start\norder: 0 1\n")),
    ),
    f"entry 4 ('undo'): this should be {ENTRIES.syntax['undo']}": (*BEGUN, (ANA, "undo")),
    f"entry 4 ('undo {'9' * 55}'): '{'9' * 20}' is no number": (
        *BEGUN,
        (ANA, f"undo {'9' * 5000}"),
    ),
    f"entry 4 ('resign'): this should be {ENTRIES.syntax['resign']}": (*BEGUN, (ANA, "resign")),
    "entry 4 ('Resign 1'): 'Resign' is no word of a move": (*BEGUN, (ANA, "Resign 1")),
    f"entry 4 ('skip'): this should be {ENTRIES.syntax['skip']}": (*BEGUN, (BO, "skip")),
    "entry 4 ('SKIP 0'): 'SKIP' is no word of a move": (*BEGUN, (BO, "SKIP 0")),
    f"entry 5 ('pass'): {_ONE_LINE}": (*BEGUN, PLACE, (ANA, "pass\npass")),
    "entry 1 ('new base 2'): `orders` is one of yes, no, not 'No'": (
        (ANA, "new base 2\norders: No"),
    ),
    "entry 1 ('new base 2'): `pace` is one of live, day, week, none, not 'fast'": (
        (ANA, "new base 2\npace: fast"),
    ),
    "entry 1 ('new base 2'): `undo` is one of usual, free, consent, none, not 'often'": (
        (ANA, "new base 2\nundo: often"),
    ),
    "entry 1 ('new base 2'): '3 or 4' is no number": ((ANA, "new base 2\ncup: 3 or 4"),),
    "entry 1 ('new base 2'): '' is no option of a game, or 'C3' no value of one": (
        (ANA, "new base 2\n: C3"),
    ),
    "entry 1 ('new  2'): '' is no name of a game": ((ANA, "new  2"),),
    "entry 4 ('vote dance'): nobody can vote 'dance' so": (*BEGUN, (BO, "vote dance")),
    "entry 4 ('vote skip 60'): nobody can vote 'skip' so": (*BEGUN, (BO, "vote skip 60")),
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
    f"entry 2 ('game'): this should be {ENTRIES.syntax['game']}": (NEW, (ANA, "game")),
    "entry 4 ('game base+inns'): the lobby is closed": (*BEGUN, (ANA, "game base+inns")),
    "entry 7 ('game base+river'): 6 players sit here, base+river is for 5": (
        *((ANA, "new base+inns 6"), *((None, f"join {seat}") for seat in range(1, 6))),
        (ANA, "game base+river"),
    ),
    f"entry 2 ('opponent Odile'): this should be {ENTRIES.syntax['opponent']}": (
        NEW,
        (ANA, "opponent Odile"),
    ),
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
    "entry 3 ('start'): the order names each seat once, counted from 0": (
        *(NEW, JOIN, (ANA, f"start\norder: 1 1\n{_TEXT}")),
    ),
    "entry 3 ('start'): 2 players sit here, the order names 1": (
        *(NEW, JOIN, (ANA, f"start\norder: 0\n{_TEXT}")),
    ),
    "entry 2 ('start'): 1 players sit here, the order names 2": (NEW, START),
    "entry 4 ('start'): the lobby is closed": (*BEGUN, START),
    "entry 2 ('pass'): no game has started": (NEW, PASS),
    "entry 2 ('resign 0'): no game has started": (NEW, (ANA, "resign 0")),
    "entry 4 ('resign 2'): say `resign` and a seat from 0 to 1": (*BEGUN, (ANA, "resign 2")),
    "entry 2 ('skip 0'): no game has started": (NEW, (ANA, "skip 0")),
    "entry 4 ('skip 1'): it is the turn of seat 0": (*BEGUN, (ANA, "skip 1")),
    "entry 5 ('skip 0'): it is the turn of seat 1": (*BEGUN, (BO, "skip 0"), (BO, "skip 0")),
    "entry 5 ('skip 0'): the game is over": (*BEGUN, END, (ANA, "skip 0")),
    "entry 4 ('place 50 50 rot0'): you can't place it at 50 50: it has to touch another tile": (
        *BEGUN,
        (ANA, "place 50 50 rot0"),
    ),
    "entry 2 ('undo 1'): no game has started": (NEW, (ANA, "undo 1")),
    "entry 4 ('undo 3'): entry 3 is no move that counts": (*BEGUN, (ANA, "undo 3")),
    "entry 7 ('undo 4'): entry 4 is no move that counts": (*LAID, (ANA, "undo 4"), (ANA, "undo 4")),
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
    "entry 4 ('open 2'): nobody plays that seat": (*BEGUN, (ANA, "open 2")),
    "entry 2 ('open 0'): no game is running": (NEW, (ANA, "open 0")),
    "entry 4 ('take 5'): nobody plays that seat": (*BEGUN, (CLEO, "take 5")),
    "entry 4 ('take 0'): who takes a seat has one already": (*BEGUN, (BO, "take 0")),
    "entry 5 ('take 0'): no game is running": (*BEGUN, (ANA, "resign 0"), (CLEO, "take 0")),
    "entry 2 ('vote skip'): no game is running": (NEW, (ANA, "vote skip")),
    "entry 5 ('vote skip'): no game is running": (*BEGUN, _AWAY, (ANA, "vote skip")),
    "entry 2 ('pause'): no game is running": (NEW, (ANA, "pause")),
    "entry 5 ('pause'): there is a pause already": (*BEGUN, (ANA, "pause"), (BO, "pause")),
    "entry 4 ('resume'): there is no pause": (*BEGUN, (ANA, "resume")),
    "entry 2 ('archive'): no game is running": (NEW, _AWAY),
    "entry 5 ('archive'): no game is running": (*BEGUN, _AWAY, _AWAY),
    "entry 4 ('unarchive'): the table was not put away": (*BEGUN, (ANA, "unarchive")),
    "entry 7 ('pass'): the game is over": (*LAID, _AWAY, PASS),
    "entry 7 ('end'): the table is closed already": (*LAID, _AWAY, END),
    "entry 7 ('ask 4'): the table is closed": (*LAID, _AWAY, (ANA, "ask 4")),
}
"""Refused logs by their refusals."""

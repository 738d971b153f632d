r"""Start, play and replay games by their rules: pure functions, without clock, chance or network.

To replay a record, list moves and play on:

>>> import random
>>> from rules import deal, play, replay, start, write
>>> header = deal("base", 2, random.Random(1))
>>> game = start(header.book, header.seats, header.bags)
>>> first = game.legal_moves()[0]
>>> write(first)
'place 0 1 rot90'
>>> game = play(game, first)
>>> [write(move) for move in game.legal_moves()]
['knight a', 'farmer b', 'pass']
>>> game = play(game, *game.read("farmer b"))
>>> game.turn, game.scores
(1, (0, 0))
>>> record = "\n".join([header.text(), "", write(first), "farmer b"])
>>> replay(record).game.story == game.story
True
"""

from rules.errors import IllegalMove, NotationError, RecordError, RulesError
from rules.game import Game, play, play_together, start
from rules.header import Header
from rules.notation import write
from rules.random_play import deal
from rules.record import replay
from rules.table_decisions import end_early, resign, skip
from rules.variants import games, rulebook

__all__ = [
    "Game",
    "Header",
    "IllegalMove",
    "NotationError",
    "RecordError",
    "RulesError",
    "deal",
    "end_early",
    "games",
    "play",
    "play_together",
    "replay",
    "resign",
    "rulebook",
    "skip",
    "start",
    "write",
]

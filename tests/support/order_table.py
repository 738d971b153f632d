"""The table of docs/playing.md, "when is an order void", a second time and without shortcuts.

`reasons` finds them by listing all features of the two boards, while the bot compares a few numbers
that were stored with the order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.analysis.drafts import commit_draft, play_draft, points_gained
from rules.analysis.features import Feature, features
from rules.errors import IllegalMove
from rules.game import Game, play, run_agenda, start, stops_at_choice
from rules.geometry import CROSS, Spot, cell_of
from rules.moves import Pass, PlaceTile
from rules.orders import Moves, with_tile_in_hand
from rules.pieces import leaders
from rules.random_play import deal, random_move
from rules.story import Scored
from rules.variants.ferries import FerryLaid
from tests.support.game_choices import EIGHT
from tests.support.random_games import likely_move

KINDS: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    *((name, {}) for name in EIGHT),
    ("base", {"fields": "third", "small cities": "4"}),
    ("base+ferries", {"ferries": "C3", "cloister extends ferry roads": "no"}),
    ("base+traders", {"fields": "third"}),
    ("base+inns+river", {"fields": "third"}),
)
"""Games with their options."""


REASONS: Final = (
    *("impossible then", "seat", "past", "neighbours", "own points", "other points", "tokens"),
    *("second tile", "choices", "passed", "owners", "finished", "joined", "worth"),
)
"""The rows of the table."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A feature that counts for an order: its owners, who would be paid, and so on."""

    owners: frozenset[int]
    paid: frozenset[int]
    finished: bool
    old_spots: frozenset[Spot]
    worth: int


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of moves; ``after`` is the draft that they lead to."""

    before: Game
    after: Game
    points: tuple[int, ...]
    choices: int
    passed: frozenset[str]
    features: Mapping[tuple[str, Spot], Touched]


def effect_of(game: Game, moves: Moves, known: Game) -> Effect | None:
    """The effect of moves, None if they are illegal; ``known`` is the game of the order."""
    try:
        understood = commit_draft(game, moves)[1]
    except IllegalMove:
        return None
    after, passed = game, set[str]()
    for move in understood:
        if isinstance(move, Pass):
            passed.add(after.decision.wanted)
        after = play_draft(after, [move])
    settled, choices = after, 0
    while settled.legal_moves():
        choices += 1
        settled = run_agenda(settled.replace(agenda=settled.agenda[1:]), stops_at_choice)
    gained = points_gained(game, settled)
    points = tuple(gained.get(seat, 0) for seat in range(game.seats))
    touched = dict(_touched(game, settled, known))
    return Effect(game, after, points, choices, frozenset(passed), touched)


def _touched(game: Game, after: Game, known: Game) -> Iterator[tuple[tuple[str, Spot], Touched]]:
    """The features that moves finish, or claim or extend while pieces count for them, by spot."""
    news = after.story[len(game.story) :]
    linked = {s for e in news if isinstance(e, FerryLaid) for s in (*e.joins, *(e.before or ()))}
    halos = {layer.name: layer.halo for layer in game.book.ruleset.layers}
    for feature in features(after):
        spots = frozenset(feature.spots)
        near = {cell_of(s) + step for s in spots for step in (0, *halos[feature.kind])}
        if after.placed not in near and not spots & linked:
            continue
        scored = [e for e in news if isinstance(e, Scored) and e.kind == feature.kind]
        scored = [event for event in scored if spots & set(event.spots)]
        pieces = [p for event in scored for p in event.pieces] or feature.standing
        if not scored and not pieces:
            continue
        scores = scored or _open_scores(feature)
        old = frozenset(spot for spot in spots if cell_of(spot) in known.board.tiles)
        touched = Touched(
            frozenset(piece.seat for piece in pieces),
            frozenset(seat for event in scores for seat, _ in event.points)
            or frozenset(leaders(pieces)),
            bool(scored),
            old,
            sum(term.points for event in scores for term in event.terms),
        )
        on_tile = {spot for spot in spots if cell_of(spot) == after.placed}
        for spot in on_tile or old or spots:
            yield (feature.kind, spot), touched


def _open_scores(feature: Feature) -> tuple[Scored, ...]:
    """The scores of an unfinished feature at the end, or as if finished if these are nothing."""
    return feature.final if feature.at_the_end else feature.finished


def reasons(earlier: Game, now: Game, moves: Moves) -> set[str] | None:
    """The reasons of the table why an order of one way is void; None if it is impossible now."""
    later = effect_of(now, moves, earlier)
    if later is None:
        return None
    then = effect_of(earlier, moves, earlier)
    if then is None:
        return {"impossible then"}
    return set(_reasons(then, later))


def _reasons(then: Effect, now: Effect) -> Iterator[str]:
    seat, laid = then.before.turn, now.after.placed
    tiles = [list(effect.before.board.tiles.items()) for effect in (then, now)]
    if now.before.turn != seat:
        yield "seat"
    if tiles[1][: len(tiles[0])] != tiles[0]:
        yield "past"
    if any(laid + step in now.before.board.tiles.keys() - dict(tiles[0]) for step in CROSS):
        yield "neighbours"
    if now.points[seat] < then.points[seat]:
        yield "own points"
    others = set(range(now.before.seats)) - {seat}
    if any(now.points[other] > then.points[other] for other in others):
        yield "other points"
    walked = now.after.tokens != now.before.tokens
    if walked and now.before.tokens != then.before.tokens:
        yield "tokens"
    if _next_draw(then.after) != _next_draw(now.after):
        yield "second tile"
    if now.choices < then.choices:
        yield "choices"
    if then.passed and now.passed - then.passed:
        yield "passed"
    for key in then.features.keys() | now.features.keys():
        yield from _feature_reasons(then.features.get(key), now.features.get(key))


def _feature_reasons(then: Touched | None, now: Touched | None) -> Iterator[str]:
    if then is None or now is None:
        only = then or now
        assert only is not None
        yield from ["owners"] * bool(only.owners) + ["finished"] * only.finished
        return
    if (then.owners, then.paid) != (now.owners, now.paid):
        yield "owners"
    if then.finished != now.finished:
        yield "finished"
    if then.old_spots != now.old_spots:
        yield "joined"
    if not -2 < now.worth - then.worth < 2:
        yield "worth"


def _next_draw(after: Game) -> bool:
    """Return True if the player draws again in this turn, once all choices are passed."""
    while after.legal_moves():
        after = run_agenda(after.replace(agenda=after.agenda[1:]), stops_at_choice)
    following = run_agenda(after)
    return not following.over and following.turn == after.turn and following.drawn is not None


def random_way(game: Game, chance: random.Random) -> Moves:
    """Random moves of the tile in hand and of some decisions after it; () if it fits nowhere."""
    moves: Moves = ()
    most = chance.choice((1, 2, 2, 3, 4))
    while game.legal_moves() and len(moves) < most:
        pick = chance.choice((likely_move, random_move))
        moves = (*moves, pick(game, chance))
        game = play_draft(game, moves[-1:])
    return moves


def orders_due(
    name: str, options: Mapping[str, str], seats: int, seed: int, *, ways: int = 1
) -> Iterator[tuple[Game, Game, Moves]]:
    """Random moves with the games when they are ordered and when the tile comes.

    They are ordered after one of the player's last four turns.
    """
    chance = random.Random(seed)
    header = deal(name, seats, chance, options)
    game = start(header.book, header.seats, header.bags)
    waiting: dict[int, list[Game]] = {}
    while not game.over:
        if game.drawn is not None and waiting.get(game.turn):
            for _ in range(ways):
                given = chance.choice(waiting[game.turn][-4:])
                earlier = with_tile_in_hand(given, game.turn, game.drawn)
                moves = random_way(earlier, chance)
                if moves and isinstance(moves[0], PlaceTile):
                    yield earlier, game, moves
        seat = game.turn
        game = play(game, chance.choice((likely_move, random_move))(game, chance))
        if game.turn != seat:
            waiting.setdefault(seat, []).append(game)

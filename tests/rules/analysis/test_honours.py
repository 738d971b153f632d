"""Honours are true by the events of random games of every kind, and the rarest come first."""

import random
from collections import Counter
from functools import cache
from itertools import permutations

from rules import play, start
from rules.analysis import honours as chosen_honours
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.history import final_ranking, winners
from rules.analysis.honour_finders import Honour, HonourKind
from rules.analysis.honours import RARITY, honours, rank, rarity, seat_honours
from rules.game import Game
from rules.pieces import lead, leaders
from rules.random_play import deal, random_game, random_move
from rules.story import GameEnded, PieceDeployed, Scored
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT

GAMES = [(name, seats) for name in EIGHT for seats in (2, 5)]


@cache
def turns_of(name: str, seats: int) -> list[GameTurn]:
    """A random game turn by turn, with the final scoring as a turn of its own."""
    chance = random.Random(f"{name} {seats}")
    return list(game_turns("\n".join(random_game(deal(name, seats, chance), chance))))


def honour_of(name: str, seats: int, kind: HonourKind) -> tuple[Game, Honour | None]:
    """The end of a random game, and its highest honour of a kind."""
    game = turns_of(name, seats)[-1].game
    of_kind = [honour for honour in honours(game) if honour.kind is kind]
    return game, max(of_kind, key=lambda honour: honour.number, default=None)


def paid(event: Scored) -> tuple[int, ...]:
    """The seats that an event gave points."""
    return tuple(seat for seat, points in event.points if points > 0)


def scored(game: Game, *, final: bool) -> list[Scored]:
    """The scores that gave points, those of the final scoring included if wanted."""
    events = [event for event in game.story if isinstance(event, Scored) and paid(event)]
    return [event for event in events if final or not event.final]


@for_each("name, seats", GAMES)
def test_largest_and_richest_feature_are_exceeded_by_no_other(name: str, seats: int) -> None:
    game, honour = honour_of(name, seats, HonourKind.LARGEST)
    sizes = [len(event.cells()) for event in scored(game, final=False)]
    assert (honour.number if honour else 0) == max(sizes, default=0)
    if honour is not None:
        event = game.story[honour.events[0]]
        assert isinstance(event, Scored) and not event.final
        assert len(event.cells()) == honour.number and honour.seat in paid(event)
    game, honour = honour_of(name, seats, HonourKind.RICHEST)
    shares = [points for event in scored(game, final=True) for _seat, points in event.points]
    assert (honour.number if honour else 0) == max(shares, default=0)
    if honour is not None:
        event = game.story[honour.events[0]]
        assert isinstance(event, Scored)
        assert (honour.seat, honour.number) in event.points


@for_each("name, seats", [*GAMES, ("ark", 3), ("hunters", 3), ("base", 4)])
def test_steal_took_a_feature_by_one_from_a_seat_that_was_there_first(
    name: str, seats: int
) -> None:
    game, honour = honour_of(name, seats, HonourKind.STEAL)
    stolen = 0
    for number, event in enumerate(game.story):
        if (
            not isinstance(event, Scored)
            or event.final
            or set(paid(event)) != set(leaders(event.pieces))
        ):
            continue
        arrived: dict[int, int] = {}
        for piece in event.pieces:
            if piece.role.kind.weight:
                index = game.story.index(PieceDeployed(piece))
                arrived[piece.seat] = min(index, arrived.get(piece.seat, index))
        weights = Counter[int]()
        for piece in event.pieces:
            weights[piece.seat] += piece.role.kind.weight
        losers = tuple(
            seat
            for seat in arrived
            if seat not in paid(event)
            and weights[seat] + 1 == max(weights.values())
            and arrived[seat] < min(arrived[winner] for winner in paid(event))
        )
        if losers:
            stolen = max(stolen, *(points for _seat, points in event.points))
        if honour is not None and number == honour.events[0]:
            assert honour.seat in paid(event) and honour.others == losers
            assert len(paid(event)) > 1 or lead(event.pieces) == 1
    assert (honour.number if honour else 0) == stolen


@for_each("name, seats", GAMES)
def test_comeback_and_margin_are_those_of_the_totals(name: str, seats: int) -> None:
    turns = [turn for turn in turns_of(name, seats)[1:] if not turn.final]
    game, comeback = honour_of(name, seats, HonourKind.COMEBACK)
    behind = max(
        max(turn.game.scores) - turn.game.scores[seat] for turn in turns for seat in winners(game)
    )
    assert (comeback.number if comeback else 0) == behind
    ranked = sorted(set(game.scores), reverse=True)
    won = [
        honour
        for honour in honours(game)
        if honour.kind in {HonourKind.CLOSE_FINISH, HonourKind.CLEAR_WIN}
    ]
    if len(winners(game)) > 1:
        assert not won
    else:
        assert [honour.seat for honour in won] == list(winners(game))
        [margin] = {honour.number for honour in won}
        [kind] = {honour.kind for honour in won}
        assert margin == ranked[0] - ranked[1]
        assert kind == (HonourKind.CLOSE_FINISH if margin <= 7 else HonourKind.CLEAR_WIN)


@for_each("name, seats", [*GAMES, ("base+inns", 6)])
def test_each_player_has_one_honour_of_a_kind_that_no_other_has_and_the_rarest(
    name: str, seats: int
) -> None:
    game = turns_of(name, seats)[-1].game
    every, chosen = honours(game), seat_honours(game)
    assert len({(honour.kind, honour.seat) for honour in every}) == len(every)
    assert [honour.seat for honour in chosen] == list(range(seats)) and set(chosen) <= set(every)
    assert len({honour.kind for honour in chosen}) == seats
    # No exchange of kinds, with each other or for one that nobody has, is rarer.
    ranks = {(honour.kind, honour.seat): rank(honour) for honour in every}
    total = sum(map(rank, chosen))
    kinds = [honour.kind for honour in chosen]
    for order in permutations(kinds):
        exchanged = list(zip(order, range(seats), strict=True))
        if all(one in ranks for one in exchanged):
            assert sum(ranks[one] for one in exchanged) <= total
    for honour in every:
        if honour.kind not in kinds:
            assert rank(honour) <= rank(chosen[honour.seat])


def test_player_without_any_point_has_the_honour_of_the_tiles_placed() -> None:
    header = deal("base", 2, random.Random(1))
    game = start(header.book, 2, header.bags)
    chance = random.Random(1)
    while game.turn == 0:
        game = play(game, random_move(game, chance))
    [honour] = seat_honours(game)
    assert (honour.kind, honour.number, honour.seat) == (HonourKind.TILES, 1, 0)
    assert rank(honour) == 0


def test_shared_victory_is_neither_close_nor_clear() -> None:
    game = turns_of("base", 3)[-1].game
    (_, first), (_, second), _last = final_ranking(game)
    lead = game.scores[first] - game.scores[second]
    both = tuple(sorted((first, second)))
    tied = game.with_events(Scored("city", (), (), ((second, lead),), final=True), GameEnded(both))
    assert not {honour.kind for honour in honours(tied)} & {
        HonourKind.CLOSE_FINISH,
        HonourKind.CLEAR_WIN,
    }


def test_unfinished_game_has_no_honours_for_its_winner() -> None:
    game = turns_of("base", 2)[-3].game
    kinds = {honour.kind for honour in honours(game)}
    assert HonourKind.PATIENCE in kinds
    won = {HonourKind.COMEBACK, HonourKind.CLOSE_FINISH, HonourKind.CLEAR_WIN}
    assert not kinds & won


def test_table_of_rarity_has_every_kind_and_rises() -> None:
    assert set(RARITY) == set(HonourKind) - {HonourKind.TILES} and len(HonourKind) >= 8
    for kind, numbers in RARITY.items():
        sign = -1 if kind in chosen_honours.SMALLER_IS_RARER else 1
        assert [sign * number for number in numbers] == sorted(sign * n for n in numbers)
        rarest = Honour(kind, numbers[-1], 0)
        assert rarity(rarest) == len(numbers)
        assert rarity(Honour(kind, numbers[0] - sign, 0)) == 0

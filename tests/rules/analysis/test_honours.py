"""Honours are true by the events of random games of every kind, and the rarest come first."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise

from rules.analysis import honours as chosen_honours
from rules.analysis.game_turns import GameTurn, game_turns
from rules.analysis.history import winners
from rules.analysis.honour_finders import Honour, HonourKind
from rules.analysis.honours import HONOURS_SHOWN, RARITY, honours, rarest_honours, rarity
from rules.game import Game
from rules.pieces import lead, leaders
from rules.random_play import deal, random_game
from rules.story import PieceDeployed, Scored
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT

GAMES = [(name, seats) for name in EIGHT for seats in (2, 5)]


@cache
def turns_of(name: str, seats: int) -> list[GameTurn]:
    """A random game turn by turn, with the final scoring as a turn of its own."""
    chance = random.Random(f"{name} {seats}")
    return list(game_turns("\n".join(random_game(deal(name, seats, chance), chance))))


def honour_of(name: str, seats: int, kind: HonourKind) -> tuple[Game, Honour | None]:
    """The end of a random game, and its honour of a kind."""
    game = turns_of(name, seats)[-1].game
    return game, next((honour for honour in honours(game) if honour.kind is kind), None)


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
        assert (len(event.cells()), paid(event)) == (honour.number, honour.seats)
    game, honour = honour_of(name, seats, HonourKind.RICHEST)
    shares = [points for event in scored(game, final=True) for _seat, points in event.points]
    assert (honour.number if honour else 0) == max(shares, default=0)
    if honour is not None:
        event = game.story[honour.events[0]]
        assert isinstance(event, Scored)
        assert {(seat, honour.number) for seat in honour.seats} <= set(event.points)


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
            assert (honour.seats, honour.others) == (paid(event), losers)
            assert len(paid(event)) > 1 or lead(event.pieces) == 1
    assert (honour.number if honour else 0) == stolen


@for_each("name, seats", GAMES)
def test_comeback_lead_and_margin_are_those_of_the_totals(name: str, seats: int) -> None:
    turns = [turn for turn in turns_of(name, seats)[1:] if not turn.final]
    game, comeback = honour_of(name, seats, HonourKind.COMEBACK)
    behind = max(
        max(turn.game.scores) - turn.game.scores[seat] for turn in turns for seat in winners(game)
    )
    assert (comeback.number if comeback else 0) == behind
    alone = [
        turn.game.scores.index(max(turn.game.scores))
        for turn in turns
        if turn.game.scores.count(max(turn.game.scores)) == 1
    ]
    _game, changes = honour_of(name, seats, HonourKind.LEAD_CHANGES)
    assert (changes.number if changes else 0) == sum(one != two for one, two in pairwise(alone))
    ranked = sorted(set(game.scores), reverse=True)
    for kind in (HonourKind.CLOSE_FINISH, HonourKind.CLEAR_WIN):
        _game, margin = honour_of(name, seats, kind)
        if margin is None:
            assert len(ranked) == 1
        else:
            assert (margin.number, margin.seats) == (ranked[0] - ranked[1], winners(game))


@for_each("name, seats", GAMES)
def test_rarest_honours_come_first_and_tell_of_different_scores(name: str, seats: int) -> None:
    game = turns_of(name, seats)[-1].game
    every, best = honours(game), rarest_honours(game)
    assert len({honour.kind for honour in every}) == len(every)
    assert len(best) == min(HONOURS_SHOWN, len(every)) and set(best) <= set(every)
    assert rarity(best[0]) == max(map(rarity, every))
    events = [event for honour in best for event in honour.events]
    spare = [
        honour for honour in every if honour not in best and not set(honour.events) & set(events)
    ]
    assert len(events) == len(set(events)) or not spare


def test_unfinished_game_has_no_honours_for_its_winner() -> None:
    game = turns_of("base", 2)[-3].game
    kinds = {honour.kind for honour in honours(game)}
    assert HonourKind.PATIENCE in kinds
    won = {HonourKind.COMEBACK, HonourKind.CLOSE_FINISH, HonourKind.CLEAR_WIN}
    assert not kinds & won


def test_table_of_rarity_has_every_kind_and_rises() -> None:
    assert set(RARITY) == set(HonourKind) and len(HonourKind) >= 8
    for kind, numbers in RARITY.items():
        sign = -1 if kind in chosen_honours.SMALLER_IS_RARER else 1
        assert [sign * number for number in numbers] == sorted(sign * n for n in numbers)
        rarest = Honour(kind, numbers[-1], (0,))
        assert rarity(rarest) == len(numbers)
        assert rarity(Honour(kind, numbers[0] - sign, (0,))) == 0

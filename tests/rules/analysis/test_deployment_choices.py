"""Choices after laying a tile: each figure or none, with the points at once."""

from collections.abc import Iterator
from itertools import islice

from rules.analysis.deployment_choices import Choice, best_choices_first, deployment_choices
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Deploy, Pass, PlaceTile
from rules.notation import write
from rules.story import Scored, totals
from rules.variants.ark_walk import Walk
from tests.support.for_each import for_each
from tests.support.positions import NO_FOLLOWER_LEFT, ark, base, hunters
from tests.support.random_games import random_positions
from tests.support.read_moves import read

GAMES = ("hunters", "base", "base+ferries", "ark")

GATHERED = """
    Red   L47 1 0 rot0 gatherer a
    Blue  L32 0 -1 rot180
    Red   L19 -1 0 rot0
    Blue  L60 0 1 rot0
"""
"""Red is in START's forest, which L20 at 2 0 closes."""


def choices_of(game: Game, where: str) -> dict[str, Choice]:
    """The choices with the tile in hand laid somewhere, by their moves in notation."""
    (laid,) = read(f"place {where}")
    assert isinstance(laid, PlaceTile)
    return {write(choice.move): choice for choice in deployment_choices(game, laid)}


def some(name: str, seed: int) -> Iterator[tuple[Game, PlaceTile]]:
    """Every so many moments of a random game with a tile in hand, and a way to lay it."""
    hands = (game for game, _ in random_positions(name, 3, seed) if game.hand is not None)
    for game in islice(hands, 0, None, 5):
        for move in game.legal_moves()[::4]:
            assert isinstance(move, PlaceTile)
            yield game, move


def test_figure_on_a_finished_feature_is_credited_with_its_points() -> None:
    assert choices_of(base(hand="E"), "0 1 rot180") == {
        "knight a": Choice(Deploy("knight", "a"), {0: 2}, points_from_figure=2, points_promised=2),
        "farmer b": Choice(Deploy("farmer", "b"), {}),
        "pass": Choice(Pass(), {}, points_unclaimed=2),
    }


def test_points_scored_by_the_tile_alone_are_not_credited_to_the_figure() -> None:
    """Red's gatherer has the forest already: the tile finishes it, whoever else comes."""
    game = hunters(GATHERED, hand="L20")
    options = choices_of(game, "2 0 rot180")
    assert len(options) > 1
    assert {choice.points[0] for choice in options.values()} == {8}
    for choice in options.values():
        assert (choice.points_from_figure, choice.points_promised, choice.points_unclaimed) == (
            0,
            0,
            0,
        )


def test_points_of_other_players_are_given_by_seat() -> None:
    game = hunters(GATHERED + "Red L02 0 2 rot0", hand="L20")
    options = choices_of(game, "2 0 rot180").values()
    assert [(choice.points, choice.points_from_figure) for choice in options] == [
        ({0: 8}, 0)
    ] * len(options)


def test_choice_lists_the_marks_of_the_feature_of_its_figure() -> None:
    game = hunters(hand="L02")
    options = choices_of(game, "0 1 rot0")
    assert {name: choice.marks for name, choice in options.items()} == {
        "gatherer a": (),
        "gatherer b": (),
        "hunter c": (("deer", 1), ("mammoth", 1)),
        "pass": (),
    }
    assert choices_of(game, "1 0 rot0")["gatherer b"].marks == (("gold", 1),)


def test_prophet_on_a_finished_city_scores_twice_the_promised_points() -> None:
    """The promised points are the feature's worth, whoever occupies it."""
    options = choices_of(ark(hand="ARK-21"), "0 1 rot180")
    assert (options["knight a"].points, options["prophet a"].points) == ({0: 4}, {0: 8})
    assert (options["knight a"].points_promised, options["prophet a"].points_promised) == (4, 4)
    assert (options["knight a"].points_unclaimed, options["pass"].points_unclaimed) == (0, 4)


def test_walk_of_the_ark_promises_no_points() -> None:
    """A walk of the Ark is offered beside the figures; what it scores is not told here."""
    seen = 0
    for seed in range(3):
        for game, laid in some("ark", seed):
            for choice in deployment_choices(game, laid):
                if isinstance(choice.move, Walk):
                    assert choice == Choice(choice.move, {})
                    seen += 1
    assert seen > 10


def test_player_without_figures_has_no_choices() -> None:
    game = hunters(NO_FOLLOWER_LEFT, hand="L20")
    assert choices_of(game, "2 0 rot180") == {}
    assert play_draft(game, read("place 2 0 rot180")).legal_moves() == ()


@for_each("name", GAMES)
def test_deployment_choices_are_the_moves_offered_after_the_placement(name: str) -> None:
    for game, laid in some(name, 1):
        draft, options = play_draft(game, [laid]), deployment_choices(game, laid)
        offered = draft.legal_moves() if draft.agenda else ()
        if any(isinstance(move, Deploy) for move in offered):
            expected = [Walk(()) if isinstance(move, Walk) else move for move in offered]
            assert [choice.move for choice in options] == list(dict.fromkeys(expected))


@for_each("name", GAMES)
def test_points_of_a_deployment_choice_equal_the_played_score(name: str) -> None:
    compared = 0
    for game, laid in some(name, 2):
        for choice in deployment_choices(game, laid):
            if isinstance(choice.move, Walk):
                continue
            played = play_draft(game, [laid, choice.move])
            news = [event for event in played.story[len(game.story) :] if isinstance(event, Scored)]
            points = totals(news, game.seats)
            assert choice.points == {seat: n for seat, n in enumerate(points) if n}
            without = play_draft(game, [laid, Pass()])
            bare = totals(without.story[len(game.story) :], game.seats)
            own = points[game.turn] - bare[game.turn]
            assert choice.points_from_figure == (own if isinstance(choice.move, Deploy) else 0)
            compared += 1
    assert compared > 50


def test_choices_are_sorted_by_points_now_then_points_promised_and_pass_last() -> None:
    knight = Choice(Deploy("knight", "a"), {0: 2, 1: 9}, points_promised=2)
    thief = Choice(Deploy("thief", "b"), {1: 1}, points_promised=5)
    farmer = Choice(Deploy("farmer", "c"), {}, points_promised=1)
    monk = Choice(Deploy("monk", "d"), {}, points_promised=1)
    none = Choice(Pass(), {}, points_unclaimed=9)
    shuffled = (none, farmer, thief, monk, knight)
    assert best_choices_first(shuffled, 0) == (knight, thief, farmer, monk, none)
    assert best_choices_first(shuffled, 1) == (knight, thief, farmer, monk, none)
    assert best_choices_first((farmer, thief, knight), 2) == (thief, knight, farmer)
    assert best_choices_first((none, Choice(Deploy("monk", "d"), {})), 0)[-1] == none

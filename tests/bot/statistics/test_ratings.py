"""Ratings of people by game; docs/ratings.md has the rules by number."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from openskill.models import PlackettLuce

from bot.statistics import policy as ratings
from bot.statistics.policy import Rating
from bot.statistics.results import GameResult, SeatResult

ANA, BO, CLEO, DAN = 7, 8, 9, 10
ODILE = -2001
PAGE = Path(__file__).parents[3] / "docs/ratings.md"


def game(*places: tuple[int | None, int], name: str = "base", **facts: Any) -> GameResult:
    """A game of 72 tiles with the user and the place of each seat."""
    seats = tuple(SeatResult(user, 100 - place, place, 18) for user, place in places)
    return GameResult(name, seats, 0.0, 1.0, **{"tiles": 72, **facts})


def test_every_rule_of_the_page_has_a_test() -> None:
    numbers = set(re.findall(r"^\| (RT-\d\d) \|", PAGE.read_text("utf-8"), re.M))
    tests = "".join(
        path.read_text("utf-8") for path in Path(__file__).parent.glob("test_r[ae]*.py")
    )
    assert numbers == {f"RT-{number}" for number in re.findall(r"def test_RT(\d\d)_", tests)}


def test_RT01_each_starting_part_has_ratings_of_its_own_whatever_the_sets() -> None:
    results = [
        game((ANA, 1), (BO, 2)),
        game((ANA, 1), (BO, 2), name="base+inns"),
        game((BO, 1), (CLEO, 2), name="hunters"),
    ]
    assert {user: one.games for user, one in ratings.ratings(results, "base").items()} == {
        ANA: 2,
        BO: 2,
    }
    assert set(ratings.ratings(results, "hunters")) == {BO, CLEO}
    assert ratings.ratings(results, "ark") == {}
    assert ratings.rated_games(results[::-1]) == ["base", "hunters"]


def test_RT02_game_ended_early_counts_from_three_quarters_of_its_tiles_on() -> None:
    enough, short = (
        game((ANA, 1), (BO, 2), tiles=tiles, tiles_left=72 - tiles) for tiles in (54, 53)
    )
    assert ratings.counts(enough) and ratings.rated_seats(enough) == ((ANA, 1), (BO, 2))
    assert not ratings.counts(short) and ratings.rated_seats(short) == ()


def test_RT05_undo_by_consent_after_three_quarters_leaves_a_game_unrated() -> None:
    early, late = (game((ANA, 1), (BO, 2), undone_at=tiles) for tiles in (53, 54))
    assert ratings.rated_seats(early) and not ratings.rated_seats(late)
    assert ratings.counts(late)


def test_RT06_seats_of_opponents_and_of_nobody_are_left_out_of_a_game() -> None:
    mixed = game((ODILE, 1), (ANA, 2), (None, 3), (BO, 4))
    assert ratings.rated_seats(mixed) == ((ANA, 2), (BO, 4))
    assert ratings.ratings([mixed], "base") == ratings.ratings([game((ANA, 1), (BO, 2))], "base")
    assert ratings.rated_seats(game((ODILE, 1), (ANA, 2))) == ()
    assert ratings.rated_seats(game((None, 1), (ANA, 2))) == ()


def test_RT07_ratings_equal_those_of_openskill_on_the_same_games() -> None:
    chance, model = Random(11), PlackettLuce()
    people = range(1, 9)
    known = {user: model.rating(name=str(user)) for user in people}
    results = []
    for _number in range(200):
        users = chance.sample(people, chance.choice([2, 3, 4, 5]))
        points = [chance.randint(20, 60) for _user in users]
        places = [1 + sum(other > one for other in points) for one in points]
        results.append(game(*zip(users, places, strict=True)))
        # By points instead of places: the higher, the better.
        after = model.rate([[known[user]] for user in users], scores=[float(p) for p in points])
        known |= {user: rating for user, [rating] in zip(users, after, strict=True)}
    rated = ratings.ratings(results, "base")
    assert {user: (one.mu, one.sigma) for user, one in rated.items()} == {
        user: (one.mu, one.sigma) for user, one in known.items()
    }
    assert sum(one.games for one in rated.values()) == sum(len(one.seats) for one in results)


def test_RT07_number_is_shown_with_one_standard_deviation() -> None:
    new = PlackettLuce().rating()
    rating = Rating(new.mu, new.sigma, 0)
    assert (rating.number, rating.uncertainty) == (1500, 500)
    [ana, bo] = ratings.ratings([game((ANA, 1), (BO, 2))], "base").values()
    assert ana.number > 1500 > bo.number and ana.uncertainty < 500
    assert ana.number - 1500 == 1500 - bo.number


def test_RT08_rating_is_provisional_below_five_games_and_comes_last() -> None:
    results = [game((ANA, 2), (BO, 1))] * 5 + [game((CLEO, 1), (BO, 2), (ANA, 3))] * 4
    ranked = ratings.leaderboard(results, "base")
    assert [(one.user, one.place) for one in ranked] == [(BO, 1), (ANA, 2), (CLEO, None)]
    assert ranked[2].rating.number > ranked[0].rating.number
    assert ratings.leaderboard([*results, results[-1]], "base")[0].user == CLEO


def test_people_with_the_same_number_share_a_place() -> None:
    results = [game((ANA, 1), (BO, 1), (CLEO, 3))] * 5
    ranked = ratings.leaderboard(results, "base")
    assert [(one.user, one.place) for one in ranked] == [(ANA, 1), (BO, 1), (CLEO, 3)]


def test_order_of_games_counts() -> None:
    won, lost = game((ANA, 1), (BO, 2)), game((ANA, 2), (BO, 1))
    first = ratings.ratings([won, lost], "base")[ANA]
    second = ratings.ratings([lost, won], "base")[ANA]
    assert first != second and replace(first, mu=0) == replace(second, mu=0)


def test_RT09_game_with_aids_is_not_rated_unless_it_is_from_before_they_were_logged() -> None:
    rated = {
        aids: ratings.ratings([game((ANA, 1), (BO, 2), aids=aids)], "base")
        for aids in ("yes", "no", "")
    }
    assert rated["yes"] == {}
    assert rated["no"] == rated[""] and set(rated["no"]) == {ANA, BO}

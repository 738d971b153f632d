"""The result of a finished game, derived from its log."""

import json
from random import Random

import pytest

from bot.statistics.results import (
    BestTurn,
    GameResult,
    LargestFeature,
    SeatResult,
    best_turns,
    by_person,
    game_result,
    largest_features,
    read_result,
    write_game_facts,
    write_seat_facts,
)
from bot.table.entries import ENTRIES, Opponent
from bot.table.fold import BrokenLog, fold
from bot.words.scores import points_by_kind
from rules.geometry import SLOTS_PER_CELL
from rules.story import Scored, Story, TurnBegan
from rules.variants import games_by_part
from tests.support.finished_tables import entries, finished_lines, played_moves
from tests.support.for_each import for_each
from tests.support.written_logs import LAID, log

ANA, BO, CLEO, DAN = 7, 8, 9, 10
ODILE = -2001
NAME = "hunters"


def derived(lines: list[tuple[int | None, str]] | list[tuple[int, str]]) -> GameResult:
    result = game_result(entries(list(lines)), 5)
    assert result is not None
    return result


@for_each("name", games_by_part())
def test_result_has_points_places_kinds_and_figures_of_the_game(name: str) -> None:
    lines = finished_lines(name, (ANA, BO, CLEO))
    result, game = derived(lines), played_moves(name, 3, 1)[2]
    assert (result.name, result.game) == (name, 5)
    assert tuple(seat.points for seat in result.seats) == game.scores
    assert [seat.user for seat in result.seats] == [ANA, BO, CLEO]
    order = sorted(result.seats, key=lambda seat: seat.place)
    assert [seat.points for seat in order] == sorted(game.scores, reverse=True)
    kinds = points_by_kind(game.story, 3)
    for number, seat in enumerate(result.seats):
        assert sum(seat.kinds.values()) == seat.points
        assert seat.kinds == {
            kind: points[number]
            for kind, points in kinds.items()
            if any(number == one for one, _ in _shares(game.story, kind))
        }
    assert result.tiles == sum(text.startswith("place") for _user, text in lines)
    assert result.tiles_left == 0 and result.undone_at == 0


def _shares(story: Story, kind: str) -> list[tuple[int, int]]:
    scores = [event for event in story if isinstance(event, Scored) and event.kind == kind]
    return [share for event in scores for share in event.points]


def test_largest_feature_of_each_kind_is_counted_in_tiles() -> None:
    game = played_moves("base", 3, 1)[2]
    for kind, feature in largest_features(game.story).items():
        scored = [e for e in game.story if isinstance(e, Scored) and e.kind == kind and e.points]
        assert feature.tiles == max(len(set(event.cells())) for event in scored)
        assert any(feature.seats == tuple(seat for seat, _ in e.points) for e in scored)


def test_times_of_a_game_are_those_of_its_deal_and_its_last_move() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    result = game_result(entries(lines, at=1000.0))
    assert result is not None
    assert (result.began_at, result.ended_at) == (1002.0, 1000.0 + len(lines) - 1)


def test_facts_are_always_the_same_text_and_read_again_as_the_same_result() -> None:
    result = derived(finished_lines("ark", (ANA, BO, CLEO)))
    facts = write_game_facts(result)
    seats = [(seat.user, write_seat_facts(seat)) for seat in result.seats]
    again = read_result(5, result.ended_at, facts, seats)
    assert again == result
    assert write_game_facts(again) == facts
    assert [write_seat_facts(seat) for seat in again.seats] == [text for _user, text in seats]
    assert list(json.loads(facts)) == sorted(json.loads(facts))


@for_each("end", ["end", "archive"])
def test_game_that_was_not_scored_has_no_result(end: str) -> None:
    assert game_result(log(*LAID, (ANA, end))) is None


def test_running_game_has_no_result_and_a_broken_log_is_refused() -> None:
    assert game_result(log(*LAID)) is None
    with pytest.raises(BrokenLog):
        game_result(log(*LAID, (ANA, "place 77 77")))


def test_game_ended_early_has_the_tiles_that_were_left() -> None:
    result = derived(finished_lines("base", (ANA, BO), tiles=20))
    whole = derived(finished_lines("base", (ANA, BO)))
    in_hand = 1
    assert result.tiles == 20
    assert result.tiles + in_hand + result.tiles_left == whole.tiles


def test_opponent_owns_its_seat() -> None:
    lines = finished_lines(NAME, (ANA, ODILE))
    assert lines[1][1] == ENTRIES.write(Opponent(ODILE, 1))
    result = derived(lines)
    assert result.seats[1].is_opponent and result.seats[1].person is None
    assert result.seat_of(ODILE) == 1 and result.seat_of(DAN) is None


def test_RT03_seat_belongs_to_the_person_who_laid_more_than_half_of_its_tiles() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    places = [n for n, (user, text) in enumerate(lines) if user == BO and text.startswith("place")]
    for laid_by_bo, owner in ((len(places) * 3 // 4, BO), (len(places) // 4, DAN)):
        at = places[laid_by_bo]
        before, after = lines[:at], lines[at:]
        taken = [(DAN if user == BO else user, text) for user, text in after]
        result = derived([*before, (BO, "open 1"), (DAN, "take 1"), *taken])
        assert [seat.user for seat in result.seats] == [ANA, owner]
        assert result.seats[1].tiles == len(places)


def test_RT03_seat_of_which_nobody_laid_more_than_half_belongs_to_nobody() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    places = [n for n, (user, text) in enumerate(lines) if user == BO and text.startswith("place")]
    users = {at: (BO, CLEO, DAN)[number * 3 // len(places)] for number, at in enumerate(places)}
    changed: list[tuple[int, str]] = []
    sitting = BO
    for at, (user, text) in enumerate(lines):
        if (wanted := users.get(at, sitting)) != sitting:
            changed += [(sitting, "open 1"), (wanted, "take 1")]
            sitting = wanted
        changed.append((sitting if user == BO and at >= places[0] else user, text))
    assert [seat.user for seat in derived(changed).seats] == [ANA, None]


def test_forgotten_person_is_in_no_result() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    forgotten = [(None if user == BO else user, text) for user, text in lines]
    result = derived(forgotten)
    assert [seat.user for seat in result.seats] == [ANA, None]
    assert [seat.points for seat in result.seats] == list(played_moves(NAME, 2, 1)[2].scores)


def test_RT04_resigned_seat_is_behind_all_others() -> None:
    users = (ANA, BO, CLEO)
    lines = finished_lines(NAME, users, tiles=40)
    points = derived(lines).seats
    leader = max(range(3), key=lambda seat: points[seat].points)
    # Before the moves of anybody else's turn: it is the turn of the seat whose move is left out.
    resigned = [*lines[:-1], (users[leader], f"resign {leader}"), (ANA, "end score")]
    result = derived(resigned)
    assert result.seats[leader].has_resigned and result.seats[leader].place == 3
    assert sorted(seat.place for seat in result.seats)[0] == 1


def test_undo_by_consent_is_noted_with_the_tiles_laid_until_then() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    header, start = lines[:3], 3
    game_lines = lines[start:]
    laid = [n for n, (_user, text) in enumerate(game_lines) if text.startswith("place")]
    at = laid[29]
    user = game_lines[at][0]
    number = start + at
    played = [*header, *game_lines[: at + 1]]
    other = ANA if user == BO else BO
    asked = [(user, f"ask {number}"), (other, "agree"), (other, f"undo {number}")]
    again = derived([*played, *asked, *game_lines[at:]])
    assert again.undone_at == 30
    alone = derived([*played, (user, f"undo {number}"), *game_lines[at:]])
    assert alone.undone_at == 0
    assert alone.seats == again.seats == derived(lines).seats
    refused = derived([*played, *asked[:1], (other, "refuse"), *game_lines[at + 1 :]])
    assert refused.undone_at == 0


def test_undone_turns_count_in_no_fact() -> None:
    lines = finished_lines(NAME, (ANA, BO))
    numbers = Random(4).sample(range(10, len(lines) - 10), 3)
    changed, offset = [*lines], 0
    for at in sorted(numbers):
        # A move is taken back and made again.
        user, text = changed[at + offset]
        if not text.startswith("place"):
            continue
        changed[at + offset + 1 : at + offset + 1] = [(user, f"undo {at + offset}"), (user, text)]
        offset += 2
    assert offset
    result, whole = derived(changed), derived(lines)
    assert result.seats == whole.seats and result.tiles == whole.tiles
    assert fold(entries(changed)).running_game.scores == tuple(s.points for s in whole.seats)


def test_facts_are_stored_by_these_words() -> None:
    """They stand in databases for ever."""
    seats = (SeatResult(ANA, 30, 1, 9, True, {"city": 30}, {"knight": 2}, (12, 5)),)
    city = LargestFeature(5, (0, 1))
    result = GameResult("base", seats, 1.0, 2.0, 9, 3, 4, {"city": city}, 7, aids="no")
    assert write_game_facts(result) == (
        '{"aids":"no","began_at":1.0,"largest":{"city":[5,0,1]},"left":3,"name":"base","tiles":9,'
        '"undone_at":4}'
    )
    assert write_seat_facts(seats[0]) == (
        '{"best":[12,5],"figures":{"knight":2},"kinds":{"city":30},"place":1,"points":30,'
        '"resigned":true,"tiles":9}'
    )
    facts = [(ANA, write_seat_facts(seats[0]))]
    read = read_result(7, 2.0, write_game_facts(result), facts, channel=3)
    assert read == result and read.channel == 3


def test_best_move_of_equal_ones_is_the_earliest() -> None:
    bests = [(12, 5), None, (12, 4), (9, 1)]
    seats = tuple(SeatResult(n, 20, 1, 9, best=best) for n, best in enumerate(bests))
    assert GameResult("base", seats, 1.0, 2.0, 36).best_move == BestTurn(12, 4, 2)
    assert GameResult("base", seats[1:2], 1.0, 2.0, 9).best_move is None


def test_games_of_a_person_are_in_order_with_their_seats() -> None:
    first = GameResult("base", tuple(SeatResult(u, 1, 1, 9) for u in (BO, ANA)), 1.0, 2.0, 18)
    second = GameResult("base", tuple(SeatResult(u, 1, 1, 9) for u in (ANA, ODILE)), 3.0, 4.0, 18)
    assert by_person([first, second]) == {
        BO: [(first, first.seats[0])],
        ANA: [(first, first.seats[1]), (second, second.seats[0])],
    }


def scored(kind: str, tiles: int, *points: tuple[int, int], final: bool = False) -> Scored:
    """A feature on so many tiles, with the points of some seats."""
    spots = tuple(SLOTS_PER_CELL * cell for cell in range(tiles))
    return Scored(kind, spots, (), points, final=final)


def test_best_turn_has_points_of_its_own_seat_before_the_final_scoring() -> None:
    story = (
        *(TurnBegan(0), scored("city", 1, (1, 9))),
        *(TurnBegan(1), scored("city", 1, (0, 7), (1, 1))),
        *(TurnBegan(0), scored("road", 1, (0, 3)), scored("road", 1, (0, 2))),
        *(TurnBegan(0), scored("road", 1, (0, 5)), scored("city", 1, (0, 9), final=True)),
    )
    assert best_turns(story) == {1: BestTurn(1, 2, 1), 0: BestTurn(5, 3, 0)}


def test_largest_feature_is_the_first_of_equals_that_gave_points() -> None:
    story = (
        *(scored("city", 9), scored("city", 1, (1, 2)), scored("city", 3, (0, 2), (1, 2))),
        *(scored("city", 3, (1, 6)), scored("road", 2, (1, 2), final=True)),
    )
    assert largest_features(story) == {
        "city": LargestFeature(3, (0, 1)),
        "road": LargestFeature(2, (1,)),
    }

"""Posts as short stories: a few lines in players' words that account for every point."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

import pytest

from bot.boards.words import position_text
from bot.table.table import Phase, RecordLine, Table
from bot.text.coordinates import coordinates
from bot.text.i18n import use_language
from bot.text.names import Names, opponent_number
from bot.words import nouns, scores
from bot.words.events import (
    MAX_NEWS_LINES,
    MAX_OPPONENT_LINES,
    event_lines,
    news_lines,
    omitted_line,
)
from bot.words.state import alt_text, turn_line
from rules.analysis.history import split_turns
from rules.game import Game
from rules.geometry import cell_at
from rules.pieces import FOLLOWER, Piece, Role
from rules.story import (
    Event,
    GameEnded,
    PieceDeployed,
    Scored,
    Skipped,
    Term,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)
from tests.support.game_choices import FIVE
from tests.support.random_games import positions

NAMES: Final = Names((10, 11, 12), {10: "Ana", 11: "Bo", 12: "Cleo"})
GAINED: Final = re.compile(r"\*\*(\d+)\*\*(?: each)? for ((?:\*\*[A-Z]\w+\*\*(?:, | and )?)+)")


def played(name: str, seed: int = 1, seats: int = 3) -> Iterator[Game]:
    return positions(name, seats, seed)


def table_of(game: Game) -> Table:
    return Table(
        name="hunters",
        seat_count=game.seats,
        host_seat=0,
        players=NAMES.players,
        colours=(0, 1, 2),
        phase=Phase.OVER if game.over else Phase.PLAYING,
        last=9,
        version=9,
        game=game,
        lines=(RecordLine(8, 10, "pass"),),
    )


def points_in(lines: list[str]) -> dict[str, int]:
    gains: dict[str, int] = {}
    for line in lines:
        for points, players in GAINED.findall(line):
            for player in re.findall(r"\*\*(\w+)\*\*", players):
                gains[player] = gains.get(player, 0) + int(points)
    return gains


# -- a few lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIVE)
def test_news_are_three_lines_at_most_and_no_points_vanish(name: str) -> None:
    """Told as if several turns had passed, so that there is more than fits."""
    *_, end = played(name)
    stretches = list(split_turns(end.story))[:-1]
    summed = 0
    for size in (1, 2, 5):
        for first in range(0, len(stretches) - size, size):
            events = list(chain(*stretches[first : first + size]))
            lines = news_lines(events, end, NAMES)
            assert len(lines) <= MAX_NEWS_LINES
            summed += "earlier turns" in lines[0]
            gained = {NAMES.plain_name(s): p for s, p in enumerate(points_of(events)) if p}
            assert points_in(lines) == gained
            laid = [event.cell for event in events if isinstance(event, TilePlaced)]
            if size == 1 and laid:
                assert f"`{coordinates(laid[0])}`" in lines[0], "it begins with what was done"
    assert summed > 5, "something was left out"


def points_of(events: list[object]) -> tuple[int, int, int]:
    totals = [0, 0, 0]
    for event in events:
        if isinstance(event, Scored):
            for seat, points in event.points:
                totals[seat] += points
    return totals[0], totals[1], totals[2]


def test_omitted_news_are_summed_up_by_player() -> None:
    unclaimed = Scored("road", (cell_at(0, 0),), (Term("tiles", 3, 1),), ())
    assert omitted_line([scored(3), scored(9), unclaimed], 3, NAMES) == (
        "… and 3 more: **12** for **Bo**."
    )
    assert omitted_line([unclaimed], 3, NAMES) == "… and 1 more."


def scored(points: int, kind: str = "road") -> Scored:
    return Scored(kind, (cell_at(0, 0),), (Term("tiles", points, 1),), ((1, points),))


def test_turn_shows_the_sums_of_its_two_highest_scores() -> None:
    *_, end = played("base")
    laid = TilePlaced(0, "D", cell_at(0, 0), 0)
    [line] = news_lines([laid, *map(scored, (2, 7, 1, 8, 3))], end, NAMES)
    assert line.startswith("**Ana** placed a tile at `0 0`. ")
    assert "7 tiles = **7**" in line and "8 tiles = **8**" in line
    assert line.endswith(" Also **6** for **Bo**.")


def test_reason_of_a_further_tile_is_told_once_with_the_tiles_that_fit_nowhere() -> None:
    *_, end = played("hunters")
    laid = TilePlaced(0, "L07", cell_at(0, 0), 0)
    tiles = [TileDrawn(0, "bonus", "B01"), TileDiscarded(0, "bonus", "B01")]
    [line] = news_lines([laid, *tiles, TileDrawn(0, "bonus", "B02")], end, NAMES)
    assert line.count("✨ There was gold: **Ana** draws a bonus tile.") == 1
    assert line.index("There was gold") < line.index("fits nowhere")


def test_several_tiles_that_fit_nowhere_are_one_sentence() -> None:
    *_, end = played("base")
    thrown = [TileDiscarded(0, "bag", tile) for tile in ("D", "V")]
    [line] = news_lines([*thrown, TilePlaced(0, "D", cell_at(0, 0), 0)], end, NAMES)
    said = "🗑️ 2 tiles fit nowhere and leave the game: road with a city; road."
    assert said in line and line.count("🗑️") == 1


def test_turn_without_points_names_the_tile_and_the_meeple_alone() -> None:
    *_, end = played("base")
    knight = Piece(0, Role("knight", FOLLOWER, "city"), cell_at(0, 0))
    nobody = Scored("road", (cell_at(0, 0),), (Term("tiles", 3, 1),), ())
    laid = [TilePlaced(0, "D", cell_at(0, 0), 0), PieceDeployed(knight), nobody]
    assert news_lines(laid, end, NAMES) == ["**Ana** placed a tile at `0 0` with a knight."]


def test_two_tiles_of_a_turn_share_a_line() -> None:
    *_, end = played("base")
    laid = [TilePlaced(0, "D", cell_at(0, 0), 0), TilePlaced(0, "D", cell_at(1, -2), 0)]
    assert news_lines(laid, end, NAMES) == ["**Ana** placed tiles at `0 0` and `1 -2`."]


def test_skip_is_told_however_many_scores_there_are() -> None:
    *_, end = played("base")
    laid = TilePlaced(0, "D", cell_at(0, 0), 0)
    [line] = news_lines([laid, Skipped(0), *[scored(9)] * 5], end, NAMES)
    assert "⏭️ **Ana**'s turn was skipped." in line and "Also **27** for **Bo**." in line


def opponents_turns(seats: Iterable[int], *news: Event) -> list[Event]:
    """Turns of opponents, each with a tile and the same news."""
    events: list[Event] = []
    for column, seat in enumerate(seats):
        events += [TurnBegan(seat), TilePlaced(seat, "D", cell_at(column, -1), 0), *news]
    return events


def test_opponents_that_answer_at_once_have_a_short_line_each() -> None:
    *_, end = played("base")
    gaston, odile = (opponent_number(name, "villager") for name in ("Gaston", "Odile"))
    names = replace(NAMES, players=(10, gaston, odile))
    knight = next(event for event in end.story if isinstance(event, PieceDeployed))
    knight = replace(knight, piece=replace(knight.piece, seat=1))
    turns = [
        [TurnBegan(seat), TilePlaced(seat, "D", cell_at(seat, 0), 0), *news]
        for seat, news in ((0, ()), (1, (knight, scored(4))), (2, (scored(5, "city"),)))
    ]
    figure = nouns.a_role(knight.piece.role.name)
    assert news_lines(list(chain(*turns)), end, names) == [
        "**Ana** placed a tile at `0 0`.",
        f"🤖 **Gaston** · `1 0` with {figure} · **+4**",
        "🤖 **Odile** · `2 0` · **5** for **Gaston \\(villager\\)**",
    ]


def test_opponents_turns_beyond_five_are_summed_up_before_the_last_five() -> None:
    *_, end = played("base")
    gaston, odile = (opponent_number(name, "master") for name in ("Gaston", "Odile"))
    names = replace(NAMES, players=(10, gaston, odile))
    lines = news_lines(opponents_turns((1, 2, 1, 2, 1, 2, 1), scored(4)), end, names)
    assert len(lines) == 1 + MAX_OPPONENT_LINES
    assert lines[0] == "2 earlier turns: **8** for **Gaston \\(master\\)**."
    assert [line.split("`")[1] for line in lines[1:]] == [f"{n} -1" for n in range(2, 7)]


# -- in words -------------------------------------------------------------------------------------


def test_move_is_described_by_the_figures_place_and_the_print_there() -> None:
    descriptions = set[str]()
    for game in played("hunters", 3):
        descriptions.update(
            line for line in event_lines(game.story[-4:], game, NAMES) if " and put " in line
        )
    assert descriptions
    whole = re.compile(
        r"\*\*(Ana|Bo|Cleo)\*\* placed a (second |bonus )?tile at `-?\d+ -?\d+`( ↻ (90|180|270)°)? "
        r"and put a (hunter|gatherer|fisher|hut) (in|on) the ((north|south)?-?(east|west)? ?)"
        r"(meadow|forest|river|lake)( \((\d+ [\w ]+(, | and )?)+\))?\."
    )
    assert all(whole.fullmatch(line) for line in descriptions)
    assert any("in the north-west meadow" in line for line in descriptions)
    assert any("(1 deer)" in line for line in descriptions)


# -- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIVE)
def test_last_tile_in_hand_is_called_the_last_tile(name: str) -> None:
    last = [game for game in played(name, 2) if not game.over and not game.bags[game.book.main_bag]]
    assert last
    for game in last:
        for text in (turn_line(table_of(game), NAMES), position_text(game, NAMES)):
            assert "0 tiles left" not in text and "0 tiles are left" not in text
            drawn = game.drawn is not None and scores.tiles_left(game) == "the last tile"
            assert ("the last tile" if drawn else "no tile left") in text
    assert any("the last tile" in turn_line(table_of(game), NAMES) for game in last)


def test_single_items_are_named_in_the_singular() -> None:
    assert "1 mushroom clearing " in scores.arithmetic([Term("mushrooms", 1, 2)])
    game = next(played("base"))
    role = Role("knight", FOLLOWER, "city")
    one = Scored("city", (0,), (Term("tiles", 1, 1),), ((0, 1),), (Piece(0, role, 0),))
    ended = game.with_events(one, GameEnded((0,)))
    assert scores.winner_line((0,), ended, NAMES) == "🏆 **Ana** wins with **1** point."


def test_french_score_line_gives_points_to_each_of_several_players() -> None:
    both = Scored("city", (0,), (Term("tiles", 8, 2),), ((1, 16), (0, 16)))
    with use_language("fr"):
        line = scores.score_line(both, NAMES)
    assert line.endswith("= **16** chacun pour **Bo** et **Ana**.")


def test_the_alt_text_of_a_turn_names_the_sides_of_the_tile_in_hand() -> None:
    game = next(played("base"))
    assert re.search(
        r"Ana to place this tile: (\w+ [a-z] \w+, ){3}", alt_text(table_of(game), NAMES, [])
    )


@pytest.mark.parametrize("name", FIVE)
def test_the_alt_text_of_a_turn_names_the_points_and_pieces_left_that_the_picture_shows(
    name: str,
) -> None:
    for game in list(played(name))[::40]:
        alt = alt_text(table_of(game), NAMES, [])
        left_found = re.search(r"Left: (.+?)\.(?: |$)", alt)
        assert left_found is not None
        for seat, phrase in enumerate(left_found[1].split("; ")):
            assert f"{NAMES.plain_name(seat)} {game.scores[seat]}" in alt
            numbers = [int(number) for number in re.findall(r"\d+", phrase)]
            supply = list(game.supply[seat].values())
            assert numbers == ([left for left in supply if left] or supply[:1])

"""Words about inns, goods, builders, pigs and the river wherever they come up in a game."""

import re
from itertools import islice
from typing import Final

import pytest

from bot.boards.words import position_text
from bot.text.i18n import LANGUAGES, use_language
from bot.text.names import Names
from bot.words import moves, nouns, scores
from bot.words.events import event_lines
from bot.words.nouns import drawn_tile_text
from bot.words.refusals import refusal_text
from bot.words.scores import holdings_lines, score_line, tiles_left
from rules.analysis.features import features
from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.geometry import cell_at
from rules.moves import Deploy, PlaceTile
from rules.notation import read
from rules.pieces import FOLLOWER, Piece, Role
from rules.story import PieceDeployed, PiecesReturned, Scored, Term, TilePlaced, TilePostponed
from rules.variants.inns import BIG_FOLLOWER
from rules.variants.traders import BUILDERS, BuilderWorked, GoodsTaken
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.positions import game_after_script
from tests.support.random_games import random_positions, shuffled_deal

NAMES: Final = Names((10, 11), {10: "Ana", 11: "Bo"})
SPOT: Final = cell_at(0, 0)
BUILDER: Final = Role("builder", BUILDERS, "road", beside=True)


def opened(name: str) -> Game:
    header = shuffled_deal(name, 2, 1)
    return start(header.book, header.seats, header.bags)


@for_each(
    ("said", "understood"),
    [
        ("big knight a", "big knight a"),
        ("Grand Chevalier a", "big knight a"),
        ("grand voleur b", "big thief b"),
        ("grand paysan", "big farmer"),
        ("grand moine c", "big monk c"),
        ("bâtisseur c", "builder c"),
        ("BATISSEUR c", "builder c"),
        ("cochon d", "pig d"),
        ("2 0 90 grand chevalier a", "2 0 90 big knight a"),
    ],
)
@for_each("language", LANGUAGES)
def test_figures_of_the_sets_may_be_typed_in_every_language(
    said: str, understood: str, language: str
) -> None:
    with use_language(language):
        assert moves.to_notation(said, opened(ALL_TOGETHER)) == understood


@for_each("language", LANGUAGES)
def test_displayed_role_is_read_back_as_the_same_role(language: str) -> None:
    game = opened(ALL_TOGETHER)
    with use_language(language):
        for role in game.book.ruleset.roles:
            assert moves.to_notation(f"{nouns.role_name(role.name)} a", game) == f"{role.name} a"


def test_I02_points_of_an_inn_are_part_of_the_sum() -> None:
    terms = (Term("tiles", 4, 1), Term("inns", 4, 1))
    assert score_line(Scored("road", (SPOT,), terms, ((0, 8),)), NAMES) == (
        "🛤️ Road finished at 0 0: 4 tiles + 4 for the inn = **8** for **Ana**."
    )


def test_I04_points_of_a_cathedral_are_part_of_the_sum() -> None:
    terms = (Term("tiles", 6, 2), Term("pennants", 1, 2), Term("cathedrals", 7, 1))
    assert "6 tiles × 2 + 1 pennant × 2 + 7 for the cathedral = **21** for" in score_line(
        Scored("city", (SPOT,), terms, ((1, 21),)), NAMES
    )


def test_TB09_point_of_the_pig_is_shown_beside_the_shared_points() -> None:
    event = Scored("field", (SPOT,), (Term("cities", 1, 4),), ((0, 5), (1, 4)), (), True)
    assert score_line(event, NAMES).endswith(
        "= 4 → 4 + 1 for the pig = **5** for **Ana**, **4** for **Bo**."
    )
    alone = Scored("field", (SPOT,), (Term("cities", 1, 4),), ((1, 5),), (), True)
    assert score_line(alone, NAMES).endswith("→ 4 + 1 for the pig = **5** for **Bo**.")


def test_TB03_goods_are_scored_without_a_place_on_the_board() -> None:
    event = Scored("goods", (), (Term("wine", 1, 10),), ((0, 10), (1, 10)), (), True)
    assert score_line(event, NAMES) == (
        "📦 Goods: 1 first place in wine × 10 = **10** each for **Ana** and **Bo**."
    )


def test_TB02_taken_goods_are_posted_and_shown_beside_the_seat() -> None:
    game = opened("base+traders")
    goods = (("wine", 2), ("cloth", 1))
    event = GoodsTaken(1, (SPOT,), goods)
    assert event_lines([event], game, NAMES) == [
        "📦 **Bo** finished the city and takes 2 wine and 1 cloth."
    ]
    assert holdings_lines(game, NAMES) == [] and scores.holding_phrases(game, 1) == []
    after = game.with_events(event)
    assert holdings_lines(after, NAMES) == ["Taken: **Bo** 2 wine and 1 cloth."]
    lines = position_text(after, NAMES).split("\n")
    assert [line.endswith("Taken: 2 wine and 1 cloth.") for line in lines[-2:]] == [False, True]
    with use_language("fr"):
        assert holdings_lines(after, NAMES) == ["Pris\N{NO-BREAK SPACE}: **Bo** 2 vins et 1 tissu."]


def test_figure_is_posted_with_its_tile_although_the_builder_worked_between() -> None:
    game = opened("base+traders")
    a_thief = Piece(0, Role("thief", FOLLOWER, "road"), game.board.spot(SPOT, "b"))
    story = [TilePlaced(0, "D", SPOT, 0), BuilderWorked(0), PieceDeployed(a_thief)]
    placed, worked = event_lines(story, game, NAMES)
    assert "and put a thief on the road" in placed
    assert worked == "👷 **Ana**'s builder is at work."


def test_TB07_builder_without_a_follower_is_described_as_left_alone() -> None:
    game = opened("base+traders")
    [line] = event_lines([PiecesReturned((Piece(0, BUILDER, SPOT),))], game, NAMES)
    assert line == "↩️ **Ana** gets 1 builder back."


def test_R03_returning_tile_is_not_described_as_out_of_the_game() -> None:
    [line] = event_lines([TilePostponed(0, "river", "RIV-G")], opened("base+river"), NAMES)
    assert line == ("🔁 A tile doesn't fit yet and comes back after the others: river.")


def test_T_TB_07_refusal_of_a_builder_names_the_required_follower() -> None:
    game = game_after_script("base+traders", "Red E 0 1 rot180\nBlue U 1 0 rot90 thief a", hand="U")
    laid = play(game, PlaceTile(cell_at(2, 0), 1))
    with pytest.raises(IllegalMove) as caught:
        play(laid, Deploy("builder", "a"))
    said = refusal_text(caught.value, NAMES, "base+traders")
    assert said.startswith("A builder has to join one of your meeples: that road has none.")
    assert "`/rules Which meeple goes where`" in said
    with use_language("fr"):
        assert "doit rejoindre un des tiens" in refusal_text(caught.value, NAMES)


def test_owners_are_sorted_by_weight_and_a_builder_weighs_nothing() -> None:
    """I-06, TB-04: one big thief before a follower and its builder."""
    for game, _ in islice(random_positions(ALL_TOGETHER, 2, 5), 0, None, 5):
        for feature in features(game):
            weights = [
                sum(piece.role.kind.weight for piece in feature.standing if piece.seat == seat)
                for seat, _ in feature.owners
            ]
            assert weights == sorted(weights, reverse=True)


def test_I03_unfinished_road_with_an_inn_is_shown_as_worth_nothing() -> None:
    game = game_after_script("base+inns", "Red INN-B -1 0 rot0 big thief a", hand="U")
    road = next(
        feature for feature in features(game) if feature.kind == "road" and feature.standing
    )
    assert (road.at_the_end, road.when_finished) == (0, 4)
    assert "1 inn. Worth 4 if finished, otherwise nothing." in position_text(game, NAMES)
    assert "**Ana** (1 big thief)" in position_text(game, NAMES)
    assert BIG_FOLLOWER not in {kind for kind, left in game.supply[0].items() if left}


def test_R01_all_tiles_of_a_turns_piles_count_as_left() -> None:
    game = opened("base+river")
    assert tiles_left(game) == f"{10 + 72} tiles left"
    assert "river" in drawn_tile_text(game)


@for_each("language", LANGUAGES)
def test_every_figure_in_the_help_belongs_to_the_game(language: str) -> None:
    roles = {role.name for role in opened(ALL_TOGETHER).book.ruleset.roles}
    with use_language(language):
        lines = nouns.figure_lines(ALL_TOGETHER)
        named = re.findall(r"`([^`/]* [a-d])`", lines)
        assert len(named) == 3
        for figure in named:
            [move] = read(moves.to_notation(figure, opened(ALL_TOGETHER)))
            assert isinstance(move, Deploy) and move.role in roles


@for_each(
    ("language", "line"),
    [
        ("en", "2 tiles − 2 for the inn = 0, so nothing for **Ana**."),
        ("fr", "2 tuiles − 2 pour l’auberge = 0, donc rien pour **Ana**."),
    ],
)
def test_I03_news_explain_that_an_unfinished_road_with_an_inn_scores_nothing(
    language: str, line: str
) -> None:
    thief = Piece(0, Role("thief", FOLLOWER, "road"), SPOT)
    terms = (Term("tiles", 2, 1), Term("inns", 2, -1))
    with use_language(language):
        assert score_line(Scored("road", (SPOT,), terms, (), (thief,), True), NAMES).endswith(line)

"""Properties of games with sets played by chance, a second scorer, and golden records by hand.

A few games here; `refereed` plays as many as one has time for.
"""

import ast
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.header import Header
from rules.moves import PlaceTile
from rules.notation import write
from rules.record import parse_header, replay, split_record
from rules.story import (
    GameEnded,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TilePostponed,
    TurnBegan,
)
from rules.variants import rulebook
from rules.variants.traders import BuilderWorked, goods_of
from tests.rules.variants import reference_sets
from tests.rules.variants.refereed import Tally, conserved, differences, header, lines, referee
from tests.rules.variants.reference_sets import GOODS, count_up, new_table, report
from tests.support.base_positions import random_positions, record_of, scores_of
from tests.support.base_positions import shuffled_deal as deal
from tests.support.game_choices import ALL_TOGETHER, SETS
from tests.support.hunters_positions import events_of_type, snapshot
from tests.support.read_moves import read
from tests.support.slow_cases import rest_slow

HERE = Path(__file__)
RECORDS = [
    HERE.parents[1] / "records" / f"{name}-seats.record"
    for name in ("inns-two", "traders-three", "river-two", "sets-six")
]
FOUR = (*SETS, ALL_TOGETHER)

# -- the second scorer ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", rest_slow(range(5)))
@pytest.mark.parametrize("name", FOUR)
def test_every_decision_of_a_game_with_sets_matches_the_reference(name: str, seed: int) -> None:
    """Legal moves, supplies, piles and scores of games; some with skips."""
    _, wrong = referee(name, seed, Tally())
    assert not wrong


@pytest.mark.parametrize(
    "name",
    rest_slow(["base+ferries+traders", "base", "base+ferries+inns", "base+inns+traders+river"]),
)
def test_every_decision_of_other_set_combinations_matches_the_reference(name: str) -> None:
    _, wrong = referee(name, 1, Tally())
    assert not wrong


def test_river_matches_the_reference_in_many_deals() -> None:
    """R-02, R-03, X-44: tiles that wait, tiles that leave the game, a lake that comes early."""
    tally = Tally()
    for seed in range(50):
        text, wrong = referee("base+river", seed, tally, most=24)
        assert not wrong, text
    assert tally.seen["river tile out"] and tally.seen["river tile postponed"]


def test_referee_detects_every_kind_of_difference() -> None:
    """Else it could not fail: hands, tokens, piles, points, offers, each changed by hand."""
    game = replay(RECORDS[3].read_text("utf-8").replace("\nend\n", "\n")).game

    def table() -> reference_sets.Sets:
        return count_up(RECORDS[3].read_text("utf-8").replace("\nend\n", "\n"))

    assert not differences(game, table()) + conserved(game, table())
    other = table()
    other.hands[2]["builder"] -= 1
    assert [line.split(":")[0] for line in differences(game, other)] == ["supply"]
    other = table()
    other.tokens[4]["wine"] += 1
    assert [line.split(":")[0] for line in differences(game, other)] == ["tokens"]
    other = table()
    other.pile.pop()
    assert [line.split(":")[0] for line in differences(game, other)] == ["bag"]
    other = table()
    other.pieces.pop()
    assert [line.split(":")[0] for line in differences(game, other)] == ["pieces"]
    other = table()
    other.hand = next(tile for tile in other.pile if tile == "INN-H")
    assert [line.split(":")[0] for line in differences(game, other)] == ["hand", "offered"]
    assert conserved(game.replace(supply=game.supply[::-1]), table())


def test_the_reference_shares_no_code_with_the_rules() -> None:
    tree = ast.parse(HERE.with_name("reference_sets.py").read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    own = "tests.rules.variants.reference_base"
    assert own in names, "which shares none either"
    assert not [n for n in names if n != own and str(n).split(".")[0] in ("rules", "tests")]


# -- golden records -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record_of_the_sets_has_the_scores_calculated_by_hand(path: Path) -> None:
    text, kept = path.read_text("utf-8"), path.with_suffix(".scores").read_text("utf-8")
    head, body = kept.splitlines()[:2], kept.splitlines()[2:]
    assert scores_of(text) == "\n".join([*head, *sorted(body)])
    assert report(count_up(text)) == kept
    (end,) = events_of_type(replay(text).game, GameEnded)
    assert end == GameEnded(tuple(map(int, head[1].split()[1:])))


def test_the_golden_records_are_of_each_set_and_of_all_with_six_seats() -> None:
    games = {path.stem: replay(path.read_text("utf-8")).game for path in RECORDS}
    assert [(game.book.ruleset.name, game.seats) for game in games.values()] == [
        ("base+inns", 2),
        ("base+traders", 3),
        ("base+river", 2),
        (ALL_TOGETHER, 6),
    ]
    assert goods_of(games["traders-three-seats"].story, 3)[2] == {"wine": 2, "cloth": 1}
    waited = [e.tile for e in games["river-two-seats"].story if isinstance(e, TilePostponed)]
    assert waited == ["RIV-C", "RIV-B", "RIV-E"]


def test_X46_goods_of_a_resigned_seat_count_but_it_cannot_win() -> None:
    """COM-24: Green has the most wine and cloth, resigns with a tile in hand, keeps all points."""
    text = RECORDS[1].read_text("utf-8").replace("\nend\n", "\nresign 2\nend\n")
    game, table = replay(text).game, count_up(text)
    assert not differences(game, table) + conserved(game, table)
    assert game.scores == (21, 7, 31)
    assert events_of_type(game, GameEnded) == [GameEnded((0,))]


# -- what always holds ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOUR)
@pytest.mark.parametrize("seed", rest_slow([11, 12]))
def test_wood_and_tokens_are_conserved(name: str, seed: int) -> None:
    """Each seat has its pieces of each kind in hand or on the board; one token a sign."""
    table = new_table(reference_sets.divided(header(name, seed)[0].text())[0])
    number = 0
    for game, line in lines(name, seed):
        assert not conserved(game, table)
        if line:
            number += 1
            table.line(number, line)
    assert game.over and (table.ask == "over")


@pytest.mark.parametrize("name", FOUR)
def test_the_tiles_of_every_pile_are_conserved(name: str) -> None:
    for game, _ in random_positions(name, 3, 5):
        lying = Counter(form.tile.id for form in game.board.tiles.values())
        there = lying + Counter(game.drawn and [game.drawn])
        for tiles in game.bags.values():
            there += Counter(tiles)
        box = Counter({game.book.start: 1})
        for tileset in game.book.ruleset.bags.values():
            box += Counter(tileset.pile())
        out = box - there
        assert not there - box
        assert sorted(out.elements()) == sorted(
            event.tile for event in game.story if isinstance(event, TileDiscarded)
        )


@pytest.mark.parametrize("name", FOUR)
def test_a_record_with_sets_replays_exactly_and_every_move_is_read_as_written(name: str) -> None:
    text = record_of(name, rulebook(name).ruleset.seats.stop - 1, 7)
    played = replay(text)
    head = parse_header(split_record(text)[0])
    again = start(head.book, head.seats, head.bags)
    body = [line for _, line in split_record(text)[1]]
    for line in body:
        (move,) = read(line)
        assert write(move) == line
        again = play(again, move)
    assert again.over and snapshot(again) == snapshot(played.game)
    assert again.story == played.game.story
    assert "\n".join([head.text(), "", *body, ""]) == text


@pytest.mark.parametrize("name", FOUR)
def test_replay_of_a_shortened_record_gives_the_earlier_game(name: str) -> None:
    """Also in the midst of a double turn: the same tile, the same hands, the same end."""
    text = record_of(name, 2, 8)
    head, body = text.split("\n\n")
    played = [game for game, _ in random_positions(name, 2, 8)]
    chance = random.Random(name)
    halves = [n for n, game in enumerate(played[:-1]) if second_half(game)]
    assert bool(halves) == ("traders" in name)
    some = chance.sample(range(len(played) - 1), 6) + halves[:3]
    for number in some:
        cut = replay("\n".join([head, "", *body.splitlines()[:number], ""])).game
        assert snapshot(cut) == snapshot(played[number])
        other = chance.choice(cut.legal_moves())
        play(cut, other)
        for line in body.splitlines()[number : number + 8]:
            (move,) = read(line)
            cut = play(cut, move)
        assert snapshot(cut) == snapshot(played[min(number + 8, len(played) - 1)])


def second_half(game: Game) -> bool:
    """Return True if the tile in hand is the second of a double turn."""
    turn = game.story[max(n for n, e in enumerate(game.story) if isinstance(e, TurnBegan)) :]
    drawn = sum(isinstance(event, TileDrawn) for event in turn)
    return any(isinstance(e, BuilderWorked) for e in turn) and drawn > 1 and game.drawn is not None


@pytest.mark.parametrize("name", FOUR)
def test_COM_04_undrawn_tiles_do_not_affect_a_game_with_sets(name: str) -> None:
    """All that is told and offered is a function of what has been drawn, the river's tiles too."""
    deal_ = deal(name, 2, 9)
    played = list(random_positions(name, 2, 9))
    chance, differed = random.Random(name), 0
    for number in (4, 12, 30, 60):
        game = played[number][0]
        other = another_future(deal_, game, chance)
        differed += other.bags != deal_.bags
        again = start(other.book, other.seats, other.bags)
        for _, move in played[:number]:
            assert move is not None
            again = play(again, move)
        assert again.story == game.story
        assert again.legal_moves() == game.legal_moves()
        assert (again.drawn, again.supply, again.scores) == (game.drawn, game.supply, game.scores)
        assert {bag: sorted(tiles) for bag, tiles in again.bags.items()} == {
            bag: sorted(tiles) for bag, tiles in game.bags.items()
        }
    assert differed == 4


def another_future(header: Header, game: Game, chance: random.Random) -> Header:
    """The deal with what nobody has seen yet in another order; the lake stays last."""
    bags = {}
    for bag, order in header.bags.items():
        last = order[-1:] if rulebook(header.game).ruleset.bags[bag].last else ()
        hidden = order[: len(order) - len(last)]
        left = game.bags[bag][: len(game.bags[bag]) - len(last)]
        # What waits was seen: only what stands as it was dealt may differ.
        unseen = next(n for n in range(len(left), -1, -1) if n == 0 or left[:n] == hidden[-n:])
        known = hidden[: len(hidden) - unseen]
        bags[bag] = (*known, *chance.sample(left[:unseen], unseen), *last)
    return replace(header, bags=bags)


@pytest.mark.parametrize("name", ["base+traders", ALL_TOGETHER])
def test_TB_05_a_turn_has_two_tiles_at_most_and_two_only_with_a_builder(name: str) -> None:
    doubled = 0
    for seed in range(3):
        *_, (game, _) = random_positions(name, 2, seed)
        turns: list[list[object]] = []
        for event in game.story:
            if isinstance(event, TurnBegan):
                turns.append([])
            turns[-1].append(event)
        for turn in turns:
            laid = sum(isinstance(event, TilePlaced) for event in turn)
            worked = sum(isinstance(event, BuilderWorked) for event in turn)
            assert worked <= 1 and laid <= 1 + worked
            doubled += laid == 2
    assert doubled


def test_moves_outside_the_reference_are_refused() -> None:
    """Not only is all that is offered right: nothing beside it is taken."""
    for number, (game, line) in enumerate(lines(ALL_TOGETHER, 3)):
        if number % 9 or game.over:
            continue
        offered = {write(move) for move in game.legal_moves()}
        for text in ("big knight a", "builder b", "pig c", "big farmer d", "builder a", "pig b"):
            if text not in offered:
                (move,) = read(text)
                with pytest.raises(IllegalMove):
                    play(game, move)
        if game.drawn is not None and line.startswith("place"):
            cells = {move.cell for move in game.legal_moves() if isinstance(move, PlaceTile)}
            taken = next(iter(game.board.tiles))
            assert taken not in cells
            with pytest.raises(IllegalMove):
                play(game, PlaceTile(taken, 0))


def test_number_of_goods_signs_matches_the_box() -> None:
    """TB-01, so that the count of tokens against signs compares the right thing."""
    tileset = rulebook("base+traders").ruleset.bags["bag"]
    signs = Counter[str]()
    for tile in tileset.pile():
        for zone in tileset.tiles[tile].zones:
            signs.update({good: zone.marks.get(good, 0) for good in GOODS})
    assert signs == {"wine": 9, "grain": 6, "cloth": 5}

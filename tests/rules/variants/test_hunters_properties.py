"""Properties of every game (section 8 of the rules), tested on games played by chance."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.areas import connected_components
from rules.board import Board
from rules.deployment import Deployment
from rules.errors import IllegalMove
from rules.forms import Form
from rules.game import Game, Rulebook, play, run_agenda, start
from rules.geometry import Cell, cell_at, cell_of, xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import Piece
from rules.record import replay
from rules.story import Scored, TileDiscarded, TileDrawn, TilePlaced
from rules.tiles import Terrain, Tile, Zone
from tests.support.hunters_positions import (
    BOOK,
    RULES,
    board_text,
    random_position,
    random_positions,
    record_of,
    shuffled_deal,
    snapshot,
)
from tests.support.read_moves import read
from tests.support.reference_figures import triples

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10**6)
MOVES = st.integers(0, 160)
TIDY = st.booleans()

# -- pieces ---------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(SEATS, SEEDS, TIDY)
def test_pieces_are_conserved_and_no_supply_is_negative(seats: int, seed: int, tidy: bool) -> None:
    for game, _ in random_positions(seats, seed, tidy=tidy):
        standing = Counter((piece.seat, piece.role.kind) for piece in game.board.pieces())
        for seat, hand in enumerate(game.supply):
            assert min(hand.values()) >= 0
            for kind, number in RULES.supply.items():
                assert hand[kind] + standing[seat, kind] == number


@settings(max_examples=15)
@given(SEATS, SEEDS, TIDY)
def test_COM12_figures_join_an_occupied_feature_only_by_merging(
    seats: int, seed: int, tidy: bool
) -> None:
    """At most one piece is added by a deployment, and that to a feature which held none."""
    for game, move in random_positions(seats, seed, tidy=tidy):
        if isinstance(move, Deploy):
            layer = game.last_form.stand(move).role.layer
            area = game.board.area(layer, game.board.spot(game.placed, move.letter))
            assert area.pieces == (), board_text(game)


@settings(max_examples=15)
@given(SEATS, SEEDS)
def test_no_finished_forest_or_river_holds_a_follower_after_a_turn(seats: int, seed: int) -> None:
    finished = 0
    for game, _ in random_positions(seats, seed):
        if game.drawn is not None or game.over:
            for layer in ("forest", "river"):
                for area in game.board.areas(layer):
                    finished += area.closed
                    assert not (area.closed and area.pieces), board_text(game)
    assert finished


@settings(max_examples=15)
@given(SEATS, SEEDS)
def test_H26_huts_and_hunters_stay_where_they_are_till_the_end(seats: int, seed: int) -> None:
    before: Counter[Piece] = Counter()
    for game, _ in random_positions(seats, seed):
        if game.over:
            break
        now = Counter(p for p in game.board.pieces() if p.role.name in ("hut", "hunter"))
        assert before <= now
        before = now
    assert before


# -- tiles and areas ------------------------------------------------------------------------------


@settings(max_examples=15)
@given(SEATS, SEEDS, TIDY)
def test_every_tile_is_drawn_once_and_none_is_lost(seats: int, seed: int, tidy: bool) -> None:
    whole = Counter({t: n for box in RULES.bags.values() for t, n in box.counts.items()})
    lying: Mapping[Cell, Form] = {}
    for game, _ in random_positions(seats, seed, tidy=tidy):
        drawn = Counter(e.tile for e in game.story if isinstance(e, TileDrawn))
        left = Counter(tile for bag in game.bags.values() for tile in bag)
        assert max(drawn.values()) == 1
        assert drawn + left + Counter(["START"]) == whole
        discarded = Counter(e.tile for e in game.story if isinstance(e, TileDiscarded))
        hand = Counter([game.drawn] if game.drawn is not None else [])
        table = Counter(form.tile.id for form in game.board.tiles.values())
        assert table + discarded + hand + left == whole
        assert lying.items() <= game.board.tiles.items(), "a tile was moved (COM-10)"
        lying = game.board.tiles


@settings(max_examples=8)
@given(SEATS, SEEDS, TIDY)
def test_stored_areas_match_recomputed_components(seats: int, seed: int, tidy: bool) -> None:
    """Also: systems partition all water, meadows all meadow parts, and so on (H-51)."""
    for game, move in random_positions(seats, seed, tidy=tidy):
        if isinstance(move, PlaceTile):
            continue
        board = game.board
        for layer in RULES.layers:
            kept = {(frozenset(area.spots), area.open) for area in board.areas(layer.name)}
            components = connected_components(board.tiles, board.links, layer)
            assert kept == {(frozenset(spots), still) for spots, still in components}, board_text(
                game
            )
            there = [spot for area in board.areas(layer.name) for spot in area.spots]
            assert sorted(there) == sorted(
                cell + index
                for cell, form in board.tiles.items()
                for index, zone in enumerate(form.tile.zones)
                if zone.terrain in layer.terrains
            )
            for area in board.areas(layer.name):
                assert all(board.area(layer.name, spot) is area for spot in area.spots)
                assert all(piece.spot in area.spots for piece in area.pieces)


@settings(max_examples=20)
@given(SEATS, SEEDS, TIDY)
def test_COM07_all_sides_that_touch_match(seats: int, seed: int, tidy: bool) -> None:
    *_, (game, _) = random_positions(seats, seed, tidy=tidy)
    border: dict[tuple[int, int, int], Terrain] = {}
    for cell, form in game.board.tiles.items():
        x, y = xy(cell)
        for zone in form.tile.zones:
            for port in zone.ports:
                border[x, y, (port + 3 * form.rotation) % 12] = zone.terrain
    touching = 0
    for x, y, port in border:
        for beyond in ((x, y + 1, 8 - port),) if port < 3 else ((x + 1, y, 14 - port),):
            if port < 6 and beyond in border:
                touching += 1
                assert border[x, y, port] == border[beyond], board_text(game)
    assert touching >= 3 * (len(game.board.tiles) - 1)


# -- moves ----------------------------------------------------------------------------------------


def looks(tile: Tile, quarters: int) -> Counter[object]:
    """The visible face of a rotated tile: contents at border points, without letters."""
    ports = {z.letter: frozenset((p + 3 * quarters) % 12 for p in z.ports) for z in tile.zones}
    return Counter(
        (
            zone.terrain,
            ports[zone.letter],
            frozenset(zone.marks.items()),
            frozenset(ports[letter] for letter in zone.touches),
            zone.inner_end == "spring",
        )
        for zone in tile.zones
    )


def conceivable(game: Game) -> Iterator[Move]:
    """Move of every sort, far more than may be made."""
    cells = {*game.board.tiles, *game.board.gaps}
    near = {cell + cell_at(*step) for cell in cells for step in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for cell in sorted(cells | near):
        for quarters in range(4):
            yield PlaceTile(cell, quarters)
    for role in ("hunter", "gatherer", "fisher", "hut", "knight"):
        for letter in "abcdefghij":
            yield Deploy(role, letter)
    yield Pass()


@settings(max_examples=60)
@given(SEATS, SEEDS, MOVES, TIDY)
def test_exactly_the_offered_moves_are_accepted(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    game = random_position(seats, seed, number, tidy=tidy)
    offered = game.legal_moves()
    assert len(set(offered)) == len(offered)
    assert bool(offered) == (not game.over)
    before = snapshot(game)
    for move in offered:
        after = play(game, move)
        assert after.story[: len(game.story)] == game.story
        assert len(after.story) > len(game.story) or move == Pass()
    others = [move for move in conceivable(game) if move not in offered]
    for move in random.Random(seed).sample(others, min(len(others), 150)):
        if game.hand is not None and isinstance(move, PlaceTile):
            alike = [
                other
                for other in offered
                if isinstance(other, PlaceTile)
                and other.cell == move.cell
                and looks(game.hand.tile, other.rotation) == looks(game.hand.tile, move.rotation)
            ]
            if alike:
                assert alike[0].rotation < move.rotation, "the smallest is offered (COM-08)"
                assert snapshot(play(game, move)) == snapshot(play(game, alike[0]))
                continue
        try:
            play(game, move)
        except IllegalMove as error:
            assert str(error)
        else:
            raise AssertionError(f"{move} was accepted\n{board_text(game)}")
    assert snapshot(game) == before


@settings(max_examples=10)
@given(SEATS, SEEDS)
def test_a_random_move_is_one_of_those_offered(seats: int, seed: int) -> None:
    for game, move in random_positions(seats, seed, tidy=False):
        assert move is None or move in game.legal_moves()


@settings(max_examples=120)
@given(SEATS, SEEDS, MOVES, TIDY)
def test_triples_match_the_moves_offered_after_each_placement(
    seats: int, seed: int, number: int, tidy: bool
) -> None:
    game = random_position(seats, seed, number, tidy=tidy)
    offered = [
        (cell, form.rotation, figure and (figure.role, figure.letter))
        for cell, form, figure in triples(game)
    ]
    expected: list[tuple[Cell, int, tuple[str, str] | None]] = []
    for move in game.legal_moves():
        if isinstance(move, PlaceTile):
            laid = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
            expected.append((move.cell, move.rotation, None))
            expected += [
                (move.cell, move.rotation, (figure.role, figure.letter))
                for figure in Deployment().legal_moves(laid)
                if isinstance(figure, Deploy)
            ]
    assert Counter(offered) == Counter(expected), board_text(game)
    assert bool(offered) == (game.drawn is not None)


@settings(max_examples=10)
@given(SEATS, SEEDS, TIDY)
def test_every_move_of_a_game_is_written_and_read_back(seats: int, seed: int, tidy: bool) -> None:
    for game, _ in random_positions(seats, seed, tidy=tidy):
        for move in game.legal_moves():
            assert read(write(move)) == [move]


@settings(max_examples=10)
@given(SEATS, SEEDS, TIDY)
def test_a_replay_is_exact(seats: int, seed: int, tidy: bool) -> None:
    *_, (game, _) = random_positions(seats, seed, tidy=tidy)
    assert snapshot(replay(record_of(seats, seed, tidy=tidy)).game) == snapshot(game)


# -- scores ---------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(SEATS, SEEDS)
def test_the_scores_are_the_sum_of_the_story_and_go_to_the_majority(seats: int, seed: int) -> None:
    *_, (game, _) = random_positions(seats, seed)
    totals = [0] * seats
    for event in game.story:
        if not isinstance(event, Scored):
            continue
        worth = sum(number * worth_of_one for _, number, worth_of_one in event.terms)
        assert worth >= 0
        standing = [p for p in event.pieces if game.board.zone(p.spot).count("shrine")]
        tally = Counter(piece.seat for piece in standing or event.pieces)
        if event.kind != "meadow":
            tally = Counter(piece.seat for piece in event.pieces)
        first = {seat for seat, count in tally.items() if count == max(tally.values())}
        assert dict(event.points) == ({seat: worth for seat in first} if worth else {})
        assert {piece.spot for piece in event.pieces} <= set(event.spots)
        for seat, points in event.points:
            totals[seat] += points
    assert game.scores == tuple(totals)


Seen: TypeAlias = tuple[Terrain, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""A segment by where it lies, whatever its letter: terrain, border points, those it touches."""


@cache
def mirror_book() -> Rulebook:
    """The rules with every tile as seen in a mirror: west is east, the letters stay."""

    def mirrored(tile: Tile) -> Tile:
        zones = [replace(z, ports=tuple(sorted((2 - p) % 12 for p in z.ports))) for z in tile.zones]
        return replace(tile, zones=tuple(zones))

    bags = {
        name: replace(bag, tiles={key: mirrored(tile) for key, tile in bag.tiles.items()})
        for name, bag in RULES.bags.items()
    }
    return Rulebook.of(replace(RULES, bags=bags))


def at_port(port: int, quarters: int, mirror: bool) -> int:
    return ((2 - port if mirror else port) + 3 * quarters) % 12


def seen(form: Form, zone: Zone, quarters: int = 0, mirror: bool = False) -> Seen:
    def border(letter: str) -> tuple[int, ...]:
        ports = form.tile.zone(letter).ports
        lying = [(port + 3 * form.rotation) % 12 for port in ports]
        return tuple(sorted(at_port(port, quarters, mirror) for port in lying))

    return (zone.terrain, border(zone.letter), tuple(sorted(map(border, zone.touches))))


def turned_over(seats: int, seed: int, quarters: int, mirror: bool) -> Game:
    """A random game played again on a table turned by quarters, or seen in a mirror first.

    The start tile lies turned, which no real game begins with, so the board is laid by hand.
    """
    book = mirror_book() if mirror else BOOK
    header = shuffled_deal(seats, seed)
    first = book.forms[book.start].turned[quarters]
    board = Board.empty(book.planes).with_tile(cell_at(0, 0), first)
    other = start(book, header.seats, header.bags).replace(board=board)
    for game, move in random_positions(seats, seed):
        match move:
            case PlaceTile(cell, rotation):
                x, y = xy(cell)
                if mirror:
                    x, rotation = -x, -rotation
                for _ in range(quarters):
                    x, y = y, -x
                other = play(other, PlaceTile(cell_at(x, y), (rotation + quarters) % 4))
            case Deploy(role, letter):
                wanted = seen(game.last_form, game.last_form.tile.zone(letter), quarters, mirror)
                form = other.last_form
                there = next(zone for zone in form.tile.zones if seen(form, zone) == wanted)
                other = play(other, Deploy(role, there.letter))
            case Pass():
                other = play(other, move)
    return other


@settings(max_examples=20)
@given(SEATS, SEEDS, st.integers(0, 3), st.booleans())
def test_turning_or_mirroring_the_whole_board_changes_no_score(
    seats: int, seed: int, quarters: int, mirror: bool
) -> None:
    *_, (game, _) = random_positions(seats, seed)
    other = turned_over(seats, seed, quarters, mirror)
    assert other.over

    def scored(of: Game) -> Sequence[object]:
        events = [event for event in of.story if isinstance(event, Scored)]
        return sorted((e.final, e.kind, len(e.spots), e.points, sorted(e.terms)) for e in events)

    assert scored(other) == scored(game)
    assert other.scores == game.scores


@settings(max_examples=25)
@given(SEATS, SEEDS, MOVES, st.randoms(use_true_random=False))
def test_final_scoring_does_not_depend_on_seats_or_piece_order(
    seats: int, seed: int, number: int, chance: random.Random
) -> None:
    """The pieces are put up again in another order, each for another seat."""
    game = random_position(seats, seed, number)
    if game.over:
        return
    others = list(range(seats))
    chance.shuffle(others)
    pieces = list(game.board.pieces())
    board = game.board.without_pieces(pieces)
    chance.shuffle(pieces)
    for piece in pieces:
        board = board.with_piece(replace(piece, seat=others[piece.seat]))
    hands = {others[seat]: hand for seat, hand in enumerate(game.supply)}
    last = {"agenda": RULES.finale, "drawn": None, "story": ()}
    plain = run_agenda(game.replace(**last))
    swapped = run_agenda(
        game.replace(**last, board=board, supply=tuple(hands[seat] for seat in range(seats)))
    )
    assert [swapped.scores[others[seat]] for seat in range(seats)] == list(plain.scores)


@settings(max_examples=25)
@given(SEATS, SEEDS)
def test_a_turn_has_one_land_tile_and_at_most_one_bonus_tile(seats: int, seed: int) -> None:
    """H-44, and H-43: a bonus tile is laid by who has just closed a forest with gold."""
    *_, (game, _) = random_positions(seats, seed)
    gold = {
        cell + index
        for cell, form in game.board.tiles.items()
        for index, zone in enumerate(form.tile.zones)
        if zone.count("gold")
    }
    last = ""
    closed = False
    left = 12
    for event in game.story:
        match event:
            case Scored("forest"):
                closed = closed or bool(gold & set(event.spots))
            case TileDrawn(_, "bonus"):
                left -= 1
            case TilePlaced(_, tile):
                if tile.startswith("B"):
                    assert last.startswith("L") and closed
                else:
                    assert not closed or last.startswith("B") or not left
                last, closed = tile, False
    assert sum(cell_of(spot) == cell_at(0, 0) for spot in gold) == 1

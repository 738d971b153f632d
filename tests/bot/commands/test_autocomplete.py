"""Autocomplete offers whole moves that are legal for the player to move, and nothing else."""

import random
from typing import Any

import pytest

from bot.games.moves import to_notation
from bot.presenters.private.autocomplete import (
    Suggestion,
    decision_suggestions,
    placement_suggestions,
)
from bot.text.i18n import LANGUAGES, use_language
from bot.text.names import Names
from bot.text.phrases import coordinates
from rules.game import Game, play, start
from rules.geometry import reading_order, xy
from rules.moves import Move, PlaceTile
from rules.opponents.move_order import move_order
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.game_choices import FIVE
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    legal_turns,
    played_turns,
)
from tests.support.shown_messages import private
from tests.support.slow_cases import rest_slow
from tests.support.world import World, shuffled_header

LIMIT, LENGTH = 25, 100
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})


def written(game: Game) -> set[str]:
    """Every turn there is as it is typed; where nothing can be put on the tile, it alone."""
    texts = set()
    for turn in legal_turns(game):
        asked = bool(legal_figures(game, turn.place))
        texts.add(turn.text if asked else turn.place_text)
    return texts


def check(offered: list[Suggestion], wanted: set[str], about: object) -> None:
    """Check that the suggestions are wanted ones, up to Discord's limit."""
    values = [choice.value for choice in offered]
    assert len(values) == len(set(values)) == min(len(wanted), LIMIT), about
    assert set(values) <= wanted, about
    for choice in offered:
        assert len(choice.name) >= 1 and 1 <= len(choice.value) <= LENGTH
        assert choice.name.startswith(" ".join(choice.value.split()[:2]))


async def offered(world: World, who: Any, typed: str, command: str = "place") -> list[str]:
    """The values that a player is offered while typing."""
    choices = await who.autocomplete(world.channel, command, "move", typed)
    return [choice["value"] for choice in choices]


@pytest.mark.parametrize("name", ["hunters", "base", "base+ferries"])
def test_suggestions_are_legal_and_narrow_word_by_word(name: str) -> None:
    chance = random.Random(name)
    header = deal(name, 3, chance)
    game, number = start(header.book, header.seats, header.bags), 0
    while not game.over:
        if game.drawn is not None and (number := number + 1) % 9 == 0:
            every = written(game)
            check(placement_suggestions(game, "", aided=True), every, number)
            for text in chance.sample(sorted(every), min(4, len(every))):
                words = text.split()
                for length in range(1, len(words) + 1):
                    for typed in (" ".join(words[:length]), " ".join(words[:length]) + " "):
                        wanted = {text for text in every if text.startswith(typed.strip())}
                        check(
                            placement_suggestions(game, typed, aided=True), wanted, (number, typed)
                        )
        game = play(game, random_move(game, chance))


@pytest.mark.parametrize("aided", [True, False])
@pytest.mark.parametrize("language", rest_slow(LANGUAGES))
def test_suggested_move_shows_its_points_with_aids_within_the_limit(
    language: str, aided: bool
) -> None:
    with_points = 0
    with use_language(language):
        for name in FIVE:
            chance = random.Random(name)
            header = deal(name, 2, chance)
            game, number = start(header.book, header.seats, header.bags), 0
            while not game.over:
                if game.drawn is not None and (number := number + 1) % 11 == 0:
                    for each in placement_suggestions(game, "", aided=aided):
                        assert ("↻" in each.name) and len(each.name) <= LENGTH
                        assert "+0" not in each.name and (aided or "+" not in each.name)
                        with_points += "+" in each.name
                game = play(game, random_move(game, chance))
    assert bool(with_points) == aided


@pytest.mark.slow
def test_suggested_points_of_a_move_are_the_points_scored() -> None:
    chance, count = random.Random(4), 0
    header = deal("base", 3, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        if game.drawn is not None:
            by_text = {turn.text: turn for turn in legal_turns(game)}
            for each in placement_suggestions(game, "", aided=True)[:6]:
                if each.value in by_text and not game_after_turn(game, by_text[each.value]).over:
                    scored = game_after_turn(game, by_text[each.value]).scores[game.turn]
                    points = scored - game.scores[game.turn]
                    assert (f" · +{points} now" in each.name) if points else "+" not in each.name
                    count += scored > game.scores[game.turn]
        game = play(game, random_move(game, chance))
    assert count > 20


@pytest.mark.parametrize("step", rest_slow([6, 1]))
def test_best_place_is_suggested_first_and_without_aids_the_first_in_reading_order(
    step: int,
) -> None:
    chance = random.Random(2)
    header = deal("hunters", 2, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        if game.drawn is not None and len(game.board.tiles) % step == 0:
            best, *_choice = move_order(game).turns[0]
            assert isinstance(best, PlaceTile)
            for aided in (True, False):
                first = placement_suggestions(game, "", aided=aided)[0]
                x, y, *_rest = first.value.split()
                first_read = min(
                    (place.cell for place in legal_placements(game)), key=reading_order
                )
                wanted = xy(best.cell if aided else first_read)
                assert (int(x), int(y)) == wanted
        game = play(game, random_move(game, chance))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 -1 rot90 chasseur b", "3 -1 rot90 hunter b"),
        ("@3,−1 ↻90° Chasseur B", "3 -1 rot90 hunter b"),
        ("3 -1 rotation 90 pêcheur c", "3 -1 rot90 fisher c"),
        ("3 -1 90 sans meeple", "3 -1 90 pass"),
        ("3 -1 ↻ 270 no meeple", "3 -1 rot270 pass"),
        ("HUTTE d", "hut d"),
        ("hunter b", "hunter b"),
        ("chevalier b", "chevalier b"),
    ],
)
def test_a_move_may_be_typed_with_the_words_of_any_language(typed: str, meant: str) -> None:
    header = deal("hunters", 2, random.Random(1))
    game = start(header.book, 2, header.bags)
    assert to_notation(typed, game) == meant


def test_COM_25_equivalent_rotation_is_suggested_with_its_figures() -> None:
    chance, met = random.Random(3), 0
    for seed in range(6):
        header = deal("base", 2, chance, edition=1)
        game = start(header.book, header.seats, header.bags)
        while not game.over and seed is not None:
            hand = game.hand
            if hand is not None and len(hand.distinct) < 4:
                place = legal_placements(game)[0]
                x, y = xy(place.cell)
                for rotation in range(4):
                    if rotation == place.rotation or (
                        game.decision.resolve(game, PlaceTile(place.cell, rotation)) != place
                        if hand.same[rotation].rotation == place.rotation
                        else True
                    ):
                        continue
                    choices = placement_suggestions(game, f"{x} {y} rot{90 * rotation}", aided=True)
                    assert choices and all(
                        choice.value.startswith(f"{x} {y} rot{90 * place.rotation}")
                        for choice in choices
                    )
                    met += 1
            game = play(game, random_move(game, chance))
    assert met > 10


async def test_a_move_that_is_offered_is_accepted(world: World) -> None:
    await world.start_with(shuffled_header(3, 8))
    chance = random.Random(8)
    for _ in range(6):
        player, game = await world.to_move(), await world.game()
        before = len(await world.log())
        move = chance.choice(await offered(world, player, ""))
        await player.slash(world.channel, "place", move=move)
        assert len(await world.log()) > before
        assert await world.game() in [game_after_turn(game, turn) for turn in legal_turns(game)]


async def test_unreadable_input_gets_no_suggestions(world: World) -> None:
    await world.start_with(shuffled_header(3))
    for typed in ("?", "120 120", "rot45", "--1", "1e9", "٣", "½", "**", "\u202e", "hunter z z"):
        assert await offered(world, world.ana, typed) == []
    assert await offered(world, world.ana, "9" * 300) == []


async def test_suggestions_are_offered_only_to_the_player_to_move(world: World) -> None:
    for who in (world.ana, world.dan):
        assert await offered(world, who, "") == []
    await world.open(3)
    for who in (world.ana, world.bo, world.dan):
        assert await offered(world, who, "") == []
    table = await world.table()
    order = " ".join(map(str, range(len(table.players))))
    await world.write([(world.ana.id, f"start\norder: {order}\n{shuffled_header(3).text()}")])
    mover = await world.to_move()
    assert await offered(world, mover, "")
    for who in (*await world.others(), world.dan):
        assert await offered(world, who, "") == []
    other = world.guild.create_text_channel("elsewhere")
    assert await mover.autocomplete(other, "place", "move", "") == []


async def test_nothing_is_offered_after_the_end(world: World) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    for who in (world.ana, world.bo):
        assert await offered(world, who, "") == []


@pytest.mark.parametrize("command", ["ferry", "ark"])
async def test_the_commands_of_other_games_offer_nothing_here(world: World, command: str) -> None:
    await world.start_with(shuffled_header(3))
    for typed in ("", "n", "1", "?"):
        assert await offered(world, world.ana, typed, command) == []


def test_a_decision_is_offered_by_its_own_command_alone() -> None:
    seen: set[type[Move]] = set()
    for name in ("base+ferries", "ark"):
        chance = random.Random(4)
        header = deal(name, 3, chance)
        game = start(header.book, header.seats, header.bags)
        while not game.over:
            asked = {type(move) for move in game.decision.opening_moves(game)}
            for kind in (LayFerry, TurnFerry, SetArk, Walk):
                choices = decision_suggestions(game, kind, "", NAMES, aided=True)
                assert bool(choices) == (kind in asked)
                moves = {move.write() for move in game.legal_moves() if isinstance(move, kind)}
                word = {LayFerry: "ferry", TurnFerry: "turn", SetArk: "ark", Walk: "walk"}[kind]
                assert {f"{word} {choice.value}" for choice in choices} <= moves
                for choice in choices[:2]:
                    typed = choice.value.rpartition(" ")[0]
                    again = decision_suggestions(game, kind, typed, NAMES, aided=True)
                    assert choice in again or len(again) == LIMIT
            seen |= asked
            game = play(game, random_move(game, chance))
    assert seen >= {LayFerry, TurnFerry, SetArk, Walk}


def test_the_walk_that_earns_most_comes_first() -> None:
    chance, earned = random.Random(7), 0
    header = deal("ark", 2, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        walks = [move for move in game.legal_moves() if isinstance(move, Walk)]
        if walks and game.drawn is None:
            margins = {move.write(): _margin(game, play(game, move)) for move in walks}
            first = decision_suggestions(game, Walk, "", NAMES, aided=True)[0]
            assert margins[f"walk {first.value}"] == max(margins.values())
            earned += max(margins.values()) > 0
        game = play(game, random_move(game, chance))
    assert earned


def _margin(game: Game, walked: Game) -> int:
    """The points of a walk for the seat to move minus the points of the others."""
    news = [e for e in walked.story[len(game.story) :] if getattr(e, "kind", "") == "ark"]
    points = {seat: n for event in news for seat, n in event.points}
    return 2 * points.get(game.turn, 0) - sum(points.values())


async def test_turn_typed_after_the_command_without_an_option_name_is_played(world: World) -> None:
    """``/place 3 -1 rot90 hunter``: all that follows a command is its first option of text."""
    await world.start_with(shuffled_header(3))
    for seed in range(40):
        game = await world.game()
        turn = any_turn(game, random.Random(seed), 1.0)
        if turn.figure is None:
            await world.write_turns([turn])
            continue
        role = turn.figure.role
        alone = [f for f in legal_figures(game, turn.place) if f.role == role]
        if len(alone) == 1:
            player = await world.to_move()
            await player.slash(world.channel, "place", move=f"{turn.place_text} {role}")
            assert await world.game() == game_after_turn(game, Turn(turn.place, turn.figure))
            return
        await world.write_turns([turn])
    raise AssertionError("no such turn found")


async def test_tiles_suggests_gaps_and_board_suggests_laid_tiles_to_every_user(
    world: World,
) -> None:
    for command in ("tiles", "board"):
        assert await world.dan.autocomplete(world.channel, command, "place", "") == []
    await world.start_with(shuffled_header(3))
    for seed in range(8):
        await world.write_turns([any_turn(await world.game(), random.Random(seed))])
    board = (await world.game()).board
    offered = await world.dan.autocomplete(world.channel, "tiles", "place", "")
    assert {choice["value"] for choice in offered} == set(map(coordinates, board.gaps))
    lie = await world.dan.autocomplete(world.channel, "board", "place", "")
    newest = (await world.game()).placed
    assert lie[0]["value"] == coordinates(newest) and {choice["value"] for choice in lie} < set(
        map(coordinates, board.tiles)
    )
    x, y = xy(newest)
    for typed in (f"{x}", f"{x} {y}", f"@{x},{y}", f" {x} , {y}"):
        choices = await world.dan.autocomplete(world.channel, "board", "place", typed)
        assert coordinates(newest) in [choice["value"] for choice in choices]


@pytest.mark.parametrize("typed", ["2 0", "2,0", "@2,0", " 2 , 0 ", "+2 0"])
async def test_place_is_read_in_every_accepted_notation(world: World, typed: str) -> None:
    await world.start_with(shuffled_header(2))
    reply = private(await world.dan.slash(world.channel, "tiles", place=typed))
    assert "There's no empty space at `2 0`" in reply
    assert "'s turn · " in private(await world.dan.slash(world.channel, "board", place=typed))


@pytest.mark.parametrize("typed", ["2", "2 0 1", "here", "9999 0", "٢ 0", "2;0"])
async def test_invalid_place_is_answered_with_the_expected_format(world: World, typed: str) -> None:
    await world.start_with(shuffled_header(2))
    for command in ("board", "tiles"):
        reply = private(await world.dan.slash(world.channel, command, place=typed))
        assert "isn't a space. Try a column" in reply or "isn't a coordinate." in reply

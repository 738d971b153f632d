"""Autocomplete offers what is legal for the player to move, all of it and nothing else."""

import itertools
import random
from collections.abc import Iterable
from typing import Any, Final

import pytest

from bot.presenters.private.autocomplete import decisions, placements, suggestions
from bot.text.phrases import at
from rules.game import Game, play, start
from rules.geometry import xy
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.bot.plays import Turn, after, any_turn, legal, places, turns
from tests.bot.world import World, dealt, private

OPTIONS: Final = ("x", "y", "rotation", "figure")
LIMIT: Final = 25


def rows(game: Game) -> list[dict[str, Any]]:
    """Every way to fill all options of `/place`, found by laying the tile everywhere."""
    return [turn.options for turn in legal(game)]


def expected(found: list[dict[str, Any]], option: str, filled: dict[str, Any]) -> set[Any]:
    """The values of an option that go with those filled in."""
    return {
        row[option]
        for row in found
        if all(row[name] == value for name, value in filled.items() if name != option)
    }


def fillings(found: list[dict[str, Any]], option: str, chance: random.Random) -> Iterable[Any]:
    """Every set of the other options, filled as a legal move has them, and once at odds."""
    others = [name for name in OPTIONS if name != option]
    for size in range(4):
        for names in itertools.combinations(others, size):
            row = chance.choice(found)
            yield {name: row[name] for name in names}
    one, two = chance.choice(found), chance.choice(found)
    yield {others[0]: one[others[0]], others[1]: two[others[1]]}


def check(offered: list[dict[str, Any]], wanted: set[Any], about: object) -> None:
    """Whether choices are those wanted, within the limits of Discord."""
    values = [choice["value"] for choice in offered]
    assert len(values) == len(set(values)) == min(len(wanted), LIMIT), about
    assert set(values) <= wanted, about
    for choice in offered:
        assert 1 <= len(choice["name"]) <= 100
        assert len(str(choice["value"])) <= 100
        assert str(choice["value"]).split()[0].lower() in choice["name"].lower()


async def test_every_option_offers_exactly_what_is_legal_as_the_others_narrow_it(
    world: World,
) -> None:
    header = dealt(3, 5)
    await world.dealt(header)
    chance = random.Random(5)
    asked = 0
    played: list[Turn] = []
    for number, (game, turn) in enumerate(turns(header, 5)):
        if number % 9 == 4:
            await world.forward(played)
            played = []
            assert await world.game() == game
            player, found = await world.to_move(), rows(game)
            for option in OPTIONS:
                for filled in fillings(found, option, chance):
                    offered = await player.autocomplete(
                        world.channel, "place", option, "", **filled
                    )
                    wanted = expected(found, option, filled)
                    check(offered, wanted, (number, option, filled))
                    asked += 1
        played.append(turn)
    assert asked > 250


def test_the_choices_of_many_positions_are_exactly_the_legal_ones() -> None:
    chance = random.Random(2)
    for seed in range(4):
        for number, (game, _) in enumerate(turns(dealt(2 + seed, seed), seed)):
            if number % 6:
                continue
            found = rows(game)
            for option in OPTIONS:
                for filled in fillings(found, option, chance):
                    offered = suggestions(placements(game), option, "", filled)
                    wanted = expected(found, option, filled)
                    about = (seed, number, option, filled)
                    as_sent = [{"name": c.name, "value": c.value} for c in offered]
                    check(as_sent, wanted, about)


async def test_what_is_typed_filters_by_its_beginning(world: World) -> None:
    await world.dealt(dealt(3))
    for seed in range(12):
        await world.forward([any_turn(await world.game(), random.Random(seed))])
    game, player = await world.game(), await world.to_move()
    found = rows(game)

    async def offered(option: str, typed: str, **filled: Any) -> list[Any]:
        given = await player.autocomplete(world.channel, "place", option, typed, **filled)
        return [choice["value"] for choice in given]

    every_x = sorted(expected(found, "x", {}))
    assert await offered("x", "") == every_x
    assert await offered("x", "-") == [x for x in every_x if x < 0]
    assert await offered("x", "1") == [x for x in every_x if str(x).startswith("1")]
    assert await offered("x", " -1 ") == [x for x in every_x if str(x).startswith("-1")]
    assert await offered("x", "x") == []
    rotations = expected(found, "rotation", {})
    assert set(await offered("rotation", "rot")) == rotations
    assert set(await offered("rotation", "ROT")) == rotations
    for typed in ("9", "rot9"):
        assert set(await offered("rotation", typed)) == rotations & {"rot90"}
    wanted = expected(found, "figure", {})
    assert await offered("figure", "n") == ["none"]
    for role in ("hunter", "gatherer", "fisher", "hut"):
        of_role = {value for value in wanted if value.split()[0] == role}
        assert set(await offered("figure", role.upper())) == of_role
    assert await offered("figure", "knight") == []


async def test_a_figure_is_found_by_the_name_it_is_shown_with_and_none_by_its_own(
    world: World,
) -> None:
    await world.dealt(dealt(3, 3))
    game = await world.game()
    shown = await world.ana.autocomplete(world.channel, "place", "figure", "")
    assert {"name": "none (no figure)", "value": "none"} in shown
    assert len(shown) > 1
    for choice in shown:
        typed = choice["name"][:-1].upper()
        again = await world.ana.autocomplete(world.channel, "place", "figure", typed)
        assert choice in again
        assert all(other["name"].upper().startswith(typed) for other in again)
    laid = {turn.figure_text for turn in legal(game)}
    assert {choice["value"] for choice in shown} == laid


async def test_tiles_offers_the_gaps_to_anybody_and_board_where_tiles_lie(world: World) -> None:
    for command in ("tiles", "board"):
        assert await world.dan.autocomplete(world.channel, command, "place", "") == []
    await world.dealt(dealt(3))
    for seed in range(8):
        await world.forward([any_turn(await world.game(), random.Random(seed))])
    board = (await world.game()).board
    offered = await world.dan.autocomplete(world.channel, "tiles", "place", "")
    assert {choice["value"] for choice in offered} == set(map(at, board.gaps))
    lie = await world.dan.autocomplete(world.channel, "board", "place", "")
    newest = (await world.game()).placed
    assert lie[0]["value"] == at(newest) and {choice["value"] for choice in lie} < set(
        map(at, board.tiles)
    )
    x, y = xy(newest)
    for typed in (f"{x}", f"{x} {y}", f"@{x},{y}", f" {x} , {y}"):
        found = await world.dan.autocomplete(world.channel, "board", "place", typed)
        assert at(newest) in [choice["value"] for choice in found]


@pytest.mark.parametrize("typed", ["2 0", "2,0", "@2,0", " 2 , 0 ", "+2 0"])
async def test_a_place_is_read_however_it_is_typed(world: World, typed: str) -> None:
    await world.dealt(dealt(2))
    told = private(await world.dan.slash(world.channel, "tiles", place=typed))
    assert "There is no gap at `2 0`" in told
    assert "your turn" in private(await world.dan.slash(world.channel, "board", place=typed))


@pytest.mark.parametrize("typed", ["2", "2 0 1", "here", "9999 0", "٢ 0", "2;0"])
async def test_what_is_no_place_is_told_what_would_be(world: World, typed: str) -> None:
    await world.dealt(dealt(2))
    for command in ("board", "tiles"):
        told = private(await world.dan.slash(world.channel, command, place=typed))
        assert "is no place: say a column and a row" in told or "is no coordinate" in told


async def test_what_cannot_be_read_in_another_option_narrows_nothing(world: World) -> None:
    await world.dealt(dealt(3))
    game = await world.game()
    found = rows(game)
    wild = ("rot45", "?", "hunter z", "hunter b b b", "-", "none", "17", "**", "rot", "\u202e")
    for text in wild:
        for option in ("x", "y"):
            for other in ("rotation", "figure"):
                offered = await world.ana.autocomplete(
                    world.channel, "place", option, "", **{other: text}
                )
                values = {choice["value"] for choice in offered}
                assert values <= expected(found, option, {})
    for typed in (*wild, "9" * 300, "1e9", "--1", "٣", "½"):
        for option in OPTIONS:
            assert isinstance(
                await world.ana.autocomplete(world.channel, "place", option, typed), list
            )
    # A figure without its letter narrows to the places where it can go.
    some = await world.ana.autocomplete(world.channel, "place", "x", "", figure="hunter")
    wanted = {row["x"] for row in found if row["figure"].startswith("hunter")}
    assert {choice["value"] for choice in some} == wanted
    # A rotation typed without its word is read.
    some = await world.ana.autocomplete(world.channel, "place", "x", "", rotation="90")
    assert {c["value"] for c in some} == expected(found, "x", {"rotation": "rot90"})


async def test_coordinates_far_away_narrow_to_nothing_and_do_no_harm(world: World) -> None:
    await world.dealt(dealt(3))
    for option, filled in (("y", {"x": 120}), ("rotation", {"x": -120, "y": 120})):
        assert await world.ana.autocomplete(world.channel, "place", option, "", **filled) == []


async def test_nobody_but_the_player_to_move_is_offered_anything(world: World) -> None:
    for who in (world.ana, world.dan):
        assert await who.autocomplete(world.channel, "place", "x", "") == []
    await world.open(3)
    for who in (world.ana, world.bo, world.dan):
        assert await who.autocomplete(world.channel, "place", "x", "") == []
    await world.press(world.ana, "start")
    mover = await world.to_move()
    assert await mover.autocomplete(world.channel, "place", "x", "")
    for who in (*await world.others(), world.dan):
        for option in OPTIONS:
            assert await who.autocomplete(world.channel, "place", option, "") == []
    other = world.guild.create_text_channel("elsewhere")
    assert await mover.autocomplete(other, "place", "x", "") == []


async def test_nothing_is_offered_after_the_end(world: World) -> None:
    header = dealt(2)
    await world.dealt(header)
    await world.forward([turn for _, turn in turns(header, 1)])
    for who in (world.ana, world.bo):
        assert await who.autocomplete(world.channel, "place", "x", "") == []


async def test_more_than_25_columns_are_cut_to_25_and_all_can_be_typed(world: World) -> None:
    """A game laid out in one long row."""

    def outward(game: Game, chance: random.Random) -> Turn:
        place = max(places(game), key=lambda place: abs(xy(place.cell)[0]) + chance.random())
        return Turn(place, None)

    header = dealt(2, 1)
    await world.dealt(header)
    played: list[Turn] = []
    for game, turn in turns(header, 1, outward):
        every_x = expected(rows(game), "x", {}) if len(played) > 40 else set()
        if len(every_x) > LIMIT:
            break
        played.append(turn)
    assert len(every_x) > LIMIT
    await world.forward(played)
    player = await world.to_move()
    offered = await player.autocomplete(world.channel, "place", "x", "")
    check(offered, every_x, "all")
    assert len(offered) == LIMIT
    for x in every_x:
        typed = await player.autocomplete(world.channel, "place", "x", str(x))
        assert x in [choice["value"] for choice in typed]


async def test_a_choice_that_is_taken_is_a_move_that_is_accepted(world: World) -> None:
    """Choosing one option after another, always what is offered, ends in a legal move."""
    await world.dealt(dealt(3, 8))
    chance = random.Random(8)
    for _ in range(6):
        player, game = await world.to_move(), await world.game()
        filled: dict[str, Any] = {}
        for option in chance.sample(OPTIONS, 4):
            offered = await player.autocomplete(world.channel, "place", option, "", **filled)
            filled[option] = chance.choice(offered)["value"]
        before = len(await world.log())
        await player.slash(world.channel, "place", **filled)
        assert len(await world.log()) > before
        assert await world.game() in [after(game, turn) for turn in legal(game)]


@pytest.mark.parametrize(
    ("command", "option"),
    [("ferry", "a"), ("turn", "x"), ("ark", "x"), ("walk", "steps")],
)
async def test_the_commands_of_other_games_offer_nothing_here(
    world: World, command: str, option: str
) -> None:
    await world.dealt(dealt(3))
    for typed in ("", "n", "1", "?"):
        assert await world.ana.autocomplete(world.channel, command, option, typed) == []


def test_a_decision_is_offered_by_its_own_command_alone() -> None:
    seen = set()
    for name in ("base+ferries", "ark"):
        chance = random.Random(4)
        header = deal(name, 3, chance)
        game = start(header.book, header.seats, header.bags)
        while not game.over:
            asked = {type(move) for move in game.decision.openings(game)}
            for kind in (LayFerry, TurnFerry, SetArk):
                assert bool(list(decisions(game, kind))) == (kind in asked)
            seen |= asked
            game = play(game, random_move(game, chance))
    assert seen >= {LayFerry, TurnFerry, SetArk}

"""Games with decisions of their own through Discord: by their commands and by the panel."""

import random

from rules.geometry import xy
from rules.notation import write
from rules.random_play import deal
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.bot.playing.test_panel_decisions import asking
from tests.support.shown_messages import private
from tests.support.world import World


async def test_ferry_is_placed_and_turned_by_its_command(world: World) -> None:
    """After the tile, and with the tile of the open panel."""
    turn, player = await asking(world, "base+ferries", LayFerry), await world.to_move()
    refused = await player.slash(world.channel, "ferry", move="a b")
    assert "I couldn't read that move" in private(refused), "the tile comes first"
    refused = await player.slash(world.channel, "ark", move="0 1")
    assert "This game has no `/ark`" in private(refused)
    await player.slash(world.channel, "place", move=turn.place_text)
    move = (await world.game()).legal_moves()[0]
    assert isinstance(move, LayFerry)
    await player.slash(world.channel, "ferry", move=f"{move.b} {move.a}")
    assert write(move) in await world.entries()
    await world.end_game()
    chance = random.Random(4)
    await world.start_with(deal("base+ferries", 2, chance))
    await world.play_to_half_turn(chance, TurnFerry)
    move, player = (await world.game()).legal_moves()[0], await world.to_move()
    assert isinstance(move, TurnFerry)
    said = "{} {} {}{}".format(*xy(move.cell), move.a, move.b)
    await player.slash(world.channel, "ferry", move=said)
    assert write(move) in await world.entries()


async def test_ark_is_set_and_walks_by_its_command(world: World) -> None:
    turn, player = await asking(world, "ark", SetArk), await world.to_move()
    await player.slash(world.channel, "place", move=turn.place_text)
    move = (await world.game()).legal_moves()[0]
    assert isinstance(move, SetArk)
    await player.slash(world.channel, "ark", move="{} {}".format(*xy(move.cell)))
    assert write(move) in await world.entries() and "placed the Ark at" in world.posts()[-1]
    await world.end_game()
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    player = await world.to_move()
    offered = await player.autocomplete(world.channel, "place", "move", "#1 ")
    place = " ".join(str(offered[0]["value"]).split()[:3])
    asked = await player.slash(world.channel, "place", move=place)
    assert private(asked).startswith("**Your tile at ")
    walks = await player.autocomplete(world.channel, "ark", "move", "")
    await player.slash(world.channel, "ark", move=str(walks[0]["value"]))
    assert (await world.entries())[-2:] == [f"place {place}", f"walk {walks[0]['value']}"]


async def test_X47_X48_chosen_options_are_shown_in_the_lobby_and_apply_to_the_game(
    world: World,
) -> None:
    refused = await world.ana.slash(world.channel, "new", game="hunters", sets="ferries", seats=2)
    assert "has no expansions. Only" in private(refused) and world.posts() == []
    await world.ana.slash(world.channel, "new", game="base", sets="ferries", seats=2)
    for option, value in (
        ("ferries", "C3"),
        ("cloister", "no"),
        ("fields", "third"),
        ("small_cities", "4"),
    ):
        await world.press(world.ana, f"change {option} {value}")
    lobby = world.posts()[-1]
    assert "lake tiles: third edition" in lobby and "fields: third edition" in lobby
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    assert "a monastery tile extends the roads of ferries: no" in world.posts()[-1]
    assert "city of two tiles: 4 points" in world.posts()[-1]
    game = (await world.table()).running_game
    assert game.book.ruleset.options == {
        **{"ferries": "C3", "fields": "third", "small cities": "4"},
        "cloister extends ferry roads": "no",
    }
    tiles = (*game.bags["bag"], game.drawn, *(form.tile.id for form in game.board.tiles.values()))
    assert tiles.count("FER-RRRR") == 2

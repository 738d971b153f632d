"""Expansions chosen with `/new`, switched in the lobby, fixed at the start of a game."""

from typing import Any

import pytest
import simcord
from simcord import InteractionResult

from bot.table.table import Phase
from bot.words import nouns
from rules.fairness import commitment
from rules.record import parse_header
from tests.support.shown_messages import (
    answer,
    choices_of,
    has_no_reply,
    menu_labels_of,
    menus_of,
    private,
)
from tests.support.world import World

SETS = ("The Ferries", "Inns & Cathedrals", "Traders & Builders", "The River")


async def new(world: World, game: str = "base", seats: int = 3, **more: Any) -> InteractionResult:
    """Ana opens a table."""
    return await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)


def marked(world: World) -> dict[str, bool]:
    signs = {}
    for label in menu_labels_of(world.post()):
        sign, _, title = label.partition(" ")
        if sign in ("✅", "⬜"):
            signs[title] = sign == "✅"
    return signs


async def test_sets_are_offered_and_typed_in_one_option_in_any_way(world: World) -> None:
    async def shown(typed: str, **filled: Any) -> list[str]:
        choices = await world.ana.autocomplete(world.channel, "new", "sets", typed, **filled)
        return [choice["value"] for choice in choices]

    assert (await shown("inns fer", game="base"))[0] == "ferries inns"
    assert len(await shown("")) == 15, "also before a game is chosen"
    assert await shown("inns", game="hunters") == []
    with pytest.raises(simcord.OptionError):
        await new(world, "base+ferries")
    await new(world, sets="Les Bacs et La Rivière", thread="yes")
    [thread] = world.channel.threads
    assert (await world.table(thread)).name == "base+ferries+river"
    assert thread.name == "Carcassonne · Ana", "the sets may still change"
    assert nouns.game_title("base+ferries+river") in world.posts()[-1]


async def test_host_switches_sets_on_the_lobby_card_and_on_a_private_copy(world: World) -> None:
    await new(world, sets="ferries")
    await world.press(world.ana, "change ferries C3")
    await world.press(world.ana, "change aids no")
    assert "lake tiles: third edition" in world.posts()[-1]
    await world.press(world.bo, "join")
    for does in ("set river on", "set inns on", "set river off", "set ferries off"):
        assert has_no_reply(await world.press(world.ana, does))
    assert len(world.messages()) == 1, "it is the same post"
    assert marked(world) == {**dict.fromkeys(SETS, False), "Inns & Cathedrals": True}
    assert "## Carcassonne with Inns & Cathedrals\n" in world.posts()[-1]
    assert (await world.entries())[4:] == [
        *("game base+ferries+river", "game base+ferries+inns+river"),
        *("game base+ferries+inns", "game base+inns"),
    ]
    await world.press(world.ana, "set ferries on")
    table = await world.table()
    assert table.options == {} and not table.settings.has_aids, "a set's options go with it"
    before = await world.log()
    for does in ("set river on", "set ferries off"):
        reply = private(await world.press(world.bo, does))
        assert "Only the host, **Ana**, can change the expansions" in reply
    assert await world.log() == before
    card = world.post()
    on = menus_of(card)["set river on"]
    first, second = await world.at_once(
        *(world.ana.select(card, ["set river on"], custom_id=on) for _ in range(2))
    )
    assert [has_no_reply(first), has_no_reply(second)].count(True) == 1
    assert len(await world.log()) == len(before) + 1, "it is written once"
    copy = answer(await world.ana.slash(world.channel, "board"))
    on = menus_of(copy)["set traders on"]
    assert has_no_reply(await world.ana.select(copy, ["set traders on"], custom_id=on))
    assert len(world.messages()) == 2 and all(marked(world).values()), "the card is posted again"
    game = await world.game_id()
    for forged in ("set base off", "set chess on", "set", "set x"):
        reply = private(await world.press_id(world.ana, f"carc:{game}:1:{forged}"))
        assert "has moved on" in reply, forged


async def test_seal_covers_the_bags_of_the_played_sets_which_stay_and_are_offered_again(
    world: World,
) -> None:
    await new(world, seats=2, sets="ferries")
    await world.press(world.bo, "join")
    await world.press(world.ana, "set river on")
    lobby, name = world.post(), "base+ferries+river"
    assert has_no_reply(await world.press(world.ana, "start"))
    table = await world.table()
    assert table.phase is Phase.PLAYING and table.header is not None
    assert table.header.game == name and table.header.bags["river"][-1] == "RIV-L"
    shown = await world.dan.click(world.post(), label="Fair shuffle ✓")
    assert f"`{commitment(table.header)}`" in private(shown)
    [start] = [text for text in await world.entries() if text.startswith("start")]
    head = list(enumerate(start.split("\n")[2:], 3))
    assert parse_header(head) == table.header
    assert any(line.startswith("river: ") for _, line in head)
    late = await world.press_stale(world.ana, "set inns on", lobby)
    assert "has moved on" in private(late) and (await world.table()).name == name
    helped = answer(await world.ana.slash(world.channel, "help"))
    assert f"help {name} turn" in choices_of(helped) and f"rules {name}" in choices_of(helped)
    rules = private(await world.ana.select(helped, [f"rules {name}"]))
    assert rules.startswith(f"## {nouns.game_title(name)}")
    await world.write([(world.ana.id, "end")])
    await world.post_state()
    await world.press(world.bo, "again")
    assert (await world.table()).name == name and marked(world)["The River"]

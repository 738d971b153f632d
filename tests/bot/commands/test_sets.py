"""Expansions chosen with `/new`, switched in the lobby, fixed at the start of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import InteractionResult

from bot.games import game_texts
from bot.table.table import Phase
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import CONTENT_LIMIT
from rules.fairness import commitment
from rules.record import parse_header
from rules.variants import games_by_part
from tests.support.fake_discord import FakeDiscord
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.shown_messages import (
    answer,
    buttons_of,
    choices_of,
    has_no_reply,
    menu_labels_of,
    menus_of,
    private,
)
from tests.support.world import World

SIX = ("Ana", "Bo", "Cleo", "Dora", "Emil", "Fay")
SETS = ("The Ferries", "Inns & Cathedrals", "Traders & Builders", "The River")


async def new(world: World, game: str = "base", seats: int = 3, **more: Any) -> InteractionResult:
    """Ana opens a table."""
    return await world.ana.slash(world.channel, "new", game=game, seats=seats, **more)


def marked(world: World) -> dict[str, bool]:
    """The sets of the newest card and whether each is on."""
    signs = {}
    for label in menu_labels_of(world.post()):
        sign, _, title = label.partition(" ")
        if sign in ("✅", "⬜"):
            signs[title] = sign == "✅"
    return signs


# -- with /new ------------------------------------------------------------------------------------


async def test_new_command_offers_the_three_basic_games_only(world: World) -> None:
    command = world.app.tree.get_command("new")
    [game] = [parameter for parameter in command.parameters if parameter.name == "game"]  # type: ignore[union-attr]
    assert [choice.value for choice in game.choices] == ["hunters", "base", "ark"]
    with pytest.raises(simcord.OptionError):
        await new(world, "base+ferries")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ferries inns", "base+ferries+inns"),
        ("river, INNS", "base+inns+river"),
        ("Les Bacs et La Rivière", "base+ferries+river"),
        ("river traders inns ferries", ALL_TOGETHER),
    ],
)
async def test_several_sets_are_typed_in_one_option(world: World, typed: str, name: str) -> None:
    assert has_no_reply(await new(world, sets=typed))
    assert (await world.table()).name == name
    assert await world.entries() == [f"new {name} 3"], "written in one way, however it was typed"
    assert game_texts.game_title(name) in world.posts()[-1]
    assert [on for on in marked(world).values()] == [
        part in name for part in ("ferries", "inns", "traders", "river")
    ]


async def test_unknown_set_is_refused_with_a_list_of_sets(world: World) -> None:
    reply = private(await new(world, sets="inns and dragons"))
    assert "the expansion “dragons”" in reply and all(title in reply for title in SETS)
    assert world.posts() == [] and await world.log() == ()


@pytest.mark.parametrize("game", ["hunters", "ark"])
@pytest.mark.parametrize("thread", ["yes", "no"])
async def test_game_without_expansions_refuses_sets_and_opens_nothing(
    world: World, game: str, thread: str
) -> None:
    reply = private(await new(world, game, sets="inns", thread=thread))
    assert "has no expansions. Only Carcassonne can have them" in reply
    assert world.posts() == [] and await world.log() == () and world.channel.threads == []


async def test_option_of_an_absent_set_names_the_set(
    world: World,
) -> None:
    reply = private(await new(world, ferries="C3"))
    assert "“lake tiles” only works with The Ferries. Add `sets: ferries`" in reply
    assert await world.log() == ()
    assert has_no_reply(await new(world, ferries="C3", sets="ferries"))
    assert (await world.table()).options == {"ferries": "C3"}


async def test_sets_are_offered_while_they_are_typed(world: World) -> None:
    async def shown(typed: str, **filled: Any) -> list[str]:
        choices = await world.ana.autocomplete(world.channel, "new", "sets", typed, **filled)
        return [choice["value"] for choice in choices]

    assert await shown("ri", game="base") == [
        *("river", "ferries river", "inns river", "traders river"),
        *("ferries inns river", "ferries traders river", "inns traders river"),
        "ferries inns traders river",
    ]
    assert (await shown("inns fer", game="base"))[0] == "ferries inns"
    assert len(await shown("")) == 15, "also before a game is chosen"
    assert await shown("inns", game="hunters") == []


async def test_outdated_client_may_name_a_game_with_its_sets(
    tmp_path: Path,
) -> None:
    async with FakeDiscord.opened(tmp_path, "en") as fake:
        await fake.ask(fake.crowd[0], "new", game="base+ferries", seats=2, sets="river")
        assert (await fake.table()).name == "base+ferries+river"


async def test_a_table_in_a_thread_has_its_sets(world: World) -> None:
    await new(world, sets="river", thread="yes")
    [thread] = world.channel.threads
    assert (await world.table(thread)).name == "base+river"
    assert thread.name == "Carcassonne · Ana", "the sets may still change"
    assert "**Carcassonne with The River**" in world.posts()[-1]


# -- six seats ------------------------------------------------------------------------------------


async def test_I01_six_seats_without_inns_and_cathedrals_are_refused_with_the_reason(
    world: World,
) -> None:
    reply = private(await new(world, seats=6))
    assert "for 2 to 5 players" in reply and "add `sets: inns` for Inns & Cathedrals" in reply
    reply = private(await new(world, seats=6, sets="traders river"))
    assert "`sets: inns`" in reply
    reply = private(await new(world, "hunters", seats=6))
    assert reply == "This game is for 2 to 5 players. Choose `seats` from 2 to 5."
    assert await world.log() == ()


async def test_I01_six_sit_down_and_are_dealt(world: World) -> None:
    await world.rename_and_add_players(SIX)
    await world.open(6, game="base+inns+river")
    table = await world.table()
    assert table.full and len(set(table.colours)) == 6
    assert "6. 🟢 **Fay**" in world.posts()[-1] and "All seats are taken" in world.posts()[-1]
    assert "All 6 seats are taken" in private(await world.press_stale(world.dan, "join"))
    copy = answer(await world.dan.slash(world.channel, "board"))
    assert list(buttons_of(copy)) == ["Start", "Leave", "Colour"]
    assert len([label for label in menu_labels_of(copy) if label[0] in "✅⬜"]) == len(SETS)


async def test_I01_set_for_six_players_cannot_be_removed_while_six_are_seated(world: World) -> None:
    await world.rename_and_add_players(SIX)
    await world.open(6, game="base+ferries+inns")
    before = await world.log()
    reply = private(await world.press(world.ana, "set inns off"))
    assert (
        "6 players have joined" in reply
        and "without Inns & Cathedrals the game is for 5 at most" in reply
    )
    assert await world.log() == before and marked(world)["Inns & Cathedrals"]
    assert has_no_reply(await world.press(world.more[-1], "leave"))
    assert has_no_reply(await world.press(world.ana, "set inns off"))
    table = await world.table()
    assert (table.name, table.seat_count, table.full) == ("base+ferries", 5, True)
    # Who comes for the sixth seat is told, until the set is on again.
    assert "All 5 seats are taken" in private(await world.press_stale(world.dan, "join"))
    assert has_no_reply(await world.press(world.ana, "set inns on"))
    assert has_no_reply(await world.press(world.dan, "join"))
    assert len((await world.table()).players) == 6


# -- in the lobby ---------------------------------------------------------------------------------


async def test_host_switches_sets_on_the_lobby_card(world: World) -> None:
    await new(world)
    assert marked(world) == dict.fromkeys(SETS, False)
    await world.press(world.bo, "join")
    assert has_no_reply(await world.press(world.ana, "set river on"))
    assert has_no_reply(await world.press(world.ana, "set inns on"))
    assert has_no_reply(await world.press(world.ana, "set river off"))
    assert len(world.messages()) == 1, "it is the same post"
    assert marked(world) == {**dict.fromkeys(SETS, False), "Inns & Cathedrals": True}
    assert "## Carcassonne with Inns & Cathedrals\n" in world.posts()[-1]
    assert await world.entries() == [
        *("new base 3", "join 1", "game base+river", "game base+inns+river", "game base+inns"),
    ]
    before = await world.table()
    assert before.players == (world.ana.id, world.bo.id)
    await world.restart()
    assert await world.table() == before
    assert has_no_reply(await world.press(world.ana, "set ferries on"))
    assert (await world.table()).name == "base+ferries+inns"


async def test_only_the_host_changes_the_sets(world: World) -> None:
    await new(world, sets="ferries")
    await world.press(world.bo, "join")
    before = await world.log()
    for who in (world.bo, world.dan):
        for does in ("set river on", "set ferries off"):
            reply = private(await world.press(who, does))
            assert "Only the host, **Ana**, can change the expansions" in reply
    assert await world.log() == before
    # Who took over from the host does.
    await world.press(world.ana, "leave")
    assert has_no_reply(await world.press(world.bo, "set ferries off"))
    assert (await world.table()).name == "base"


async def test_removing_a_set_removes_its_options(world: World) -> None:
    await new(world, sets="ferries", ferries="C3", purist="yes")
    assert "lake tiles: third edition" in world.posts()[-1]
    await world.press(world.ana, "set ferries off")
    table = await world.table()
    assert table.options == {} and table.settings.purist
    assert "third edition" not in world.posts()[-1]
    await world.press(world.ana, "set ferries on")
    assert (await world.table()).options == {}, "as usual again"


async def test_card_of_a_game_without_expansions_has_no_set_buttons(world: World) -> None:
    await new(world, "hunters")
    assert list(buttons_of(world.post())) == ["Join", "Leave", "Colour"]
    assert not marked(world)
    game = await world.game_id()
    for forged in ("set inns on", "set inns off", "set base off", "set chess on", "set", "set x"):
        reply = private(await world.press_id(world.ana, f"carc:{game}:1:{forged}"))
        assert "has moved on" in reply, forged
    assert await world.entries() == ["new hunters 3"]


async def test_set_that_is_on_already_is_not_written_again(world: World) -> None:
    await new(world)
    card = world.post()
    on = menus_of(card)["set river on"]
    first, second = await world.at_once(
        *(world.ana.select(card, ["set river on"], custom_id=on) for _ in range(2))
    )
    assert [has_no_reply(first), has_no_reply(second)].count(True) == 1
    assert await world.entries() == ["new base 3", "game base+river"]


async def test_sets_cannot_be_changed_after_the_start(world: World) -> None:
    await new(world, seats=2)
    await world.press(world.bo, "join")
    lobby = world.post()
    await world.press(world.ana, "start")
    before = await world.log()
    for who in (world.ana, world.bo, world.dan):
        late = await world.press_stale(who, "set ferries on", lobby)
        assert "has moved on" in private(late)
    assert await world.log() == before and (await world.table()).name == "base"


async def test_buttons_on_a_private_copy_work_and_post_the_card_again(
    world: World,
) -> None:
    await new(world)
    copy = answer(await world.ana.slash(world.channel, "board"))
    assert has_no_reply(
        await world.ana.select(copy, ["set river on"], custom_id=menus_of(copy)["set river on"])
    )
    assert len(world.messages()) == 2 and marked(world)["The River"]


async def test_seal_covers_the_bags_of_the_played_sets(world: World) -> None:
    """Nothing is dealt before the start."""
    await new(world, seats=2, sets="ferries")
    await world.press(world.bo, "join")
    await world.press(world.ana, "set river on")
    assert has_no_reply(await world.press(world.ana, "start"))
    table = await world.table()
    assert table.phase is Phase.PLAYING and table.header is not None
    assert table.header.game == "base+ferries+river" and table.header.bags["river"][-1] == "RIV-L"
    shown = await world.dan.click(world.post(), label="Fair shuffle ✓")
    assert f"`{commitment(table.header)}`" in private(shown)
    [start] = [text for text in await world.entries() if text.startswith("start")]
    head = list(enumerate(start.split("\n")[2:], 3))
    assert parse_header(head) == table.header
    assert any(line.startswith("river: ") for _, line in head)


async def test_again_offers_the_same_sets(world: World) -> None:
    await new(world, seats=2, sets="river")
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    await world.write([(world.ana.id, "end")])
    await world.post_state()
    await world.press(world.bo, "again")
    assert (await world.table()).name == "base+river" and marked(world)["The River"]


# -- everywhere else ------------------------------------------------------------------------------


async def test_help_has_each_part_and_defaults_to_the_game_of_the_channel(world: World) -> None:
    command = world.app.tree.get_command("rules")
    [game] = [parameter for parameter in command.parameters if parameter.name == "game"]  # type: ignore[union-attr]
    assert [choice.value for choice in game.choices] == list(games_by_part())
    await new(world, sets="ferries river")
    reply = private(await world.ana.slash(world.channel, "help"))
    assert reply.startswith("**You have a seat.**")
    helped = answer(await world.ana.slash(world.channel, "help"))
    name = "base+ferries+river"
    assert f"help {name} turn" in choices_of(helped) and f"rules {name}" in choices_of(helped)
    rules = private(await world.ana.select(helped, [f"rules {name}"]))
    assert rules.startswith(f"## {game_texts.game_title(name)}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*FOUR, ALL_TOGETHER])
async def test_the_title_and_the_card_of_every_game_fit(
    world: World, name: str, language: str
) -> None:
    with use_language(language):
        assert len(game_texts.game_title(name)) <= 100
    await world.open(2, game=name, language=language)
    assert len(world.posts()[-1]) < CONTENT_LIMIT

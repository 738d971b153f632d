"""Server settings: managers change them, and `/new` obeys them."""

from typing import Any

import discord
from simcord import ChannelHandle
from simcord.actors import _dispatch_actor_interaction

from bot.table.settings import JOINED
from storage import KeyValues, open_database
from storage.key_values import GUILD_SETTINGS
from tests.support.shown_messages import action_ids_of, answer, choices_of, private, text_of
from tests.support.world import World

HERE = "You can't start games in"


async def chosen(world: World, *actions: str) -> str:
    """Ana presses buttons of `/setup`, or takes lines of its menus, one after the other."""
    shown = answer(await world.ana.slash(world.channel, "setup"))
    for action in actions:
        if action in choices_of(shown):
            [menu] = [m for m in menus(shown) if action in [o.value for o in m.options]]
            result = await world.ana.select(shown, [action], custom_id=menu.custom_id)
        else:
            result = await world.ana.click(shown, custom_id=action_ids_of(shown)[action])
        shown = answer(result)
    return text_of(shown)


def menus(message: Any) -> list[discord.SelectMenu]:
    rows = getattr(message, "message", message).components
    items = [item for row in rows for item in row.children]
    return [item for item in items if isinstance(item, discord.SelectMenu)]


async def allow(world: World, *channels: ChannelHandle) -> str:
    """Ana allows tables in some channels only."""
    shown = answer(await world.ana.slash(world.channel, "setup"))
    kind = discord.ComponentType.channel_select
    [menu] = [menu_item for menu_item in menus(shown) if menu_item.type is kind]
    result = await world.ana.select(shown, list(channels), custom_id=menu.custom_id)
    return text_of(answer(result))


async def test_server_settings_hold_for_every_new_table(world: World) -> None:
    said = await chosen(world, "setup language fr", "setup pace day", "setup order joined")
    assert "français" in said and "one day per move" in said and "as joined" in said
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    settings = (await world.table()).settings
    assert (settings.language, settings.pace, settings.seat_order) == ("fr", "day", JOINED)
    assert settings.has_aids


async def test_the_game_of_the_server_is_played_where_none_was_and_none_is_typed(
    world: World,
) -> None:
    assert "Game: Carcassonne: Hunters" in await chosen(world, "setup game hunters")
    await world.bo.slash(world.channel, "new")
    assert await world.entries() == ["new hunters 2\naids: yes"]


async def test_value_of_another_version_is_kept_shown_and_never_played_as_the_default(
    world: World,
) -> None:
    database = await open_database(world.folder / "games.sqlite3")
    settings = KeyValues(database, GUILD_SETTINGS)
    await settings.save("aids", "strictly", guild=world.guild.id)
    await database.close()
    assert "Hints and aids: `strictly`, which I don't know" in await chosen(world)
    refused = private(await world.ana.slash(world.channel, "new", game="hunters", seats=2))
    assert "“Hints and aids” is set to `strictly`" in refused and await world.log() == ()
    await world.press_id(world.ana, "carc:0:0:setup purist yes")
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    assert not (await world.table()).settings.has_aids


async def test_purist_typed_by_a_client_with_older_commands_is_read_as_aids(world: World) -> None:
    async def typed(name: str, **options: str) -> None:
        root = world.env.backend.find_command(name, None, type=1)
        assert root is not None
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        data = {"id": root["id"], "name": name, "type": 1, "options": given}
        await _dispatch_actor_interaction(world.ana, 2, world.channel, data)

    servers = world.app.services.server_settings
    for purist, aids in (("no", "yes"), ("yes", "no")):
        await typed("setup", purist=purist)
        assert (await servers.of(world.guild.id)).values == {"aids": aids}
    await typed("cup", game="hunters", purist="no")
    opened = await world.app.services.cup_store.of(1)
    assert opened is not None and opened.cup.settings.aids == "yes"


async def test_new_game_and_cup_have_no_aids_where_ratings_are_on(world: World) -> None:
    await world.ana.slash(world.channel, "setup", ratings="yes")
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    assert (await world.table()).settings.aids == "no"
    await world.ana.slash(world.channel, "setup", aids="yes")
    await world.ana.slash(world.channel, "cup", game="hunters")
    opened = await world.app.services.cup_store.of(1)
    assert opened is not None and opened.cup.settings.aids == "no", "only its host chooses aids"


async def test_lobby_says_whether_its_game_is_rated_where_ratings_are_on(
    world: World,
) -> None:
    said, rated = "Not rated: aids are on.", "Rated: counts for the leaderboard."
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    assert said not in world.posts()[-1]
    await world.ana.slash(world.channel, "setup", ratings="yes")
    assert said in private(await world.bo.slash(world.channel, "board"))
    await world.press(world.ana, "change aids no")
    assert said not in world.posts()[-1] and rated in world.posts()[-1]
    await world.press(world.ana, "leave")
    await world.ana.slash(world.channel, "setup", aids="yes")
    await world.ana.slash(world.channel, "new", game="hunters", opponents=1)
    assert said not in world.posts()[-1], "a person alone is never rated"


async def test_any_time_zone_can_be_typed_and_is_shown_in_its_menu(world: World) -> None:
    settings = world.app.services.server_settings
    typed = answer(await world.ana.slash(world.channel, "setup", zone="Brisbane, Australia"))
    assert "Brisbane, Australia" in text_of(typed)
    assert (await settings.of(world.guild.id)).values["zone"] == "Australia/Brisbane"
    marked = [line.label for menu in menus(typed) for line in menu.options if line.default]
    assert "Time zone: Brisbane, Australia" in marked
    await chosen(world, "setup features", "setup zone Europe/Paris")
    assert (await settings.of(world.guild.id)).values["zone"] == "Europe/Paris"
    refused = private(await world.ana.slash(world.channel, "setup", zone="Atlantis"))
    assert "I don't know the time zone" in refused
    assert (await settings.of(world.guild.id)).values["zone"] == "Europe/Paris"


async def test_refusal_of_a_table_names_a_channel_where_tables_are_allowed(world: World) -> None:
    tables = world.guild.create_text_channel("tables")
    await world.env.settle()
    assert f"<#{tables.id}>" in await allow(world, tables)
    reply = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert HERE in reply and f"<#{tables.id}>" in reply
    assert await world.log() == () and world.posts() == []
    await world.bo.slash(tables, "new", game="hunters", seats=2)
    assert len(world.posts(tables)) == 1
    await chosen(world, "setup channels")
    await world.bo.slash(world.channel, "new", game="hunters", seats=2)
    assert len(world.posts()) == 1


async def test_allowed_category_allows_its_channels(world: World) -> None:
    games = world.guild.create_category("games")
    inside = world.guild.create_text_channel("inside", category=games)
    await world.env.settle()
    await world.app.services.server_settings.allow(world.guild.id, [games.id])
    reply = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert HERE in reply and f"<#{inside.id}>" in reply
    await world.bo.slash(inside, "new", game="hunters", seats=2)
    assert len(world.posts(inside)) == 1


async def test_channel_hidden_from_a_user_is_not_named_to_the_user(world: World) -> None:
    everyone = world.guild.default_role
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={everyone: discord.PermissionOverwrite(view_channel=False)}
    )
    await world.env.settle()
    await world.app.services.server_settings.allow(world.guild.id, [hidden.id])
    reply = private(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
    assert HERE in reply and str(hidden.id) not in reply


async def test_setup_command_is_only_for_server_managers(world: World) -> None:
    command = world.app.tree.get_command("setup")
    assert command is not None and command.default_permissions is not None
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    [known] = [
        command for command in await world.app.tree.fetch_commands() if command.name == "setup"
    ]
    world.guild.set_command_permissions(known, {world.bo: True})
    assert "Only server managers can change these settings" in private(
        await world.bo.slash(world.channel, "setup", aids="no")
    )
    assert (await world.app.services.server_settings.of(world.guild.id)).values == {}

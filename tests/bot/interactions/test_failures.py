"""Interactions that expire, fail or come too late: each is answered and harms no game."""

import logging
from typing import Any

import discord
import pytest

from bot.discord_io.buttons import (
    PickMenu,
    is_known_id,
    is_valid_component,
    view_of,
    without_menu_state,
)
from bot.text.message import Menu, MenuLine, Message
from storage import Log, StorageError
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_a_button_of_another_version_is_answered(world: World) -> None:
    channel = world.app.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id="something else"))
    message = await channel.send("An old post", view=view)
    view.stop()
    assert "That button no longer works" in private(await world.bo.click(message, label="Old"))


def test_component_is_valid_with_a_known_id_of_its_kind_only() -> None:
    button, menu = 2, 3
    assert is_valid_component("carc:1:1:panel", button) and is_valid_component("pick:1:1", menu)
    for custom_id, kind in (("carc:1:1:panel", menu), ("pick:1:1", button), ("x:1:1", button)):
        assert not is_valid_component(custom_id, kind), custom_id


def test_menu_has_other_ids_once_its_message_differs_and_is_known_by_all_of_them() -> None:
    """A client shows the old choice as long as a menu keeps its ids."""
    menu = Menu("Which?", (MenuLine("this", "a"),), "which")

    def ids(text: str) -> tuple[str, int | None]:
        view = view_of(Message(text, buttons=(menu,)), 1, 2)
        assert view is not None
        [item] = (child for child in view.children if isinstance(child, PickMenu))
        return item.item.custom_id, item.item.id

    first, second = ids("before"), ids("after")
    assert first == ids("before") and not set(first) & set(second)
    for custom_id, _id in (first, second):
        assert is_known_id(custom_id) and without_menu_state(custom_id) == "pick:1:2:which"


async def test_press_as_of_an_entry_that_is_not_there_yet_changes_nothing(world: World) -> None:
    await world.start_game()
    before, game = await world.log(), await world.game_id()
    for word in ("undo", "end", "resign", "pass", "vote skip"):
        await world.press_id(world.ana, f"carc:{game}:{before[-1].number + 1}:{word}")
        assert await world.log() == before, word


async def test_late_answer_to_an_interaction_has_no_effect(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """10062: Discord has given the interaction up before the bot could acknowledge it."""
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    before, posts = await world.log(), world.posts()
    turn = turn_with_figure_choice(await world.game(), 1)
    for action in ("place", "board", "undo"):
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        options = turn.options if action == "place" else {}
        result = await world.bo.slash(world.channel, action, **options)
        assert not result.acknowledged
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    assert not (await world.dan.click(world.post(), label="Board")).acknowledged
    assert await world.log() == before
    assert world.posts() == posts
    assert any("could not be acknowledged" in r.getMessage() for r in caplog.records)
    # The next one is served as ever.
    assert has_no_reply(await world.place(turn))


async def test_press_on_a_deleted_private_panel_is_answered_in_a_new_message(world: World) -> None:
    """Pressed twice: the first press took the panel away before the second was answered."""
    await world.start_with(shuffled_header(2))
    asked = Panel(
        world.ana, await world.place(turn_with_figure_choice(await world.game()), ask=True)
    )
    await world.place(turn_with_figure_choice(await world.game()))
    original = "/webhooks/*/messages/@original"
    world.env.inject_error("PATCH", original, status=404, code=10008)
    late = (await asked.take(next(iter(asked.figures)))).result
    [followup] = late.followups
    assert followup.ephemeral and followup.content.startswith("The game has moved on")
    assert len(followup.attachments) == 1
    resigning = answer(await world.ana.slash(world.channel, "resign"))
    await world.ana.slash(world.channel, "help")
    await world.write([(world.ana.id, "resign 0")])
    world.env.inject_error("PATCH", original, status=404, code=10008)
    over = await world.ana.click(resigning, label="Resign")
    assert over.followups and over.followups[0].ephemeral


async def test_bug_is_logged_and_the_player_gets_an_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))

    async def broken(self: Log, game: int, *, after: int = -1) -> Any:
        raise StorageError("the disk is on fire")

    with monkeypatch.context() as patch:
        patch.setattr(Log, "latest", broken)
        for pressed in (
            await world.bo.slash(world.channel, "board"),
            await world.bo.slash(world.channel, "undo"),
            await world.bo.click(world.post(), label="Board"),
            await world.bo.click(world.post(), label="Undo"),
        ):
            reply = private(pressed)
            assert "Something went wrong on my side" in reply
            assert "fire" not in reply, "what is inside stays inside"
    logged = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert len(logged) == 4
    assert all(r.exc_info and "fire" in str(r.exc_info[1]) for r in logged)
    caplog.clear()
    assert len(world.env.errors) <= 4
    assert "'s turn · " in private(await world.bo.slash(world.channel, "board"))


async def test_closing_bot_refuses_new_requests_with_the_reason(world: World) -> None:
    await world.start_with(shuffled_header(2))
    before = await world.log()
    world.app.services.runner._closing = True
    reply = private(await world.place(turn_with_figure_choice(await world.game())))
    assert "I'm restarting. Try again in a moment; nothing was lost." in reply
    world.app.services.runner._closing = False
    assert await world.log() == before


@pytest.mark.parametrize("text", ["mind\0the city", "half a fish \ud83d"])
async def test_option_with_a_text_that_no_database_stores_is_refused_at_the_door(
    world: World, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    await world.start_with(shuffled_header(2))
    said = private(await world.ana.slash(world.channel, "note", text=text))
    assert "doesn't work for `text`" in said
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]

"""`/settings`: a player's own settings, read and changed."""

from simcord import MemberActor

from bot.table.settings import CONFIRMS, NEXT, REMIND
from tests.support.shown_messages import answer, menus_of, private, text_of
from tests.support.world import World


async def stored(world: World, who: MemberActor, key: str) -> str:
    return (await world.app.services.preferences.of(who.id)).of(key)


async def test_settings_are_private_and_change_by_buttons_and_menus(world: World) -> None:
    result = await world.bo.slash(world.channel, "settings")
    assert "**Your settings.** Choosing a meeple on the panel makes your move" in private(result)
    shown = answer(await world.bo.click(answer(result), label="Confirm moves"))
    assert "**Your settings.** You confirm each move" in text_of(shown)
    shown = answer(await world.bo.click(shown, label="Ping when next"))
    assert "You get a ping when you're next." in text_of(shown)
    value = f"habits {REMIND} 24"
    picked = await world.bo.select(shown, [value], custom_id=menus_of(shown)[value])
    assert "You get a reminder after 24 hours, in the channel." in private(picked)
    changed = {CONFIRMS: "yes", NEXT: "yes", REMIND: "24"}
    assert {key: await stored(world, world.bo, key) for key in changed} == changed
    assert await stored(world, world.ana, CONFIRMS) == "no", "another player's stay"

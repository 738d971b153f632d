"""Private notes at a table: shown only to their author, also above the panel."""

from tests.support.shown_messages import answer, private
from tests.support.world import World, shuffled_header

TEXT = "Keep the *big* city closed"


async def test_note_is_shown_only_to_its_writer(world: World) -> None:
    await world.start_with(shuffled_header(3))
    before, posts = await world.log(), world.posts()
    said = private(await world.ana.slash(world.channel, "note", text=TEXT))
    assert "Only you can see it" in said and r"Keep the \*big\* city closed" in said
    assert r"Keep the \*big\* city" in private(await world.ana.slash(world.channel, "note"))
    assert "don't have a note" in private(await world.bo.slash(world.channel, "note"))
    assert await world.log() == before and world.posts() == posts
    # A new note replaces the old one; a blank one or *Delete* removes it.
    await world.ana.slash(world.channel, "note", text="another")
    shown = await world.ana.slash(world.channel, "note")
    assert "another" in private(shown) and "city" not in private(shown)
    assert "deleted" in private(await world.ana.click(answer(shown), label="Delete"))
    assert "don't have a note" in private(await world.ana.slash(world.channel, "note"))
    await world.ana.slash(world.channel, "note", text=TEXT)
    assert "don't have a note" in private(await world.ana.slash(world.channel, "note", text=" "))


async def test_note_is_shown_above_the_panel_of_its_writer_only(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.ana.slash(world.channel, "note", text=TEXT)
    panel = await world.press(world.ana, "panel")
    assert private(panel).startswith(r"-# 📝 Keep the \*big\* city closed")
    await world.bo.slash(world.channel, "note", text="Bo's own")
    again = private(await world.press(world.ana, "panel"))
    assert "Bo" not in again.splitlines()[0]
    for who in (world.bo, world.cleo, world.dan):
        assert "city closed" not in private(await who.slash(world.channel, "board"))
    assert not any("city closed" in post for post in world.posts())

"""A user's stored data: shown, exported and erased, in servers and in direct messages."""

import json
import random
from typing import Any

from simcord import InteractionResult

from bot.privacy.words import STORED_ROW_LABELS
from bot.table.settings import CONFIRMS, YES
from storage.erasure import EXPORT
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, private
from tests.support.world import World, shuffled_header


async def exported(result: InteractionResult) -> dict[str, Any]:
    """The file in a user's private answer."""
    [file] = answer(result).message.attachments
    assert file.filename == "carcassonne.json"
    data: dict[str, Any] = json.loads(await file.read())
    return data


async def forgotten(world: World, who: Any) -> InteractionResult:
    """Erase a user, who confirms once."""
    shown = await who.slash(world.channel, "privacy")
    asked = await who.click(answer(shown), label="Delete")
    assert "**Forget who you are?** You can't undo this." in private(asked)
    result: InteractionResult = await who.click(answer(asked), label="Forget me")
    return result


async def test_export_is_one_file_without_the_order_of_the_bag(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.write_turns([any_turn(await world.game(), random.Random(1))])
    await world.app.services.preferences.set(world.ana.id, CONFIRMS, YES)
    shown = await world.ana.slash(world.channel, "privacy")
    data = await exported(await world.ana.click(answer(shown), label="Export"))
    assert data["user"] == str(world.ana.id)
    assert data["settings"] == [{"key": "confirms", "value": "yes"}]
    [game] = data["games"]
    assert (game["server"], game["channel"]) == (str(world.guild.id), str(world.channel.id))
    texts = [line["text"] for line in game["lines"]]
    assert texts[:2] == ["new hunters 3\naids: yes", "start\norder: 0 1 2"]
    mine = [entry.text for entry in await world.log() if entry.user == world.ana.id]
    assert texts[2:] == mine[2:] and texts[2].startswith("place")
    assert not {"bag", "commitment", "nonce"} & set(json.dumps(data).replace(":", " ").split())


async def test_erased_user_leaves_an_open_seat_in_a_playable_game(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.write_turns([any_turn(await world.game(), random.Random(1))])
    before = await world.game()
    posts = len(world.posts())
    await world.app.services.preferences.set(world.bo.id, CONFIRMS, YES)
    done = private(await forgotten(world, world.bo))
    assert "Done: I no longer know who you are." in done and "now empty: 1." in done
    table = await world.table()
    assert table.players == (world.ana.id, None, world.cleo.id)
    assert table.open_seats == {1} and table.game == before
    assert len(world.posts()) == posts + 1 and "Bo" not in world.posts()[-1]
    assert "Nothing." in private(await world.bo.slash(world.channel, "privacy"))
    assert not await world.app.services.preferences.wants(world.bo.id, CONFIRMS)
    assert world.bo.id not in {entry.user for entry in await world.log()}
    world.app.services.tables.forget()
    assert (await world.table()).game == before


async def test_user_is_erased_although_a_game_cannot_be_read(world: World) -> None:
    await world.open(2)
    row = await world.app.game_log.latest(world.channel.id)
    assert row is not None
    from storage import NewEntry

    broken = [NewEntry(world.bo.id, "nonsense that is no move")]
    await world.app.game_log.append(row.id, after=row.last, entries=broken)
    await forgotten(world, world.bo)
    assert world.bo.id not in {entry.user for entry in await world.log()}


def test_every_exported_row_has_a_label() -> None:
    assert set(EXPORT) <= set(STORED_ROW_LABELS)

"""The replay of a table, on request."""

import pytest

from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import played_turns
from tests.support.shown_messages import has_no_reply
from tests.support.world import World, shuffled_header


@pytest.mark.slow
async def test_replay_is_posted_publicly_without_pings(world: World) -> None:
    # A process draws it, behind whatever else this machine does.
    world.env.settle_timeout = 120
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)][:4])
    before, posts = await world.log(), len(world.messages())
    assert has_no_reply(await world.look(world.dan, "replay"))
    assert len(world.messages()) == posts + 1
    [replay] = world.post().attachments
    data = await replay.read()
    assert data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    body = world.sent()[-1]
    assert body["allowed_mentions"] == {"parse": []}
    assert 20 < len(body["attachments"][0]["description"]) <= 1024
    assert not set(TILE.findall(str(body))) & hidden_tiles(await world.game())
    assert await world.log() == before

"""The fair bag: sealed at the start, opened at the end, and anybody can check it."""

import random
import subprocess
import sys
from pathlib import Path

from bot.table.table import Phase
from rules.fairness import commitment
from rules.header import Header
from rules.random_play import deal
from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import played_turns
from tests.support.shown_messages import answer, private
from tests.support.world import World

ROOT = Path(__file__).parents[3]
NONCE = "5f0c" * 8


def sealed(seed: int = 0) -> Header:
    return deal("hunters", 2, random.Random(seed), nonce=NONCE)


async def over(world: World) -> Header:
    """A sealed game played to its end."""
    header = sealed()
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    assert (await world.table()).phase is Phase.OVER
    return header


async def exported(world: World) -> str:
    """The record that the button gives."""
    result = await world.look(world.dan, "record")
    [file] = answer(result).attachments
    return (await file.read()).decode()


def verified(record: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """``python -m rules verify`` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "rules", "verify", str(record), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


async def test_nonce_and_order_stay_hidden_until_the_end(world: World) -> None:
    table = await world.start_game(2)
    assert table.header is not None
    for seed in range(3):
        player = await world.to_move()
        for what in ("board", "scores", "tiles", "log", "since", "seal", "record", "places"):
            result = await world.look(player, what)
            for file in answer(result).attachments:
                assert table.header.nonce.encode() not in await file.read()
        await world.play_random_tiles(random.Random(seed), 3)
    secret = hidden_tiles(await world.game())
    assert len(secret) > 20
    for request in world.env.http_requests:
        text = str(request.json)
        assert table.header.nonce not in text
        assert not set(TILE.findall(text)) & secret
    await world.end_game()
    assert f"nonce: {table.header.nonce}" in await exported(world)
    assert table.header.nonce in private(await world.look(world.dan, "seal"))
    other = await world.start_game(2)
    assert other.header is not None and other.header.nonce != table.header.nonce


async def test_the_exported_record_of_a_finished_game_proves_that_the_bag_was_fair(
    world: World, tmp_path: Path
) -> None:
    header = await over(world)
    reply = private(await world.look(world.dan, "seal"))
    assert f"`{NONCE}`" in reply and f"`{commitment(header)}`" in reply
    assert "`python -m rules verify`" in reply
    honest, record = await exported(world), tmp_path / "g.record"
    assert f"nonce: {NONCE}" in honest and f"commitment: {commitment(header)}" in honest
    bag = " ".join(header.bags["bag"])
    swapped = " ".join([*header.bags["bag"][-2:], *header.bags["bag"][:-2]])
    for text, is_fair in ((honest, True), (honest.replace(bag, swapped), False)):
        record.write_text(text)
        verdict = verified(record, "--commitment", commitment(header))
        assert (verdict.returncode == 0) is is_fair, verdict.stderr
        assert not is_fair or commitment(header) in verdict.stdout

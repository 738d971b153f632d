"""Tiles still in the bags and their order stay hidden until the game is over (COM-04)."""

from bot.table.table import Phase
from tests.support.legal_turns import (
    played_turns,
)
from tests.support.shown_messages import answer, private
from tests.support.world import World, shuffled_header


async def test_COM_04_order_is_shown_only_after_the_end_even_of_a_game_ended_early(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    await world.write_turns(plan[:5])
    undrawn = " ".join((await world.game()).bags["bag"])
    running = await exported(world)
    assert undrawn not in running and "…" in running
    assert not any(" ".join(undrawn.split()[n : n + 3]) in running for n in range(40))
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="End without scoring")
    assert undrawn in await exported(world)
    assert (await world.table()).phase is Phase.STOPPED
    await world.start_with(header)
    await world.write_turns(plan)
    over = await exported(world)
    assert f"bag: {' '.join(header.bags['bag'])}\n" in over
    assert f"bonus: {' '.join(header.bags['bonus'])}\n" in over


async def exported(world: World) -> str:
    result = await world.look(world.dan, "record")
    private(result)
    assert result.response is not None
    return (await result.response.attachments[0].read()).decode()

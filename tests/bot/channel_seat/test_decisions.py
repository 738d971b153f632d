"""Decisions behind a tile belong to the vote; a second tile is a new vote."""

import random
from collections.abc import Callable

import pytest

from bot.core.durations import HOUR
from bot.words.moves import read_moves
from rules import notation
from rules.analysis.drafts import commit_draft, is_turn_complete, play_draft
from rules.game import Game, play
from rules.moves import Move
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry
from tests.support.clock import Clock, pass_time
from tests.support.legal_turns import Turn, legal_turns
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World


async def start(world: World, name: str, chance: random.Random) -> None:
    """Ana and the channel, with a deal of the test's own."""
    game, *sets = name.split("+")
    await world.ana.slash(world.channel, "new", game=game, seats=2)
    for press in ("channel", *(f"set {part} on" for part in sets)):
        await world.press(world.ana, press)
    header = deal(name, 2, chance).text()
    await world.write([(world.ana.id, f"start\norder: 0 1\n{header}")])


async def play_until(
    world: World, chance: random.Random, found: Callable[[Game, Turn], bool]
) -> Turn:
    """Write random moves until the channel has a turn for which ``found`` is true; post it."""
    table = await world.table()
    game, lines = table.running_game, list[tuple[int, str]]()
    while not game.over:
        if game.drawn is not None and game.turn == 1:
            for turn in legal_turns(game):
                if found(game, turn):
                    await world.write(lines)
                    await world.post_state()
                    assert (await world.table()).is_channel_to_move
                    return turn
        user, move = table.players[game.turn], random_move(game, chance)
        assert user is not None
        lines.append((user, notation.write(move)))
        game = play(game, move)
    raise AssertionError("no such turn")


@pytest.mark.parametrize("name, kind", [("base+ferries", LayFerry), ("ark", SetArk)])
async def test_decision_behind_a_tile_belongs_to_the_vote(
    world: World, clock: Clock, name: str, kind: type[Move]
) -> None:
    chance = random.Random(3)
    await start(world, name, chance)

    def asks(game: Game, turn: Turn) -> bool:
        draft = play_draft(game, turn.moves)
        return not is_turn_complete(draft) and isinstance(draft.legal_moves()[0], kind)

    turn = await play_until(world, chance, asks)
    before = await world.entries()
    asked = await world.bo.slash(world.channel, "place", move=turn.text)
    assert "Your vote" not in private(asked) and await world.entries() == before
    label = next(iter(buttons_of(answer(asked))))
    assert "Your vote" in private(await world.bo.click(answer(asked), label=label))
    assert await world.entries() == before
    [vote] = await world.app.services.channel_seat.votes.of(
        await world.game_id(), (await world.table()).version
    )
    assert any(isinstance(move, kind) for move in read_moves(vote.moves))
    await pass_time(world, clock, 13 * HOUR)
    _tally, *played = (await world.entries())[len(before) :]
    assert " ".join(played) == vote.moves


async def test_second_tile_is_a_new_vote(world: World, clock: Clock) -> None:
    chance = random.Random(8)
    await start(world, "base+traders", chance)

    def doubles(game: Game, turn: Turn) -> bool:
        draft = play_draft(game, turn.moves)
        return is_turn_complete(draft) and commit_draft(game, turn.moves)[0].turn == 1

    turn = await play_until(world, chance, doubles)
    assert "Your vote" in private(await world.bo.slash(world.channel, "place", move=turn.text))
    version = (await world.table()).version
    await pass_time(world, clock, 13 * HOUR)
    table = await world.table()
    assert table.is_channel_to_move and table.version > version
    votes = world.app.services.channel_seat.votes
    assert await votes.of(await world.game_id(), table.version) == ()
    assert "Vote" in buttons_of(world.post()) and "👥 1 vote" in world.posts()[-1]
    second = legal_turns(table.running_game)[0]
    assert "1 person has voted" in private(
        await world.cleo.slash(world.channel, "place", move=second.text)
    )
    await pass_time(world, clock, 13 * HOUR)
    assert (await world.table()).to_move == world.ana.id

"""Simultaneous and repeated presses: one is carried out, the other is answered."""

import asyncio
import random
import time
from typing import Any

import pytest
from simcord import InteractionResult

from bot.client.discord_io import rendering
from bot.presenters.words.refusals import refusal_text
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Phase
from bot.text.message import Illustration
from bot.text.names import Names
from rules.game import Game
from storage import Log, NewEntry, open_database
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.move_panel import Panel
from tests.support.shown_messages import has_no_reply, private, text_of
from tests.support.world import World


def refused(results: list[InteractionResult]) -> str:
    """The answer to the second request; the first was served."""
    [answer] = [private(result) for result in results if not has_no_reply(result)]
    assert sum(map(has_no_reply, results)) == len(results) - 1
    return answer


async def test_one_of_two_simultaneous_joins_gets_the_last_seat(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    lobby = world.post()
    results = await world.at_once(
        world.bo.click(lobby, label="Join"), world.cleo.click(lobby, label="Join")
    )
    assert "seats are taken" in refused(results)
    assert await world.entries() == ["new hunters 2", "join 1"]
    assert len((await world.table()).players) == 2


async def test_one_of_two_simultaneous_new_commands_opens_the_table(world: World) -> None:
    results = await world.at_once(
        world.bo.slash(world.channel, "new", game="hunters", seats=2),
        world.cleo.slash(world.channel, "new", game="hunters", seats=2),
    )
    assert "There's already a game in this channel" in refused(results)
    assert await world.entries() == ["new hunters 2"]
    assert len(await world.app.game_log.games()) == 1


async def test_one_of_two_simultaneous_starts_deals(world: World) -> None:
    await world.open(3)
    lobby = world.post()
    results = await world.at_once(
        world.bo.click(lobby, label="Start"), world.press(world.cleo, "start")
    )
    # The other press meets the start under way or, on a busy machine, the game that has begun.
    said = refused(results)
    assert "The game has already started" in said or "The game has moved on" in said
    assert sum(text.startswith("start") for text in await world.entries()) == 1


async def test_the_same_figure_button_pressed_twice_at_once_lays_one_tile(world: World) -> None:
    await world.start_game()
    player = await world.to_move()
    asked = Panel(player, await world.place(turn_with_figure_choice(await world.game()), ask=True))
    before, posts = await world.entries(), len(world.messages())
    figure = next(iter(asked.figures))
    await world.at_once(asked.take_later(figure), asked.take_later(figure))
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) == figure
    assert len(world.messages()) == posts + 1
    # Both presses stand on one private panel, whose place the public post has taken.
    assert not any("Something went wrong" in text_of(m) for m in world.channel.history())


async def test_the_public_button_pressed_twice_at_once_takes_one_move_back(world: World) -> None:
    await world.start_game()
    mover = await world.to_move()
    await world.place(any_turn(await world.game(), random.Random(1)))
    before = await world.entries()
    post = world.post()
    results = await world.at_once(mover.click(post, label="Undo"), mover.click(post, label="Undo"))
    assert "The game has moved on" in refused(results)
    [undo] = (await world.entries())[len(before) :]
    assert undo.startswith("undo ")


async def test_simultaneous_move_and_undo_leave_one_of_them(world: World) -> None:
    await world.start_game()
    mover, dealt = await world.to_move(), await world.game()
    await world.place(any_turn(dealt, random.Random(1)))
    following, laid = await world.to_move(), await world.game()
    turn = any_turn(laid, random.Random(2))
    results = await world.at_once(
        following.slash(world.channel, "place", **turn.options),
        mover.click(world.post(), label="Undo"),
    )
    refusal = refused(results)
    if has_no_reply(results[0]):
        # An undo read after the move asks the others; it is late if it was read before.
        assert "The game has moved on" in refusal or "must agree" in refusal
        assert await world.game() == game_after_turn(laid, turn)
    else:
        assert "not your turn" in refusal or "The game has moved on" in refusal
        assert await world.game() == dealt


async def test_two_commands_of_the_player_to_move_at_once_lay_one_tile(world: World) -> None:
    await world.start_game()
    player, game = await world.to_move(), await world.game()
    turns = [any_turn(game, random.Random(seed)) for seed in (1, 2)]
    results = await world.at_once(
        *(player.slash(world.channel, "place", **turn.options) for turn in turns)
    )
    assert "not your turn" in refused(results)
    assert await world.game() == game_after_turn(game, turns[not has_no_reply(results[0])])


async def test_posts_come_in_the_order_of_the_moves_though_a_picture_takes_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    app, guild = world.app, world.guild.id
    outcomes = []
    for seed in (1, 2):
        turn = any_turn(await world.game(), random.Random(seed))
        request = Request((await world.to_move()).id, guild, world.channel.id)
        outcomes.append(await app.context.table.service.play(request, turn.moves))
    slow = outcomes[0].after.game
    draw = rendering._draw

    def drawn(wanted: Illustration, game: Game, *rest: Any) -> bytes:
        if game is slow:
            time.sleep(0.3)
        return draw(wanted, game, *rest)

    monkeypatch.setattr(rendering, "_draw", drawn)
    outbox, channel = app.context.posting.outbox, world.channel.id
    assert all(
        await asyncio.gather(*(outbox.post(channel, guild, outcome) for outcome in outcomes))
    )
    movers = [outcome.user for outcome in outcomes]
    names = {player.id: player.user.global_name for player in world.players}
    assert [text.split("**")[1] for text in world.posts()[-2:]] == [names[m] for m in movers]


async def test_an_interaction_delivered_twice_is_done_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a RESUME the gateway replays earlier events."""
    await world.start_game()
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any, *args: Any, **kwargs: Any) -> None:
        emit(event, payload, *args, **kwargs)
        if event == "INTERACTION_CREATE":
            emit(event, payload, *args, **kwargs)

    monkeypatch.setattr(backend, "emit", twice)
    game, posts, mover = await world.game(), len(world.messages()), await world.to_move()
    turn = any_turn(game, random.Random(1))
    await world.place(turn)
    assert await world.game() == game_after_turn(game, turn)
    assert len(world.messages()) == posts + 1
    await mover.click(world.post(), label="Undo")
    assert await world.game() == game
    assert len(world.messages()) == posts + 2


async def test_repeated_request_is_refused_as_sent_twice(world: World) -> None:
    """The log alone decides when Discord has accepted both answers."""
    await world.start_game()
    table = await world.table()
    assert table.game is not None and table.to_move is not None
    turn = any_turn(table.game, random.Random(1))
    request = Request(table.to_move, world.guild.id, world.channel.id, 4711)
    await world.app.context.table.service.play(request, turn.moves)
    before = await world.entries()
    again = Request((await world.to_move()).id, world.guild.id, world.channel.id, 4711)
    with pytest.raises(Refusal) as refused:
        await world.app.context.table.service.play(
            again, any_turn(await world.game(), random.Random(2)).moves
        )
    assert "twice" in refusal_text(refused.value, Names((), {}))
    assert await world.entries() == before
    with pytest.raises(Refusal, match="duplicate"):
        await world.app.context.table.service.open(
            Request(world.dan.id, world.guild.id, world.channel.id + 1, 4711), "hunters", 2
        )


async def test_one_of_two_bots_on_one_file_writes_and_the_other_reports_a_conflict(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The primary key of the log decides, whatever either of them has in memory."""
    await world.start_game()
    player, turn = await world.to_move(), turn_with_figure_choice(await world.game())
    append = world.app.game_log.append
    other = await open_database(world.folder / "games.sqlite3")

    async def second(game: int, *, after: int, **rest: Any) -> int:
        monkeypatch.undo()
        theirs = [NewEntry(world.bo.id, "resign 1")]
        await Log(other).append(game, after=after, entries=theirs)
        return await append(game, after=after, **rest)

    monkeypatch.setattr(world.app.game_log, "append", second)
    reply = private(await player.slash(world.channel, "place", **turn.options))
    await other.close()
    assert reply.startswith("The game has moved on")
    assert (await world.entries())[-1] == "resign 1"
    assert (await world.game()).out == {1}
    assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))


async def test_two_simultaneous_views_share_one_picture(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    drawn = []
    draw = rendering._draw

    def counted(*given: Any) -> bytes:
        drawn.append(given)
        time.sleep(0.05)
        return draw(*given)

    monkeypatch.setattr(rendering, "_draw", counted)
    results = await world.at_once(
        *(who.slash(world.channel, "board") for who in (world.ana, world.bo, world.dan))
    )
    pictures = [result.response.attachments[0] for result in results if result.response]
    assert len({await picture.read() for picture in pictures}) == 1
    assert len(pictures) == 3 and len(drawn) == 1


async def test_closing_bot_finishes_running_work(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    game, posts = await world.game(), len(world.messages())
    turn, player = turn_with_figure_choice(game), await world.to_move()
    draw = rendering._draw

    def slow(*given: Any) -> bytes:
        time.sleep(0.3)
        return draw(*given)

    async def no_wait(**_: object) -> None:
        return None

    monkeypatch.setattr(rendering, "_draw", slow)
    with monkeypatch.context() as patch:
        patch.setattr(world.env, "_settle_internal", no_wait)
        result = await player.slash(world.channel, "place", **turn.options)
        while not world.app.context.interactions.runner._working:
            await asyncio.sleep(0)
    await world.app.close()
    assert has_no_reply(result)
    assert len(world.messages()) == posts + 1
    await world.restart()
    assert await world.game() == game_after_turn(game, turn)


async def test_games_in_many_channels_run_independently(
    world: World,
) -> None:
    channels = [world.guild.create_text_channel(f"table-{n}") for n in range(4)]
    for channel in channels:
        await world.start_game(2, channel)
    tables, service = world.app.context.table.store, world.app.context.table.service

    async def play(channel: int, seed: int) -> None:
        for number in range(10):
            loaded = await tables.require_begun(channel)
            assert loaded.table.game is not None and loaded.table.to_move is not None
            turn = any_turn(loaded.table.game, random.Random(seed + number))
            await service.play(Request(loaded.table.to_move, world.guild.id, channel), turn.moves)

    await asyncio.gather(*(play(channel.id, 100 * n) for n, channel in enumerate(channels)))
    for channel in channels:
        table = await world.table(channel)
        assert table.phase is Phase.PLAYING
        assert sum(line.text.startswith("place") for line in table.lines) == 10

"""Undo of moves that others have built on: all players are asked, and all must agree."""

import random

from simcord import InteractionResult, MemberActor

from bot.table.table import Phase
from rules.game import Game
from rules.record import replay
from rules.table_decisions import resign
from tests.support.legal_turns import any_turn, game_after_turn, played_turns
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private, text_of
from tests.support.world import World, shuffled_header

LATE = ("The game has moved on", "The game went on")


async def played(world: World, number: int) -> list[Game]:
    """A game of three some turns on, and how it stood before each of them."""
    await world.start_with(shuffled_header(3, 1))
    before = []
    for seed in range(number):
        before.append(await world.game())
        await world.place(any_turn(before[-1], random.Random(seed)))
    return before


async def asked(world: World, player: MemberActor) -> InteractionResult:
    """A question to all, of the open table."""
    wondering = answer(await player.slash(world.channel, "undo"))
    result = await player.click(wondering, label=next(iter(buttons_of(wondering))))
    assert has_no_reply(result)
    assert list(buttons_of(world.post()))[:2] == ["Agree", "Refuse"]
    return result


async def resigned(world: World, player: MemberActor) -> None:
    """Let a player leave the game."""
    sure = await player.slash(world.channel, "resign")
    await player.click(answer(sure), label="Resign")


async def test_undo_question_is_a_public_post_and_changes_nothing(
    world: World,
) -> None:
    await played(world, 2)
    game, posts = await world.game(), len(world.messages())
    await asked(world, world.ana)
    assert len(world.messages()) == posts + 1
    assert "**Ana** wants to undo the last 2 tiles." in (world.posts()[-1])
    assert f"<@{world.bo.id}> and <@{world.cleo.id}>, do you agree?" in world.posts()[-1]
    assert await world.game() == game
    # Those who have to answer are pinged, and the turn stays whose it was.
    pinged = {int(user) for user in world.sent()[-1]["allowed_mentions"]["users"]}
    assert pinged == {world.bo.id, world.cleo.id}
    assert "▶️ **Cleo**'s turn · " in world.posts()[-1]
    assert await world.to_move() is world.cleo


async def test_undo_agreed_by_all_three_returns_the_same_tile_and_keeps_the_log(
    world: World,
) -> None:
    before = await played(world, 2)
    kept = await world.entries()
    await asked(world, world.ana)
    question = world.post()
    await world.bo.click(question, label="Agree")
    assert f"<@{world.cleo.id}>, do you agree?" in world.posts()[-1]
    assert await world.game() != before[0], "one is missing yet"
    posts = len(world.messages())
    await world.cleo.click(question, label="Agree")
    assert await world.game() == before[0]
    assert await world.to_move() is world.ana
    assert len(world.messages()) == posts + 1
    assert (
        "Everyone agreed: **Ana**'s move is undone. It's the same tile again." in world.posts()[-1]
    )
    assert f"<@{world.ana.id}>, your turn" in world.posts()[-1]
    # The fourth entry is Ana's tile: the first to be dropped, and still there.
    number = next(n for n, text in enumerate(kept) if text.startswith("place"))
    assert await world.entries() == [*kept, f"ask {number}", "agree", "agree", f"undo {number}"]
    # It is played on differently.
    turn = any_turn(before[0], random.Random(9))
    assert has_no_reply(await world.place(turn))
    assert await world.game() == game_after_turn(before[0], turn)


async def test_undo_request_takes_back_only_the_moves_since_the_last_own_tile(
    world: World,
) -> None:
    before = await played(world, 5)
    assert [game.turn for game in before] == [0, 1, 2, 0, 1], "nobody has found gold"
    await asked(world, world.ana)
    assert "the last 2 tiles" in world.posts()[-1]
    question = world.post()
    for player in (world.cleo, world.bo):
        await player.click(question, label="Agree")
    assert await world.game() == before[3]


async def test_one_refusal_ends_an_undo_question_and_the_game_goes_on(world: World) -> None:
    await played(world, 2)
    game = await world.game()
    await asked(world, world.ana)
    question = world.post()
    await world.bo.click(question, label="Agree")
    await world.cleo.click(question, label="Refuse")
    assert "**Cleo** said no: nothing is undone." in world.posts()[-1]
    assert list(buttons_of(world.post())) == ["Place my tile"], "there is nothing more to answer"
    assert "▶️ **Cleo**'s turn · " in world.posts()[-1]
    assert (await world.entries())[-1] == "refuse"
    assert (await world.table()).undo_vote is None
    assert await world.game() == game
    turn = any_turn(game, random.Random(3))
    assert has_no_reply(await world.place(turn))
    assert await world.game() == game_after_turn(game, turn)


async def test_asker_may_withdraw_an_undo_request(world: World) -> None:
    await played(world, 2)
    game = await world.game()
    await asked(world, world.ana)
    await world.ana.click(world.post(), label="Refuse")
    assert (await world.entries())[-1] == "refuse"
    assert (await world.table()).undo_vote is None and await world.game() == game


async def test_each_player_is_counted_once_in_an_undo_vote(world: World) -> None:
    await played(world, 2)
    game = await world.game()
    await asked(world, world.ana)
    question = world.post()
    for _ in range(2):
        reply = private(await world.ana.click(question, label="Agree"))
        assert "You've already agreed. The others still have to answer." in reply
        assert "You've already asked. The others still have to answer." in private(
            await world.ana.slash(world.channel, "undo")
        )
    await world.bo.click(question, label="Agree")
    before = await world.log()
    assert "You've already agreed. The others still have to answer." in private(
        await world.bo.click(question, label="Agree")
    )
    assert await world.log() == before
    assert await world.game() == game


async def test_two_simultaneous_consents_are_both_counted(world: World) -> None:
    before = await played(world, 2)
    await asked(world, world.ana)
    question = world.post()
    await world.at_once(
        world.bo.click(question, label="Agree"), world.cleo.click(question, label="Agree")
    )
    assert await world.game() == before[0]
    assert [text.split()[0] for text in await world.entries()][-3:] == ["agree", "agree", "undo"]


async def test_simultaneous_last_consent_and_move_leave_one_of_them(world: World) -> None:
    before = await played(world, 2)
    laid = await world.game()
    turn = any_turn(laid, random.Random(6))
    await asked(world, world.ana)
    question = world.post()
    await world.bo.click(question, label="Agree")
    agreed, moved = await world.at_once(
        world.cleo.click(question, label="Agree"),
        world.cleo.slash(world.channel, "place", **turn.options),
    )
    if has_no_reply(agreed):
        assert "not your turn" in private(moved) or private(moved).startswith(LATE)
        assert await world.game() == before[0]
    else:
        assert private(agreed).startswith(LATE)
        assert await world.game() == game_after_turn(laid, turn)


async def test_typed_undo_does_not_answer_another_players_undo_question(world: World) -> None:
    await played(world, 2)
    await asked(world, world.ana)
    before = await world.log()
    reply = private(await world.cleo.slash(world.channel, "undo"))
    assert "**Ana** has already asked for an undo. Answer with the buttons" in reply
    assert await world.log() == before


async def test_own_undo_takes_precedence_over_the_undo_question_of_another_player(
    world: World,
) -> None:
    before = await played(world, 2)
    his = world.post()
    await asked(world, world.ana)
    # A press on the button of his own turn, older than the question, means his own tile.
    assert has_no_reply(await world.bo.click(his, label="Undo"))
    assert await world.game() == before[1]
    assert "**Bo** undid the last move." in world.posts()[-1]
    assert (await world.table()).undo_vote is None
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    assert await world.game() == before[0]


async def test_spectator_cannot_answer_an_undo_question(world: World) -> None:
    await played(world, 2)
    await asked(world, world.ana)
    before = await world.log()
    for label in ("Agree", "Refuse"):
        reply = private(await world.dan.click(world.post(), label=label))
        assert "You're not in this game." in reply
    assert await world.log() == before


async def test_move_played_during_a_question_voids_the_question(world: World) -> None:
    await played(world, 2)
    await asked(world, world.ana)
    question = world.post()
    await world.bo.click(question, label="Agree")
    assert has_no_reply(await world.place(any_turn(await world.game(), random.Random(4))))
    before, posts = await world.log(), world.posts()
    for player in (world.cleo, world.bo, world.ana):
        for label in ("Agree", "Refuse"):
            reply = private(await world.press_old(player, question, label))
            assert reply.startswith(LATE) and "nothing was undone" in reply
    assert await world.log() == before and world.posts() == posts


async def test_agree_buttons_of_an_earlier_question_do_not_count_for_a_later_one(
    world: World,
) -> None:
    await played(world, 2)
    await asked(world, world.ana)
    first = world.post()
    await world.place(any_turn(await world.game(), random.Random(4)))
    await asked(world, world.ana)
    second = world.post()
    before = await world.log()
    assert private(await world.press_old(world.bo, first, "Agree")).startswith(LATE)
    assert private(await world.press_old(world.cleo, first, "Refuse")).startswith(LATE)
    assert await world.log() == before
    await world.bo.click(second, label="Agree")
    assert (await world.log())[-1].text == "agree"


async def test_resigned_player_has_no_vote_on_an_undo(world: World) -> None:
    before = await played(world, 4)
    await resigned(world, world.cleo)
    await asked(world, world.ana)
    question = world.post()
    assert f"<@{world.bo.id}>, do you agree?" in world.posts()[-1]
    reply = private(await world.cleo.click(question, label="Agree"))
    assert "You resigned from this game" in reply
    await world.bo.click(question, label="Agree")
    assert "Everyone agreed: **Ana**'s move is undone" in world.posts()[-1]
    assert await world.to_move() is world.ana
    # Cleo resigned after Ana's tile, and that is not taken back with it.
    assert await world.game() == resign(before[3], 2)
    await world.restart()
    assert await world.game() == resign(before[3], 2)
    record = (await world.table()).record()
    assert replay(record).game == await world.game()


async def test_game_ended_by_a_resignation_cannot_be_undone(world: World) -> None:
    await world.start_with(shuffled_header(2))
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    await resigned(world, world.bo)
    assert (await world.table()).phase is Phase.OVER
    before = await world.log()
    assert "The game is over" in private(await world.ana.slash(world.channel, "undo"))
    assert "You resigned from this game" in private(await world.bo.slash(world.channel, "undo"))
    assert await world.log() == before


async def test_an_open_question_survives_a_restart(world: World) -> None:
    before = await played(world, 2)
    await asked(world, world.ana)
    question = world.post()
    await world.restart()
    await world.bo.click(question, label="Agree")
    await world.kill_and_restart()
    assert (await world.table()).undo_vote is not None
    await world.cleo.click(question, label="Agree")
    assert await world.game() == before[0]


async def test_undo_question_that_was_never_posted_is_posted_after_a_restart(world: World) -> None:
    before = await played(world, 2)
    line = (await world.table()).last_placed_by(world.ana.id)
    assert line is not None
    await world.write([(world.ana.id, f"ask {line.number}")], posted=False)
    await world.kill_and_restart()
    standing, question = world.messages()[-2:]
    assert f"<@{world.cleo.id}>, your turn" in text_of(standing)
    assert "**Ana** wants to undo the last 2 tiles" in text_of(question)
    assert len({body["nonce"] for body in world.sent()[-2:]}) == 2, "or Discord drops the second"
    await world.bo.click(question, label="Agree")
    assert f"<@{world.cleo.id}>, do you agree?" in world.posts()[-1]
    assert world.posts()[-2] == text_of(standing)
    await world.cleo.click(world.post(), label="Agree")
    assert await world.game() == before[0]


async def finished(world: World) -> tuple[list[MemberActor], Game]:
    """A game of two that is over: who moved last and the other, and how it stood before both."""
    header = shuffled_header(2)
    await world.start_with(header)
    plan = list(played_turns(header, 1))
    await world.write_turns([turn for _, turn in plan[:-1]])
    await world.place(plan[-1][1])
    table = await world.table()
    assert table.phase is Phase.OVER
    last = table.lines[-1].user
    order = [next(p for p in world.players if p.id == last)]
    order.append(world.bo if order[0] is world.ana else world.ana)
    line = table.last_placed_by(order[1].id)
    assert line is not None
    laid = sum(
        entry.text.startswith("place") and entry.number < line.number for entry in table.lines
    )
    return order, plan[laid][0]


async def test_a_finished_game_is_opened_again_by_consent(world: World) -> None:
    (last, other), before = await finished(world)
    await asked(world, other)
    assert (await world.table()).phase is Phase.OVER, "a question alone opens nothing"
    row = await world.app.game_log.latest(world.channel.id)
    assert row is not None and row.finished
    await last.click(world.post(), label="Agree")
    table = await world.table()
    assert table.phase is Phase.PLAYING and table.game == before
    assert f"<@{other.id}>, your turn" in world.posts()[-1]
    reply = private(await world.dan.slash(world.channel, "new", game="hunters", seats=2))
    assert "There's already a game in this channel" in reply


async def test_undo_question_about_a_finished_game_is_void_after_another_table_opens(
    world: World,
) -> None:
    (last, other), _ = await finished(world)
    await asked(world, other)
    question = world.post()
    await world.dan.slash(world.channel, "new", game="hunters", seats=2)
    before = await world.log()
    for label in ("Agree", "Refuse"):
        assert private(await world.press_old(last, question, label)).startswith(LATE)
    assert "hasn't started yet" in private(await last.slash(world.channel, "undo"))
    assert await world.log() == before
    assert len(await world.app.game_log.games()) == 2

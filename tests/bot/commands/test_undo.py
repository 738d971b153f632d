"""Undo by the player who moved last, until the next player acts; the same tile returns."""

import random

from bot.table.table import Phase
from rules.moves import Pass
from rules.random_play import deal
from rules.story import TileDrawn
from tests.support.legal_turns import (
    any_turn,
    game_after_turn,
    played_turns,
    scoring_turn,
    turn_with_figure_choice,
)
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import answer, has_no_reply, private, text_of
from tests.support.world import World, shuffled_header


async def test_undo_returns_the_same_tile_and_is_posted(world: World) -> None:
    await world.start_game(3)
    mover, before = await world.to_move(), await world.game()
    await world.place(turn_with_figure_choice(before))
    posts = len(world.messages())
    assert has_no_reply(await mover.slash(world.channel, "undo"))
    assert await world.game() == before
    assert await world.to_move() is mover
    assert len(world.messages()) == posts + 1
    post = world.posts()[-1]
    assert f"**{mover.user.global_name}** undid the last move" in post
    assert f"<@{mover.id}>, your turn" in post
    # Nothing is rewritten: the log has one entry more.
    assert (await world.entries())[-1].startswith("undo ")
    other = any_turn(before, random.Random(5))
    assert has_no_reply(await world.place(other))
    assert await world.game() == game_after_turn(before, other)


async def test_post_of_an_undo_says_if_the_next_tile_was_seen(
    world: World,
) -> None:
    seen = "The next tile was already shown."
    await world.start_with(shuffled_header(3))
    await world.place(turn_with_figure_choice(await world.game()), ask=True)
    await world.ana.slash(world.channel, "undo")
    assert (await world.game()).drawn is not None and seen not in world.posts()[-1]
    await world.place(turn_with_figure_choice(await world.game()))
    await world.ana.slash(world.channel, "undo")
    assert "undid the last move" in world.posts()[-1] and seen in world.posts()[-1]


async def test_undo_takes_tile_and_figure_back_together(world: World) -> None:
    await world.start_with(shuffled_header(3))
    before = await world.game()
    turn = turn_with_figure_choice(before)
    await world.place(turn)
    assert (await world.entries())[-1] == move_text(*turn.moves[1:])
    await world.ana.slash(world.channel, "undo")
    game = await world.game()
    assert game.supply == before.supply and game.board.pieces() == ()


async def test_undo_after_the_next_players_action_asks_for_consent(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    for _ in range(2):
        await world.place(any_turn(await world.game(), random.Random(1)))
    before, game = await world.log(), await world.game()
    # Who has laid no tile has nothing to ask for.
    reply = private(await world.cleo.slash(world.channel, "undo"))
    assert "There's nothing to undo" in reply
    assert await world.log() == before
    posts = world.posts()
    wondering = await world.ana.slash(world.channel, "undo")
    assert private(wondering) == (
        "**Bo** has played since. This undoes 2 tiles. **Bo** and **Cleo** must agree. Ask now?"
    )
    assert await world.log() == before and world.posts() == posts, "nobody is asked yet"
    assert has_no_reply(await world.ana.click(answer(wondering), label="Ask them"))
    assert "**Ana** wants to undo the last 2 tiles" in world.posts()[-1]
    assert await world.game() == game
    [asked] = (await world.log())[len(before) :]
    assert asked.text.startswith("ask ")


async def test_undo_is_still_allowed_while_the_next_player_only_thinks(world: World) -> None:
    """To be asked about a meeple commits nothing; the question is late afterwards."""
    await world.start_with(shuffled_header(2))
    start = await world.game()
    await world.place(any_turn(start, random.Random(1)))
    thinking = turn_with_figure_choice(await world.game())
    asked = Panel(world.bo, await world.place(thinking, ask=True))
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    assert await world.game() == start
    before = await world.log()
    late = await asked.take(move_text(thinking.place, Pass()))
    assert late.text.startswith("The game has moved on")
    assert "not your turn" in private(await world.bo.slash(world.channel, "place", move="pass"))
    assert await world.log() == before


async def test_undo_twice_is_refused_the_second_time(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(any_turn(await world.game(), random.Random(1)))
    await world.ana.slash(world.channel, "undo")
    before = await world.log()
    assert "Your tile is already back" in private(await world.ana.slash(world.channel, "undo"))
    assert await world.log() == before


async def test_undo_goes_back_move_by_move_and_can_be_played_on_differently(
    world: World,
) -> None:
    """Bo takes back, then Ana: with Bo's move gone hers is the last again."""
    await world.start_with(shuffled_header(2))
    start = await world.game()
    await world.place(any_turn(start, random.Random(1)))
    second = await world.game()
    await world.place(any_turn(second, random.Random(2)))
    assert has_no_reply(await world.bo.slash(world.channel, "undo"))
    assert await world.game() == second
    assert has_no_reply(await world.ana.slash(world.channel, "undo"))
    assert await world.game() == start
    await world.restart()
    assert await world.game() == start


async def test_H44_undo_of_a_bonus_tile_takes_back_that_tile_and_not_the_one_before(
    world: World,
) -> None:
    """A bonus tile is a placement of its own in the same turn."""
    for seed in range(20):
        header = shuffled_header(3, seed)
        plan = list(played_turns(header, seed, scoring_turn))
        bonus = [
            number
            for number, (game, _) in enumerate(plan)
            if isinstance(game.story[-1], TileDrawn) and game.story[-1].bag == "bonus"
        ]
        if bonus:
            break
    number = bonus[0]
    await world.start_with(header)
    await world.write_turns([turn for _, turn in plan[: number - 1]])
    player = await world.to_move()
    land = plan[number - 1][1]
    await world.place(land)
    assert "your bonus tile in" in world.posts()[-1]
    assert await world.to_move() is player
    before_bonus = await world.game()
    await world.place(plan[number][1])
    assert await world.to_move() is not player
    assert has_no_reply(await player.slash(world.channel, "undo"))
    assert await world.game() == before_bonus
    # The tile before it is of the same turn: it can be taken back as well, and no other.
    assert has_no_reply(await player.slash(world.channel, "undo"))
    assert await world.game() == plan[number - 1][0]
    assert "Your tile is already back" in private(await player.slash(world.channel, "undo"))
    assert await world.game() == plan[number - 1][0]


async def test_undo_of_the_very_last_move_opens_the_finished_game_again(world: World) -> None:
    header = deal("base", 2, random.Random(1))
    await world.start_with(header)
    plan = list(played_turns(header, 1))
    await world.write_turns([turn for _, turn in plan[:-1]])
    mover, before = await world.to_move(), await world.game()
    await world.place(plan[-1][1])
    assert (await world.table()).phase is Phase.OVER
    final = world.posts()[-1]
    assert "🏆" in final
    assert has_no_reply(await mover.slash(world.channel, "undo"))
    table = await world.table()
    assert table.phase is Phase.PLAYING and table.game == before
    assert "your turn" in world.posts()[-1]
    # It runs again in every respect: no other can be opened beside it, and it can be won.
    assert "There's already a game in this channel" in private(
        await world.dan.slash(world.channel, "new", game="hunters", seats=2)
    )
    await world.place(plan[-1][1])
    assert (await world.table()).phase is Phase.OVER
    assert world.posts()[-1] == final


async def test_undo_needs_consent_after_the_end_has_shown_the_remaining_bonus_tiles(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    await world.write_turns(plan[:-1])
    mover, game = await world.to_move(), await world.game()
    await world.place(plan[-1])
    table = await world.table()
    assert table.phase is Phase.OVER and table.running_game.bags["bonus"]
    other = world.bo if mover is world.ana else world.ana
    wondering = await mover.slash(world.channel, "undo")
    assert "The end of the game showed the remaining tiles." in private(wondering)
    assert has_no_reply(await mover.click(answer(wondering), label=f"Ask {other.user.global_name}"))
    assert (await world.table()).phase is Phase.OVER, "it is only asked"
    assert has_no_reply(await other.click(world.post(), label="Agree"))
    assert await world.game() == game


async def test_undo_of_the_last_move_is_refused_once_another_table_is_open(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    await world.write_turns(plan)
    mover = (await world.table()).lines[-1].user
    player = next(p for p in world.players if p.id == mover)
    await world.dan.slash(world.channel, "new", game="hunters", seats=2)
    before = await world.log()
    assert "hasn't started yet" in private(await player.slash(world.channel, "undo"))
    assert await world.log() == before
    assert len(await world.app.game_log.games()) == 2


async def test_undo_after_a_resignation_needs_the_consent_of_the_remaining_player(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(any_turn(await world.game(), random.Random(1)))
    asked = await world.cleo.slash(world.channel, "resign")
    assert asked.response is not None
    await world.cleo.click(asked.response, label="Resign")
    before = await world.log()
    assert "You resigned from this game" in private(await world.cleo.slash(world.channel, "undo"))
    assert await world.log() == before
    wondering = await world.ana.slash(world.channel, "undo")
    assert "The game has moved on" in private(wondering)
    assert has_no_reply(await world.ana.click(answer(wondering), label="Ask Bo"))
    assert f"<@{world.bo.id}>, do you agree?" in world.posts()[-1]
    assert [entry.text for entry in await world.log()][len(before) :] == ["ask 4"]


async def test_undone_move_leaves_the_record_and_stays_in_the_log(world: World) -> None:
    await world.start_with(shuffled_header(2))
    game = await world.game()
    first, second = (turn_with_figure_choice(game, seed) for seed in (1, 2))
    assert first != second
    await world.place(first)
    await world.ana.slash(world.channel, "undo")
    await world.place(second)
    assert [line.text for line in (await world.table()).lines][-1] == move_text(*second.moves[1:])
    record = (await world.table()).record()
    assert record.count("place ") == 1
    assert sum(text.startswith("place") for text in await world.entries()) == 2


async def test_undone_score_is_no_longer_shown(world: World) -> None:
    header = shuffled_header(3, 1)
    plan = list(played_turns(header, 1, scoring_turn))
    scoring = next(
        number
        for number, (game, turn) in enumerate(plan)
        if sum(game_after_turn(game, turn).scores)
    )
    await world.start_with(header)
    await world.write_turns([turn for _, turn in plan[:scoring]])
    player = await world.to_move()
    await world.place(plan[scoring][1])
    assert "= **" in world.posts()[-1]
    assert "= **" in private(await world.look(world.dan, "scores"))
    await player.slash(world.channel, "undo")
    assert "No points yet" in private(await world.look(world.dan, "scores"))
    assert "= **" not in text_of(world.post())

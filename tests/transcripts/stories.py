"""Stories: what people do with the buttons they are shown, and what comes while time passes."""

from __future__ import annotations

import random

from bot.durations import DAY, HOUR, MINUTE, WEEK
from tests.support.legal_turns import any_turn, played_turns
from tests.support.world import shuffled_header
from tests.transcripts import scenes
from tests.transcripts.situations import post_state
from tests.transcripts.teller import Teller, story


async def game_begun(tell: Teller) -> None:
    """Three people play, and Bo is to move."""
    await scenes.begun(tell.world)
    await post_state(tell.world)
    await tell.begin()


async def plays(tell: Teller, seed: int = 1) -> None:
    """Type a whole turn as the player to move."""
    turn = any_turn(await tell.world.game(), random.Random(seed))
    await tell.slash(await tell.world.to_move(), "place", **turn.options)


@story("playing")
async def a_turn_on_the_panel(tell: Teller) -> None:
    await game_begun(tell)
    bo = tell.world.bo
    await tell.press(bo, "Place my tile")
    await tell.choose(bo, "show place 0 1 rot0")
    await tell.press(bo, "No meeple")
    await tell.wait(MINUTE)
    await tell.press(bo, "Undo")


@story("playing")
async def a_turn_that_is_confirmed(tell: Teller) -> None:
    await game_begun(tell)
    bo = tell.world.bo
    await tell.slash(bo, "settings")
    await tell.press(bo, "Confirm moves")
    await tell.press(bo, "Place my tile")
    await tell.press(bo, "No meeple")
    await tell.press(bo, "Confirm")


@story("playing")
async def moves_are_suggested_while_they_are_typed(tell: Teller) -> None:
    await game_begun(tell)
    await tell.types(tell.world.bo, "place", "move", "")
    await tell.types(tell.world.bo, "place", "move", "0 1 rot180")
    await tell.types(tell.world.cleo, "place", "move", "0")
    for typed in ("0 1", "9 9 rot0", "here"):
        await tell.slash(tell.world.bo, "place", move=typed)


@story("playing")
async def points_are_told_and_move(tell: Teller) -> None:
    header = shuffled_header(3)
    turns = [turn for _, turn in played_turns(header, 1)]
    await tell.world.start_with(header)
    await tell.world.write_turns(turns[:9])
    await post_state(tell.world)
    await tell.begin()
    await tell.slash(await tell.world.to_move(), "place", **turns[9].options)
    await tell.slash(await tell.world.to_move(), "place", **turns[10].options)


@story("playing")
async def the_last_turn_ends_the_game(tell: Teller) -> None:
    header = shuffled_header(2)
    turns = [turn for _, turn in played_turns(header, 1)]
    await tell.world.start_with(header)
    await tell.world.write_turns(turns[:-1])
    await post_state(tell.world)
    await tell.begin()
    await tell.slash(await tell.world.to_move(), "place", **turns[-1].options)
    await tell.press(tell.world.bo, "Again")


@story("undo")
async def an_undo_is_asked_and_agreed_to(tell: Teller) -> None:
    world = tell.world
    await scenes.overtaken(world)
    await post_state(world)
    await tell.begin()
    await tell.slash(world.bo, "undo")
    await tell.press(world.bo, "Ask")
    await tell.press(world.cleo, "Agree")


@story("votes")
async def a_stalled_turn_is_skipped_by_vote(tell: Teller) -> None:
    await game_begun(tell)
    world = tell.world
    await tell.wait(DAY)
    await tell.press(world.bo, "Not now")
    await tell.wait(4 * DAY)
    await tell.press(world.cleo, "Skip turn")
    await tell.press(world.ana, "Skip turn")


@story("votes")
async def a_pause_is_agreed_and_ended(tell: Teller) -> None:
    await game_begun(tell)
    world = tell.world
    await tell.slash(world.cleo, "board")
    await tell.press(world.cleo, "Pause")
    await tell.press(world.cleo, "3 days")
    await tell.press(world.ana, "Pause until")
    await tell.wait(DAY)
    await tell.press(world.ana, "Resume")


@story("seats")
async def a_player_resigns_and_a_seat_changes_hands(tell: Teller) -> None:
    await game_begun(tell)
    world = tell.world
    await tell.slash(world.cleo, "resign")
    await tell.press(world.cleo, "Resign")
    await tell.slash(world.ana, "replace", old=world.bo, new=world.dan)
    await tell.press(world.dan, "Take this seat")


@story("lobby")
async def a_table_fills_and_begins(tell: Teller) -> None:
    world = tell.world
    await tell.slash(world.bo, "new", game="base", seats=3, pace="day")
    await tell.choose(world.bo, "set river on")
    await tell.press(world.cleo, "Join")
    await tell.press(world.cleo, "Colour")
    await tell.choose(world.cleo, "wear 5")
    await tell.press(world.bo, "Start")
    await tell.wait(2 * MINUTE)


@story("lobby")
async def the_bot_comes_to_a_server(tell: Teller) -> None:
    guild = tell.world.env.create_guild("New here", preferred_locale="fr")
    guild.create_text_channel("general")
    await tell.wait(MINUTE)


@story("opponents")
async def an_opponent_joins_and_plays(tell: Teller) -> None:
    world = tell.world
    await tell.slash(world.bo, "new", game="hunters", seats=2, order="joined")
    await tell.choose(world.bo, "opponent novice")
    await tell.press(world.bo, "Start")
    await plays(tell)


@story("reminders")
async def reminders_come_as_they_were_chosen(tell: Teller) -> None:
    await game_begun(tell)
    bo = tell.world.bo
    await tell.slash(bo, "settings")
    await tell.choose(bo, "habits remind 6")
    await tell.choose(bo, "habits remind-way both")
    await tell.wait(7 * HOUR)
    # A vote wakes whatever looks at the turn: nothing is sent a second time.
    until = round(tell.stage.recorder.clock() + 3 * DAY)
    await tell.world.write([(tell.world.cleo.id, f"vote pause {until}")])
    await tell.wait(5 * MINUTE)
    await tell.wait(12 * HOUR)
    await plays(tell)


@story("reminders")
async def quiet_hours_hold_a_reminder_back(tell: Teller) -> None:
    await game_begun(tell)
    bo = tell.world.bo
    await tell.slash(bo, "settings")
    await tell.press(bo, "Quiet hours")
    await tell.choose(bo, "habits quiet 23")
    await tell.wait(13 * HOUR)
    await tell.wait(8 * HOUR)


@story("reminders")
async def a_clock_runs_out(tell: Teller) -> None:
    await tell.world.start_with(shuffled_header(3, scenes.DEAL), pace="day")
    await post_state(tell.world)
    await tell.begin()
    await tell.wait(20 * HOUR)
    await tell.wait(5 * HOUR)
    await tell.press(tell.world.bo, "Skip turn")


@story("followers")
async def the_next_player_is_told_if_they_wish(tell: Teller) -> None:
    await game_begun(tell)
    world = tell.world
    await tell.slash(world.ana, "settings")
    await tell.press(world.ana, "Ping when next")
    await tell.slash(world.dan, "board")
    await tell.press(world.dan, "Follow")
    await plays(tell)
    await tell.wait(HOUR)


@story("absences")
async def somebody_is_away_and_comes_back(tell: Teller) -> None:
    await game_begun(tell)
    bo = tell.world.bo
    await tell.types(bo, "away", "until", "")
    await tell.slash(bo, "away", until="in a week")
    await tell.slash(tell.world.cleo, "board")
    await tell.wait(2 * DAY)
    await tell.press(bo, "I'm back")
    await tell.slash(bo, "away")


@story("orders")
async def an_order_plays_a_turn(tell: Teller) -> None:
    await game_begun(tell)
    cleo = tell.world.cleo
    await tell.press(tell.world.cleo, "Place my tile")
    await tell.choose(cleo, "order page 2")
    await tell.choose(cleo, "order kind L26")
    await tell.press(cleo, "Gatherer, west forest")
    await tell.slash(tell.world.bo, "place", move="0 1 rot0 none")
    await tell.wait(MINUTE)


@story("settings")
async def a_server_changes_its_settings(tell: Teller) -> None:
    world = tell.world
    await tell.begin()
    await tell.slash(world.ana, "setup", language="fr", order="joined", purist="yes", pace="day")
    await tell.slash(world.ana, "setup", undo="none", orders="no", thread="no", fields="third")
    await tell.press(world.ana, "Server features")
    await tell.slash(
        world.ana, "setup", ratings="yes", puzzle="yes", digest="yes", animation="always"
    )
    await tell.slash(world.bo, "new", game="base", seats=2)


@story("settings")
async def a_person_changes_every_setting(tell: Teller) -> None:
    bo = tell.world.bo
    await tell.begin()
    await tell.slash(bo, "settings")
    for label in ("Confirm moves", "Ping when next", "Still pictures"):
        await tell.press(bo, label)
    await tell.choose(bo, "habits remind 0")


@story("cups")
async def a_cup_is_played_and_ended(tell: Teller) -> None:
    world = tell.world
    await tell.slash(world.ana, "cup", game="hunters")
    for player in (world.ana, world.bo, world.cleo):
        await tell.press(player, "Join")
    await tell.press(world.ana, "Start")
    await tell.wait(MINUTE)
    await tell.slash(world.bo, "cup")
    await tell.press(world.ana, "End cup")
    await tell.press(world.ana, "End cup")
    await tell.wait(MINUTE)


@story("puzzles")
async def a_move_of_the_day_is_solved_and_told(tell: Teller) -> None:
    world = tell.world
    await tell.slash(world.ana, "setup", puzzle="yes")
    await tell.wait(DAY)
    await tell.press(world.bo, "Solve")
    await tell.press(world.bo, "No meeple")
    await tell.slash(world.bo, "puzzle")
    await tell.wait(DAY)


@story("digests")
async def the_week_is_told_on_sunday(tell: Teller) -> None:
    world = tell.world
    await tell.slash(world.ana, "setup", digest="yes")
    await world.start_with(shuffled_header(3))
    await world.write_turns([turn for _, turn in played_turns(shuffled_header(3), 1)])
    await tell.begin()
    await tell.wait(WEEK)


@story("lessons")
async def the_first_lesson_is_learned(tell: Teller) -> None:
    bo = tell.world.bo
    await tell.begin()
    await tell.slash(bo, "help")
    await tell.press(bo, "Learn")
    await tell.press(bo, "No meeple")


@story("help")
async def rules_are_looked_up(tell: Teller) -> None:
    bo = tell.world.bo
    await tell.begin()
    await tell.types(bo, "rules", "topic", "clois")
    await tell.slash(bo, "rules", topic="river")
    await tell.slash(bo, "help")


@story("privacy")
async def a_person_is_forgotten(tell: Teller) -> None:
    bo = tell.world.bo
    await game_begun(tell)
    await tell.slash(bo, "privacy")
    await tell.press(bo, "Delete")
    await tell.press(bo, "Forget me")


@story("statistics")
async def games_are_counted_and_rated(tell: Teller) -> None:
    world = tell.world
    await world.ana.slash(world.channel, "setup", ratings="yes")
    await world.start_with(shuffled_header(3))
    await world.write_turns([turn for _, turn in played_turns(shuffled_header(3), 1)])
    await tell.begin()
    await tell.wait(DAY)
    await tell.slash(world.ana, "stats")
    await tell.slash(world.ana, "stats", player=world.bo)
    await tell.slash(world.ana, "leaderboard", game="hunters")


@story("threads")
async def a_game_gets_a_thread_of_its_own(tell: Teller) -> None:
    world = tell.world
    await tell.begin()
    await tell.slash(world.bo, "new", game="hunters", seats=2, thread="yes")


@story("threads")
async def a_game_that_nobody_plays_is_archived_and_resumed(tell: Teller) -> None:
    await game_begun(tell)
    for player in (tell.world.ana, tell.world.bo, tell.world.cleo):
        await player.slash(tell.world.channel, "settings")
    await tell.wait(61 * DAY)
    await tell.press(tell.world.bo, "Resume")


@story("notes")
async def a_note_is_kept(tell: Teller) -> None:
    await game_begun(tell)
    await tell.slash(tell.world.bo, "note", text="Watch the river.")
    await tell.slash(tell.world.bo, "note")


@story("home")
async def a_person_skips_through_their_games(tell: Teller) -> None:
    await game_begun(tell)
    world = tell.world
    other = world.guild.create_text_channel("second")
    await world.bo.slash(other, "new", game="base", seats=2)
    await tell.slash(world.bo, "games")
    await tell.press(world.bo, "Join a game")


@story("boards")
async def the_board_is_seen_in_other_views(tell: Teller) -> None:
    await scenes.overtaken(tell.world)
    await post_state(tell.world)
    await tell.begin()
    for view in ("places", "owners", "mine", "stuck"):
        await tell.slash(tell.world.bo, "board", view=view)

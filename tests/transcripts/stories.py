"""Stories: flows over several presses, and messages that come as time passes."""

import random

from bot.core.durations import DAY, HOUR, MINUTE
from tests.support.legal_turns import any_turn, played_turns
from tests.support.world import shuffled_header
from tests.transcripts import scenes
from tests.transcripts.situations import post_state
from tests.transcripts.story_runner import StoryRunner, story


async def game_begun(runner: StoryRunner) -> None:
    """Three people play, and Bo is to move."""
    await scenes.begun(runner.world)
    await post_state(runner.world)
    await runner.begin()


async def plays(runner: StoryRunner, seed: int = 1) -> None:
    """Type a whole turn as the player to move."""
    turn = any_turn(await runner.world.game(), random.Random(seed))
    await runner.slash(await runner.world.to_move(), "place", **turn.options)


@story("playing")
async def a_turn_on_the_panel(runner: StoryRunner) -> None:
    await game_begun(runner)
    bo = runner.world.bo
    await runner.press(bo, "Place my tile")
    await runner.press(bo, "2")
    await runner.press(bo, "Other space")
    await runner.press(bo, "1")
    await runner.press(bo, "No meeple")
    await runner.wait(MINUTE)
    await runner.press(bo, "Undo")


@story("playing")
async def a_turn_that_is_confirmed(runner: StoryRunner) -> None:
    await game_begun(runner)
    bo = runner.world.bo
    await runner.slash(bo, "settings")
    await runner.press(bo, "Confirm moves")
    await runner.press(bo, "Place my tile")
    await runner.press(bo, "1")
    await runner.press(bo, "No meeple")
    await runner.press(bo, "Confirm")


@story("playing")
async def moves_are_suggested_while_they_are_typed(runner: StoryRunner) -> None:
    await game_begun(runner)
    await runner.types(runner.world.bo, "place", "move", "")
    await runner.types(runner.world.bo, "place", "move", "#2")
    await runner.types(runner.world.bo, "place", "move", "0 1 rot180")
    await runner.types(runner.world.cleo, "place", "move", "0")
    for typed in ("0 1", "#2", "#9", "9 9 rot0", "here"):
        await runner.slash(runner.world.bo, "place", move=typed)


@story("playing")
async def points_are_told_and_move(runner: StoryRunner) -> None:
    header = shuffled_header(3)
    turns = [turn for _, turn in played_turns(header, 1)]
    await runner.world.start_with(header)
    await runner.world.write_turns(turns[:9])
    await post_state(runner.world)
    await runner.begin()
    await runner.slash(await runner.world.to_move(), "place", **turns[9].options)
    await runner.slash(await runner.world.to_move(), "place", **turns[10].options)


@story("playing")
async def the_last_turn_ends_the_game(runner: StoryRunner) -> None:
    header = shuffled_header(2)
    turns = [turn for _, turn in played_turns(header, 1)]
    await runner.world.start_with(header)
    await runner.world.write_turns(turns[:-1])
    await post_state(runner.world)
    await runner.begin()
    await runner.slash(await runner.world.to_move(), "place", **turns[-1].options)
    await runner.press(runner.world.bo, "Again")


@story("undo")
async def an_undo_is_asked_and_agreed_to(runner: StoryRunner) -> None:
    world = runner.world
    await scenes.overtaken(world)
    await post_state(world)
    await runner.begin()
    await runner.slash(world.bo, "undo")
    await runner.press(world.bo, "Ask")
    await runner.press(world.cleo, "Agree")


@story("votes")
async def a_stalled_turn_is_skipped_by_vote(runner: StoryRunner) -> None:
    await game_begun(runner)
    world = runner.world
    await runner.wait(DAY)
    await runner.press(world.bo, "Not now")
    await runner.wait(4 * DAY)
    await runner.press(world.cleo, "Skip turn")
    await runner.press(world.ana, "Skip turn")


@story("votes")
async def a_pause_is_agreed_and_ended(runner: StoryRunner) -> None:
    await game_begun(runner)
    world = runner.world
    await runner.slash(world.cleo, "board")
    await runner.press(world.cleo, "Pause")
    await runner.press(world.cleo, "3 days")
    await runner.press(world.ana, "Pause until")
    await runner.wait(DAY)
    await runner.press(world.ana, "Resume")


@story("seats")
async def a_player_resigns_and_a_seat_changes_hands(runner: StoryRunner) -> None:
    await game_begun(runner)
    world = runner.world
    await runner.slash(world.cleo, "resign")
    await runner.press(world.cleo, "Resign")
    await runner.slash(world.ana, "replace", old=world.bo, new=world.dan)
    await runner.press(world.dan, "Take this seat")


@story("lobby")
async def a_table_fills_and_begins(runner: StoryRunner) -> None:
    world = runner.world
    await runner.slash(world.bo, "new", game="base", seats=3)
    await runner.choose(world.bo, "change pace day")
    await runner.choose(world.bo, "set river on")
    await runner.press(world.cleo, "Join")
    await runner.choose(world.cleo, "change pace week")
    await runner.choose(world.bo, "change aids no")
    await runner.press(world.cleo, "Join")
    await runner.press(world.cleo, "Colour")
    await runner.choose(world.cleo, "wear 5")
    await runner.press(world.bo, "Start")
    await runner.wait(2 * MINUTE)


@story("lobby")
async def the_bot_comes_to_a_server(runner: StoryRunner) -> None:
    guild = runner.world.env.create_guild("New here", preferred_locale="fr")
    guild.create_text_channel("general")
    await runner.wait(MINUTE)


@story("opponents")
async def an_opponent_joins_and_plays(runner: StoryRunner) -> None:
    world = runner.world
    await runner.slash(world.bo, "new", game="hunters", seats=2)
    await runner.choose(world.bo, "change order joined")
    await runner.choose(world.bo, "opponent novice")
    await runner.press(world.bo, "Start")
    await plays(runner)


@story("reminders")
async def reminders_come_as_they_were_chosen(runner: StoryRunner) -> None:
    await game_begun(runner)
    bo = runner.world.bo
    await runner.slash(bo, "settings")
    await runner.choose(bo, "habits remind 6")
    await runner.choose(bo, "habits remind-way both")
    await runner.wait(7 * HOUR)
    # A vote wakes whatever looks at the turn: nothing is sent a second time.
    until = round(runner.stage.recorder.clock() + 3 * DAY)
    await runner.world.write([(runner.world.cleo.id, f"vote pause {until}")])
    await runner.wait(5 * MINUTE)
    await runner.wait(12 * HOUR)
    await plays(runner)


@story("reminders")
async def quiet_hours_hold_a_reminder_back(runner: StoryRunner) -> None:
    await game_begun(runner)
    bo = runner.world.bo
    await runner.slash(bo, "settings")
    await runner.press(bo, "Quiet hours")
    await runner.choose(bo, "habits quiet 23")
    await runner.wait(13 * HOUR)
    await runner.wait(8 * HOUR)


@story("reminders")
async def a_clock_runs_out(runner: StoryRunner) -> None:
    await runner.world.start_with(shuffled_header(3, scenes.DEAL), pace="day")
    await post_state(runner.world)
    await runner.begin()
    await runner.wait(20 * HOUR)
    await runner.wait(5 * HOUR)
    await runner.press(runner.world.bo, "Skip turn")


@story("followers")
async def the_next_player_is_told_if_they_wish(runner: StoryRunner) -> None:
    await game_begun(runner)
    world = runner.world
    await runner.slash(world.ana, "settings")
    await runner.press(world.ana, "Ping when next")
    await runner.slash(world.dan, "board")
    await runner.press(world.dan, "Follow")
    await plays(runner)
    await runner.wait(HOUR)


@story("absences")
async def somebody_is_away_and_comes_back(runner: StoryRunner) -> None:
    await game_begun(runner)
    bo = runner.world.bo
    await runner.types(bo, "away", "until", "")
    await runner.slash(bo, "away", until="in a week")
    await runner.slash(runner.world.cleo, "board")
    await runner.wait(2 * DAY)
    await runner.press(bo, "I'm back")
    await runner.slash(bo, "away")


@story("orders")
async def an_order_plays_a_turn(runner: StoryRunner) -> None:
    await game_begun(runner)
    cleo = runner.world.cleo
    await runner.press(runner.world.cleo, "Place my tile")
    await runner.choose(cleo, "order group L35")
    await runner.choose(cleo, "order kind L26")
    await runner.press(cleo, "1")
    await runner.press(cleo, "Gatherer, west forest")
    await runner.slash(runner.world.bo, "place", move="0 1 rot0 none")
    await runner.wait(MINUTE)


@story("settings")
async def a_server_changes_its_settings(runner: StoryRunner) -> None:
    world = runner.world
    await runner.begin()
    await runner.slash(world.ana, "setup", language="fr", order="joined", aids="no", pace="day")
    await runner.slash(world.ana, "setup", undo="none", orders="no", thread="no", fields="third")
    await runner.press(world.ana, "Server features")
    await runner.slash(
        world.ana, "setup", ratings="yes", puzzle="yes", digest="yes", animation="always"
    )
    await runner.slash(world.bo, "new", game="base", seats=2)


@story("settings")
async def a_person_changes_every_setting(runner: StoryRunner) -> None:
    bo = runner.world.bo
    await runner.begin()
    await runner.slash(bo, "settings")
    for label in ("Confirm moves", "Ping when next", "Still pictures"):
        await runner.press(bo, label)
    await runner.choose(bo, "habits remind 0")


@story("cups")
async def a_cup_is_played_and_ended(runner: StoryRunner) -> None:
    world = runner.world
    await runner.slash(world.ana, "cup", game="hunters")
    for player in (world.ana, world.bo, world.cleo):
        await runner.press(player, "Join")
    await runner.press(world.ana, "Start")
    await runner.wait(MINUTE)
    await runner.slash(world.bo, "cup")
    await runner.press(world.ana, "End cup")
    await runner.press(world.ana, "End cup")
    await runner.wait(MINUTE)


@story("puzzles")
async def a_move_of_the_day_is_solved_and_told(runner: StoryRunner) -> None:
    world = runner.world
    await runner.slash(world.ana, "setup", puzzle="yes")
    await runner.wait(DAY)
    await runner.press(world.bo, "Solve")
    await runner.choose(world.bo, "puzzle")
    await runner.press(world.bo, "No meeple")
    await runner.slash(world.bo, "puzzle")
    await runner.wait(DAY)


@story("digests")
async def the_week_is_told_on_sunday(runner: StoryRunner) -> None:
    world = runner.world
    await runner.slash(world.ana, "setup", digest="yes")
    await world.start_with(shuffled_header(3))
    await world.write_turns([turn for _, turn in played_turns(shuffled_header(3), 1)])
    await runner.begin()
    await runner.wait(7 * DAY)


@story("lessons")
async def the_first_lesson_is_learned(runner: StoryRunner) -> None:
    bo = runner.world.bo
    await runner.begin()
    await runner.slash(bo, "help")
    await runner.press(bo, "Learn")
    await runner.press(bo, "1")
    await runner.press(bo, "No meeple")


@story("help")
async def rules_are_looked_up(runner: StoryRunner) -> None:
    bo = runner.world.bo
    await runner.begin()
    await runner.types(bo, "rules", "topic", "clois")
    await runner.slash(bo, "rules", topic="river")
    await runner.slash(bo, "help")


@story("privacy")
async def a_person_is_forgotten(runner: StoryRunner) -> None:
    bo = runner.world.bo
    await game_begun(runner)
    await runner.slash(bo, "privacy")
    await runner.press(bo, "Delete")
    await runner.press(bo, "Forget me")


@story("statistics")
async def games_are_counted_and_rated(runner: StoryRunner) -> None:
    world = runner.world
    await world.ana.slash(world.channel, "setup", ratings="yes")
    await world.start_with(shuffled_header(3))
    await world.write_turns([turn for _, turn in played_turns(shuffled_header(3), 1)])
    await runner.begin()
    await runner.wait(DAY)
    await runner.slash(world.ana, "stats")
    await runner.slash(world.ana, "stats", player=world.bo)
    await runner.slash(world.ana, "leaderboard", game="hunters")


@story("threads")
async def a_game_gets_a_thread_of_its_own(runner: StoryRunner) -> None:
    world = runner.world
    await runner.begin()
    await runner.slash(world.bo, "new", game="hunters", seats=2, thread="yes")


@story("threads")
async def a_game_that_nobody_plays_is_archived_and_resumed(runner: StoryRunner) -> None:
    await game_begun(runner)
    for player in (runner.world.ana, runner.world.bo, runner.world.cleo):
        await player.slash(runner.world.channel, "settings")
    await runner.wait(61 * DAY)
    await runner.press(runner.world.bo, "Resume")


@story("notes")
async def a_note_is_kept(runner: StoryRunner) -> None:
    await game_begun(runner)
    await runner.slash(runner.world.bo, "note", text="Watch the river.")
    await runner.slash(runner.world.bo, "note")


@story("home")
async def a_person_skips_through_their_games(runner: StoryRunner) -> None:
    await game_begun(runner)
    world = runner.world
    other = world.guild.create_text_channel("second")
    await world.bo.slash(other, "new", game="base", seats=2)
    await runner.slash(world.bo, "games")
    await runner.press(world.bo, "Join a game")


@story("boards")
async def the_board_is_seen_in_other_views(runner: StoryRunner) -> None:
    await scenes.overtaken(runner.world)
    await post_state(runner.world)
    await runner.begin()
    for view in ("places", "mine", "stuck"):
        await runner.slash(runner.world.bo, "board", view=view)

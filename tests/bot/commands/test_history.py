"""History commands: the log, the news, the projected result and the rules."""

from __future__ import annotations

import random
import re
from typing import Any, Final

import pytest
from simcord import InteractionResult, MemberActor

from bot.games import game_topics
from bot.presenters.private.history import LOG_PAGE
from bot.presenters.private.places import place_options
from bot.presenters.words.scores import score_title
from bot.table.table import Phase
from bot.text.i18n import percent
from rules.analysis.draw_odds import draw_chance, fitting_kinds, kinds_left
from rules.analysis.projection import final_scoring_events, projected_scores
from rules.game import Game
from rules.geometry import xy
from rules.random_play import deal
from rules.story import Scored, TileDiscarded, TilePlaced, TurnBegan
from rules.variants import games_by_part
from tests.bot.commands.test_whole_game import final_table, gains
from tests.support.legal_turns import any_turn, played_turns, scoring_turn
from tests.support.move_panel import within_limits
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World, shuffled_header

GAIN: Final = re.compile(r"\*\*(\d+)\*\*(?: each)? for ((?:\*\*[^*]+\*\*\D*)+)")


async def far(world: World, number: int = 40, seats: int = 3, seed: int = 1) -> None:
    """A game in which much has been scored."""
    header = shuffled_header(seats, seed)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, seed, scoring_turn)][:number])


async def reply_to(world: World, who: MemberActor, command: str, **options: Any) -> str:
    """The private answer to a user's command."""
    if options:
        return private(await who.slash(world.channel, command, **options))
    return private(await world.look(who, command))


# -- the log --------------------------------------------------------------------------------------


async def test_log_pages_have_buttons_and_show_every_entry(
    world: World,
) -> None:
    await far(world, 60)
    result: InteractionResult = await world.look(world.dan, "log")
    newest = private(result)
    head = re.match(r"\*\*Log\*\*, page (\d+) of (\d+)\n", newest)
    assert head is not None and head[1] == head[2] and int(head[2]) > 2
    assert list(buttons_of(answer(result))) == ["← Earlier", "← Back"]
    pages = [newest]
    while "← Earlier" in buttons_of(answer(result)):
        result = await world.dan.click(answer(result), label="← Earlier")
        within_limits(answer(result))
        pages.insert(0, private(result))
        assert len(pages[0]) <= LOG_PAGE + 100
    assert list(buttons_of(answer(result))) == ["Later →", "← Back"]
    assert len(pages) == int(head[2])
    game = await world.game()
    text = "\n".join(pages)
    placed = [event for event in game.story if isinstance(event, TilePlaced)]
    assert len(placed) == 60
    assert len(re.findall(" placed a (?:second |bonus )?tile at ", text)) == len(placed)
    assert text.count("🗑️") == sum(isinstance(event, TileDiscarded) for event in game.story)
    # The points of the whole log come to the scores.
    got = {"Ana": 0, "Bo": 0, "Cleo": 0}
    for name, points in gains(text):
        got[name] += points
    assert list(got.values()) == list(game.scores)
    later = await world.dan.click(answer(result), label="Later →")
    assert private(later) == pages[1]


async def test_button_to_a_missing_log_page_shows_the_last_page(world: World) -> None:
    await far(world, 60)
    first = await world.look(world.bo, "log")
    while "← Earlier" in buttons_of(answer(first)):
        first = await world.bo.click(answer(first), label="← Earlier")
    assert "page 1 of" in private(first)
    lines = (await world.table()).lines
    await world.write([(world.ana.id, f"undo {lines[0].number}")])
    shown = private(await world.bo.click(answer(first), label="Later →"))
    assert shown == "**Log**\nNothing has happened yet."


async def test_log_of_a_new_game_says_that_no_move_was_made(world: World) -> None:
    await world.start_with(shuffled_header(2))
    assert "Nothing has happened yet." in await reply_to(world, world.dan, "log")


async def test_log_does_not_list_undone_moves(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(any_turn(await world.game(), random.Random(1)))
    assert "**Ana** placed" in await reply_to(world, world.dan, "log")
    await world.ana.slash(world.channel, "undo")
    assert "Nothing has happened yet." in await reply_to(world, world.dan, "log")


# -- since ----------------------------------------------------------------------------------------


async def test_since_shows_only_news_after_the_readers_last_turn(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3, 1))
    for seed in range(5):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    # Ana, Bo, Cleo, Ana, Bo: Cleo is to move and has missed two tiles, Ana one, Bo none.
    for player, number in ((world.cleo, 2), (world.ana, 1), (world.bo, 0)):
        text = await reply_to(world, player, "since")
        tiles = f"{number} tile{'' if number == 1 else 's'}"
        assert re.search(
            rf"Since your last turn\*\*, {tiles} (was|were) placed"
            if number
            else "Nothing new since your last turn.",
            text,
        )
        assert len(re.findall(" placed a (?:second |bonus )?tile at ", text)) == number
        assert "▶️ **Cleo**'s turn · " in text
    assert "**Everything else**" not in await reply_to(world, world.bo, "since")


def missed(game: Game, seat: int) -> list[Scored]:
    """The scores since the end of a seat's last turn."""
    placed = [n for n, e in enumerate(game.story) if isinstance(e, TilePlaced) and e.seat == seat]
    own = placed[-1] if placed else 0
    begins = [n for n, e in enumerate(game.story) if isinstance(e, TurnBegan) and n > own]
    news = game.story[begins[0] :] if begins else ()
    return [event for event in news if isinstance(event, Scored) and event.points]


async def test_since_lists_the_readers_own_events_first(world: World) -> None:
    positions = (
        (header, [turn for _, turn in played[:number]], seat)
        for seed in range(20)
        for header in (shuffled_header(3, seed),)
        for played in (list(played_turns(header, seed, scoring_turn)),)
        for number, (game, _) in enumerate(played)
        for seat in range(3)
        # Something of the reader's, and something in which the reader has no part.
        if len({seat in dict(event.points) for event in missed(game, seat)}) == 2
    )
    header, some, seat = next(positions)
    await world.start_with(header)
    await world.write_turns(some)
    game, player = await world.game(), world.players[seat]
    text = await reply_to(world, player, "since")
    first, second = text.index("**About you**"), text.index("**Everything else**")
    assert first < second
    for event in missed(game, seat):
        position = text.index(score_title(event))
        assert (first < position < second) if seat in dict(event.points) else position > second


async def test_since_shows_everything_to_a_player_without_a_move(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3, 1))
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    text = await reply_to(world, world.cleo, "since")
    assert "**Since the start**, 2 tiles were placed. You haven't had a turn yet." in text
    assert text.count(" placed a tile at ") == 2
    fresh = await reply_to(world, world.cleo, "log")
    assert all(line.split("` ")[-1] in text for line in fresh.splitlines()[1:])


async def test_news_button_works_for_players_and_spectators(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(any_turn(await world.game(), random.Random(1)))
    for who in (world.bo, world.dan):
        reply = private(await who.click(world.post(), label="What's new"))
        assert "1 tile was placed" in reply


async def test_since_after_the_end_shows_the_final_scoring_and_the_end(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    text = await reply_to(world, world.ana, "since")
    assert "🏆" in text and "final" not in text.lower() and "ended now" not in text


# -- the projection -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rest_slow(["hunters", "base+ferries", "base", "ark"], 2))
async def test_scores_if_the_game_ended_now_follow_the_rules(world: World, name: str) -> None:
    chances = random.Random(name)
    await world.start_with(deal(name, 3, chances))
    await world.play_random_tiles(chances, 30)
    game = await world.game()
    for _ in range(3):
        text = await reply_to(world, world.dan, "scores")
        so_far, _, rest = text.partition("**If the game ended now**")
        projection, _, _ = rest.partition("**So far**")
        assert [final_table(so_far)[name] for name in ("Ana", "Bo", "Cleo")] == list(game.scores)
        assert [final_table(projection)[name] for name in ("Ana", "Bo", "Cleo")] == list(
            projected_scores(game)
        )
        more = {"Ana": 0, "Bo": 0, "Cleo": 0}
        for player, points in gains_of(projection):
            more[player] += points
        assert list(more.values()) == [
            projected - now
            for now, projected in zip(game.scores, projected_scores(game), strict=True)
        ]
        earned = [e for e in final_scoring_events(game) if isinstance(e, Scored) and e.points]
        assert len(re.findall(r"[=→] \*\*\d+\*\*(?: each)? for|→ \*\*", projection)) == len(earned)
        shown = await reply_to(world, world.dan, "board", view="text")
        for seat, points in enumerate(projected_scores(game)):
            who = ("Ana", "Bo", "Cleo")[seat]
            assert re.search(rf"\*\*{who}\*\*: \d+ points?, {points} if the game ended", shown)
        game = (await world.play_random_tiles(chances, 8)).running_game


def gains_of(text: str) -> list[tuple[str, int]]:
    """Points by player in lines such as ``… = **3** each for **Ana** and **Bo**.``."""
    gains = []
    for line in text.splitlines():
        for points, names in re.findall(
            r"[=→,] \*\*(\d+)\*\*(?: each)? for ((?:\*\*[^*]+\*\*\D*)+)", line
        ):
            gains += [(name, int(points)) for name in re.findall(r"\*\*([^*\d]+)\*\*", names)]
    return gains


async def test_details_of_a_finished_game_tell_play_first_and_the_final_scoring_as_one_block(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    table = await world.post_state()
    assert table.phase is Phase.OVER
    text = private(await world.dan.click(world.post(), label="Details"))
    assert "If the game ended now" not in text
    for who, points in zip(("Ana", "Bo"), table.running_game.scores, strict=True):
        parts = rf"\*\*(During the game|Final scoring)\*\* .*\*\*{who}\*\* (\d+)"
        headings = re.findall(parts, text)
        assert [heading for heading, _ in headings] == ["During the game", "Final scoring"]
        assert sum(int(subtotal) for _, subtotal in headings) == points
    during, _, final = text.partition("**Final scoring**")
    assert "Meadow at" in final and "Meadow at" not in during


# -- odds -----------------------------------------------------------------------------------------


async def test_fits_lists_fitting_tiles_and_each_players_chance(world: World) -> None:
    await far(world, 40)
    game = await world.game()
    seen = 0
    for cell in list(game.board.gaps)[:12]:
        x, y = xy(cell)
        text = await reply_to(world, world.dan, "tiles", place=f"{x} {y}")
        kinds = fitting_kinds(game, cell)
        if not kinds:
            assert f"No remaining tile fits at `{x} {y}`" in text
            continue
        seen += 1
        number = kinds.total()
        assert text.startswith(f"**{number} remaining tile")
        groups = re.findall(r"(\d+) with ", text)
        assert sum(map(int, groups)) == number
        for seat, who in enumerate(("Ana", "Bo", "Cleo")):
            assert f"**{who}**: {percent(draw_chance(game, seat, cell))}" in text
        assert game.hand is not None
        fits = bool(game.hand.fitting[game.board.gaps[cell]])
        assert ("The current tile fits there too." in text) == fits
    assert seen > 5


async def test_tiles_command_for_a_cell_without_a_gap_says_so(world: World) -> None:
    await world.start_with(shuffled_header(2))
    for x, y in ((0, 0), (9, 9)):
        assert f"There's no empty space at `{x} {y}`" in await reply_to(
            world, world.ana, "tiles", place=f"{x} {y}"
        )


async def test_chances_for_a_gap_leave_out_resigned_players(world: World) -> None:
    await far(world, 6)
    await world.write([(world.bo.id, "resign 1")])
    game = await world.game()
    cell = next(cell for cell in game.board.gaps if fitting_kinds(game, cell))
    x, y = xy(cell)
    text = await reply_to(world, world.ana, "tiles", place=f"{x} {y}")
    assert "**Ana**:" in text and "**Bo**:" not in text


async def test_tiles_command_shows_the_counts_of_the_rules(world: World) -> None:
    await far(world, 40)
    game = await world.game()
    result = await world.dan.slash(world.channel, "tiles")
    text = private(result)
    for bag, name in (("bag", "Tiles"), ("bonus", "Bonus tiles")):
        assert f"**{name} left: {kinds_left(game)[bag].total()}**" in text
    [picture] = answer(result).attachments
    assert (await picture.read()).startswith(b"\x89PNG")


# -- rules at hand --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", rest_slow(games_by_part(), 3))
async def test_help_finds_every_topic_by_key_and_by_title(world: World, game: str) -> None:
    for key, topic in game_topics.topics_of(game).items():
        by_key = await reply_to(world, world.dan, "rules", topic=key, game=game)
        assert topic.title in by_key and len(by_key) > len(topic.title) + 40
        assert await reply_to(world, world.dan, "rules", topic=topic.title, game=game) == by_key


async def test_help_offers_and_shows_rules_of_the_channels_game(world: World) -> None:
    await world.start_with(deal("ark", 2, random.Random(1)))
    offered = await world.bo.autocomplete(world.channel, "rules", "topic", "")
    assert {choice["value"] for choice in offered} <= set(game_topics.topics_of("ark"))
    assert 1 <= len(offered) <= 25
    typed = await world.bo.autocomplete(world.channel, "rules", "topic", "moving")
    assert "moving" in typed[0]["name"].lower()
    assert "Ark" in await reply_to(world, world.bo, "rules", topic=typed[0]["value"])
    other = await world.bo.autocomplete(world.channel, "rules", "topic", "tiger", game="hunters")
    assert other[0]["value"] in game_topics.topics_of("hunters")


async def test_help_on_an_unknown_topic_says_that_no_rule_exists(world: World) -> None:
    told_so = await reply_to(world, world.dan, "rules", topic="qqqq", game="base")
    assert "I don't have a rule about “qqqq” in this game" in told_so


async def test_topic_named_by_a_refusal_is_found_under_its_name(world: World) -> None:
    await world.start_with(shuffled_header(2))
    refused = await reply_to(world, world.ana, "place", move="40 40 0")
    named = re.search(r"-# Rule: `/rules (.+)`$", refused)
    assert named is not None
    rule = await reply_to(world, world.ana, "rules", topic=named[1])
    assert named[1] in rule


# -- for who cannot see the picture ---------------------------------------------------------------


async def test_places_and_position_in_words_are_shown_to_every_user(world: World) -> None:
    await far(world, 20)
    game = await world.game()
    for who in (world.ana, world.bo, world.dan):
        places = await reply_to(world, who, "places")
        assert len(re.findall(r"^- `", places, re.M)) == len(place_options(game))
        for option in place_options(game):
            x, y = xy(option.cell)
            assert f"- `{x} {y}` ↻ " in places
        position = await reply_to(world, who, "board", view="text")
        assert "The current tile, unrotated" in position
        assert all(f"**{name}**: " in position for name in ("Ana", "Bo", "Cleo"))


async def test_text_of_a_long_game_is_complete_within_the_limits(world: World) -> None:
    await far(world, 70)
    result = await world.dan.slash(world.channel, "board", view="text")
    pages = [answer(result), *result.followups]
    assert len(pages) > 1 and all(len(page.content) <= 2000 for page in pages)
    # The heads of what the game is made of, and at the end what every player has.
    text = private(result)
    assert text.count("**") % 2 == 0
    assert " left." in text.splitlines()[-1]

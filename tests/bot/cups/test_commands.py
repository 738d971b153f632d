"""A cup through Discord: opened, joined, started, played, ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.cups.policy import CupPhase, standings, winners
from bot.cups.rounds import BLOCKED_SECONDS
from bot.table.settings import FREE_SECONDS, Settings, settings_by
from tests.support.clock import Clock
from tests.support.cup_matches import (
    GAME,
    begun,
    card,
    cup,
    inside,
    pass_cup_time,
    people,
    play_match,
    press,
    threads,
)
from tests.support.shown_messages import answer, private, text_of
from tests.support.world import World


async def test_whole_small_cup_is_played_to_its_end(world: World, clock: Clock) -> None:
    players = 3
    await begun(world, clock, players)
    matches = players * (players - 1) // 2
    state = await cup(world)
    assert state.is_round_robin and state.number_of_rounds == 3
    for number in range(1, 4):
        state = await cup(world)
        assert len(state.rounds) == number
        both = await threads(world)
        assert len(both) == players // 2, "each match has a thread"
        for index, thread in enumerate(both):
            await play_match(world, thread, seed=10 * number + index)
        assert len((await cup(world)).rounds) == number, "the last move may still be undone"
        await pass_cup_time(world, clock, FREE_SECONDS + 60)
    state = await cup(world)
    assert state.phase is CupPhase.OVER
    met = {frozenset(match.players) for played in state.rounds for match in played.matches}
    assert len(met) == matches
    for played in state.rounds:
        for match in played.matches:
            assert match.game is not None and match.result is not None
            loaded = await world.app.services.tables.game(match.game)
            assert loaded is not None and loaded.table.settings.cup == 1
            by_user = dict(zip(loaded.table.players, loaded.table.running_game.scores, strict=True))
            users = [state.users[player] for player in match.players]
            assert match.result.points == tuple(by_user[user] for user in users)
    posts = world.posts()
    assert sum(post.startswith("⚔️") for post in posts) == matches
    assert sum(post.startswith("🏁") for post in posts) == matches
    [end] = [post for post in posts if "the cup!" in post]
    names = dict(zip([p.id for p in people(world)], ["Ana", "Bo", "Cleo", "Dan"], strict=True))
    for player in winners(state):
        user = state.users[player]
        assert user is not None and f"**{names[user]}**" in end
    assert "The cup is over" in text_of(card(world))
    assert len(standings(state)) == players
    assert all(not body["allowed_mentions"].get("users") for body in world.sent()), "no pings"


async def test_player_who_leaves_loses_the_match_and_gets_no_other(
    world: World, clock: Clock
) -> None:
    await begun(world, clock)
    question = await press(world, world.bo, "leave")
    assert "Leave the cup?" in private(question)
    assert (await cup(world)).players[1].plays_on
    await world.bo.click(answer(question), label="Leave cup")
    await pass_cup_time(world, clock, 1)
    state = await cup(world)
    [match] = [m for m in state.rounds[0].matches if 1 in m.players]
    assert match.winner is not None and match.winner != 1
    assert any("**Bo** has left the cup" in post for post in world.posts())
    [thread] = [
        t
        for t in world.channel.threads
        if t.id == (await world.app.game_log.row(match.game or 0)).channel
    ]
    assert (await world.table(thread)).ended
    [other] = await threads(world)
    await play_match(world, other)
    await pass_cup_time(world, clock, FREE_SECONDS + 60)
    state = await cup(world)
    assert len(state.rounds) == 2
    [walkover] = [m for m in state.rounds[1].matches if 1 in m.players]
    assert walkover.game is None and walkover.winner is not None
    assert len(await threads(world)) == 1


async def test_record_has_no_tile_of_the_future_and_a_later_undo_changes_no_result(
    world: World, clock: Clock
) -> None:
    await begun(world, clock)
    [thread, running] = await threads(world)
    await play_match(world, thread)
    await pass_cup_time(world, clock, FREE_SECONDS + 60)
    before = (await cup(world)).rounds[0].matches[0]
    assert before.result is not None
    given = await press(world, world.cleo, "record")
    [attachment] = answer(given).attachments
    text = (await attachment.read()).decode()
    assert text.count("# Round 1:") == 2
    header = (await world.table(running)).header
    assert header is not None
    assert not any(" ".join(order) in text for order in header.bags.values())
    with inside(world, thread):
        table = await world.table()
        last = next(p for p in people(world) if p.id == table.lines[-1].user)
        other = next(p for p in people(world) if p.id in table.players and p.id != last.id)
        await last.slash(thread, "undo")
        asked = (await world.table()).undo_vote
        if asked is not None:
            await world.press(other, f"agree {asked.entry}", thread)
    await pass_cup_time(world, clock, 30 * 60)
    assert (await cup(world)).rounds[0].matches[0] == before


async def test_match_in_a_deleted_thread_has_no_winner(world: World, clock: Clock) -> None:
    await begun(world, clock)
    [thread, _other] = await threads(world)
    await world.app.services.departures.channel_deleted(thread.id)
    await pass_cup_time(world, clock, 20 * 60)
    match = (await cup(world)).rounds[0].matches[0]
    assert match.result is not None and match.winner is None and not match.is_draw
    assert "no points" in world.posts()[-1]


async def test_erased_player_loses_the_match_and_is_named_no_more(
    world: World, clock: Clock
) -> None:
    await begun(world, clock)
    await world.press_id(world.bo, "carc:0:0:privacy forget")
    await pass_cup_time(world, clock, 20 * 60)
    state = await cup(world)
    assert state.users[1] is None
    [match] = [m for m in state.rounds[0].matches if 1 in m.players]
    assert match.winner is not None and match.winner != 1
    assert "**Bo**" not in text_of(card(world)) and "Former player" in text_of(card(world))


async def test_matches_have_the_settings_of_the_cup_and_sealed_bags_of_their_own(
    world: World, clock: Clock
) -> None:
    await begun(world, clock, pace="day", undo="none", orders="no", language="fr")
    table = await world.table((await threads(world))[0])
    settings = table.settings
    assert (settings.pace, settings.undo, settings.language) == ("day", "none", "fr")
    assert settings.aids == "no" and not settings.standing_orders and table.seat_count == 2
    assert sorted(table.colours) == [0, 1]
    assert "Ronde 1" in text_of(card(world))
    headers = [(await world.table(thread)).header for thread in await threads(world)]
    assert all(header is not None and header.nonce for header in headers)
    bags = [header.bags for header in headers if header is not None]
    assert len(bags) == 2 and bags[0] != bags[1]


async def test_match_of_a_cup_from_before_aids_were_logged_has_them_as_it_began(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def from_before(*given: Any) -> Settings:
        return replace(settings_by(*given), aids="")

    monkeypatch.setattr("bot.cups.commands.settings_by", from_before)
    await begun(world, clock)
    assert (await cup(world)).settings.aids == ""
    table = await world.table((await threads(world))[0])
    assert (table.settings.aids, table.settings.has_aids, table.settings.cup) == ("", True, 1)
    assert "aids:" not in " ".join(line.text for line in table.lines)


async def test_missing_permission_is_named_and_matches_open_once_it_is_there(
    world: World, clock: Clock
) -> None:
    await world.ana.slash(world.channel, "cup", game=GAME)
    for player in (world.bo, world.cleo):
        await press(world, player, "join")
    set_right(world, "create_public_threads", allowed=False)
    await world.env.settle()
    other = world.guild.create_text_channel("other")
    refused = private(await world.ana.slash(other, "cup", game=GAME))
    assert "create public threads" in refused and world.posts(other) == []
    await press(world, world.ana, "start")
    await pass_cup_time(world, clock, 1)
    assert "create public threads" in text_of(card(world))
    assert await threads(world) == []
    set_right(world, "create_public_threads", allowed=True)
    await world.env.settle()
    await pass_cup_time(world, clock, BLOCKED_SECONDS)
    assert len(await threads(world)) == 1
    assert "create public threads" not in text_of(card(world))


async def test_deleted_card_is_posted_once_more(world: World, clock: Clock) -> None:
    await begun(world, clock)
    await card(world).delete()
    # Dan leaves, by a button that his client still shows.
    await world.press_id(world.dan, "carc:0:0:cup 1 leave now")
    await pass_cup_time(world, clock, 1)
    assert card(world).pinned
    stored = await world.app.services.cup_posts.cards.of(1)
    assert stored is not None and stored.times_lost == 1


def set_right(world: World, right: str, *, allowed: bool) -> None:
    """Give or take a permission of everybody in the server, the bot's too."""
    backend = world.env.backend
    for role in list(backend.get_guild(world.guild.id).roles.values()):
        rights = discord.Permissions(role.permissions)
        rights.update(**{right: allowed})
        backend.edit_role(world.guild.id, role.id, {"permissions": rights.value})

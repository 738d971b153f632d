"""A table in each language: its posts for everybody, its answers for users of such a client."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from simcord import MemberActor, interactions

from bot.boards.words import VIEWS
from bot.discord_io import rendering
from bot.table.table import Phase
from bot.words import topics
from bot.words.moves import command_moves
from rules import notation
from rules.game import play_to_next_decision
from rules.geometry import xy
from rules.moves import PlaceTile
from rules.random_play import random_move
from tests.support.game_choices import opening_options
from tests.support.language_check import COMPLETE, LOCALES, english_leaks, sent_texts, slips
from tests.support.move_panel import Panel, menu_of
from tests.support.shown_messages import action_ids_of, answer, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World

TURNS: Final = 10
LOOKED_AT: Final = (1, 6)
"""The turns before which everything there is to see is looked at."""

BROWSING: Final = {"show", "plan", "panel"}
"""The actions of a panel's buttons that commit nothing."""

OWN: Final = [words.name for words, _kinds in command_moves()]
"""The commands of the parts' own moves."""

Clients = dict[int, str]


@pytest.fixture
def clients(world: World, monkeypatch: pytest.MonkeyPatch) -> Clients:
    """The language of each user's client by user id, which simcord has no word for."""
    spoken: Clients = {}
    original = interactions.base_payload

    def payload(backend: Any, **about: Any) -> tuple[Any, dict[str, Any]]:
        record, defaults = original(backend, **about)
        return record, {**defaults, "locale": spoken.get(about["user_id"], "en-GB")}

    monkeypatch.setattr(interactions, "base_payload", payload)
    return spoken


# -- turns --------------------------------------------------------------------------------------


async def by_buttons(world: World, chance: random.Random) -> None:
    """A turn by the panel: looking around a little, then whatever comes to an end."""
    player = await world.to_move()
    before = len(world.messages())
    panel = Panel(player, await world.press(player, "panel"))
    for _ in range(3):
        around = [*panel.places, *(does for does in panel.action if does.startswith("show "))]
        panel = await panel.take(chance.choice(around)) if around else panel
    panel = await panel.take(chance.choice(list(panel.figures)))
    for _ in range(40):
        if len(world.messages()) > before:
            private(panel.result)
            return
        ending = [does for does in panel.action if does.split()[0] not in BROWSING]
        whole = [line.value for line in menu_of(panel.message, "whole")]
        panel = await panel.take(chance.choice(ending or [*whole, *panel.action]))
    raise AssertionError("the panel does not come to an end")


async def by_commands(world: World, chance: random.Random) -> None:
    """A turn typed, decision by decision."""
    player = await world.to_move()
    game = await world.game()
    place = chance.choice([move for move in game.legal_moves() if isinstance(move, PlaceTile)])
    said = notation.write(place)
    after = play_to_next_decision(game, place)
    if after.decision.is_needed(after):
        await player.slash(world.channel, "place", move=said)
        said = f"{said} {notation.write(random_move(after, chance))}"
    await player.slash(world.channel, "place", move=said)
    while (await world.table()).is_mid_turn:
        move = notation.write(random_move(await world.game(), chance))
        command, _, rest = move.partition(" ")
        if command in OWN:
            await player.slash(world.channel, command, move=rest)
        else:
            await player.slash(world.channel, "place", move=move)


async def look_around(world: World, player: MemberActor, chance: random.Random) -> None:
    """Ask for everything there is to see."""
    game = await world.game()
    x, y = xy(chance.choice(sorted(game.board.gaps)))
    name = (await world.table()).name
    for view in VIEWS:
        await player.slash(world.channel, "board", view=view)
    await player.slash(world.channel, "board", place="0 0")
    for what in ("log", "since", "tiles", "help", "seal", "record"):
        await world.look(player, what)
    await player.slash(world.channel, "tiles", place=f"{x} {y}")
    for topic in chance.sample(sorted(topics.topics_of(name)), 4):
        await player.slash(world.channel, "rules", topic=topic)
    await player.autocomplete(world.channel, "rules", "topic", "")
    for typed in ("", f"{x} {y}", "9"):
        await player.autocomplete(world.channel, "place", "move", typed)
    for command in OWN:
        await player.autocomplete(world.channel, command, "move", "")
    for command in ("resign", "end"):
        await player.slash(world.channel, command)


async def be_refused(world: World) -> None:
    """Try what cannot be done."""
    player, other = await world.to_move(), (await world.others())[0]
    await other.slash(world.channel, "place", move="pass")
    version = (
        await world.app.services.tables.require_game(world.channel.id, await world.game_id())
    ).version
    for does in ("join", "place 0 0 rot0"):
        await world.press_id(other, f"carc:{version.game}:{version.version}:{does}")
    await world.dan.slash(world.channel, "board", view="since")
    await player.slash(world.channel, "new", game="base", seats=2)
    await player.slash(world.channel, "tiles", place="0 0")
    await player.slash(world.channel, "rules", topic="xyzzy")
    for command in OWN:
        await player.slash(world.channel, command, move="up")
    for said in ("0 0 rot0 none", "50 50 rot0", "0 1 rot45", "0 1 rot0 king a", "0", "x y", "pass"):
        await player.slash(world.channel, "place", move=said)
    x, y = xy(min((await world.game()).board.gaps))
    for rotation in ("rot0", "rot90", "rot180", "rot270"):
        for role in (role.name for role in (await world.game()).book.ruleset.roles):
            move = f"{x} {y} {rotation} {role} z"
            await player.slash(world.channel, "place", move=move)


async def empty_replay(
    record: str, players: Any, limit: int, progress: Callable[[int, int], None]
) -> bytes:
    """A replay of nothing, of which only how far it is has words."""
    for done in (1, 20, 40):
        progress(done, 40)
    return b"webp"


@pytest.mark.parametrize("language", rest_slow(COMPLETE))
async def test_nothing_in_a_translated_game_is_english(
    language: str, world: World, clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients |= {who.id: LOCALES[language] for who in (*world.players, world.dan)}
    start = len(world.env.http_requests)
    chance = random.Random("hunters")
    monkeypatch.setattr(rendering, "render_animation", empty_replay)
    await world.ana.slash(world.channel, "new", **opening_options("hunters"), seats=2)
    await world.press_stale(world.ana, "start")
    await world.choose_colour(world.bo, 3)
    await world.press(world.ana, "start")
    await be_refused(world)
    for turn in range(TURNS):
        if turn in LOOKED_AT:
            await look_around(world, await world.to_move(), chance)
        await (by_buttons if turn % 2 else by_commands)(world, chance)
    last = (await world.others())[0]
    await last.slash(world.channel, "undo")
    await by_commands(world, chance)
    await last.slash(world.channel, "undo")
    await by_commands(world, chance)
    asked = await world.ana.slash(world.channel, "resign")
    await world.ana.click(answer(asked).message, custom_id=action_ids_of(answer(asked))["resign"])
    assert (await world.table()).phase is Phase.OVER
    for what in ("scores", "log", "seal", "board", "replay", "places", "undo"):
        await world.look(world.bo, what)
    texts = sent_texts(world, start)
    assert len(texts) > 100, "what is sent is looked at"
    assert not {text: leaks for text in texts if (leaks := english_leaks(text, language))}
    assert not {text: leaks for text in texts if (leaks := slips(text, language))}


# -- who reads what -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", rest_slow(COMPLETE))
async def test_private_answers_are_in_the_language_of_the_user(
    language: str, world: World, clients: Clients
) -> None:
    clients[world.ana.id] = LOCALES[language]
    await world.start_game(seats=2)
    for what in ("scores", "places", "log", "help", "tiles"):
        assert not english_leaks(private(await world.look(world.ana, what)), language)
        assert english_leaks(private(await world.look(world.bo, what)), language), what
    ours = private(await world.ana.slash(world.channel, "board", view="text"))
    theirs = private(await world.bo.slash(world.channel, "board", view="text"))
    assert "The current tile" in theirs and "The current tile" not in ours
    assert not english_leaks(ours, language)

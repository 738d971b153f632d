"""Autocomplete offers whole moves that are legal for the player to move, and nothing else."""

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

from bot.playing.autocomplete import decision_suggestions, placement_suggestions
from bot.text.coordinates import coordinates
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import Suggestion
from bot.text.names import Names
from rules.analysis.placements import space_numbers, spaces
from rules.game import Game, play, play_to_next_decision, start
from rules.geometry import xy
from rules.moves import Move, PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.variants.ark_walk import ARK, SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.game_choices import ALL_TOGETHER
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    legal_turns,
    played_turns,
)
from tests.support.world import World, shuffled_header

LIMIT, LENGTH = 25, 100
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
DECISIONS = {"ferry": LayFerry, "turn": TurnFerry, "ark": SetArk, "walk": Walk}


def played(name: str, seed: int, seats: int = 3, edition: int | None = None) -> Iterator[Game]:
    chance = random.Random(seed)
    header = deal(name, seats, chance, **({} if edition is None else {"edition": edition}))
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        yield game
        game = play(game, random_move(game, chance))


def tiles_to_lay(name: str, seed: int, step: int) -> list[Game]:
    """Some positions of a game by chance with a tile in hand."""
    return [game for game in played(name, seed) if game.drawn is not None][::step]


def written(game: Game) -> set[str]:
    """Every turn there is as it is typed; where nothing can be put on the tile, it alone."""
    return {
        turn.text if legal_figures(game, turn.place) else turn.place_text
        for turn in legal_turns(game)
    }


def check(offered: list[Suggestion], wanted: set[str], about: object) -> None:
    """Check that the suggestions are wanted ones, up to Discord's limit."""
    values = [choice.value for choice in offered]
    assert len(values) == len(set(values)) == min(len(wanted), LIMIT), about
    assert set(values) <= wanted, about
    for choice in offered:
        assert 1 <= len(choice.label) <= LENGTH and 1 <= len(choice.value) <= LENGTH
        assert choice.label.startswith(" ".join(choice.value.split()[:2]))


def test_suggestions_are_legal_and_narrow_word_by_word() -> None:
    chance = random.Random(1)
    for game in (*tiles_to_lay("hunters", 1, 26), *tiles_to_lay("base+ferries", 1, 26)):
        every = written(game)
        numbered = enumerate(spaces(game), 1)
        labels = [f"#{number} · {coordinates(cell)}" for number, cell in numbered]
        offered = placement_suggestions(game, "")
        shown = [" · ".join(choice.label.split(" · ")[:2]) for choice in offered]
        assert shown == labels[:LIMIT], "first the spaces"
        for number, cell in list(enumerate(spaces(game), 1))[:3]:
            moves = placement_suggestions(game, f"#{number} ")
            wanted = {text for text in every if text.startswith(f"{coordinates(cell)} ")}
            check(moves, wanted, number)
        for text in chance.sample(sorted(every), min(3, len(every))):
            words = text.split()
            for length in range(1, len(words) + 1):
                for typed in (" ".join(words[:length]), " ".join(words[:length]) + " "):
                    wanted = {text for text in every if text.startswith(typed.strip())}
                    check(placement_suggestions(game, typed), wanted, typed)
        for typed in ("?", "120 120", "rot45", "--1", "1e9", "٣", "½", "hunter z z", "9" * 99):
            assert placement_suggestions(game, typed) == [], typed


def test_suggested_points_are_those_scored_and_shown_within_the_limit() -> None:
    count = 0
    for name in ("base", ALL_TOGETHER):
        for game in tiles_to_lay(name, 4, 4):
            turns = {turn.text: turn for turn in legal_turns(game)}
            numbers = space_numbers(game).values()
            offered = [placement_suggestions(game, f"#{number} ") for number in numbers]
            for each in chain.from_iterable(offered):
                if each.value not in turns:
                    continue
                after = game_after_turn(game, turns[each.value])
                points = after.scores[game.turn] - game.scores[game.turn]
                if not after.over:
                    assert (f" · +{points} now" in each.label) if points else "+" not in each.label
                    count += bool(points)
            for language in LANGUAGES:
                with use_language(language):
                    listed = placement_suggestions(game, "#1 ")
                    assert all(len(each.label) <= LENGTH for each in listed)
    assert count > 10


def test_every_space_is_reached_by_the_first_figure_of_its_number() -> None:
    for game in tiles_to_lay("hunters", 2, 12):
        reached = {
            " ".join(choice.value.split()[:2])
            for begun in ("#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8", "#9")
            for choice in placement_suggestions(game, begun)
        }
        assert reached >= set(map(coordinates, spaces(game)))


def test_COM_25_equivalent_rotation_is_suggested_with_its_figures() -> None:
    met = 0
    for game in played("base", 3, edition=1):
        hand = game.hand
        if hand is None or len(hand.distinct) == 4:
            continue
        place = legal_placements(game)[0]
        x, y = xy(place.cell)
        for rotation in {0, 1, 2, 3} - {place.rotation}:
            if hand.same[rotation].rotation != place.rotation:
                continue
            if game.decision.resolve(game, PlaceTile(place.cell, rotation)) == place:
                choices = placement_suggestions(game, f"{x} {y} rot{90 * rotation}")
                as_offered = f"{x} {y} rot{90 * place.rotation}"
                assert choices and all(each.value.startswith(as_offered) for each in choices)
                met += 1
    assert met > 5


def test_a_decision_is_offered_by_its_own_command_alone() -> None:
    seen: set[type[Move]] = set()
    for name in ("base+ferries", "ark", "hunters"):
        for game in played(name, 4):
            asked = {type(move) for move in game.decision.opening_moves(game)}
            if asked <= seen:
                continue
            for word, kind in DECISIONS.items():
                choices = decision_suggestions(game, kind, "", NAMES)
                assert bool(choices) == (kind in asked)
                moves = {move.write() for move in game.legal_moves() if isinstance(move, kind)}
                assert {f"{word} {choice.value}" for choice in choices} <= moves
                for choice in choices[:2]:
                    typed = choice.value.rpartition(" ")[0]
                    again = decision_suggestions(game, kind, typed, NAMES)
                    assert choice in again or len(again) == LIMIT
            for typed in ("pass", "done", "terminé") if TurnFerry in asked else ():
                choices = decision_suggestions(game, TurnFerry, typed, NAMES)
                assert [choice.value for choice in choices] == ["pass"]
            seen |= asked
    assert seen >= set(DECISIONS.values())


def test_typed_word_walk_suggests_every_walk() -> None:
    met = 0
    for game in played("ark", 4, seats=2):
        if game.drawn is None or ARK not in game.tokens:
            continue
        place = legal_placements(game)[0]
        begun = f"{Turn(place, None).place_text} walk"
        first, *whole = placement_suggestions(game, begun)
        assert first.value == begun and first.label.endswith("Move the Ark …")
        after = play_to_next_decision(game, place)
        walks = {write(move) for move in after.legal_moves() if isinstance(move, Walk)}
        offered = {choice.value.removeprefix(begun.removesuffix("walk")) for choice in whole}
        assert offered and offered <= walks
        step = whole[-1].value.removeprefix(begun).split()[0]
        narrowed = placement_suggestions(game, f"{begun} {step}")
        assert narrowed and all(f" walk {step}" in choice.value for choice in narrowed)
        met += 1
        if met == 3:
            return
    raise AssertionError("hardly any walk")


async def offered(world: World, who: Any, typed: str = "", command: str = "place") -> list[str]:
    choices = await who.autocomplete(world.channel, command, "move", typed)
    return [choice["value"] for choice in choices]


async def test_moves_are_offered_only_to_the_player_to_move_and_accepted(world: World) -> None:
    assert await offered(world, world.ana) == []
    await world.open(3)
    assert await offered(world, world.ana) == []
    header = shuffled_header(3)
    await world.write([(world.ana.id, f"start\norder: 0 1 2\n{header.text()}")])
    for who in (*await world.others(), world.dan):
        assert await offered(world, who) == []
    assert await offered(world, world.ana, "9" * 300) == []
    assert await offered(world, world.ana, "n", "ark") == [], "of another game"
    other = world.guild.create_text_channel("elsewhere")
    assert await world.ana.autocomplete(other, "place", "move", "") == []
    game, move = await world.game(), random.Random(8).choice(await offered(world, world.ana, "#1 "))
    await world.ana.slash(world.channel, "place", move=move)
    assert await world.game() in [game_after_turn(game, turn) for turn in legal_turns(game)]
    await world.end_game()
    header = shuffled_header(2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    assert await offered(world, world.ana) == await offered(world, world.bo) == []


async def test_tiles_suggests_gaps_and_board_suggests_laid_tiles_to_every_user(
    world: World,
) -> None:
    for command in ("tiles", "board"):
        assert await world.dan.autocomplete(world.channel, command, "place", "") == []
    await world.start_with(shuffled_header(3))
    for seed in range(8):
        await world.write_turns([any_turn(await world.game(), random.Random(seed))])
    board, newest = (await world.game()).board, (await world.game()).placed
    gaps = await world.dan.autocomplete(world.channel, "tiles", "place", "")
    assert {choice["value"] for choice in gaps} == set(map(coordinates, board.gaps))
    lie = await world.dan.autocomplete(world.channel, "board", "place", "")
    assert lie[0]["value"] == coordinates(newest) and {choice["value"] for choice in lie} < set(
        map(coordinates, board.tiles)
    )
    x, y = xy(newest)
    for typed in (f"{x}", f"{x} {y}", f"@{x},{y}", f" {x} , {y}"):
        choices = await world.dan.autocomplete(world.channel, "board", "place", typed)
        assert coordinates(newest) in [choice["value"] for choice in choices]

"""Partly typed moves: the panel opens with the typed part and asks for the rest."""

import random

from bot.presenters.private.autocomplete import decision_suggestions, placement_suggestions
from bot.text.i18n import use_language
from bot.text.names import Names
from rules.game import Game, play, play_to_next_decision, start
from rules.moves import PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.variants.ark_walk import ARK, Walk
from rules.variants.ferries import TurnFerry
from tests.support.legal_turns import Turn, legal_figures, legal_placements
from tests.support.move_panel import Panel, menu_of
from tests.support.shown_messages import has_no_reply
from tests.support.world import World, shuffled_header

NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})


def two_of_a_role(game: Game) -> tuple[PlaceTile, str] | None:
    """A place for the tile and a meeple that it could take on several of its segments."""
    for place in legal_placements(game):
        roles = [figure.role for figure in legal_figures(game, place)]
        for role in roles:
            if roles.count(role) > 1:
                return place, role
    return None


async def test_figure_without_a_letter_opens_the_panel_with_the_typed_tile(
    world: World,
) -> None:
    """For example ``/place 3 -1 rot90 hunter`` with a tile of two meadows."""
    await world.start_with(shuffled_header(3, 1))
    two_figures = two_of_a_role(await world.game())
    assert two_figures is not None
    place, role = two_figures
    before = await world.log()
    typed = f"{Turn(place, None).place_text} {role}"
    panel = Panel(world.ana, await world.ana.slash(world.channel, "place", move=typed))
    assert "fits several segments." in panel.text.split("\n")[0]
    ready = [does for does in panel.figures if does.startswith(f"{write(place)} {role} ")]
    assert len(ready) > 1, "one tap chooses which"
    assert await world.log() == before
    assert has_no_reply((await panel.take(ready[0])).result)
    assert (await world.entries())[-1] == ready[0].removeprefix(f"{write(place)} ")


async def test_command_without_letter_and_rotation_asks_for_both(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    two_figures = two_of_a_role(await world.game())
    assert two_figures is not None
    x, y, _rotation = Turn(two_figures[0], None).place_text.split()
    before = await world.log()
    answer = await world.ana.slash(world.channel, "place", move=f"{x} {y} {two_figures[1]}")
    assert Panel(world.ana, answer).text.startswith(f"Which rotation? You typed `{two_figures[1]}`")
    assert await world.log() == before


async def walking(world: World) -> PlaceTile:
    """A game in which the Ark can walk instead of a meeple; a place for the tile in hand."""
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    game = await world.game()
    assert ARK in game.tokens
    return legal_placements(game)[0]


async def test_walk_without_steps_opens_the_choice_of_steps(world: World) -> None:
    place = await walking(world)
    player, before = await world.to_move(), await world.log()
    typed = f"{Turn(place, None).place_text} walk"
    panel = Panel(player, await player.slash(world.channel, "place", move=typed))
    assert "Where does it go first?" in panel.text
    assert await world.log() == before
    assert has_no_reply((await panel.choose(menu_of(panel.message, "whole")[0].value)).result)
    assert (await world.entries())[-1].startswith("walk ")


async def test_the_steps_of_a_walk_may_be_typed_with_the_words_of_any_language(
    world: World,
) -> None:
    place = await walking(world)
    player = await world.to_move()
    [first, *_] = [
        m
        for m in play_to_next_decision(await world.game(), place).legal_moves()
        if isinstance(m, Walk)
    ]
    spoken = {"n": "nord", "e": "est", "s": "sud", "w": "ouest"}
    said = " ".join(spoken[step] for step in first.steps)
    typed = f"/place {Turn(place, None).place_text} walk {said}"
    assert has_no_reply(await player.slash(world.channel, "place", move=typed))
    assert (await world.entries())[-1] == write(first)


async def test_a_walk_of_another_game_is_refused_also_without_steps(world: World) -> None:
    await world.start_with(shuffled_header(2))
    place = legal_placements(await world.game())[0]
    typed = f"{Turn(place, None).place_text} walk"
    answer = await world.ana.slash(world.channel, "place", move=typed)
    assert "This game has no `/ark`" in Panel(world.ana, answer).text


def test_typed_word_walk_suggests_every_walk() -> None:
    chance, met = random.Random(4), 0
    header = deal("ark", 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        if game.drawn is not None and ARK in game.tokens and met < 5:
            place = legal_placements(game)[0]
            begun = f"{Turn(place, None).place_text} walk"
            first, *whole = placement_suggestions(game, begun, aided=True)
            assert first.value == begun and first.name.endswith("Move the Ark …")
            walks = {
                write(m)
                for m in play_to_next_decision(game, place).legal_moves()
                if isinstance(m, Walk)
            }
            offered = {choice.value.removeprefix(begun.removesuffix("walk")) for choice in whole}
            assert offered and offered <= walks
            step = whole[-1].value.removeprefix(begun).split()[0]
            narrowed = placement_suggestions(game, f"{begun} {step}", aided=True)
            assert narrowed and all(f" walk {step}" in choice.value for choice in narrowed)
            met += 1
        game = play(game, random_move(game, chance))
    assert met == 5


def test_figure_is_suggested_for_a_word_of_the_users_language() -> None:
    chance, met = random.Random(2), set()
    header = deal("base", 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        if game.drawn is not None:
            with use_language("fr"):
                for choice in placement_suggestions(game, "", aided=True):
                    where, _dot, _rest = choice.name.partition(" · ")
                    words = where.split()
                    if len(words) == 5:
                        base = " ".join(choice.value.split()[:3])
                        for typed in (words[3][:2], words[3], f"{words[3]} {words[4]}"):
                            choices = placement_suggestions(game, f"{base} {typed}", aided=True)
                            assert choice in choices, typed
                        met.add(words[3])
        game = play(game, random_move(game, chance))
    assert met >= {"chevalier", "paysan", "voleur", "sans"}


def test_typed_pass_suggests_ending_the_ferry_turns_and_no_ferry() -> None:
    chance = random.Random(4)
    header = deal("base+ferries", 3, chance)
    game, met = start(header.book, 3, header.bags), 0
    while not game.over:
        if any(isinstance(move, TurnFerry) for move in game.legal_moves()):
            met += 1
            for typed in ("pass", "done", "terminé"):
                choices = decision_suggestions(game, TurnFerry, typed, NAMES, aided=True)
                assert [choice.value for choice in choices] == ["pass"]
        game = play(game, random_move(game, chance))
    assert met

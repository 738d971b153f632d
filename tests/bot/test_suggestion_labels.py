"""Discord at times sends the label of a suggestion: it is read as the value, in every command."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from itertools import islice
from typing import Final, get_args

import pytest

from bot.absences import words as absences
from bot.absences.policy import return_moment
from bot.commands import all_commands
from bot.interactions.options import SuggestedText
from bot.lobby.commands import game_with_sets, suggest_sets
from bot.playing import autocomplete
from bot.text.dates import parse_day
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import MAX_SUGGESTIONS, MENU_LINE_LIMIT, Suggestion, without_notes
from bot.text.names import Names
from bot.text.time_zones import read_zone, suggest_zones
from bot.words import moves
from bot.words import spaces as cells
from bot.words.topics import read_topic, suggest_topics
from rules.analysis.draw_odds import gaps
from rules.game import Game
from rules.geometry import xy
from rules.variants import games_by_part, starting_parts
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, EIGHT
from tests.support.language_check import LOCALES
from tests.support.random_games import positions as random_positions
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

NAMES: Final = Names((1, 2, 3), {1: "Ana", 2: "Bo · Bo", 3: "Cleo"})
NOW: Final = datetime(2026, 11, 22, 15, tzinfo=UTC)
"""The afternoon of a Sunday."""

Reader = Callable[[str], object]
Case = tuple[Iterable[Suggestion], Reader]


@cache
def positions(name: str, step: int) -> tuple[Game, ...]:
    return tuple(
        islice((game for game in random_positions(name, 3, 41) if not game.over), 0, None, step)
    )


def tile_placements() -> Iterator[Case]:
    for name in EIGHT:
        for game in positions(name, 30):
            if game.drawn is not None:
                for typed in ("", "#1", "#2 "):
                    offered = autocomplete.placement_suggestions(game, typed)
                    yield offered, partial(moves.read_placement, game=game)


def decisions(command: str) -> Iterator[Case]:
    [kinds] = [kinds for words, kinds in moves.command_moves() if words.name == command]
    for name in ("base+ferries", "ark", ALL_TOGETHER):
        if any(moves.is_kind_of_game(name, kind) for kind in kinds):
            for game in positions(name, 4):
                yield (
                    autocomplete.command_suggestions(game, kinds, "", NAMES),
                    partial(moves.read_command, kinds, game=game),
                )


def spaces(find: Callable[[Game], Iterable[int]]) -> Iterator[Case]:
    for game in positions("base", 20):
        yield cells.suggested_cells(find(game), ""), cells.read_cell


def topics() -> Iterator[Case]:
    for name in (*games_by_part(), ALL_TOGETHER):
        for typed in ("", "e", "s") if name == ALL_TOGETHER else ("",):
            yield suggest_topics(name, typed), partial(read_topic, name)


def sets() -> Iterator[Case]:
    for name in starting_parts():
        for typed in ("", "inns", "river trad"):
            yield suggest_sets(typed, name), partial(game_with_sets, name)


def days(language: str) -> Iterator[Case]:
    locale = LOCALES[language]

    def read(typed: str) -> object:
        day = parse_day(typed, NOW.date(), locale)
        return day and return_moment(day, NOW)

    for typed in ("", "today", "3 Dec", "1/12", *(f"in {number} days" for number in range(70))):
        yield absences.suggestions(typed, NOW, locale), read


def zones(language: str) -> Iterator[Case]:
    for typed in ("", "united", "springfield", "Etc/GMT+5", "saint"):
        yield suggest_zones(typed, LOCALES[language], NOW.timestamp()), read_zone


CASES: Final[dict[tuple[str, str], Callable[[str], Iterator[Case]]]] = {
    ("place", "move"): lambda language: tile_placements(),
    ("ark", "move"): lambda language: decisions("ark"),
    ("ferry", "move"): lambda language: decisions("ferry"),
    ("board", "place"): lambda language: spaces(cells.tile_cells),
    ("tiles", "place"): lambda language: spaces(gaps),
    ("rules", "topic"): lambda language: topics(),
    ("new", "sets"): lambda language: sets(),
    ("cup", "sets"): lambda language: sets(),
    ("away", "until"): days,
    ("settings", "zone"): zones,
    ("setup", "zone"): zones,
}
"""For each option with suggestions: lists of suggestions, and what reads a typed text."""


@pytest.mark.parametrize("language", LANGUAGES)
@for_each(("option", "cases"), CASES.items(), ids=lambda case: case[0])
def test_label_of_a_suggestion_is_read_as_its_value(
    language: str, option: tuple[str, str], cases: Callable[[str], Iterator[Case]]
) -> None:
    number = 0
    with use_language(language):
        for suggestions, read in cases(language):
            offered = list(suggestions)
            labels = [suggestion.label for suggestion in offered]
            assert len(set(labels)) == len(labels) <= MAX_SUGGESTIONS
            for suggestion in offered:
                assert 1 <= len(suggestion.label) <= MENU_LINE_LIMIT
                assert _result(read, without_notes(suggestion.label)) == _result(
                    read, suggestion.value
                ), suggestion
            number += len(offered)
    assert number > 10


def _result(read: Reader, typed: str) -> object:
    result = read(typed)
    assert result is not None
    return result


def test_every_option_with_suggestions_is_read_without_notes_and_takes_a_whole_label() -> None:
    read = set()
    for command in all_commands():
        parameters = inspect.signature(command.callback).parameters
        for option in command.parameters:
            if option.autocomplete:
                annotation = parameters[option.name].annotation
                kinds = get_args(annotation) or (annotation,)
                assert any(isinstance(kind, SuggestedText) for kind in kinds), option
                assert option.max_value is not None and option.max_value >= MENU_LINE_LIMIT
                read.add((command.name, option.name))
    assert read == CASES.keys()


async def test_commands_take_the_label_that_discord_sends(world: World) -> None:
    await world.start_with(shuffled_header(2))
    mover = await world.to_move()
    for command, option, typed, wanted in (
        ("rules", "topic", "wood", "**Forests**"),
        ("away", "until", "in 5 days", "You're away"),
        ("settings", "zone", "kathm", "Kathmandu, Nepal"),
        ("tiles", "place", "", "fit"),
    ):
        choice, *_others = await mover.autocomplete(world.channel, command, option, typed)
        for sent in (choice["name"], choice["value"]):
            shown = private(await mover.slash(world.channel, command, **{option: sent}))
            assert wanted in shown, sent
    choices = await mover.autocomplete(world.channel, "place", "move", "#1")
    chosen = next(choice for choice in choices if " · " in choice["name"])
    await mover.slash(world.channel, "place", move=chosen["name"])
    x, y = xy((await world.game()).placed)
    assert chosen["value"].startswith(f"{x} {y} ")


def test_long_label_keeps_the_text_that_is_read_and_cuts_the_notes() -> None:
    assert Suggestion("2 0", "2 0", ("x" * 200,)).label.startswith("2 0 · xxx")
    for length in range(80, 101):
        suggestion = Suggestion("x" * length, "x", ("a note", "another"))
        assert len(suggestion.label) <= MENU_LINE_LIMIT
        assert without_notes(suggestion.label) == suggestion.text
    assert Suggestion("x" * 101, "x").label == "x"

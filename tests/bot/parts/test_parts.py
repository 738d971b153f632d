"""The words of a game's parts, alone and combined."""

import sys
from typing import Any, Final

import pytest

from bot.parts import PART_WORDS, MissingWords, part_words
from bot.parts.part import MoveWords
from bot.text.i18n import LANGUAGES, _, use_language
from bot.text.names import Names
from bot.words import moves, nouns
from bot.words.events import event_line
from rules import notation, story
from rules.analysis.tile_faces import last_laid_face
from rules.game import Game, start
from rules.geometry import cell_at
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile
from rules.pieces import Piece
from rules.variants import PARTS, games, rulebook
from rules.variants.ark_walk import Walk
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT, FIVE
from tests.support.random_games import random_positions, shuffled_deal

NAMES: Final = Names((10, 11, 12), {10: "Ana", 11: "Bo", 12: "Cleo"})


def kinds(base: type) -> set[type]:
    """The moves or events that the rules know, those of the parts included."""
    named = vars(sys.modules[base.__module__]).values()
    shared = {kind for kind in named if isinstance(kind, type) and issubclass(kind, base)}
    own = {kind for part in PARTS.values() for kind in (*part.moves, *part.events)}
    return (shared - {base, OwnMove}) | {kind for kind in own if issubclass(kind, base)}


def openings(game: Game) -> tuple[Move, ...]:
    return () if game.over else game.decision.opening_moves(game)


@for_each("name", games())
@for_each("language", LANGUAGES)
def test_every_game_has_a_title_a_note_and_a_line_for_its_figures(name: str, language: str) -> None:
    with use_language(language):
        assert nouns.game_title(name) and nouns.game_notes(name) and nouns.figure_lines(name)
        assert len({nouns.game_title(other) for other in games()}) == len(games())


@for_each(
    ("language", "name", "title"),
    [
        ("en", "base", "Carcassonne"),
        ("en", "base+ferries", "Carcassonne with The Ferries"),
        ("fr", "base+ferries", "Carcassonne avec Les Bacs"),
        ("en", "ark", "The Ark of the Covenant"),
        ("fr", "hunters", "Carcassonne\N{NO-BREAK SPACE}: Chasseurs et Cueilleurs"),
    ],
)
def test_title_of_a_game_names_all_its_parts(language: str, name: str, title: str) -> None:
    with use_language(language):
        assert nouns.game_title(name) == title


def test_every_kind_of_move_has_its_words() -> None:
    for kind in kinds(Move):
        assert isinstance(moves.words_of(kind), MoveWords), kind
    assert {PlaceTile, Deploy, Pass} < kinds(Move)


def test_every_kind_of_event_has_its_line() -> None:
    piece = Piece(0, rulebook("hunters").ruleset.roles[0], cell_at(0, 0))
    shared: list[Any] = [
        story.TurnBegan(0),
        story.TileDrawn(0, "bag", "L1"),
        story.TileDiscarded(0, "bag", "L07"),
        story.TilePostponed(0, "bag", "L07"),
        story.TilePlaced(0, "L1", cell_at(0, 0), 0),
        story.PieceDeployed(piece),
        story.Scored("river", (cell_at(0, 0),), (), ()),
        story.PiecesReturned((piece,)),
        story.Resigned(1),
        story.Skipped(1),
        story.EndedEarly(),
        story.GameEnded((0,)),
    ]
    own = {kind for part in PART_WORDS.values() for kind in part.events}
    assert {type(event) for event in shared} | own == kinds(story.Event)
    assert not {type(event) for event in shared} & own
    header = shuffled_deal("hunters", 3, 0)
    game = start(header.book, header.seats, header.bags)
    for event in shared:
        assert isinstance(event_line(event, None, game, NAMES), str)


@for_each("name", EIGHT)
def test_every_offered_move_belongs_to_the_game_and_has_a_label(name: str) -> None:
    met: set[type] = set()
    for game, _move in random_positions(name, 2, 1):
        for move in openings(game)[:3]:
            assert moves.is_move_of_game(name, move)
            if game.drawn is None and type(move) not in met:
                met.add(type(move))
                assert moves.words_of(type(move)).label(move, last_laid_face(game), False)
    assert Pass in met


@for_each("language", LANGUAGES)
def test_every_kind_of_move_has_a_task_for_the_public_and_a_private_question(language: str) -> None:
    with use_language(language):
        for kind in kinds(Move):
            words = moves.words_of(kind)
            assert _(words.laid)
            # The task of placing a tile is the tile itself.
            assert bool(words.task) is (kind is not PlaceTile)
            assert len(_(words.task)) <= 45 if words.task else True


@for_each("language", LANGUAGES)
def test_a_command_makes_the_move_that_is_typed_after_its_name(language: str) -> None:
    count = 0
    for name in FIVE:
        for game, _move in random_positions(name, 2, 3):
            for move in openings(game)[:4]:
                command = moves.words_of(type(move)).command
                if command is not None and moves.words_of(type(move)).stepwise is None:
                    word, _space, rest = notation.write(move).partition(" ")
                    with use_language(language):
                        for text in (rest, f"{word} {rest}", f"  {rest.upper()} "):
                            assert moves.read_kind(type(move), text, game) == move
                    count += 1
    assert count > 20


@for_each("text", ["n e w", "Nord est ouest", "nord, est, o", "walk n e w"])
def test_a_command_is_typed_in_the_words_of_every_language(text: str) -> None:
    header = shuffled_deal("ark", 2, 0)
    game = start(header.book, header.seats, header.bags)
    assert moves.read_kind(Walk, text, game) == Walk(("n", "e", "w"))


def test_a_part_without_words_is_named() -> None:
    with pytest.raises(MissingWords, match="'toy'"):
        part_words("base+toy")
    with pytest.raises(MissingWords, match="str"):
        moves.words_of(str)  # type: ignore[arg-type]

"""The words of a game's parts, alone and combined."""

import sys
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pytest

from bot.commands import playing
from bot.games import game_texts, game_topics, moves
from bot.games.move_words import CommandWords, MoveWords
from bot.games.part import PartWords
from bot.games.parts import PART_WORDS, MissingWords, part_words
from bot.games.topic import Topic
from bot.presenters.words.events import event_line
from bot.text.i18n import LANGUAGES, _, use_language
from bot.text.message import MENU_LINE_LIMIT
from bot.text.names import Names
from rules import notation, story
from rules.analysis.tile_faces import last_laid_face
from rules.game import Game, start
from rules.geometry import cell_at
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile
from rules.pieces import Piece
from rules.variants import PARTS, games, rulebook
from rules.variants.ark_walk import Walk
from tests.support.base_positions import random_positions, shuffled_deal

NAMES: Final = Names((10, 11, 12), {10: "Ana", 11: "Bo", 12: "Cleo"})


def kinds(base: type) -> set[type]:
    """The moves or events that the rules know, those of the parts included."""
    named = vars(sys.modules[base.__module__]).values()
    shared = {kind for kind in named if isinstance(kind, type) and issubclass(kind, base)}
    own = {kind for part in PARTS.values() for kind in (*part.moves, *part.events)}
    return (shared - {base, OwnMove}) | {kind for kind in own if issubclass(kind, base)}


def openings(game: Game) -> tuple[Move, ...]:
    return () if game.over else game.decision.opening_moves(game)


@dataclass(frozen=True, slots=True)
class Ring:
    """Something to be done that no real game has: no `Move`, so that no other test meets it."""

    WORD: ClassVar[str] = "ring"

    times: int


@dataclass(frozen=True, slots=True)
class Rang:
    """Something that happened."""

    times: int


def ring_words() -> MoveWords:
    command = CommandWords("ring", "Ring a bell (Bells)", "How often, as in 2")
    return MoveWords("{who} rings", "Now ring.", lambda move, form, laid: "Ring", command=command)


TOY: Final = PartWords(
    title="The Bells",
    notes=("Bells ring.",),
    figures=("**ringer**: rings.",),
    topics=(Topic("bells", "Bells", "They ring.", ("X-1",)), Topic("roads", "R", "No.", ("X-2",))),
    after="turn",
    moves={Ring: ring_words()},
    events={Rang: lambda event, game, names: f"{event.times} times"},
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PART_WORDS, "toy", TOY)


# -- every game there is ------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_title_a_note_and_a_line_for_its_figures(name: str, language: str) -> None:
    with use_language(language):
        assert (
            game_texts.game_title(name)
            and game_texts.game_notes(name)
            and game_texts.figure_lines(name)
        )
        assert len({game_texts.game_title(other) for other in games()}) == len(games())


@pytest.mark.parametrize(
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
        assert game_texts.game_title(name) == title


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


@pytest.mark.parametrize("name", games())
def test_every_offered_move_belongs_to_the_game_and_has_a_label(name: str) -> None:
    met: set[type] = set()
    for game, _move in random_positions(name, 2, 1):
        for move in openings(game)[:3]:
            assert moves.is_move_of_game(name, move)
            if game.drawn is None and type(move) not in met:
                met.add(type(move))
                assert moves.words_of(type(move)).label(move, last_laid_face(game), False)
    assert Pass in met


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_move_has_a_task_for_the_public_and_a_private_question(language: str) -> None:
    with use_language(language):
        for kind in kinds(Move):
            words = moves.words_of(kind)
            assert _(words.laid)
            # The task of placing a tile is the tile itself.
            assert bool(words.task) is (kind is not PlaceTile)
            assert len(_(words.task)) <= 45 if words.task else True


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_makes_the_move_that_is_typed_after_its_name(language: str) -> None:
    count = 0
    for name in games():
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


@pytest.mark.parametrize("text", ["n e w", "Nord est ouest", "nord, est, o", "walk n e w"])
def test_a_command_is_typed_in_the_words_of_every_language(text: str) -> None:
    header = shuffled_deal("ark", 2, 0)
    game = start(header.book, header.seats, header.bags)
    assert moves.read_kind(Walk, text, game) == Walk(("n", "e", "w"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_descriptions_fit_discords_limits(
    language: str,
) -> None:
    with use_language(language):
        for command, kinds in moves.command_moves():
            assert kinds
            assert 1 <= len(_(command.description)) <= 100, command.name
            assert 1 <= len(_(command.move_description)) <= 100, command.name


# -- a part that is added -----------------------------------------------------------------------


def test_a_part_without_words_is_named() -> None:
    with pytest.raises(MissingWords, match="'toy'"):
        part_words("base+toy")
    with pytest.raises(MissingWords, match="Ring"):
        moves.words_of(Ring)  # type: ignore[arg-type]


@pytest.mark.usefixtures("toy")
def test_words_of_a_part_are_added_to_words_of_its_base() -> None:
    assert game_texts.game_title("base+toy") == "Carcassonne with The Bells"
    assert game_texts.game_title("base+ferries+toy") == "Carcassonne with The Ferries and The Bells"
    assert game_texts.game_notes("base+toy").endswith(" Bells ring.")
    assert game_texts.figure_lines("base+toy").endswith("\n**ringer**: rings.")


@pytest.mark.usefixtures("toy")
def test_topics_of_a_part_are_inserted_among_other_topics() -> None:
    topics = game_topics.topics_of("base+toy")
    assert list(topics)[:2] == ["turn", "bells"]
    assert topics["roads"].text == "No." and list(topics).index("roads") > 3
    assert game_topics.topics_of("base")["roads"].text != "No."


@pytest.mark.usefixtures("toy")
def test_moves_and_events_of_a_part_occur_only_in_its_games() -> None:
    ring: Any = Ring(1)
    assert moves.is_move_of_game("base+toy", ring) and not moves.is_move_of_game(
        "base+ferries", ring
    )
    header = shuffled_deal("base", 2, 0)
    game = start(header.book, header.seats, header.bags)
    rang: Any = Rang(2)
    assert game_texts.part_event_line(rang, game, NAMES) == "2 times"


@pytest.mark.usefixtures("toy")
def test_command_of_a_part_is_built_from_its_words() -> None:
    commands = {command.name: command for command in playing.decision_commands()}
    own = [moves.words_of(kind).command for part in PARTS.values() for kind in part.moves]
    names = dict.fromkeys(command.name for command in own if command)
    assert list(commands) == [*names, "ring"]
    ring = commands["ring"]
    assert ring.description == "Ring a bell (Bells)"
    (move,) = ring.parameters
    assert (move.name, move.description, move.required) == ("move", "How often, as in 2", True)
    assert (move.min_value, move.max_value) == (1, MENU_LINE_LIMIT) and move.autocomplete

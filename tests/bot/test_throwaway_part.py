"""A part of a game added by test code alone: it is played, described, drawn and replayed.

`tests.support.toy_expansion` defines the expansion; this test adds it to the three registries.
"""

import random
import re
from functools import cache
from itertools import pairwise

import pytest
import simcord

from bot.history.end_post import honour_text, honour_texts
from bot.page import PageRequest, game_page
from bot.parts import PART_WORDS
from bot.table.table import Phase
from bot.words import nouns
from renderer.animations.scoring import scoring_frames
from renderer.art.parts import DRAWINGS
from renderer.draw import draw
from renderer.requests import Poster, Turn
from renderer.view import turn_view
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.analysis.history import paid_scores
from rules.analysis.honour_finders import Honour, HonourKind
from rules.errors import IllegalMove
from rules.game import Game, play
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.pieces import leaders
from rules.random_play import deal, random_game
from rules.record import replay
from rules.scoring import total_points
from rules.story import Scored
from rules.variants import PARTS, games, rulebook
from tests.support import toy_expansion
from tests.support.game_choices import opening_options
from tests.support.page_data import data_of, names_of
from tests.support.random_games import positions
from tests.support.shown_messages import buttons_of, private
from tests.support.world import World

pytestmark = pytest.mark.painted

GAME = "base+toys"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part in the registries: a line each, and nothing else."""
    monkeypatch.setitem(PARTS, "toys", toy_expansion.TOYS_PART)
    monkeypatch.setitem(PART_WORDS, "toys", toy_expansion.TOYS_WORDS)
    monkeypatch.setitem(DRAWINGS, "toys", toy_expansion.TOYS_DRAWING)


@cache
def moments(seed: int, game: str = GAME) -> tuple[Game, ...]:
    return tuple(positions(game, 2, seed))


def spinning(game: Game) -> bool:
    return any(isinstance(move, toy_expansion.Spin) for move in game.legal_moves())


def test_throwaway_part_combines_with_other_parts_without_being_listed() -> None:
    assert GAME in games() and "base+ferries+toys" not in games()[:3]
    assert rulebook("base+ferries+toys").ruleset.name == "base+ferries+toys"
    with pytest.raises(Exception, match=r"there is no game 'ark\+toys'"):
        rulebook("ark+toys")
    assert {"ferry", "spin"} == {
        kind.WORD for kind in rulebook("base+ferries+toys").ruleset.moves
    } - {"turn"}


def roads(game: Game) -> list[tuple[str, bool]]:
    """The roads of the tile just laid, and whether the seat to move has a follower there."""
    letters = []
    for zone in game.last_form.tile.zones:
        if zone.terrain == "road":
            area = game.board.area("road", game.board.spot(game.placed, zone.letter))
            own = [p for p in area.pieces if p.seat == game.turn and p.role != toy_expansion.TOP]
            letters.append((zone.letter, bool(own)))
    return letters


def test_throwaway_piece_stands_only_beside_a_follower_of_its_owner() -> None:
    beside = refused = 0
    for seed in range(3):
        for game in moments(seed):
            if game.over or game.drawn is not None or spinning(game):
                continue
            game = game.replace(
                supply=tuple({**hand, toy_expansion.TOP.kind: 1} for hand in game.supply)
            )
            for letter, own in roads(game):
                top = Deploy("top", letter)
                assert (top in game.legal_moves()) == own
                beside += own
                if not own:
                    with pytest.raises(IllegalMove, match="a top has to join one of your meeples"):
                        play(game, top)
                    refused += 1
    assert beside > 5 and refused > 5


def test_throwaway_piece_has_no_weight_returns_with_its_road_and_scores_with_its_mark() -> None:
    scored, terms = 0, set[str]()
    for seed in range(5):
        story = moments(seed)[-1].story
        for event in story:
            if not isinstance(event, Scored):
                continue
            terms |= {term.name for term in event.terms}
            if any(p.role == toy_expansion.TOP for p in event.pieces):
                assert [seat for seat, _ in event.points] == list(
                    leaders(p for p in event.pieces if p.role != toy_expansion.TOP)
                )
                scored += 1
    assert scored > 1 and {"balls", "spins"} <= terms
    last = moments(2)[-1]
    assert all(hand[toy_expansion.TOP.kind] == 1 for hand in last.supply)


def test_its_records_replay() -> None:
    words, chance = set(), random.Random(1)
    for _ in range(2):
        header = deal("base+ferries+toys", 3, chance)
        lines = list(random_game(header, chance))
        words |= {line.split()[0] for line in lines if line}
        game = replay("\n".join(lines)).game
        assert game.over and game.book.ruleset.name == "base+ferries+toys"
    assert {"place", "top", "spin", "thief", "ferry"} <= words


def test_throwaway_part_is_drawn() -> None:
    game = next(
        g
        for g in moments(0)
        if any(p.role == toy_expansion.TOP for p in g.board.pieces()) and spinning(g)
    )
    assert draw(Turn(), game).data


def test_throwaway_part_has_honours_in_its_words_and_a_poster() -> None:
    game = moments(0)[-1]
    words = honour_texts(game, names_of(2))
    assert [honour.seat for honour in words] == [0, 1]
    toys = Honour(HonourKind.RICHEST, 2, 0, (), (len(game.story),))
    spun = game.with_events(Scored("toys", (), (), ((0, 2),)))
    assert honour_text(toys, spun, names_of(2)).note == "toy"
    assert draw(Poster("The Toys", honours=words), game).data


def test_its_scores_are_animated_with_its_piece_and_its_marks() -> None:
    piece = mark = 0
    for seed in range(6):
        played = moments(seed)
        for before, game in pairwise(played):
            scores = paid_scores(game.story[len(before.story) :])
            if game.over or not scores:
                continue
            frames = list(scoring_frames(game, turn_view(game), scores))
            counts = frames[-2].view.zone_labels
            whole = sum(total_points(event.terms) for event in scores if event.spots)
            assert whole == sum(map(int, counts.values()))
            tops = [p for p in frames[1].view.unsettled.away if p.role == toy_expansion.TOP]
            terms = {term.name for event in scores for term in event.terms}
            if tops and not piece:
                assert draw(Turn(animated=scores), game).data.startswith(b"RIFF")
            piece, mark = piece + len(tops), mark + len(terms & {"balls", "spins"})
            if piece and mark:
                return
    raise AssertionError("no piece or no mark scored")


def turn_of(now: Game, chance: random.Random) -> list[Move]:
    """The moves of one turn, a top or a spin preferred."""
    places = [m for m in now.legal_moves() if isinstance(m, PlaceTile)]
    best: list[Move] = []
    for place in chance.sample(places, min(8, len(places))):
        moves: list[Move] = [place]
        game = play_draft(now, moves)
        while not is_turn_complete(game):
            wanted = [m for m in game.legal_moves() if isinstance(m, toy_expansion.Spin)]
            wanted += [m for m in game.legal_moves() if isinstance(m, Deploy) and m.role == "top"]
            wanted += [m for m in game.legal_moves() if isinstance(m, Deploy) and m.role == "thief"]
            moves.append(wanted[0] if wanted else Pass())
            game = play_draft(now, moves)
        if not best or any(isinstance(move, toy_expansion.Spin) for move in moves):
            best = moves
    return best


@pytest.fixture
async def table(added: None, simcord_env: simcord.Env, world: World) -> World:
    """A table with the toys in a channel, opened and started by its commands."""
    # The bot was made when the part was there already, so it has its command.
    result = await world.ana.slash(world.channel, "new", **opening_options(GAME), seats=2)
    assert result.response is None or not result.response.ephemeral
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    return world


async def test_throwaway_part_is_played_from_the_lobby_to_its_command(table: World) -> None:
    world = table
    assert "## Carcassonne with The Toys" in world.posts()[0]
    chance = random.Random(3)
    spun = 0
    for _ in range(40):
        game, player = await world.game(), await world.to_move()
        moves = turn_of(game, chance)
        *first, last = moves
        if isinstance(last, toy_expansion.Spin):
            figure = next((m.write() for m in first[1:] if isinstance(m, Deploy)), "none")
            laid = f"{first[0].write().removeprefix('place ')} {figure}"
            asked = await player.slash(world.channel, "place", move=laid)
            assert "spin your top" in private(asked)
            assert {"Spin 1", "Spin 2", "Done"} <= set(buttons_of(asked.response))
            offered = await player.autocomplete(world.channel, "spin", "move", "")
            assert [choice["value"] for choice in offered] == ["1", "2"]
            refused = await player.slash(world.channel, "spin", move="3")
            assert "once or twice" in private(refused) and "Tops" in private(refused)
            said = ("once", "twice")[last.times - 1] if spun else str(last.times)
            await player.slash(world.channel, "spin", move=said)
            assert "spun the top" in world.posts()[-1] and "🪀" in world.posts()[-1]
            spun += 1
            if spun == 2:
                break
        else:
            await world.write_turns([_Turn(tuple(moves))])
    assert spun == 2
    game = await world.game()
    await world.restart()
    assert (await world.game()).story == game.story
    assert (await world.table()).phase is Phase.PLAYING
    for what in ("board", "scores", "tiles", "places", "help", "log"):
        assert private(await world.look(world.ana, what))
    assert "They spin." in private(await world.ana.slash(world.channel, "rules", topic="tops"))


class _Turn:
    """Moves of one turn, for `World.write_turns`."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        self.moves = moves


def test_its_game_has_a_page_with_its_pieces_points_and_words() -> None:
    chance = random.Random(5)
    record = "\n".join(random_game(deal(GAME, 2, chance), chance))
    data = data_of(game_page(PageRequest(record, names_of(2))))
    english = "\n".join(data["texts"]["en"])
    assert data["turns"][-1]["scores"] == list(replay(record).game.scores)
    assert {"toys", "top", "ball"} <= set(re.findall(r"toys|top|ball", english.lower()))
    assert nouns.role_name("top") == "top" and nouns.counted_marks("balls", 2) == "2 balls"

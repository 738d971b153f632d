"""A whole game of three, from `/new` to the final score, as people play it."""

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.table import fold
from bot.table.table import Phase
from rules.analysis.history import index_of_last_tile
from rules.game import Game
from rules.geometry import xy
from rules.record import replay
from rules.story import PieceDeployed, Scored, TileDrawn, totals
from storage.opening import check
from tests.support.legal_turns import Turn, game_after_turn, legal_figures, scoring_turn
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World

pytestmark = pytest.mark.painted

GAIN = re.compile(
    r": (?P<sums>[^:=]*? =) \*\*(?P<points>\d+)\*\*(?P<each> each)? for (?P<who>.*?)\."
)
TERM = re.compile(r"(?P<sign>[+−]?) ?(?P<number>\d+) [a-z ]+?(?: × (?P<each>\d+))?(?= [+−=])")


def planned(game: Game) -> list[Turn]:
    """The turns of a game in which everything there is happens."""
    for seed in range(50):
        chance = random.Random(seed)
        turns, last = [], game
        while not last.over:
            turns.append(scoring_turn(last, chance))
            last = game_after_turn(last, turns[-1])
        roles = {e.piece.role.name for e in last.story if isinstance(e, PieceDeployed)}
        kinds = {e.kind for e in last.story if isinstance(e, Scored) and e.points}
        bonus = sum(isinstance(e, TileDrawn) and e.bag == "bonus" for e in last.story)
        if len(roles) == 4 and len(kinds) == 4 and bonus >= 2:
            return turns
    raise AssertionError("no such game found")


def gains(text: str) -> Iterator[tuple[str, int]]:
    """The points by player in a post; the arithmetic of every score is checked."""
    for line in text.splitlines():
        scores = list(GAIN.finditer(line))
        assert len(scores) == line.count("= **"), f"no arithmetic in {line!r}"
        for score in scores:
            points, sums = int(score["points"]), score["sums"]
            terms = [
                (-1 if term["sign"] == "−" else 1) * int(term["number"]) * int(term["each"] or 1)
                for term in TERM.finditer(sums)
            ]
            assert sum(terms) == points, line
            names = re.findall(r"\*\*(.+?)\*\*", score["who"])
            assert bool(score["each"]) == (len(names) > 1), line
            for name in names:
                yield name, points


def summed(text: str) -> Iterator[tuple[str, int]]:
    """The points of a post whose arithmetic opens from its buttons."""
    for sentence in re.findall(r"Also .*?\.$", text, re.M):
        gained = re.findall(r"\*\*(\d+)\*\* for \*\*(\w+)\*\*", sentence)
        yield from ((name, int(points)) for points, name in gained)


def final_table(text: str) -> dict[str, int]:
    """The totals of the players, a line each."""
    totals = re.findall(r"^(?:\S+ )?\*\*(\w+)\*\* (?:\d+ \+ \d+ = )?\**(\d+)", text, re.M)
    return {name: int(total) for name, total in totals}


async def play_turn(world: World, number: int, turn: Turn) -> str:
    """One turn in one of the four ways there are; says which."""
    game = await world.game()
    if not legal_figures(game, turn.place):
        assert has_no_reply(await world.place(turn, ask=number % 2 == 0))
        return "nothing to choose"
    if number % 2 == 0:
        assert has_no_reply(await world.place(turn))
        return "all at once"
    before = await world.entries()
    player = await world.to_move()
    panel = Panel(player, await world.place(turn, ask=True))
    x, y = xy(turn.place.cell)
    assert panel.text.startswith(f"**Your tile at `{x} {y}`")
    assert await world.entries() == before, "nothing may be laid before the figure is chosen"
    if turn.figure is None and number % 4 == 1:
        assert has_no_reply(await player.slash(world.channel, "place", move="pass"))
        return "/place pass"
    assert has_no_reply((await panel.take(move_text(*turn.moves))).result)
    return "figure button" if turn.figure else "no-figure button"


@pytest.mark.slow
async def test_every_point_of_the_first_turns_is_explained(world: World) -> None:
    await world.start_game(3)
    chance = random.Random(3)
    for number in range(18):
        await play_turn(world, number, scoring_turn(await world.game(), chance))
    explained = Counter(dict.fromkeys(("Ana", "Bo", "Cleo"), 0))
    for text in world.posts()[2:]:
        for name, points in (*gains(text), *summed(text)):
            explained[name] += points
    table = await world.table()
    names = {player.id: name for player, name in zip(world.players, explained, strict=True)}
    assert [explained[names[user]] for user in table.people] == list(table.running_game.scores)
    assert sum(explained.values()) > 5


@pytest.mark.slow
async def test_whole_game_of_three_is_played_and_every_point_is_explained(world: World) -> None:
    table = await world.start_game(3)
    assert table.game is not None
    names = dict(zip((p.id for p in world.players), ("Ana", "Bo", "Cleo"), strict=True))
    seats = [names[user] for user in table.players if user is not None]
    plan = planned(table.game)
    ways: Counter[str] = Counter()
    for number, turn in enumerate(plan):
        if number == len(plan) // 2:
            before, posts = await world.table(), len(world.messages())
            await world.restart()
            assert await world.table() == before
            assert len(world.messages()) == posts, "nothing was missed, so nothing is posted"
        ways[await play_turn(world, number, turn)] += 1

    # Everything that can happen did.
    table = await world.table()
    game = table.game
    assert table.phase is Phase.OVER and game is not None
    assert set(ways) == {
        *("nothing to choose", "all at once", "/place pass", "figure button", "no-figure button"),
    }
    deployed = Counter(e.piece.role.name for e in game.story if isinstance(e, PieceDeployed))
    assert set(deployed) == {"hunter", "gatherer", "fisher", "hut"}
    bonus = [e for e in game.story if isinstance(e, TileDrawn) and e.bag == "bonus"]
    assert len(bonus) >= 2
    # One post for the lobby, one for the deal, one a turn: no more, no less.
    turn_posts = world.posts()[2:]
    assert len(turn_posts) == len(plan) == 78 + len(bonus) - discarded(game)
    assert sum("your bonus tile in" in text for text in turn_posts) == len(bonus)

    # Every point is explained: by each post until the last turn, then behind the button.
    explained = Counter[str]()
    for text in turn_posts[:-1]:
        for name, points in (*gains(text), *summed(text)):
            explained[name] += points
    before_last = totals(game.story[: index_of_last_tile(game)], game.seats)
    assert [explained[name] for name in seats] == list(before_last)
    details = Counter[str]()
    for name, points in gains(private(await world.dan.click(world.post(), label="Details"))):
        details[name] += points
    scores = dict(zip(seats, game.scores, strict=True))
    assert details == scores
    final = turn_posts[-1]
    best = max(game.scores)
    winners = [name for name, score in zip(seats, game.scores, strict=True) if score == best]
    won = next(line for line in final.splitlines() if line.startswith("🏆"))
    assert re.findall(r"\*\*([A-Z][a-z]+)\*\*", won) == winners
    assert f"**{best}** points" in won
    others = re.findall(r"\*\*(\w+)\*\* \**(\d+)", final.splitlines()[1])
    assert dict.fromkeys(winners, best) | {name: int(total) for name, total in others} == scores

    # The record that is exported replays to the same, and the log folds to it.
    exported = await world.look(world.dan, "record")
    private(exported)
    assert exported.response is not None
    [file] = exported.response.attachments
    again = replay((await file.read()).decode())
    assert again.game.over and again.game.scores == game.scores
    assert again.game.story == game.story
    score = private(await world.look(world.cleo, "scores"))
    assert final_table(score) == scores
    path = world.app.game_log._database.path
    await world.close()
    findings = list(check(path, fold.fold_to_line))
    assert all(finding.sound for finding in findings), findings
    scores = " ".join(map(str, game.scores))
    assert findings[-1].line.endswith(f"hunters, 3 players, over, scores {scores}")


def discarded(game: Game) -> int:
    """The number of land tiles that fitted nowhere."""
    drawn = sum(isinstance(e, TileDrawn) and e.bag == "bag" for e in game.story)
    laid = len(game.board.tiles) - 1
    bonus = sum(isinstance(e, TileDrawn) and e.bag == "bonus" for e in game.story)
    return drawn + bonus - laid

"""Games compared with the referee, which shares no code with the rules, and properties of games.

A fast test lists all that is wrong in a few games of each kind; a slow one plays more of them.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules.areas import connected_components
from rules.cli import summary
from rules.errors import IllegalMove
from rules.game import Game, play, start
from rules.geometry import CROSS, xy
from rules.header import Header
from rules.moves import Move
from rules.notation import write
from rules.record import Replay, parse_header, replay, split_record
from rules.variants import PARTS, games, rulebook
from rules.variants.ark_walk import Walk, next_steps
from rules.variants.ferries import LayFerry, TurnFerry
from rules.variants.traders import SIGN_COUNTS
from tests.rules.referee.games import divided, new_table, report
from tests.rules.refereed import plain, random_match, recorded_match
from tests.support.game_choices import ALL_TOGETHER, EIGHT
from tests.support.positions import snapshot
from tests.support.random_games import random_positions, shuffled_deal
from tests.support.read_moves import read
from tests.support.slow_cases import rest_slow

ROOT = Path(__file__).parents[2]
REFEREE = sorted((Path(__file__).parent / "referee").glob("*.py"))
RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))
EXAMPLES = sorted((ROOT / "docs").glob("*.record"))

Wrong = Iterator[str]
Check = Callable[[str, int], Wrong]


def of_every_game(*seeds: range, names: Iterable[str] = EIGHT) -> Callable[[Check], Any]:
    """Make a test of a generator that yields what is wrong in the game of a name and a seed.

    The test lists all of it for the first range of seeds; the other ranges are slow tests.
    """

    def test_of(check: Check) -> Callable[[range], None]:
        @pytest.mark.parametrize("seeds", rest_slow(seeds))
        def test(seeds: range) -> None:
            played = product(names, seeds)
            wrong = [f"{name} {n}: {what}" for name, n in played for what in check(name, n)]
            assert not wrong, "\n".join(wrong)

        test.__doc__ = check.__doc__
        return test

    return test_of


def dealt(name: str, seed: int) -> Header:
    """The deal of a random game without upsets: the most seats, or two."""
    return shuffled_deal(name, (rulebook(name).ruleset.seats.stop - 1, 2)[seed % 2], seed)


@cache
def moments(name: str, seed: int) -> tuple[tuple[Game, Move | None], ...]:
    """Each position of that game with the move chosen there, None at the end."""
    return tuple(random_positions(name, dealt(name, seed).seats, seed))


def some(name: str, seed: int, step: int) -> list[Game]:
    return [game for game, _ in moments(name, seed)][seed % step :: step]


# -- the referee ----------------------------------------------------------------------------------


def test_the_referee_imports_nothing_of_the_rules() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in REFEREE)
    imported = set(re.findall(r"^\s*(?:from|import) (\S+)", sources, re.M))
    project = ("rules", "bot", "renderer", "storage", "tools", "tests")
    own = {name for name in imported if name.split(".")[0] in project}
    assert own == {f"tests.rules.referee.{name}" for name in ("table", *PARTS)}


# -- games ----------------------------------------------------------------------------------------

RARE = {
    *("skip", "resign", "end", "big", "builder", "pig", "turn", "prophet", "walk", "hut"),
    *("discarded:", "builder returned:", "goods:", "builder:", "ark:", "winners:"),
    *("fields: third", "small cities: 4", "ferries: C3", "cloister extends ferry roads: no"),
}
"""Moves, events and options that some game must have, so that they are compared."""


LANDING = [pytest.mark.slow, pytest.mark.landing]
ONE_EACH = [*product(EIGHT, range(1))]
SOME = [*product(EIGHT, range(5)), *product(["base+ferries+traders"], range(21))]
SOME += [*product(["hunters"], range(5, 13)), *product(["ark"], range(5, 20))]
MANY = [*product(EIGHT, range(20, 40)), *product(games(), range(3))]


@pytest.mark.parametrize(
    "played",
    [
        pytest.param(ONE_EACH, id="one of each"),
        pytest.param(SOME, id="some", marks=LANDING),
        pytest.param(MANY, id="many", marks=pytest.mark.slow),
    ],
)
def test_F25_and_COM26_every_decision_of_a_random_game_matches_the_referee(
    played: list[tuple[str, int]],
) -> None:
    """Legal moves, events in their order, pieces, supplies, piles; with skips and early ends."""
    matches = [random_match(name, seed) for name, seed in played]
    wrong = [what for match in matches for what in match.wrong]
    assert not wrong, "\n".join(wrong)
    if played is not ONE_EACH:
        assert not RARE - {what for match in matches for what in match.seen}, "too few games"


def test_R02_and_R03_the_river_matches_the_referee_in_many_deals() -> None:
    """X-44: tiles that wait, tiles that leave the game, a lake that comes early."""
    matches = [random_match("base+river", seed, most=24) for seed in range(50)]
    wrong = [what for match in matches for what in match.wrong]
    assert not wrong, "\n".join(wrong)
    assert {"postponed:", "discarded:"} <= {what for match in matches for what in match.seen}


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(RECORDS[::2], id="some"),
        pytest.param([*RECORDS[1::2], *EXAMPLES], id="others", marks=LANDING),
    ],
)
def test_recorded_games_match_the_referee_and_the_scores_beside_them(paths: list[Path]) -> None:
    """Write those scores with ``python -m tests.rules.referee.games FILE``."""
    wrong = []
    for path in paths:
        text = path.read_text("utf-8")
        wrong += [f"{path.name}: {what}" for what in recorded_match(text).wrong]
        for told in (report(text), scores_of_the_rules(replay(text))) if path in RECORDS else ():
            kept = path.with_suffix(".scores").read_text("utf-8")
            lines = told if " on " in kept else re.sub(" on .*", "", told)
            if Counter(lines.splitlines()) != Counter(kept.splitlines()):
                wrong.append(f"{path.name}: {lines}")
    assert not wrong, "\n".join(wrong)


def scores_of_the_rules(played: Replay) -> str:
    """The totals, the winners and each score with points, as ``python -m rules score`` has them."""
    told = summary(played)
    winners = [event[1:] for event in story_of(played.game) if event[0] == "winners"]
    heads = [("scores", *told["scores"]), *(("winners", *seats) for seats in winners)]
    lines = [" ".join(map(str, words)) for words in heads]
    for event in told["events"]:
        shares = " ".join(f"{seat}:{n}" for seat, n in sorted(event["points"].items()))
        cells = " ".join(f"{x},{y}" for x, y in sorted(event["cells"]))
        if shares:
            where = f" on {cells}" * bool(cells)
            lines.append(f"{event['after']} {event['kind']} {shares}{where}")
    return "\n".join(lines)


def story_of(game: Game) -> list[tuple[Any, ...]]:
    """The story of a game in the referee's words."""
    return [plain(game.board, event) for event in game.story]


def test_X46_goods_of_a_resigned_seat_count_but_it_cannot_win() -> None:
    """COM-24: Green has the most wine and cloth, resigns with a tile in hand, keeps all points."""
    path = next(path for path in RECORDS if path.stem == "traders-three-seats")
    text = path.read_text("utf-8").replace("\nend\n", "\nresign 2\nend\n")
    match, game = recorded_match(text), replay(text).game
    assert not match.wrong
    assert game.scores == (21, 7, 31)
    assert story_of(game)[-1] == ("winners", 0)


def test_TB01_number_of_goods_signs_matches_the_box() -> None:
    table = new_table(divided(dealt("base+traders", 0).text())[0])
    signs = Counter[str]()
    for tile, fact in table.facts.items():
        for segment in fact["segments"]:
            signs.update({good: table.box[tile] * segment.get(good, 0) for good in SIGN_COUNTS})
    assert signs == SIGN_COUNTS == {"wine": 9, "grain": 6, "cloth": 5}


# -- what always holds ----------------------------------------------------------------------------


def conceivable(game: Game) -> Iterator[str]:
    """Moves of every sort, far more than may be made."""
    near = sorted({xy(tile + step) for tile in game.board.tiles for step in (*CROSS, 0)})
    letters = "abcdefghij"
    yield from (f"place {x} {y} rot{turned}" for x, y in near for turned in (0, 90, 180, 270))
    roles = {role.name for name in games() for role in rulebook(name).ruleset.roles}
    yield from (f"{role} {letter}" for role in sorted(roles) for letter in letters)
    pairs = [f"{a} {b}" for a in "abcd" for b in "abcd" if a < b]
    yield from (f"ferry {pair}" for pair in pairs)
    yield from (f"turn {x} {y} {pair}" for x, y in near[::5] for pair in pairs)
    yield from (f"ark {x} {y}" for x, y in near[::5])
    yield from ("pass", "walk n", "walk e w", "walk n e s w", "walk e e e e e e")


def is_refused(game: Game, text: str) -> bool:
    """Return True if a move is not accepted, with a reason."""
    try:
        play(game, *read(text))
    except IllegalMove as error:
        return bool(str(error))
    return False


@of_every_game(range(1), range(1, 7))
def test_COM08_exactly_the_offered_moves_are_accepted(name: str, seed: int) -> Wrong:
    """A rotation that looks like an offered one is read as that one (COM-25); no game changes."""
    table = new_table(divided(dealt(name, seed).text())[0])
    chance = random.Random(seed)
    for game in some(name, seed, 17):
        before, offered = snapshot(game), {write(move) for move in game.legal_moves()}
        if bool(offered) == game.over:
            yield f"{len(offered)} moves are offered, over: {game.over}"
        for text in chance.sample(sorted(offered), min(len(offered), 20)):
            (move,) = read(text)
            after = play(game, move)
            longer = len(after.story) > len(game.story) or text == "pass"
            if write(move) != text or after.story[: len(game.story)] != game.story or not longer:
                yield f"{text} is not played as written"
        others = sorted({*conceivable(game)} - offered)
        for text in chance.sample(others, min(len(others), 60)):
            alike = ""
            if text.startswith("place") and game.drawn:
                where, _, turned = text.rpartition("rot")
                looks = [table.look(game.drawn, quarters) for quarters in range(4)]
                alike = f"{where}rot{90 * looks.index(looks[int(turned) // 90])}"
            if alike in offered:
                if snapshot(play(game, *read(text))) != snapshot(play(game, *read(alike))):
                    yield f"{text} is not {alike}"
            elif not is_refused(game, text):
                yield f"{text} was accepted"
        if snapshot(game) != before:
            yield "the game was changed"


def test_A32_walks_grow_step_by_step_to_all_that_are_legal() -> None:
    for game in some("ark", 0, 6):
        listed = {move.steps for move in game.legal_moves() if isinstance(move, Walk)}
        assert game.over or (Walk(()) in game.decision.opening_moves(game)) == bool(listed)
        grown: list[tuple[str, ...]] = [()]
        for steps in grown if listed else ():
            grown += [(*steps, step) for step in next_steps(game, steps)]
        assert {*grown[1:]} == listed


@of_every_game(range(1))
def test_a_record_replays_exactly_from_any_line(name: str, seed: int) -> Wrong:
    """Also in the midst of a turn: the same tile, the same hands, the same end."""
    played = [game for game, _ in moments(name, seed)]
    body = [write(move) for _, move in moments(name, seed) if move is not None]
    head = dealt(name, seed).text()
    whole = replay("\n".join([head, "", *body, ""])).game
    if snapshot(whole) != snapshot(played[-1]):
        yield "the replay is another game"
    if parse_header(split_record(head)[0]).text() != head:
        yield "the header is read as another"
    if any([write(move) for move in read(line)] != [line] for line in body):
        yield "a move is not read as written"
    chance = random.Random(f"{name} {seed}")
    for number in chance.sample(range(len(body)), 5):
        cut = replay("\n".join([head, "", *body[:number], ""])).game
        if snapshot(cut) != snapshot(played[number]):
            yield f"the first {number} lines give another game"
        play(cut, chance.choice(cut.legal_moves()))
        for line in body[number : number + 8]:
            cut = play(cut, *read(line))
        if snapshot(cut) != snapshot(played[min(number + 8, len(body))]):
            yield f"after {number} lines the game goes on differently"


@of_every_game(range(1))
def test_COM_04_undrawn_tiles_affect_nothing(name: str, seed: int) -> Wrong:
    """All that is told and offered is a function of what has been drawn, of every pile."""
    header, played = dealt(name, seed), moments(name, seed)
    for number in (4, 12, 30, 60):
        game = played[number][0]
        other = another_future(header, game, random.Random(f"{name} {number}"))
        again = start(other.book, other.seats, other.bags)
        for _, move in played[:number]:
            assert move is not None
            again = play(again, move)
        piles = [{bag: sorted(tiles) for bag, tiles in g.bags.items()} for g in (game, again)]
        told = [(g.story, g.legal_moves(), g.drawn, g.supply, g.scores) for g in (game, again)]
        if other.bags == header.bags or piles[0] != piles[1] or told[0] != told[1]:
            yield f"after {number} moves the future shows"


def another_future(header: Header, game: Game, chance: random.Random) -> Header:
    """The deal with what nobody has seen yet in another order; the lake stays last."""
    bags = {}
    for bag, order in header.bags.items():
        last = order[-1:] if rulebook(header.game).ruleset.bags[bag].last else ()
        hidden = order[: len(order) - len(last)]
        left = game.bags[bag][: len(game.bags[bag]) - len(last)]
        # What waits was seen: only what stands as it was dealt may differ.
        unseen = next(n for n in range(len(left), -1, -1) if n == 0 or left[:n] == hidden[-n:])
        known = hidden[: len(hidden) - unseen]
        bags[bag] = (*known, *chance.sample(left[:unseen], unseen), *last)
    return replace(header, bags=bags)


# -- areas ----------------------------------------------------------------------------------------


def test_areas_and_where_they_are_open_are_those_of_a_whole_search() -> None:
    for game in some(ALL_TOGETHER, 0, 20):
        board = game.board
        for name, (_, layer) in board.layers.items():
            whole = connected_components(board.tiles, board.links, layer)
            kept = {(frozenset(area.spots), area.open) for area in board.areas(name)}
            assert kept == {(frozenset(spots), still_open) for spots, still_open in whole}


# -- roads that ferries move ----------------------------------------------------------------------


def test_roads_are_in_the_order_of_a_whole_search_after_a_ferry_moves() -> None:
    searched = 0
    for name, seed in product(("base+ferries", ALL_TOGETHER), range(2)):
        for game, move in moments(name, seed):
            if isinstance(move, TurnFerry | LayFerry):
                board = play(game, move).board
                whole = connected_components(board.tiles, board.links, board.layers["road"][1])
                assert [a.spots for a in board.areas("road")] == [spots for spots, _ in whole]
                searched += 1
    assert searched


def test_roads_away_from_a_moved_ferry_are_not_searched_again() -> None:
    kept = 0
    for game in some("base+ferries", 0, 2):
        if not game.board.links:
            continue
        moved = max(game.board.links)
        searched = game.board.with_links(game.board.links - {moved}).with_links(game.board.links)
        board = searched.with_links(searched.links - {moved})
        for area in searched.areas("road"):
            if not {*moved} & {*area.spots}:
                assert board.area("road", area.spots[0]) is area
                kept += 1
    assert kept

"""The page of a game: true by rule, whole, small, in both languages, and without a network."""

import random
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.page import PageRequest, game_page
from bot.page.document import LABELS, MAX_PAGE_BYTES
from bot.text.i18n import LANGUAGES
from rules.analysis.features import features
from rules.analysis.game_turns import GameTurn, game_turns
from rules.fairness import canonical_text, commitment
from rules.geometry import SLOTS_PER_CELL, cell_of, xy
from rules.opponents.review import review_record
from rules.record import parse_header, split_record
from rules.story import Scored
from tests.support.game_choices import EIGHT, FIVE
from tests.support.language_check import COMPLETE, english_leaks, slips
from tests.support.page_data import (
    area_zones,
    data_of,
    feature_words,
    names_of,
    page_of,
    played_record,
)

ASSETS = Path(__file__).parents[3] / "bot" / "page" / "assets"


SHORT = 30
"""The moves of the game that the fast tests look at."""
WHOLE_GAMES = [
    pytest.param("base+ferries", SHORT, id="short"),
    *(pytest.param(name, None, id=name, marks=pytest.mark.slow) for name in FIVE),
]


def read(name: str, moves: int | None) -> tuple[dict[str, Any], list[GameTurn]]:
    record = played_record(name, moves=moves)
    return data_of(page_of(record)), list(game_turns(record))


def zone_of(spot: int) -> tuple[int, int, int]:
    return (*xy(cell_of(spot)), spot % SLOTS_PER_CELL)


@pytest.mark.parametrize(("name", "moves"), WHOLE_GAMES)
def test_each_turn_has_the_features_of_its_board_and_their_owners(
    name: str, moves: int | None
) -> None:
    data, turns = read(name, moves)
    areas = area_zones(data)
    assert len(data["turns"]) == len(turns)
    for row, turn in zip(data["turns"], turns, strict=True):
        shown = [data["features"][number] for number in row["features"]]
        expected = features(turn.game)
        assert [areas[entry[0]] for entry in shown] == [
            set(map(zone_of, feature.spots)) for feature in expected
        ]
        assert [entry[3] for entry in shown] == [[s for s, _ in f.owners] for f in expected]
        for entry, feature in zip(shown, expected, strict=True):
            text = feature_words(data, entry)
            worth = feature.now if feature.now is not None else feature.when_finished
            assert turn.game.over or not worth or str(worth) in text


@pytest.mark.parametrize(("name", "moves"), WHOLE_GAMES)
def test_points_of_its_events_add_up_to_the_points_of_each_turn(
    name: str, moves: int | None
) -> None:
    data, turns = read(name, moves)
    points = [0] * turns[0].game.seats
    for row, turn in zip(data["turns"], turns, strict=True):
        scored = [event for event in row["events"] if "points" in event]
        assert len(scored) == sum(isinstance(event, Scored) for event in turn.events)
        for event in scored:
            for seat, gained in event["points"]:
                points[seat] += gained
            total = sum(gained for _seat, gained in event["points"])
            assert not total or re.search(r"\*\*\d+\*\*", data["texts"]["en"][event["text"]])
        assert row["scores"] == points == list(turn.game.scores)


@pytest.mark.parametrize(("name", "moves"), WHOLE_GAMES)
def test_tiles_left_after_each_turn_are_those_of_the_rules(name: str, moves: int | None) -> None:
    data, turns = read(name, moves)
    left = {
        pile["bag"]: Counter({kind: n for _, kinds in pile["groups"] for kind, n in kinds})
        for pile in data["piles"]
    }
    for row, turn in zip(data["turns"], turns, strict=True):
        for bag, kind, back in row["draws"]:
            left[bag][kind] -= not back
        drawn = Counter([turn.game.drawn] if turn.game.drawn else [])
        for bag, tiles in turn.game.bags.items():
            named = Counter({data["kindNames"][kind]: n for kind, n in (+left[bag]).items()})
            # The tile in hand is that of the next turn, which draws it.
            assert named - Counter(tiles) <= drawn and not Counter(tiles) - named


@pytest.mark.parametrize(
    ("name", "moves"),
    [*WHOLE_GAMES, *(pytest.param(name, None, marks=pytest.mark.slow) for name in EIGHT[4:-1])],
)
def test_page_is_small_and_all_of_it_is_inside(name: str, moves: int | None) -> None:
    page = page_of(played_record(name, moves=moves))
    assert len(page.encode()) <= MAX_PAGE_BYTES == 600 * 1024
    assert not re.search(r"(?:src|href)=[\"'](?!data:)", page)
    assert not re.search(r"\b(?:fetch|import|XMLHttpRequest|WebSocket|url)\s*\(", page)
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy.startswith("default-src 'none'; img-src data: blob:;")
    for tag in ("script", "style"):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        [digest] = [b64encode(sha256(text.encode()).digest()).decode() for text in inside]
        assert f"{tag}-src 'sha256-{digest}'" in policy


@pytest.mark.slow
def test_page_of_the_largest_game_with_most_seats_is_within_its_size() -> None:
    assert len(page_of(played_record(FIVE[-1], 6), 6).encode()) <= MAX_PAGE_BYTES


@pytest.mark.parametrize(
    ("name", "moves"),
    [*WHOLE_GAMES, *(pytest.param(name, None, marks=pytest.mark.slow) for name in EIGHT[4:-1])],
)
def test_every_text_is_in_every_language_and_translated_where_one_is_complete(
    name: str, moves: int | None
) -> None:
    data = data_of(page_of(played_record(name, moves=moves)))
    assert data["texts"].keys() == set(LANGUAGES) and data["labels"].keys() == set(LABELS)
    lettered = re.compile(r"`-?\d+ -?\d+ [a-z]`")
    for texts in data["texts"].values():
        assert len(texts) == len(data["texts"]["en"]) > 150 and all(texts)
        assert not [text for text in texts if lettered.search(text)]
    for language in COMPLETE:
        texts = data["texts"][language]
        assert not {text for text in texts if english_leaks(text, language)}
        assert not {text for text in texts if slips(text, language)}


def test_script_uses_each_label_and_each_label_is_used() -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in ASSETS.glob("*.js"))
    unused = [name for name in LABELS if not re.search(rf'["{{ :]{name}["}}:,]', scripts)]
    assert not unused
    asked = set(re.findall(r'\blabel\("(\w+)"', scripts))
    assert asked <= set(LABELS)


def test_names_are_no_markup() -> None:
    page = page_of(played_record("base+inns", 6, moves=6), 6)
    assert "Eve <" not in page and "Fay **" not in page, "names stand only in the packed data"
    names = {data_of(page)["texts"]["en"][seat["name"]] for seat in data_of(page)["seats"]}
    assert {"Eve </script>", "Fay **F**"} <= names


def test_seal_is_on_the_page_of_a_finished_game() -> None:
    record = played_record("base", moves=SHORT, sealed=True)
    header = parse_header(split_record(record)[0])
    seal = data_of(page_of(record))["seal"]
    assert seal["text"] == canonical_text(header) and seal["commitment"] == commitment(header)
    assert sha256(seal["text"].encode()).hexdigest() == seal["commitment"]
    assert data_of(page_of(played_record("base", moves=SHORT)))["seal"] == {"state": "none"}


def test_page_of_a_running_game_tells_nothing_of_the_order_of_its_tiles() -> None:
    head, _, moves = played_record("hunters", sealed=True).partition("\n\n")
    begun = "\n".join(moves.splitlines()[:12])
    pages = []
    for seed in range(2):
        lines = head.splitlines()
        for number, line in enumerate(lines):
            if line.startswith(("bag: ", "bonus: ")):
                key, *tiles = line.split()
                hidden = tiles[20:]
                random.Random(seed).shuffle(hidden)
                lines[number] = " ".join([key, *tiles[:20], *hidden])
        data = data_of(page_of("\n".join([*lines, "", begun])))
        assert data["seal"].pop("commitment") and data["seal"] == {"state": "wait"}
        pages.append(data)
    assert pages[0] == pages[1]


def test_game_without_a_move_and_a_game_ended_early_have_a_page() -> None:
    head, _, moves = played_record("base+ferries").partition("\n\n")
    alone = data_of(page_of(f"{head}\n\n"))
    assert len(alone["turns"]) == 1 and len(alone["tiles"]) == 1
    ended = data_of(page_of("\n".join([head, "", *moves.splitlines()[:15], "end"])))
    assert "🏆" in "".join(ended["texts"]["en"])
    stopped = PageRequest("\n".join([head, "nonce: " + "ab" * 16, ""]), names_of(3), ended=True)
    assert data_of(game_page(stopped))["seal"]["state"] == "sealed"


def test_review_names_the_turn_of_each_move() -> None:
    record = played_record("base", 2, moves=SHORT)
    review = review_record(record, cpu_seconds=0.0, nodes=0)
    row = data_of(game_page(PageRequest(record, names_of(2), review=review)))
    assert len(row["review"]["seats"]) == 2 and any(row["review"]["seats"])
    lost = row["texts"]["en"][row["review"]["lost"]]
    assert lost.count(" moves looked at one turn ahead, 0 of them searched further.") == 2
    assert lost.count("≈ is an estimate") == 1
    for seat, lines in enumerate(row["review"]["seats"]):
        for text, turn in lines:
            assert row["turns"][turn]["seat"] == seat
            [tile] = [event["tile"] for event in row["turns"][turn]["events"] if "tile" in event]
            x, y = row["tiles"][tile][:2]
            assert f"Tile {tile}: `{x} {y}`" in row["texts"]["en"][text]


def test_command_writes_a_page_and_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, out = tmp_path / "g.record", tmp_path / "game.html"
    record.write_text(played_record("base", moves=SHORT), "utf-8")
    names = ("--names", "Ana", "Bo", "Cléo", "--colours", "2", "0", "1", "--language", "fr")
    assert main(["record", "page", str(record), str(out), *names]) == 0
    page = out.read_text("utf-8")
    data = data_of(page)
    assert '<html lang="fr">' in page and data["language"] == "fr"
    assert [data["texts"]["fr"][seat["name"]] for seat in data["seats"]] == ["Ana", "Bo", "Cléo"]
    usual = data_of(page_of(played_record("base", moves=SHORT)))["seats"]
    assert [seat["colour"] for seat in data["seats"]] == [
        usual[colour]["colour"] for colour in (2, 0, 1)
    ]
    record.write_text(f"{played_record('base', moves=SHORT)}\nplace 90 90 rot0", "utf-8")
    assert main(["record", "page", str(record), str(out)]) == 1
    assert "g.record: line" in capsys.readouterr().err
    assert main(["record", "page", str(tmp_path / "none"), str(out)]) == 1
    record.write_text(played_record("base", moves=SHORT), "utf-8")
    assert main(["record", "page", str(record), str(out), "--colours", "77"]) == 1
    assert "colours go from 0 to" in capsys.readouterr().err

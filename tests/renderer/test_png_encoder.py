"""Pictures as PNG files: their size, their limit, and equal bytes for equal games."""

import io
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from renderer import layout
from renderer.animations.replay import animate_replay
from renderer.art.parts import inns, traders
from renderer.cli import main
from renderer.draw import MAX_FILE_BYTES, draw
from renderer.palette import INKS, MAX_TILE_COLOURS, TINT_STRENGTH, palette
from renderer.players import Players
from renderer.requests import CellsAround, PlainBoard, Request, Turn
from renderer.sprites import COLOUR_RGB
from rules.game import Game, play, start
from rules.random_play import deal, random_game, random_move
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.full_board import full_board
from tests.support.game_choices import ALL_TOGETHER

WHO = Players(("Ana", "Bo", "Cyd"))


def games(name: str = "hunters", seed: int = 5, moves: int = 30) -> list[Game]:
    chance = random.Random(seed)
    header = deal(name, 3, chance)
    positions = [start(header.book, header.seats, header.bags)]
    for _ in range(moves):
        positions.append(play(positions[-1], random_move(positions[-1], chance)))
    return positions


GAMES = games()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(6)
    lines = list(random_game(deal("hunters", 2, chance), chance))
    path = tmp_path_factory.mktemp("records") / "g.record"
    path.write_text("\n".join("\n".join(lines).splitlines()[:20]), "utf-8")
    return path


@for_each("wanted", [PlainBoard(), CellsAround(), Turn()])
def test_picture_is_a_palette_png_of_its_stated_size(wanted: Request) -> None:
    picture = draw(wanted, GAMES[-1], WHO)
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert not image.info or set(image.info) <= {"transparency"}


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import random, hashlib\n"
        "from renderer.draw import draw\n"
        "from renderer.players import Players\n"
        "from renderer.requests import Turn\n"
        "from rules.game import play, start\n"
        "from rules.random_play import deal, random_move\n"
        "c = random.Random(5); h = deal('hunters', 3, c); g = start(h.book, h.seats, h.bags)\n"
        "for _ in range(3): g = play(g, random_move(g, c))\n"
        "who = Players(('Ana', 'Bo', 'Cyd'))\n"
        "print(hashlib.sha256(draw(Turn(), g, who).data).hexdigest())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
            cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_picture_is_shrunk_to_its_file_size_limit() -> None:
    game = GAMES[-1]
    free = draw(PlainBoard(), game, WHO)
    tight = draw(PlainBoard(), game, WHO, limit=len(free.data) // 2)
    assert len(tight.data) <= len(free.data) // 2


def test_the_table_and_the_seats_keep_their_exact_colours() -> None:
    shades = palette(GAMES[0].book)
    for ink, colour in INKS.items():
        assert shades.shades[shades.inks[ink]] == colour
    for index, colour in zip(shades.colours, COLOUR_RGB, strict=True):
        assert shades.shades[index] == colour
    assert len(shades.shades) <= 256


def test_palette_contains_the_colour_of_an_oasis() -> None:
    pond = (70, 152, 190)
    shades = palette(games("ark", moves=0)[0].book)
    colour = shades.shades[shades.nearest(pond)]
    assert max(abs(a - b) for a, b in zip(colour, pond, strict=True)) < 40


@for_each("colour", [traders.GRAPE, traders.CORN, traders.DYED, inns.SLATE])
def test_palette_contains_the_colours_of_the_expansion_signs(colour: tuple[int, ...]) -> None:
    shades = palette(rulebook(ALL_TOGETHER))
    red, green, blue = colour[:3]
    nearest_shade = shades.shades[shades.nearest((red, green, blue))]
    assert max(abs(a - b) for a, b in zip(nearest_shade, colour, strict=True)) < 30


@for_each("game", ("hunters", "ark", ALL_TOGETHER))
def test_palette_has_close_matches_for_tinted_tiles(game: str) -> None:
    """There is not room for every colour of tiles in the colours of six seats."""
    shades = palette(rulebook(game))
    flat = shades.washes.getpalette() or []
    every = list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
    assert len(every) <= 256
    offs = []
    for shade in shades.shades[-MAX_TILE_COLOURS:]:
        for seat in COLOUR_RGB:
            wash = [a + (b - a) * TINT_STRENGTH / 255 for a, b in zip(shade, seat, strict=True)]
            offs.append(min(math.dist(wash, one) for one in every))
    assert max(offs) < 14 and sum(offs) / len(offs) < 3


def test_posted_board_of_134_tiles_has_at_most_150_kib() -> None:
    full = full_board(ALL_TOGETHER, 6)
    assert len(full.board.tiles) >= 130
    picture = draw(PlainBoard(), full, WHO)
    assert len(picture.data) <= 150 * 1024
    assert picture.width * picture.height <= 1.2 * layout.MAX_BOARD_PIXELS


def test_an_animation_has_a_frame_a_turn_and_one_for_the_table_of_points() -> None:
    ends = [GAMES[0], GAMES[10], GAMES[20]]
    steps: list[tuple[int, int]] = []
    film = animate_replay(ends, WHO, MAX_FILE_BYTES, lambda done, of: steps.append((done, of)))
    image = Image.open(io.BytesIO(film.data))
    assert getattr(image, "n_frames", 1) == len(ends) + 1
    assert image.size == (film.width, film.height)
    assert steps[-1] == (len(ends) + 1, len(ends) + 1)


@for_each(
    "words",
    [
        ["picture"],
        ["crop"],
        ["turn"],
        ["hand"],
        ["chart"],
        ["poster"],
        ["picture", "--view", "owners"],
    ],
)
def test_the_command_line_writes_a_picture(words: list[str], record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert main([words[0], str(record), str(out), *words[1:]]) == 0
    assert Image.open(io.BytesIO(out.read_bytes())).format == "PNG"


def test_the_command_line_writes_an_animation(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.webp"
    assert main(["film", str(record), str(out)]) == 0
    assert Image.open(io.BytesIO(out.read_bytes())).format == "WEBP"


def test_errors_are_printed_as_one_line(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.png")
    broken = tmp_path / "broken.record"
    broken.write_text(record.read_text("utf-8") + "\nplace 99 99 rot0\n", "utf-8")
    for words in (
        ["picture", str(broken), out],
        ["film", str(broken), out],
        ["crop", str(tmp_path / "missing.record"), out],
        ["turn", str(record), str(tmp_path / "no" / "folder.png")],
        ["picture", str(record), out, "--view", "mine", "--seat", "7"],
    ):
        assert main(words) == 1
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and len(error) > 10
    assert not Path(out).exists()

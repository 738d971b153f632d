"""Kept sprites: drawn once for all processes, and drawn again where a file is of no use."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import anchors, palette, sprite_files, sprites
from renderer.art.compose import draw_tile
from renderer.art.parts import art_of
from renderer.sprite_files import FOLDER_VARIABLE, code_digest, kept_sprite, stable_name
from rules.variants import games_by_part, rulebook
from tests.support.shell_lines import environment

BOOKS = tuple(map(rulebook, games_by_part()))
LOOKS = {art_of(book).look(form.tile) for book in BOOKS for form in book.forms.values()}
NAMES_OF_HUNTERS = """
from renderer.art.parts import art_of
from renderer.sprite_files import stable_name
from rules.variants import rulebook
book = rulebook("hunters")
print(*(stable_name(art_of(book).look(form.tile)) for form in book.forms.values()))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of sprites of its own, and none in memory."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "sprites"))
    sprite_files.clear_memory()
    yield tmp_path / "sprites" / code_digest()
    sprite_files.clear_memory()


def grey(shade: int = 7) -> Image.Image:
    """Return a kept sprite, drawn in a shade if it has to be."""
    sprite_files.clear_memory()
    return kept_sprite("grey", "L", 4, lambda: Image.new("L", (4, 4), shade))


def test_sprite_is_drawn_once_for_all_processes(folder: Path) -> None:
    assert grey(7).getpixel((0, 0)) == grey(8).getpixel((0, 0)) == 7
    assert [file.name for file in folder.iterdir()] == ["grey"]


def test_palette_and_points_come_from_files_as_they_are_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = rulebook("base")
    look = art_of(book).look(book.forms[next(iter(book.forms))].tile)
    letter = look.tile.zones[0].letter

    def made() -> list[object]:
        sprite_files.clear_memory()
        palette.clear_caches()
        anchors.clear_caches()
        colours = palette.palette(book)
        return [colours.shades, colours.faint, colours.distances, anchors.anchor(look, 1, letter)]

    before = made()
    monkeypatch.setattr(palette, "_count_colours", None)
    monkeypatch.setattr(anchors, "plan_of", None)
    assert made() == before


@pytest.mark.parametrize("damaged", [b"", b"grey", b"\xff", slice(-1), slice(1, None)])
def test_damaged_file_is_drawn_again(folder: Path, damaged: bytes | slice) -> None:
    grey(7)
    whole = (folder / "grey").read_bytes()
    data = whole[damaged] if isinstance(damaged, slice) else damaged
    (folder / "grey").write_bytes(data)
    assert grey(8).getpixel((0, 0)) == 8
    assert grey(9).getpixel((0, 0)) == 8, "it has been written again"


def test_changed_byte_is_noticed(folder: Path) -> None:
    grey(7)
    data = bytearray((folder / "grey").read_bytes())
    for n in range(len(data)):
        (folder / "grey").write_bytes(data[:n] + bytes((data[n] ^ 16,)) + data[n + 1 :])
        sprite = grey(9)
        assert len(set(sprite.tobytes())) == 1 and sprite.getpixel((0, 0)) in (7, 9)


def test_folder_that_cannot_be_written_fails_no_picture(tmp_path: Path) -> None:
    (tmp_path / "sprites").write_text("")
    assert grey(7).getpixel((0, 0)) == 7
    assert grey(8).getpixel((0, 0)) == 8


def test_files_have_a_bound(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grey()
    monkeypatch.setattr(sprite_files, "MAX_FILE_BYTES", (folder / "grey").stat().st_size)
    kept_sprite("other", "L", 4, grey)
    assert [file.name for file in folder.iterdir()] == ["grey"]


def test_files_of_other_versions_are_removed_and_nothing_else(folder: Path) -> None:
    older, foreign = folder.with_name("0" * 32), folder.with_name("mine")
    older.mkdir(parents=True)
    foreign.mkdir()
    grey()
    assert not older.exists() and foreign.exists() and folder.exists()


def test_tiles_with_different_looks_have_different_names_in_every_process() -> None:
    assert len(set(map(stable_name, LOOKS))) == len(LOOKS)
    art = art_of(rulebook("hunters"))
    names = [stable_name(art.look(form.tile)) for form in rulebook("hunters").forms.values()]
    command, other = [sys.executable, "-c", NAMES_OF_HUNTERS], environment(PYTHONHASHSEED="7")
    assert subprocess.run(command, env=other, capture_output=True).stdout.decode().split() == names


@pytest.mark.parametrize("size", [32, 56, 96])
def test_reduced_tile_is_no_softer_than_one_drawn_at_its_size(size: int) -> None:
    some = sorted(LOOKS, key=stable_name)[::20]
    drawn = sum(sharpness(draw_tile(look, 1, size)) for look in some)
    assert sum(sharpness(sprites.tile_sprite(look, 1, size)) for look in some) > 0.99 * drawn


def sharpness(image: Image.Image) -> float:
    """The root mean square of the difference of neighbouring pixels."""
    shifted = ImageChops.offset(image.convert("L"), 1, 1)
    return float(ImageStat.Stat(ImageChops.difference(image.convert("L"), shifted)).rms[0])

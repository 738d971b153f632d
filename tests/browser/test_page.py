"""The page of a game in headless Chromium, from disk and without a network."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page

from bot.page import PageRequest, game_page
from bot.text.i18n import LANGUAGES
from rules.geometry import xy
from rules.opponents.review import review_record
from rules.record import replay
from tests.browser.visitor import NARROW, PHONE, WIDE
from tests.support.game_choices import FIVE
from tests.support.page_data import NAMES, data_of, feature_words, names_of, page_of, played_record

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE: Final = "CARCASSONNE_AXE"
"""Variable with the path of axe-core's script, which `npm install axe-core` gives."""
AXE_FOLDER: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SIZES: Final = (WIDE, NARROW, PHONE)
SEATED: Final = [("hunters", 3), ("ark", 3), ("base+ferries+inns+traders+river", 6)]
"""Games with their numbers of seats."""
GLIDE_MS: Final = 500
"""Milliseconds after which the board stands still."""


class Reader:
    """Somebody who has opened a page from disk; whatever goes wrong in it is collected."""

    def __init__(
        self, browser: Browser, file: Path, size: tuple[int, int], *, before: str = "", **more: Any
    ) -> None:
        """``before`` is a script that runs before that of the page."""
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more
        )
        self.context.add_init_script(before)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self.problems.append(said.text))
        self.page.on("request", self._asked)
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("html[data-ready]")
        self.data = data_of(file.read_text("utf-8"))

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.problems.append(request.url)

    def go_to(self, turn: int) -> None:
        self.page.locator("#slider").fill(str(turn))

    def turn(self) -> int:
        return int(self.page.locator("#slider").input_value())

    def text(self, where: str) -> str:
        return self.page.locator(where).inner_text()

    def points(self) -> list[int]:
        """The points of the players, without what the turn brought."""
        return [int(text.split()[-1]) for text in self.page.locator(".points").all_inner_texts()]

    def board_point(self, tile: int, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
        """The point of the window at shares of a tile's side."""
        left, top, size = self.page.evaluate(
            "tile => [...cornerOf(page.tiles[tile][0], page.tiles[tile][1]), camera.size]", tile
        )
        box = self.page.locator("#board").bounding_box()
        assert box
        return box["x"] + left + x * size, box["y"] + top + y * size

    def open(self, view: str) -> Locator:
        self.page.click(f"#tab-{view}")
        return self.page.locator("#panel")


@pytest.fixture
def read(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    readers: list[Reader] = []

    def opened(record: str, seats: int = 3, size: tuple[int, int] = WIDE, **more: Any) -> Reader:
        review = more.pop("review", None)
        file = tmp_path / f"game-{len(readers)}.html"
        file.write_text(game_page(PageRequest(record, names_of(seats), review=review)), "utf-8")
        readers.append(Reader(browser, file, size, **more))
        return readers[-1]

    yield opened
    for reader in readers:
        reader.context.close()
        assert not reader.problems


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("name", FIVE)
def test_turns_are_leafed_through_by_button_key_slider_and_swipe(
    read: Any, name: str, size: tuple[int, int]
) -> None:
    record = played_record(name)
    reader = read(record, size=size)
    page, last = reader.page, len(reader.data["turns"]) - 1
    assert reader.turn() == last and reader.points() == list(replay(record).game.scores)
    assert "🏆" in reader.text("#news")
    page.click("#start")
    assert reader.turn() == 0 and reader.points() == [0, 0, 0]
    page.click("#later")
    page.keyboard.press("ArrowRight")
    assert reader.turn() == 2 and "Turn 2 · Bo" in reader.text("#turn-title")
    reader.go_to(20)
    assert reader.points() == reader.data["turns"][20]["scores"]
    box = page.locator("#board").bounding_box()
    assert box and box["height"] > 300
    for way, expected in ((-1, 21), (1, 20)):
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + way * 120, y + 5, steps=5)
        page.mouse.up()
        assert reader.turn() == expected
    page.keyboard.press("End")
    assert reader.turn() == last
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_browser_without_a_decompression_stream_shows_the_same_page(read: Any) -> None:
    record = played_record("hunters")
    usual, old = read(record), read(record, before="delete globalThis.DecompressionStream")
    assert old.page.evaluate("typeof DecompressionStream") == "undefined"
    assert old.page.evaluate("JSON.stringify(page)") == usual.page.evaluate("JSON.stringify(page)")
    assert old.text("#news") == usual.text("#news") != ""
    seen = "document.getElementById('board').toDataURL()"
    assert old.page.evaluate(seen) == usual.page.evaluate(seen)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "another browser"), ("fr", "un autre navigateur"), ("", "browser")],
)
@pytest.mark.parametrize("fails", ["delete globalThis.Uint8Array", None])
def test_browser_that_cannot_show_the_game_says_so_in_the_language_of_the_page(
    browser: Browser, tmp_path: Path, fails: str | None, language: str, words: str
) -> None:
    """Some browsers are too old, others run no script at all."""
    file = tmp_path / "game.html"
    file.write_text(page_of(played_record("base", moves=6), language=language), "utf-8")
    context = browser.new_context(java_script_enabled=fails is not None)
    context.add_init_script(fails or "")
    page = context.new_page()
    page.goto(file.as_uri())
    notice = page.get_by_text(words).first
    notice.wait_for()
    assert not page.locator("#board").is_visible()
    assert page.locator(".notice p").count() == (1 if language else len(LANGUAGES))
    context.close()


def test_table_of_points_of_six_players_fits_a_phone_and_names_them(read: Any) -> None:
    reader = read(played_record("base+ferries+inns+traders+river", 6), seats=6, size=NARROW)
    heads = reader.page.locator("thead th[title]")
    assert heads.evaluate_all("cells => cells.map(cell => cell.textContent)") == list(NAMES)
    right = heads.last.bounding_box()
    assert right and right["x"] + right["width"] <= NARROW[0]
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


@pytest.mark.parametrize("name", FIVE)
def test_tap_on_a_feature_says_who_holds_it_and_what_it_is_worth(read: Any, name: str) -> None:
    reader = read(played_record(name))
    page, data = reader.page, reader.data
    tapped = 0
    for turn in (15, 40):
        reader.go_to(turn)
        page.wait_for_timeout(GLIDE_MS)
        for tile, x, y, _sprite in data["turns"][turn]["figures"][:6]:
            page.mouse.click(*reader.board_point(tile, (x + 25) / 128, (y + 45) / 128))
            zone = page.evaluate("shown.zone ?? -1")
            expected = page.evaluate(
                """zone => featuresAt(shown.turn, zone).flatMap((row, at) =>
                    (at === shown.chosen && row[5] !== null ? [row[6], row[5]] : [row[6]])
                ).map(text => rich(say(text)).textContent)""",
                zone,
            )
            if expected:
                shown = reader.text("#feature")
                assert all(
                    re.sub(r"\s+", " ", text) in re.sub(r"\s+", " ", shown) for text in expected
                )
                tapped += 1
    assert tapped > 5
    page.keyboard.press("Escape")
    assert not page.locator("#feature").is_visible()


LAYOUT: Final = """turn => {
    showTurn(turn);
    const box = ({left, top, right, bottom}) => [left, top, right, bottom];
    const boxOf = where => box(document.querySelector(where).getBoundingClientRect());
    const [left, top] = boxOf("#board");
    const line = document.createRange();
    const text = document.createTreeWalker(byId("news"), NodeFilter.SHOW_TEXT).nextNode();
    if (text) line.selectNodeContents(text);
    return {
        words: ["#table", "#turn-title"].map(boxOf),
        firstLine: [...line.getClientRects()].slice(0, 1).map(box),
        board: boxOf("#board"),
        controls: boxOf("#transport"),
        buttons: [...document.querySelectorAll("#table button")].map(
            button => box(button.getBoundingClientRect())
        ),
        tiles: tilesAfter(turn).map(tile => {
            const [x, y, , , placed] = page.tiles[tile];
            const corner = cornerOf(x, y);
            const [west, north] = [left + corner[0], top + corner[1]];
            return [[west, north, west + camera.size, north + camera.size], placed === turn];
        }),
    };
}"""
"""The boxes on the screen after a turn: left, top, right, bottom in the window."""

Box: TypeAlias = Sequence[float]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def contains(outer: Box, inner: Box) -> bool:
    return all(a <= b for a, b in zip(outer[:2], inner[:2], strict=True)) and all(
        a >= b for a, b in zip(outer[2:], inner[2:], strict=True)
    )


def box_of(reader: Reader, where: str) -> Box:
    box = reader.page.locator(where).bounding_box()
    assert box, where
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_card_of_a_tapped_feature_is_within_sight_above_the_controls(
    read: Any, name: str, seats: int, size: tuple[int, int]
) -> None:
    reader = read(played_record(name, seats), seats=seats, size=size)
    page = reader.page
    tapped = 0
    for turn, scrolled in ((10, False), (30, True), (40, False)):
        reader.go_to(turn)
        page.evaluate("down => scrollTo(0, down ? 150 : 0)", scrolled)
        for tile, x, y, _sprite in reader.data["turns"][turn]["figures"][:5]:
            x, y = reader.board_point(tile, (x + 25) / 128, (y + 45) / 128)
            if not page.evaluate("([x, y]) => document.elementFromPoint(x, y) === canvas", [x, y]):
                continue
            page.mouse.click(x, y)
            if page.evaluate("shown.features.length"):
                tapped += 1
                for card in (box_of(reader, "#feature"), box_of(reader, "#feature h2")):
                    assert contains((0, 0, *size), card)
                    assert not overlap(card, box_of(reader, "#transport"))
    assert tapped > 5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_board_and_words_of_each_turn_are_within_sight_and_no_button_covers_a_tile(
    read: Any, name: str, seats: int, size: tuple[int, int]
) -> None:
    reader = read(played_record(name, seats), seats=seats, size=size)
    last = len(reader.data["turns"]) - 1
    for turn in range(last + 1):
        boxes = reader.page.evaluate(LAYOUT, turn)
        for box in (*boxes["words"], *boxes["firstLine"]):
            assert contains((0, 0, *size), box) and not overlap(box, boxes["controls"]), turn
        assert len(boxes["firstLine"]) == bool(turn) and len(boxes["buttons"]) == 3
        assert turn in (0, last) or any(new for _tile, new in boxes["tiles"])
        for tile, _new in boxes["tiles"]:
            assert contains(boxes["board"], tile), turn
            assert not any(overlap(tile, button) for button in boxes["buttons"]), turn


def test_heading_of_a_tapped_feature_names_its_kind_and_owner_without_a_letter(read: Any) -> None:
    for locale, nobody in (("en-GB", "nobody's"), ("fr-FR", "à personne")):
        reader = read(played_record("hunters"), locale=locale, size=PHONE)
        reader.go_to(30)
        headings = reader.page.evaluate(
            """() => page.turns[shown.turn].features.map(number => {
                chooseFeatures([page.features[number]]);
                return byId("feature").querySelector("h2").textContent;
            })"""
        )
        kinds = "Forest|River|River system|Meadow|Forêt|Rivière|Réseau de rivières|Prairie"
        assert all(re.match(rf"({kinds}) · .+ · \d+ ", heading) for heading in headings)
        assert any(f" · {nobody} · " in heading for heading in headings)
        assert any(" · Bo (" in heading for heading in headings)
        assert not [heading for heading in headings if re.search(r"\d [a-z]\b", heading)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_stripe_of_every_seat_has_a_rim_that_shows_on_its_card(read: Any, scheme: str) -> None:
    reader = read(played_record(SEATED[-1][0], 6), seats=6, size=PHONE, color_scheme=scheme)
    pairs = reader.page.evaluate(
        """() => [...document.querySelectorAll(".player")].map(card => [
            getComputedStyle(card, "::before").boxShadow, getComputedStyle(card).backgroundColor,
        ])"""
    )
    assert len(pairs) == 6
    for rim, ground in pairs:
        brighter, darker = sorted((luminance(rim), luminance(ground)), reverse=True)
        assert (brighter + 0.05) / (darker + 0.05) >= 3


def luminance(colour: str) -> float:
    """The relative luminance of the first ``rgb(…)`` in a style (WCAG 2)."""
    found = re.search(r"rgba?\((\d+), (\d+), (\d+)", colour)
    assert found, colour
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(number) / 255 for number in found.groups())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_zone_under_a_tap_is_the_one_that_the_rules_have_there(read: Any) -> None:
    """Each zone of each tile is found at a point of its own, turned as the tile lies."""
    reader = read(played_record("base"))
    zones = reader.page.evaluate(
        """() => page.tiles.map((row, tile) => {
            const zones = new Set();
            for (let x = 0.01; x < 1; x += 0.02)
                for (let y = 0.01; y < 1; y += 0.02) zones.add(zoneAt(tile, x, y));
            return [...zones].filter(zone => zone >= 0).sort((a, b) => a - b);
        })"""
    )
    board = replay(played_record("base")).game.board.tiles
    numbers = {(x, y): tile for tile, (x, y, *_) in enumerate(reader.data["tiles"])}
    for cell, form in board.items():
        assert zones[numbers[xy(cell)]] == list(range(len(form.tile.zones)))


def test_score_leads_to_its_turn_and_lights_its_feature(read: Any) -> None:
    reader = read(played_record("base"))
    panel = reader.open("scores")
    assert re.search(r"\d+ tiles.*= \d+ for", panel.inner_text())
    line = panel.locator("li button").last
    turn = int(line.locator(".number").inner_text())
    line.click()
    assert reader.turn() == turn and reader.page.evaluate("shown.area") is not None
    totals = panel.locator("tfoot td").all_inner_texts()
    assert [int(total) for total in totals] == reader.data["turns"][turn]["scores"]


def test_seal_is_checked_by_the_browser_and_a_changed_page_is_found_out(read: Any) -> None:
    reader = read(played_record("hunters", sealed=True))
    panel = reader.open("seal")
    panel.locator(".seal-good").wait_for()
    assert panel.locator(".seal-good").inner_text().count("✓") == 2
    reader.page.evaluate("page.seal.text = page.seal.text.replace('L', 'M')")
    reader.open("seal").locator(".seal-bad").wait_for()
    unsealed = read(played_record("hunters"))
    assert "was not sealed" in unsealed.open("seal").inner_text()


@pytest.mark.parametrize("name", FIVE)
def test_tiles_are_drawn_in_the_sealed_order_also_where_one_goes_back(read: Any, name: str) -> None:
    reader = read(played_record(name, sealed=True))
    panel = reader.open("seal")
    panel.locator(".seal-good").wait_for()
    reader.page.evaluate(
        """() => {
            const [draw] = page.turns.find(turn => turn.draws.length).draws;
            draw[1] = (draw[1] + 1) % page.kindNames.length;
        }"""
    )
    reader.open("seal").locator(".seal-bad").wait_for()


def test_page_opens_in_the_language_of_the_browser_and_takes_another(read: Any) -> None:
    reader = read(played_record("base"), locale="fr-FR")
    assert reader.page.evaluate("document.documentElement.lang") == "fr"
    assert "gagne avec" in reader.text("#news")
    reader.page.click("#languages button[lang=en]")
    assert "wins with" in reader.text("#news")
    assert reader.page.evaluate("document.documentElement.lang") == "en"


def test_colours_follow_the_system_until_one_is_chosen(read: Any) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        reader = read(played_record("base"), color_scheme=scheme)
        ground = "() => getComputedStyle(document.body).backgroundColor"
        grounds.append(reader.page.evaluate(ground))
        reader.page.click("#theme")
        grounds.append(reader.page.evaluate(ground))
    assert grounds[0] == grounds[3] != grounds[1] == grounds[2]


def test_it_plays_by_itself_and_stops_at_the_end(read: Any) -> None:
    reader = read(played_record("base", moves=6))
    last = len(reader.data["turns"]) - 1
    reader.page.keyboard.press("Space")
    assert reader.turn() <= 1, "it begins anew"
    assert reader.page.locator("#play").get_attribute("aria-pressed") == "true"
    reader.page.wait_for_selector("#later:disabled", timeout=30_000)
    assert reader.turn() == last
    assert reader.page.locator("#play").get_attribute("aria-pressed") == "false"


def test_zoom_keeps_the_point_and_the_whole_board_comes_back(read: Any) -> None:
    reader = read(played_record("base"))
    page = reader.page
    page.wait_for_timeout(GLIDE_MS)
    before = reader.board_point(5)
    page.mouse.move(*before)
    page.mouse.wheel(0, -600)
    after = reader.board_point(5)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 2
    assert page.evaluate("camera.size > 1.5 * wholeBoard().size")
    page.click("#fit")
    page.wait_for_timeout(GLIDE_MS)
    assert reader.board_point(5) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_board_is_readable_in_words_and_by_keyboard_alone(read: Any, size: tuple[int, int]) -> None:
    reader = read(played_record("base"), size=size)
    page = reader.page
    reader.go_to(30)
    label = page.locator("#board").get_attribute("aria-label")
    assert label and "31 tiles" in label
    page.locator("#tab-scores").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("shown.view") == "words"
    row = reader.data["turns"][30]
    listed = [reader.data["features"][n] for n in row["features"]]
    words = page.locator("#panel").inner_text().replace("\u2212", "-")
    texts = [feature_words(reader.data, row) for row in listed if row[4]]
    plain = [re.sub(r"[*`\\]", "", text) for text in texts]
    assert len(plain) > 5 and all(text in words for text in plain)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("shown.features.length") == 1
    assert page.locator("#feature").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_no_violation_in_any_view(read: Any, size: tuple[int, int], scheme: str) -> None:
    path = Path(os.environ.get(AXE) or AXE_FOLDER)
    if not path.is_file():
        pytest.skip(f"no axe-core here: `npm install --no-save axe-core`, or set {AXE}")
    record = played_record("hunters", sealed=True)
    review = review_record(record, cpu_seconds=0.0, nodes=0)
    reader = read(record, size=size, color_scheme=scheme, review=review)
    reader.page.evaluate(path.read_text("utf-8"))
    for turn in (30, len(reader.data["turns"]) - 1):
        reader.go_to(turn)
        for view in ("scores", "chart", "tiles", "words", "review", "seal"):
            reader.open(view)
            if view == "words":
                reader.page.locator("#panel li button").first.click()
            audit = reader.page.evaluate("axe.run()")
            assert len(audit["passes"]) > 15
            assert [(rule["id"], rule["help"]) for rule in audit["violations"]] == []

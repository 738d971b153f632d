"""Charts about no game: what is drawn is true to the numbers, and nothing overlaps."""

from itertools import combinations

import pytest

from renderer.comparison_charts import (
    EM_PIXELS,
    MARGIN,
    SERIES_INKS,
    WIDTH_PIXELS,
    bars_scene,
    ranking_scene,
)
from renderer.draw import draw
from renderer.requests import BarRow, Ranking, RankingRow
from renderer.scene import Ink, Item, Label, Panel, Scene
from rules.analysis.viewport import PHONE_PIXELS
from tests.support.for_each import for_each

ROWS = (
    BarRow("Cities", (40.0, 20.0), ("40.0", "20.0")),
    BarRow("Roads", (10.0, None), ("10.0", "")),
    BarRow("W" * 60, (0.0, 30.0), ("0.0", "30.0")),
)
RANKING = (
    RankingRow("1", "Ana", 1800, 100),
    RankingRow("2", "W" * 40, 1600, 200),
    RankingRow("–", "Bo", 1500, 400, is_firm=False),
)
PHONE_WIDTH = PHONE_PIXELS
SMALLEST_PIXELS = 11


def bars_of(scene: Scene) -> list[Panel]:
    """The bars of a chart, without the squares of its legend."""
    panels = [item for item in scene.items if isinstance(item, Panel)]
    return [panel for panel in panels if panel.ink in SERIES_INKS and panel.y > MARGIN]


def labels_of(scene: Scene) -> list[Label]:
    return [item for item in scene.items if isinstance(item, Label)]


def overlap(one: Item, other: Item) -> bool:
    assert isinstance(one, Label | Panel) and isinstance(other, Label | Panel)
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


def test_bars_are_as_long_as_their_values() -> None:
    scene = bars_scene(("You", "The others"), ROWS)
    own = [bar.width for bar in bars_of(scene) if bar.ink is SERIES_INKS[0]]
    others = [bar.width for bar in bars_of(scene) if bar.ink is SERIES_INKS[1]]
    assert len(own) == 3 and len(others) == 2
    assert others[0] * 2 == pytest.approx(own[0], abs=1)
    assert own[1] * 4 == pytest.approx(own[0], abs=2)
    assert others[1] * 4 == pytest.approx(own[0] * 3, abs=2)
    assert 0 < own[2] < 5


def test_each_bar_has_its_value_behind_it() -> None:
    scene = bars_scene(("You", "The others"), ROWS)
    texts = {label.text: label for label in labels_of(scene)}
    for bar, words in zip(bars_of(scene), ("40.0", "20.0", "10.0", "0.0", "30.0"), strict=True):
        assert 0 < texts[words].x - (bar.x + bar.width) < EM_PIXELS
        assert texts[words].y <= bar.y < texts[words].y + texts[words].height


@for_each("scene", [bars_scene(("W" * 50, "The others"), ROWS), ranking_scene(RANKING)])
def test_texts_of_a_chart_do_not_overlap_and_end_within_it(scene: Scene) -> None:
    labels = labels_of(scene)
    assert not [1 for one, other in combinations(labels, 2) if overlap(one, other)]
    for item in scene.items:
        assert isinstance(item, Label | Panel)
        assert item.x >= 0 and item.x + item.width <= WIDTH_PIXELS
        assert item.y >= 0 and item.y + item.height <= scene.height


def test_texts_of_a_chart_are_readable_on_a_phone() -> None:
    for scene in (bars_scene(("You",), ROWS), ranking_scene(RANKING)):
        for label in labels_of(scene):
            assert label.size * PHONE_WIDTH / WIDTH_PIXELS >= SMALLEST_PIXELS


def test_rating_stands_on_a_common_scale_within_its_uncertainty() -> None:
    scene = ranking_scene(RANKING)
    panels = [item for item in scene.items if isinstance(item, Panel)]
    spans = [panel for panel in panels if panel.ink is Ink.BRONZE]
    dots = [panel for panel in panels if panel.radius == 9]
    assert len(spans) == len(dots) == 3
    middles = [dot.x + dot.width // 2 for dot in dots]
    for row, span, middle in zip(RANKING, spans, middles, strict=True):
        assert middle == pytest.approx(span.x + span.width / 2, abs=2)
        assert span.width / row.uncertainty == pytest.approx(spans[0].width / 100, rel=0.05)
    step = (middles[0] - middles[1]) / 200
    assert (middles[1] - middles[2]) / 100 == pytest.approx(step, rel=0.05)
    assert [dot.ink for dot in dots] == [Ink.AMBER, Ink.AMBER, Ink.FAINT]


def test_ranking_of_one_person_and_of_equal_people_is_drawn() -> None:
    for rows in ((RankingRow("1", "Ana", 1500, 0),), (RankingRow("1", "Ana", 1500, 100),) * 3):
        picture = draw(Ranking(rows))
        assert picture.width == WIDTH_PIXELS and picture.data.startswith(b"\x89PNG")

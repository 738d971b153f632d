"""Several channels on one page, direct messages among them, and the next-day button."""

import pytest

from tests.browser.some_turns import HOST, player_to_move, start_for_three
from tests.browser.visitor import NARROW, WIDE, Visitor

pytestmark = pytest.mark.browser

HOME, MEADOW, VALLEY, DIRECT = CHANNELS = ["#carcassonne", "#meadow", "#valley", "@Carcassonne"]


@pytest.fixture(autouse=True)
def home(visitor: Visitor) -> None:
    """Each test begins, as others do, in the channel that the page opens with."""
    visitor.go_to(HOME).act_as(HOST)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_channels_and_next_day_button_are_visible_above_the_messages(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    assert list(visitor.channels()) == CHANNELS
    visitor.resize(size)
    strip = visitor.page.locator(".rooms").bounding_box()
    next_day = visitor.page.locator(".next-day").bounding_box()
    day = visitor.page.locator(".today").bounding_box()
    assert strip and next_day and day, "not shown"
    for tab in visitor.page.locator(".room").all():
        box = tab.bounding_box()
        assert box and box["x"] >= strip["x"] and box["height"] >= 32
        assert box["x"] + box["width"] <= strip["x"] + strip["width"], "a tab is cut"
    assert next_day["height"] >= 32 and next_day["x"] + next_day["width"] <= size[0]
    assert day["x"] + day["width"] <= next_day["x"]
    visitor.resize(WIDE)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_controls_of_the_preview_fold_behind_one_button(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.resize(size)
    folded = visitor.page.locator("#inspector-toggle, #capture-open, #refresh, .session-menu")
    tools = visitor.page.get_by_role("button", name="Tools", exact=True)
    assert not any(control.is_visible() for control in folded.all())
    toolbar = visitor.page.locator("#toolbar").bounding_box()
    assert toolbar and toolbar["height"] <= 64
    tools.click()
    assert all(control.is_visible() for control in folded.all())
    tools.click()
    assert not any(control.is_visible() for control in folded.all())
    visitor.resize(WIDE)


def test_each_channel_has_a_greeting_and_its_own_table(visitor: Visitor) -> None:
    for channel, player in ((MEADOW, "Bo"), (VALLEY, HOST)):
        visitor.act_as(player).go_to(channel)
        assert "Welcome" in visitor.messages().first.inner_text()
        start_for_three(visitor)
        assert player_to_move(visitor) == player
    visitor.go_to(MEADOW)
    assert player_to_move(visitor) == "Bo", "it is another table"
    assert visitor.offers_button("Place my tile")
    for channel in (MEADOW, VALLEY):
        visitor.act_as(HOST).go_to(channel).type_command("/end")
        visitor.click_button("End without scoring")


def test_channels_with_news_and_pings_are_marked(visitor: Visitor) -> None:
    visitor.act_as("Cleo").go_to(MEADOW).go_to(HOME).act_as("Bo").go_to(MEADOW)
    start_for_three(visitor)
    visitor.go_to(HOME)
    assert visitor.channels()[MEADOW] == (False, 0), "who was there has seen it"
    visitor.act_as("Cleo")
    assert visitor.channels()[MEADOW] == (True, 0)
    visitor.go_to(MEADOW).go_to(HOME)
    assert visitor.channels()[MEADOW] == (False, 0)
    visitor.act_as("Bo").go_to(MEADOW)
    visitor.type_command(f"/place {visitor.suggestions('/place', 'move', '#1')[0]}")
    visitor.go_to(HOME).act_as("Cleo")
    assert visitor.channels()[MEADOW][0]
    called = {name: visitor.act_as(name).channels()[MEADOW][1] for name in ("Ana", "Cleo")}
    assert called == {"Ana": 1, "Cleo": 0}
    visitor.act_as(HOST).go_to(MEADOW).type_command("/end")
    visitor.click_button("End without scoring")


def test_next_day_button_passes_a_day_before_the_next_post(visitor: Visitor) -> None:
    before = visitor.today()
    visitor.next_day()
    after = visitor.today()
    assert before != after
    start_for_three(visitor)
    days = visitor.page.locator(".timeline-day-divider").all_inner_texts()
    assert after.split()[1] in days[-1] and len(days) > 1
    visitor.type_command("/end")
    visitor.click_button("End without scoring")

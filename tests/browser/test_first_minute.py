"""The first minute on the playground's page: it greets, deals a game, and takes typed commands."""

import pytest

from bot.words import nouns
from rules.variants import starting_parts
from tests.browser.some_turns import HUNTERS, place_by_panel, player_to_move, start_for_three
from tests.browser.visitor import NARROW, WIDE, Visitor

pytestmark = pytest.mark.browser
MAX_TURNS = 5
"""The turns of which one has the answer of the opponent in its post."""


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_greeting_of_the_page_is_fully_visible(visitor: Visitor, size: tuple[int, int]) -> None:
    visitor.resize(size)
    greeting = visitor.messages().first
    assert "Welcome" in greeting.inner_text()
    for part in [greeting, *greeting.locator("button.component-button").all()]:
        box = part.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    visitor.resize(WIDE)


def test_two_presses_deal_a_game_that_the_visitor_begins(visitor: Visitor) -> None:
    start_for_three(visitor.act_as("Bo"))
    assert player_to_move(visitor) == "Bo"
    assert visitor.offers_button("Place my tile")
    visitor.act_as("Ana").type_command("/end")
    visitor.click_button("End without scoring")
    assert "ended the game without final scoring" in visitor.last_post().inner_text()


def test_visitor_plays_against_an_opponent_that_answers_in_the_same_post(visitor: Visitor) -> None:
    visitor.act_as("Ana").click_button("Play an opponent")
    visitor.click_button(HUNTERS)
    visitor.click_button("Villager")
    assert player_to_move(visitor) == "Ana"
    # The process in which the opponent thinks is started for its first move: that can take longer
    # than the post waits.
    for _turn in range(MAX_TURNS):
        before = visitor.posts()
        place_by_panel(visitor, None, "alone")
        assert player_to_move(visitor) == "Ana", "the opponent has answered"
        text = visitor.last_post().inner_text()
        if len(visitor.posts() - before) == 1:
            break
    assert "(villager)" in text and text.count("placed a tile") == 2
    visitor.command("/end")
    visitor.click_button("End without scoring")


def test_lesson_is_tried_again_and_learned_on_a_phone(visitor: Visitor) -> None:
    visitor.resize(NARROW)
    visitor.act_as("Bo").click_button("Learn")
    visitor.click_button("No meeple")
    assert "Try again!" in visitor.last_message()
    visitor.within_sight(visitor.messages().last, whole=True)
    visitor.click_button("Show me")
    visitor.click_button("Confirm")
    assert "Right!" in visitor.last_message() and visitor.offers_button("Next")
    assert "Only you can see this" in visitor.last_message()
    visitor.resize(WIDE)


def test_rules_open_privately_and_one_press_deals_another_game(visitor: Visitor) -> None:
    visitor.act_as("Ana").click_button("Read rules")
    assert nouns.game_title(starting_parts()[0]) in visitor.last_message()
    visitor.click_button(nouns.game_title(starting_parts()[1]))
    visitor.choose("Another rule", 2)
    assert nouns.game_title(starting_parts()[1]) in visitor.last_message()
    assert "Only you can see this" in visitor.last_message()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("/rules taken", "A feature that's taken"),
        ("/rules A feature that's taken", "A feature that's taken"),
        ("/rules game: base topic: cities", "Cities"),
        ("/rules cities game: base", "Cities"),
        ("/rules game: The Ark of the Covenant topic: moving", "Moving the Ark"),
        ("/rules game: ark", "The Ark of the Covenant"),
        ("/help", "The commands that matter"),
    ],
)
def test_text_typed_after_a_command_fills_its_option_and_enter_sends_it(
    visitor: Visitor, typed: str, shown: str
) -> None:
    before = visitor.messages().count()
    visitor.act_as("Ana").type_command(typed)
    pages = visitor.messages().all_inner_texts()[before:]
    assert shown in "\n".join(pages) and len(pages) <= 2
    assert "Only you can see this" in pages[0], "one answer, and nothing was only chatted"


@pytest.mark.parametrize("pause_ms", range(250, 350, 10))
def test_enter_sends_while_suggestions_are_loading(visitor: Visitor, pause_ms: int) -> None:
    """The page asks a quarter of a second after the last letter, and is busy meanwhile."""
    before = visitor.messages().count()
    visitor.act_as("Ana").type_command("/rules taken", pause_ms=pause_ms)
    assert visitor.messages().count() == before + 1


@pytest.mark.parametrize("key", ["Tab", "ArrowDown"])
def test_suggestion_is_taken_by_key(visitor: Visitor, key: str) -> None:
    keys = [key] if key == "Tab" else [key, "Enter"]
    visitor.act_as("Ana").type_command("/rules an", *keys)
    offered = visitor.suggestions("/rules", "topic", "an")
    visitor.command("/rules", topic=offered[0])
    [first, again] = visitor.messages().all_inner_texts()[-2:]
    assert first.splitlines()[-3:] == again.splitlines()[-3:]

"""Rules at hand: every game has its topics, exact, short enough, and easy to find."""

import re
import unicodedata
from itertools import pairwise
from typing import Final

import pytest

from bot.games.topics import TOPICS, Topic, for_refusal, found, said
from bot.games.topics.ark import TOPICS as ARK
from bot.games.topics.base import TOPICS as BASE
from bot.games.topics.ferries import TOPICS as FERRIES
from bot.games.topics.hunters import TOPICS as HUNTERS
from bot.text.i18n import LANGUAGES, _, speaking
from bot.text.message import CONTENT_LIMIT, SUGGESTIONS
from rules.errors import REASONS
from rules.variants import FERRIES as FERRIES_SWITCH
from rules.variants import GAMES, rulebook
from rules.variants.hunters import BONUS

CHOICE_NAME: Final = 100
"""Characters that Discord shows of an autocomplete choice; its value has the same limit."""
TEXT: Final = 900
LINES: Final = 5

ONLY_IN: Final = {
    **dict.fromkeys(("no-ferry", "no-turn", "not-turnable"), "base+ferries"),
    **dict.fromkeys(("no-ark", "walk-length", "walk-gap", "walk-twice"), "ark"),
}
"""The reasons of refusals that one game alone can give."""

WRITTEN: Final = {
    *("no-move", "no-words", "no-rotation", "no-coordinate", "no-figure", "long-letter"),
    *("no-walk", "no-roads", "no-cell"),
}
"""The reasons that concern how a move is written: no rule explains them."""

EVERY: Final = [
    pytest.param(topic, language, id=f"{game}-{topic.key}-{language}")
    for game, topics in TOPICS.items()
    for topic in topics.values()
    for language in LANGUAGES
]


def keys(topics: list[Topic]) -> list[str]:
    return [topic.key for topic in topics]


def without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


# -- what there is ------------------------------------------------------------------------------


def test_every_game_has_topics() -> None:
    assert list(TOPICS) == list(GAMES)


@pytest.mark.parametrize("game", TOPICS)
def test_all_topics_of_a_game_fit_into_one_list_of_choices(game: str) -> None:
    assert 14 <= len(TOPICS[game]) <= SUGGESTIONS


@pytest.mark.parametrize(
    ("game", "listed"),
    [
        ("hunters", HUNTERS),
        ("base", BASE),
        ("base+ferries", FERRIES),
        ("ark", ARK),
    ],
)
def test_keys_and_titles_are_unique_in_a_game(game: str, listed: tuple[Topic, ...]) -> None:
    assert list(TOPICS[game].values()) == list(listed)
    for language in LANGUAGES:
        with speaking(language):
            assert len({_(topic.title) for topic in listed}) == len(listed)


def test_the_base_game_with_ferries_has_all_topics_of_the_base_game() -> None:
    assert TOPICS["base"].keys() < TOPICS["base+ferries"].keys()


@pytest.mark.parametrize(("topic", "language"), EVERY)
def test_a_topic_is_short_and_within_discords_limits(topic: Topic, language: str) -> None:
    with speaking(language):
        assert 0 < len(_(topic.title)) <= CHOICE_NAME
        assert 0 < len(_(topic.text)) <= TEXT
        assert _(topic.text).count("\n") < LINES
        assert len(said(topic)) <= CONTENT_LIMIT
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", topic.key) and len(topic.key) <= CHOICE_NAME


@pytest.mark.parametrize(("topic", "language"), EVERY)
def test_sums_come_out_right_and_are_the_same_in_every_language(
    topic: Topic, language: str
) -> None:
    with speaking(language):
        text = _(topic.text)
    for left, right in re.findall(r"(\d[\d ×+−]*?) = (\d+)", text):
        terms = re.findall(r"([+−]?) ?(\d+)(?: × (\d+))?", left)
        total = sum(
            int(number) * int(each or 1) * (-1 if sign == "−" else 1)
            for sign, number, each in terms
        )
        assert total == int(right), left
    assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", topic.text))


@pytest.mark.parametrize(("topic", "language"), EVERY)
def test_a_topic_says_its_title_its_lines_and_its_rules(topic: Topic, language: str) -> None:
    assert topic.rules
    assert all(re.fullmatch(r"[A-Z]+-\d+", rule) for rule in topic.rules)
    assert len(set(topic.rules)) == len(topic.rules)
    with speaking(language):
        first, *lines, last = said(topic).split("\n")
        assert first == f"**{_(topic.title)}**"
        assert "\n".join(lines) == _(topic.text)
    assert last.startswith("-# ")
    assert all(rule in last for rule in topic.rules)


@pytest.mark.parametrize(
    ("game", "key", "sentence"),
    [
        ("base", "fields", "those who tie 4 each"),
        ("base", "two-tile-city", "2 points in all"),
        ("ark", "cities", "2 × 2 = 4 points"),
        ("hunters", "forests", "two sections of the forest on one tile count twice"),
        ("base+ferries", "roads", "a quay without a ferry"),
    ],
)
def test_what_sets_the_editions_apart_is_said(game: str, key: str, sentence: str) -> None:
    assert sentence in TOPICS[game][key].text


@pytest.mark.parametrize(
    ("game", "pieces"),
    [
        ("hunters", "5 followers and 2 huts"),
        ("base", "7 followers"),
        ("base+ferries", "7 followers"),
        ("ark", "7 followers and 1 prophet"),
    ],
)
def test_the_pieces_named_are_those_in_the_supply(game: str, pieces: str) -> None:
    assert f"You have {pieces}." in TOPICS[game]["deploying"].text
    numbers = [int(number) for number in re.findall(r"\d+", pieces)]
    assert numbers == list(rulebook(game).ruleset.supply.values())


def test_the_bonus_tiles_named_are_those_in_the_box() -> None:
    text = TOPICS["hunters"]["bonus-tiles"].text
    box = rulebook("hunters").ruleset.bags[BONUS]
    tiles = [tile for tile in box.tiles.values() for _copy in range(box.counts[tile.id])]
    counts = {
        mark: sum(any(zone.count(mark) for zone in tile.zones) for tile in tiles)
        for mark in ("mushrooms", "aurochs", "fire", "shrine")
    }
    assert re.findall(r"^(\d+) tiles.*: (\d+) .*?, (\d+) .*?, (\d+) .*?, (\d+) ", text) == [
        tuple(map(str, (len(tiles), *counts.values())))
    ]


@pytest.mark.parametrize(("mix", "named"), [("C1", (3, 4, 1)), ("C3", (3, 3, 2))])
def test_the_lake_tiles_named_are_those_of_the_mix(mix: str, named: tuple[int, ...]) -> None:
    bag = rulebook("base+ferries", {FERRIES_SWITCH: mix}).ruleset.bags["bag"]
    kinds = ("FER-CRRR", "FER-FRRR", "FER-RRRR")
    assert tuple(bag.counts[kind] for kind in kinds) == named
    text = TOPICS["base+ferries"]["lakes"].text
    said_of_it = text.partition(f"`{mix}`")[2].partition("`")[0]
    assert tuple(map(int, re.findall(r"\d", said_of_it))) == named


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TOPICS)
@pytest.mark.parametrize("reason", [reason for reason in REASONS if reason not in WRITTEN])
def test_every_refusal_by_a_rule_has_its_topic_in_every_game_that_can_give_it(
    game: str, reason: str
) -> None:
    topic = for_refusal(game, reason)
    if ONLY_IN.get(reason, game) == game:
        assert topic is not None and TOPICS[game][topic.key] is topic
    else:
        assert topic is None


@pytest.mark.parametrize("reason", ["busy", *sorted(WRITTEN)])
def test_a_refusal_that_no_rule_explains_has_no_topic(reason: str) -> None:
    assert all(for_refusal(game, reason) is None for game in TOPICS)


@pytest.mark.parametrize(
    ("game", "reason", "rule"),
    [
        ("hunters", "taken", "H-24"),
        ("base", "taken", "COM-12"),
        ("base", "apart", "COM-06"),
        ("base", "mismatch", "COM-07"),
        ("base", "supply", "COM-19"),
        ("base+ferries", "not-turnable", "F-22"),
        ("base+ferries", "no-turn", "F-24"),
        ("ark", "walk-twice", "A-32"),
        ("ark", "wrong-terrain", "A-12"),
    ],
)
def test_the_topic_of_a_refusal_cites_the_rule_behind_it(game: str, reason: str, rule: str) -> None:
    topic = for_refusal(game, reason)
    assert topic is not None and rule in topic.rules


# -- finding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TOPICS)
def test_nothing_typed_offers_all_topics_in_their_order(game: str) -> None:
    assert found(game, "") == found(game, "  ") == list(TOPICS[game].values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOPICS)
def test_a_title_is_found_first_without_its_accents_and_in_any_case(
    game: str, language: str
) -> None:
    with speaking(language):
        for topic in TOPICS[game].values():
            typed = without_accents(_(topic.title)).upper()
            assert _(found(game, typed)[0].title).startswith(_(topic.title))
            assert topic in found(game, typed)


def test_accents_typed_do_not_matter_either() -> None:
    assert keys(found("base", "Pénnants")) == keys(found("base", "pennants"))


def test_titles_that_begin_with_what_was_typed_come_first_then_those_containing_it() -> None:
    topics = keys(found("ark", "temples"))
    assert topics[:2] == ["temples", "unfinished-temples"]
    topics = keys(found("base+ferries", "ferr"))
    for before, after in pairwise(["ferry-turning", "first-ferry", "roads"]):
        assert topics.index(before) < topics.index(after)


def test_words_of_a_title_are_found_in_any_order() -> None:
    assert keys(found("base", "tiles city"))[0] == "two-tile-city"


def test_a_topic_is_found_by_its_key_by_a_rule_and_by_its_text() -> None:
    assert keys(found("hunters", "deploying")) == ["deploying"]
    assert keys(found("hunters", "h-66")) == ["shrine"]
    assert "huts" in keys(found("hunters", "springs"))


def test_a_text_is_searched_by_the_beginnings_of_its_words() -> None:
    assert "placing" in keys(found("base", "corner"))
    assert "placing" not in keys(found("base", "orner"))


def test_what_is_nowhere_is_not_found() -> None:
    assert found("base", "xyzzy") == []

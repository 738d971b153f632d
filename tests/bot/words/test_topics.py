"""Help topics: every game has its topics, exact, short and easy to find."""

import re
import unicodedata
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.parts import PART_WORDS, part_words
from bot.parts.common import REFUSALS
from bot.parts.part import Topic
from bot.text.i18n import LANGUAGES, _, use_language
from bot.text.message import CONTENT_LIMIT, MAX_SUGGESTIONS
from bot.words import topics
from bot.words.topics import find_topics, topic_for_refusal, topic_message, topic_text
from rules.errors import REASONS as SHARED_REASONS
from rules.variants import PARTS, games, games_by_part, rulebook
from rules.variants.ferries import MIX
from rules.variants.hunters import BONUS
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, EIGHT

REASONS: Final = [*SHARED_REASONS, *(reason for part in PARTS.values() for reason in part.reasons)]
TOPICS: Final = {name: topics.topics_of(name) for name in games()}
CHOICE_NAME: Final = 100
"""Characters that Discord shows of an autocomplete choice; its value has the same limit."""
TEXT: Final = 900
LINES: Final = 8
MORE: Final = 2
"""Lines that the sets of a game together may add to a topic of that length."""

ONLY_WITH: Final = {
    reason: name
    for name, part in PARTS.items()
    for reason in part.reasons
    if PART_WORDS[name].refusals[reason] is not None
}
"""The reasons of refusals that only games with a part can give, by the registry of the rules."""

WRITTEN: Final = {
    reason
    for refusals in (REFUSALS, *(part.refusals for part in PART_WORDS.values()))
    for reason, topic in refusals.items()
    if topic is None
}
"""The reasons that concern how a move is written: no rule explains them."""

every_topic = for_each(
    "topic, language",
    ((topic, n) for game in EIGHT for topic in TOPICS[game].values() for n in LANGUAGES),
    ids=lambda case: (case[0].key, case[1]),
)


def keys(topics: list[Topic]) -> list[str]:
    return [topic.key for topic in topics]


def without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


# -- what there is ------------------------------------------------------------------------------


@for_each("game", TOPICS)
def test_topics_of_a_game_fit_into_one_list_of_choices_except_for_many_sets(game: str) -> None:
    most = MAX_SUGGESTIONS if game in games_by_part() else 2 * (MAX_SUGGESTIONS - 2)
    assert 14 <= len(TOPICS[game]) <= most


@for_each("part", PART_WORDS)
def test_keys_are_unique_in_a_part(part: str) -> None:
    keys = [topic.key for topic in PART_WORDS[part].topics]
    assert len(set(keys)) == len(keys)


@for_each("game", TOPICS)
def test_game_has_every_topic_of_its_parts_under_a_unique_title(game: str) -> None:
    assert all(key == topic.key for key, topic in TOPICS[game].items())
    *others, last = part_words(game)
    assert set(last.topics) <= {replace(topic, more=()) for topic in TOPICS[game].values()}
    assert {topic.key for part in others for topic in part.topics} <= TOPICS[game].keys()
    for language in LANGUAGES:
        with use_language(language):
            assert len({_(topic.title) for topic in TOPICS[game].values()}) == len(TOPICS[game])


def test_topics_of_a_part_stand_at_their_declared_place_or_replace_others() -> None:
    base, both = list(TOPICS["base"]), list(TOPICS["base+ferries"])
    added = [key for key in both if key not in base]
    after = base.index("roads") + 1
    assert both == [*base[:after], *added, *base[after:]]
    assert added[0] == "lakes" and added[-1] == "cloister"
    changed = {key for key in base if TOPICS["base"][key] != TOPICS["base+ferries"][key]}
    assert changed == {"turn", "roads"}


@every_topic
def test_a_topic_is_short_and_within_discords_limits(topic: Topic, language: str) -> None:
    with use_language(language):
        assert 0 < len(_(topic.title)) <= CHOICE_NAME
        assert 0 < len(topic_text(topic)) <= TEXT
        assert topic_text(topic).count("\n") < LINES + (MORE if topic.more else 0)
        assert len(topic_message(topic)) <= CONTENT_LIMIT
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", topic.key) and len(topic.key) <= CHOICE_NAME


@every_topic
def test_topic_shows_its_title_and_a_list_without_rule_numbers(topic: Topic, language: str) -> None:
    assert topic.rules
    assert all(re.fullmatch(r"[A-Z]+-\d+", rule) for rule in topic.rules)
    assert len(set(topic.rules)) == len(topic.rules)
    with use_language(language):
        first, *lines = topic_message(topic).split("\n")
        assert first == f"**{_(topic.title)}**"
        assert [line.removeprefix("- ") for line in lines] == topic_text(topic).split("\n")
    assert all(line.startswith("- ") or re.match(r"\d\. ", line) for line in lines)
    assert not any(rule in topic_message(topic) for rule in topic.rules)


@for_each(
    ("game", "pieces"),
    [
        ("hunters", "5 meeples and 2 huts"),
        ("base", "7 meeples"),
        ("base+ferries", "7 meeples"),
        ("ark", "7 meeples and 1 prophet"),
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


@for_each(("mix", "named"), [("C1", (3, 4, 1)), ("C3", (3, 3, 2))])
def test_the_lake_tiles_named_are_those_of_the_mix(mix: str, named: tuple[int, ...]) -> None:
    bag = rulebook("base+ferries", {MIX: mix}).ruleset.bags["bag"]
    kinds = ("FER-CRRR", "FER-FRRR", "FER-RRRR")
    assert tuple(bag.counts[kind] for kind in kinds) == named
    text = TOPICS["base+ferries"]["lakes"].text
    said_of_it = text.partition({"C1": "First edition: ", "C3": "Third edition: "}[mix])[2]
    said_of_it = said_of_it.partition("\n")[0]
    said_of_it = re.sub(r"with \w+ \w+", "", said_of_it)
    assert tuple(map(int, re.findall(r"\d", said_of_it))) == named


def test_additions_of_parts_follow_the_topic_and_are_not_repeated() -> None:
    """Steps come behind the last one, all else at the end; both sets speak of inner fields."""
    end = topic_text(TOPICS["base+inns+traders"]["end"]).split("\n")
    assert [line[:2] for line in end[2:5]] == ["1.", "2.", "3."] and "inn" in end[5]
    fields = TOPICS["base+inns+traders"]["fields"]
    assert {"B-50", "I-08", "TB-09", "TB-10"} <= set(fields.rules)
    assert topic_text(fields).count("touches no side of its tile") == 1
    assert topic_text(TOPICS["base"]["fields"]) == TOPICS["base"]["fields"].text


def test_addition_to_a_missing_topic_is_left_out() -> None:
    assert "ferry-turning" not in TOPICS["base+traders"]
    added = {more.key for part in PART_WORDS.values() for more in part.additions}
    assert added <= TOPICS[ALL_TOGETHER].keys(), "one that no game has would never be read"


@for_each(
    ("game", "key", "numbers"),
    [
        ("base+inns", "inns", {"inns": 6, "cathedrals": 2}),
        ("base+traders", "goods", {"wine": 9, "grain": 6, "cloth": 5}),
    ],
)
def test_the_signs_named_are_those_on_the_tiles(
    game: str, key: str, numbers: dict[str, int]
) -> None:
    box = rulebook(game).ruleset.bags["bag"]
    marks = {
        mark: sum(
            box.counts[tile.id] * zone.count(mark)
            for tile in box.tiles.values()
            for zone in tile.zones
        )
        for mark in numbers
    }
    assert marks == numbers
    said_so = {"inns": "Six of the 18 tiles", "goods": "20 of the 24 tiles of this expansion"}
    assert said_so[key] in TOPICS[game][key].text
    if key == "goods":
        assert all(f"{number} {mark}" in TOPICS[game][key].text for mark, number in numbers.items())


# -- refusals -----------------------------------------------------------------------------------


@for_each("game", TOPICS)
@for_each("reason", [reason for reason in REASONS if reason not in WRITTEN])
def test_every_refusal_by_a_rule_has_its_topic_in_every_game_that_can_give_it(
    game: str, reason: str
) -> None:
    topic = topic_for_refusal(game, reason)
    if reason not in ONLY_WITH or ONLY_WITH[reason] in game.split("+"):
        assert topic is not None and TOPICS[game][topic.key] == topic
    else:
        assert topic is None


def test_every_refusal_reason_has_a_topic_or_is_marked_as_self_explanatory() -> None:
    """Each by one part, or for all of them: what nobody speaks of is an error here, not later."""
    known = [*REFUSALS, *(reason for part in PART_WORDS.values() for reason in part.refusals)]
    assert sorted(known) == sorted(REASONS)


# -- finding ------------------------------------------------------------------------------------


@for_each("game", TOPICS)
def test_empty_input_suggests_all_topics_in_order_up_to_the_limit(game: str) -> None:
    assert (
        find_topics(game, "")
        == find_topics(game, "  ")
        == list(TOPICS[game].values())[:MAX_SUGGESTIONS]
    )


@for_each("language", LANGUAGES)
@for_each("game", TOPICS, fast=3)
def test_a_title_is_found_first_without_its_accents_and_in_any_case(
    game: str, language: str
) -> None:
    with use_language(language):
        for topic in TOPICS[game].values():
            typed = without_accents(_(topic.title)).upper()
            assert _(find_topics(game, typed)[0].title).startswith(_(topic.title))
            assert topic in find_topics(game, typed)


@for_each(
    ("game", "key", "words"),
    [
        ("base", "monasteries", ("cloister", "Cloisters", "monastery", "abbey", "monk")),
        ("base", "monasteries", ("monastère", "monasteres", "abbaye", "cloître", "moine")),
        ("base", "pennants", ("shield", "shields", "coat of arms", "coats of arms", "pennant")),
        ("base", "pennants", ("bouclier", "boucliers", "blason", "écusson", "armoiries")),
        ("base", "roads", ("road", "highwayman", "thief", "robber", "route", "chemin", "brigand")),
        ("base", "fields", ("farm", "farmers", "field", "meadow", "champ", "champs", "paysan")),
        ("base", "cities", ("city", "knight", "castle", "ville", "cité", "chevalier")),
        ("base", "majority", ("tie", "majority", "égalité")),
        ("base", "end", ("final scoring", "décompte final")),
        ("base", "deploying", ("meeple", "follower", "partisan")),
        ("base", "resigning", ("resign", "quit", "abandonner")),
        ("base+ferries", "monasteries", ("cloister", "monastère")),
        ("base+ferries", "ferry-laying", ("ferry", "bac")),
        ("base+inns", "inns", ("inn", "tavern", "auberge")),
        ("base+inns", "big-follower", ("big meeple", "large meeple", "grand meeple")),
        ("base+traders", "goods", ("wine", "merchants", "marchandises", "tonneau")),
        ("base+traders", "builder", ("builder", "bâtisseur")),
        ("base+river", "river", ("river", "rivière", "lake")),
        ("ark", "temples", ("temple", "cloister", "monastère")),
        ("ark", "fields", ("shepherd", "champ", "berger")),
        ("hunters", "meadows", ("meadow", "deer", "hunter", "champ", "cerf")),
        ("hunters", "huts", ("hut", "hutte")),
        ("hunters", "shrine", ("menhir", "standing stones")),
        (ALL_TOGETHER, "monasteries", ("cloister", "monastère")),
        (ALL_TOGETHER, "fields", ("field", "champ")),
    ],
)
@for_each("language", LANGUAGES)
def test_words_of_the_boxes_find_their_topic_first_in_every_language(
    game: str, key: str, words: tuple[str, ...], language: str
) -> None:
    with use_language(language):
        found = {word: keys(find_topics(game, word))[:1] for word in words}
    assert found == {word: [key] for word in words}


def test_titles_starting_with_the_typed_text_come_before_titles_containing_the_text() -> None:
    topics = keys(find_topics("ark", "temples"))
    assert topics[:2] == ["temples", "unfinished-temples"]
    topics = keys(find_topics("base+ferries", "ferr"))
    for before, after in pairwise(["ferry-turning", "first-ferry", "roads"]):
        assert topics.index(before) < topics.index(after)


def test_a_topic_is_found_by_its_key_by_a_rule_and_by_its_text() -> None:
    assert keys(find_topics("hunters", "deploying")) == ["deploying"]
    assert keys(find_topics("hunters", "h-66")) == ["shrine"]
    assert "huts" in keys(find_topics("hunters", "springs"))


def test_a_text_is_searched_by_the_beginnings_of_its_words() -> None:
    assert "placing" in keys(find_topics("base", "corner"))
    assert "placing" not in keys(find_topics("base", "orner"))

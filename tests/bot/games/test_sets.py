"""Sets as they are typed: by name or title, several at once, in any order and language."""

import pytest

from bot.games.sets import TypedSets, offered, read, titled
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import MAX_SUGGESTIONS, MENU_LINE_LIMIT
from rules.variants import available_additions, combine_parts, games, parts_of

ALL = available_additions("base")


@pytest.mark.parametrize(
    ("typed", "sets"),
    [
        ("ferries inns", ("ferries", "inns")),
        ("inns, ferries", ("ferries", "inns")),
        ("RIVER;Inns", ("inns", "river")),
        ("base+ferries+inns+traders+river", ("ferries", "inns", "traders", "river")),
        ("The River, Inns & Cathedrals", ("inns", "river")),
        ("the ferries and the traders & builders", ("ferries", "traders")),
        ("Auberges et Cathédrales", ("inns",)),
        ("auberges et cathedrales avec la riviere", ("inns", "river")),
        ("Marchands et Bâtisseurs, Les Bacs", ("ferries", "traders")),
        ("carcassonne with inns", ("inns",)),
        ("cath, build", ("inns", "traders")),
        ("inns inns INNS", ("inns",)),
        ("", ()),
        (", + ;", ()),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sets_are_understood_by_name_and_title_in_any_order(
    typed: str, sets: tuple[str, ...], language: str
) -> None:
    with use_language(language):
        assert read(typed, "base") == TypedSets(sets)
        assert read(typed, "base+river") == TypedSets(sets), "whatever else is played"


@pytest.mark.parametrize(
    ("typed", "unknown"),
    [
        ("inns, chess", ("chess",)),
        ("ark", ("ark",)),
        ("in", ("in",)),
        ("princess and dragon", ("princess", "dragon")),
        ("@everyone", ("everyone",)),
    ],
)
def test_what_names_no_set_is_told_apart(typed: str, unknown: tuple[str, ...]) -> None:
    assert read(typed, "base").unknown == unknown


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_offered_is_understood_as_it_stands_and_as_it_is_shown(language: str) -> None:
    """Discord puts what is shown into the option, where it may be typed on."""
    with use_language(language):
        found = offered("", "base")
        every = 2 ** len(ALL) - 1
        assert len(found) == min(every, MAX_SUGGESTIONS) and len(set(found)) == len(found)
        for sets in found:
            assert read(" ".join(sets), "base") == read(titled(sets), "base") == TypedSets(sets)
            assert combine_parts("base", sets) in games() and len(titled(sets)) <= MENU_LINE_LIMIT


def test_what_is_typed_so_far_is_kept_and_the_fewest_come_first() -> None:
    assert offered("river", "base")[0] == ("river",)
    assert offered("river inns", "base")[:2] == [("inns", "river"), ("ferries", "inns", "river")]
    assert offered("The River, in", "base")[0] == ("inns", "river")
    assert all("river" in sets for sets in offered("river x", "base"))
    assert offered("chess", "base") == offered("", "base"), "an unknown word is no dead end"
    assert offered(" ".join(ALL), "base") == [ALL]
    assert len(offered("", "base")) <= MAX_SUGGESTIONS


@pytest.mark.parametrize("game", ["hunters", "ark"])
def test_X42_to_what_is_played_alone_none_is_offered(game: str) -> None:
    assert (
        available_additions(game) == () and offered("", game) == [] and offered("inns", game) == []
    )
    assert read("inns", game) == TypedSets((), ("inns",))


def test_a_game_of_sets_is_named_in_one_order_however_they_are_given() -> None:
    assert combine_parts("base", ("river", "inns", "inns")) == "base+inns+river"
    assert [part.name for part in parts_of(combine_parts("base", reversed(ALL)))] == ["base", *ALL]

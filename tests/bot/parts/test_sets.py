"""Typed sets: by name or title, several at once, in any order and language."""

from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import MAX_SUGGESTIONS, MENU_LINE_LIMIT
from bot.words.settings import TypedSets, read_typed_sets, set_titles, suggested_sets
from rules.variants import available_additions, combine_parts, games, parts_of
from tests.support.for_each import for_each

ALL = available_additions("base")


@for_each(
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
@for_each("language", LANGUAGES)
def test_sets_are_understood_by_name_and_title_in_any_order(
    typed: str, sets: tuple[str, ...], language: str
) -> None:
    with use_language(language):
        assert read_typed_sets(typed, "base") == TypedSets(sets)
        assert read_typed_sets(typed, "base+river") == TypedSets(sets), "whatever else is played"


@for_each(
    ("typed", "unknown"),
    [
        ("inns, chess", ("chess",)),
        ("ark", ("ark",)),
        ("in", ("in",)),
        ("princess and dragon", ("princess", "dragon")),
        ("@everyone", ("everyone",)),
    ],
)
def test_unknown_words_are_separated_from_typed_sets(typed: str, unknown: tuple[str, ...]) -> None:
    assert read_typed_sets(typed, "base").unknown == unknown


@for_each("language", LANGUAGES)
def test_suggested_sets_are_read_back_from_their_keys_and_their_titles(language: str) -> None:
    """Discord puts what is shown into the option, where it may be typed on."""
    with use_language(language):
        suggestions = suggested_sets("", "base")
        every = 2 ** len(ALL) - 1
        assert len(suggestions) == min(every, MAX_SUGGESTIONS) and len(set(suggestions)) == len(
            suggestions
        )
        for sets in suggestions:
            assert (
                read_typed_sets(" ".join(sets), "base")
                == read_typed_sets(set_titles(sets), "base")
                == TypedSets(sets)
            )
            assert (
                combine_parts("base", sets) in games() and len(set_titles(sets)) <= MENU_LINE_LIMIT
            )


def test_suggestions_keep_the_typed_sets_and_list_the_fewest_first() -> None:
    assert suggested_sets("river", "base")[0] == ("river",)
    assert suggested_sets("river inns", "base")[:2] == [
        ("inns", "river"),
        ("ferries", "inns", "river"),
    ]
    assert suggested_sets("The River, in", "base")[0] == ("inns", "river")
    assert all("river" in sets for sets in suggested_sets("river x", "base"))
    assert suggested_sets("chess", "base") == suggested_sets("", "base"), (
        "an unknown word is no dead end"
    )
    assert suggested_sets(" ".join(ALL), "base") == [ALL]
    assert len(suggested_sets("", "base")) <= MAX_SUGGESTIONS


@for_each("game", ["hunters", "ark"])
def test_X42_no_set_is_offered_to_a_game_without_expansions(game: str) -> None:
    assert (
        available_additions(game) == ()
        and suggested_sets("", game) == []
        and suggested_sets("inns", game) == []
    )
    assert read_typed_sets("inns", game) == TypedSets((), ("inns",))


def test_game_of_sets_has_one_name_for_every_order_of_sets() -> None:
    assert combine_parts("base", ("river", "inns", "inns")) == "base+inns+river"
    assert [part.name for part in parts_of(combine_parts("base", reversed(ALL)))] == ["base", *ALL]

"""Words: the arithmetic of events, malicious names, texts cut to size."""

import re
import unicodedata
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.settings import Choices, Setting, schema_of
from bot.text.message import join_within, split_pages, truncate
from bot.text.names import (
    COMBINING_MARKS_LIMIT,
    NAME_LIMIT,
    SCRIPT_MARKS_LIMIT,
    Names,
    clean_name,
    escape_markdown,
    strip_markdown,
)
from bot.words.actions import ChangeSetting
from bot.words.events import event_lines
from bot.words.scores import arithmetic, result_lines, score_line, standings
from bot.words.settings import shared_menu
from rules.geometry import cell_at
from rules.pieces import FOLLOWER, Piece, Role
from rules.story import (
    Event,
    GameEnded,
    PiecesReturned,
    Resigned,
    Scored,
    Skipped,
    Term,
    TileDiscarded,
    TileDrawn,
)
from tests.support.legal_turns import game_after_turn, played_turns, scoring_turn
from tests.support.world import shuffled_header

NAMES: Final = Names((10, 11, 12), {10: "Ana", 11: "Bo", 12: "Cleo"})
HUNTER: Final = Role("hunter", FOLLOWER, "meadow")
GATHERER: Final = Role("gatherer", FOLLOWER, "forest")
FISHER: Final = Role("fisher", FOLLOWER, "river")


def cells_at(*cells: tuple[int, int]) -> tuple[int, ...]:
    return tuple(cell_at(x, y) for x, y in cells)


# -- arithmetic ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ([Term("sections", 3, 2)], "3 sections × 2 = 6"),
        ([Term("sections", 1, 2)], "1 section × 2 = 2"),
        (
            [Term("sections", 3, 2), Term("mushrooms", 1, 2)],
            "3 sections × 2 + 1 mushroom clearing × 2 = 8",
        ),
        ([Term("sections", 4, 1), Term("fish", 3, 1)], "4 sections + 3 fish = 7"),
        ([Term("fish", 2, 1)], "2 fish = 2"),
        (
            [
                *(Term("deer", 3, 2), Term("mammoth", 1, 2), Term("aurochs", 2, 2)),
                Term("tiger", 2, -2),
            ],
            "3 deer × 2 + 1 mammoth × 2 + 2 aurochs × 2 − 2 deer eaten by tigers × 2 = 8",
        ),
        (
            [Term("deer", 1, 2), Term("tiger", 1, -2)],
            "1 deer × 2 − 1 deer eaten by a tiger × 2 = 0",
        ),
        ([Term("mammoth", 2, 2)], "2 mammoths × 2 = 4"),
        ([], "0"),
    ],
)
def test_COM_22_the_arithmetic_of_terms_reads_like_a_sum(terms: list[Term], words: str) -> None:
    assert arithmetic(terms) == words


def test_H41_closed_forest_lists_points_by_player_with_reasons() -> None:
    event = Scored("forest", cells_at((0, 1), (0, 2)), (Term("sections", 2, 2),), ((1, 4),))
    assert (
        score_line(event, NAMES)
        == "🌲 Forest finished at 0 1, 0 2: 2 sections × 2 = **4** for **Bo**."
    )


def test_COM_16_players_who_tie_each_get_all_the_points() -> None:
    event = Scored("river", cells_at((0, 1)), (Term("sections", 3, 1),), ((0, 3), (2, 3)))
    assert score_line(event, NAMES).endswith("= **3** each for **Ana** and **Cleo**.")


def test_A23_doubled_points_are_shown_with_their_arithmetic() -> None:
    terms = (Term("tiles", 5, 2),)
    alone = Scored("city", cells_at((0, 1)), terms, ((1, 20),))
    assert score_line(alone, NAMES).endswith("5 tiles × 2 = 10 → 10 × 2 = **20** for **Bo**.")
    tied = score_line(Scored("city", cells_at((0, 1)), terms, ((0, 10), (1, 20))), NAMES)
    assert tied.endswith("= 10 → **10** for **Ana**, 10 × 2 = **20** for **Bo**.")


def test_score_line_of_an_unoccupied_feature_says_that_nobody_is_there() -> None:
    event = Scored("river", cells_at((0, 1)), (Term("sections", 3, 1),), ())
    assert score_line(event, NAMES).endswith("3 sections = 3, no one scores.")


def test_H65_meadow_worth_nothing_is_not_called_empty() -> None:
    there = (Piece(2, HUNTER, cell_at(0, 1)), Piece(0, HUNTER, cell_at(0, 2)))
    terms = (Term("deer", 1, 2), Term("tiger", 1, -2))
    event = Scored("meadow", cells_at((0, 1)), terms, (), there, True)
    assert score_line(event, NAMES).endswith("= 0, so nothing for **Ana** and **Cleo**.")


def test_feature_of_many_cells_lists_some_cells_and_counts_the_rest() -> None:
    cells = cells_at((0, 1), (0, 2), (0, 3), (-4, -5), (0, 1))
    event = Scored("system", cells, (Term("fish", 2, 1),), ((0, 2),), (), True)
    assert score_line(event, NAMES).startswith(
        "🛖 River system at 0 1, 0 2 and 2 more: 2 fish = **2**"
    )


def test_every_event_of_whole_games_has_words_and_adds_up() -> None:
    """COM-22: the lines of a game, read again, come to its scores."""
    for seed in range(3):
        seats = 2 + seed
        *_, (game, last) = played_turns(shuffled_header(seats, seed), seed, scoring_turn)
        game = game_after_turn(game, last)
        called = ("Ana", "Bo", "Cleo", "Dan", "Eve")[:seats]
        names = Names(tuple(range(seats)), dict(enumerate(called)))
        lines = event_lines(game.story, game, names)
        points = dict.fromkeys(called, 0)
        for line in lines:
            for match in re.finditer(r"[=→] \*\*(\d+)\*\*(?: each)? for (.*?)\.", line):
                for name in re.findall(r"\*\*(\w+)\*\*", match[2]):
                    points[name] += int(match[1])
        assert tuple(points.values()) == game.scores
        results = [
            re.findall(r"\*\*(\w+)\*\* (\d+)", line)[0] for line in result_lines(game, names)
        ]
        assert {name: int(total) for name, total in results} == points
        assert standings(game, names) == " · ".join(
            f"**{name}** {score}" for name, score in points.items()
        )
        kinds = {type(event).__name__ for event in game.story}
        assert {"Scored", "TilePlaced", "PieceDeployed", "GameEnded"} <= kinds


def test_every_other_event_has_its_words() -> None:
    [(game, _), *_] = played_turns(shuffled_header(3), 0)
    story: list[Event] = [
        TileDrawn(1, "bonus", "B01"),
        TileDiscarded(1, "bag", "L07"),
        PiecesReturned((Piece(0, GATHERER, 0), Piece(1, FISHER, 0))),
        Resigned(2),
        Skipped(1),
        GameEnded((0,)),
    ]
    bonus, thrown, home, resigned, skipped, won = event_lines(story, game, NAMES)
    assert "**Bo** draws a bonus tile" in bonus
    assert "1 tile fits nowhere and leaves the game: " in thrown and "L07" not in thrown
    assert "2 meeples" in home
    assert "**Cleo** resigned" in resigned
    assert skipped == "⏭️ **Bo**'s turn was skipped."
    assert won.startswith("🏆 **Ana** wins with **0** points.")
    assert event_lines([TileDrawn(1, "bag", "L07")], game, NAMES) == []


def test_COM_21_a_shared_victory_names_all_who_share_it() -> None:
    [(game, _), *_] = played_turns(shuffled_header(3), 0)
    [won] = event_lines([GameEnded((0, 2))], game, NAMES)
    assert won.startswith("🏆 **Ana** and **Cleo** share the victory with **0** points.")


# -- names ---------------------------------------------------------------------------------------

BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters of letters that show nothing."""
TORTURE: Final = {
    "accents": "Zoë Ångström-Núñez",
    "decomposed": "Zoe\u0308",
    "Cyrillic": "Анастасия",
    "Greek": "Κλειώ",
    "Japanese": "アナ様",
    "Arabic": "أحمد",
    "Hebrew": "דָּוִד",
    "Lao": "ຫຼື້",
    "Persian": "می\u200cروم",
    "Thai with 60 signs": "ส" + "\u0e47" * 60,
    "RLO": "Bo\u202ered\u202c",
    "isolates": "\u2066Bo\u2069\u2068",
    "emoji": "🦣🔥",
    "emoji family": "👩\u200d👩\u200d👧",
    "flag": "🇫🇷",
    "zalgo": "Z" + "\u0301\u0317\u0489" * 30 + "o",
    "zalgo with joiners": "Z" + "\u0301\u0301\u200d" * 30,
    "zero width": "\u200b\u200c\u2060\ufeff",
    "zero width inside": "B\u200bo\u2060",
    "Hangul filler": "\u3164\u3164",
    "Braille blank": "\u2800",
    "only a joiner": "\u200d",
    "spaces": "  A   na  ",
    "line breaks": "Ana\n# Boss\r\nBo\u2028Cleo\u0085",
    "500 letters": "W" * 500,
    "500 marks": "\u0301" * 500,
    "markdown": "**Ana** __Bo__ ~~x~~ `y` ||z|| > # - [a](b)",
    "everyone": "@everyone @here <@1> <@&2> <#3>",
    "link": "https://example.org/a_b discord.gg/x",
    "backslashes": "\\\\Ana\\",
    "code": "```\nAna\n```",
    "private use": "\ue000\uf8ff",
    "surrogate": "Ana\ud800",
    "nothing": "",
    "tag characters": "Bo\U000e0041\U000e007f",
    "control": "A\x00n\x07a\x1b[31m",
}


def faults_of(name: str) -> list[str]:
    """The faults of a user's name as it is shown in a text."""
    plain, faults = Names((1, 2), {1: clean_name(name), 2: "Bo"}).plain_name(0), []
    if "\u2068" in plain:  # read leftwards, and kept from turning what is around it
        if plain[0] != "\u2068" or plain[-1] != "\u2069":
            faults.append("turns the text around it")
        plain = plain[1:-1]
    if not 1 <= len(plain) <= NAME_LIMIT or plain != plain.strip():
        faults.append("is empty, too long or has blanks around it")
    kinds = [unicodedata.category(char) for char in plain]
    hidden = {char for char, kind in zip(plain, kinds, strict=True) if kind == "Cf"}
    if {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} & set(kinds) or hidden - {"\u200c", "\u200d"}:
        faults.append("has characters that nobody sees")
    marks = accents = 0
    for char, kind in zip(plain, kinds, strict=True):
        if char not in "\u200c\u200d\ufe0f":
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            accents = accents + 1 if unicodedata.name(char, "").startswith("COMBINING") else 0
        if marks > SCRIPT_MARKS_LIMIT or accents > COMBINING_MARKS_LIMIT:
            faults.append("overruns the lines around it")
    if not {c for c in plain if unicodedata.category(c)[0] in "LNPS"} - set(BLANKS):
        faults.append("shows nothing")
    if clean_name(clean_name(name)) != clean_name(name):
        faults.append("is cleaned twice")
    return faults


def test_name_cannot_hide_reverse_or_overrun_the_text_around() -> None:
    faults = {what: faults for what, name in TORTURE.items() if (faults := faults_of(name))}
    assert faults == {}


def test_cleaned_name_keeps_its_readable_letters() -> None:
    shown = {
        "accents": "Zoë Ångström-Núñez",
        "decomposed": "Zoë",
        "Cyrillic": "Анастасия",
        "Arabic": "أحمد",
        "Lao": "ຫຼື້",
        "Persian": "می\u200cروم",
        "RLO": "Bored",
        "emoji": "🦣🔥",
        "emoji family": "👩\u200d👩\u200d👧",
        "spaces": "A na",
        "zero width inside": "Bo",
        "500 letters": "W" * 32,
        "zero width": "Player 1",
        "Hangul filler": "Player 1",
        "Braille blank": "Player 1",
        "500 marks": "Player 1",
        "private use": "Player 1",
        "nothing": "Player 1",
    }
    cleaned = {what: Names((1,), {1: clean_name(TORTURE[what])}) for what in shown}
    assert {what: names.picture_name(0) for what, names in cleaned.items()} == shown


def test_erased_user_is_named_former_player_with_a_number() -> None:
    names = Names((None, 2), {2: "Bo"})
    assert names.plain_name(0) == "Former player 1" and names.bold_name(0) == "**Former player 1**"
    assert names.user_name(None) == "a former player" and names.user_name(77) == "someone"
    assert names.picture_names() == ("Former player 1", "Bo")
    assert Names((1,), {}).plain_name(0) == "Player 1", "only not known at the moment"


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_escaped_name_has_no_markdown_and_no_mention(name: str) -> None:
    text = escape_markdown(clean_name(name))
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`~|]", text)
    assert not re.search(r"@(?!\u200b)", text)
    assert "<@" not in text and "<#" not in text and "](" not in text
    assert re.sub(r"\\(.)", r"\1", text).replace("\u200b", "") == clean_name(name)
    assert strip_markdown(f"**{text}** has `0 0`") == f"{clean_name(name)} has 0 0", (
        "as a menu shows it"
    )


# -- texts cut to size --------------------------------------------------------------------------


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(st.lists(st.text("ab \u00e4`*", max_size=60), max_size=30), st.integers(5, 80))
@settings(max_examples=300, deadline=None)
def test_pages_never_lose_text_and_keep_the_limit(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    pages = split_pages(text, limit)
    assert all(len(page) <= limit for page in pages)
    assert squeezed("".join(pages)) == squeezed(text)
    if text.strip():
        assert all(page.strip() for page in pages), "Discord takes no empty message"


def test_short_text_is_one_unchanged_page() -> None:
    for text in ("", "a", "a\n\nb", "## Title\nline\n```\ncode\n```", "x" * 100):
        assert split_pages(text, 100) == [text]


def test_pages_are_cut_at_line_ends() -> None:
    lines = [f"line {n}" for n in range(200)]
    pages = split_pages("\n".join(lines), 100)
    assert [line for page in pages for line in page.split("\n")] == lines
    assert len(pages) < 25


def test_a_line_longer_than_a_page_is_cut_and_not_shortened() -> None:
    assert split_pages("x" * 250, 100) == ["x" * 100, "x" * 100, "x" * 50]


def test_a_table_is_not_torn_apart() -> None:
    block = "```\n" + "\n".join(f"row {n}" for n in range(8)) + "\n```"
    for before in range(0, 120, 7):
        pages = split_pages(f"{'x' * before}\n{block}\nend", 120)
        assert all(page.count("```") % 2 == 0 for page in pages)
        assert any(block in page for page in pages)


def test_heading_never_ends_a_page() -> None:
    for before in range(40, 100):
        pages = split_pages(f"{'x' * before}\n### Heading\n- an item of the list", 100)
        assert all(not page.endswith("Heading") for page in pages)
        assert "\n".join(pages) == f"{'x' * before}\n### Heading\n- an item of the list"


def test_phrases_are_shown_whole_as_far_as_room_allows() -> None:
    assert join_within(["one", "another", "two"], 8) == "one, two"
    assert join_within(["one", "two"], 7) == "one"
    assert join_within(["another"], 5) == "anot…"
    assert join_within([], 5) == ""


def test_a_text_is_shortened_with_an_ellipsis() -> None:
    assert truncate("abc", 3) == "abc"
    assert truncate("abcd", 3) == "ab…"


def test_menu_of_many_settings_has_pages_that_lead_to_each_other() -> None:
    numbers = {str(number): str(number) for number in range(30)}
    choices = Choices(schema_of(Setting("number", "Number", numbers, "0")))

    def actions(page: int) -> list[str]:
        lead = "lead {}".format
        menu = shared_menu("", choices, ("number",), ChangeSetting, pages=lead, page=page)
        return [line.action for line in menu.lines]

    first, second = actions(1), actions(2)
    assert (first[-1], second[0]) == ("lead 2", "lead 1")
    assert [*first[:-1], *second[1:]] == [f"change number {number}" for number in numbers]

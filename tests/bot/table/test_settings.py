"""The schema of settings: what is taken, and how what was stored is read."""

import pytest

from bot.cups.policy import fold_cup
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.settings import (
    DEFAULT_SETTINGS,
    FEATURES,
    PLAYER,
    TABLE,
    Choices,
    ServerChoices,
    Setting,
    read_choice,
    schema_of,
    settings_by,
    usual_aids,
)
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, log

RENAMED = schema_of(
    Setting(
        "aids",
        "Aids",
        {"yes": "yes", "no": "no"},
        "yes",
        aliases={("purist", "yes"): "no", ("purist", "no"): "yes", ("aids", "none"): "no"},
    )
)


def test_value_that_was_renamed_is_read_by_its_old_name() -> None:
    for stored, now in (
        ({}, "yes"),
        ({"aids": "no"}, "no"),
        ({"aids": "none"}, "no"),
        ({"aids": "yes", "purist": "yes"}, "yes"),
    ):
        assert Choices(RENAMED, stored).of("aids") == now, stored


def test_unknown_value_is_named_and_refused_where_it_would_change_a_table() -> None:
    choices = Choices(TABLE, {"aids": "strictly", "pace": "day"})
    assert choices.unknown("aids") == "strictly" and choices.unknown("pace") is None
    assert choices.text("aids") == "`strictly`, which I don't know"
    with pytest.raises(Refusal) as refused:
        settings_by(choices, "en")
    assert refused.value.reason == "unknown-setting"
    assert settings_by(choices, "en", {"aids": "no"}).aids == "no"


def test_unknown_language_of_a_server_is_kept() -> None:
    assert settings_by(Choices(TABLE, {"language": "qq"}), "fr").language == "qq"


def test_typed_setting_comes_before_that_of_the_server_and_the_default() -> None:
    choices = Choices(TABLE, {"pace": "day", "undo": "free"})
    settings = settings_by(choices, "fr", {"undo": "none", "order": None})
    assert {key: settings.value(key) for key in TABLE} == {
        "language": "fr",
        "order": "random",
        "pace": "day",
        "undo": "none",
        "votes": "majority",
        "orders": "yes",
        "aids": "yes",
        "window": "12h",
    }


def test_new_game_has_aids_unless_ratings_are_on_or_the_server_has_chosen() -> None:
    for values, aids in (
        ({}, "yes"),
        ({"ratings": "no"}, "yes"),
        ({"ratings": "yes"}, "no"),
        ({"ratings": "yes", "aids": "yes"}, "yes"),
        ({"aids": "no"}, "no"),
    ):
        choices = Choices(TABLE, values)
        assert settings_by(choices, "en").aids == usual_aids(choices) == aids, values


def test_purist_of_a_stored_setting_a_log_or_a_cup_is_read_as_aids() -> None:
    for purist, aids in (("yes", "no"), ("no", "yes")):
        assert settings_by(Choices(TABLE, {"purist": purist, "ratings": "yes"}), "en").aids == aids
        for texts in (
            [f"new base 2\npurist: {purist}"],
            ["new base 2", f"set purist: {purist}"],
        ):
            assert fold(log(*((ANA, text) for text in texts))).settings.aids == aids
        assert fold_cup(log((ANA, f"new base 2\npurist: {purist}"))).settings.aids == aids
    unlogged = fold_cup(log((ANA, "new base 2"))).settings
    assert unlogged.aids == "" and unlogged.has_aids, "a cup from before ends as it began"


def test_settings_of_a_table_are_its_schema() -> None:
    values = {key: [*setting.values][-1] for key, setting in TABLE.items()}
    changed = DEFAULT_SETTINGS.with_values(values)
    assert {key: changed.value(key) for key in TABLE} == values
    assert all(TABLE[key].text(DEFAULT_SETTINGS.value(key)) is not None for key in TABLE)


def test_only_what_a_setting_takes_is_read() -> None:
    assert read_choice(PLAYER, ("remind", "24")) == ("remind", "24")
    assert read_choice(PLAYER, ("quiet", "22-7")) == ("quiet", "22-7")
    for words in ((), ("remind",), ("remind", "7"), ("quiet", "22-22"), ("lesson", "x")):
        assert read_choice(PLAYER, words) is None, words
    with pytest.raises(Refusal):
        PLAYER["zone"].check("Mars/Base")


def test_tables_are_allowed_in_all_channels_or_those_chosen() -> None:
    assert ServerChoices(FEATURES).allow(5) and ServerChoices(FEATURES).allow(None)
    chosen = ServerChoices(FEATURES, {"channels": "12 x 7"})
    assert chosen.channels == (12, 7)
    assert chosen.allow(7) and chosen.allow(5, 12) and not chosen.allow(5, None)


def test_server_opts_in_by_yes_alone() -> None:
    wanted = ServerChoices(FEATURES, {"puzzle": "yes", "digest": "no", "ratings": "maybe"})
    assert [wanted.wants(key) for key in ("puzzle", "digest", "ratings")] == [True, False, False]


def test_channel_of_posts_is_a_number_or_none() -> None:
    assert ServerChoices(FEATURES, {"post_channel": "12"}).post_channel == 12
    assert ServerChoices(FEATURES, {"post_channel": "here"}).post_channel is None
    assert ServerChoices(FEATURES).post_channel is None


@for_each(
    "animation, animated",
    [
        ("always", [False, True, True, True]),
        ("never", [False, False, False, False]),
        ("sometimes", [False, False, False, True]),
        (None, [False, False, False, True]),
    ],
)
def test_scores_are_animated_from_ten_points_on_always_or_never(
    animation: str | None, animated: list[bool]
) -> None:
    choices = ServerChoices(FEATURES, {} if animation is None else {"animation": animation})
    assert [choices.animates(points) for points in (0, 1, 9, 10)] == animated

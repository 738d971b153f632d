"""A server's settings: allowed channels, defaults of tables, and animated scores."""

from bot.table.server_defaults import Defaults
from tests.support.for_each import for_each


def test_channels_and_defaults_are_read_from_stored_options() -> None:
    read = Defaults.read({"channels": "12 x 7", "pace": "day"})
    assert read == Defaults((12, 7), {"pace": "day"})
    assert Defaults.read({}) == Defaults((), {}) == Defaults()


def test_tables_are_allowed_in_all_channels_or_those_chosen() -> None:
    assert Defaults().allow(5) and Defaults().allow(None)
    chosen = Defaults((12, 7))
    assert chosen.allow(7) and chosen.allow(5, 12) and not chosen.allow(5, None)


def test_typed_option_comes_before_that_of_the_server_and_the_usual_one() -> None:
    defaults = Defaults(values={"pace": "day", "undo": ""})
    assert defaults.of("pace", "week", "none") == "week"
    assert defaults.of("pace", None, "none") == "day"
    assert defaults.of("undo", None, "usual") == defaults.of("order", "", "usual") == "usual"


def test_server_opts_in_by_yes_alone() -> None:
    wanted = Defaults(values={"puzzle": "yes", "digest": "no", "ratings": "maybe"})
    assert [wanted.wants(option) for option in ("puzzle", "digest", "ratings", "x")] == [
        *(True, False, False, False)
    ]


def test_channel_of_posts_is_a_number_or_none() -> None:
    assert Defaults(values={"post_channel": "12"}).post_channel == 12
    assert Defaults(values={"post_channel": "here"}).post_channel is None
    assert Defaults().post_channel is None


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
    values = {} if animation is None else {"animation": animation}
    assert [Defaults(values=values).animates(points) for points in (0, 1, 9, 10)] == animated

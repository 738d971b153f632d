"""The rules to leaf through: a topic, the others in a menu, the games with each part as buttons."""

from collections.abc import Sequence

from bot.games import about, topics
from bot.games.topic import Topic
from bot.presenters.private.paging import page_size, paged
from bot.presenters.public.greeting import RULES
from bot.text.i18n import _
from bot.text.message import Button, Menu, MenuLine, Message
from rules.variants import by_part


def page(name: str, key: str | None = None) -> Message:
    """A topic of a game's rules by its key; without one what the figures earn, and the first."""
    known = topics.of(name)
    listed = list(known.values())
    topic = known.get(key or "", listed[0])
    top = [f"## {about.title(name)}"]
    if key is None:
        top += [f"*{about.note(name)}*", _("**Figures**"), about.figure_lines(name), ""]
    return Message(
        "\n".join([*top, topics.said(topic)]),
        buttons=(
            Menu(_("Another rule"), _menu(name, listed, listed.index(topic))),
            *(
                Button(about.title(other), f"{RULES} {other}", chosen=other == name)
                for other in by_part()
            ),
        ),
    )


def _menu(name: str, listed: Sequence[Topic], at: int) -> tuple[MenuLine, ...]:
    """The topics, or where they are many the page with the one shown; others lead to more."""
    size = page_size(len(listed))
    lines = [MenuLine(_(each.title), f"{RULES} {name} {each.key}") for each in listed]
    return paged(lines, at // size + 1, lambda page: lines[size * (page - 1)].action, places=False)

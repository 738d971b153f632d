"""The rules to leaf through: a topic, the others in a menu, the games with each part as buttons."""

from bot.games import about, topics
from bot.presenters.public.greeting import RULES
from bot.text.i18n import _
from bot.text.message import Button, Menu, MenuLine, Message
from rules.variants import by_part


def page(name: str, key: str | None = None) -> Message:
    """A topic of a game's rules by its key; without one what the figures earn, and the first."""
    listed = topics.found(name, "")
    topic = topics.of(name).get(key or "", listed[0])
    top = [f"## {about.title(name)}"]
    if key is None:
        top += [f"*{about.note(name)}*", _("**Figures**"), about.figure_lines(name), ""]
    return Message(
        "\n".join([*top, topics.said(topic)]),
        buttons=(
            Menu(
                _("Another rule"),
                tuple(MenuLine(_(each.title), f"{RULES} {name} {each.key}") for each in listed),
            ),
            *(
                Button(about.title(other), f"{RULES} {other}", chosen=other == name)
                for other in by_part()
            ),
        ),
    )

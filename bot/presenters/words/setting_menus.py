"""Settings in words, and the menus that change them."""

from collections.abc import Callable, Iterable, Iterator

from bot.presenters.words.actions import ButtonAction
from bot.presenters.words.paging import page_lines
from bot.table.settings import Choices
from bot.text.i18n import _
from bot.text.message import MENU_LINE_LIMIT, Menu, MenuLine, truncate


def setting_text(choices: Choices, key: str) -> str:
    """``Pace: no clock``."""
    return _named(choices, key, choices.text(key))


def setting_menu(
    choices: Choices, key: str, action: Callable[..., ButtonAction], name: str = ""
) -> Menu:
    """The menu of a setting; ``action`` makes the action of a line from the key and a value.

    ``name`` is the menu's, if it is not the key.
    """
    return Menu(choices.schema[key].heading, tuple(_lines(choices, key, action)), name or key)


def shared_menu(
    placeholder: str,
    choices: Choices,
    keys: Iterable[str],
    action: Callable[..., ButtonAction],
    name: str = "more",
    *,
    pages: Callable[[int], str] | None = None,
    page: int = 1,
) -> Menu:
    """One menu of the values of several settings, the current ones marked.

    ``pages`` makes the action that opens another ``page``; None for values that fit on one.
    """
    lines = [
        MenuLine(line.label, line.action, _("current setting") if line.chosen else "")
        for key in keys
        for line in _lines(choices, key, action)
    ]
    shown = page_lines(lines, page, pages, places=False) if pages is not None else tuple(lines)
    return Menu(placeholder, shown, name)


def _lines(choices: Choices, key: str, action: Callable[..., ButtonAction]) -> Iterator[MenuLine]:
    """The values of a setting, the current one chosen: none if it is unknown.

    A default that is none of the values comes first, and so does a typed value.
    """
    setting, now = choices.schema[key], choices.of(key)
    is_known = choices.unknown(key) is None
    if setting.default not in setting.values:
        label = _named(choices, key, _(setting.usual))
        yield MenuLine(label, str(action(key)), chosen=is_known and now == setting.default)
    elif now not in setting.values:
        yield MenuLine(setting_text(choices, key), str(action(key, now)), chosen=True)
    for value, message in setting.values.items():
        yield MenuLine(
            _named(choices, key, _(message)),
            str(action(key, value)),
            _(setting.notes[value]) if value in setting.notes else "",
            chosen=is_known and value == now,
        )


def _named(choices: Choices, key: str, value: str) -> str:
    label = _("{title}: {value}", title=choices.schema[key].heading, value=value)
    return truncate(label, MENU_LINE_LIMIT)

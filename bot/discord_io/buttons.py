"""Buttons and menus with their custom ids, message payloads, and *Back* (`ViewTrail`)."""

import re
import zlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Protocol, TypeAlias

import discord
from cachetools import LRUCache
from discord import ui

from bot.core.codec import FieldText, Pattern
from bot.text.emoji import split_emoji, without_emoji
from bot.text.i18n import _
from bot.text.message import (
    ID_LIMIT,
    LABEL_LIMIT,
    MAX_MENU_LINES,
    MAX_ROWS,
    MENU_LINE_LIMIT,
    NO_TABLE,
    Button,
    ButtonStyle,
    ChannelMenu,
    Item,
    Menu,
    Message,
    truncate,
)
from renderer.sprites import COLOUR_RGB

STYLES: Final = {
    ButtonStyle.PRIMARY: discord.ButtonStyle.primary,
    ButtonStyle.SECONDARY: discord.ButtonStyle.secondary,
    ButtonStyle.SUCCESS: discord.ButtonStyle.success,
    ButtonStyle.DANGER: discord.ButtonStyle.danger,
}

PLAYABLE_CHANNEL_TYPES: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
)
"""The kinds of channels in which, or in whose threads, a table can be."""


MAX_INT64: Final = 2**63 - 1
"""The greatest integer that the database can store."""
_ACTION: Final = re.compile(r"[^\W_][ -~\u00a1-\uffff]*")
"""A word and its arguments, on one line."""
Count: TypeAlias = Annotated[int, FieldText("[0-9]+", lambda digits: min(int(digits), MAX_INT64))]


@dataclass(frozen=True, slots=True)
class Press:
    """A press in a game as it stood after an entry."""

    game: Count
    entry: Count
    action: Annotated[str, FieldText(_ACTION.pattern, str)]


@dataclass(frozen=True, slots=True)
class MenuId:
    """A menu in a game as it stood after an entry; ``name``, if any, begins with a colon.

    ``state`` begins with a tilde, and differs with the message's content.
    """

    game: Count
    entry: Count
    name: Annotated[str, FieldText(r"(?::\w+)?", str)]
    state: Annotated[str, FieldText(r"(?:~[0-9a-f]+)?", str)] = ""


BUTTON_ID: Final = Pattern(Press, "carc:{game}:{entry}:{action}")
MENU_ID: Final = Pattern(MenuId, "pick:{game}:{entry}{name}{state}")
CHANNELS_ID: Final = Pattern(Press, "channels:{game}:{entry}:{action}")
"""The patterns of custom ids."""

PressHandler: TypeAlias = Callable[[discord.Interaction[Any], Press], Awaitable[None]]
"""Run the action of a press."""


class PressClient(Protocol):
    async def run_press(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Run its action."""

    async def answer_unknown(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press unknown to this version."""


class PressButton(
    ui.DynamicItem[ui.Button[Any]],
    template=BUTTON_ID.regex,
):
    def __init__(self, item: ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    def create(cls, button: Button, game: int, entry: int, row: int | None = None) -> "PressButton":
        press = Press(game, entry, button.action)
        custom_id = BUTTON_ID.write(press)
        assert len(custom_id) <= ID_LIMIT, custom_id
        emoji, label = split_emoji(button.label)
        item: ui.Button[Any] = ui.Button(
            label=truncate(label, LABEL_LIMIT),
            emoji=emoji,
            style=STYLES[button.tone],
            custom_id=custom_id,
            disabled=button.chosen,
            row=row,
        )
        return cls(item, press)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "PressButton":
        assert isinstance(item, ui.Button)
        return cls(item, BUTTON_ID.read_match(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: PressClient = interaction.client
        await client.run_press(interaction, self.press)


class PickMenu(
    ui.DynamicItem[ui.Select[Any]],
    template=MENU_ID.regex,
):
    def __init__(self, item: ui.Select[Any], game: int, entry: int) -> None:
        super().__init__(item)
        self.game = game
        self.entry = entry

    @classmethod
    def create(
        cls, menu: Menu, game: int, entry: int, row: int | None = None, state: int = 0
    ) -> "PickMenu":
        """Build the menu of a message about a game as it stands after an entry.

        A client keeps showing a choice while the menu's ids stay the same, so they hold the
        message's ``state``.
        """
        name, state = f":{menu.name}" if menu.name else "", _checksum(menu.name, state)
        item: ui.Select[Any] = ui.Select(
            id=state,
            custom_id=MENU_ID.write(MenuId(game, entry, name, f"~{state:x}")),
            placeholder=truncate(without_emoji(menu.placeholder), MENU_LINE_LIMIT),
            options=[
                discord.SelectOption(
                    label=truncate(label, MENU_LINE_LIMIT),
                    value=line.action,
                    description=truncate(without_emoji(line.description), MENU_LINE_LIMIT) or None,
                    emoji=emoji,
                    default=line.chosen,
                )
                for line in menu.lines
                for emoji, label in (split_emoji(line.label),)
            ],
            row=row,
        )
        return cls(item, game, entry)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "PickMenu":
        assert isinstance(item, ui.Select)
        menu = MENU_ID.read_match(match)
        return cls(item, menu.game, menu.entry)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: PressClient = interaction.client
        chosen = self.item.values
        if len(chosen) == 1 and _ACTION.fullmatch(chosen[0]):
            await client.run_press(interaction, Press(self.game, self.entry, chosen[0]))
        else:
            await client.answer_unknown(interaction)


def _checksum(*content: object) -> int:
    """A component id from 1 on, the same for the same content."""
    return zlib.crc32(repr(content).encode()) % (2**31 - 1) + 1


def without_menu_state(custom_id: str) -> str:
    """Drop the message state; other ids are unchanged."""
    match = MENU_ID.regex.fullmatch(custom_id)
    return MENU_ID.write(replace(MENU_ID.read_match(match), state="")) if match else custom_id


class ChannelPick(
    ui.DynamicItem[ui.ChannelSelect[Any]],
    template=CHANNELS_ID.regex,
):
    """A menu of the server's channels; any number may be chosen."""

    def __init__(self, item: ui.ChannelSelect[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    def create(
        cls, menu: ChannelMenu, game: int, entry: int, row: int | None = None
    ) -> "ChannelPick":
        press = Press(game, entry, menu.action)
        item: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=CHANNELS_ID.write(press),
            placeholder=truncate(menu.placeholder, MENU_LINE_LIMIT),
            channel_types=[*PLAYABLE_CHANNEL_TYPES],
            min_values=0,
            max_values=MAX_MENU_LINES,
            default_values=[
                discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
                for channel in menu.chosen[:MAX_MENU_LINES]
            ],
            row=row,
        )
        return cls(item, press)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "ChannelPick":
        assert isinstance(item, ui.ChannelSelect)
        return cls(item, CHANNELS_ID.read_match(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run the action of the menu with the chosen channels."""
        client: PressClient = interaction.client
        chosen = " ".join([self.press.action, *(str(channel.id) for channel in self.item.values)])
        await client.run_press(interaction, replace(self.press, action=chosen))


ITEMS: Final = (PressButton, PickMenu, ChannelPick)


def is_known_id(custom_id: str) -> bool:
    """True for an id of this version's ITEMS."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in ITEMS)


def is_valid_component(custom_id: str, kind: int) -> bool:
    """True if a component of this kind can have the id, by this version's ITEMS."""
    return is_known_id(custom_id) and KINDS[custom_id.partition(":")[0]] == kind


KINDS: Final = {
    "carc": discord.ComponentType.button.value,
    "pick": discord.ComponentType.string_select.value,
    "channels": discord.ComponentType.channel_select.value,
}
"""The kind of component by the first word of its custom id."""
NO_GAME: Final = 0
"""The game number of buttons that are about no game; games count from 1."""


class DescribedFile(Protocol):
    @property
    def name(self) -> str:
        """The name of its file."""

    @property
    def alt(self) -> str:
        """The description of the picture."""


@dataclass(frozen=True, slots=True)
class Payload:
    """Text and buttons to send; a layout holds its text itself."""

    content: str
    view: ui.View | ui.LayoutView | None


def plain_payload(
    message: Message, text: str, game: int, entry: int, *, is_last: bool = True
) -> Payload:
    """A plain message, with its buttons if it is the text's last part.

    A phone's notification shows a plain message's content, but nothing of a layout. It would show
    the bot's emoji as markup, so a message that pings has none.
    """
    text = without_emoji(text) if message.pings else text
    return Payload(text, view_of(message, game, entry) if is_last else None)


def card_payload(message: Message, text: str, game: int = NO_GAME, entry: int = 0) -> Payload:
    """A layout in the mover's colour, for messages that ping nobody."""
    return Payload("", _layout_of(message, text, game, entry))


def _layout_of(message: Message, text: str, game: int, entry: int) -> ui.LayoutView:
    colour = None
    if message.colour is not None:
        colour = discord.Colour.from_rgb(*COLOUR_RGB[message.colour])
    box: ui.Container[Any] = ui.Container(accent_colour=colour)
    box.add_item(ui.TextDisplay(text))
    for row in _action_rows(message, game, entry):
        box.add_item(row)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return layout


def sections_payload(sections: Sequence[tuple[Message, Sequence[DescribedFile]]]) -> Payload:
    """Messages about no game, each with pictures between text and buttons."""
    layout = ui.LayoutView(timeout=None)
    for message, pictures in sections:
        layout.add_item(ui.TextDisplay(message.text))
        if pictures:
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            for picture in pictures:
                gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt)
            layout.add_item(gallery)
        for row in _action_rows(message, *NO_TABLE):
            layout.add_item(row)
    return Payload("", layout)


def _action_rows(message: Message, game: int, entry: int) -> Iterator[ui.ActionRow[Any]]:
    state = _state_of(message)
    for items in message.rows():
        row: ui.ActionRow[Any] = ui.ActionRow()
        for item in items:
            row.add_item(item_of(item, game, entry, state=state))
        yield row


def view_of(message: Message, game: int = NO_GAME, entry: int = 0) -> ui.View | None:
    rows = message.rows()
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            view.add_item(item_of(item, game, entry, number, state=_state_of(message)))
    return view


def _state_of(message: Message) -> int:
    """A number that differs with the message's text, buttons and menus."""
    return _checksum(message.text, message.buttons)


def item_of(
    item: Item, game: int, entry: int, row: int | None = None, *, state: int = 0
) -> PressButton | PickMenu | ChannelPick:
    """A button may name another game."""
    if isinstance(item, Menu):
        return PickMenu.create(item, game, entry, row, state)
    if isinstance(item, ChannelMenu):
        return ChannelPick.create(item, game, entry, row)
    return PressButton.create(item, *(item.target or (game, entry)), row)


REMEMBERED_MESSAGES: Final = 2000
"""The most private messages whose views are remembered; any other gets no button back."""
MAX_VIEWS: Final = 6
"""The most views that are remembered of one message."""
PANEL_WORDS: Final = ("panel", "show", "plan", "aim", "order")
"""The words of the actions that show the panel of a move, planned or ordered ones too."""
VIEW_WORDS: Final = ("board", "score", "log", "panel", "help", "home", "past", "review")
"""The kinds of views that can be shown again by their action, as nothing changes by it."""
VIEWS: Final = "views"
"""The key of the views in the extras of an interaction."""


@dataclass(eq=False, repr=False)
class ViewTrail:
    """The views each private message has shown, the newest last.

    A back button is an ordinary button with the earlier view's action: it outlives a restart, which
    forgets the trail.
    """

    _views: LRUCache[int, tuple[Press, ...]] = field(
        init=False, default_factory=lambda: LRUCache(REMEMBERED_MESSAGES)
    )

    def begin(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Note a command's view, as the press of a button that shows it."""
        interaction.extras.setdefault(VIEWS, (press,))

    def follow(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Add the view of a press to its message's trail."""
        message = interaction.message
        is_private = message is not None and message.flags.ephemeral
        shown = self._views.get(message.id, ()) if message is not None and is_private else ()
        interaction.extras[VIEWS] = self._after_press(shown, press)

    def forget(self, interaction: discord.Interaction[Any]) -> None:
        """Forget a message whose press does more than show something."""
        if interaction.message is not None:
            self._views.pop(interaction.message.id, None)

    def with_back(self, interaction: discord.Interaction[Any], message: Message) -> Message:
        """Add a button to the replaced view, if there is one and room."""
        views = interaction.extras.get(VIEWS, ())
        if len(views) < 2:
            return message
        before = views[-2]
        actions = {item.action for item in message.buttons if isinstance(item, Button)}
        back = Button(_("← Back"), before.action, target=(before.game, before.entry))
        longer = replace(message, buttons=(*message.buttons, back))
        fits = len(longer.rows()) <= MAX_ROWS
        return longer if fits and before.action not in actions else message

    def answered(self, interaction: discord.Interaction[Any], message: int | None) -> None:
        """Keep an interaction's views for the private message that answers it."""
        if message is not None and VIEWS in interaction.extras:
            self._views[message] = interaction.extras[VIEWS]

    def _after_press(self, shown: tuple[Press, ...], press: Press) -> tuple[Press, ...]:
        if len(shown) > 1 and shown[-2].action == press.action:
            return (*shown[:-2], press)
        kept = [view for view in shown if _kind(view) in VIEW_WORDS]
        if kept and _kind(kept[-1]) == _kind(press):
            kept.pop()
        return (*kept[1 - MAX_VIEWS :], press)


def _kind(press: Press) -> str:
    word = press.action.partition(" ")[0]
    return "panel" if word in PANEL_WORDS else word

"""The views that a private message has shown one after the other, for a button back."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.client.discord_io.buttons import Press
from bot.text.i18n import _
from bot.text.message import MAX_ROWS, Button, Message

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
    """Remember which views each private message has shown, the newest last.

    A button back is an ordinary button with the action of the view before: it outlives a restart,
    which forgets the trail.
    """

    _views: LRUCache[int, tuple[Press, ...]] = field(
        init=False, default_factory=lambda: LRUCache(REMEMBERED_MESSAGES)
    )

    def begin(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Note the view that a command shows, as the press of a button that shows it."""
        interaction.extras.setdefault(VIEWS, (press,))

    def follow(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Note the view that a press shows, after those that its private message has shown."""
        message = interaction.message
        is_private = message is not None and message.flags.ephemeral
        shown = self._views.get(message.id, ()) if message is not None and is_private else ()
        interaction.extras[VIEWS] = self._after_press(shown, press)

    def forget(self, interaction: discord.Interaction[Any]) -> None:
        """Forget the views of a private message whose press does more than show something."""
        if interaction.message is not None:
            self._views.pop(interaction.message.id, None)

    def with_back(self, interaction: discord.Interaction[Any], message: Message) -> Message:
        """Return a message with a button to the view it replaces, if there is one and room."""
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
        """Remember the views of an interaction as those of the private message that answers it."""
        if message is not None and VIEWS in interaction.extras:
            self._views[message] = interaction.extras[VIEWS]

    def _after_press(self, shown: tuple[Press, ...], press: Press) -> tuple[Press, ...]:
        """Return the views after a press; a page of the same view replaces it."""
        if len(shown) > 1 and shown[-2].action == press.action:
            return (*shown[:-2], press)
        kept = [view for view in shown if _kind(view) in VIEW_WORDS]
        if kept and _kind(kept[-1]) == _kind(press):
            kept.pop()
        return (*kept[1 - MAX_VIEWS :], press)


def _kind(press: Press) -> str:
    """Return the kind of the view that a press shows: the word of its action."""
    word = press.action.partition(" ")[0]
    return "panel" if word in PANEL_WORDS else word

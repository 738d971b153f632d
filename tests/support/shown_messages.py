"""Messages as players see them: their text, buttons, menus, and private answers."""

import re
from collections.abc import Iterator
from typing import Any

import discord
from simcord import InteractionResult, MemberActor
from simcord.results import ResponseMessage

Message = discord.Message | ResponseMessage
RECEIPT = "✔️ You placed your tile at "
"""First words of the private answer to a move."""


def components_of(message: Message) -> Iterator[Any]:
    """Yield each component of a message, those inside others included."""
    left = list[Any](
        (message.message if isinstance(message, ResponseMessage) else message).components
    )
    while left:
        component = left.pop(0)
        yield component
        left[:0] = getattr(component, "children", ())


def text_of(message: Message) -> str:
    content = (message.message if isinstance(message, ResponseMessage) else message).content
    shown = [c.content for c in components_of(message) if isinstance(c, discord.TextDisplay)]
    return "\n".join([content, *shown] if content else shown)


def turning_points_of(poster: discord.Attachment) -> list[str]:
    """The costly turns in a poster's alt text, ``["turn 3: ≈ −4"]``; empty before a review."""
    return re.findall(r"turn \d+: (?:≈ )?−\d+", poster.description or "")


def news_of(text: str) -> str:
    """The news of a turn's post, below its first line, which pings the player."""
    return text.partition("\n")[2]


def buttons_of(message: Message) -> dict[str, str]:
    """The custom ids of a message's buttons by their labels, in order."""
    buttons = [part for part in components_of(message) if isinstance(part, discord.Button)]
    ids = {button.label or "": button.custom_id or "" for button in buttons}
    assert len(ids) == len(buttons), "two buttons of one message look the same"
    return ids


def action_ids_of(message: Message) -> dict[str, str]:
    """The custom ids of a message's buttons by what they do."""
    return {custom.split(":", 3)[3]: custom for custom in buttons_of(message).values()}


def choices_of(message: Message) -> list[str]:
    return list(menus_of(message))


def menus_of(message: Message) -> dict[str, str]:
    """The custom id of the menu in which each value of a message can be chosen."""
    return {
        option.value: menu.custom_id or ""
        for menu in select_menus_of(message)
        for option in menu.options
    }


def menu_labels_of(message: Message) -> list[str]:
    return [option.label for menu in select_menus_of(message) for option in menu.options]


def select_menus_of(message: Message) -> list[discord.SelectMenu]:
    return [part for part in components_of(message) if isinstance(part, discord.SelectMenu)]


def answer(result: InteractionResult) -> ResponseMessage:
    """The message of a user's private answer."""
    assert result.response is not None, "nobody was answered"
    return result.response


async def select(who: MemberActor, asked: InteractionResult, value: str) -> InteractionResult:
    """Choose a line in whichever menu of a private answer has it."""
    return await who.select(answer(asked), [value], custom_id=menus_of(answer(asked))[value])


def private(result: InteractionResult) -> str:
    first = answer(result)
    assert first.ephemeral, f"everybody can read: {text_of(first)}"
    assert not first.flags.loading, "the player is left with the thinking dots"
    pages = [first, *result.followups]
    assert all(page.ephemeral for page in pages)
    return "\n".join(map(text_of, pages))


def has_no_reply(result: InteractionResult) -> bool:
    """Return True if the only answer was the public post, or a move's receipt."""
    if result.response is not None and not text_of(result.response).startswith(RECEIPT):
        return False
    return result.acknowledged and not result.followups


def is_public_post(message: discord.Message) -> bool:
    return not message.flags.ephemeral and message.type is discord.MessageType.default

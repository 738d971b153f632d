"""Private answers to interactions: texts, files, tables, pictures; check of bot permissions."""

import logging
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.discord_io.buttons import NO_GAME, Payload, view_of
from bot.discord_io.rendering import FILE_LIMIT, Attachment, Rendering
from bot.discord_io.sending import TRANSPORT_ERRORS, answer, answer_timeout, refuses
from bot.interactions.call import Call
from bot.posting.outbox import Failure, is_refusal_of_channel
from bot.posting.post_sender import PostSender, table_message
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.text.emoji import without_emoji
from bot.text.i18n import N_, _
from bot.text.message import ALT_LIMIT, CONTENT_LIMIT, Message, split_pages, truncate
from bot.text.names import NOBODY, Names
from bot.words.refusals import refusal_text
from rules.game import Game

log = logging.getLogger(__name__)

NEEDED: Final = ("view_channel", "send_messages", "attach_files", "embed_links")
NEEDED_IN_THREADS: Final = (
    *("view_channel", "send_messages_in_threads", "attach_files", "embed_links"),
)


UNPOSTED: Final = N_(
    "Your move is saved. I'll post it as soon as Discord lets me; until then, see `/board`."
)
REFUSED: Final = N_(
    "Your move is saved, but I can't post here: the thread may be locked, or "
    "I'm missing a permission. I'll post it as soon as I can; until then, see "
    "`/board`."
)
REFUSED_POST: Final = N_(
    "Your move is saved, but Discord won't let me post it: {reason}. I'll try "
    "again later, in plain words if needed; until then, see `/board`."
)
REFUSAL_REASONS: Final = {
    200000: N_("this server's AutoMod blocks it"),
    200001: N_("this server's AutoMod blocks it"),
    240000: N_("Discord blocks a link in it"),
    20009: N_("Discord takes it for explicit content"),
    40005: N_("it is too large"),
    413: N_("it is too large"),
}
"""The reasons of a refused post by Discord's error codes, or by the HTTP status."""
UNKNOWN: Final = N_("That button no longer works. See the game with `/board`.")
BUG: Final = N_("Something went wrong on my side. Your saved moves are safe: see `/board`.")
UNANSWERED: Final = N_("Discord didn't accept my answer. Your saved moves are safe: see `/board`.")
PERMISSIONS: Final = {
    "view_channel": N_("view the channel"),
    "send_messages": N_("send messages"),
    "send_messages_in_threads": N_("send messages in threads"),
    "attach_files": N_("attach files"),
    "embed_links": N_("embed links"),
    "create_public_threads": N_("create public threads"),
    "pin_messages": N_("pin messages"),
}


def unposted_text(failure: Failure | None) -> str:
    """A move is saved but not posted, with the reason if Discord refuses it."""
    error = failure.error if failure is not None else None
    if not isinstance(error, discord.HTTPException) or not refuses(error):
        return _(UNPOSTED)
    if is_refusal_of_channel(error):
        return _(REFUSED)
    code = error.code or error.status
    known = REFUSAL_REASONS.get(code)
    reason = _(known) if known is not None else _("error {code}", code=code)
    return _(REFUSED_POST, reason=reason)


@dataclass(eq=False, repr=False)
class Replies:
    sender: PostSender

    def check_bot_permissions(self, call: Call) -> None:
        """Raise a refusal that names the missing permissions."""
        thread = isinstance(call.place.channel, discord.Thread)
        has = call.place.app_permissions
        missing = [
            _(PERMISSIONS[name])
            for name in (NEEDED_IN_THREADS if thread else NEEDED)
            if not getattr(has, name)
        ]
        if missing:
            raise Refusal("permissions", missing=", ".join(missing))

    async def show(
        self,
        call: Call,
        message: Message,
        game: int = NO_GAME,
        pictures: Sequence[Attachment] = (),
    ) -> None:
        message = self.sender.view_trail.with_back(call.interaction, message)
        await self._edit(call, message.text, view_of(message, game), pictures)

    async def say(self, call: Call, text: str) -> None:
        await self.show(call, Message(text))

    async def _edit(
        self, call: Call, text: str, view: ui.View | None, pictures: Sequence[Attachment]
    ) -> None:
        first, *rest = split_pages(text, CONTENT_LIMIT)
        sent = await answer(call.interaction, Payload(first, view), pictures, rest)
        self.sender.view_trail.answered(call.interaction, sent)

    async def give(self, call: Call, text: str, file: discord.File) -> None:
        view = view_of(self.sender.view_trail.with_back(call.interaction, Message(text)))
        async with answer_timeout():
            sent = await call.interaction.edit_original_response(
                content=text, attachments=[file], view=view
            )
            self.sender.view_trail.answered(call.interaction, sent.id)

    async def present(self, call: Call, text: str, loaded: LoadedTable, names: Names) -> None:
        """Answer with a text and the present state of a table."""
        message = table_message(loaded.table, names, loaded.row.channel)
        message = Message(f"{text}\n{message.text}", message.pictures)
        await self.sender.answer_privately(call, message, loaded)


@dataclass(eq=False, repr=False)
class PictureAnswers:
    """Answer privately with pictures of no table: a puzzle's or a lesson's game, charts."""

    replies: Replies
    rendering: Rendering
    limits: RateLimits

    async def answer(
        self,
        call: Call,
        message: Message,
        game: Game | None = None,
        names: Names = NOBODY,
        moment: Hashable = None,
    ) -> None:
        """``moment`` names the game in the cache of pictures.

        A user over the picture limit gets the words, and the time of the next picture.
        """
        charge = partial(self.limits.take, RequestKind.PICTURE, call.user.id, call.channel_id)
        pictures: list[Attachment] = []
        kinds: set[str] = set()
        try:
            for one in message.pictures:
                png = await self.rendering.picture(one, game, names, moment, FILE_LIMIT, charge)
                # Discord finds the alt text of a picture by its name.
                number = f"-{len(pictures) + 1}" if one.request.kind in kinds else ""
                kinds.add(one.request.kind)
                name = f"{one.request.kind}{number}.png"
                pictures.append(Attachment(name, png, truncate(without_emoji(one.alt), ALT_LIMIT)))
        except Refusal as refusal:
            pictures = []
            message = replace(message, text=f"{message.text}\n-# {refusal_text(refusal, names)}")
        await self.replies.show(call, message, pictures=pictures)


async def dismiss(call: Call) -> None:
    """Delete the private answer: the public post says everything."""
    try:
        async with answer_timeout():
            await call.interaction.delete_original_response()
    except TRANSPORT_ERRORS as error:
        log.info("a private answer stays: %r", error)

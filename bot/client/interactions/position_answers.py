"""Private answers about positions that belong to no table, with their pictures."""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from bot.client.discord_io.attachments import Attachment
from bot.client.discord_io.call import Call
from bot.client.discord_io.rendering import FILE_LIMIT, Rendering
from bot.client.interactions.replies import Replies
from bot.presenters.words.refusals import refusal_text
from bot.table.rate_limits import Cost, RateLimits
from bot.table.refusals import Refusal
from bot.text.message import ALT_LIMIT, Message, truncate
from bot.text.names import Names
from rules.game import Game


class PositionAnswers:
    """Answer one user privately about a game that is in no log."""

    def __init__(self, replies: Replies, rendering: Rendering, limits: RateLimits) -> None:
        """``limits`` bound the private pictures of a user."""
        self._replies = replies
        self._rendering = rendering
        self._limits = limits

    async def answer(
        self, call: Call, message: Message, game: Game, names: Names, moment: Hashable
    ) -> None:
        """Answer with a message and the pictures of a game; ``moment`` names the game in a cache.

        A user over the limit of pictures gets the answer without them, and the time of the next.
        """
        look = partial(self._limits.take, Cost.PICTURE, call.user.id, call.channel_id)
        pictures = []
        try:
            for one in message.pictures:
                png = await self._rendering.picture(one, game, names, moment, FILE_LIMIT, look)
                name = f"{one.shot.value}.png"
                pictures.append(Attachment(name, png, truncate(one.alt, ALT_LIMIT)))
        except Refusal as refusal:
            pictures = []
            message = replace(message, text=f"{message.text}\n-# {refusal_text(refusal, names)}")
        await self._replies.show(call, message, pictures=pictures)

"""A user who sends any command and button, by a client without restrictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord import interactions as simulated
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import UserHandle

from storage import PostRow
from tests.support.world import World

COMMAND, COMPONENT, BUTTON = 2, 3, 2


@dataclass(frozen=True, slots=True)
class Asker:
    """A user in a channel whose client has no restrictions."""

    world: World
    who: MemberActor | UserHandle
    channel: ChannelHandle

    async def slash(self, name: str, options: dict[str, Any]) -> InteractionResult:
        """A command, offered here or not."""
        backend = self.world.env.backend
        root = backend.find_command(name, None, type=1)
        people = {key: getattr(value, "user", value) for key, value in options.items()}
        assert root is not None
        given, resolved = simulated.build_options(
            self.who, name, root, people, channel_id=self.channel.id
        )
        data = {"id": root["id"], "name": name, "type": 1, "options": given}
        if resolved:
            data["resolved"] = resolved
        return await _dispatch_actor_interaction(self.who, COMMAND, self.channel, data)

    async def menu(self, name: str) -> InteractionResult:
        """A context menu on another player, or on the newest post of the channel's game."""
        backend, target = self.world.env.backend, self.world.ana
        if self.who.id == target.id:
            target = self.world.bo
        user = dict(serializers.user_payload(backend.get_user(target.id)))
        data = {"id": "1", "name": name, "type": 2, "target_id": str(target.id)}
        data["resolved"] = {"users": {str(target.id): user}}
        if backend.find_command(name, None, type=3) is not None:
            sent = await self.world.app.get_partial_messageable(self.channel.id).send("a post")
            row = await self.world.app.game_log.latest(self.channel.id)
            if row is not None:
                shown = PostRow(sent.id, row.id, row.last, row.last)
                await self.world.app.game_log.mark_posted(row.id, row.posted, [shown])
            stored = backend.get_message(self.channel.id, sent.id)
            message = dict(serializers.message_payload(backend, stored))
            data |= {"type": 3, "target_id": str(sent.id)}
            data["resolved"] = {"messages": {str(sent.id): message}}
            result = await _dispatch_actor_interaction(self.who, COMMAND, self.channel, data)
            await sent.delete()
            return result
        return await _dispatch_actor_interaction(self.who, COMMAND, self.channel, data)

    async def press(self, custom_id: str) -> InteractionResult:
        """A button with any id, under a message of the bot's in this channel."""
        target = self.world.app.get_partial_messageable(self.channel.id)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="…", custom_id=custom_id))
        message = await target.send("a message with a button", view=view)
        backend = self.world.env.backend
        stored = backend.get_message(self.channel.id, message.id)
        data = {"custom_id": custom_id, "component_type": BUTTON}
        message_found = {"message": dict(serializers.message_payload(backend, stored))}
        result = await _dispatch_actor_interaction(
            self.who,
            COMPONENT,
            self.channel,
            data,
            extra=message_found,
            source_message_id=stored.id,
        )
        await message.delete()
        return result

"""A user who sends any command and presses any button, by a client without restrictions."""

from dataclasses import dataclass
from typing import Any

from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord import interactions as simulated
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import UserHandle

from tests.support.world import World

COMMAND, COMPONENT, ROW, BUTTON = 2, 3, 1, 2
USER_MENU, MESSAGE_MENU = 2, 3


@dataclass(frozen=True, slots=True)
class UnrestrictedUser:
    """A user in a channel whose client has no restrictions."""

    world: World
    who: MemberActor | UserHandle
    channel: ChannelHandle

    async def slash(self, name: str, options: dict[str, Any]) -> InteractionResult:
        """Type a command, whether or not the client offers it here."""
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
        """Open a context menu on another player, or on the bot's newest post in the channel."""
        backend, target = self.world.env.backend, self.world.ana
        if self.who.id == target.id:
            target = self.world.bo
        user = dict(serializers.user_payload(backend.get_user(target.id)))
        data: dict[str, Any] = {"id": "1", "name": name, "type": USER_MENU}
        data |= {"target_id": str(target.id), "resolved": {"users": {str(target.id): user}}}
        if backend.find_command(name, None, type=MESSAGE_MENU) is not None:
            posts = self.world.messages(self.channel)
            if posts:
                shown = backend.get_message(self.channel.id, posts[-1].id)
            else:
                shown = backend.create_message(self.channel.id, backend.bot_user.id, "a post")
            message = dict(serializers.message_payload(backend, shown))
            data |= {"type": MESSAGE_MENU, "target_id": str(shown.id)}
            data["resolved"] = {"messages": {str(shown.id): message}}
        return await _dispatch_actor_interaction(self.who, COMMAND, self.channel, data)

    async def press(self, custom_id: str) -> InteractionResult:
        """Press a button with any id, under a message of the bot in this channel."""
        backend = self.world.env.backend
        shown = {"type": BUTTON, "style": 1, "label": "…", "custom_id": custom_id}
        stored = backend.create_message(
            self.channel.id,
            backend.bot_user.id,
            "a message with a button",
            components=[{"type": ROW, "components": [shown]}],
        )
        data = {"custom_id": custom_id, "component_type": BUTTON}
        result = await _dispatch_actor_interaction(
            self.who,
            COMPONENT,
            self.channel,
            data,
            extra={"message": dict(serializers.message_payload(backend, stored))},
            source_message_id=stored.id,
        )
        if stored.id in backend.messages.get(self.channel.id, {}):
            backend.delete_message(self.channel.id, stored.id)
        return result

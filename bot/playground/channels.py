"""Channels, direct messages and a button to skip a day, added to simcord's page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from bot.playground.clock import PlaygroundClock
from bot.playground.patches import require_attribute

if TYPE_CHECKING:
    from simcord import ChannelHandle, MemberActor, Preview

PATCH_NAME: Final = "a page shows one of several channels, and another day"
PageAction = Callable[[Any, int], Awaitable[dict[str, Any]]]
DaySkipped = Callable[[float], Awaitable[None]]


class PlaygroundChannels:
    """A server's channels with threads, and each player's direct messages.

    ``passed`` gets, after each skipped day, the seconds that the playground is ahead.
    """

    def __init__(
        self,
        preview: Preview,
        channels: Sequence[ChannelHandle],
        days: PlaygroundClock,
        passed: DaySkipped,
    ) -> None:
        self._preview: Any = preview
        self._home = preview.channel
        self._channels = tuple(channels)
        self._days = days
        self._passed = passed
        self._seen: dict[tuple[int, int], int] = {}
        """By player and channel, the newest message on their page."""
        for member in preview.viewers:
            for room in self._open_channels(member):
                self._seen[member.id, room.id] = self._newest_message(room.id)

    def open(self) -> None:
        preview = self._preview
        prepare = require_attribute(preview, "_prepare_action", PATCH_NAME, takes="kind")
        publish = require_attribute(preview, "_publish", PATCH_NAME, takes="reason")
        payload = require_attribute(preview, "_page_payload", PATCH_NAME, takes="page")
        open_page = require_attribute(preview, "_open_page", PATCH_NAME, takes="viewer_id")
        for used in ("_clear_page_assets", "_reset_queries", "_initial_target", "_finish_action"):
            require_attribute(preview, used, PATCH_NAME)

        def prepare_action(page: Any, kind: str, body: Mapping[str, Any]) -> Any:
            if kind == "viewer":
                return self._navigation(page, body)
            if kind == "refresh" and body.get("days"):
                return self._skip_day_action(page)
            preview.channel = self._shown_channel(page)
            return prepare(page, kind, body)

        def publish_page(page: Any, **about: Any) -> None:
            preview._advance_presentation_time()
            publish(page, **about)
            if page is not preview._python:
                self._seen[page.viewer.id, page.channel_id] = self._newest_message(page.channel_id)

        def page_payload(page: Any) -> dict[str, Any]:
            today = datetime.fromtimestamp(self._days.now(), UTC)
            return {**payload(page), "rooms": self._channel_list(page), "day": f"{today:%a %-d %b}"}

        def open_page_at_home(*given: Any, **more: Any) -> Any:
            preview.channel = self._home
            return open_page(*given, **more)

        preview._prepare_action = prepare_action
        preview._publish = publish_page
        preview._page_payload = page_payload
        preview._open_page = open_page_at_home

    def refresh(self) -> None:
        """Messages posted without a press."""
        for page in tuple(self._preview._pages.values()):
            seen = self._seen.get((page.viewer.id, page.channel_id), 0)
            waits = self._preview._active_action is not None or page is self._preview._python
            if not waits and self._newest_message(page.channel_id) > seen:
                self._preview._publish(page, reason="refresh")

    def _open_channels(self, member: MemberActor) -> Iterator[ChannelHandle]:
        for channel in self._channels:
            if channel.id in self._preview.env.backend.channels:
                yield channel
                yield from channel.threads
        yield member.user.dm_channel

    def _shown_channel(self, page: Any) -> ChannelHandle:
        member = self._preview._viewer(page.viewer.id)
        return next(
            (room for room in self._open_channels(member) if room.id == page.channel_id), self._home
        )

    def _navigation(self, page: Any, body: Mapping[str, Any]) -> PageAction:
        preview = self._preview
        member = preview._viewer(body.get("viewer_id"))
        direct = self._shown_channel(page).guild is None
        wanted = int(body.get("channel_id") or 0) or (0 if direct else page.channel_id)
        *public, private = self._open_channels(member)
        channel = next((room for room in public if room.id == wanted), private)
        viewer = member if channel.guild is not None else member.user
        target = int(body.get("target_id") or 0)

        async def move(action: Any, cursor: int) -> dict[str, Any]:
            preview._clear_page_assets(page)
            page.viewer, page.channel_id = viewer, channel.id
            page.generation += 1
            preview._reset_queries(page)
            known = target in preview.env.backend.messages.get(channel.id, {})
            page.target_id = target if known else preview._initial_target(viewer, channel.id)
            page.window_end_id = page.target_id
            page.modal = page.modal_handle = None
            page.status = "current"
            done: dict[str, Any] = preview._finish_action(page, action, "settled", cursor)
            preview._publish(page, reason="navigation")
            return done

        return move

    def _skip_day_action(self, page: Any) -> PageAction:
        preview = self._preview

        async def skip(action: Any, cursor: int) -> dict[str, Any]:
            await self._days.skip_day(preview.env._settle_internal)
            await self._passed(self._days.skipped_seconds)
            done: dict[str, Any] = preview._finish_action(page, action, "settled", cursor)
            preview._publish_message_pages(reason="refresh")
            return done

        return skip

    def _channel_list(self, page: Any) -> list[dict[str, Any]]:
        me, rooms = page.viewer.id, []
        for room in self._open_channels(self._preview._viewer(me)):
            direct = room.guild is None
            new = list(self._unread_messages(me, room.id))
            called = [one for one in new if direct or me in one.ping_user_ids]
            rooms.append(
                {
                    "id": str(room.id),
                    "glyph": "@" if direct else "↳ " if room.is_thread else "#",
                    "name": "Carcassonne" if direct else room.name,
                    "shown": room.id == page.channel_id,
                    "unread": bool(new),
                    "called": len(called),
                }
            )
        return rooms

    def _unread_messages(self, user: int, channel: int) -> Iterator[Any]:
        seen = self._seen.get((user, channel), 0)
        for number, message in self._messages(channel).items():
            if number > seen and message.author_id != user and message.visible_to(user):
                yield message

    def _newest_message(self, channel: int) -> int:
        return max(self._messages(channel), default=0)

    def _messages(self, channel: int) -> Mapping[int, Any]:
        messages: Mapping[int, Any] = self._preview.env.backend.messages.get(channel, {})
        return messages

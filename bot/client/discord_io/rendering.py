"""Pictures of messages: drawn off the event loop, the newest cached, named and attached."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from cachetools import LRUCache

import renderer
from bot.ops import metrics
from bot.table.keyed_locks import KeyedLocks
from bot.table.refusals import Refusal
from bot.text.i18n import _
from bot.text.message import (
    CellView,
    ClosedView,
    Illustration,
    NewTilesView,
    OwnAreasView,
    PastTurnView,
    PlanView,
    PosterView,
    ScoredView,
    Shot,
    StepsView,
    StuckGapsView,
    TileGroupsView,
    TurnView,
    UnaidedView,
)
from bot.text.move_options import ComparedMoves, SuggestedMoves
from bot.text.names import Names
from renderer import view
from renderer.animations.replay_process import render_animation
from renderer.layout import MAX_BARE_BOARD_ASPECT
from renderer.players import Players
from rules.analysis.game_turns import game_turns
from rules.analysis.history import paid_scores
from rules.game import Game
from rules.record import moments
from rules.story import Scored, TurnBegan
from rules.variants import games_by_part, rulebook

MAX_PARALLEL_PICTURES: Final = 2
MAX_PRIVATE_PICTURES: Final = 24
"""The most private pictures that are drawn or wait; further requests are refused."""
REPLAY_BYTES_KEPT: Final = 16 * 2**20
"""Bytes of the newest animations that are cached."""
WARM_UP_PAUSE_SECONDS: Final = 0.02
"""Seconds between two tiles of the warm-up, left to the players."""
FRAME_PAUSE_SECONDS: Final = 0.01
"""Seconds after each frame of an animated score, left to other pictures and posts."""
PICTURE_BYTES_KEPT: Final = 16 * 2**20
"""Bytes of the newest pictures that are cached."""
PHONE_WIDTH: Final = 332
PHONE_HEIGHT: Final = 490
BUTTON_ROW_HEIGHT: Final = 40
"""On a phone: width of a picture, height left beside the text, height of a button row."""
LOWEST_PICTURE: Final = 0.36
"""The least height of a picture by its width."""

ROUNDS_WITH_LEGEND: Final = 2
"""The first rounds of a game, in which a legend explains the marks of the picture."""

FILE_LIMIT: Final = 8 * 2**20
"""Bytes of a file that every server takes."""

_Key: TypeAlias = tuple[object, ...]
"""The values that a picture or replay depends on."""
Ask: TypeAlias = Callable[[], None]
"""Take a picture from a user's limit. Raise Refusal if the limit is reached."""


class Rendering:
    """Draw pictures in threads; two requests for the same picture share one."""

    def __init__(self) -> None:
        self._picture_slots = asyncio.Semaphore(MAX_PARALLEL_PICTURES)
        # A still picture never waits for an animated score.
        self._animation_slot = asyncio.Semaphore(1)
        self._private_slot, self._queued_looks = asyncio.Semaphore(1), 0
        self._replay_slot, self._queued_replays = asyncio.Semaphore(1), 0
        self._pictures: LRUCache[_Key, bytes] = LRUCache(PICTURE_BYTES_KEPT, getsizeof=len)
        self._replays: LRUCache[_Key, bytes] = LRUCache(REPLAY_BYTES_KEPT, getsizeof=len)
        # Held while a picture or replay is made, so that it is made only once.
        self._locks = KeyedLocks[_Key]()

    @property
    def cached_count(self) -> int:
        """The number of cached pictures."""
        return len(self._pictures)

    @property
    def cached_bytes(self) -> int:
        """The bytes of the cached pictures and animations."""
        return int(self._pictures.currsize + self._replays.currsize)

    @property
    def queued_replays(self) -> int:
        """The number of replays that are being drawn or wait."""
        return self._queued_replays

    @metrics.timed("picture")
    async def picture(
        self,
        wanted: Illustration,
        game: Game,
        names: Names,
        moment: Hashable,
        limit: int,
        look: Ask | None = None,
    ) -> bytes:
        """The picture of a game at one version, for a post or for a private ``look``.

        It is a PNG, or a WebP if it is animated.

        ``look`` takes from the user's limit before anything is drawn. Raise Refusal if the limit or
        the queue is full.
        """
        key = (moment, wanted.position, wanted.shot, wanted.about, _players(names), limit)
        # Posts and private views use different locks, so that a post never waits for a private
        # picture.
        async with self._locks[key, look is None]:
            png = self._pictures.get(key)
            if png is None:
                if look is None:
                    png = await self._draw_picture(wanted, game, names, limit)
                else:
                    look()
                    png = await self._draw_private(wanted, game, names, limit)
                self._pictures[key] = png
        return png

    async def _draw_private(
        self, wanted: Illustration, game: Game, names: Names, limit: int
    ) -> bytes:
        if self._queued_looks >= MAX_PRIVATE_PICTURES:
            raise Refusal("busy-drawing")
        self._queued_looks += 1
        try:
            async with self._private_slot:
                return await self._draw_picture(wanted, game, names, limit)
        finally:
            self._queued_looks -= 1

    async def _draw_picture(
        self, wanted: Illustration, game: Game, names: Names, limit: int
    ) -> bytes:
        is_animated = isinstance(wanted.about, TurnView | PastTurnView) and wanted.about.animated
        async with self._animation_slot if is_animated else self._picture_slots:
            return await asyncio.to_thread(_draw, wanted, game, names, limit)

    @metrics.timed("replay")
    async def replay(
        self,
        record: str,
        names: Names,
        limit: int,
        progress: Callable[[int, int], None],
        ask: Callable[[], Awaitable[None]],
    ) -> bytes:
        """The animated WebP of a whole record; ``progress`` receives the frames drawn and to draw.

        ``ask`` may raise Refusal before anything is drawn.
        """
        key = (record, _players(names), limit)
        async with self._locks[key]:
            replay = self._replays.get(key)
            if replay is None:
                await ask()
                replay = await self._draw_replay(record, names, limit, progress)
                with suppress(ValueError):  # A replay larger than the whole cache is not kept.
                    self._replays[key] = replay
        return replay

    async def _draw_replay(
        self, record: str, names: Names, limit: int, progress: Callable[[int, int], None]
    ) -> bytes:
        self._queued_replays += 1
        try:
            async with self._replay_slot:
                return await render_animation(record, _players(names), limit, progress)
        finally:
            self._queued_replays -= 1


def warm_up() -> None:
    """Draw every tile once, slowly, so that the first pictures need not wait for it."""
    for name in games_by_part():
        for _tile in renderer.warm_caches(rulebook(name)):
            time.sleep(WARM_UP_PAUSE_SECONDS)


def _players(names: Names) -> Players:
    unnamed = _("Player {number}", number="{number}")
    return Players.of(
        names.names_beside_levels(), names.colours, unnamed, names.levels(), names.picture_names()
    )


def _draw(wanted: Illustration, game: Game, names: Names, limit: int) -> bytes:
    players = _players(names)
    match wanted.shot:
        case Shot.TURN:
            assert isinstance(wanted.about, TurnView)
            return _draw_turn(wanted.about, game, players, limit)
        case Shot.PUZZLE:
            return renderer.position(game, players, limit=limit).png
        case Shot.BOARD:
            return renderer.picture_of_view(
                game, _view(wanted.about, game, players), limit=limit
            ).png
        case Shot.PREVIEW:
            return renderer.preview(game, players, limit=limit).png
        case Shot.LINKS:
            return renderer.options(game, players).png
        case Shot.CELLS:
            return renderer.cells(game, players, limit=limit).png
        case Shot.PATH:
            assert isinstance(wanted.about, StepsView)
            return renderer.path(
                game, wanted.about.cells, players, highest=max_aspect(wanted.about), limit=limit
            ).png
        case Shot.POSTER:
            assert isinstance(wanted.about, PosterView)
            return renderer.poster(game, poster_texts(wanted.about), players, limit=limit).png
        case Shot.PRINT:
            assert isinstance(wanted.about, PosterView)
            texts = poster_texts(wanted.about)
            return renderer.printed_poster(game, texts, players, limit=limit).png
        case Shot.CHART:
            return renderer.chart(game, players).png
        case Shot.KINDS:
            assert isinstance(wanted.about, TileGroupsView)
            return renderer.tile_counts(game.book, wanted.about.groups, limit=limit).png
        case Shot.SUGGESTIONS:
            assert isinstance(wanted.about, SuggestedMoves)
            return renderer.suggestions(game, wanted.about.suggestions, players).png
        case Shot.COMPARED:
            assert isinstance(wanted.about, ComparedMoves)
            return renderer.comparisons(_comparisons(wanted.about), players).png
        case Shot.PAST:
            assert isinstance(wanted.about, PastTurnView)
            return past_turn(wanted.about, names, limit)
        case Shot.BARS | Shot.RANKING:
            raise ValueError("a chart is about no game")


def past_turn(about: PastTurnView, names: Names, limit: int = FILE_LIMIT) -> bytes:
    """The picture of a turn as in its post."""
    turn = next(islice(game_turns(about.record), about.number, None))
    names = replace(names, players=about.players, open_seats=frozenset())
    scores = paid_scores(turn.events) if about.animated else ()
    return _draw_turn(TurnView(None, scores), turn.game, _players(names), limit)


def _draw_turn(about: TurnView, game: Game, players: Players, limit: int) -> bytes:
    """The picture of a turn; the still one if that of its animated scores would be too large."""
    since, legend = about.since, _legend(game)
    if about.animated:
        moving = renderer.scoring(
            game,
            about.animated,
            players,
            since=since,
            legend=legend,
            pause=FRAME_PAUSE_SECONDS,
        )
        if moving is not None:
            return moving.webp
    return renderer.turn(game, players, since=since, legend=legend, limit=limit).png


def poster_texts(about: PosterView) -> renderer.PosterTexts:
    """The words of a poster as the renderer takes them."""
    return renderer.PosterTexts(
        about.title,
        about.date,
        about.server,
        tuple(renderer.PosterHonour(*honour) for honour in about.honours),
        tuple(renderer.PosterTurn(*point) for point in about.turning_points),
        about.turning_title,
    )


def _legend(game: Game) -> renderer.Legend | None:
    """The legend of a turn's picture in a game's first rounds; None later."""
    turns = sum(isinstance(event, TurnBegan) for event in game.story)
    if turns > ROUNDS_WITH_LEGEND * game.seats:
        return None
    return renderer.Legend(_("The tile fits here"), _("Newest tile"))


def _comparisons(about: ComparedMoves) -> list[renderer.MoveComparison]:
    """Each compared move, with the game as it stood before."""
    last = max(line for line, _played, _better in about.comparisons)
    games = [moment.game for moment in islice(moments(about.record), last + 1)]
    return [(games[line], played, better) for line, played, better in about.comparisons]


def max_aspect(about: StepsView) -> float:
    """The greatest height by width of a picture that a phone shows together with its buttons."""
    room = (PHONE_HEIGHT - BUTTON_ROW_HEIGHT * about.rows) / PHONE_WIDTH
    return min(MAX_BARE_BOARD_ASPECT, max(LOWEST_PICTURE, room))


def _view(about: Hashable, game: Game, players: Players) -> renderer.View:
    """The view of a board that a picture needs; the whole board by default."""
    match about:
        case OwnAreasView(seat):
            return view.seat_view(game, seat, players)
        case StuckGapsView():
            return view.dead_gaps_view(game, players)
        case NewTilesView(since):
            return view.news_view(game, since, players)
        case PlanView(cell, seat, ghosts):
            planned = [(one.cell, one.tile, one.rotation, str(one.number)) for one in ghosts]
            return view.plan_view(game, cell, seat, players, planned)
        case CellView(cell):
            return view.cell_view(game, cell, players)
        case ClosedView():
            return view.closed_view(game, players)
        case UnaidedView():
            return view.owners_view(game, players, aided=False)
        case ScoredView(event):
            scored = game.story[event]
            assert isinstance(scored, Scored)
            return view.scored_feature_view(scored, players)
        case _:
            return view.owners_view(game, players)

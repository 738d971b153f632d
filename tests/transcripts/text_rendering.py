"""Pictures as text: kind, position and options in place of the bytes of a file.

This is the one module of the transcripts that knows the classes of picture requests. When these
change, read the new ones here; the lines stay as they are.
"""

from collections.abc import Awaitable, Callable, Hashable, Iterable
from hashlib import blake2b
from typing import Final

import pytest

from bot.discord_io.rendering import Rendering
from bot.page import PageRequest
from bot.text.message import Illustration
from bot.text.names import Names
from renderer import requests
from renderer.requests import Request
from rules import notation
from rules.game import Game
from rules.geometry import Cell, xy
from rules.moves import Move
from rules.story import Scored

DIGEST_BYTES: Final = 3


def digest(text: str) -> str:
    """A short digest, which tells two texts of a transcript apart."""
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


class TextRendering(Rendering):
    """A replacement of ``Rendering`` that describes pictures instead of drawing them."""

    queued_replays = 0
    cached_count = 0
    cached_bytes = 0

    async def picture(
        self,
        wanted: Illustration,
        game: Game | None,
        names: Names,
        moment: Hashable,
        limit: int,
        charge: Callable[[], None] | None = None,
    ) -> bytes:
        """The kind of picture, the position and the options."""
        if charge is not None:
            charge()
        if isinstance(wanted.request, requests.Bars | requests.Ranking):
            return chart_text(wanted.request).encode()
        described = [wanted.request.kind, format_position(game), *format_options(wanted.request)]
        if wanted.players is not None:
            described.insert(4, f"{len(wanted.players)} players")
        if isinstance(wanted.position, tuple):  # tells this picture from others in the cache
            described.append(" ".join(map(str, wanted.position)))
        return "; ".join([*described, format_names(names)]).encode()

    async def replay(
        self,
        record: str,
        names: Names,
        limit: int,
        progress: Callable[[int, int], None],
        charge: Callable[[], Awaitable[None]],
    ) -> bytes:
        await charge()
        progress(1, 2)
        return f"film of {format_record(record)}; {format_names(names)}".encode()


async def page_text(request: PageRequest) -> bytes:
    """The record of a page in place of its HTML."""
    return f"page of {format_record(request.record)}".encode()


def chart_text(chart: requests.Bars | requests.Ranking) -> str:
    match chart:
        case requests.Bars(series, rows):
            drawn = [f"{row.label} {' '.join(row.texts)}" for row in rows]
            return f"bars of {', '.join(series)}: {' / '.join(drawn)}"
        case requests.Ranking(ranked):
            drawn = [
                f"{row.place} {row.name} {row.number}±{row.uncertainty}"
                + ("" if row.is_firm else " (provisional)")
                for row in ranked
            ]
            return f"ranking: {' / '.join(drawn)}"


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Describe pictures and pages instead of drawing them."""
    monkeypatch.setattr("bot.services.Rendering", TextRendering)
    monkeypatch.setattr("bot.page.service.make_page", page_text)


def format_position(game: Game | None) -> str:
    """The tiles on the board, the tile in hand and the points, with a digest of the whole."""
    if game is None:
        return "no game"
    tiles = sorted(
        (*xy(cell), form.tile.id, form.rotation) for cell, form in game.board.tiles.items()
    )
    pieces = sorted((*xy(piece.spot), piece.seat, piece.role.name) for piece in game.board.pieces())
    tokens = sorted((name, xy(cell)) for name, cell in game.tokens.items())
    points = ":".join(map(str, game.scores))
    whole = digest(repr((tiles, pieces, tokens, game.turn, sorted(game.out))))
    return f"{len(tiles)} tiles, {game.drawn or 'none'} in hand, {points} ({whole})"


def format_record(record: str) -> str:
    return f"record of {len(record.splitlines())} lines ({digest(record)})"


def format_names(names: Names) -> str:
    """The names by seat with the numbers of their colours."""
    shown = names.picture_names()
    return " ".join(f"{name.replace(' ', '_')}={names.colour(n)}" for n, name in enumerate(shown))


def format_cell(cell: Cell) -> str:
    return "{} {}".format(*xy(cell))


def format_moves(moves: Iterable[Move]) -> str:
    return ", ".join(map(notation.write, moves))


def format_scores(scores: Iterable[Scored]) -> str:
    return f"{len(list(scores))} moving"


def format_options(request: Request) -> list[str]:
    match request:
        case requests.SeatAreas(seat):
            return [f"areas of seat {seat}"]
        case requests.DeadGaps():
            return ["gaps that nothing fits"]
        case requests.CellsAround(cell) if cell is not None:
            return [f"around {format_cell(cell)}"]
        case requests.Plan(cell, seat, tiles):
            ordered = [
                f"{one.letters}: {one.tile} rot{one.rotation * 90} at {format_cell(one.cell)}"
                for one in tiles
            ]
            at = "no space" if cell is None else format_cell(cell)
            return [f"plan of seat {seat} at {at}", *ordered]
        case requests.News(since):
            return [f"news since event {since}"]
        case requests.Turn(since, _legend, animated):
            return [
                *([format_scores(animated)] if animated else []),
                *([] if since is None else [f"since event {since}"]),
            ]
        case requests.Sample(file, turn, _window):
            return [f"shipped record {file}, turn {turn}"]
        case requests.PastTurn(record, number, _legend, moves):
            return [format_record(record), f"turn {number}", *(["scores move"] if moves else [])]
        case requests.Board(aided) if not aided:
            return ["no aids"]
        case requests.ClosedBoard():
            return ["closed"]
        case requests.Path(cells, rows):
            return [f"path {' > '.join(map(format_cell, cells))}", f"{rows} button rows"]
        case requests.TileKinds(groups):
            return [
                f"{title or '-'}: {' '.join(f'{number}x{tile}' for tile, number in kinds)}"
                for title, kinds in groups
            ]
        case requests.ScoredFeature(event):
            return [f"score of event {event}"]
        case requests.Poster(title, date, server, honours, turning_points, turning_title, voters):
            shown = [title, date, server]
            shown += [f"honour {one.title}, {one.value}, {one.note}, {one.seat}" for one in honours]
            points = [f"{one.turn} {one.seat} {one.words}" for one in turning_points]
            shown += [turning_title, *points] if points else []
            return [*shown, str(tuple(voters))] if voters else shown
        case requests.Suggestions(suggestions):
            return [format_moves(moves) for moves in suggestions]
        case requests.Comparisons(record, comparisons):
            pairs = [
                f"{line}: {format_moves(played)} or {format_moves(better)}"
                for line, played, better in comparisons
            ]
            return [format_record(record), *pairs]
    return []

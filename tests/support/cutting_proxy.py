"""A proxy to a server that cuts a connection at its commit, before or after the server has it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal
from urllib.parse import parse_qs, urlsplit

COMMIT = b"COMMIT\0"
Cut = Literal["before", "after"]


class CuttingProxy:
    """A proxy to a server; `cuts` tells when the next commit loses its connection.

    With `closed` no new connection is accepted. `cut` is the number of lost connections.
    """

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.cuts: Cut | None = None
        self.closed = False
        self.cut = 0

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection until it ends."""
        if self.closed:
            writer.transport.abort()
            return
        back_reader, back_writer = await asyncio.open_unix_connection(self._socket)
        back = asyncio.create_task(self._back(back_reader, writer))
        with suppress(ConnectionError):
            await self._forth(reader, back_writer, back)
        writer.transport.abort()
        back_writer.close()
        back.cancel()
        await asyncio.gather(back, return_exceptions=True)

    async def _forth(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, back: asyncio.Task[None]
    ) -> None:
        while data := await reader.read(65_536):
            if COMMIT in data and self.cuts is not None:
                cuts, self.cuts = self.cuts, None
                self.cut += 1
                if cuts == "after":
                    back.cancel()
                    writer.write(data)
                    await writer.drain()
                return
            writer.write(data)
            await writer.drain()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@asynccontextmanager
async def open_proxy(address: str) -> AsyncIterator[tuple[CuttingProxy, str]]:
    parts = urlsplit(address)
    [folder] = parse_qs(parts.query)["host"]
    way = CuttingProxy(f"{folder}/.s.PGSQL.5432")
    serving = await asyncio.start_server(way.join, "127.0.0.1", 0)
    port = serving.sockets[0].getsockname()[1]
    try:
        yield way, f"postgresql://carc@127.0.0.1:{port}{parts.path}?sslmode=disable"
    finally:
        serving.close()

"""`Names` for the posts of a table, with the votes of a channel: number, end, frequent voters."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.channel_seat.policy import counted_votes, faithful_voters, vote_end
from bot.core.durations import Clock
from bot.runtime.names import NameDirectory
from bot.table.table import Table
from bot.text.names import THE_CHANNEL, Names
from storage import ChannelVotes


@dataclass(eq=False, repr=False)
class NamesWithVotes:
    names: NameDirectory
    votes: ChannelVotes
    clock: Clock

    async def of(
        self, game: int, table: Table, guild: int | None, others: Iterable[object] = ()
    ) -> Names:
        """Names of players and other users.

        With the number of votes for the channel's move and their end, or with the most frequent
        voters of an ended game.
        """
        if table.is_channel_to_move:
            votes = await self.votes.of(game, table.version)
            voted, end = len(counted_votes(table, votes)), vote_end(table, votes, self.clock())
            return replace(await self.names.of(table, guild, others), voted=voted, vote_ends=end)
        if table.ended and THE_CHANNEL in table.players:
            voters = faithful_voters((await self.votes.of_game(game)).values())
            others = (*others, *(user for user, _votes in voters))
            return replace(await self.names.of(table, guild, others), faithful=voters)
        return await self.names.of(table, guild, others)

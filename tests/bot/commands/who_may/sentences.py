"""First words of answers, which identify each refusal."""

from typing import Final

NO_TABLE: Final = "There's no game in this channel. Start one with `/new`."
BUSY: Final = "There's already a game in this channel"
NOT_BEGUN: Final = "The game hasn't started yet"
NO_SEAT: Final = "You're not in this game"
OWN_RESIGNED: Final = "You resigned from this game"
OVER: Final = "The game is over"
LATE: Final = "The game has moved on"
HOST: Final = "Only the host, **Ana**"
ELSEWHERE: Final = "You can only play in a server's channels"
NOT_THERE: Final = "You can't see that game's channel"

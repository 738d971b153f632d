"""First words of answers, which identify each refusal."""

from typing import Final

NO_TABLE: Final = "There is no game in this channel. Open one with `/new`."
BUSY: Final = "open or running in this channel already"
NOT_BEGUN: Final = "has not begun yet"
NO_SEAT: Final = "You do not play at this table"
OWN_RESIGNED: Final = "You have resigned"
OVER: Final = "The game is over"
LATE: Final = "The game has gone on since"
HOST: Final = "Only **Ana**, who opened the table"
ELSEWHERE: Final = "in the channels of a server only"
NOT_THERE: Final = "You do not see the channel of that table"

"""Sets are put on and off by the host of a lobby; the tables of these situations have none on."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import MAY

ACTIONS: Final = {"set": "set inns on"}
PRESSED_EVERYWHERE: Final = {"set": "The game has gone on since"}
HOST: Final = "Only **Ana**, who opened the table, puts sets on and off"
PRESSED: Final = {
    "lobby, a passer-by": {"set": HOST},
    "lobby, its host alone": {"set": MAY},
    "full lobby, a passer-by": {"set": HOST},
}

"""A game as one HTML file that needs no network: see docs/architecture/rendering.md."""

from bot.page.document import game_page
from bot.page.request import PageRequest

__all__ = ["PageRequest", "game_page"]

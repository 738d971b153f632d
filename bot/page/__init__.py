"""A game as one HTML file that needs no network: see docs/architecture/rendering.md."""

from bot.page.document import PageRequest, game_page

__all__ = ["PageRequest", "game_page"]

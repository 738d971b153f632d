"""The final scoring of a game if it ended at once."""

from rules.game import Game, run_agenda, stops_draft
from rules.story import Event, totals


def final_scoring_events(game: Game) -> tuple[Event, ...]:
    """The final scoring's events if the game ended now; () if the game is over.

    A tile in hand is put aside. After a placed tile, its closed features are scored first, and its
    player's open decisions are passed.
    """
    if game.over:
        return ()
    story_length = len(game.story)
    if game.drawn is None:
        game = run_agenda(game, stops_draft)
    return run_agenda(game.replace(agenda=game.book.ruleset.finale, drawn=None)).story[
        story_length:
    ]


def projected_scores(game: Game) -> tuple[int, ...]:
    return totals(game.story.extended(final_scoring_events(game)), game.seats)

"""Pictures of games, charts and emoji; `renderer.draw` draws the values of `renderer.requests`."""

"""Pictures of a game: `renderer.requests` says what to draw, `renderer.draw` draws it."""

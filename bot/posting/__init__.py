"""Public posts: the outbox that posts saved moves, status cards, retired posts, animations."""

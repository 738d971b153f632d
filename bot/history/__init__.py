"""The past of a game: news, log, review, poster, other moves."""

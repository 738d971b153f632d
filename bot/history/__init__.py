"""The past of a game: log, earlier turns, replay, end post and poster, review, other moves."""

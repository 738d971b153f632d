-- The reminder that stands in the channel of a game, to be deleted when the next one comes.
CREATE TABLE reminder_posts (
    game    INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    message INTEGER NOT NULL
) STRICT;

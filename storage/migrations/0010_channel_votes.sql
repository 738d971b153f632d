-- The votes of people for the moves of a channel's seat: one a person and turn, changed at will until
-- the turn is played. `entry` is the version of the table that they voted about; times are in Unix
-- seconds.
CREATE TABLE channel_votes (
    game     INTEGER NOT NULL REFERENCES games (id),
    entry    INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    moves    TEXT NOT NULL,
    at       REAL NOT NULL,  -- of the choice that stands
    first_at REAL NOT NULL,  -- of the person's first choice
    PRIMARY KEY (game, entry, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX channel_votes_by_user ON channel_votes (user);

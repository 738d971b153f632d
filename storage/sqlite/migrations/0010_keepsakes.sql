-- What people keep for themselves at a table, by a name: a note, a plan, how far they have looked,
-- what they want to be told; and the direct messages they were sent of late. All of it is gone with
-- who is forgotten.

CREATE TABLE keepsakes (
    user  INTEGER NOT NULL,
    game  INTEGER NOT NULL REFERENCES games (id),
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, game, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX keepsakes_by_game ON keepsakes (game, key);

CREATE TABLE directs (
    user  INTEGER NOT NULL,
    nonce TEXT NOT NULL,  -- a message that is sent again counts once
    at    REAL NOT NULL,
    PRIMARY KEY (user, nonce)
) STRICT, WITHOUT ROWID;

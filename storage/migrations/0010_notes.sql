-- What people keep for themselves at tables: notes, plans, how far they have looked, what they
-- follow; and which direct messages they were sent of late. All of it is gone with who is forgotten.

CREATE TABLE notes (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    text TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE plans (
    user  INTEGER NOT NULL,
    game  INTEGER NOT NULL REFERENCES games (id),
    place TEXT NOT NULL,  -- as it is typed: the rules read it
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE looks (
    user   INTEGER NOT NULL,
    game   INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,  -- the newest entry there was
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE follows (
    user     INTEGER NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (id),
    wanted   TEXT NOT NULL CHECK (wanted IN ('scores', 'end')),
    language TEXT NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE directs (
    user  INTEGER NOT NULL,
    nonce TEXT NOT NULL,  -- a message that is sent again counts once
    at    REAL NOT NULL,
    PRIMARY KEY (user, nonce)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_by_game ON notes (game);
CREATE INDEX plans_by_game ON plans (game);
CREATE INDEX looks_by_game ON looks (game);
CREATE INDEX follows_by_game ON follows (game);

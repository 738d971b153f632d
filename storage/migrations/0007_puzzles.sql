-- Puzzles of servers: positions of finished games, or of shipped records. `best` is the best turn,
-- `day` the day of the puzzle (it waits without one), `revealed` the day that told its best turn.
CREATE TABLE puzzles (
    guild    INTEGER NOT NULL,
    position TEXT NOT NULL,
    game     INTEGER REFERENCES games (id),
    shipped  TEXT NOT NULL DEFAULT '',
    line     INTEGER NOT NULL,
    best     TEXT NOT NULL,
    day      TEXT,
    message  INTEGER,
    revealed TEXT,
    PRIMARY KEY (guild, position),
    UNIQUE (guild, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzles_by_game ON puzzles (game);

-- The games that were searched for puzzles.
CREATE TABLE puzzle_searches (
    game INTEGER PRIMARY KEY REFERENCES games (id)
) STRICT;

-- The only try of a user at the puzzle of a day: the moves, and the points that they lost.
CREATE TABLE puzzle_solves (
    guild  INTEGER NOT NULL,
    day    TEXT NOT NULL,
    user   INTEGER NOT NULL,
    moves  TEXT NOT NULL,
    lost   REAL NOT NULL,
    at     REAL NOT NULL,
    PRIMARY KEY (guild, day, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_solves_by_user ON puzzle_solves (user);

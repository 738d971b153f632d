-- Puzzles of servers: positions of finished games, or of shipped records. `best` is the best turn,
-- `day` the day of the puzzle (it waits without one), `revealed` the day that told its best turn.
CREATE TABLE puzzles (
    guild    BIGINT NOT NULL,
    position TEXT NOT NULL,
    game     BIGINT REFERENCES games (id),
    shipped  TEXT NOT NULL DEFAULT '',
    line     BIGINT NOT NULL,
    best     TEXT NOT NULL,
    day      TEXT,
    message  BIGINT,
    revealed TEXT,
    PRIMARY KEY (guild, position),
    UNIQUE (guild, day)
);

CREATE INDEX puzzles_by_game ON puzzles (game);

-- The games that were searched for puzzles.
CREATE TABLE puzzle_searches (
    game BIGINT PRIMARY KEY REFERENCES games (id)
);

-- The only try of a user at the puzzle of a day: the moves, and the points that they lost.
CREATE TABLE puzzle_solves (
    guild  BIGINT NOT NULL,
    day    TEXT NOT NULL,
    "user" BIGINT NOT NULL,
    moves  TEXT NOT NULL,
    lost   DOUBLE PRECISION NOT NULL,
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, day, "user")
);

CREATE INDEX puzzle_solves_by_user ON puzzle_solves ("user");

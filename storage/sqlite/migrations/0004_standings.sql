-- How each table stands, so that a person's tables are found without reading every log. All of it is
-- derived: what is missing or tells of an earlier entry is made anew from the log.

CREATE TABLE standings (
    game         INTEGER PRIMARY KEY REFERENCES games (id),
    number       INTEGER NOT NULL CHECK (number >= 0),  -- how all stands after this entry
    version      INTEGER NOT NULL CHECK (version BETWEEN 0 AND number),
    name         TEXT NOT NULL,
    phase        TEXT NOT NULL,
    language     TEXT NOT NULL,
    pace         TEXT NOT NULL,
    room         INTEGER NOT NULL,
    turn         INTEGER,        -- the seat to move
    since        REAL NOT NULL,  -- when it began to wait
    paused       INTEGER NOT NULL CHECK (paused IN (0, 1)),
    paused_until REAL
) STRICT;

CREATE INDEX standings_by_phase ON standings (phase, since);

CREATE TABLE seats (
    game  INTEGER NOT NULL REFERENCES games (id),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    user  INTEGER,           -- NULL for a seat that nobody has, or somebody who was forgotten
    out   INTEGER NOT NULL CHECK (out IN (0, 1)),
    tiles INTEGER NOT NULL,  -- laid since the last turn of the seat
    gains TEXT NOT NULL,     -- points of all seats since then
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user, game) WHERE user IS NOT NULL;

-- The newest post of a game is what people are led to.
CREATE INDEX newest_posts ON posts (game, message);

CREATE TRIGGER standings_tell_of_entries BEFORE INSERT ON standings BEGIN
    SELECT RAISE(ABORT, 'a standing tells of entries that there are')
    WHERE NEW.number > coalesce((SELECT last FROM game_rows WHERE id = NEW.game), -1);
END;

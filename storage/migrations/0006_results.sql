-- The results of finished games, derived from their logs for statistics and ratings. A row counts
-- only while `number` is the last entry of its finished game and `version` that of the program;
-- else it is derived again. A seat names an actor, as entries do, so an erased user is in none.
CREATE TABLE results (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    number   INTEGER NOT NULL CHECK (number >= 0),  -- the last entry that it was derived from
    version  INTEGER NOT NULL,                      -- of the derivation
    ended_at REAL NOT NULL,
    facts    TEXT NOT NULL                          -- JSON; empty for a game without a result
) STRICT;

CREATE TABLE result_seats (
    game  INTEGER NOT NULL REFERENCES games (id),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    actor INTEGER REFERENCES actors (id),  -- NULL where nobody laid most of its tiles
    facts TEXT NOT NULL,                   -- JSON
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_seats_by_actor ON result_seats (actor);
CREATE INDEX games_by_guild ON games (guild);

-- The long rate limits, which several processes on one PostgreSQL count together; in a file they stay
-- empty. `arrival` is the theoretical arrival time of GCRA: in the past, the limit is full again.
CREATE TABLE user_limits (
    user    INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    arrival REAL NOT NULL,
    PRIMARY KEY (user, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_limits (
    channel INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    arrival REAL NOT NULL,
    PRIMARY KEY (channel, kind)
) STRICT, WITHOUT ROWID;

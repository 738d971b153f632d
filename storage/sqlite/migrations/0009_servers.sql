-- How each server runs its tables where nothing else is said, by a name.

CREATE TABLE servers (
    guild INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- The one card of each game that is edited as it goes on. Its lobby's post becomes it.

CREATE TABLE cards (
    game    INTEGER PRIMARY KEY REFERENCES games (id),
    message INTEGER CHECK (message > 0),                            -- NULL while there is none
    lost    INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),           -- how many were deleted
    pinned  INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1, 2)), -- not yet, pinned, not any more
    told    INTEGER NOT NULL DEFAULT -1 CHECK (told >= -1)          -- it shows all up to this entry
) STRICT;

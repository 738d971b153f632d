-- Cups: a log of text lines each, from which the standings are folded. An erased user leaves a line
-- without a user. `posted` is the last line that is told in the channel; `card` is the message of
-- the standings, `pin_state` as that of status cards.
CREATE TABLE cups (
    id         INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),  -- never reused: buttons carry it
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    finished   BOOLEAN NOT NULL DEFAULT FALSE,
    started_at REAL NOT NULL,
    posted     INTEGER NOT NULL DEFAULT 0,
    card       INTEGER CHECK (card > 0),
    card_entry INTEGER NOT NULL DEFAULT -1,
    times_lost INTEGER NOT NULL DEFAULT 0 CHECK (times_lost >= 0),
    pin_state  INTEGER NOT NULL DEFAULT 0 CHECK (pin_state IN (0, 1, 2))
) STRICT;

CREATE UNIQUE INDEX one_running_cup_a_channel ON cups (channel) WHERE finished = 0;
CREATE INDEX cups_by_channel ON cups (channel);
CREATE INDEX cups_by_guild ON cups (guild);

CREATE TABLE cup_entries (
    cup    INTEGER NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    user   INTEGER,
    text   TEXT NOT NULL,
    at     REAL NOT NULL,
    crc    INTEGER NOT NULL,  -- the checksum of the entry, see storage/checksums.py
    PRIMARY KEY (cup, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_entries_by_user ON cup_entries (user) WHERE user IS NOT NULL;

CREATE TRIGGER entries_of_cups_only_lose_their_user BEFORE UPDATE ON cup_entries
WHEN NEW.user IS NOT NULL OR (NEW.cup, NEW.number, NEW.text, NEW.at, NEW.crc)
    IS NOT (OLD.cup, OLD.number, OLD.text, OLD.at, OLD.crc) BEGIN
    SELECT RAISE(ABORT, 'an entry of a cup only loses its user');
END;

-- The server of a job that belongs to no game: only its process may do it.
ALTER TABLE dues ADD COLUMN guild INTEGER;
CREATE INDEX dues_by_guild ON dues (guild) WHERE guild IS NOT NULL;

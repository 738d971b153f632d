-- The log of games. What may not happen is refused here, so that no program has to be trusted.

CREATE TABLE games (
    id         INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),  -- never used twice: buttons carry it
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    posted     INTEGER NOT NULL DEFAULT -1,  -- the channel has seen the state after this entry
    finished   INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
    started_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_running_game_a_channel ON games (channel) WHERE finished = 0;
CREATE INDEX games_by_channel ON games (channel);

-- Entries name an actor, actors name a person: to forget the person leaves every game whole.
CREATE TABLE actors (
    id   INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
    user INTEGER UNIQUE  -- NULL once forgotten
) STRICT;

CREATE TABLE entries (
    game   INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    actor  INTEGER NOT NULL REFERENCES actors (id),
    text   TEXT NOT NULL,
    at     REAL NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
    id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `last` is derived, so it cannot drift from the entries.
CREATE VIEW game_rows AS
SELECT id, guild, channel,
       coalesce((SELECT max(number) FROM entries WHERE game = games.id), -1) AS last,
       posted, finished, started_at
FROM games;

-- One trigger, because the order between several is undefined and the order of its answers matters.
-- It names taken numbers too: the primary key alone would let INSERT OR REPLACE rewrite an entry.
CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries BEGIN
    SELECT RAISE(ABORT, 'there is no such game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'this is not the next entry of the game')
    WHERE NEW.number <> (SELECT last + 1 FROM game_rows WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'the game is finished')
    WHERE (SELECT finished FROM games WHERE id = NEW.game);
END;

CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries BEGIN
    SELECT RAISE(ABORT, 'an entry is never changed');
END;

CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

CREATE TRIGGER games_are_not_deleted BEFORE DELETE ON games BEGIN
    SELECT RAISE(ABORT, 'a game is never deleted');
END;

CREATE TRIGGER games_stay_where_they_are
BEFORE UPDATE OF id, guild, channel, started_at ON games BEGIN
    SELECT RAISE(ABORT, 'a game stays where and when it began');
END;

CREATE TRIGGER posted_follows_the_entries BEFORE UPDATE OF posted ON games
WHEN NEW.posted < OLD.posted
  OR NEW.posted > (SELECT last FROM game_rows WHERE id = OLD.id) BEGIN
    SELECT RAISE(ABORT, 'posted goes forward, and no further than the last entry');
END;

CREATE TRIGGER actors_are_not_deleted BEFORE DELETE ON actors BEGIN
    SELECT RAISE(ABORT, 'an actor is never deleted');
END;

CREATE TRIGGER actors_are_only_forgotten BEFORE UPDATE ON actors
WHEN NEW.user IS NOT NULL OR NEW.id <> OLD.id BEGIN
    SELECT RAISE(ABORT, 'an actor can only be forgotten');
END;

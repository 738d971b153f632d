-- The schema of version 1.0.0. Times are Unix seconds; `user`, `guild`, `channel` and `message` are
-- ids of Discord. Triggers refuse what must not happen to the log, whichever program tries it. On
-- PostgreSQL the error has a code of class CC, and the name of the trigger as its constraint.

-- @postgres
CREATE FUNCTION refuse(constraint_name text, code text, message text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = code, CONSTRAINT = constraint_name, MESSAGE = message;
END $$;

-- For triggers that refuse every statement that fires them; the argument is the message.
CREATE FUNCTION refuse_always() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refuse(TG_NAME, 'CC000', TG_ARGV[0]);
    RETURN NULL;
END $$;
-- @both

-- The log of games.

CREATE TABLE games (
    id         INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),  -- never reused: buttons carry it
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
-- @postgres
    last       INTEGER NOT NULL DEFAULT -1,  -- set by the trigger of entries only
-- @both
    posted     INTEGER NOT NULL DEFAULT -1,  -- the last entry whose result is posted in the channel
    finished   BOOLEAN NOT NULL DEFAULT FALSE,
    started_at REAL NOT NULL
-- @postgres
    , CONSTRAINT posted_follows_the_entries CHECK (posted BETWEEN -1 AND last)
-- @both
) STRICT;

CREATE UNIQUE INDEX one_running_game_a_channel ON games (channel) WHERE finished = 0;
CREATE INDEX games_by_channel ON games (channel);
-- @postgres
CREATE INDEX unposted_games ON games (channel) WHERE posted < last;
CREATE INDEX running_games ON games (id) WHERE NOT finished;
-- @both

-- Entries name an actor and the actor names the user, so a user can be erased and each game stays.
CREATE TABLE actors (
    id   INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
    user INTEGER UNIQUE  -- NULL for an erased user
) STRICT;

CREATE TABLE entries (
    game   INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    actor  INTEGER NOT NULL REFERENCES actors (id),
    text   TEXT NOT NULL,
    at     REAL NOT NULL,
    crc    INTEGER NOT NULL,  -- the checksum of the entry, see storage/checksums.py
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX entries_by_actor ON entries (actor);

-- Interactions that were written, so that one delivered twice by Discord is written once.
CREATE TABLE requests (
    id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The identity of this database. Copies of the database share it; checksums contain it.
-- @sqlite
INSERT INTO settings VALUES ('identity', lower(hex(randomblob(8))));

-- `last` is derived, so it always agrees with the entries.
CREATE VIEW game_rows AS
SELECT id, guild, channel,
       coalesce((SELECT max(number) FROM entries WHERE game = games.id), -1) AS last,
       posted, finished, started_at
FROM games;

-- One trigger with three checks: SQLite does not define the order of several triggers, and the
-- first check that fails decides the error. The second check also refuses a number that is taken,
-- because INSERT OR REPLACE would pass the primary key.
CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries BEGIN
    SELECT RAISE(ABORT, 'there is no such game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'this is not the next entry of the game')
    WHERE NEW.number <> (SELECT last + 1 FROM game_rows WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'the game is finished')
    WHERE (SELECT finished FROM games WHERE id = NEW.game);
END;

CREATE TRIGGER games_keep_their_place
BEFORE UPDATE OF id, guild, channel, started_at ON games BEGIN
    SELECT RAISE(ABORT, 'a game keeps its place and its start');
END;

CREATE TRIGGER posted_follows_the_entries BEFORE UPDATE OF posted ON games
WHEN NEW.posted < OLD.posted
  OR NEW.posted > (SELECT last FROM game_rows WHERE id = OLD.id) BEGIN
    SELECT RAISE(ABORT, 'posted never decreases, and never exceeds the last entry');
END;

-- @postgres
INSERT INTO settings
VALUES ('identity', substr(md5(random()::text || clock_timestamp()::text), 1, 16));

CREATE VIEW game_rows AS
SELECT id, guild, channel, last, posted, finished, started_at FROM games;

-- The game is locked from here to the end of the transaction: of two writers of one game, the
-- second sees the entry of the first.
CREATE FUNCTION entries_follow_each_other() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held games%ROWTYPE;
BEGIN
    SELECT * INTO held FROM games WHERE id = NEW.game FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        PERFORM refuse(TG_NAME, 'CC001', 'there is no such game');
    ELSIF NEW.number <> held.last + 1 THEN
        PERFORM refuse(TG_NAME, 'CC002', 'this is not the next entry of the game');
    ELSIF held.finished THEN
        PERFORM refuse(TG_NAME, 'CC003', 'the game is finished');
    END IF;
    UPDATE games SET last = NEW.number WHERE id = NEW.game;
    RETURN NEW;
END $$;

CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
FOR EACH ROW EXECUTE FUNCTION entries_follow_each_other();

CREATE FUNCTION games_keep_their_place_and_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.guild, NEW.channel, NEW.started_at)
        IS DISTINCT FROM (OLD.id, OLD.guild, OLD.channel, OLD.started_at) THEN
        PERFORM refuse('games_keep_their_place', 'CC000', 'a game keeps its place and its start');
    ELSIF NEW.posted < OLD.posted THEN
        PERFORM refuse('posted_follows_the_entries', 'CC000',
            'posted never decreases, and never exceeds the last entry');
    ELSIF NEW.last <> OLD.last AND pg_trigger_depth() < 2 THEN
        PERFORM refuse('last_follows_the_entries', 'CC000',
            'only an entry changes the last number');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER games_keep_their_place_and_entries BEFORE UPDATE ON games
FOR EACH ROW EXECUTE FUNCTION games_keep_their_place_and_entries();

CREATE FUNCTION games_begin_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.last <> -1 OR NEW.posted <> -1 THEN
        PERFORM refuse(TG_NAME, 'CC000', 'a game begins without entries');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER games_begin_empty BEFORE INSERT ON games
FOR EACH ROW EXECUTE FUNCTION games_begin_empty();
-- @both

CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries BEGIN
    SELECT RAISE(ABORT, 'an entry is never changed');
END;

CREATE TRIGGER actors_are_not_deleted BEFORE DELETE ON actors BEGIN
    SELECT RAISE(ABORT, 'an actor is never deleted');
END;

CREATE TRIGGER actors_are_only_erased BEFORE UPDATE ON actors
WHEN NEW.user IS NOT NULL OR NEW.id <> OLD.id BEGIN
    SELECT RAISE(ABORT, 'an actor can only be erased');
END;

-- The messages that showed entries of a game: links lead to them, and their buttons are removed
-- once a newer message is posted.
CREATE TABLE posts (
    message INTEGER PRIMARY KEY CHECK (message > 0),
    game    INTEGER NOT NULL REFERENCES games (id),
    after   INTEGER NOT NULL CHECK (after >= -1),  -- the entry before the first one shown
    number  INTEGER NOT NULL CHECK (number >= after),          -- the last entry shown
    live    BOOLEAN NOT NULL DEFAULT TRUE  -- its buttons can be pressed
) STRICT;

CREATE INDEX live_posts_by_game ON posts (game) WHERE live;
CREATE INDEX newest_posts ON posts (game, message);
-- @sqlite
CREATE INDEX posts_by_game ON posts (game);
-- @both

CREATE TRIGGER posts_show_existing_entries BEFORE INSERT ON posts BEGIN
-- @sqlite
    SELECT RAISE(ABORT, 'a message is recorded once')
    WHERE EXISTS (SELECT 1 FROM posts WHERE message = NEW.message);
-- @both
    SELECT RAISE(ABORT, 'a post shows entries that exist')
    WHERE NEW.number > coalesce((SELECT last FROM game_rows WHERE id = NEW.game), -1);
END;

CREATE TRIGGER posts_go_forward BEFORE UPDATE ON posts
WHEN NEW.message <> OLD.message OR NEW.game <> OLD.game OR NEW.number < OLD.number
  OR NEW.live > OLD.live OR NEW.number > (SELECT last FROM game_rows WHERE id = OLD.game) BEGIN
    SELECT RAISE(ABORT, 'a post keeps its game, shows later entries, and loses its buttons once');
END;

-- Deletion of games.

-- Servers that removed the bot and channels that were deleted. A row goes when the place is back.
CREATE TABLE departures (
    kind  TEXT NOT NULL CHECK (kind IN ('server', 'channel')),
    place INTEGER NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID;

-- Inserting a row deletes the game. No other statement can delete one, so each deletion is
-- recorded.
CREATE TABLE deletions (
    game   INTEGER PRIMARY KEY,
    at     REAL NOT NULL,
    reason TEXT NOT NULL CHECK (reason <> '')
) STRICT;

-- @sqlite
CREATE TRIGGER only_departed_games_are_deleted BEFORE INSERT ON deletions BEGIN
    SELECT RAISE(ABORT, 'there is no such game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'a game is deleted only if its server or its channel is gone')
    WHERE NOT EXISTS (
        SELECT 1 FROM games JOIN departures
        ON (kind, place) = ('server', guild) OR (kind, place) = ('channel', channel)
        WHERE games.id = NEW.game
    );
END;

-- @postgres
CREATE FUNCTION only_departed_games_are_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    named games%ROWTYPE;
BEGIN
    SELECT * INTO named FROM games WHERE id = NEW.game FOR UPDATE;
    IF NOT FOUND THEN
        PERFORM refuse(TG_NAME, 'CC001', 'there is no such game');
    ELSIF NOT EXISTS (
        SELECT 1 FROM departures
        WHERE (kind, place) = ('server', named.guild) OR (kind, place) = ('channel', named.channel)
    ) THEN
        PERFORM refuse(TG_NAME, 'CC000',
            'a game is deleted only if its server or its channel is gone');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER only_departed_games_are_deleted BEFORE INSERT ON deletions
FOR EACH ROW EXECUTE FUNCTION only_departed_games_are_deleted();
-- @both

-- A user who played in no other game is erased with the game.
CREATE TRIGGER a_deletion_deletes_its_game AFTER INSERT ON deletions BEGIN
    UPDATE actors SET user = NULL
    WHERE user IS NOT NULL AND id IN (SELECT actor FROM entries WHERE game = NEW.game)
      AND NOT EXISTS (SELECT 1 FROM entries WHERE actor = actors.id AND game <> NEW.game);
    DELETE FROM posts WHERE game = NEW.game;
    DELETE FROM entries WHERE game = NEW.game;
    DELETE FROM games WHERE id = NEW.game;
END;

CREATE TRIGGER deletions_are_not_changed BEFORE UPDATE ON deletions BEGIN
    SELECT RAISE(ABORT, 'a deletion stays recorded');
END;

CREATE TRIGGER deletions_are_not_deleted BEFORE DELETE ON deletions BEGIN
    SELECT RAISE(ABORT, 'a deletion stays recorded');
END;

-- @sqlite
CREATE TRIGGER numbers_of_deleted_games_are_not_reused BEFORE INSERT ON games
WHEN NEW.id IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'the number of a deleted game is never reused');
END;

CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
WHEN OLD.game NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

CREATE TRIGGER games_are_not_deleted BEFORE DELETE ON games
WHEN OLD.id NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'a game is never deleted');
END;

CREATE TRIGGER posts_are_not_deleted BEFORE DELETE ON posts
WHEN OLD.game NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'a post is never deleted');
END;

-- @postgres
CREATE FUNCTION numbers_of_deleted_games_are_not_reused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM deletions WHERE game = NEW.id) THEN
        PERFORM refuse(TG_NAME, 'CC000', 'the number of a deleted game is never reused');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER numbers_of_deleted_games_are_not_reused BEFORE INSERT ON games
FOR EACH ROW EXECUTE FUNCTION numbers_of_deleted_games_are_not_reused();

-- For tables whose column TG_ARGV[1] names a game: rows are deleted only with a deleted game.
CREATE FUNCTION only_with_a_deleted_game() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    named BIGINT := (to_jsonb(OLD) ->> TG_ARGV[1])::BIGINT;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM deletions WHERE game = named) THEN
        PERFORM refuse(TG_NAME, 'CC000', TG_ARGV[0]);
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
FOR EACH ROW EXECUTE FUNCTION only_with_a_deleted_game('an entry is never deleted', 'game');

CREATE TRIGGER games_are_not_deleted BEFORE DELETE ON games
FOR EACH ROW EXECUTE FUNCTION only_with_a_deleted_game('a game is never deleted', 'id');

CREATE TRIGGER posts_are_not_deleted BEFORE DELETE ON posts
FOR EACH ROW EXECUTE FUNCTION only_with_a_deleted_game('a post is never deleted', 'game');

-- TRUNCATE fires none of the triggers above.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refuse(TG_NAME, 'CC000', 'the log is never truncated');
    RETURN NULL;
END $$;

CREATE TRIGGER entries_are_not_truncated BEFORE TRUNCATE ON entries
EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER games_are_not_truncated BEFORE TRUNCATE ON games
EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER actors_are_not_truncated BEFORE TRUNCATE ON actors
EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER posts_are_not_truncated BEFORE TRUNCATE ON posts
EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER deletions_are_not_truncated BEFORE TRUNCATE ON deletions
EXECUTE FUNCTION refuse_truncate();
-- @both

-- Beside the log. Each row names its user and its game, so it is deleted with either of them.

-- The settings of a user, for all tables.
CREATE TABLE preferences (
    user  INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

-- A summary of each table, so that the tables of a user are found without reading every log.
-- Rows that are missing or older than the log are rebuilt from the log.
CREATE TABLE table_summaries (
    game         INTEGER PRIMARY KEY REFERENCES games (id),
    number       INTEGER NOT NULL CHECK (number >= 0),  -- the entry after which this was the state
    version      INTEGER NOT NULL CHECK (version BETWEEN 0 AND number),
    name         TEXT NOT NULL,
    phase        TEXT NOT NULL,
    language     TEXT NOT NULL,
    pace         TEXT NOT NULL,
    room         INTEGER NOT NULL,
    turn         INTEGER,                               -- the seat to move
    since        REAL NOT NULL,                         -- when the turn began
    paused       BOOLEAN NOT NULL,
    paused_until REAL
) STRICT;

CREATE INDEX table_summaries_by_phase ON table_summaries (phase, since);

CREATE TABLE seats (
    game       INTEGER NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL CHECK (seat >= 0),
    user       INTEGER,           -- NULL for a free seat or an erased user
    has_left   BOOLEAN NOT NULL,
    new_tiles  INTEGER NOT NULL,  -- placed since the last turn of the seat
    new_points TEXT NOT NULL,     -- points of each seat since then
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user, game) WHERE user IS NOT NULL;

CREATE TRIGGER table_summaries_show_existing_entries BEFORE INSERT ON table_summaries BEGIN
    SELECT RAISE(ABORT, 'a summary shows entries that exist')
    WHERE NEW.number > coalesce((SELECT last FROM game_rows WHERE id = NEW.game), -1);
END;

-- The schedule. A job says when to look at something; what to do is decided from its current state.
CREATE TABLE dues (
    key          TEXT NOT NULL PRIMARY KEY,
    revision     INTEGER NOT NULL DEFAULT 0,  -- goes up when a job replaces another one of its key
    kind         TEXT NOT NULL,
    at           REAL NOT NULL,
    game         INTEGER REFERENCES games (id),
    user         INTEGER,
    text         TEXT NOT NULL DEFAULT '',
    scheduled_at REAL NOT NULL,               -- tells if the clock was set back
    claimed_at   REAL,                        -- when a worker took it
    attempts     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX dues_by_time ON dues (at);
-- @postgres
CREATE INDEX dues_by_scheduling ON dues (scheduled_at);
-- @both
CREATE INDEX dues_by_game ON dues (game);
CREATE INDEX dues_by_user ON dues (user);

-- Each entry schedules a look at the turn of its game a minute later, in the same transaction, so
-- no writer can forget it. A job that is due earlier stays as it is.
CREATE TRIGGER an_entry_schedules_its_turn AFTER INSERT ON entries BEGIN
    INSERT INTO dues (key, kind, at, game, scheduled_at)
    VALUES ('turn ' || NEW.game, 'turn', NEW.at + 60, NEW.game, NEW.at)
    ON CONFLICT (key) DO UPDATE SET
-- @sqlite
        revision = revision + 1, at = min(at, excluded.at), scheduled_at = excluded.scheduled_at;
-- @postgres
        revision = dues.revision + 1, at = least(dues.at, excluded.at),
        scheduled_at = excluded.scheduled_at;
-- @both
END;

-- Unasked messages. A row is reserved before the message is sent and confirmed afterwards, so none
-- is sent twice; the rows of a day are counted by user.
CREATE TABLE notifications (
    key  TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    game INTEGER REFERENCES games (id),
    user INTEGER,                                           -- the recipient, if it is one user
    at   REAL NOT NULL,
    sent BOOLEAN NOT NULL DEFAULT FALSE  -- Discord has accepted it
) STRICT, WITHOUT ROWID;

CREATE INDEX notifications_by_user ON notifications (user, at);
CREATE INDEX notifications_by_game ON notifications (game, kind);
CREATE INDEX notifications_by_time ON notifications (at);

-- The direct messages of the last day, for the daily limit of each user.
CREATE TABLE direct_messages (
    user  INTEGER NOT NULL,
    nonce TEXT NOT NULL,  -- a message that is sent again counts once
    at    REAL NOT NULL,
    PRIMARY KEY (user, nonce)
) STRICT, WITHOUT ROWID;

-- When users are away.
CREATE TABLE absences (
    user  INTEGER NOT NULL,
    began REAL NOT NULL,
    until REAL NOT NULL CHECK (until >= began),
    PRIMARY KEY (user, began)
) STRICT, WITHOUT ROWID;

-- @sqlite
CREATE TRIGGER absences_do_not_overlap BEFORE INSERT ON absences
WHEN EXISTS (SELECT 1 FROM absences WHERE user = NEW.user AND until > NEW.began) BEGIN
    SELECT RAISE(ABORT, 'absences of one user do not overlap');
END;
-- @postgres
CREATE FUNCTION absences_do_not_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('absences', NEW.user));
    IF EXISTS (SELECT 1 FROM absences WHERE user = NEW.user AND until > NEW.began) THEN
        PERFORM refuse(TG_NAME, 'CC000', 'absences of one user do not overlap');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER absences_do_not_overlap BEFORE INSERT ON absences
FOR EACH ROW EXECUTE FUNCTION absences_do_not_overlap();
-- @both

CREATE TRIGGER only_the_end_of_an_absence_changes BEFORE UPDATE OF user, began ON absences BEGIN
    SELECT RAISE(ABORT, 'only the end of an absence can change');
END;

-- Invitations to take over a seat of a running game, and the players who consent. The log only has
-- the change of the seat itself, once the invited user has taken it.
CREATE TABLE invitations (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),  -- never reused: buttons carry it
    game    INTEGER NOT NULL REFERENCES games (id),
    seat    INTEGER NOT NULL CHECK (seat >= 0),
    sitting INTEGER NOT NULL,  -- the user who has the seat and would give it up
    invited INTEGER NOT NULL,
    asker   INTEGER NOT NULL,
    granted BOOLEAN NOT NULL,       -- the seat can be taken
    at      REAL NOT NULL,
    UNIQUE (game, seat, sitting, invited)
) STRICT;

CREATE TABLE invitation_consents (
    invitation INTEGER NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
    user       INTEGER NOT NULL,
    PRIMARY KEY (invitation, user)
) STRICT, WITHOUT ROWID;

-- The settings of a server, for tables that say nothing else.
CREATE TABLE guild_settings (
    guild INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

-- The status card of each game: one message that is edited as the game goes on.
-- Its `pin_state` is 0 if it was never pinned, 1 while it is, 2 afterwards.
CREATE TABLE status_cards (
    game       INTEGER PRIMARY KEY REFERENCES games (id),
    message    INTEGER CHECK (message > 0),  -- NULL while there is none
    times_lost INTEGER NOT NULL DEFAULT 0 CHECK (times_lost >= 0),  -- messages that were deleted
    pin_state  INTEGER NOT NULL DEFAULT 0 CHECK (pin_state IN (0, 1, 2)),
    last_entry INTEGER NOT NULL DEFAULT -1 CHECK (last_entry >= -1)  -- the last entry it shows
) STRICT;

-- Private notes and settings of a user at one table, by a key.
CREATE TABLE player_notes (
    user  INTEGER NOT NULL,
    game  INTEGER NOT NULL REFERENCES games (id),
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, game, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX player_notes_by_game ON player_notes (game, key);

-- When the next process may identify at Discord's gateway, by rate limit bucket.
CREATE TABLE identify_slots (
    bucket  INTEGER PRIMARY KEY,
    next_at REAL NOT NULL
) STRICT;

-- @postgres
-- The newest write of each writer, by which a process finds out whether a commit without an answer
-- was kept. A transaction id cannot tell: a crash of the server may have it given once more.
CREATE TABLE write_tokens (
    program TEXT NOT NULL,
    writer  INTEGER NOT NULL,
    token   INTEGER NOT NULL,
    at      TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (program, writer)
) WITH (fillfactor = 50);

-- One log for games and cups, where there were two: cup n is the row -n of `games`, so no number
-- changes. The bot's own entries have an actor without a user, as those of an erased user. The card
-- of a cup is in `status_cards` and its deletion in `deletions`, as those of a game.

-- @sqlite
-- SQLite cannot drop the check of the id, so the table is made again. It is not renamed: views,
-- references and the triggers of other tables name `games`, and stay as they are.
CREATE TABLE old_games AS SELECT * FROM games;
CREATE TABLE old_sequence AS SELECT seq FROM sqlite_sequence WHERE name = 'games';
DROP TABLE games;

CREATE TABLE games (
    id         INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id <> 0),  -- never reused: buttons carry it
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    posted     INTEGER NOT NULL DEFAULT -1,  -- the last entry whose result is posted in the channel
    finished   BOOLEAN NOT NULL DEFAULT FALSE,
    started_at REAL NOT NULL
) STRICT;

INSERT INTO games SELECT id, guild, channel, posted, finished, started_at FROM old_games;
DELETE FROM sqlite_sequence WHERE name = 'games';
INSERT INTO sqlite_sequence (name, seq) SELECT 'games', seq FROM old_sequence;
DROP TABLE old_games;
DROP TABLE old_sequence;

DROP TRIGGER entries_follow_each_other;
DROP TRIGGER an_entry_schedules_its_turn;

INSERT INTO games (id, guild, channel, posted, finished, started_at)
SELECT -id, guild, channel,
       min(posted, coalesce((SELECT max(number) FROM cup_entries WHERE cup = cups.id), -1)),
       finished, started_at
FROM cups;

-- @postgres
ALTER TABLE games DROP CONSTRAINT games_id_check;
ALTER TABLE games ADD CONSTRAINT games_id_check CHECK (id <> 0);
DROP INDEX one_running_game_a_channel;
ALTER TABLE games DISABLE TRIGGER USER;
ALTER TABLE entries DISABLE TRIGGER USER;

INSERT INTO games (id, guild, channel, last, posted, finished, started_at)
SELECT -id, guild, channel, last, least(posted, last), finished, started_at
FROM (
    SELECT *, coalesce((SELECT max(number) FROM cup_entries WHERE cup = cups.id), -1) AS last
    FROM cups
) AS known;
-- @both

INSERT INTO actors (user)
SELECT DISTINCT user FROM cup_entries
WHERE user IS NOT NULL AND user NOT IN (SELECT user FROM actors WHERE user IS NOT NULL)
ORDER BY user;

INSERT INTO actors (user)
SELECT NULL
WHERE EXISTS (SELECT 1 FROM cup_entries WHERE user IS NULL)
  AND NOT EXISTS (SELECT 1 FROM actors WHERE user IS NULL);

-- The checksums stay: that of a cup's entry covers no actor, and the number of the cup.
INSERT INTO entries (game, number, actor, text, at, crc)
SELECT -cup, number,
       coalesce((SELECT id FROM actors WHERE actors.user = cup_entries.user),
                (SELECT min(id) FROM actors WHERE actors.user IS NULL)),
       text, at, crc
FROM cup_entries;

INSERT INTO status_cards (game, message, times_lost, pin_state, last_entry)
SELECT -id, card, times_lost, pin_state, card_entry FROM cups;

-- Of the cups that were deleted only the highest number is known: it is not given again.
INSERT INTO departures VALUES ('server', -1, 0);
INSERT INTO games (id, guild, channel, started_at)
-- @sqlite
SELECT -seq, -1, seq, 0 FROM sqlite_sequence
WHERE name = 'cups' AND seq > coalesce((SELECT max(id) FROM cups), 0);
-- @postgres
SELECT -last_value, -1, last_value, 0 FROM cups_id_seq
WHERE is_called AND last_value > coalesce((SELECT max(id) FROM cups), 0);
-- @both
INSERT INTO deletions
SELECT id, 0, 'the number of a deleted cup, when games and cups got one log' FROM games
WHERE guild = -1;
DELETE FROM departures WHERE kind = 'server' AND place = -1;

DROP TABLE cup_entries;
DROP TABLE cups;

-- A game and a cup may run in one channel.
CREATE UNIQUE INDEX one_running_game_a_channel ON games (channel, (id < 0)) WHERE finished = 0;

-- @sqlite
CREATE INDEX games_by_channel ON games (channel);
CREATE INDEX games_by_guild ON games (guild);

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

CREATE TRIGGER numbers_of_deleted_games_are_not_reused BEFORE INSERT ON games
WHEN NEW.id IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'the number of a deleted game is never reused');
END;

CREATE TRIGGER games_are_not_deleted BEFORE DELETE ON games
WHEN OLD.id NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'a game is never deleted');
END;

-- @postgres
DROP FUNCTION entries_of_cups_only_lose_their_user;
ALTER TABLE games ENABLE TRIGGER USER;
ALTER TABLE entries ENABLE TRIGGER USER;
DROP TRIGGER an_entry_schedules_its_turn ON entries;
DROP FUNCTION an_entry_schedules_its_turn;
-- @both

-- An entry of a game as before; an entry of a cup makes the job of the cup due at once.
CREATE TRIGGER an_entry_schedules_its_job AFTER INSERT ON entries BEGIN
    INSERT INTO dues (key, kind, at, game, scheduled_at)
    SELECT 'turn ' || NEW.game, 'turn', NEW.at + 60, NEW.game, NEW.at WHERE NEW.game > 0
    ON CONFLICT (key) DO UPDATE SET revision = dues.revision + 1,
        at = CASE WHEN excluded.at < dues.at THEN excluded.at ELSE dues.at END,
        scheduled_at = excluded.scheduled_at;
    INSERT INTO dues (key, kind, at, guild, scheduled_at)
    SELECT 'cup ' || (-NEW.game), 'cup', NEW.at, guild, NEW.at FROM games
    WHERE id = NEW.game AND id < 0
    ON CONFLICT (key) DO UPDATE SET revision = dues.revision + 1, attempts = 0,
        at = CASE WHEN excluded.at < dues.at THEN excluded.at ELSE dues.at END,
        scheduled_at = excluded.scheduled_at;
END;

-- Forgetting: whole games, of a server or a channel that is gone, in one way, which is written down.

-- A server that no longer has the bot, or a channel that was deleted; no longer here once it is back.
CREATE TABLE gone (
    kind  TEXT NOT NULL CHECK (kind IN ('server', 'channel')),
    place INTEGER NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID;

-- To name a game here is to delete it: there is no other way, and none without this line about it.
CREATE TABLE deletions (
    game INTEGER PRIMARY KEY,
    at   REAL NOT NULL,
    why  TEXT NOT NULL CHECK (why <> '')
) STRICT;

CREATE INDEX entries_by_actor ON entries (actor);
CREATE INDEX posts_by_game ON posts (game);

CREATE TRIGGER what_is_gone_alone_is_deleted BEFORE INSERT ON deletions BEGIN
    SELECT RAISE(ABORT, 'there is no such game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = NEW.game);
    SELECT RAISE(ABORT, 'a game is deleted only if its server or its channel is gone')
    WHERE NOT EXISTS (
        SELECT 1 FROM games JOIN gone
        ON (kind, place) = ('server', guild) OR (kind, place) = ('channel', channel)
        WHERE games.id = NEW.game
    );
END;

-- Who is in none of the other games is forgotten with it.
CREATE TRIGGER to_name_a_game_is_to_delete_it AFTER INSERT ON deletions BEGIN
    UPDATE actors SET user = NULL
    WHERE user IS NOT NULL AND id IN (SELECT actor FROM entries WHERE game = NEW.game)
      AND NOT EXISTS (SELECT 1 FROM entries WHERE actor = actors.id AND game <> NEW.game);
    DELETE FROM posts WHERE game = NEW.game;
    DELETE FROM entries WHERE game = NEW.game;
    DELETE FROM games WHERE id = NEW.game;
END;

CREATE TRIGGER deletions_are_not_changed BEFORE UPDATE ON deletions BEGIN
    SELECT RAISE(ABORT, 'what was deleted stays written down');
END;

CREATE TRIGGER deletions_are_not_deleted BEFORE DELETE ON deletions BEGIN
    SELECT RAISE(ABORT, 'what was deleted stays written down');
END;

CREATE TRIGGER a_deleted_game_does_not_come_back BEFORE INSERT ON games
WHEN NEW.id IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'the number of a deleted game is not given again');
END;

-- The laws of old, but for what is named above. Once it is, nothing of it is left to be deleted.
DROP TRIGGER entries_are_not_deleted;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
WHEN OLD.game NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

DROP TRIGGER games_are_not_deleted;
CREATE TRIGGER games_are_not_deleted BEFORE DELETE ON games
WHEN OLD.id NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'a game is never deleted');
END;

DROP TRIGGER posts_are_not_deleted;
CREATE TRIGGER posts_are_not_deleted BEFORE DELETE ON posts
WHEN OLD.game NOT IN (SELECT game FROM deletions) BEGIN
    SELECT RAISE(ABORT, 'a post is never deleted');
END;

-- The messages that told a channel of a game, so that they can be found again: to be linked to, and
-- to lose their buttons once a newer one is out. Of games from before this table none are known.

CREATE TABLE posts (
    message INTEGER PRIMARY KEY CHECK (message > 0),
    game    INTEGER NOT NULL REFERENCES games (id),
    after   INTEGER NOT NULL CHECK (after >= -1),      -- it tells what came behind this entry
    number  INTEGER NOT NULL CHECK (number >= after),  -- up to this one; if the same, how all stands
    live    INTEGER NOT NULL DEFAULT 1 CHECK (live IN (0, 1))  -- its buttons may be pressed
) STRICT;

CREATE INDEX live_posts_by_game ON posts (game) WHERE live;

CREATE TRIGGER posts_tell_of_entries BEFORE INSERT ON posts BEGIN
    SELECT RAISE(ABORT, 'a post is known once')
    WHERE EXISTS (SELECT 1 FROM posts WHERE message = NEW.message);
    SELECT RAISE(ABORT, 'a post tells of entries that there are')
    WHERE NEW.number > coalesce((SELECT last FROM game_rows WHERE id = NEW.game), -1);
END;

CREATE TRIGGER posts_go_forward BEFORE UPDATE ON posts
WHEN NEW.message <> OLD.message OR NEW.game <> OLD.game OR NEW.number < OLD.number
  OR NEW.live > OLD.live OR NEW.number > (SELECT last FROM game_rows WHERE id = OLD.game) BEGIN
    SELECT RAISE(ABORT, 'a post keeps its game, tells of later entries only, and dies once');
END;

CREATE TRIGGER posts_are_not_deleted BEFORE DELETE ON posts BEGIN
    SELECT RAISE(ABORT, 'a post is never deleted');
END;

-- What is to be looked after at a certain time, and what has been said to people unasked.

-- A due is only a wake: whoever is woken looks at how things stand, and says when to be woken next.
CREATE TABLE dues (
    key     TEXT NOT NULL PRIMARY KEY,
    edition INTEGER NOT NULL DEFAULT 0,  -- goes up as a due is put in place of another under its key
    kind    TEXT NOT NULL,
    at      REAL NOT NULL,
    game    INTEGER REFERENCES games (id),
    user    INTEGER,
    text    TEXT NOT NULL DEFAULT '',
    made    REAL NOT NULL,               -- when it was put, by which a clock set back is noticed
    claimed REAL,                        -- since when somebody is at work on it
    tries   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX dues_by_time ON dues (at);
CREATE INDEX dues_by_game ON dues (game);
CREATE INDEX dues_by_user ON dues (user);

-- Whatever happens at a table wakes who looks after its turns a minute later, so that no writer has
-- to think of it and none is lost between two transactions; what is due earlier stays as it is.
CREATE TRIGGER an_entry_wakes_its_game AFTER INSERT ON entries BEGIN
    INSERT INTO dues (key, kind, at, game, made)
    VALUES ('turn ' || NEW.game, 'turn', NEW.at + 60, NEW.game, NEW.at)
    ON CONFLICT (key) DO UPDATE SET
        edition = edition + 1, at = min(at, excluded.at), made = excluded.made;
END;

INSERT INTO dues (key, kind, at, game, made)
SELECT 'turn ' || id, 'turn', at + 60, id, at
FROM game_rows JOIN entries ON game = id AND number = last
WHERE NOT finished;

-- What was said is marked before it is sent, and never said twice. It is counted by person and day.
CREATE TABLE tellings (
    key  TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    game INTEGER REFERENCES games (id),
    user INTEGER,                        -- to whom, if to one person
    at   REAL NOT NULL,
    out  INTEGER NOT NULL DEFAULT 0 CHECK (out IN (0, 1))  -- Discord has taken it
) STRICT, WITHOUT ROWID;

CREATE INDEX tellings_by_user ON tellings (user, at);
CREATE INDEX tellings_by_game ON tellings (game, kind);
CREATE INDEX tellings_by_time ON tellings (at);

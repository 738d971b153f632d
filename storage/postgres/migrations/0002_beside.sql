-- What is kept beside the log. Of whom and of which game each row is stands in it, so that it goes
-- with who is forgotten and with what is deleted.

-- What people prefer, at all tables.
CREATE TABLE preferences (
    "user" BIGINT NOT NULL,
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY ("user", key)
);

-- How each table stands, so that a person's tables are found without reading every log. All of it is
-- derived: what is missing or tells of an earlier entry is made anew from the log.
CREATE TABLE standings (
    game         BIGINT PRIMARY KEY REFERENCES games (id),
    number       BIGINT NOT NULL CHECK (number >= 0),  -- how all stands after this entry
    version      BIGINT NOT NULL CHECK (version BETWEEN 0 AND number),
    name         TEXT NOT NULL,
    phase        TEXT NOT NULL,
    language     TEXT NOT NULL,
    pace         TEXT NOT NULL,
    room         BIGINT NOT NULL,
    turn         BIGINT,                     -- the seat to move
    since        DOUBLE PRECISION NOT NULL,  -- when it began to wait
    paused       BOOLEAN NOT NULL,
    paused_until DOUBLE PRECISION
);

CREATE INDEX standings_by_phase ON standings (phase, since);

CREATE FUNCTION standings_tell_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number > coalesce((SELECT last FROM games WHERE id = NEW.game), -1) THEN
        PERFORM refuse(TG_NAME, 'CC000', 'a standing tells of entries that there are');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER standings_tell_of_entries BEFORE INSERT ON standings
FOR EACH ROW EXECUTE FUNCTION standings_tell_of_entries();

CREATE TABLE seats (
    game   BIGINT NOT NULL REFERENCES games (id),
    seat   BIGINT NOT NULL CHECK (seat >= 0),
    "user" BIGINT,           -- NULL for a seat that nobody has, or somebody who was forgotten
    out    BOOLEAN NOT NULL,
    tiles  BIGINT NOT NULL,  -- laid since the last turn of the seat
    gains  TEXT NOT NULL,    -- points of all seats since then
    PRIMARY KEY (game, seat)
);

CREATE INDEX seats_by_user ON seats ("user", game) WHERE "user" IS NOT NULL;

-- What is to be looked after at a certain time, and what has been said to people unasked.
-- A due is only a wake: whoever is woken looks at how things stand, and says when to be woken next.
CREATE TABLE dues (
    key     TEXT PRIMARY KEY,
    edition BIGINT NOT NULL DEFAULT 0,  -- goes up as a due is put in place of another under its key
    kind    TEXT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    game    BIGINT REFERENCES games (id),
    "user"  BIGINT,
    text    TEXT NOT NULL DEFAULT '',
    made    DOUBLE PRECISION NOT NULL,  -- when it was put, by which a clock set back is noticed
    claimed DOUBLE PRECISION,           -- since when somebody is at work on it
    tries   BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX dues_by_time ON dues (at);
CREATE INDEX dues_by_making ON dues (made);
CREATE INDEX dues_by_game ON dues (game);
CREATE INDEX dues_by_user ON dues ("user");

-- Whatever happens at a table wakes who looks after its turns a minute later, so that no writer has
-- to think of it and none is lost between two transactions; what is due earlier stays as it is.
CREATE FUNCTION an_entry_wakes_its_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dues (key, kind, at, game, made)
    VALUES ('turn ' || NEW.game, 'turn', NEW.at + 60, NEW.game, NEW.at)
    ON CONFLICT (key) DO UPDATE SET
        edition = dues.edition + 1, at = least(dues.at, excluded.at), made = excluded.made;
    RETURN NULL;
END $$;

CREATE TRIGGER an_entry_wakes_its_game AFTER INSERT ON entries
FOR EACH ROW EXECUTE FUNCTION an_entry_wakes_its_game();

-- What was said is marked before it is sent, and never said twice. It is counted by person and day.
CREATE TABLE tellings (
    key    TEXT PRIMARY KEY,
    kind   TEXT NOT NULL,
    game   BIGINT REFERENCES games (id),
    "user" BIGINT,                          -- to whom, if to one person
    at     DOUBLE PRECISION NOT NULL,
    out    BOOLEAN NOT NULL DEFAULT FALSE   -- Discord has taken it
);

CREATE INDEX tellings_by_user ON tellings ("user", at);
CREATE INDEX tellings_by_game ON tellings (game, kind);
CREATE INDEX tellings_by_time ON tellings (at);

-- When people are away: said by them, begun by itself where they wish, over by itself or early.
CREATE TABLE absences (
    "user" BIGINT NOT NULL,
    began  DOUBLE PRECISION NOT NULL,  -- Unix seconds, as until
    until  DOUBLE PRECISION NOT NULL CHECK (until >= began),
    PRIMARY KEY ("user", began)
);

CREATE FUNCTION absences_follow_each_other() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('absences', NEW."user"));
    IF EXISTS (SELECT 1 FROM absences WHERE "user" = NEW."user" AND until > NEW.began) THEN
        PERFORM refuse(TG_NAME, 'CC000', 'nobody is away twice at a time');
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER absences_follow_each_other BEFORE INSERT ON absences
FOR EACH ROW EXECUTE FUNCTION absences_follow_each_other();

CREATE TRIGGER absences_begin_when_they_began BEFORE UPDATE OF "user", began ON absences
FOR EACH ROW EXECUTE FUNCTION never('of an absence only the end changes');

-- Who is asked to take over a seat of a running game, and who of its players consents to that.
-- It is in no log: a seat changes hands there, once who was invited has taken it.
CREATE TABLE invitations (
    id      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id > 0),
    game    BIGINT NOT NULL REFERENCES games (id),
    seat    BIGINT NOT NULL CHECK (seat >= 0),
    sitting BIGINT NOT NULL,   -- who has the seat, and would give it up
    invited BIGINT NOT NULL,
    asker   BIGINT NOT NULL,
    granted BOOLEAN NOT NULL,  -- the seat may be taken
    at      DOUBLE PRECISION NOT NULL,
    UNIQUE (game, seat, sitting, invited)
);

CREATE TABLE invitation_consents (
    invitation BIGINT NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
    "user"     BIGINT NOT NULL,
    PRIMARY KEY (invitation, "user")
);

-- How each server runs its tables where nothing else is said, by a name.
CREATE TABLE servers (
    guild BIGINT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
);

-- The one card of each game that is edited as it goes on. Its lobby's post becomes it.
CREATE TABLE cards (
    game    BIGINT PRIMARY KEY REFERENCES games (id),
    message BIGINT CHECK (message > 0),                            -- NULL while there is none
    lost    BIGINT NOT NULL DEFAULT 0 CHECK (lost >= 0),           -- how many were deleted
    pinned  BIGINT NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1, 2)), -- not yet, pinned, not any more
    told    BIGINT NOT NULL DEFAULT -1 CHECK (told >= -1)          -- it shows all up to this entry
);

-- What people keep for themselves at a table, by a name: a note, a plan, how far they have looked,
-- what they want to be told; and the direct messages they were sent of late.
CREATE TABLE keepsakes (
    "user" BIGINT NOT NULL,
    game   BIGINT NOT NULL REFERENCES games (id),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY ("user", game, key)
);

CREATE INDEX keepsakes_by_game ON keepsakes (game, key);

CREATE TABLE directs (
    "user" BIGINT NOT NULL,
    nonce  TEXT NOT NULL,  -- a message that is sent again counts once
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", nonce)
);

-- When the next program may say at the gateway who it is, by what Discord counts as one.
CREATE TABLE identifies (
    bucket BIGINT PRIMARY KEY,
    next   DOUBLE PRECISION NOT NULL
);

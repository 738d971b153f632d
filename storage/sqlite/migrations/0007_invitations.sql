-- Who is asked to take over a seat of a running game, and who of its players consents to that.
-- It is in no log: a seat changes hands there, once who was invited has taken it.

CREATE TABLE invitations (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),  -- never used twice: buttons carry it
    game    INTEGER NOT NULL REFERENCES games (id),
    seat    INTEGER NOT NULL CHECK (seat >= 0),
    sitting INTEGER NOT NULL,  -- who has the seat, and would give it up
    invited INTEGER NOT NULL,
    asker   INTEGER NOT NULL,
    granted INTEGER NOT NULL CHECK (granted IN (0, 1)),  -- the seat may be taken
    at      REAL NOT NULL,
    UNIQUE (game, seat, sitting, invited)
) STRICT;

CREATE TABLE invitation_consents (
    invitation INTEGER NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
    user       INTEGER NOT NULL,
    PRIMARY KEY (invitation, user)
) STRICT, WITHOUT ROWID;

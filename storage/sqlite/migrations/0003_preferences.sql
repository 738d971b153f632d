-- What people prefer, at all tables: gone with who is forgotten.

CREATE TABLE preferences (
    user  INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

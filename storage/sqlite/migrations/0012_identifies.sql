-- When the next program may say at the gateway who it is, by what Discord counts as one.

CREATE TABLE identifies (
    bucket INTEGER PRIMARY KEY,
    next   REAL NOT NULL
) STRICT;

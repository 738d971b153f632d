-- By what a program tells whether a commit was kept of which no answer came: the newest of each of
-- its writers. The number of a transaction does not tell, as a crash may have it given once more.
CREATE TABLE commits (
    program TEXT NOT NULL,
    writer  BIGINT NOT NULL,
    mark    BIGINT NOT NULL,
    at      TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (program, writer)
) WITH (fillfactor = 50);

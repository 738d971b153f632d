-- The long rate limits, which several processes count together. `arrival` is the theoretical arrival
-- time of GCRA: in the past, the limit is full again.
CREATE TABLE user_limits (
    "user"  BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    arrival DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("user", kind)
);

CREATE TABLE channel_limits (
    channel BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    arrival DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (channel, kind)
);

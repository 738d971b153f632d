-- The reminder that stands in the channel of a game, to be deleted when the next one comes.
CREATE TABLE reminder_posts (
    game    BIGINT PRIMARY KEY REFERENCES games (id),
    message BIGINT NOT NULL
);

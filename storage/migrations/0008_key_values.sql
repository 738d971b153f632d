-- One store of keys and values, where there were five: settings of a server and of a user, notes and
-- standing orders of a user at a table, and the message of a table's reminder. `kind` is one of those
-- in storage/key_values.py, and says which of the owner's columns are filled.
CREATE TABLE key_values (
    kind  TEXT NOT NULL,
    guild INTEGER,
    user  INTEGER,
    game  INTEGER REFERENCES games (id),
    key   TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_value_a_key
ON key_values (kind, coalesce(guild, 0), coalesce(user, 0), coalesce(game, 0), key);
CREATE INDEX key_values_by_user ON key_values (user, kind, key) WHERE user IS NOT NULL;
CREATE INDEX key_values_by_game ON key_values (game, kind, key) WHERE game IS NOT NULL;
CREATE INDEX key_values_by_guild ON key_values (guild) WHERE guild IS NOT NULL;

INSERT INTO key_values (kind, guild, key, value)
SELECT 'server setting', guild, key, value FROM guild_settings;

INSERT INTO key_values (kind, user, key, value)
SELECT 'preference', user, key, value FROM preferences;

INSERT INTO key_values (kind, user, game, key, value)
SELECT 'note', user, game, key, value FROM player_notes;

INSERT INTO key_values (kind, user, game, key, value)
SELECT 'order', user, game, tile, ways FROM standing_orders;

INSERT INTO key_values (kind, game, key, value)
SELECT 'reminder', game, 'message', CAST(message AS TEXT) FROM reminder_posts;

DROP TABLE guild_settings;
DROP TABLE preferences;
DROP TABLE player_notes;
DROP TABLE standing_orders;
DROP TABLE reminder_posts;

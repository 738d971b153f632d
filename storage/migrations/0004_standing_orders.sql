-- Standing orders: the moves that a player wants for a kind of tile. `ways` is JSON, the best first.
CREATE TABLE standing_orders (
    user   INTEGER NOT NULL,
    game   INTEGER NOT NULL REFERENCES games (id),
    tile   TEXT NOT NULL,
    ways   TEXT NOT NULL,
    PRIMARY KEY (user, game, tile)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_orders_by_game ON standing_orders (game);

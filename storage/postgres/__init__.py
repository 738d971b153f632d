"""The log on a PostgreSQL server, which several processes share."""

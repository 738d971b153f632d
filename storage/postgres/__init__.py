"""The same log on a PostgreSQL server, for programs that share one database."""

"""Several bot processes on one database: peers, guild ownership, the IDENTIFY limit."""

"""Several processes on one database: the Discord servers of each, messages, shared limits."""

"""Tables without Discord: log entries, state, checks, votes, clocks, settings, rate limits."""

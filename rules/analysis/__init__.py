"""Questions about a position: drafts, odds, features, rankings, honours."""

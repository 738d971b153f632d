"""The week of a server in one post."""

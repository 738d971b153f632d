"""All tables of a person, in all servers."""

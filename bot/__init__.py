"""The Discord bot: commands, client, presenters, tables and texts."""

"""The Discord bot: commands, buttons, words, and the service that ties rules, pictures and log."""

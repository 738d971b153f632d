"""The Discord bot: a folder for each capability, above those that several share."""

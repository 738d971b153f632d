"""The Discord bot: a folder for each capability, and folders that several capabilities share."""

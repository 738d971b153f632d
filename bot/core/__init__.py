"""Shared base code of the bot: the codec of one-line texts."""

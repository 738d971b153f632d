"""The laboratory: the bot as a process on a loopback Discord, for longer than a test may take."""

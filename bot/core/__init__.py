"""What every part of the bot builds on."""

"""Text without Discord: translation, names, emoji, dates, time zones, and the `Message` type."""

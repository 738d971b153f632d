"""Messages to and from Discord: layouts, buttons, attachments, sending, API errors."""

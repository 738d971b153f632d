"""Messages to and from Discord: payloads, buttons, attachments, sending, API errors."""

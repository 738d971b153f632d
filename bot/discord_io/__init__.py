"""Messages to and from Discord: payloads, buttons, pictures, sending, API errors."""

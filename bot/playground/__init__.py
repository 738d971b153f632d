"""The bot against a simulated Discord in the browser, without a token."""

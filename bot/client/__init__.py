"""The Discord client: services by capability, and their wiring."""

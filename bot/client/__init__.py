"""The Discord client: services by capability."""

"""A turn: its post, the panel, `/place`."""

"""The lessons of *Learn*."""

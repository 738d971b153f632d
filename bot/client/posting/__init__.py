"""Post each saved entry to its channel, and keep older posts and status cards up to date."""

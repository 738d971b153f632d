"""The weekly digest of a server."""

"""Servers and processes: which process serves a server, and which servers are gone."""

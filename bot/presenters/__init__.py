"""Presenters: pure functions from outcomes and tables to texts, pictures and buttons."""

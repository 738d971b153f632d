"""Shared basics: logging, metrics, background tasks, durations, and a codec for short texts."""

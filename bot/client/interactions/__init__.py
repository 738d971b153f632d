"""Carry slash commands and button presses from arrival to their private answer."""

"""Undo at once, or by consent."""

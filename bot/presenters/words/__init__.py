"""Sentences and labels that several presenters share."""

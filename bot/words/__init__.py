"""Sentences and labels that several capabilities share."""

"""The data stored about a person: shown, exported, erased."""

"""Background jobs: the scheduler, and the handlers of dues."""

"""Jobs that run at a time: the scheduler, due turns, daily clean-up, backups."""

"""What runs by itself: the scheduler and its dues, the notifier, backups, heartbeat, metrics."""

"""Background work: scheduler and dues, notifier, backups, heartbeat, metrics."""

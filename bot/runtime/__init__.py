"""Background services: scheduler, notifier, posts at set hours, names, backups, metrics page."""

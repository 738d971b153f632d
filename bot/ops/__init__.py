"""Running the process: logs, redaction, metrics, heartbeat and health check."""

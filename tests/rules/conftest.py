"""Hypothesis settings for the properties: no deadline, and the same cases in every run."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rules")

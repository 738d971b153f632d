"""Commands and button presses: received, checked, run, and answered."""

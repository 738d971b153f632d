"""What holds for all tests."""

import gc
import os

# Boards are many small values and hardly any of them in circles: at Python's own threshold of 700
# a tenth of the suite's time went into looking for these.
gc.set_threshold(20_000, 20, 20)

# What gives way to others, as a nightly copy does, would slow down all tests after it.
os.nice = lambda _: 0

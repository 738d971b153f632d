"""What holds for all tests."""

import gc
import os
import signal

# Boards are many small values and hardly any of them in circles: at Python's own threshold of 700
# a tenth of the suite's time went into looking for these.
gc.set_threshold(20_000, 20, 20)

# What gives way to others, as a nightly copy does, would slow down all tests after it.
os.nice = lambda _: 0

# Python's own handler is replaced by asyncio at each beginning of a loop, which on 3.11 writes out
# what the loop came to, a world or a whole table, to find that it is the name of no handler.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, lambda *said: signal.default_int_handler(*said))

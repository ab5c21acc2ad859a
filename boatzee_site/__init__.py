"""The site: settings, addresses, and the processes that serve it."""

import os

# numpy reads it once, as it is loaded. Its threads wait for each other in a loop: where others want the
# cores, too, tables of Dice 10000 took two of them 25 times as much of the processor's time as one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

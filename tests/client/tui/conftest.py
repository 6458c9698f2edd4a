"""The threshold below which Textual's pilot takes the app as idle."""

from textual import _wait

# After each key Textual's pilot waits until the process has used less than a twentieth of the processor for a moment,
# at most a second. On a slow machine the app's clocks alone use more, and each key would take two seconds.
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 2

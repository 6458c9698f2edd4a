"""The cost of one command on a quiet server: processor time and bytes of its answer and of what follows it."""

import time
from pathlib import Path
from typing import NamedTuple

from bench.abuse.attacks import Messages, Stand
from bench.abuse.scene import Speaker

SOURCE = "127.0.7.1"
MOST_S = 2.0
"""Time for one kind of command: those that cost much are sent less often."""
MOST = 40
SETTLE_S = 0.05
"""Time for what follows an answer, such as a commit or a message to others."""


class Cost(NamedTuple):
    """Means of one kind of command. Refused commands count too."""

    ms: float
    bytes: float


def used_s(pid: int) -> float:
    """Return the processor time of all threads of a process, in seconds, with a resolution of nanoseconds."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def cost(server: str, pid: int, messages: Messages, long: str, over: str) -> Cost | None:
    """Return the cost of the commands of an attack, or None if it sends something else than commands."""
    stand = Stand(long, over)
    speaker = Speaker(server, SOURCE, "curious")
    asked = 0
    try:
        time.sleep(SETTLE_S)
        before_s, before_bytes, began = used_s(pid), speaker.received, time.perf_counter()
        for message in messages(stand):
            if not isinstance(message, dict):
                return None
            result = (speaker.answer(**message)).get("result")
            if result and result["kind"] == "entered":
                stand.match = result["match"]
                stand.entered += 1
            asked += 1
            if asked >= MOST or time.perf_counter() > began + MOST_S:
                break
        speaker.poll(SETTLE_S)
        return Cost(1000 * (used_s(pid) - before_s) / asked, (speaker.received - before_bytes) / asked)
    finally:
        speaker.close()

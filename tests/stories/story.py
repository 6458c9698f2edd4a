"""Stories of matches: scripts that are played through the core, with what came of each line written under it.

A story begins with comments and the match (`game:`, `host:`, `seats:` and so on), then says line by line who does what
at which second. Lines that begin with a blank are what came out; `python -m tests.stories.story` writes them anew.

    [8] Ada plays b2
        4  X plays b2 after 3 s, 59 s left

The lines that a story may have are in `reading`. Of a refusal that changed nothing, only the refusal is written.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.match.state import Match
from kibitz_server.core.values.events import Event
from tests.stories.reading import COMMANDS, command_of, following, made
from tests.stories.words import INDENT, outcome, standing, watched

FOLDER = Path(__file__).parent
STEP = re.compile(r"\[(?P<at>[\d.]+)\] (?P<what>.+)")


@dataclass(frozen=True, slots=True)
class Told:
    """A story after it was played: its text, the events, and the match at its end."""

    text: str
    log: list[Event]
    match: Match


def tell(text: str, carried: Callable[[Event], Event] = lambda event: event) -> Told:
    """Play a story. `carried` is what becomes of an event between the two lives of a server.

    Raises ValueError for a line that cannot be read.
    """
    lines = [line for line in text.splitlines() if not line.startswith(" ")]
    head = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z ]+: ", line))
    written: list[str] = []
    match: Match | None = None
    behind: SpectatorDelay[Event] | None = None
    log: list[Event] = []
    for number, line in enumerate(lines, 1):
        written.append(line)
        step = STEP.fullmatch(line)
        if step is None:
            if line and not line.startswith("#") and line.split(":")[0] not in head:
                raise ValueError(f"line {number} is no line of a story: {line!r}")
            continue
        now, what = float(step["at"]), step["what"]
        if match is None:
            match, log = made(head, now)
            written += outcome(match, log, None, now)
            if match.created.terms.delay is not None:
                behind = SpectatorDelay(match, match.created.terms.delay, now)
                written += watched(behind, log, now)
            continue
        if COMMANDS["restart"].fullmatch(what):
            match = Match.from_events([carried(event) for event in log], now)
            written += [f"{INDENT}rebuilt from {len(log)} events", *standing(match, now)]
            continue
        if COMMANDS["next"].fullmatch(what):
            match, log = following(match, now)
            written += outcome(match, log, None, now)
            continue
        decision = match.handle(command_of(match, what), now)
        log.extend(decision.events)
        written += outcome(match, decision.events, decision.refusal, now)
        if behind is not None:
            written += watched(behind, decision.events, now)
    if match is None:
        raise ValueError("nothing happens in the story")
    return Told("\n".join(written) + "\n", log, match)


def main() -> None:
    """Write what comes out of every story under its lines; read the diff before it is committed."""
    for path in sorted(FOLDER.glob("*.txt")):
        before = path.read_text()
        after = tell(before).text
        path.write_text(after)
        print(f"{'same   ' if before == after else 'changed'} {path.name}")


if __name__ == "__main__":
    main()

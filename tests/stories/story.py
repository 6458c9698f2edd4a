"""Stories: scripts of matches that are played through the core, with the outcome written below each line.

A story begins with comments and a header for the match (`game:`, `host:`, `seats:` and so on). Each further line says
who does what at which second. Lines that begin with a blank are the outcome: `python -m tests.stories.story` rewrites
them.

    [8] Ada plays b2
        4  X plays b2 after 3 s, 59 s left

The forms of lines are in `reading`. For a refusal that changed nothing, only the refusal is written.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.values.events import Event
from tests.games.chance import chance_games
from tests.stories.reading import COMMANDS, command_of, create_match, create_next_game
from tests.stories.words import INDENT, outcome_lines, spectator_lines, state_lines

FOLDER = Path(__file__).parent
STEP = re.compile(r"\[(?P<at>[\d.]+)\] (?P<what>.+)")


@dataclass(frozen=True, slots=True)
class PlayedStory:
    """The outcome of a story: its text, the events, and the match at its end."""

    text: str
    log: list[Event]
    match: Match


def play_story(text: str, convert: Callable[[Event], Event] = lambda event: event) -> PlayedStory:
    """Play a story.

    Args:
        convert: Maps each event when the server of the story restarts, as storing and loading it would.

    Raises:
        ValueError: A line cannot be parsed, or the story is empty.
    """
    lines = [line for line in text.splitlines() if not line.startswith(" ")]
    head = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z ]+: ", line))
    written: list[str] = []
    match: Match | None = None
    delay: SpectatorDelay[Event] | None = None
    log: list[Event] = []
    for number, line in enumerate(lines, 1):
        written.append(line)
        step = STEP.fullmatch(line)
        if step is None:
            if line and not line.startswith("#") and line.split(":")[0] not in head:
                raise ValueError(f"line {number} is not a line of a story: {line!r}")
            continue
        now, what = float(step["at"]), step["what"]
        if match is None:
            match, log = create_match(head, now)
            written += outcome_lines(match, log, None, now)
            if match.created.terms.delay is not None:
                delay = SpectatorDelay(match, match.created.terms.delay, now)
                written += spectator_lines(delay, log, now)
            continue
        if COMMANDS["restart"].fullmatch(what):
            match = Match.from_events([convert(event) for event in log], now)
            written += [f"{INDENT}rebuilt from {len(log)} events", *state_lines(match, now)]
            continue
        if COMMANDS["next"].fullmatch(what):
            match, log = create_next_game(match, now)
            written += outcome_lines(match, log, None, now)
            continue
        decision = match.handle(command_of(match, what), now)
        log.extend(decision.events)
        written += outcome_lines(match, decision.events, decision.refusal, now)
        if delay is not None:
            written += spectator_lines(delay, decision.events, now)
    if match is None:
        raise ValueError("nothing happens in the story")
    return PlayedStory("\n".join(written) + "\n", log, match)


def main() -> None:
    """Rewrite the outcome in every story file. Review the diff before you commit it."""
    for path in sorted(FOLDER.glob("*.txt")):
        before = path.read_text()
        with chance_games():
            after = play_story(before).text
        path.write_text(after)
        print(f"{'same   ' if before == after else 'changed'} {path.name}")


if __name__ == "__main__":
    main()

"""Snapshots of every screen as text: `python -m tests.client.tui.snapshots` redraws them, and docs/terminal.md.

Read the diff. The snapshots are the same in each theme, because every state has a shape.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from kibitz_client.tui.app import KibitzApp
from kibitz_protocol.refusals import Code
from tests.client.analysis_rules import by_rules
from tests.client.samples import (
    OPEN,
    OTTER,
)
from tests.client.tui.players import Accounts
from tests.client.tui.scenes import PICTURED, PREFERENCES, PUBLIC, SCENES
from tests.client.tui.search_trees import answer_explain
from tests.client.tui.tournaments import EventAnswers
from tests.fakes.app import Server, picture, row, running, shows, until
from tests.fakes.client import refused

KEPT = Path(__file__).parent / "snapshots"
PAGE = Path(__file__).parents[3] / "docs" / "terminal.md"
SIZES = ((80, 24), (120, 40), (60, 20), (220, 55))

INTRODUCTION = """\
`kibitz` without a command opens the app. It connects to the first server that it finds in this order:

1. the server of `--server` or `KIBITZ_SERVER`
2. the last server that you used, or one on this machine
3. a server that announces itself on the local network: before it joins one that this machine has not used, it asks
   and shows its host and address; if there are several, you choose one
4. a private server that ends with the app; the end prints the commands that show your matches again

`KIBITZ_DISCOVERY=off` turns the network search off.

- `kibitz --ascii` draws without line characters: boards, cards and trees too. `NO_COLOR` draws without colours.
- `kibitz --plain` explains the line mode, which also works with a screen reader.
- `y` copies by OSC 52, also over ssh. In tmux, allow it with `set -g set-clipboard on`.
- `Ctrl-Z` stops the app, and `fg` in the shell goes on with it.
- `?` or F1 shows every key. In a match, `?` does so in an empty prompt, and so does `/help`. F1 shows the rules of the
  game there and in the form for a new match.
- A refused move has its reason, and moves that you may have meant. `/legal` lists all, and plays the one that you
  choose.

The tests draw the pictures on this page (`python -m tests.client.tui.snapshots`), and those of the other screens in
`tests/client/tui/snapshots`."""


async def drawn(name: str, size: tuple[int, int], **options: Any) -> tuple[list[str], KibitzApp]:
    """Return the picture of a scene, and its app."""

    accounts, events = Accounts(), EventAnswers()

    def respond(command: Any) -> Any:
        # Pings get no answer, because a measured latency differs in each picture.
        return (
            refused(Code.BUSY, "busy")
            if command.t == "ping"
            else accounts.answer(command) or events.answer(command) or answer_explain(command) or by_rules(command)
        )

    if name in PREFERENCES:
        options.setdefault("preferences", PREFERENCES[name])
    server = Server(more=respond)
    events.tell = server.tell
    server.capabilities = [*server.capabilities, "tournaments"]
    server.rows = [row(), row(match="m2", phase="open", seats=[OTTER, OPEN], ply=0)]
    async with running(server, size, private=name not in PUBLIC, **options) as (app, pilot):
        await until(pilot, lambda: shows(app, "Open seats"))
        await SCENES[name][1](server, app, pilot)
        await pilot.wait_for_scheduled_animations()
        # Times of day are local.
        lines = [re.sub(r"\d\d-\d\d \d\d:\d\d", "11-21 12:34", line) for line in picture(app)]
        lines = [re.sub(r"19(69|70)-\d\d-\d\d", "2026-11-21", line) for line in lines]
    return lines, app


def kept(name: str, size: tuple[int, int]) -> Path:
    """Return the file of a picture."""
    return KEPT / f"{name}-{size[0]}x{size[1]}.txt"


def page(pictures: dict[str, str]) -> str:
    """Return docs/terminal.md: some screens at 80x24, and what the others are for."""
    parts = ["# The terminal app", INTRODUCTION]
    for name in PICTURED:
        parts += [f"## {_title(name)}", SCENES[name][0], f"```text\n{pictures[name]}```"]
    others = [f"- **{_title(name)}:** {about}" for name, (about, _) in SCENES.items() if about and name not in PICTURED]
    return "\n\n".join([*parts, "## Other screens", "\n".join(others)]) + "\n"


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


async def main() -> None:
    """Redraw everything."""
    KEPT.mkdir(exist_ok=True)
    pictures = {}
    for name in SCENES:
        for size in SIZES:
            lines, _ = await drawn(name, size)
            text = "\n".join(lines).rstrip() + "\n"
            kept(name, size).write_text(text)
            if size == SIZES[0]:
                pictures[name] = text
    PAGE.write_text(page(pictures))


if __name__ == "__main__":
    asyncio.run(main())

"""Pictures of every screen as text: `python -m tests.client.tui.snapshots` draws them anew, with docs/terminal.md.

Read the diff. What they show is the same in each theme, because every state has a shape.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.widgets.search_tree import SearchTree
from kibitz_protocol.clocks import Fischer
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Lobby, Said
from kibitz_protocol.values import Phase, SeatView
from tests.client.fakes import refused
from tests.client.samples import ENGINE, MATCH, OPEN, OTTER, played, position, series_table, snapshot, thinking
from tests.client.tui.explained import BOOK, explaining
from tests.client.tui.fakes import Server, picture, row, running, shows, until
from tests.client.tui.screens.test_replay import answer

KEPT = Path(__file__).parent / "snapshots"
PAGE = Path(__file__).parents[3] / "docs" / "terminal.md"
SIZES = ((80, 24), (120, 40))
Scene = Callable[[Server, KibitzApp, Pilot[None]], Awaitable[None]]

INTRODUCTION = """\
`kibitz` alone opens it: at the server of `--server` or `KIBITZ_SERVER`, else at the last one used (or one on this
machine), else at one that announces itself on the local network, of which you choose where there are several, else at a
private one that ends with the app; `KIBITZ_DISCOVERY=off` looks at no network. `kibitz --ascii` draws without line
characters, `NO_COLOR` without colours, and `kibitz --plain` tells of the line mode, which is also what a screen reader
wants. `y` copies by OSC 52, also over ssh; tmux passes it on with `set -g set-clipboard on`. F1 shows every key. The
tests draw these pictures (`python -m tests.client.tui.snapshots`)."""


async def _lobby(_server: Server, _app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("down")


async def _new_match(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("n")
    await until(pilot, lambda: shows(app, "columns"))


async def _invite(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("down", "i")
    await until(pilot, lambda: shows(app, "to join:"))


async def _match(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    server.seat = 0
    app.open_match(MATCH, join=False)
    server.tell(snapshot("40", you=0))
    server.tell(Said(match=MATCH, room="players", name="mia", text="good luck", at=0.0))
    await until(pilot, lambda: shows(app, "good luck"))
    await pilot.press("escape", "right")
    await until(pilot, lambda: shows(app, ">.<"))


async def _watch(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.open_match(MATCH, join=False)
    server.tell(snapshot("40", seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE], watchers=2))
    server.tell(thinking(2, seat=0, line=["c3", "a1"]))
    await until(pilot, lambda: shows(app, "pv c3 a1"))


async def _replay(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.replay(MATCH)
    await until(pilot, lambda: shows(app, "0/4"))
    await pilot.press("m")
    await until(pilot, lambda: shows(app, "better a1"))


async def _boards(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    def says(command: Any) -> Any:
        if command.t != "watch":
            return None
        number = int(command.match[1:])
        seats = [OTTER, ENGINE] if number % 2 else [ENGINE.model_copy(update={"seat": 0}), ENGINE]
        cells = "4082"[:number]
        # Nobody's clock runs, or no two pictures were the same.
        state = position(cells, remaining_ms=[62_000, 118_000], ticking=None)
        clocked = {"clock": Fischer(base_s=120, increment_s=2), "state": state}
        server.tell(snapshot(cells, match=command.match, code=f"K7Q{number}", seats=seats, **clocked))
        return Entered(match=command.match, code=f"K7Q{number}", seat=None)

    server.more = says
    server.tell(Lobby(changed=[row(match=f"m{number}") for number in range(1, 5)], gone=[]))
    app.open_boards("m1")
    await until(pilot, lambda: all(shows(app, f"K7Q{number}  ply {number}") for number in range(1, 5)))
    await pilot.press("2")
    await until(pilot, lambda: shows(app, ">2"))


async def _series(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    one = SeatView(seat=0, kind="engine", name="mcts:playouts=800")
    ended: tuple[int | Phase | None, ...] = (0, 1, None, 1, 0, 0, "running")
    games = [played(number, how, (one, ENGINE)) for number, how in enumerate(ended, 1)]
    server.more = lambda command: series_table(*games, of=10) if command.t == "series" else None
    app.open_series(MATCH)
    server.tell(snapshot("40", match="g7"))
    await until(pilot, lambda: shows(app, "running                2 00:03.0"))


async def _archive(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_archive()
    await until(pilot, lambda: shows(app, "1-0"))


async def _explain(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.explain(ExplainRequest("tictactoe", moves="b2 a1 c3", depth=2))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press("right_square_bracket")
    await until(pilot, lambda: shows(app, "cut after"))


async def _leaves(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.explain(ExplainRequest(tree=BOOK))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press("e", "right_square_bracket")
    await until(pilot, lambda: shows(app, "cut off by 1"))


async def _steps(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.explain(ExplainRequest(tree=BOOK))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press(*"nnnnnnnnnnnn")
    await until(pilot, lambda: shows(app, "step 12"))


async def _settings(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_prefs()
    await until(pilot, lambda: shows(app, "theme"))


async def _help(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_help()
    await until(pilot, lambda: shows(app, "quick play"))


SCENES: dict[str, tuple[str, Scene]] = {
    "lobby": ("Which matches there are. What is highlighted is opened with Enter.", _lobby),
    "new-match": ("A form that knows each game's options. Enter in a field makes the match.", _new_match),
    "invite": ("How others come to a match: lines to type, and a QR code that says them to a phone.", _invite),
    "match": ("A move is typed, clicked, or picked with the cursor: `[X]` last move, `*` legal, `>*<` cursor.", _match),
    "watch": (
        "What the engines think: who stands better, depth, speed, and the line they expect, as numbers on the board.",
        _watch,
    ),
    "four-boards": ("Live matches beside each other; one that is over makes room for the next.", _boards),
    "series": ("The score of a series, here of engines, and its games: Enter watches or replays one.", _series),
    "archive": ("Matches that are over; Enter replays one.", _archive),
    "replay": ("Ply by ply, with a graph of what the searches expected; `m` goes to the next mistake.", _replay),
    "explain": (
        "What a search looks at: `*` the principal line, `x` left out, with the alpha and beta that cut; at the right"
        " the node in hand.",
        _explain,
    ),
    "explain-leaves": (
        "The example of the textbooks (Russell and Norvig): its value is 3, and the leaves 4 and 6 are not looked at.",
        _leaves,
    ),
    "explain-steps": (
        "The same search step by step (`n`, `p`): alpha is 3, beta becomes 2, so the rest of the branch cannot matter.",
        _steps,
    ),
    "explain-ascii": ("And without line characters.", _explain),
    "settings": ("Each holds at once, and is kept.", _settings),
    "help": ("Every key on one page.", _help),
}


LIKED = {"explain-ascii": Preferences(ascii_only=True)}
"""How the app is liked in a scene, where that is not as always."""


async def drawn(name: str, size: tuple[int, int], **options: Any) -> tuple[list[str], KibitzApp]:
    """The picture of a scene."""

    def says(command: Any) -> Any:
        # Without an answer to pings there is no latency in the picture, which is never the same.
        return refused(Code.BUSY, "busy") if command.t == "ping" else answer(command) or explaining(command)

    if name in LIKED:
        options.setdefault("prefs", LIKED[name])
    server = Server(more=says)
    server.rows = [row(), row(match="m2", phase="open", seats=[OTTER, OPEN], ply=0)]
    async with running(server, size, **options) as (app, pilot):
        await until(pilot, lambda: shows(app, "Open seats"))
        await SCENES[name][1](server, app, pilot)
        await pilot.wait_for_scheduled_animations()
        # The time of day is local.
        lines = [re.sub(r"\d\d-\d\d \d\d:\d\d", "11-21 12:34", line) for line in picture(app)]
    return lines, app


def kept(name: str, size: tuple[int, int]) -> Path:
    """Where a picture is kept."""
    return KEPT / f"{name}-{size[0]}x{size[1]}.txt"


def page(pictures: dict[str, str]) -> str:
    """docs/terminal.md: each screen at 80x24."""
    parts = [
        "# The terminal app",
        INTRODUCTION,
    ]
    for name, (about, _) in SCENES.items():
        parts += [f"## {name.replace('-', ' ').capitalize()}", about, f"```text\n{pictures[name]}```"]
    return "\n\n".join(parts) + "\n"


async def main() -> None:
    """Draw everything anew."""
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

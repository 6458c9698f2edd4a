"""The picture of the README: `python -m tests.client.tui.screenshot` writes docs/terminal.svg.

The real app watches a match of two engines. This module makes up the messages, so the output is deterministic.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Said
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import MoveView
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State
from kibitz_server.games import board as boards
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.client.samples import MATCH, snapshot, thinking
from tests.fakes.app import Server, row, running, shows, until
from tests.fakes.client import refused

FILE = Path(__file__).parents[3] / "docs" / "terminal.svg"
SIZE = (92, 26)
"""Columns and lines: wide enough for the engine panel, and small enough to read where a page scales the picture."""
GAME = "connect4"
MOVES = "4 4 4 4 4 2 2 2 2 4 2 2 6 3 7".split()
SECONDS = (0.6, 1.0, 0.9, 1.0, 0.8, 1.1, 1.2, 1.0, 0.7, 0.4, 1.3, 1.1, 1.4, 0.9, 1.6)
LINE = ["5", "5", "5", "6", "5"]
"""The principal variation of the engine to move."""
FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
"""Rules for fonts of a web server. The picture must load nothing."""
MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, Liberation Mono, monospace"


def position(moves: list[str]) -> Position:
    """Return the position after these moves."""
    reached = load(GAME).start()
    for move in moves:
        reached = reached.after(reached.find(move))
    return reached


def state(reached: Position) -> State:
    """Return the position as a message. No clock runs, because a running clock changes from picture to picture."""
    return State(
        ply=len(MOVES),
        to_move=reached.to_move,
        position=reached.id,
        text=reached.text,
        rows=list(reached.picture.rows),
        counts=[],
        blocks="",
        last=list(reached.last),
        legal=[move.text for move in reached.legal],
        paths=[list(move.path) for move in reached.legal],
        counters={},
        remaining_ms=[171_000, 164_000],
        flag_ms=[171_000, 164_000],
        periods=None,
        ticking=None,
    )


async def svg() -> str:
    """Return the picture."""
    game = load(GAME)
    declared, board, reached = game.declaration, game.board, position(MOVES)
    assert isinstance(board, boards.Grid)
    first, second = (
        SeatView(seat=seat, kind="engine", name=name) for seat, name in enumerate(("alphabeta:seconds=2", "level:9"))
    )
    # Pings get no answer, because a measured latency differs in each picture.
    server = Server(more=lambda command: refused(Code.BUSY, "busy") if command.t == "ping" else None)
    server.rows = [row()]
    async with running(server, SIZE) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        info = GameInfo(
            name=declared.name,
            title=declared.title,
            summary=declared.summary,
            move_help=declared.move_help,
            seats=list(declared.seats),
            options=[],
        )
        grid = Grid(
            column_labels=list(board.column_labels),
            row_labels=list(board.row_labels),
            symbols=board.symbols,
            cell_labels=[],
            block=0,
        )
        moves = [
            MoveView(ply=ply, seat=ply % 2, move=move, elapsed_ms=round(1000 * took), search=None)
            for ply, (move, took) in enumerate(zip(MOVES, SECONDS, strict=True))
        ]
        server.tell(
            snapshot(
                code="HE07PR",
                seq=3 + len(MOVES),
                game=info,
                options={},
                board=grid,
                seats=[first, second],
                clock=Fischer(base_s=180, increment_s=2),
                watchers=3,
                moves=moves,
                state=state(reached),
            )
        )
        found: dict[str, Any] = {"line": LINE, "depth": 14, "selective": 22, "seconds": 1.4}
        server.tell(thinking(len(MOVES) - 1, seat=0, **found, score=12, nodes=21_614_308))
        server.tell(thinking(len(MOVES), seat=1, **found | {"depth": 13}, score=-35, nodes=17_905_112))
        for name, text in (("mia", "X threatens 5"), ("bob", "O has to block it")):
            server.tell(Said(match=MATCH, room="watchers", name=name, text=text, at=0.0))
        await until(pilot, lambda: shows(app, "has to block") and shows(app, f"pv {LINE[0]}"))
        await pilot.wait_for_scheduled_animations()
        drawn = FONTS.sub("", app.export_screenshot(title="kibitz"))
        return drawn.replace("font-family: Fira Code, monospace", f"font-family: {MONOSPACE}")


def main() -> None:
    """Write the file."""
    FILE.write_text(asyncio.run(svg()), encoding="utf-8")


if __name__ == "__main__":
    main()

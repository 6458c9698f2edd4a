"""Pictures of the match screen of every game; `python -m` this module to redraw them."""

import asyncio
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import ChanceView, MoveView
from kibitz_protocol.values.state import State
from kibitz_server.games.registry import load
from kibitz_server.messages.games import board_data, game_data
from kibitz_server.messages.match_data import state_data
from tests.client.samples import ENGINE, MATCH, OTTER, snapshot
from tests.fakes.app import Server, picture, row, running, shows, until
from tests.fakes.client import refused

KEPT = Path(__file__).parents[2] / "boards"
SIZES = ((80, 24), (60, 20), (120, 40), (220, 55))
LINES = {
    "backgammon": "31; 8/5 6/5; 62; 24/18 13/11; 55; 13/3(2); 64",
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "connect4": "4 4 3 5 5 3",
    "dots": "a1a2 b1b2 a1b1 d3d4 a2b2 c3d3 c4d4 b3c3",
    "draughts": "11-15 22-18 15x22 25x18 12-16 29-25",
    "go": "E5 E6 D6 C4 F6 C5 E7 pass",
    "gomoku": "h8 h9 g8 i8 j7",
    "hex": "b3 swap f6 d8",
    "holdem": "As; Kd; 7c; 7d; call; check; Ah; 7s; 2c; check; bet; call; 5d; check; check; 6d; check; check; "
    "Td; 9d; 3h; 3s; call",
    "international": "32-28 19-23 28x19 14x23 37-32 17-22",
    "kalah": "3 6 1 4",
    "kuhn": "K; Q; check; bet; call; J; K; check; bet",
    "leduc": "Ks; Qh; check; bet; raise; call; Kh; check; check; Jh; Qs; check; bet",
    "mnk": "b2 a1 c3",
    "nim": "4-3 3-1 2-2",
    "reversi": "d3 c5 f6 f5",
    "russian": "c3-d4 f6-e5 d4:f6 e7:g5 b2-c3 g5-h4",
    "tictactoe": "b2 a1 c3 a3 a2",
    "ultimate": "5/7 7/3 3/5 5/1",
}
"""An opening of each game."""
NO_CLOCK = {"remaining_ms": [300_000, 290_000], "flag_ms": None, "periods": None, "ticking": None}
"""Clocks that are stopped, because a running clock changes from picture to picture."""


def opened(name: str) -> Snapshot:
    """Return the snapshot of a match of a game after its opening."""
    game = load(name)
    position, moves, chance_events = game.start(), list[MoveView](), list[ChanceView]()
    for text in LINES[name].split("; ") if ";" in LINES[name] else LINES[name].split():
        ply, found = len(moves), position.find(text)
        if position.to_move is None:
            heard = position.heard(found, 0)
            said = position.said(found) if heard == text else None
            chance_events.append(ChanceView(number=len(chance_events) + 1, ply=ply, text=heard, said=said))
        else:
            time, said = 1500 * (ply + 1), position.said(found) if game.hidden else None
            moves.append(MoveView(ply=ply, seat=position.to_move, move=text, said=said, elapsed_ms=time, search=None))
        position = position.after(found)
    return snapshot(
        you=0,
        game=GameInfo.model_validate(game_data(game.declaration)),
        board=TypeAdapter(Board).validate_python(board_data(game.board)),
        options={},
        seats=[OTTER, ENGINE],
        clock=Fischer(base_s=300, increment_s=2),
        moves=moves,
        chance_events=chance_events,
        state=State.model_validate(state_data(position.seen_by(0), len(moves), False, NO_CLOCK)),
    )


async def drawn(name: str) -> dict[tuple[int, int], str]:
    """Return the screen of a game at each size."""

    def respond(command: Any) -> Any:
        # Pings get no answer, because a measured latency differs in each picture.
        return refused(Code.BUSY, "busy") if command.t == "ping" else None

    server = Server(seat=0, more=respond)
    server.rows = [row()]
    found = {}
    async with running(server, SIZES[0]) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        server.tell(opened(name))
        await until(pilot, lambda: shows(app, "(you)"))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: app.screen.size == size)  # type: ignore[misc]
            before: list[str] = []
            # The board is fitted after the screen has its size.
            while (lines := picture(app)) != before or not shows(app, "(you)"):
                before = lines
                await pilot.pause()
                await pilot.wait_for_scheduled_animations()
            found[size] = "\n".join(lines).rstrip() + "\n"
    return found


def kept(name: str, size: tuple[int, int]) -> Path:
    """Return the file of a picture."""
    return KEPT / f"{name}-{size[0]}x{size[1]}.txt"


async def main() -> None:
    """Redraw everything."""
    KEPT.mkdir(exist_ok=True)
    for name in LINES:
        for size, text in (await drawn(name)).items():
            kept(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())

"""Matches that the views of the page are shown with: always the same players, moves and results."""

import contextlib
import json
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from tests.web.driver import planned

CHESS = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4"
GO = "E5 E3 D4 E7 D7 D8 C7 D3 C3 C8 E6 F7 B8 F6 F5 G5 G6 G7 G4 H6 H5 F8 pass"
HEX = "b9 f6 d8 e7 c7 g4 h3 d9"
ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Player:
    """A player at a connection of its own, which ends with the stack."""

    def __init__(self, site: str, name: str, stack: contextlib.ExitStack) -> None:
        offered = [Subprotocol(SUBPROTOCOL)]
        self._socket = stack.enter_context(connect(site.replace("http", "ws"), subprotocols=offered, proxy=None))
        self._count = 0
        self._socket.send(json.dumps({"t": "hello", "name": name}))

    def ask(self, t: str, **fields: Any) -> Any:
        """Send a command and return its result.

        Raises:
            AssertionError: The server refuses it.
        """
        self._count += 1
        self._socket.send(json.dumps({"t": t, "id": f"c{self._count}", **fields}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("id") == f"c{self._count}":
                assert message["t"] == "accepted", message
                return message["result"]

    def until(self, kind: str) -> None:
        """Wait for an event of a kind."""
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message["t"] == "event" and message["event"]["kind"] == kind:
                return


class Exhibits:
    """The matches by name, with their codes."""

    def __init__(self, site: str) -> None:
        self.codes: dict[str, str] = {}
        self._stack = contextlib.ExitStack()
        self._players = [Player(site, name, self._stack) for name in ("Ada", "Ben")]
        try:
            self._create()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Disconnect the players."""
        self._stack.close()

    def _create(self) -> None:
        ada = self._players[0]
        self._add("live", "reversi", plies=9)
        self._add("checked", "draughts", plies=8)
        self._add("sown", "kalah", plies=6)
        self._add("over", "connect4")
        self._add("chess", "chess", moves=CHESS)
        self._add("hex", "hex", moves=HEX)
        self._add("go", "go", moves=GO)
        self._add("international", "international", plies=10)
        self._add_with_draws("dice", "backgammon", plies=9)
        self._add_with_draws("cards", "leduc", plies=6)
        self.codes["waiting"] = ada.ask("create", game="gomoku", seats=[ME, OPEN])["code"]
        self.codes["private"] = ada.ask("create", game="nim", seats=[ME, OPEN], visibility="private")["code"]
        engines = [
            {"kind": "engine", "engine": {"algorithm": name, "limit": {"depth": depth, "seed": 1}}}
            for name, depth in (("alphabeta", 5), ("minimax", 4))
        ]
        self.codes["engines"] = ada.ask("create", game="tictactoe", seats=engines)["code"]
        ada.ask("watch", match=self.codes["engines"], since=0)
        ada.until("finished")

    def _add(self, name: str, game: str, plies: int | None = None, moves: str = "", **terms: Any) -> None:
        """Play a match of Ada and Ben: these moves, or some by chance."""
        ada, ben = self._players
        code = ada.ask("create", game=game, seats=[ME, OPEN], **terms)["code"]
        ben.ask("join", match=code)
        steps = [] if moves else planned(game, {}, plies=plies)[1]
        texts = moves.split() or [step.move.text for step in steps]
        sides = [0, *(step.to_move for step in steps)] if steps else [ply % 2 for ply in range(len(texts))]
        for ply, text in enumerate(texts):
            self._players[sides[ply]].ask("move", match=code, ply=ply, move=text)
        self.codes[name] = code

    def _add_with_draws(self, name: str, game: str, plies: int) -> None:
        """Play a match of Ada and Ben with dice or cards: of the legal moves, the first one each time."""
        ada, ben = self._players
        code = ada.ask("create", game=game, seats=[ME, OPEN])["code"]
        ben.ask("join", match=code)
        for player, text in zip(self._players, ("Ada", "Ben"), strict=True):
            player.ask("give_client_seed", match=code, client_seed=text)
        for ply in range(plies):
            events = ada.ask("record", match=code)["events"]
            state = [event["state"] for event in events if event["state"]][-1]
            self._players[state["to_move"]].ask("move", match=code, ply=ply, move=state["legal"][0])
        self.codes[name] = code

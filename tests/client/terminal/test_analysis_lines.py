"""Line mode of an analysis board."""

import asyncio
import json
from typing import Any

from kibitz_client.network.analysis_board import AnalysisBoard
from kibitz_client.parsing.analysis_source import GameSource
from kibitz_client.terminal.analysis_lines import AnalysisLines
from kibitz_protocol.refusals import Code
from tests.client.analysis_rules import by_rules
from tests.client.samples import GAME, NIM
from tests.fakes.app import Server
from tests.fakes.client import FakeKeyboard, Recorded, refused


async def printed(*lines: str, json_lines: bool = False, more: Any = by_rules, game: str = "tictactoe") -> str:
    """Return what a board of a game prints for lines from a pipe."""
    board, recorded = AnalysisBoard(Server(more=more)), Recorded(json=json_lines)
    await board.load(GameSource(game))
    async with asyncio.timeout(30):
        await AnalysisLines(board, [GAME, NIM], recorded.output, FakeKeyboard(*lines)).run()
    return recorded.out


async def test_moves_are_taken_back_and_played_again() -> None:
    """Each position is printed with the side to move; other lines are kept."""
    out = await printed("b2", "a1", "back", "c3", "back", "other", "forward", "moves", "other", "moves")
    assert "1. b2\n   a b c\n3  . . .\n2  .[X].\n1  . . .\nO to move" in out
    assert "tried here: c3 a1" in out
    assert "no other move was tried here" in out
    assert "analysis> moves\nb2 c3\n" in out
    assert "analysis> moves\nb2 a1\n" in out


async def test_chance_events_are_typed_where_they_are_due() -> None:
    """The possible chance events have their chances; no engine searches there, and the list of moves has them."""
    out = await printed("engine", "legal", "31", "8/5 6/5", "42", "back", "moves", game="backgammon")
    assert "a chance event is due; type one of 30 outcomes (see: legal)\n" in out
    assert "chances: 12 (1/30), 13 (1/30)" in out
    assert "White rolls 3 and Black 1" in out
    assert "1. 8/5 6/5" in out
    assert out.count("chances: ") == 1
    assert "analysis> moves\n31, 8/5 6/5, 42\n" in out
    assert out.count("engine: depth") == 2


async def test_tried_moves_with_blanks_are_told_apart() -> None:
    """Commas stand between them."""
    out = await printed("31", "8/5 6/5", "back", "24/23 13/10", "back", game="backgammon")
    assert out.splitlines().count("tried here: 24/23 13/10, 8/5 6/5") == 1


async def test_the_ends_of_the_line() -> None:
    """Going beyond an end says so; several plies are taken back at once."""
    out = await printed("back", "b2", "a1", "c3", "back 2", "last", "forward", "first", "quit", "b2")
    assert "this is the beginning" in out
    assert "analysis> back 2\n\n1. b2" in out
    assert "analysis> last\n\n3. c3" in out
    assert "this is the end of the line" in out
    assert out.endswith("analysis> quit\n")


async def test_the_engine_gives_its_opinion() -> None:
    """While the engine is on, each position is followed by its search."""
    out = await printed("engine", "b2", "engine off", "a1")
    assert out.count("engine: depth 9") == 2
    assert "the engine is off" in out


async def test_an_engine_that_is_none_switches_the_engine_off() -> None:
    """A name that no server could take is answered with a reason."""
    out = await printed("engine level", "b2")
    assert "no other engine has a level" in out
    assert "engine: " not in out


async def test_a_refused_search_switches_the_engine_off() -> None:
    """Without engine time, the board goes on without the engine."""

    def poor(command: Any) -> Any:
        return (
            refused(Code.ENGINE_BUDGET, "the engine time is used up") if command.t == "evaluate" else by_rules(command)
        )

    out = await printed("engine", "b2", more=poor)
    assert out.count("the engine time is used up") == 1


async def test_what_is_loaded() -> None:
    """A game, a match, moves and a position take the place of the lines; what is wrong does not."""
    out = await printed("load K7QX42", "load nim", "load tictactoe b2 a1", "load RVNN1G", "moves", "load", "position")
    assert "X (mia) wins: three in a row." in out
    assert "Nim" in out
    assert "the match is still running\nnote: open it when it is over" in out
    assert "analysis> moves\nb2 a1\n" in out
    assert "load what?" in out
    assert "---/-X-/O-- X" in out


async def test_positions_as_json() -> None:
    """Programs read one object for each position and each search."""
    out = await printed("engine", "b2", "z9", json_lines=True)
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["t"] for row in rows] == ["position", "evaluation", "position", "evaluation"]
    assert (rows[2]["move"], rows[2]["to_move"], rows[2]["result"]) == ("b2", 1, None)


async def test_cards_are_tried_on_a_table() -> None:
    """A board of one's own shows all cards, each at its side, and the counters once."""
    out = await printed("J", "K", "bet", game="kuhn")
    assert "North gets J\n" in out
    assert "1. bets 1\n South  [K]          a king  bet 0  chips 0\n" in out
    assert (
        "  pot 3  hand 1 of 20\n North  [J]          a jack  bet 1  chips 0\nSouth to move\nyou can: call, fold\n"
        in out
    )

"""The analysis board: what is loaded, moves, and the engine's opinion."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.record import BadRecord, record_scenes
from kibitz_client.match.state import MatchState
from kibitz_client.network.analysis_board import BUDGETS_S, AnalysisBoard
from kibitz_client.parsing.analysis_source import (
    FileSource,
    GameSource,
    LineSource,
    MatchSource,
    RecordSource,
    SgfSource,
    analysis_source,
)
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.to_client import Event, Finished, Snapshot
from kibitz_protocol.values.matches import Result
from tests.client.analysis_rules import FINISHED, by_rules
from tests.client.dice import due, opened, played
from tests.client.samples import event, position, report, snapshot
from tests.fakes.app import Server


def server() -> Server:
    """Return a server with analysis boards."""
    return Server(more=by_rules)


async def loaded(*moves: str) -> AnalysisBoard:
    """Return a board with a line of tic-tac-toe."""
    board = AnalysisBoard(server())
    await board.load(GameSource("tictactoe", moves))
    return board


def shown(board: AnalysisBoard) -> list[str]:
    """Return the moves of the shown line."""
    return [node.reached.move or "" for node in board.lines.line()]


def record(*, over: bool) -> list[Snapshot | Event]:
    """Return a record of tic-tac-toe with two moves, with or without its end."""
    start = snapshot("40", options={})
    end = event(6, Finished(result=Result(winner=0, reason="resignation")), position("40", to_move=None), "finished")
    return [start, end] if over else [start]


def test_a_server_without_analysis_boards() -> None:
    """An older server is recognized before anything is sent to it."""
    older = server()
    older.capabilities = []
    with pytest.raises(UsageError, match="no analysis boards"):
        AnalysisBoard(older)


async def test_a_game_and_moves() -> None:
    """A move continues the line; a wrong one is refused and changes nothing."""
    board = await loaded("b2")
    await board.play("a1")
    assert shown(board) == ["b2", "a1"]
    with pytest.raises(RefusedError, match="'z9' is not a move here"):
        await board.play("z9")
    assert shown(board) == ["b2", "a1"]
    assert board.state is not None
    assert board.state.position.last


@pytest.mark.parametrize("text", ["f5d6c3", "f5d6c3d3c4"])
async def test_moves_that_are_run_together(text: str) -> None:
    """Such a list is loaded and typed as moves, although three of them look like the code of a match."""
    listed = [text[at : at + 2] for at in range(0, len(text), 2)]
    board = AnalysisBoard(server())
    games = [SimpleNamespace(name="reversi", title="Reversi", aliases={})]
    await board.load(analysis_source(f"reversi {text}", games))
    assert shown(board) == listed
    await board.load(GameSource("reversi"))
    await board.load(analysis_source(text, games))
    assert shown(board) == listed
    await board.load(GameSource("reversi"))
    await board.enter(text)
    assert shown(board) == listed
    await board.load_line("reversi", {}, None, [text], 2)
    assert (board.lines.current.ply, shown(board)) == (2, listed)
    with pytest.raises(RefusedError, match="no match 'ZZZZZZ'"):
        await board.load(MatchSource("ZZZZZZ"))


async def test_positions_are_asked_for_once() -> None:
    """A position that was shown before is shown without the server."""
    client = server()
    board = AnalysisBoard(client)
    await board.load(GameSource("tictactoe", ("b2", "a1")))
    end = board.lines.current
    await board.go(board.lines.at(-1))
    asked = len(client.asked)
    await board.go(end)
    await board.go(board.lines.at(-1))
    assert len(client.asked) == asked
    assert (client.asked[-1].of.moves, client.asked[-1].since) == (["b2"], 0)


async def test_a_finished_match() -> None:
    """A match is shown at its end with its players; a running one is refused and leaves the board as it is."""
    board = await loaded("c3")
    with pytest.raises(RefusedError, match="still running"):
        await board.load(MatchSource("RVNN1G"))
    assert shown(board) == ["c3"]
    await board.load(MatchSource("K7QX42"))
    assert shown(board) == list(FINISHED)
    assert board.state is not None
    assert ([view.name for view in board.state.seats], board.state.over) == (["mia", "zoe"], True)


async def test_a_record(tmp_path: Path) -> None:
    """A record is loaded from a file or as text, at any ply. Its players are shown."""
    board, text = AnalysisBoard(server()), record_text(record(over=True))
    file = tmp_path / "match.jsonl"
    file.write_text(text)
    for source in (FileSource(file), RecordSource(text)):
        await board.load(source)
        assert shown(board) == ["b2", "a3"]
        assert board.state is not None
        assert board.state.seats[0].name == "otter"
    await board.load_record(record(over=True), 1)
    assert (board.lines.current.ply, shown(board)) == (1, ["b2", "a3"])


async def test_a_game_in_sgf() -> None:
    """A pasted game is read by the reader of files, as its text."""

    async def read(source: Path | str) -> list[tuple[Any, MatchState]]:
        assert source == "(;SZ[5])"
        return record_scenes(record(over=True))

    board = AnalysisBoard(server(), read)
    await board.load(SgfSource("(;SZ[5])"))
    assert shown(board) == ["b2", "a3"]
    with pytest.raises(BadRecord, match="the pasted text is not a record"):
        await AnalysisBoard(server()).load(SgfSource("(;SZ[5])"))


async def test_a_record_with_chance_events() -> None:
    """The line that the server gets has the chance events, and a ply of the match is shown with those after it."""
    made = server()
    board = AnalysisBoard(made)
    with pytest.raises(RefusedError, match="'6'"):
        await board.load_record([opened(options={}), *played()[1:]])
    assert made.asked[-1].of.moves == ["6", "b2", "1", "6"]


async def test_no_engine_searches_a_chance_event() -> None:
    """It would say nothing about a move. Games with chance have an engine of their own."""
    board = await loaded("b2")
    assert board.engine == "alphabeta"
    board.lines.game = board.lines.game.model_copy(update={"chance": True})
    assert board.engine == "expectiminimax"
    board.lines.current.state = due("4")
    assert board.budgets_s() == []


async def test_chance_events_and_moves_with_blanks_are_entered() -> None:
    """A chance outcome is entered like a move; a move may have blanks, and a list of them has commas."""
    board = AnalysisBoard(server())
    await board.load(GameSource("backgammon"))
    assert board.state is not None
    assert ("31" in board.state.position.chances, board.state.your_turn) == (True, False)
    for text in ("31", "8/5  6/5"):
        await board.enter(text)
    assert (shown(board), board.lines.current.reached.chance) == (["31", "8/5 6/5"], False)
    with pytest.raises(RefusedError, match="'7 7' is not a chance outcome here"):
        await board.enter("7 7")
    await board.enter("42")
    with pytest.raises(RefusedError, match="24/23"):
        await board.enter("24/23 24/23")
    await board.enter("31, 8/5 6/5, 65")
    assert shown(board) == ["31", "8/5 6/5", "65"]
    assert [chance.text for chance in board.lines.chance_events()] == ["31", "65"]


async def test_a_record_of_a_running_match_is_refused() -> None:
    """A record without its end may be of a match that is still played."""
    board = AnalysisBoard(server())
    with pytest.raises(UsageError, match="still running when the record was written"):
        await board.load(RecordSource(record_text(record(over=False))))
    with pytest.raises(BadRecord, match="the pasted text is not a record"):
        await board.load(RecordSource("{nonsense"))
    assert board.empty


@pytest.mark.parametrize(
    ("text", "line", "position"),
    [
        ("1. a1 b2", ["a1", "b2"], "---/-O-/X-- X"),
        ("---/-X-/--- O", [], "---/-X-/--- O"),
        ("c3", ["b2", "c3"], "--O/-X-/--- X"),
    ],
)
async def test_moves_and_positions_are_entered(text: str, line: list[str], position: str) -> None:
    """One word is a move from here, several are moves from the beginning or a position."""
    board = await loaded("b2")
    await board.enter(text)
    assert board.state is not None
    assert (shown(board), board.state.position.text) == (line, position)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("z9", "'z9' is not a move here"), ("b2 a1 z9", "move 3, 'z9'"), ("what is this", "cannot start tictactoe from")],
)
async def test_what_is_neither_is_refused(text: str, sentence: str) -> None:
    """The refusal is about what the text most likely was, and the lines stay."""
    board = await loaded("b2")
    with pytest.raises(RefusedError, match=sentence):
        await board.enter(text)
    assert shown(board) == ["b2"]


async def test_a_line_that_is_too_long() -> None:
    """A line has a limit, which is named before the server is asked."""
    board = await loaded()
    with pytest.raises(UsageError, match="at most 500 moves"):
        await board.load(LineSource(("b2",) * 501, ""))


async def test_searches_become_deeper() -> None:
    """Each search of a position is longer than the last one, until the result is proven."""
    board = await loaded("b2")
    assert board.budgets_s() == list(BUDGETS_S)
    await board.evaluate(BUDGETS_S[0])
    assert board.budgets_s() == list(BUDGETS_S[1:])
    await board.evaluate(BUDGETS_S[-1])
    assert board.budgets_s() == []
    await board.go(board.lines.at(-1))
    assert board.budgets_s() == list(BUDGETS_S)
    board.lines.current.search = report(exact=True, seconds=0.1)
    assert board.budgets_s() == []


async def test_text_that_does_not_fit_the_protocol() -> None:
    """A typed name or line that no server could take is an invalid argument, and changes nothing."""
    board = await loaded("b2")
    with pytest.raises(UsageError, match="no other engine has a level"):
        await board.evaluate(1.0, "level")
    with pytest.raises(UsageError, match="at most"):
        await board.load(MatchSource("x" * 1000))
    with pytest.raises(UsageError, match="at most"):
        await board.load(LineSource(("x" * 10_000,), "x" * 10_000))
    assert shown(board) == ["b2"]

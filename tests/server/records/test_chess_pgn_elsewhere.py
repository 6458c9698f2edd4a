"""PGN that Kibitz writes, read by python-chess: the same positions, moves, tags, times and scores."""

import io
import json
import re

import chess
import chess.pgn
import pytest

from kibitz_client.match.record import read_record_text
from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_server.records.pgn import record_lines
from tests.server.records.test_chess_pgn import OPERA, SHUFFLED

PROMOTED = '[SetUp "1"]\n[FEN "7k/P7/8/8/8/8/8/K7 b - - 3 40"]\n\n40... Kg7 41. a8=N Kf6 1/2-1/2\n'
NAMED = '[White "Ann \\"the\\\\owl\\" Müller 李 %"]\n[Black "[Ben] {x} ; (y)"]\n\n1. e4 a6 2. e5 d5 3. exd6 1-0\n'
TIMED = (
    '[TimeControl "300+3"]\n\n1. e4 {[%clk 0:04:58.5] [%eval 0.35]} e5 {[%clk 0:05:01] [%eval #-3]}'
    " 2. Nf3 {[%emt 0:00:02.5]} *\n"
)
REPEATED = "1. " + "Nf3 Nf6 Ng1 Ng8 " * 6 + "e4 1/2-1/2\n"


def written(text: str) -> str:
    """Return a game as Kibitz writes it, with its comments."""
    lines = record_lines(next(iter(read_games(text))))
    return pgn_text([message for message, _ in read_record_text("\n".join(lines), "it")], comments=True)


@pytest.mark.parametrize(
    "text",
    [OPERA, SHUFFLED, PROMOTED, NAMED, TIMED, REPEATED],
    ids=["mate", "chess960", "promotion", "names", "times", "repeated"],
)
def test_another_program_reads_the_same_game(text: str) -> None:
    """It finds no fault, and the same moves, positions, players, result, times and scores."""
    found = written(text)
    theirs = chess.pgn.read_game(io.StringIO(found))
    assert theirs is not None
    assert theirs.errors == []
    _, snapshot, *events = map(json.loads, record_lines(next(iter(read_games(text)))))
    played = [message for message in events if message["event"]["kind"] == "moved"]
    nodes = list(theirs.mainline())
    assert len(nodes) == len(played)
    for node, message in zip(nodes, played, strict=True):
        move = message["event"]["move"]
        assert node.san() == move["said"]
        assert chess.Board(message["state"]["text"], chess960=True) == chess.Board(
            node.board().fen(en_passant="legal", shredder=True), chess960=True
        )
        assert round(1000 * (node.emt() or 0)) == move["elapsed_ms"] // 100 * 100
        score = node.eval()
        assert (score is None) == (move["search"] is None)
        if score is not None:
            told = score.white() if move["seat"] == 0 else score.black()
            assert (told.score(), told.mate()) == _score(move["search"])
    # python-chess leaves the escapes of the standard in a tag.
    names = [re.sub(r"\\(.)", r"\1", theirs.headers[side]) for side in ("White", "Black")]
    assert names == [view["name"] for view in snapshot["seats"]]
    end = events[-1]["event"]
    winner = end["result"]["winner"] if end["kind"] == "finished" else "*"
    assert theirs.headers["Result"] == {0: "1-0", 1: "0-1", None: "1/2-1/2", "*": "*"}[winner]


def _score(search: dict[str, int | None]) -> tuple[int | None, int | None]:
    """Return the score in hundredths, or the moves to the end, for the side that moved."""
    if (plies := search["wins_in"]) is None:
        return search["score"], None
    return None, (plies + 1) // 2 if plies > 0 else plies // 2

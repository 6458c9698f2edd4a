"""Chess in PGN, read and written again."""

import json
from typing import Any

import pytest

from kibitz_client.match.record import read_record_text
from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_server.records.pgn import record_lines
from kibitz_server.records.verifier import verify

OPERA = """[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
"""Paris, 1858."""
SHUFFLED = """[Variant "Chess960"]
[SetUp "1"]
[FEN "nqbrkbrn/pppppppp/8/8/8/8/PPPPPPPP/NQBRKBRN w GDgd - 0 1"]

1. e4 e5 2. Be2 Be7 3. O-O O-O *
"""
"""The king castles to where the rook is."""
REPEATED = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "


def record_of(text: str) -> list[str]:
    """Return the record of a game, which must verify."""
    lines = list(record_lines(next(iter(read_games(text)))))
    assert verify(f"{line}\n" for line in lines).over
    return lines


def written(lines: list[str]) -> str:
    """Return a record as the client writes it."""
    return pgn_text([message for message, _ in read_record_text("\n".join(lines), "it")])


def moves_of(text: str) -> str:
    """Return the moves of a text, on one line."""
    return " ".join(text.partition("\n\n")[2].split())


@pytest.mark.parametrize("text", [OPERA, SHUFFLED], ids=["opera", "chess960"])
def test_a_game_comes_back_as_it_was(text: str) -> None:
    """The moves are written as they were read, and read again they are the same."""
    found = written(record_of(text))
    assert moves_of(found) == moves_of(text)
    assert moves_of(written(record_of(found))) == moves_of(text)
    for tag in text.partition("\n\n")[0].splitlines():
        assert tag in found.splitlines()


def test_the_rules_end_a_game() -> None:
    """A mate is one whatever the file says of the end."""
    end: dict[str, Any] = json.loads(record_of(OPERA.replace("1-0", "0-1"))[-1])
    assert (end["event"]["result"]["winner"], end["event"]["result"]["reason"]) == (0, "checkmate")


def test_players_may_go_on_after_a_repetition() -> None:
    """At a board the third occurrence must be claimed, so a game that goes on has other rules."""
    ended, goes_on = record_of(f"{REPEATED} 1/2-1/2"), record_of(f"{REPEATED} 5. e4 1/2-1/2")
    options = [json.loads(lines[1])["options"]["claims"] for lines in (ended, goes_on)]
    assert options == [False, True]
    assert json.loads(ended[-1])["event"]["result"]["reason"] == "threefold repetition"

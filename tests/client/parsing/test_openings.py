"""Files of openings: what each form gives, and what is sent of a long file."""

import hashlib
from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.openings import ROOM, FileOpening, from_moves, given_openings, read_openings
from kibitz_protocol.codec import MAX_BYTES, decode_to_server, encode
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import MOST_OPENINGS, Openings, TournamentTerms

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def sent(openings: Openings) -> bytes:
    """Return the message that creates a tournament with openings."""
    terms = TournamentTerms(format="match", game="chess", openings=openings)
    return encode(Tournament(id="1", do=CreateTournament(name="x", terms=terms)))


def test_lines_have_moves_and_comments(tmp_path: Path) -> None:
    """Headers, comments and empty lines are no openings, and each opening is there once with its line."""
    file = tmp_path / "a.openings"
    file.write_text("# Kibitz openings\ngame: tictactoe\nmade: 2026\n\nb2 a1  # a comment\na1,b2\nb2 a1\n")
    assert read_openings(file) == [FileOpening(("b2", "a1"), line=5), FileOpening(("a1", "b2"), line=6)]


def test_games_and_positions_are_openings(tmp_path: Path) -> None:
    """Of a game the first plies count, and of a position its fields."""
    games, positions = tmp_path / "a.pgn", tmp_path / "a.epd"
    games.write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 *\n')
    positions.write_text(f"{FEN} hmvc 3; fmvn 7;\n")
    assert read_openings(games) == [FileOpening(("e4", "e5", "Nf3"), line=1)]
    assert read_openings(positions) == [FileOpening(position=f"{FEN} 3 7", line=1)]


def test_the_order_of_what_is_sent(tmp_path: Path) -> None:
    """The openings begin with the wanted one and go round, or are in an order that a seed repeats."""
    file = tmp_path / "a.txt"
    file.write_text("a\nb\nc\nd\n")
    openings, found = given_openings(file, start=3)
    assert ([each.moves[0] for each in openings.given], found, openings.start) == (["c", "d", "a", "b"], 4, 1)
    assert openings.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert openings.name == "a.txt"
    mixed = [[each.moves[0] for each in given_openings(file, "random", seed=seed)[0].given] for seed in (1, 1, 2)]
    assert mixed[0] == mixed[1] != mixed[2]
    assert sorted(mixed[0]) == ["a", "b", "c", "d"]
    with pytest.raises(UsageError, match="has 4 openings, so none is number 5"):
        given_openings(file, start=5)


@pytest.mark.parametrize("moves", [("e2e4",), ("Nf3",) * 16, ("x" * 200,) * 20])
def test_a_long_file_is_cut_to_a_message(tmp_path: Path, moves: tuple[str, ...]) -> None:
    """As many openings are sent as a message has room for, and the server can read it."""
    file = tmp_path / "a.txt"
    file.write_text("".join(f"{' '.join(moves)} m{number}\n" for number in range(2000 if len(moves) < 20 else 100)))
    openings, found = given_openings(file)
    assert found in (100, 2000)
    assert 0 < len(openings.given) <= MOST_OPENINGS
    frame = sent(openings)
    assert len(frame) < MAX_BYTES
    assert decode_to_server(frame).do.terms.openings == openings
    assert len(openings.given) == MOST_OPENINGS or len(frame) > ROOM - 5000


def test_openings_without_a_file() -> None:
    """They have a name, and no hash."""
    openings = from_moves([FileOpening(("e4",))], "random, 1 plies")
    assert (openings.name, openings.sha256, [each.moves for each in openings.given]) == (
        "random, 1 plies",
        "",
        [["e4"]],
    )


def test_openings_of_games_and_positions(tmp_path: Path) -> None:
    """A PGN file has its first moves and positions as openings, an EPD file its positions, each of them once."""
    games, positions = tmp_path / "some.PGN", tmp_path / "some.epd"
    fen = "4k3/8/4K3/4P3/8/8/8/8 w - -"
    games.write_text(f'1. e4 {{best}} c5 2. Nf3 *\n\n[FEN "{fen} 3 9"]\n\n1. Kd6 (1. Kf6) *\n\n1. e4 c5 2. Nf3 *\n')
    positions.write_text(f'{fen} bm Kd6; id "x";\n{fen} hmvc 3; fmvn 9;\n\n# none\nnot a position\n')
    assert read_openings(games) == [FileOpening(("e4", "c5", "Nf3"), None, 1), FileOpening(("Kd6",), f"{fen} 3 9", 2)]
    assert read_openings(positions) == [FileOpening((), f"{fen} 0 1", 1), FileOpening((), f"{fen} 3 9", 2)]
    games.write_text("")
    with pytest.raises(UsageError, match="has no opening"):
        read_openings(games)


def test_long_games_are_cut_to_openings(tmp_path: Path) -> None:
    """Of a whole game only the first moves are its opening."""
    file = tmp_path / "long.pgn"
    file.write_text("1. Nf3 Nf6 2. Ng1 Ng8 " * 20 + "*")
    (opening,) = read_openings(file)
    assert len(opening.moves) == 16

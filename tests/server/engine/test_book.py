"""Opening books: the format in both directions, errors as sentences, and which levels play from the book."""

import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_server.__main__ import app
from kibitz_server.engine.book import BUNDLED, BadBook, Book, BookMove, build, bundled, read, show, write
from kibitz_server.engine.book_builder import worth
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.levels import BOOK_FROM
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import bind
from kibitz_server.games.registry import load
from tests.server.engine import dash

HEAD = "# Kibitz opening book, format 1\ngame: nim\noptions: heaps=1,2 misere=true\nmade: by hand\n\n"
NIM = load("nim", {"heaps": "1,2"})
BUNDLES = sorted(path.stem for path in BUNDLED.glob("*.book"))


def small() -> Book:
    """Return the book of a small game of Nim."""
    return build(NIM, "for a test", plies=2, worth=worth(NIM, Limit(nodes=1_000, seed=1)), margin=10, most=2)


def test_there_and_back() -> None:
    """A written book reads as the same book, options included."""
    book = small()
    again = read(write(book))
    assert (again.game.name, again.game.options) == (book.game.name, book.game.options)
    assert replace(again, game=book.game) == book
    assert write(again) == write(book)


def test_only_good_moves_are_kept() -> None:
    """A move that loses by force is not in the book of a game that can be won."""
    assert [choice.move for choice in small().choices(NIM.start())] == ["2-2"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a book begins with '# Kibitz opening book, format 1'"),
        ("# Kibitz opening book, format 2", "line 1: a book begins with"),
        ("# Kibitz opening book, format 1\ngame: nim", "the book ends before its header"),
        ("# Kibitz opening book, format 1\nmade: by hand", "line 2: game: is expected here, not 'made: by hand'"),
        ("# Kibitz opening book, format 1\ngame: shogi\noptions:\nmade: ", "line 2: no game is called 'shogi'"),
        ("# Kibitz opening book, format 1\ngame: nim\noptions: size=3\nmade: ", "line 2: nim has no option 'size'"),
        (HEAD + "1,2 1-1 1 0", "line 6: a position, ' > ' and its moves are expected"),
        (HEAD + "1,9 > 1-1 1 0", "line 6: cannot start nim from '1,9'"),
        (HEAD + "1,2 > 1-1 1", "line 6: a move, its weight .* and its score are expected, not '1-1 1'"),
        (HEAD + "1,2 > 1-1 0 5", "line 6: a move, its weight"),
        (HEAD + "1,2 > 1-1 ² 5", "line 6: a move, its weight"),
        (HEAD + "1,2 > 3-1 1 0", "line 6: .*heap"),
        (HEAD + "1,2 > 1-1 1 0\n1,2 > 2-1 1 0", "line 7: this position is in the book already"),
    ],
)
def test_a_broken_book_is_refused_in_words(text: str, sentence: str) -> None:
    """The sentence has the line number, and what was expected there."""
    with pytest.raises(BadBook, match=sentence):
        read(text)


@pytest.mark.parametrize("name", BUNDLES)
def test_the_books_that_come_with_games(name: str) -> None:
    """Each book can be read, is for the default options of its game, and begins at the start."""
    book = bundled(load(name))
    assert book is not None
    assert book.choices(load(name).start())
    assert book.made.startswith((f"kibitz-server book build {name} ", "by hand: "))


def test_there_are_books() -> None:
    """The games that the documents promise have a book."""
    assert {"connect4", "draughts", "reversi"} <= set(BUNDLES)


def test_other_options_have_no_book() -> None:
    """A book is used only for the options that it was made for."""
    assert bundled(load("reversi", {"size": 6})) is None
    assert bundled(load("tictactoe")) is None


def opened(level: int, seed: int) -> SearchResult:
    """Return a level's first move in Reversi."""
    control = SearchControl()
    control.reset(100)
    return run(load("reversi").start(), "level", Limit(nodes=100, seed=seed, level=level), control)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_that_play_by_the_book(level: int) -> None:
    """Levels from 6 on play from the book and report it; lower levels search."""
    report = opened(level, seed=3)
    assert report.algorithm == ("book" if level >= BOOK_FROM else f"level {level}")
    if report.algorithm == "book":
        book = bundled(load("reversi"))
        assert book
        scores = {choice.move: choice.score for choice in book.choices(load("reversi").start())}
        assert (report.depth, report.nodes, report.score) == (0, 0, scores[report.move])
    assert opened(level, seed=3).move == report.move


def test_a_book_has_the_positions_after_every_chance_event() -> None:
    """Chance events lead to all their positions, whatever the moves; the moves of the book are those of the players."""
    game = bind(dash, {"opening": True})
    book = build(game, "for a test", plies=2, worth=worth(game, Limit(nodes=500, seed=1)), margin=40_000, most=2)
    assert set(book.positions) == {f"0 {steps} {side}" for steps in (0, 1, 3) for side in "XO"}
    assert {choice.move for choice in book.positions["0 0 X"]} == {"walk", "dash"}
    assert show(book, [])[-1] == "  a chance event is due: X, O"
    assert show(book, ["O", "dash"])[-2:] == ["after O dash:", "  a chance event is due: heads, tails"]
    assert "walk" in "".join(show(book, ["X"]))


def test_moves_are_sampled_by_weight() -> None:
    """A move of three times the weight is chosen about three times as often."""
    book = Book(NIM, "", {NIM.start().text: (BookMove("1-1", 3, 0), BookMove("2-1", 1, 0))})
    rng = random.Random(1)
    drawn = [choice.move for _ in range(400) if (choice := book.draw(NIM.start(), rng))]
    assert 270 < drawn.count("1-1") < 330
    assert book.draw(NIM.start().after(NIM.start().find("1-1")), rng) is None


def test_the_text_of_a_book() -> None:
    """The text has each move with its share and score, and says where the book ends."""
    assert show(small(), [])[2:] == ["at the start:", "  2-2      100 %  score +29998"]
    assert show(small(), ["1-1"])[-1] == "  the book ends before this position"


def test_the_commands(tmp_path: Path) -> None:
    """A book is built into a file and shown; errors have an explanation and a hint."""
    out = str(tmp_path / "my.book")
    ask = CliRunner().invoke
    assert ask(app, ["book", "show", "reversi"]).output.startswith("Reversi: ")
    for arguments, sentence in [
        (["book", "show", "tictactoe"], "tictactoe has no bundled book"),
        (["book", "show", "connect4", "9"], "connect4: .*9"),
        (["book", "show", "shogi"], "no game is called 'shogi'"),
        (["book", "build", "shogi", "--out", out], "no game is called 'shogi'"),
        (["book", "build", "nim", "--algorithm", "guess", "--out", out], "no engine is called 'guess'"),
        (["book", "build", "nim", "--option", "size=3", "--out", out], "nim has no option 'size'"),
    ]:
        refused = ask(app, arguments)
        assert refused.exit_code == 2
        assert re.search(f"error: .*{sentence}.*\ntry: ", refused.output)


@pytest.mark.io
def test_building_by_command(tmp_path: Path) -> None:
    """The command writes a book that `book show` reads."""
    out = str(tmp_path / "my.book")
    command = [sys.executable, "-m", "kibitz_server", "book", "build", "nim", "--option", "heaps=1,2", "--plies", "2"]
    done = subprocess.run([*command, "--nodes", "500", "--out", out], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].endswith(f"positions in {out}")
    assert "score +29998" in CliRunner().invoke(app, ["book", "show", out]).output

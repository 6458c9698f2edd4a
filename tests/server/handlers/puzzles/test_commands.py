"""The commands of puzzles, on a server in memory."""

from typing import Any

from kibitz_server.store.archive import puzzles
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.puzzles.make import LONG, stored

NOON = 1_796_040_000.0


def ask(client: FakeClient, t: str, **fields: Any) -> Any:
    """Return the answer to a command."""
    id = client.send(t, **fields)
    client.server.store.commit()
    return next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)


def result(client: FakeClient, t: str, **fields: Any) -> Any:
    """Return the result of a command, which must be accepted."""
    answer = ask(client, t, **fields)
    assert answer.t == "accepted", answer
    return answer.result


def with_puzzle(server: InProcessServer, id: str = "p1", **changes: Any) -> None:
    """Store a puzzle."""
    server.store.change(lambda connection: puzzles.add(connection, [stored(id, **changes)]), lambda _: None)


def test_a_new_server_has_puzzles(server: InProcessServer) -> None:
    """The bundled ones, about as hard as the player is strong. The message has nothing of the answer or the players."""
    shown = result(server.connect("ann"), "next_puzzle", game="connect4")
    assert (shown.game.name, shown.counts, shown.you.rating, shown.you.attempts) == ("connect4", True, 1500, 0)
    assert shown.state.to_move == shown.seat
    assert not {"solution", "source", "players", "moves"} & set(shown.model_dump())
    assert result(server.connect("ann"), "show_puzzle", puzzle=shown.puzzle).state == shown.state


def test_a_game_without_puzzles_names_those_with_some(server: InProcessServer) -> None:
    """An unknown game is refused as one, also for the puzzle of the day."""
    ann = server.connect("ann")
    for command in ("next_puzzle", "daily_puzzle"):
        assert "puzzles now: chess, " in ask(ann, command, game="kuhn").hint
        unknown = ask(ann, command, game="tennis")
        assert (unknown.code, unknown.message) == ("unknown_game", "no game is called 'tennis'")


def test_a_solved_puzzle_counts_once(server: InProcessServer) -> None:
    """The answer tells the rating, the source and the line for an analysis; a second answer changes nothing."""
    with_puzzle(server)
    ann = server.connect("ann")
    first = result(ann, "answer_puzzle", puzzle="p1", moves=["c3"])
    assert (first.right, first.over, first.result, first.counted) == (True, True, "solved", True)
    assert first.change > 0
    assert (first.you.streak, first.source.players, first.solution) == (1, ["ann", "level 3"], ["c3"])
    assert (first.start, first.moves) == ("XX-/O--/--- O", ["b2", "c3"])
    again = result(ann, "answer_puzzle", puzzle="p1", moves=["a1"])
    assert (again.right, again.result, again.counted, again.you.rating) == (False, "solved", False, first.you.rating)


def test_a_wrong_move_counts_and_is_answered(server: InProcessServer) -> None:
    """So moves cannot be tried out. The player may go on for practice."""
    with_puzzle(server)
    ann = server.connect("ann")
    wrong = result(ann, "answer_puzzle", puzzle="p1", moves=["a1"])
    assert (wrong.right, wrong.over, wrong.result, wrong.reply, wrong.win) == (False, False, "failed", "c3", 0.5)
    assert wrong.change < 0
    assert (wrong.solution, wrong.moves) == ([], [])
    right = result(ann, "answer_puzzle", puzzle="p1", moves=["c3"])
    assert (right.over, right.result, right.counted) == (True, "failed", False)


def test_an_answer_that_decides_nothing_counts_nothing(server: InProcessServer) -> None:
    """An illegal move, a right one before others, and an unknown puzzle leave the attempt open."""
    with_puzzle(server)
    with_puzzle(server, "p2", **LONG)
    ann = server.connect("ann")
    assert ask(ann, "answer_puzzle", puzzle="p1", moves=["z9"]).code == "illegal_move"
    assert ask(ann, "answer_puzzle", puzzle="nothing", moves=["c3"]).code == "unknown_puzzle"
    assert result(ann, "puzzle_attempts").attempts == []
    assert result(ann, "answer_puzzle", puzzle="p2", moves=["a1"]).over is False
    assert result(ann, "puzzle_attempts").attempts == []


def test_moves_cannot_be_tried_out(server: InProcessServer) -> None:
    """A wrong move counts before other moves too, and help with one ends the attempt."""
    with_puzzle(server)
    ann, bob = server.connect("ann"), server.connect("bob")
    wrong = result(ann, "answer_puzzle", puzzle="p1", moves=["a1", "c3"])
    assert (wrong.right, wrong.result) == (False, "failed")
    assert ask(bob, "help_puzzle", puzzle="p1", moves=["a1"]).code == "bad_moves"
    assert result(bob, "answer_puzzle", puzzle="p1", moves=["c3"]).result == "helped"


def test_a_puzzle_of_a_game_that_is_gone_says_so(server: InProcessServer) -> None:
    """The server was started without the module of the game."""
    with_puzzle(server, game="tennis")
    ann = server.connect("ann")
    for command, fields in (
        ("show_puzzle", {}),
        ("answer_puzzle", {"moves": ["c3"]}),
        ("help_puzzle", {}),
        ("help_puzzle", {"what": "solution"}),
    ):
        assert ask(ann, command, puzzle="p1", **fields).code == "unknown_puzzle"


def test_help_makes_the_attempt_unrated(server: InProcessServer) -> None:
    """A hint names the cell; the solution follows on request. Ratings stay as they are."""
    with_puzzle(server)
    ann = server.connect("ann")
    hint = result(ann, "help_puzzle", puzzle="p1")
    assert (hint.start, hint.result) == ("c3", "helped")
    solved = result(ann, "help_puzzle", puzzle="p1", what="solution")
    assert (solved.solution, solved.result, solved.you.rating) == (["c3"], "helped", 1500)
    assert ask(ann, "help_puzzle", puzzle="p1", moves=["c3"]).code == "bad_moves"


def test_everyone_has_the_same_puzzle_of_the_day() -> None:
    """It stays while a day lasts, also when others are published."""
    server = InProcessServer(wall_clock=lambda: NOON)
    ann, bob = server.connect("ann"), server.connect("bob")
    first = result(ann, "daily_puzzle", game="connect4")
    with_puzzle(server, game="connect4", at=NOON)
    assert result(bob, "daily_puzzle", game="connect4").puzzle == first.puzzle
    assert first.day == "2026-11-30"
    assert result(ann, "daily_puzzle").puzzle == result(bob, "daily_puzzle").puzzle
    assert ask(ann, "daily_puzzle", game="backgammon").code == "unknown_puzzle"


def test_a_player_gets_no_fresh_puzzle_of_an_own_match() -> None:
    """Neither as the next one nor by its id; another player does."""
    server = InProcessServer(wall_clock=lambda: NOON)
    ann, bob = server.connect("ann"), server.connect("bob")
    ids = f'["{ann.connection.player.id}"]'
    with_puzzle(server, game="mnk", position=None, lead=None, line='["a1"]', player_ids=ids, ended_at=NOON - 60)
    assert ask(ann, "next_puzzle", game="mnk").code == "unknown_puzzle"
    assert ask(ann, "show_puzzle", puzzle="p1").code == "unknown_puzzle"
    assert ask(bob, "next_puzzle", game="mnk").t == "accepted"


def test_a_guest_keeps_its_rating(server: InProcessServer) -> None:
    """The list has what counted, with the ratings by game, and the games that have puzzles."""
    with_puzzle(server)
    ann = server.connect("ann")
    result(ann, "answer_puzzle", puzzle="p1", moves=["c3"])
    listed = result(ann, "puzzle_attempts", game="tictactoe")
    assert [(each.puzzle, each.result) for each in listed.attempts] == [("p1", "solved")]
    assert [(you.game, you.streak) for you in listed.you] == [("tictactoe", 1)]
    assert {"connect4", "nim", "tictactoe"} <= set(listed.games)

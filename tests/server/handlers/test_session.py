"""Dispatch of commands, each with exactly one answer."""

from typing import Any

import pytest
import structlog

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.engine.driver import Job
from kibitz_server.games.game import Position
from tests.fakes.server import ManualPool, ManualSearch, settle
from tests.server.conftest import ENGINE, InProcessServer

UNKNOWN = {"kind": "engine", "engine": {"algorithm": "stockfish"}}
ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"game": "shogi"}, "unknown_game", "no game is called 'shogi'"),
        ({"game": "conect4"}, "unknown_game", "did you mean 'connect4'?"),
        ({"options": {"rows": 3}}, "bad_option", "tictactoe has no option 'rows'"),
        ({"game": "connect4", "options": {"rows": 11}}, "bad_option", "1 to 10"),
        ({"seats": [ME, UNKNOWN]}, "unknown_engine", "there are alphabeta, cfr, expectiminimax, ismcts, level"),
        ({"seats": [ME]}, "bad_seats", "2 seats, not 1"),
        ({"seats": [ME, ME], "rated": True}, "cannot_rate", "two players"),
        ({"seats": [ME, {"kind": "open"}, ME]}, "bad_seats", "2 seats, not 3"),
        ({"position": "XXX/OO-/--- O"}, "bad_position", "already over"),
        ({"position": "what"}, "bad_position", "3 rows of 3"),
    ],
)
async def test_an_impossible_match_is_refused(
    server: InProcessServer, fields: dict[str, Any], code: str, words: str
) -> None:
    """Creation refuses with a code and a sentence that names what is possible."""
    answer = server.connect("ann").ask("create", **{"game": "tictactoe", "seats": [ME, OPEN], **fields})
    assert (answer.t, answer.code) == ("refused", code)
    assert words in f"{answer.message}; {answer.hint}"
    assert server.runtime.lobby.rows() == []


async def test_a_repeated_command_is_carried_out_once(server: InProcessServer) -> None:
    """The same id gets the same answer again, and the move is not played twice."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    first = ann.ask("move", id="m1", match=code, ply=0, move="b2")
    ann.take(), bob.take()
    again = ann.ask("move", id="m1", match=code, ply=0, move="b2")
    assert again == first
    assert bob.take() == []


async def test_a_command_repeated_after_a_drop_is_answered_on_the_new_connection(server: InProcessServer) -> None:
    """The last connection that sent the command gets the answer, even while the events are being saved."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    ann.send("move", id="m1", match=code, ply=0, move="b2")
    server.runtime.clients.depart(ann.connection)
    back = server.connect("ann")
    back.send("move", id="m1", match=code, ply=0, move="b2")
    server.store.commit()
    assert [(message.t, message.id) for message in back.take()] == [("accepted", "m1")]


async def test_a_join_repeated_after_a_drop_is_answered(server: InProcessServer) -> None:
    """A command that subscribes its client is answered, although the client disconnects during the commit."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.send("join", id="j1", match=code)
    server.runtime.clients.depart(bob.connection)
    server.store.commit()
    back = server.connect("bob")
    back.send("join", id="j1", match=code)
    server.store.commit()
    assert [(message.t, message.id) for message in back.take()] == [("accepted", "j1")]


async def test_two_players_may_use_the_same_command_ids(server: InProcessServer) -> None:
    """Answers are kept for each player separately."""
    ann, bob = server.connect("ann"), server.connect("bob")
    assert ann.ask("create", id="1", game="tictactoe", seats=[ME, OPEN]).result.code != (
        bob.ask("create", id="1", game="tictactoe", seats=[ME, OPEN]).result.code
    )


async def test_a_stale_move_is_refused_with_the_state(server: InProcessServer) -> None:
    """A move at the wrong ply gets the current state."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    early = bob.ask("move", match=code, ply=0, move="b2")
    late = ann.ask("move", match=code, ply=4, move="b2")
    assert (early.code, late.code) == ("not_your_turn", "stale_ply")
    assert early.state == late.state
    assert early.state.legal[0] == "a3"


async def test_an_illegal_move_is_refused_with_the_legal_ones(server: InProcessServer) -> None:
    """The hint of an illegal move lists the legal moves."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("connect4")
    bob.ask("join", match=code)
    answer = ann.ask("move", match=code, ply=0, move="x")
    assert (answer.code, answer.hint) == ("illegal_move", "legal moves: 1 to 7")
    assert ann.ask("move", match=code, ply=0, move=" 4 ").t == "accepted"


async def test_seats_are_protected(server: InProcessServer) -> None:
    """A player cannot sit twice, take a taken seat, move for others or start another host's match."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(autostart=False)
    assert ann.ask("join", match=code).code == "already_seated"
    assert ann.ask("start", match=code).code == "seats_empty"
    assert bob.ask("join", match=code, seat=0).code == "seat_taken"
    assert bob.ask("move", match=code, ply=0, move="b2").code == "not_seated"
    assert ann.ask("move", match=code, ply=0, move="b2").code == "not_running"
    assert bob.ask("join", match=code, seat=1).result.seat == 1
    assert eve.ask("join", match=code).code == "match_full"
    assert bob.ask("start", match=code).code == "not_host"
    assert ann.ask("start", match=code).t == "accepted"
    assert ann.ask("start", match=code).code == "not_open"
    assert eve.ask("move", match=code, ply=0, move="b2").code == "not_seated"
    assert eve.ask("join", match="NOPE").code == "unknown_match"


async def test_codes_may_have_small_letters_and_dashes(server: InProcessServer) -> None:
    """Small letters and dashes in a code do not matter."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    assert bob.ask("join", match=f" {code[:3].lower()}-{code[3:].lower()} ").t == "accepted"


async def test_a_hint_has_its_search_info(server: InProcessServer) -> None:
    """A hint has the move, its score, depth, nodes and time."""
    ann = server.connect("ann")
    code = ann.host(seats=[ME, ENGINE])
    id = ann.send("hint", match=code)
    assert ann.ask("hint", match=code).code == "too_many"
    await server.pool.last.finish("b2")
    answer = next(message for message in ann.received if message.t == "accepted" and message.id == id)
    assert (answer.result.move, answer.result.ply, answer.result.search.depth) == ("b2", 0, 3)
    assert (answer.result.search.nodes, answer.result.search.seconds) == (99, 0.5)


async def test_a_hint_for_an_old_position_is_refused(server: InProcessServer) -> None:
    """A move of the player stops the search of its hint."""
    ann = server.connect("ann")
    code = ann.host(seats=[ME, ENGINE])
    id = ann.send("hint", match=code)
    search = server.pool.last
    ann.ask("move", match=code, ply=0, move="b2")
    await settle()
    assert search.result.cancelled()
    assert next(message for message in ann.received if message.t == "refused" and message.id == id).code == "stale_ply"


class FullPool(ManualPool):
    """Engine pool that takes no search while `full`."""

    full = True

    def submit(self, job: Job, position: Position, *more: Any, **named: Any) -> ManualSearch:
        if self.full:
            raise ZeroDivisionError
        return super().submit(job, position, *more, **named)


async def test_a_hint_whose_search_cannot_begin_stops_no_other() -> None:
    """The command is answered, and the player may ask again."""
    pool = FullPool()
    ann = InProcessServer(pool=pool).connect("ann")
    code = ann.host(seats=[ME, ENGINE])
    with structlog.testing.capture_logs() as logged:
        assert ann.ask("hint", match=code).code == "internal"
    assert [entry["event"] for entry in logged] == ["a command failed"]
    pool.full = False
    id = ann.send("hint", match=code)
    await pool.last.finish("b2")
    assert next(message.t for message in ann.received if getattr(message, "id", None) == id) == "accepted"


async def test_hints_are_for_the_player_to_move(server: InProcessServer) -> None:
    """Spectators and waiting players get no hints."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(help=True)
    assert ann.ask("hint", match=code).code == "not_running"
    bob.ask("join", match=code)
    assert bob.ask("hint", match=code).code == "not_your_turn"
    assert eve.ask("hint", match=code).code == "not_seated"
    unknown = ann.ask("hint", match=code, engine={"algorithm": "stockfish"})
    assert unknown.code == "unknown_engine"


async def test_players_do_not_receive_chat_of_spectators(server: InProcessServer) -> None:
    """Chat of players reaches all, chat of spectators only spectators, and others cannot chat."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host()
    bob.ask("join", match=code)
    assert eve.ask("chat", match=code, text="hi").code == "not_watching"
    assert eve.ask("watch", match=code).result.seat is None
    for guest in (ann, bob, eve):
        guest.take()
    ann.ask("chat", match=code, text="good luck")
    eve.ask("chat", match=code, text="why not c4?")
    assert [message.text for message in bob.take() if message.t == "said"] == ["good luck"]
    assert [message.text for message in eve.take() if message.t == "said"] == ["good luck", "why not c4?"]


async def test_players_receive_chat_of_spectators_before_the_start(server: InProcessServer) -> None:
    """While a match waits for players there is nothing to give advice on: an invited player can decline in words."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(seats=[ME, {"kind": "invite", "name": "bob"}])
    bob.ask("watch", match=code)
    ann.take()
    bob.ask("chat", match=code, text="not today")
    (said,) = [message for message in ann.take() if message.t == "said"]
    assert (said.name, said.text, said.room) == ("bob", "not today", "watchers")


async def test_unwatch_ends_the_stream(server: InProcessServer) -> None:
    """After `unwatch` no message of the match arrives."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host()
    eve.ask("watch", match=code)
    assert eve.ask("unwatch", match=code).t == "accepted"
    assert eve.ask("unwatch", match=code).code == "not_watching"
    eve.take()
    ann.ask("resign", match=code)
    assert eve.take() == []


async def test_small_queries_are_answered(server: InProcessServer) -> None:
    """Ping, games, list and TV are answered."""
    ann = server.connect("ann")
    assert ann.ask("ping").result.at > 0
    assert {game.name for game in ann.ask("games").result.games} >= {"connect4", "mnk", "tictactoe"}
    assert ann.ask("list").result.matches == []
    assert ann.ask("watch", match="tv").code == "unknown_match"
    ann.host(seats=[ENGINE, ENGINE])
    assert ann.ask("watch", match="TV").t == "accepted"
    assert [row.phase for row in ann.ask("list").result.matches] == ["running"]


async def test_the_list_of_games_explains_each_game(server: InProcessServer) -> None:
    """A game has seats, help for moves, and a guide of paragraphs, such as its goal; snapshots have no guide."""
    ann = server.connect("ann")
    for game in ann.ask("games").result.games:
        assert game.seats, game.name
        assert game.move_help, game.name
        headings = {paragraph.partition(":")[0] for paragraph in game.guide.splitlines()}
        assert headings >= {"Goal", "Moves", "End", "Notation"}, game.name
        assert ("Options" in headings) == bool(game.options)
    ann.host()
    assert next(message for message in ann.take() if message.t == "snapshot").game.guide == ""


async def test_changes_are_refused_while_the_store_fails(server: InProcessServer) -> None:
    """Commands that change something are refused, and others are answered."""
    ann = server.connect("ann")
    code = ann.host()
    server.store.healthy = False
    assert ann.ask("resign", match=code).code == "not_saved"
    assert ann.ask("watch", match=code).t == "accepted"
    server.store.healthy = True
    assert ann.ask("resign", match=code).t == "accepted"


async def test_matches_of_a_host_are_limited() -> None:
    """A host at the limit may create another match when one has ended."""
    server = InProcessServer(registry=MatchRegistry(most_hosted=1))
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    assert ann.ask("create", game="tictactoe", seats=[ME, OPEN]).code == "too_many"
    assert bob.ask("create", game="tictactoe", seats=[ME, OPEN]).t == "accepted"
    ann.ask("resign", match=code)
    assert ann.ask("create", game="tictactoe", seats=[ME, OPEN]).t == "accepted"


async def test_shuffle_gives_a_random_seat_order(server: InProcessServer) -> None:
    """With `shuffle` both orders occur."""
    ann = server.connect("ann")
    seats = {ann.ask("create", game="tictactoe", seats=[ME, OPEN], shuffle=True).result.seat for _ in range(40)}
    assert seats == {0, 1}


class FailingClock:
    """Time of day, which raises an exception while `broken`."""

    broken = False

    def __call__(self) -> float:
        if self.broken:
            raise ZeroDivisionError
        return 1e9


async def test_a_command_that_fails_is_answered_once() -> None:
    """A fault of the server in a command is logged, the command gets the same answer again, and others are served."""
    clock = FailingClock()
    ann = InProcessServer(wall_clock=clock).connect("ann")
    clock.broken = True
    with structlog.testing.capture_logs() as logged:
        answers = [ann.ask("create", id="1", game="nim", seats=[ME, OPEN]) for _ in range(2)]
    assert [answer.code for answer in answers] == ["internal", "internal"]
    assert [entry["event"] for entry in logged] == ["a command failed"]
    clock.broken = False
    assert ann.ask("ping").t == "accepted"
    assert ann.session.pending == 0


async def test_a_command_that_fails_behind_its_answer_keeps_it() -> None:
    """The client gets no second answer."""
    clock = FailingClock()
    ann = InProcessServer(wall_clock=clock).connect("ann")
    code = ann.host()
    ann.take()
    clock.broken = True
    assert ann.ask("chat", match=code, text="hi").t == "accepted"
    assert ann.kinds() == ["accepted"]
    assert ann.session.pending == 0

"""Line mode of two people at one keyboard."""

from typing import Any

from kibitz_client.terminal.line_player import LineMode
from kibitz_protocol.to_client import Event, Finished, Moved, TakenBack
from kibitz_protocol.to_server import Move, Offer, Resign
from kibitz_protocol.values.matches import Result
from tests.client.samples import MATCH, event, move, position, together
from tests.client.terminal.test_line_player import Conversation

DRAWN = event(9, Finished(result=Result(winner=None, reason="agreement")), position("40", to_move=None), "finished")


def moved(cells: str) -> Event:
    """Return the event of the last of these moves."""
    return event(3 + len(cells), Moved(move=move(len(cells) - 1, int(cells[-1]))), position(cells))


class Pair(Conversation):
    """Line mode of Ann and Bob. The server plays every move."""

    def __init__(self, *lines: str, **options: Any) -> None:
        super().__init__(*lines, **options)
        self.cells = ""
        self.on(Move, self._play)
        self.client.tell(together())

    def _play(self, command: Move) -> None:
        self.cells += {"b2": "4", "a3": "0"}[command.move]
        self.client.tell(moved(self.cells))


async def test_both_sides_move_in_turn() -> None:
    """Each line is a move of the side to move, and a draw ends the match without an answer."""
    pair = Pair("b2", "a3", "draw")
    pair.on(Offer, lambda _offer: pair.client.tell(DRAWN))
    assert await pair.run()
    assert pair.moves == [(0, "b2"), (1, "a3")]
    for line in ("X Ann to move", "1. X Ann plays b2", "O Bob to move", "2. O Bob plays a3", "Draw by agreement."):
        assert line in pair.out
    assert "(you)" not in pair.out


async def test_a_move_is_taken_back_at_once() -> None:
    """After a takeback the side whose move it was is asked again."""
    pair = Pair("b2", "takeback", "quit")
    pair.on(Offer, lambda _: pair.client.tell(event(5, TakenBack(seat=0, plies=1), position())))
    assert not await pair.run()
    assert "the last move is taken back; X Ann moves again" in pair.out
    assert pair.out.count("X Ann to move") == 2


async def test_ending_the_match_is_confirmed_on_a_terminal() -> None:
    """A draw and a resignation are typed twice, and a resignation names the side that gives up."""
    pair = Pair("draw", "resign", "board", "draw", "draw", tty=True, open_end=True)
    pair.on(Offer, lambda _: pair.client.tell(DRAWN))
    assert await pair.run()
    assert [command.t for command in pair.client.asked] == ["offer"]
    assert "do both sides agree on a draw? type draw again to end the match" in pair.out
    assert "give up for X Ann? type resign again to do so" in pair.out


async def test_the_side_to_move_resigns() -> None:
    """In a pipe a resignation ends the match at once."""
    pair = Pair("resign")
    lost = event(9, Finished(result=Result(winner=1, reason="resignation")), position("", to_move=None), "finished")
    pair.on(Resign, lambda _: pair.client.tell(lost))
    assert await pair.run()
    assert "O (Bob) wins: X resigned." in pair.out
    assert isinstance(pair.mode, LineMode)
    assert pair.client.asked[-1].match == MATCH

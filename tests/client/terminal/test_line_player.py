"""Line mode of a player."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kibitz_client.errors import NetworkError
from kibitz_client.terminal.line_player import LineMode
from kibitz_client.terminal.match_texts import MAY_BERSERK
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Finished,
    Hinted,
    Left,
    Moved,
    Notice,
    Presence,
    Said,
    Seated,
    Started,
    WentBerserk,
)
from kibitz_protocol.to_server import Chat, Claim, GoBerserk, Hint, Move, Resign, Start
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import Away, SeatView
from tests.client.dice import played
from tests.client.samples import MATCH, OPEN, OTTER, event, move, position, report, snapshot
from tests.fakes.client import FakeClient, FakeKeyboard, Recorded, refused

MIA = SeatView(seat=1, kind="human", name="mia")
WON = event(9, Finished(result=Result(winner=0, reason="line")), position("40", to_move=None), "finished")


class Conversation:
    """Line mode of otter, who plays X."""

    def __init__(
        self, *lines: str, tty: bool = False, open_end: bool = False, can_start: bool = False, plain: bool = False
    ) -> None:
        self.client = FakeClient()
        self.recorded = Recorded(plain=plain)
        self.keyboard = FakeKeyboard(*lines, interactive=tty, open_end=open_end)
        self.mode = LineMode(self.client, MATCH, self.recorded.output, self.keyboard, can_start=can_start)

    def on(self, kind: type[Any], react: Callable[[Any], Any]) -> None:
        """Set the server's reaction to one type of command."""
        before = self.client.script
        self.client.script = lambda command: react(command) if isinstance(command, kind) else before(command)

    async def run(self) -> bool:
        async with asyncio.timeout(30):
            return await self.mode.run()

    @property
    def out(self) -> str:
        return self.recorded.out

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves that were sent."""
        return [(command.ply, command.move) for command in self.client.asked if isinstance(command, Move)]


def answered_by(conversation: Conversation, reply: int) -> Callable[[Move], None]:
    """Return a reaction that accepts the first move, to cell 4, and answers it at once."""

    def react(command: Move) -> None:
        if command.ply == 0:
            conversation.client.tell(
                event(4, Moved(move=move(0, 4)), position("4")),
                event(5, Moved(move=move(1, reply)), position(f"4{reply}")),
            )
        else:
            conversation.client.tell(WON)

    return react


async def test_a_match_with_chance_events() -> None:
    """Chance events are between the moves, the player is asked once none is due, and line mode waits for the seed."""
    conversation = Conversation("b2", "a1")
    start, *rest = played()
    conversation.on(Move, lambda _command: conversation.client.tell(*rest[4:]))
    conversation.client.tell(start, *rest[:4])
    assert await conversation.run()
    assert conversation.moves == [(0, "b2")]
    assert "X rolls 6\n\n   a b c" in conversation.out
    assert "1. X otter plays b2  1.5 s\nO rolls 1 and cannot move\nchance: 6\n" in conversation.out
    assert conversation.out.endswith("You lose: you resigned.\n")


async def test_a_match_played_from_a_pipe() -> None:
    """Each line of a pipe is a move on the player's turn, and line mode ends with the match."""
    conversation = Conversation("b2", "a1")
    conversation.on(Move, answered_by(conversation, 0))
    conversation.client.tell(snapshot(you=0))
    assert await conversation.run()
    assert conversation.moves == [(0, "b2"), (2, "a1")]
    assert conversation.out.startswith("Tic-tac-toe  K7QX  ply 0\nX otter (you)")
    assert "\nmove> b2\n1. X otter plays b2" in conversation.out
    assert "legal moves:" not in conversation.out
    assert conversation.out.count("(legal lists all, help has the commands)") == 1
    assert conversation.out.endswith("You win: a line.\n")


async def test_input_that_ends_before_the_match() -> None:
    """If another line is needed after the end of the input, line mode leaves the match."""
    conversation = Conversation("b2")
    conversation.on(Move, answered_by(conversation, 0))
    conversation.client.tell(snapshot(you=0))
    assert not await conversation.run()
    assert conversation.recorded.err == "there is no more input\n"


async def test_a_match_that_ends_before_its_input() -> None:
    """The end of the input does not matter during the opponent's turn."""
    conversation = Conversation()
    conversation.client.tell(snapshot("4", you=0), WON)
    assert await conversation.run()


async def test_a_wrong_move_is_explained() -> None:
    """A refused move is shown with its hint, and the prompt comes again."""
    conversation = Conversation("d9", "quit")
    conversation.on(Move, lambda _move: refused(Code.ILLEGAL_MOVE, "there is no square d9", "legal moves: a1"))
    conversation.client.tell(snapshot(you=0))
    assert not await conversation.run()
    assert conversation.out.endswith("move> d9\nthere is no square d9\nnote: legal moves: a1\nmove> quit\n")


async def test_a_hint_shows_its_search() -> None:
    """A hint is a move with its search."""
    conversation = Conversation("hint", "quit")
    conversation.on(Hint, lambda _hint: Hinted(match=MATCH, ply=0, move="b2", search=report()))
    conversation.client.tell(snapshot(you=0))
    await conversation.run()
    assert (
        "the engine suggests b2  depth 9  win 55%  score +0.35  123k nodes/s  best b2 a1"
        "  123456 nodes in 1.0 s\nmove> quit" in conversation.out
    )


async def test_a_hint_that_is_refused_or_fails() -> None:
    """A refused or failed hint is shown like any refusal."""

    def fail(_hint: Hint) -> None:
        raise NetworkError("the connection was closed", "try later")

    for react, sentence in (
        (lambda _hint: refused(Code.BUSY, "too much to do"), "too much to do"),
        (fail, "try later"),
    ):
        conversation = Conversation("hint", "quit")
        conversation.on(Hint, react)
        conversation.client.tell(snapshot(you=0))
        await conversation.run()
        assert sentence in conversation.out


async def test_what_can_be_asked_of_the_board() -> None:
    """Board, legal moves, played moves, clock and help need no request to the server."""
    conversation = Conversation("/board", "legal", "moves", "clock", "HELP", "", "quit")
    clock = {"clock": Fischer(base_s=60), "state": position("40", remaining_ms=[60_000, 60_000])}
    conversation.client.tell(snapshot("40", you=0, **clock))
    await conversation.run()
    assert "move> /board\n   a b c\n3 [O]. .\n" in conversation.out
    assert "3 [O]* *\n" in conversation.out
    assert "move> moves\n1. X otter plays b2  1.5 s\n2. O engine alphabeta:depth=9 plays a3" in conversation.out
    assert "chat TEXT" in conversation.out
    assert conversation.client.asked == []


async def test_queries_without_an_answer() -> None:
    """A match without a clock and moves has a line for each."""
    conversation = Conversation("moves", "clock", "quit")
    conversation.client.tell(snapshot(you=0))
    await conversation.run()
    assert "no move was played yet" in conversation.out
    assert "without a clock" in conversation.out


async def test_the_last_move_and_the_searches() -> None:
    """`last` shows the last move, and `think` the searches of the engines."""
    conversation = Conversation("last", "think", "quit")
    played = snapshot("40", you=0, moves=[move(0, 4), move(1, 0, report())])
    conversation.client.tell(played)
    await conversation.run()
    assert "move> last\n2. O engine alphabeta:depth=9 plays a3  1.5 s  depth 9" in conversation.out
    assert "move> think\nO depth 9  win 55%  score +0.35" in conversation.out


async def test_there_is_no_last_move_and_no_search() -> None:
    """Before the first move, both questions have a sentence."""
    conversation = Conversation("last", "think", "quit")
    conversation.client.tell(snapshot(you=0))
    await conversation.run()
    assert "move> last\nno move was played yet\n" in conversation.out
    assert "move> think\nno engine has searched yet\n" in conversation.out


async def test_the_board_is_turned_off_and_on() -> None:
    """After `board off` a board is shown on request only; another word after `board` is refused."""
    conversation = Conversation("board off", "b2", "board", "board sideways", "board on", "quit")
    conversation.on(Move, answered_by(conversation, 0))
    conversation.client.tell(snapshot(you=0))
    await conversation.run()
    off, on = conversation.out.split("move> board off\n")[1].split("move> board\n")
    assert "   a b c" not in off
    assert on.startswith("   a b c\n")
    assert "'sideways' is not a setting of the board\n" in on


async def test_a_plain_output_has_a_line_for_each_event() -> None:
    """A plain match has no boards, prompts and empty lines; a turn is one line."""
    conversation = Conversation("b2", "a1", plain=True)
    conversation.on(Move, answered_by(conversation, 0))
    conversation.client.tell(snapshot(you=0))
    assert await conversation.run()
    assert conversation.out.splitlines()[3:] == [
        "your turn as X",
        conversation.out.splitlines()[4],
        "1. X otter plays b2  1.5 s",
        "2. O engine alphabeta:depth=9 plays a3  1.5 s",
        "your turn as X",
        conversation.out.splitlines()[-1],
    ]


async def test_a_plain_output_describes_the_board_on_request() -> None:
    """`board` lists the cells of each side, `legal` is one line, and `board on` describes the board at each turn."""
    conversation = Conversation("board", "legal", "board on", "b2", "quit", plain=True)
    conversation.on(Move, answered_by(conversation, 0))
    conversation.client.tell(snapshot(you=0, clock=Fischer(base_s=60), state=position(remaining_ms=[60_000, 60_000])))
    await conversation.run()
    assert "your turn as X; 01:00 left\n" in conversation.out
    assert "empty: 9 cells\ncross: none\nnought: none\nlegal moves: a1, a2" in conversation.out
    assert conversation.out.endswith("empty: 7 cells\ncross: b2\nnought: a3\n")


async def test_what_can_be_completed() -> None:
    """On the player's turn the legal moves can be completed, and always the commands."""
    conversation = Conversation("quit")
    conversation.mode._receive(snapshot(you=0))
    assert {"b2", "last", "think", "chat", "takeback", "accept", "resign", "hint"} <= set(conversation.mode.words())
    conversation.mode._receive(event(4, Moved(move=move(0, 4)), position("4")))
    assert "a1" not in conversation.mode.words()


async def test_chat() -> None:
    """Chat is sent as it was typed, and empty chat is an error."""
    conversation = Conversation("chat Good  luck", "chat", "quit")
    conversation.client.tell(snapshot(you=0), Said(match=MATCH, room="players", name="mia", text="hi", at=0.0))
    await conversation.run()
    assert [command.text for command in conversation.client.asked if isinstance(command, Chat)] == ["Good  luck"]
    assert "text must not be empty" in conversation.out


async def test_a_claim_waits_until_it_is_possible() -> None:
    """A disconnection is shown, and a `claim` of a pipe waits until it is possible."""
    conversation = Conversation("claim draw")
    conversation.client.tell(snapshot("4", you=0))
    for away_ms, claim_ms in ((0, 20_000), (20_000, 0)):
        conversation.client.tell(Presence(match=MATCH, away=[Away(seat=1, away_ms=away_ms, claim_ms=claim_ms)]))
    ended = Finished(result=Result(winner=None, reason="abandonment"))
    told = event(4, ended, phase="finished", state=position("4", to_move=None))
    conversation.on(Claim, lambda _claim: conversation.client.tell(told))
    assert await conversation.run()
    assert "in 20 s you can claim the match" in conversation.out
    assert conversation.out.index("type claim to win the match") < conversation.out.index("Draw: the opponent left.")
    (claim,) = conversation.client.asked
    assert (claim.t, claim.result) == ("claim", "draw")


async def test_going_berserk() -> None:
    """The word is a command, and the event is a line."""
    conversation = Conversation("berserk", tty=True, open_end=True)
    conversation.client.tell(snapshot(you=0, berserk=[], clock=Fischer(base_s=60)))
    told = event(4, WentBerserk(seat=0), position(remaining_ms=[30_000, 60_000]))
    conversation.on(GoBerserk, lambda _command: conversation.client.tell(told, WON))
    await conversation.run()
    assert [command.t for command in conversation.client.asked] == ["go_berserk"]
    assert conversation.out.count(MAY_BERSERK) == 1
    assert "X otter goes berserk: half of the time, no increment" in conversation.out


async def test_berserk_that_cannot_apply_says_why() -> None:
    """The refusal of the server is shown."""
    conversation = Conversation("berserk", "quit")
    conversation.client.tell(snapshot(you=0))
    conversation.on(GoBerserk, lambda _: refused(Code.NO_BERSERK, "this match is played without berserk"))
    await conversation.run()
    assert "this match is played without berserk" in conversation.out


async def test_giving_up_is_confirmed_on_a_terminal() -> None:
    """On a terminal, the first `resign` asks for confirmation, and any other line cancels it."""
    conversation = Conversation("resign", "board", "resign", "resign", tty=True, open_end=True)
    conversation.on(Resign, lambda _resign: conversation.client.tell(WON))
    conversation.client.tell(snapshot(you=0))
    assert await conversation.run()
    assert conversation.out.count("type resign again") == 2
    assert sum(isinstance(command, Resign) for command in conversation.client.asked) == 1


@pytest.mark.parametrize(("line", "tty"), [("resign!", True), ("resign", False)])
async def test_giving_up_for_sure(line: str, tty: bool) -> None:
    """`resign!` and a pipe need no confirmation."""
    conversation = Conversation(line, tty=tty, open_end=True)
    conversation.on(Resign, lambda _resign: conversation.client.tell(WON))
    conversation.client.tell(snapshot(you=0))
    assert await conversation.run()
    assert "again" not in conversation.out


async def test_out_of_turn_on_a_terminal() -> None:
    """A move during the opponent's turn is neither sent nor kept."""
    conversation = Conversation("a1", "chat take your time", tty=True, open_end=True)
    conversation.on(Chat, lambda _chat: conversation.client.tell(WON))
    conversation.client.tell(snapshot("4", you=0))
    assert await conversation.run()
    assert conversation.moves == []
    assert "it is not your turn" in conversation.out


async def test_the_end_of_a_terminal() -> None:
    """Ctrl-D leaves at once, on either player's turn."""
    conversation = Conversation(tty=True)
    conversation.client.tell(snapshot("4", you=0))
    assert not await conversation.run()


async def test_waiting_for_an_opponent() -> None:
    """Players who take and leave a seat are shown, and then the match starts."""
    conversation = Conversation("b2")
    opened = snapshot(phase="open", seats=[OTTER, OPEN], you=0)
    coming = [event(4, Seated(seat=MIA), phase="open"), event(5, Left(seat=1), phase="open")]
    again = [event(6, Seated(seat=MIA), phase="open"), event(7, Started(), position())]
    conversation.on(Move, lambda _move: conversation.client.tell(event(8, Moved(move=move(0, 4)), position("4")), WON))
    conversation.client.tell(opened, *coming, *again, Notice(text="restart at noon"))
    assert await conversation.run()
    told = ["waiting for 1 more", "mia takes the seat O", "the seat O is empty again", "the match starts"]
    assert [conversation.out.find(text) > 0 for text in told] == [True] * 4
    assert "server: restart at noon" in conversation.out


async def test_the_host_starts_the_match() -> None:
    """The host sees when all seats are taken, and `start` starts the match."""
    conversation = Conversation("start", "quit", can_start=True)
    conversation.on(Start, lambda _start: conversation.client.tell(event(5, Started(), position())))
    seated = event(4, Seated(seat=MIA), phase="open")
    conversation.client.tell(snapshot(phase="open", seats=[OTTER, OPEN], you=0), seated)
    assert not await conversation.run()
    assert "all seats are taken; type start" in conversation.out
    assert isinstance(conversation.client.asked[0], Start)


async def test_a_move_before_the_start() -> None:
    """A move before the start is not sent."""
    conversation = Conversation("b2", "quit", tty=True, open_end=True)
    conversation.client.tell(snapshot(phase="open", seats=[OTTER, OPEN], you=0))
    await conversation.run()
    assert "the match waits to start" in conversation.out


async def test_coming_back_shows_the_board() -> None:
    """A player who comes back on the opponent's turn sees the board."""
    conversation = Conversation(tty=True)
    conversation.client.tell(snapshot("4", you=0))
    await conversation.run()
    assert "2  .[X].\n" in conversation.out


async def test_coming_back_too_late() -> None:
    """A player who comes back to a finished match sees the result."""
    conversation = Conversation(tty=True)
    conversation.client.tell(snapshot("4", you=0, phase="finished", result=Result(winner=1, reason="time")))
    assert await conversation.run()
    assert conversation.out.endswith("You lose on time.\n")


async def test_a_match_that_waits_for_its_host_alone() -> None:
    """With all seats taken, the first line of a pipe starts the match, and the next ones are moves."""
    conversation = Conversation("start", "b2", can_start=True)
    conversation.on(Start, lambda _start: conversation.client.tell(event(4, Started(), position())))
    conversation.on(Move, lambda _move: conversation.client.tell(WON))
    conversation.client.tell(snapshot(phase="open", you=0))
    assert await conversation.run()
    assert "all seats are taken; type start\n" in conversation.out
    assert conversation.moves == [(0, "b2")]


@pytest.mark.parametrize("tty", [True, False])
async def test_no_open_seat_waits_beside_a_player_without_input(tty: bool) -> None:
    """At the end of the input the player leaves a match that waits for others, and is not sent back to it."""
    conversation = Conversation(tty=tty)
    conversation.client.tell(snapshot(phase="open", you=0, seats=[OTTER, OPEN]))
    assert not await conversation.run()
    assert [command.match for command in conversation.client.asked if isinstance(command, Resign)] == [MATCH]
    assert conversation.recorded.output.exit_message == []


async def test_lines_that_were_typed_before_wait_for_the_opponent() -> None:
    """A match with moves to play, or with all its players, is not left."""
    conversation = Conversation("b2")
    conversation.on(Move, lambda _move: conversation.client.tell(WON))
    conversation.client.tell(snapshot(phase="open", you=0, seats=[OTTER, OPEN]))
    conversation.client.tell(snapshot(you=0, seats=[OTTER, MIA]))
    await conversation.run()
    assert conversation.moves == [(0, "b2")]
    assert not [command for command in conversation.client.asked if isinstance(command, Resign)]


async def test_a_host_without_a_seat_watches() -> None:
    """A host without a seat sees the board after each move."""
    conversation = Conversation(open_end=True)
    conversation.client.tell(snapshot(), event(4, Moved(move=move(0, 4)), position("4")), WON)
    assert await conversation.run()
    assert "1. X otter plays b2  1.5 s\n   a b c\n" in conversation.out


async def test_a_connection_error_ends_line_mode() -> None:
    """A permanent connection error is raised."""
    conversation = Conversation(open_end=True)
    conversation.client.tell(snapshot(you=0))
    conversation.client.hang_up()
    with pytest.raises(NetworkError):
        await conversation.run()


async def test_the_clock_stands_still_while_nothing_can_be_saved() -> None:
    """Halt notices stop and start the clock; other notices do not."""
    now, recorded = [0.0], Recorded()
    mode = LineMode(FakeClient(), MATCH, recorded.output, FakeKeyboard(), clock=lambda: now[0])

    async def shown_at(seconds: float) -> str:
        now[0] = seconds
        before = len(recorded.out)
        await mode._process("clock")
        return recorded.out[before:]

    mode._receive(snapshot("40", you=0, clock=Fischer(base_s=60), state=position("40", remaining_ms=[60_000, 60_000])))
    assert "00:40" in await shown_at(20)
    mode._receive(Notice(text="cannot save", halted=True))
    mode._receive(Notice(text="back at noon"))
    assert "00:40" in await shown_at(120)
    mode._receive(Notice(text="saved again", halted=False))
    assert "00:30" in await shown_at(130)
    mode._receive(Notice(text="cannot save", halted=True))
    mode._receive(event(6, Moved(move=move(2, 1)), position("401", remaining_ms=[30_000, 60_000])))
    assert "00:50" in await shown_at(140)
